package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
)

// On returns a handler that sends a message. go-app compares handlers by their code pointer, and would keep an old handler although
// its message differs: pass the varying parts of the message as scope.
func On(send func(core.Msg), m core.Msg) app.EventHandler {
	return func(app.Context, app.Event) { send(m) }
}

// Typed returns a handler that sends a message with the current value of a field.
func Typed(send func(core.Msg), message func(value string) core.Msg) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		src := ctx.JSSrc()
		id, value := src.Get("id").String(), src.Get("value").String()
		if now := typing[id]; now.event != nil && now.event.Equal(e.Value) {
			value, now.event = now.text, nil
			typing[id] = now
		}
		send(message(value))
	}
}

// typing holds the current text of each text field, by the ID of the field. The page may be rendered between an input event and its
// handling: rendering the older text of the state would overwrite the letters typed meanwhile.
var typing = map[string]typed{}

type typed struct {
	event app.Value // newest input event, nil once it is handled
	text  string    // text of the field after the event
	shown string    // text of the newest rendering
}

// show returns the text to render in a field: the typed one while its event waits to be handled, otherwise value. go-app trims values,
// so a focused field that begins or ends with a blank gets the text of the previous rendering: go-app then leaves the field alone.
func (t typed) show(id, value string) string {
	if t.event != nil {
		value = t.text
	}
	if value == t.text && value != strings.TrimSpace(value) && app.Window().Get("document").Get("activeElement").Get("id").String() == id {
		value = t.shown
	}
	t.shown = value
	typing[id] = t
	return value
}

// WatchTyping records the text of text fields and the value of sliders at each input event. It is called once, in the browser.
func WatchTyping() {
	note := app.FuncOf(func(_ app.Value, args []app.Value) any {
		if field := args[0].Get("target"); slices.Contains([]string{"text", "range"}, field.Get("type").String()) {
			id := field.Get("id").String()
			typing[id] = typed{args[0], field.Get("value").String(), typing[id].shown}
		}
		return nil
	})
	app.Window().Get("document").Call("addEventListener", "input", note, true)
}

// Picked returns a handler that sends a message with the current value of a field as a number, 0 for a text without one.
func Picked(send func(core.Msg), message func(value int) core.Msg) app.EventHandler {
	return Typed(send, func(text string) core.Msg {
		value, _ := strconv.Atoi(text)
		return message(value)
	})
}

// Commit makes a field report its text now, by moving the focus away and back. A field that is removed would not report it.
func Commit(field app.Value) {
	field.Call("blur")
	field.Call("focus")
}

// Escape returns a keyboard handler that sends a message on the Escape key, after the field has reported its text. For its scope, see On.
func Escape(send func(core.Msg), m core.Msg) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		if e.Get("key").String() == "Escape" {
			Commit(e.Get("target"))
			ctx.Dispatch(func(app.Context) { send(m) })
		}
	}
}

// Pressed returns a keyboard handler for an element of a drawing that acts as a button. For its scope, see On.
func Pressed(send func(core.Msg), m core.Msg) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if key := e.Get("key").String(); key == "Enter" || key == " " {
			e.PreventDefault() // the space bar would scroll the page
			send(m)
		}
	}
}

// Button returns a button that sends a message. The message is the scope of its handler.
func Button(send func(core.Msg), m core.Msg) app.HTMLButton { return button("button", m, On(send, m)) }

// SmallButton is a Button for a minor action.
func SmallButton(send func(core.Msg), m core.Msg) app.HTMLButton {
	return button("small", m, On(send, m))
}

// PlainButton is a Button with a style class of its own.
func PlainButton(send func(core.Msg), class string, m core.Msg) app.HTMLButton {
	return button(class, m, On(send, m))
}

// TimedButton is a Button whose message holds the time of the click.
func TimedButton(send func(core.Msg), message func(at time.Time) core.Msg) app.HTMLButton {
	return button("button", message(time.Time{}), func(app.Context, app.Event) { send(message(time.Now())) })
}

func button(class string, m core.Msg, press app.EventHandler) app.HTMLButton {
	return app.Button().Type("button").Class(class).OnClick(press, fmt.Sprintf("%T%v", m, m))
}

// Keyed names the keyboard shortcut of a control in its tooltip, and to assistive technology.
func Keyed[E interface {
	Title(string, ...any) E
	Aria(string, any) E
}](control E, keys string) E {
	return control.Title("Key: "+strings.ReplaceAll(keys, "Control", "Ctrl")).Aria("keyshortcuts", keys)
}

// Radio returns a radio button with a label. Group is the name that it shares with the other choices.
func Radio(send func(core.Msg), group, id, label string, checked bool, m core.Msg) app.UI {
	return app.Div().Class("radio").Body(
		RadioInput(send, group, id, checked, m), app.Label().For(id).Text(label))
}

