package data

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/setting"
)

// editor shows the thresholds of a column as movable handles in its histogram, and as numbers.
func editor(c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	list := thresholds(c, column)
	complaint := c.Setup.ThresholdComplaint(column)
	if complaint == "" && len(list) == 0 {
		complaint = noTargetNote
		if c.Plan != nil {
			complaint = noCutsNote
		}
	}
	id, field := "editor-"+strconv.Itoa(j), "cuts-"+strconv.Itoa(j)
	return app.Div().Class("cut-editor").Role("group").Aria("labelledby", id).Body(
		app.Div().Class("cut-head").Body(app.H3().ID(id).Text("Cut points for "+column.Name),
			kit.SmallButton(send, EditorToggled{Column: j}).Body(app.Text("Close"), kit.Unseen(" the cut points"))),
		kit.Some(thresholdChart(c, send, j, list)),
		methodChoice(c, send, j),
		kit.Field(field, "Cut points", "", complaint, app.Textarea().ID(field).Rows(3).Spellcheck(false).
			Attr("value", listInWords(c, column)).Aria("describedby", field+"-hint").
			OnChange(kit.Typed(send, func(text string) core.Msg { return ThresholdsTyped{Column: j, Text: text} }), j)),
		app.Div().Class("controls").Body(
			kit.Button(send, ThresholdAdded{Column: j}).Body(kit.DrawIcon(kit.AddIcon), app.Text("Add a cut point")),
			kit.Button(send, MethodChosen{Column: j}).Disabled(c.Setup.Cuts[column.Name].Zero()).Text("Reset")))
}

// methodChoice selects the method that finds the thresholds of a column.
func methodChoice(c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	cut := c.Setup.Cuts[column.Name]
	id := "cut-method-" + strconv.Itoa(j)
	values := append([][2]string{{"", "same as global setting"}}, setting.Methods...)
	values = append(values, [2]string{core.Listed, "custom"})
	fields := []app.UI{kit.Field(id, "Binning method of this column", "", "", kit.Select(send, id, values, cut.Method,
		func(value string) core.Msg { return MethodChosen{Column: j, Method: value} }, j))}
	if cut.Method != core.Listed {
		id := "cut-count-" + strconv.Itoa(j)
		fields = append(fields, kit.Field(id, "How many", countHint, "", kit.TextInput(send, id, cut.Count,
			func(value string) core.Msg { return CountTyped{Column: j, Text: value} }, j).
			Attr("inputmode", "numeric").Aria("describedby", id+"-hint")))
	}
	if cut.Method == string(binarize.Target) {
		fields = append(fields, app.P().Class("note").Text(core.UseOfTarget))
	}
	return app.Div().Class("cut-method").Body(fields...)
}

// thresholdChart is the histogram with a handle for each threshold; nil without a histogram.
func thresholdChart(c core.View, send func(core.Msg), j int, list []core.Threshold) app.UI {
	column := &c.Table.Columns[j]
	if column.Histogram == nil {
		return nil
	}
	least, most, counts := column.Histogram.Least, column.Histogram.Most, column.Histogram.Counts
	h := chart.HistogramChart{Width: 380, Height: 150, Least: least, Most: most, Counts: counts}
	scene := h.Scene()
	body := append(kit.Items(scene), app.Elem("g").XMLNS(kit.SVGNamespace).Body(app.Range(list).Slice(func(i int) app.UI {
		return handle(send, h, j, i, len(list), list[i])
	})))
	return kit.SVG("chart thresholds", scene.Width, scene.Height, "").Role("group").
		Aria("label", "Histogram with "+core.Plural(len(list), "cut point", "cut points")).Body(body...)
}

// handle is a line in the histogram that moves by dragging or by keys.
func handle(send func(core.Msg), h chart.HistogramChart, j, i, n int, t core.Threshold) app.UI {
	if !t.OK {
		return app.Elem("g").XMLNS(kit.SVGNamespace)
	}
	x, floor := kit.Coordinate(h.X(t.Value)), kit.Coordinate(h.Floor())
	dropped := func(app.Context, app.Event) { send(ThresholdDropped{}) }
	return kit.Element("g", "handle").Role("slider").TabIndex(0).
		Aria("label", "Cut point "+strconv.Itoa(i+1)+" of "+strconv.Itoa(n)).
		Aria("orientation", "horizontal").Aria("valuenow", dataset.FormatNumber(t.Value)).
		Aria("valuetext", "up to "+dataset.FormatNumber(t.Value)).
		Aria("valuemin", dataset.FormatNumber(h.Least)).Aria("valuemax", dataset.FormatNumber(h.Most)).
		On("keydown", nudge(send, j, i), j, i).
		On("pointerdown", func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			ctx.JSSrc().Call("focus")
			ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
			send(ThresholdGrabbed{Column: j})
		}, j, i).
		On("pointermove", func(ctx app.Context, e app.Event) {
			if ctx.JSSrc().Call("hasPointerCapture", e.Get("pointerId")).Bool() {
				send(ThresholdMoved{Column: j, Index: i, To: valueAt(ctx, e, h)})
			}
		}, j, i, h.Least, h.Most).
		On("pointerup", dropped).On("pointercancel", dropped).
		Body(
			kit.Path("handle-room", "M"+x+" 0V"+floor),
			kit.Path("handle-line", "M"+x+" 10V"+floor),
			kit.Path("handle-knob", "M"+x+" 2l8 8l-8 8l-8 -8Z"))
}

// valueAt returns the value at the pointer's position in a histogram.
func valueAt(ctx app.Context, e app.Event, h chart.HistogramChart) float64 {
	box := ctx.JSSrc().Get("ownerSVGElement").Call("getBoundingClientRect")
	return h.Value((e.Get("clientX").Float() - box.Get("left").Float()) / box.Get("width").Float())
}

// strides maps keys to the number of steps that they move a handle. A scale has fewer than 1000.
var strides = map[string]int{
	"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10, "End": 1000, "Home": -1000,
}

// nudge returns the keyboard handler of a threshold's handle.
func nudge(send func(core.Msg), j, i int) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		key := e.Get("key").String()
		steps, moves := strides[key]
		switch {
		case moves:
			send(ThresholdNudged{Column: j, Index: i, Steps: steps})
		case key == "Delete" || key == "Backspace":
			focusOther(ctx.JSSrc())
			send(ThresholdRemoved{Column: j, Index: i})
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
