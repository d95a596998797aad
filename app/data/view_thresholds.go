package data

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/setting"
)

// editor shows the thresholds of a column as movable handles in its histogram, and as numbers; or the parts of a date column.
func editor(c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	if column.Kind == dataset.Date {
		return dateEditor(c, send, j)
	}
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
func thresholdChart(c core.View, send func(core.Msg), j int, list []float64) app.UI {
	column := &c.Table.Columns[j]
	if column.Histogram == nil {
		return nil
	}
	least, most, counts := column.Histogram.Least, column.Histogram.Most, column.Histogram.Counts
	h := chart.HistogramChart{Width: 380, Height: 150, Least: least, Most: most, Counts: counts, Format: core.AxisNumbers(least, most)}
	scene := h.Scene()
	body := append(kit.Items(scene), app.Elem("g").XMLNS(kit.SVGNamespace).Body(app.Range(list).Slice(func(i int) app.UI {
		return handle(send, h, j, i, len(list), list[i])
	})))
	return kit.SVG("chart thresholds", scene.Width, scene.Height, "").Role("group").
		Aria("label", "Histogram with "+core.Plural(len(list), "cut point", "cut points")).Body(body...)
}

// handle is a line in the histogram that moves a threshold.
func handle(send func(core.Msg), h chart.HistogramChart, j, i, n int, x float64) app.UI {
	if math.IsNaN(x) {
		return app.Elem("g").XMLNS(kit.SVGNamespace)
	}
	return kit.Handle{
		Chart: h, At: x, Value: x,
		Name: "Cut point " + strconv.Itoa(i+1) + " of " + strconv.Itoa(n), Text: "up to " + dataset.FormatNumber(x),
		Grabbed: ThresholdGrabbed{Column: j}, Dropped: ThresholdDropped{}, Removed: ThresholdRemoved{Column: j, Index: i},
		Moved:  func(to float64) core.Msg { return ThresholdMoved{Column: j, Index: i, To: to} },
		Nudged: func(steps int) core.Msg { return ThresholdNudged{Column: j, Index: i, Steps: steps} },
	}.Draw(send, j, i)
}
