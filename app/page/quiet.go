package page

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/learn"
	"drnet/app/page/state"
	"drnet/app/privacy"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/training"
)

// quiet handles side effects other than rendering: keys, visibility, timers and notifications.
type quiet struct {
	hidden    bool            // the page is in a background tab
	waits     map[string]bool // the timers that run
	changed   int             // number of messages from the user
	announced bool            // the end of the run was announced
	stay      func()          // removes the confirmation before leaving; nil without one
	releases  []func()        // remove the listeners
}

const (
	settleAfter, restAfter, keepAfter, limitEvery = 2 * time.Second, 600 * time.Millisecond, time.Second, time.Second
	toastAfter                                    = 10 * time.Second
)

func (r *Root) listen() {
	document := app.Window().Get("document")
	r.title = document.Get("title").String()
	r.hear(document, "keydown", r.keyed)
	r.hear(document, "visibilitychange", func(app.Value) {
		r.quiet.hidden = document.Get("hidden").Bool()
		if !r.quiet.hidden {
			r.soon(breath, func() { r.send(marksExpired()) }) // renders the missed changes
		}
	})
	r.quiet.hidden = document.Get("hidden").Bool()
	r.hear(app.Window(), "beforeprint", func(app.Value) {
		if at := app.Window().GetElementByID(printedAt); at.Truthy() {
			at.Set("textContent", time.Now().Format("2 January 2006, 15:04")+".")
		}
	})
}

const printedAt = "printed-at"

// hear calls a function for each event, until the page is dismounted.
func (r *Root) hear(target app.Value, event string, do func(event app.Value)) {
	r.quiet.releases = append(r.quiet.releases, listenTo(target, event, do))
}

// listenTo calls a function for each event, until release is called.
func listenTo(target app.Value, event string, do func(event app.Value)) (release func()) {
	f := app.FuncOf(func(_ app.Value, args []app.Value) any {
		do(args[0])
		return nil
	})
	target.Call("addEventListener", event, f)
	return func() {
		target.Call("removeEventListener", event, f)
		f.Release()
	}
}

// asksToStay switches the browser's confirmation before leaving the page on or off.
func (r *Root) asksToStay(asks bool) {
	switch {
	case asks && r.quiet.stay == nil:
		r.quiet.stay = listenTo(app.Window(), "beforeunload", func(event app.Value) {
			event.Call("preventDefault")
			event.Set("returnValue", true) // for older browsers
		})
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

// attend applies the side effects of a state: the title of the window, the notification at the end of a run, and timers.
func (r *Root) attend(s state.State) {
	title := cmp.Or(training.Title(s.Run), r.title)
	if document := app.Window().Get("document"); document.Get("title").String() != title {
		document.Set("title", title)
	}
	if s.Run.Live.Marked() {
		r.once("marks", settleAfter, marksExpired)
	}
	if s.Settings.Untimed(s.View()) { // estimate the time once the user has changed nothing for a moment
		before := r.quiet.changed
		r.once("rest", restAfter, func() state.Msg {
			if r.quiet.changed != before {
				return marksExpired()
			}
			return settings.Rested{}
		})
	}
	if s.Storage.Due(s.View()) {
		r.once("autosave", keepAfter, func() state.Msg { return storage.ChangesRested{} })
	}
	if left, limited := s.Settings.Left(s.Run, time.Now()); limited { // check it often, because the user may change the limit
		r.once("limit", max(0, min(left, limitEvery)), func() state.Msg {
			s := r.current()
			if left, limited := s.Settings.Left(s.Run, time.Now()); limited && left <= 0 {
				return training.StopAsked{}
			}
			return marksExpired()
		})
	}
	if toast := s.Frame.Toast; toast != (state.Toast{}) {
		r.once("toast", toastAfter, func() state.Msg {
			held := app.Window().Get("document").Call("querySelector", "#toast:is(:hover, :focus-within)").Truthy()
			if held || r.quiet.hidden || r.current().Frame.Toast != toast {
				return marksExpired()
			}
			return state.ToastClosed{}
		})
	}
	if s.Learn.Game.Runs() {
		r.once("game", time.Second, func() state.Msg { return learn.Ticked{} })
	}
	r.asksToStay(s.Unsaved())
	if s.Run.Active() {
		r.quiet.announced = false
	} else if s.Run.Phase == core.Done && !r.quiet.announced {
		r.quiet.announced = true
		if s.Training.Notifies && r.quiet.hidden {
			notify(s.Status)
		}
	}
}

func marksExpired() state.Msg { return training.MarksExpired{At: time.Now()} }

// ofPerson reports whether a message comes from the user, not from the engine or a timer.
func ofPerson(m state.Msg) bool {
	switch m.(type) {
	case core.Heard, state.Drew, state.ToastClosed, training.MarksExpired, settings.Rested, storage.ChangesRested, storage.WorksListed,
		storage.WorkSaved, storage.ProjectDownloaded, privacy.Logged, privacy.AttemptEnded, learn.Ticked:
		return false
	}
	return true
}

// notifies switches the notification at the end of a run on, if the browser allows it, or off.
func (r *Root) notifies(app.Context, app.Event) {
	refused := state.Said{Text: "The browser does not allow notifications here."}
	api := app.Window().Get("Notification")
	switch {
	case r.current().Training.Notifies:
		r.send(training.NotifySwitched{})
	case !api.Truthy():
		r.send(refused)
	default:
		api.Call("requestPermission").Then(func(answer app.Value) {
			granted := answer.String() == "granted"
			r.dispatch(training.NotifySwitched{On: granted})
			if !granted {
				r.dispatch(refused)
			}
		})
	}
}

func notify(text string) {
	defer func() { _ = recover() }() // some browsers have a constructor that throws
	app.Window().Get("Notification").New("DR-Net Lab", map[string]any{"body": strings.TrimSpace(text)})
}

// followNetworkLog follows the log of the page's requests, which web/network-log.js records from the start.
func (r *Root) followNetworkLog() {
	if !app.Window().Get("drnetWitness").Truthy() {
		return
	}
	var read app.Value
	tell := func() {
		var l privacy.NetworkLog
		if json.Unmarshal([]byte(read.Invoke().String()), &l) == nil {
			r.dispatch(privacy.Logged{Log: l})
		}
	}
	called := app.FuncOf(func(app.Value, []app.Value) any {
		tell()
		return nil
	})
	r.quiet.releases = append(r.quiet.releases, called.Release)
	read = app.Window().Call("drnetWitness", called)
	tell()
}
