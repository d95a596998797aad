// Package page composes the features into the page: it sends their messages to the state, executes commands and schedules rendering.
package page

import (
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/privacy"
	"drnet/app/storage"
	"drnet/engine/protocol"
)

// Engine is the engine worker of the page.
type Engine interface {
	// Connect starts the engine. It calls ready when the page will fetch nothing more, and deliver with every event, on any goroutine.
	Connect(deliver func(core.ID, protocol.Event), ready func())
	// Send sends a request; its events go to deliver with its ID.
	Send(core.Request)
	// File wraps a file of the browser, without reading it.
	File(app.Value) io.Reader
}

// Storage executes the effects of the page: on files, and on works saved in this browser.
type Storage interface {
	// Do executes an effect after the earlier ones. Its result goes to deliver, on any goroutine.
	Do(e storage.Effect, deliver func(state.Msg))
}

// Root is the root component: it holds the state and passes messages on.
type Root struct {
	app.Compo
	Engine  Engine         // nil when prerendering
	Storage Storage        // nil without an engine
	Example *state.Example // shown before the first table; may be nil

	state *state.State // nil before the first message
	quiet quiet
	pace  pace
	parts pieces
	title string // default title of the page

	dispatch func(state.Msg)             // sends from any goroutine
	soon     func(time.Duration, func()) // calls a function after some time
	written  string                      // the fragment of the address
	viewed   string                      // the view in written, as in link.Scene
	returns  bool                        // the user went back or forward, and the view is about to follow
	writing  bool                        // a write of the address is scheduled
	sought   string                      // ID of the element that a lesson is about, "" once it is on the screen
	drawn    func(func(app.Context))     // calls a function after the page is rendered
}

// breath is the pause between two parts of a large rendering, about a frame. The page handles events in it.
const breath = 16 * time.Millisecond

// Render implements app.Composer.
func (r *Root) Render() app.UI {
	r.pace.began = time.Now()
	r.parts.begin()
	s := r.current()
	view := page(s, r)
	left := r.parts.end()
	if r.drawn == nil {
		return view
	}
	if r.sought != "" {
		r.drawn(r.reach)
	}
	if left != none {
		r.drawn(func(ctx app.Context) { r.again(ctx, left) })
	}
	return view
}

func (r *Root) current() state.State {
	if r.state == nil {
		return state.New()
	}
	return *r.state
}

// view returns the part of the state that the views of features may read.
func (r *Root) view(s state.State) core.View {
	c := s.View()
	if !app.IsServer {
		c.Address = pageAddress("")
	}
	return c
}

// OnMount implements app.Mounter: it starts the engine.
func (r *Root) OnMount(ctx app.Context) {
	if r.Engine == nil {
		return
	}
	r.quiet.waits = map[string]bool{}
	r.soon = func(wait time.Duration, do func()) {
		ctx.Async(func() {
			time.Sleep(wait)
			r.post(ctx, do)
		})
	}
	r.listen()
	kit.WatchTyping()
	r.followTheme()
	r.drawn = ctx.Defer
	r.dispatch = func(m state.Msg) { r.post(ctx, func() { r.send(m) }) }
	r.followNetworkLog()
	r.readAddress()
	if r.Storage != nil {
		r.send(storage.PageOpened{})
	}
	app.Window().AddEventListener("paste", r.pasted)
	ctx.Defer(func(app.Context) { // render the page before the engine starts
		r.early()
		r.Engine.Connect(
			func(id core.ID, e protocol.Event) { r.hears(ctx, id, e) },
			func() { r.dispatch(state.Connected{}) })
	})
}

// post calls a function from any goroutine. The page is rendered again, unless it is hidden.
func (r *Root) post(ctx app.Context, do func()) {
	ctx.Dispatcher().Dispatch(app.Dispatch{Mode: r.mode(), Source: ctx.Src(), Function: func(app.Context) { do() }})
}

// mode renders the page after a dispatch, unless it is hidden.
func (r *Root) mode() app.DispatchMode {
	if r.quiet.hidden {
		return app.Next
	}
	return app.Update
}

// send updates the state with a message and executes the resulting commands.
func (r *Root) send(m state.Msg) {
	if ofPerson(m) {
		r.quiet.changed++
	}
	before := r.current()
	next, commands := state.Update(before, m)
	r.state = &next
	r.parts.changed(before, next, m)
	r.writeAddress(next)
	r.frame(before, next)
	for _, c := range commands {
		r.do(c)
	}
	if r.soon == nil {
		return
	}
	if next.Drawing() {
		r.drawn(func(app.Context) { // a pause that begins before the rendering could end during it, and the browser would handle no events
			r.once("part", breath, func() state.Msg { return state.Drew{} })
		})
	}
	r.attend(next)
}

// once sends a message after some time, unless one for the same purpose is already scheduled.
func (r *Root) once(purpose string, after time.Duration, m func() state.Msg) {
	if r.quiet.waits[purpose] {
		return
	}
	r.quiet.waits[purpose] = true
	r.soon(after, func() {
		r.quiet.waits[purpose] = false
		r.send(m())
	})
}

// do executes a command. Without an engine it does nothing.
func (r *Root) do(c core.Command) {
	switch c := c.(type) {
	case core.Request:
		if r.Engine != nil {
			r.Engine.Send(c)
		}
	case storage.Effect:
		if r.Storage != nil {
			r.Storage.Do(c, r.dispatch)
		}
	case core.Focus:
		r.focus(c.ID, map[string]any{"preventScroll": c.Still})
	case core.SaveFile:
		save(c.Name, c.Kind, c.Parts...)
	case core.CopyText:
		r.copy(c.Text)
	case learn.ShowStep:
		r.sought = c.Place.ID // shown from the top once it is drawn
		r.focus(learn.StepTitle)
	case learn.ShowAnswer:
		r.showAnswer()
	case privacy.TryServer:
		app.Window().Call("drnetTry").Then(func(reached app.Value) { r.dispatch(privacy.AttemptEnded{Reached: reached.Bool()}) })
	}
}

