package ui

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/privacy"
	"drnet/app/state"
)

// quiet is what the page does beside its drawing: it looks at the keys and at whether anybody sees it.
type quiet struct {
	hidden   bool     // the page is in a tab behind another
	settles  bool     // marks are to be taken away
	rests    bool     // it is waited for a moment without changes
	changed  int      // counts the messages of the person
	told     bool     // the end of the training was told
	keeps    bool     // it is waited for a moment before what has changed is written down
	stay     func()   // takes the question before the page is left away; nil if it is not asked
	releases []func() // the listeners
}

const (
	settleAfter = 2 * time.Second
	restAfter   = 600 * time.Millisecond
	keepAfter   = time.Second
)

// listen hears the keys, and when the page is hidden and shown.
func (r *Root) listen() {
	document := app.Window().Get("document")
	r.title = document.Get("title").String()
	r.hear(document, "keydown", r.keyed)
	r.hear(document, "visibilitychange", func(app.Value) {
		r.quiet.hidden = document.Get("hidden").Bool()
		if !r.quiet.hidden {
			r.later(breath, func() state.Msg { return state.Settled{At: time.Now()} }) // draws what was missed
		}
	})
	r.quiet.hidden = document.Get("hidden").Bool()
}

func (r *Root) hear(target app.Value, event string, do func(event app.Value)) {
	f := app.FuncOf(func(_ app.Value, args []app.Value) any {
		do(args[0])
		return nil
	})
	r.quiet.releases = append(r.quiet.releases, listenTo(target, event, f))
}

// listenTo has a function called at an event, until what it returns is called.
func listenTo(target app.Value, event string, f app.Func) (release func()) {
	target.Call("addEventListener", event, f)
	return func() {
		target.Call("removeEventListener", event, f)
		f.Release()
	}
}

// asksToStay has the browser ask who leaves the page, or not. The browser words the question; it is not asked of who has done
// nothing in the page.
func (r *Root) asksToStay(asks bool) {
	switch {
	case asks && r.quiet.stay == nil:
		r.quiet.stay = listenTo(app.Window(), "beforeunload", app.FuncOf(func(_ app.Value, args []app.Value) any {
			args[0].Call("preventDefault")
			args[0].Set("returnValue", true) // for older browsers
			return nil
		}))
	case !asks && r.quiet.stay != nil:
		r.quiet.stay()
		r.quiet.stay = nil
	}
}

// OnDismount implements app.Dismounter.
func (r *Root) OnDismount() {
	r.asksToStay(false)
	for _, release := range r.quiet.releases {
		release()
	}
	r.quiet.releases = nil
}

// keyed lets single keys steer the training, but not where a key means something else.
func (r *Root) keyed(e app.Value) {
	s := r.current()
	if s.Unkeyed || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() || e.Get("repeat").Bool() || e.Get("defaultPrevented").Bool() {
		return
	}
	if target := e.Get("target"); target.Truthy() && target.Get("closest").Truthy() &&
		target.Call("closest", "input, textarea, select, button, summary, a[href], label, [contenteditable], [tabindex]:not([tabindex='-1'])").Truthy() {
		return
	}
	switch e.Get("key").String() {
	case " ":
		if m := s.Toggle(); m != nil {
			e.Call("preventDefault")
			r.dispatch(m)
		}
	case ".":
		e.Call("preventDefault")
		r.dispatch(state.StepAsked{At: time.Now()})
	}
}

// attend does what follows from a state beside its drawing: the title, the marks that go, the trial when there is time, and
// the word at the end.
func (r *Root) attend(s state.State) {
	title := s.Title()
	if title == "" {
		title = r.title
	}
	if document := app.Window().Get("document"); document.Get("title").String() != title {
		document.Set("title", title)
	}
	if s.Run.Live.Marked() && !r.quiet.settles {
		r.quiet.settles = true
		r.later(settleAfter, func() state.Msg { r.quiet.settles = false; return state.Settled{At: time.Now()} })
	}
	if s.Untimed() && !r.quiet.rests {
		r.rest()
	}
	if s.KeepDue() && !r.quiet.keeps {
		r.quiet.keeps = true
		r.later(keepAfter, func() state.Msg { r.quiet.keeps = false; return state.KeepTime{} })
	}
	r.asksToStay(s.Unsaved())
	if active := s.Run.Active(); active {
		r.quiet.told = false
	} else if s.Run.Phase == core.Done && !r.quiet.told {
		r.quiet.told = true
		if s.Notifies && r.quiet.hidden {
			notify(s.Status)
		}
	}
}

// rest asks how long a training takes when nothing has been changed for a moment.
func (r *Root) rest() {
	r.quiet.rests = true
	before := r.quiet.changed
	r.later(restAfter, func() state.Msg {
		r.quiet.rests = false
		if r.quiet.changed != before {
			return state.Settled{At: time.Now()}
		}
		return state.Rested{}
	})
}

// ofPerson reports whether a message comes from the person and not from the engine or the clock.
func ofPerson(m state.Msg) bool {
	switch m.(type) {
	case state.Heard, state.Settled, state.Rested, state.Drew, state.KeepTime, state.WorksListed, state.WorkKept, state.ProjectSaved, privacy.Logged, privacy.AttemptEnded:
		return false
	}
	return true
}

// notifies switches the word of the browser at the end of a training on, if the browser allows it, or off.
func (r *Root) notifies(ctx app.Context, _ app.Event) {
	if !ctx.JSSrc().Get("checked").Bool() {
		r.send(state.NotifySwitched{})
		return
	}
	api := app.Window().Get("Notification")
	if !api.Truthy() {
		r.send(state.Said{Text: refusedWord})
		return
	}
	api.Call("requestPermission").Then(func(answer app.Value) {
		if answer.String() != "granted" {
			r.dispatch(state.NotifySwitched{})
			r.dispatch(state.Said{Text: refusedWord})
			return
		}
		r.dispatch(state.NotifySwitched{On: true})
	})
}

const refusedWord = "The browser does not allow notifications here."

// notify has the browser tell something.
func notify(text string) {
	defer func() { _ = recover() }() // a browser may offer the constructor and refuse to be asked
	app.Window().Get("Notification").New("DR-Net Lab", map[string]any{"body": strings.TrimSpace(text)})
}
