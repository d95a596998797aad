package page

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/runs"
	"drnet/app/training"
)

var shortcuts = [][2]string{
	{"1 2 3 4", "Data, Settings, Train, Rules"},
	{"/", "Find a rule or a column"},
	{"J K", "Next and previous rule; in the list also ↓ and ↑"},
	{"E", "Edit the selected rule"},
	{"X", "Switch the selected rule on or off"},
	{"Space", "Pause or resume training"},
	{".", "Train one epoch, then pause"},
	{"?", "Show these keys"},
	{"Ctrl+Enter", "Start training"},
	{"Ctrl+Z", "Undo a change of the rules, or the deletion of a run"},
	{"Ctrl+Shift+Z", "Redo a change of the rules"},
	{"Esc", "Close a panel, a message, a lesson, or the selected rule"},
}

func keysView(s state.State, r *Root) app.UI {
	single := kit.On(r.send, training.KeysSwitched{On: s.Training.Unkeyed})
	return app.Div().Class("about").ID("keys-view").Body(
		app.H3().Text("Keyboard shortcuts"),
		app.Dl().Class("shortcuts").Body(kit.Each(shortcuts, func(key [2]string) app.UI {
			return app.Div().Body(app.Dt().Body(app.Kbd().Text(key[0])), app.Dd().Text(key[1]))
		})),
		kit.Tick("keys", "Single keys work where nothing is typed", !s.Training.Unkeyed, false, single))
}

// Selectors of elements that use keys themselves, so that shortcuts are off: takesKeys is about the space bar and other keys, takesLetters
// about letters, and takesUndo about Ctrl+Z, with which the browser undoes typing.
const (
	takesKeys    = "input, textarea, select, button, summary, a[href], label, [contenteditable], [tabindex]:not([tabindex='-1'])"
	takesLetters = takesUndo + ", select"
	takesUndo    = "input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, [contenteditable]"
)

// keyed handles the keyboard shortcuts, unless the target uses the key itself. The single keys can be switched off.
func (r *Root) keyed(e app.Value) {
	if e.Get("altKey").Bool() || e.Get("repeat").Bool() || e.Get("defaultPrevented").Bool() {
		return
	}
	s, key, m := r.current(), strings.ToLower(e.Get("key").String()), state.Msg(nil)
	control := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() // the latter is the Command key of a Mac
	switch single := !s.Training.Unkeyed && !within(e, takesLetters); {
	case control && key == "enter":
		m = training.StartAsked{At: time.Now()}
	case control && key == "z" && within(e, "#runs-panel"):
		m = runs.DeletionUndone{}
	case control && key == "z" && s.Section == core.RulesSection && s.Rules.Stage == core.Final && !within(e, takesUndo):
		if m = (rules.Undone{}); e.Get("shiftKey").Bool() {
			m = rules.Redone{}
		}
	case control:
	case key == "escape":
		if within(e, takesUndo) {
			kit.Commit(e.Get("target"))
		}
		r.dispatch(state.EscapePressed{})
		return
	case single && key == "?":
		m = state.PanelToggled{Panel: state.MorePanel}
	case single && key == " " && !within(e, takesKeys):
		m = training.Toggle(s.Run)
	case single && key == "." && !within(e, takesKeys):
		m = training.StepAsked{At: time.Now()}
	case single && (key == "j" || key == "arrowdown" && within(e, ".rule-line")):
		stepTo(e, 1)
	case single && (key == "k" || key == "arrowup" && within(e, ".rule-line")):
		stepTo(e, -1)
	case single && strings.Contains("1 2 3 4 / e x", key):
		press(e, app.Window().Get("document").Call("querySelector", `[aria-keyshortcuts="`+strings.ToUpper(key)+`"]`))
	}
	if m != nil {
		e.Call("preventDefault")
		r.dispatch(m)
	}
}

// stepTo selects the next rule of the list, or the one before with -1.
func stepTo(e app.Value, by int) {
	lines, at := app.Window().Get("document").Call("querySelectorAll", ".rule-line[data-rule]"), -1
	for i := range lines.Length() {
		if lines.Index(i).Get("ariaPressed").String() == "true" {
			at = i
		}
	}
	if at += by; at >= 0 && at < lines.Length() {
		press(e, lines.Index(at))
	}
}

// press focuses a control, if there is one, and clicks it, unless it is a field.
func press(e, control app.Value) {
	if !control.Truthy() {
		return
	}
	e.Call("preventDefault")
	if control.Call("focus"); !control.Call("matches", takesUndo).Bool() {
		control.Call("click")
	}
}

// within reports whether the target of an event is an element that a selector matches, or is inside one.
func within(e app.Value, selector string) bool {
	target := e.Get("target")
	return target.Truthy() && target.Get("closest").Truthy() && target.Call("closest", selector).Truthy()
}
