package page

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/privacy"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/training"
)

// quiet handles side effects other than rendering: keys, visibility, timers and notifications.
type quiet struct {
	hidden   bool     // the page is in a background tab
	settles  bool     // the removal of marks is scheduled
	rests    bool     // waiting for a moment without changes
	changed  int      // number of messages from the user
	told     bool     // the end of the run was announced
	keeps    bool     // an autosave is scheduled
	stay     func()   // removes the confirmation before leaving; nil without one
	releases []func() // remove the listeners
}

const (
	settleAfter = 2 * time.Second
	restAfter   = 600 * time.Millisecond
	keepAfter   = time.Second
)

// listen handles keys and changes of visibility.
func (r *Root) listen() {
	document := app.Window().Get("document")
	r.title = document.Get("title").String()
	r.hear(document, "keydown", r.keyed)
	r.hear(document, "visibilitychange", func(app.Value) {
		r.quiet.hidden = document.Get("hidden").Bool()
		if !r.quiet.hidden {
			r.later(breath, func() state.Msg { return training.MarksExpired{At: time.Now()} }) // renders the missed changes
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

// listenTo registers a function for an event, until release is called.
func listenTo(target app.Value, event string, f app.Func) (release func()) {
	target.Call("addEventListener", event, f)
	return func() {
		target.Call("removeEventListener", event, f)
		f.Release()
	}
}

// asksToStay switches the browser's confirmation before leaving the page on or off. The browser words it, and shows it
// only after an interaction with the page.
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

// keyed handles the single-key shortcuts of the run, unless the target uses the key itself.
func (r *Root) keyed(e app.Value) {
	s := r.current()
	if s.Training.Unkeyed || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() ||
		e.Get("repeat").Bool() || e.Get("defaultPrevented").Bool() {
		return
	}
	if target := e.Get("target"); target.Truthy() && target.Get("closest").Truthy() &&
		target.Call("closest",
			"input, textarea, select, button, summary, a[href], label, [contenteditable], [tabindex]:not([tabindex='-1'])").Truthy() {
		return
	}
	switch e.Get("key").String() {
	case " ":
		if m := training.Toggle(s.Run); m != nil {
			e.Call("preventDefault")
			r.dispatch(m)
		}
	case ".":
		e.Call("preventDefault")
		r.dispatch(training.StepAsked{At: time.Now()})
	}
}

// attend applies the side effects of a state: the title, expired marks, the trial run when idle, autosave and the
// notification.
func (r *Root) attend(s state.State) {
	title := training.Title(s.Run)
	if title == "" {
		title = r.title
	}
	if document := app.Window().Get("document"); document.Get("title").String() != title {
		document.Set("title", title)
	}
	if s.Run.Live.Marked() && !r.quiet.settles {
		r.quiet.settles = true
		r.later(settleAfter, func() state.Msg { r.quiet.settles = false; return training.MarksExpired{At: time.Now()} })
	}
	if s.Untimed() && !r.quiet.rests {
		r.rest()
	}
	if s.KeepDue() && !r.quiet.keeps {
		r.quiet.keeps = true
		r.later(keepAfter, func() state.Msg { r.quiet.keeps = false; return storage.ChangesRested{} })
	}
	r.asksToStay(s.Unsaved())
	if active := s.Run.Active(); active {
		r.quiet.told = false
	} else if s.Run.Phase == core.Done && !r.quiet.told {
		r.quiet.told = true
		if s.Training.Notifies && r.quiet.hidden {
			notify(s.Status)
		}
	}
}

// rest requests a time estimate after a moment without changes.
func (r *Root) rest() {
	r.quiet.rests = true
	before := r.quiet.changed
	r.later(restAfter, func() state.Msg {
		r.quiet.rests = false
		if r.quiet.changed != before {
			return training.MarksExpired{At: time.Now()}
		}
		return settings.Rested{}
	})
}

// ofPerson reports whether a message comes from the user, not from the engine or a timer.
func ofPerson(m state.Msg) bool {
	switch m.(type) {
	case core.Heard, training.MarksExpired, settings.Rested, state.Drew, storage.ChangesRested, storage.WorksListed, storage.WorkSaved,
		storage.ProjectDownloaded, privacy.Logged, privacy.AttemptEnded:
		return false
	}
	return true
}

// notifies switches the notification at the end of a run on, if the browser allows it, or off.
func (r *Root) notifies(ctx app.Context, _ app.Event) {
	if !ctx.JSSrc().Get("checked").Bool() {
		r.send(training.NotifySwitched{})
		return
	}
	api := app.Window().Get("Notification")
	if !api.Truthy() {
		r.send(state.Said{Text: refusedWord})
		return
	}
	api.Call("requestPermission").Then(func(answer app.Value) {
		if answer.String() != "granted" {
			r.dispatch(training.NotifySwitched{})
			r.dispatch(state.Said{Text: refusedWord})
			return
		}
		r.dispatch(training.NotifySwitched{On: true})
	})
}

const refusedWord = "The browser does not allow notifications here."

// notify shows a notification.
func notify(text string) {
	defer func() { _ = recover() }() // some browsers have a constructor that throws
	app.Window().Get("Notification").New("DR-Net Lab", map[string]any{"body": strings.TrimSpace(text)})
}
