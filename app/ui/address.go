package ui

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/state"
)

// address is the address of the page, as far as it was read and written.
type address struct {
	written string // what stands behind its #
	writing bool   // it will be written soon
}

// addressEvery is how long the address waits for more changes: browsers allow some hundred in half a minute.
const addressEvery = 400 * time.Millisecond

// readAddress does what the address says, and listens to what a person makes of it.
func (r *Root) readAddress() {
	r.hear(app.Window(), "hashchange", func(app.Value) {
		hash := hashOfPage()
		if hash == r.address.written { // it was written here
			return
		}
		r.address.written = hash
		r.dispatch(state.LinkOpened{Hash: hash})
	})
	if hash := hashOfPage(); hash != "" {
		r.address.written = hash
		r.send(state.LinkOpened{Hash: hash})
	}
}

func hashOfPage() string {
	return strings.TrimPrefix(app.Window().Get("location").Get("hash").String(), "#")
}

// writeAddress has the address say what the page is, a moment later.
func (r *Root) writeAddress(s state.State) {
	if r.soon == nil || r.address.writing || !s.AddressStands() || s.Permalink().String() == r.address.written {
		return
	}
	r.address.writing = true
	r.soon(addressEvery, func() {
		r.address.writing = false
		now := r.current()
		link := now.Permalink().String()
		if !now.AddressStands() || link == r.address.written {
			return
		}
		r.address.written = link
		history := app.Window().Get("history")
		history.Call("replaceState", history.Get("state"), "", pageAddress(link))
	})
}

// pageAddress returns the address of the page with something behind its #.
func pageAddress(link string) string {
	location := app.Window().Get("location")
	text := location.Get("origin").String() + location.Get("pathname").String() + location.Get("search").String()
	if link != "" {
		text += "#" + link
	}
	return text
}

// addressNotes say what of the address, or of a project, could not be used; nil if all could.
func addressNotes(s state.State, r *Root) app.UI {
	notes := s.Address.Notes
	if len(notes) == 0 {
		return nil
	}
	const most = 5 // more tell nothing new
	lines := append([]string(nil), notes[:min(len(notes), most)]...)
	if n := len(notes) - most; n > 0 {
		lines = append(lines, "And "+core.Plural(n, "more part", "more parts")+" could not be used.")
	}
	return app.Div().Class("note address-notes").Role("status").Body(
		app.Range(lines).Slice(func(i int) app.UI { return app.P().Text(lines[i]) }),
		app.Button().Type("button").Class("small").ID("close-notes").OnClick(r.on(state.NotesClosed{}), "notes").Text("Close this note"))
}