// RadioInput is a Radio without its label.
func RadioInput(send func(core.Msg), group, id string, checked bool, m core.Msg) app.HTMLInput {
	return app.Input().Type("radio").Name(group).ID(id).Checked(checked).OnChange(On(send, m), fmt.Sprintf("%T%v", m, m))
}

// Select returns a list of values and labels that sends a message with the chosen value. For the scope, see On.
func Select(send func(core.Msg), id string, values [][2]string, now string, chosen func(string) core.Msg, scope ...any) app.HTMLSelect {
	return app.Select().ID(id).OnChange(Typed(send, chosen), scope...).Body(Options(values, now)...)
}

// NumberSelect is a Select whose values are whole numbers.
func NumberSelect(send func(core.Msg), id string, values [][2]string, now int, chosen func(int) core.Msg, scope ...any) app.HTMLSelect {
	return app.Select().ID(id).OnChange(Picked(send, chosen), scope...).Body(Options(values, strconv.Itoa(now))...)
}

// Picker returns a labelled list of texts that sends a message with the position of the chosen one. For the scope, see On.
func Picker(send func(core.Msg), id, label string, values []string, now int, chosen func(int) core.Msg, scope ...any) app.UI {
	return app.Div().Class("field").Body(app.Label().For(id).Text(label),
		NumberSelect(send, id, Places(values), now, chosen, append(scope, id)...))
}

// TextInput returns a text field that sends a message at every change. For the scope, see On.
func TextInput(send func(core.Msg), id, value string, typed func(string) core.Msg, scope ...any) app.HTMLInput {
	if app.IsClient {
		value = typing[id].show(id, value)
	}
	return app.Input().Type("text").ID(id).AutoComplete(false).Value(value).OnInput(Typed(send, typed), scope...)
}

// ChangeInput returns a text field that sends a message when the user has finished a change. For the scope, see On.
func ChangeInput(send func(core.Msg), id, value string, typed func(string) core.Msg, scope ...any) app.HTMLInput {
	return app.Input().Type("text").ID(id).AutoComplete(false).Value(value).OnChange(Typed(send, typed), scope...)
}

// Slider returns a slider over whole numbers that sends a message at every step, also while an arrow key is held. See On for the scope.
func Slider(send func(core.Msg), id string, least, most, value int, moved func(int) core.Msg, scope ...any) app.HTMLInput {
	text := strconv.Itoa(value)
	if app.IsClient {
		text = typing[id].show(id, text)
	}
	return app.Input().Type("range").ID(id).Min(least).Max(most).Step(1).Value(text).OnInput(Picked(send, moved), scope...)
}

// Checkbox returns a checkbox without a label that sends a message. The message is the scope of its handler.
func Checkbox(send func(core.Msg), id string, on bool, m core.Msg) app.HTMLInput {
	return app.Input().Type("checkbox").ID(id).Checked(on).OnChange(On(send, m), fmt.Sprintf("%T%v", m, m))
}

// Tick returns a checkbox with a label. It always shows the value of the state. Without that, go-app would leave the box checked if the
// state does not change, for example because the browser denied a permission.
func Tick(id, words string, ticked, disabled bool, press app.EventHandler) app.UI {
	pressed := func(ctx app.Context, e app.Event) {
		ctx.JSSrc().Set("checked", ticked)
		press(ctx, e)
	}
	return app.Div().Class("radio").Body(
		app.Input().Type("checkbox").ID(id).Checked(ticked).Disabled(disabled).OnChange(pressed, ticked),
		app.Label().For(id).Text(words))
}

// PictureFiles returns buttons that download a chart and its data. ID is the prefix of the buttons' IDs. The feature answers
// both messages with core.SaveFile, because a handler keeps the state of the rendering that created it.
func PictureFiles(send func(core.Msg), id string, picture, numbers core.Msg) app.UI {
	return app.Div().Class("controls").Body(
		Button(send, picture).ID(id+"-svg").Text("Download the picture (SVG)"),
		Button(send, numbers).ID(id+"-csv").Text("Download the numbers (CSV)"))
}

// TaskView shows the buttons that start a task. While the task runs, the first one stops it and keeps the focus, next to the progress.
func TaskView(t core.Task, send func(core.Msg), id, label, words string, stop core.Msg, start ...app.UI) app.UI {
	var progress app.UI
	if t.Active() {
		progress = app.Progress().Max(100).Value(int(100*t.Share)).Aria("label", label)
		start = []app.UI{Button(send, stop).ID(id+"-stop").Aria("disabled", t.Stopping).Text("Stop")}
	}
	return app.Div().Class("controls").Body(slices.Concat([]app.UI{Some(progress)}, start, []app.UI{app.P().Class("quiet").Text(words)})...)
}
