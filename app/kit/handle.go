package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/engine/chart"
	"drnet/engine/dataset"
)

// Handle is a line in a histogram that the user moves like a slider, by dragging or by keys.
type Handle struct {
	Chart      chart.HistogramChart
	At         float64 // position on the x axis
	Value      float64
	Name, Text string // its label, and its value in words
	Grabbed    core.Msg
	Dropped    core.Msg
	Moved      func(to float64) core.Msg
	Nudged     func(steps int) core.Msg
	Removed    core.Msg // nil if it cannot be removed
}

// Draw draws the handle. The scope identifies it, see On.
func (h Handle) Draw(send func(core.Msg), scope ...any) app.UI {
	x, floor := Coordinate(h.Chart.X(h.At)), Coordinate(h.Chart.Floor())
	scope = append(scope, h.Chart.Least, h.Chart.Most)
	return Element("g", "handle").Role("slider").TabIndex(0).
		Aria("label", h.Name).Aria("orientation", "horizontal").
		Aria("valuenow", dataset.FormatNumber(h.Value)).Aria("valuetext", h.Text).
		Aria("valuemin", dataset.FormatNumber(h.Chart.Least)).Aria("valuemax", dataset.FormatNumber(h.Chart.Most)).
		On("keydown", h.key(send), scope...).
		On("pointerdown", func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			ctx.JSSrc().Call("focus")
			ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
			send(h.Grabbed)
		}, scope...).
		On("pointermove", func(ctx app.Context, e app.Event) {
			if ctx.JSSrc().Call("hasPointerCapture", e.Get("pointerId")).Bool() {
				send(h.Moved(h.valueAt(ctx, e)))
			}
		}, scope...).
		On("pointerup", On(send, h.Dropped), scope...).On("pointercancel", On(send, h.Dropped), scope...).
		Body(
			Path("handle-room", "M"+x+" 0V"+floor),
			Path("handle-line", "M"+x+" 10V"+floor),
			Path("handle-knob", "M"+x+" 2l8 8l-8 8l-8 -8Z"))
}

func (h Handle) valueAt(ctx app.Context, e app.Event) float64 {
	box := ctx.JSSrc().Get("ownerSVGElement").Call("getBoundingClientRect")
	return h.Chart.Value((e.Get("clientX").Float() - box.Get("left").Float()) / box.Get("width").Float())
}

// strides maps keys to the number of steps that they move a handle. A scale has fewer than 1000 steps, so 1000 reaches its end.
var strides = map[string]int{
	"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10, "End": 1000, "Home": -1000,
}

func (h Handle) key(send func(core.Msg)) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		key := e.Get("key").String()
		steps, moves := strides[key]
		switch {
		case moves:
			send(h.Nudged(steps))
		case h.Removed != nil && (key == "Delete" || key == "Backspace"):
			focusOther(ctx.JSSrc())
			send(h.Removed)
		default:
			return
		}
		e.PreventDefault()
	}
}

// focusOther moves the focus from the last of several elements to another one, because the last one disappears.
func focusOther(element app.Value) {
	if before := element.Get("previousElementSibling"); !element.Get("nextElementSibling").Truthy() && before.Truthy() {
		before.Call("focus")
	}
}