// focus moves the focus to an element after the page is rendered. The element that had it may no longer exist.
func (r *Root) focus(id string, options ...any) {
	if r.drawn == nil {
		return
	}
	r.drawn(func(app.Context) {
		if e := app.Window().GetElementByID(id); e.Truthy() {
			e.Call("focus", options...)
		}
	})
}

// copy copies a text to the clipboard and announces it. It uses a temporary text field, because the page may not use the clipboard API.
func (r *Root) copy(text string) {
	document, before := app.Window().Get("document"), focused()
	area := document.Call("createElement", "textarea")
	area.Set("value", text)
	area.Set("className", "unseen")
	document.Get("body").Call("appendChild", area)
	area.Call("select")
	said := "Copied."
	if !document.Call("execCommand", "copy").Bool() {
		said = "The browser does not allow copying here."
	}
	area.Call("remove")
	if before.Truthy() {
		before.Call("focus")
	}
	r.send(state.Said{Text: said})
}

// dragged accepts files that are dragged over the page, and shows the drop target.
func (r *Root) dragged(_ app.Context, e app.Event) {
	e.PreventDefault()
	if !r.current().Frame.Dragged && e.Get("dataTransfer").Get("types").Call("includes", "Files").Bool() {
		r.send(state.FilesDragged{Over: true})
	}
}

func (r *Root) dropped(_ app.Context, e app.Event) {
	e.PreventDefault()
	files := e.Get("dataTransfer").Get("files")
	r.send(state.FilesDragged{Over: false})
	r.choose(files)
}

// choose sends a list of files: one of any kind, or a table for training and one for tests.
func (r *Root) choose(files app.Value) {
	if r.Engine == nil || !files.Truthy() {
		return
	}
	switch n := files.Get("length").Int(); n {
	case 0:
	case 1:
		r.take(files.Index(0))
	case 2:
		r.send(state.TwoFilesChosen{Files: [2]state.FileChosen{r.table(files.Index(0)), r.table(files.Index(1))}})
	default:
		r.send(state.Said{Text: fmt.Sprintf("Choose one table, or a training table and a test table, not %d files.", n)})
	}
}

// take sends one file: a saved model or project, or a table. Both may be JSON, so take looks for the schema at the start of the file.
func (r *Root) take(file app.Value) {
	t := r.table(file)
	ending := strings.ToLower(path.Ext(t.Name))
	if ending != ".json" && ending != ".txt" { // mail programs and systems may save JSON as .txt
		r.send(t)
		return
	}
	const enough = 4096 // bytes, which include the schema of a saved file
	file.Call("slice", 0, enough).Call("text").Then(func(head app.Value) {
		text := strings.TrimSpace(head.String())
		if strings.HasPrefix(text, "{") && strings.Contains(text, `"drnet.`) || ending == ".json" && len(text) <= len("{}") {
			r.dispatch(storage.SavedFileChosen{Name: t.Name, Size: t.Size, File: t.File})
			return
		}
		r.dispatch(t)
	})
}

func (r *Root) table(file app.Value) state.FileChosen {
	return state.FileChosen{Name: file.Get("name").String(), Size: int64(file.Get("size").Float()), File: r.Engine.File(file)}
}

// addressEvery is the minimum interval between writes: browsers allow some hundred in half a minute.
const addressEvery = 400 * time.Millisecond

// readAddress applies the link in the address, and follows the Back and Forward buttons and changes by the user.
func (r *Root) readAddress() {
	r.hear(app.Window(), "popstate", func(e app.Value) {
		if view := e.Get("state"); view.Truthy() && view.Get("view").Truthy() {
			r.written, r.viewed, r.returns = hashOfPage(), view.Get("view").String(), true
			r.soon(0, func() {
				r.returns = false
				r.send(state.ViewReturned{View: r.viewed})
			})
		}
	})
	r.hear(app.Window(), "hashchange", func(app.Value) {
		if hash := hashOfPage(); hash != r.written { // not written by writeAddress
			r.written = hash
			r.dispatch(link.AddressChanged{Hash: hash})
		}
	})
	if hash := hashOfPage(); hash != "" {
		r.written = hash
		r.send(link.AddressChanged{Hash: hash})
	}
}

func hashOfPage() string {
	return strings.TrimPrefix(app.Window().Get("location").Get("hash").String(), "#")
}

// writeAddress schedules a write of the page's state to the address. A change of the view adds an entry to the browser's history.
func (r *Root) writeAddress(s state.State) {
	text := func(s state.State) string {
		if s.Link.Waiting() {
			return r.written
		}
		return s.Permalink().String()
	}
	if r.soon == nil || r.writing || text(s) == r.written {
		return
	}
	r.writing = true
	r.soon(addressEvery, func() {
		r.writing = false
		changed := hashOfPage() != r.written // by the user, just now: the event is still to come, and a write would lose the change
		if now := text(r.current()); now != r.written && !r.returns && !changed {
			view, write := r.current().Scene().View, "replaceState"
			if r.viewed != "" && view != r.viewed {
				write = "pushState"
			}
			r.written, r.viewed = now, view
			app.Window().Get("history").Call(write, map[string]any{"view": view}, "", pageAddress(now))
		}
	})
}

func pageAddress(fragment string) string {
	location := app.Window().Get("location")
	text := location.Get("origin").String() + location.Get("pathname").String() + location.Get("search").String()
	if fragment != "" {
		text += "#" + fragment
	}
	return text
}
