package data

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// thresholds returns the custom thresholds of a column, or else those of the plan. A custom threshold that is not a number is NaN.
func thresholds(c core.View, column *protocol.ColumnSummary) (list []float64) {
	for _, text := range thresholdTexts(c, column) {
		x, ok := core.NumberIn(column, text)
		if !ok {
			x = math.NaN()
		}
		list = append(list, x)
	}
	return list
}

func thresholdTexts(c core.View, column *protocol.ColumnSummary) []string {
	if cut := c.Setup.Cuts[column.Name]; cut.Method == core.Listed {
		return slices.Clone(cut.List)
	}
	p := c.Planning[column.Name]
	if p == nil {
		return nil
	}
	return core.Texts(len(p.Thresholds), func(i int) string { return core.Readable(p.Thresholds[i]) })
}

func listInWords(c core.View, column *protocol.ColumnSummary) string {
	return strings.Join(thresholdTexts(c, column), core.Either(column.Form.Decimal == ",", "; ", ", "))
}

// opened returns the index of the column whose names or, without names, whose thresholds or date parts are being edited, -1 for none.
func (m Model) opened(c core.View, names bool) int {
	column := c.Named(m.Opened)
	if column == nil || names != m.Names || !names && column.Kind != dataset.Numeric && column.Kind != dataset.Date {
		return -1
	}
	return c.Place(m.Opened)
}

// editThresholds returns the settings after a message about the thresholds of a column or the parts of its dates.
func (m Model) editThresholds(msg core.Msg, c core.View) core.Setup {
	switch msg := msg.(type) {
	case DatePartChosen:
		return choosePart(msg, c)
	case MethodChosen:
		return edit(c, msg.Column, func(_ *protocol.ColumnSummary, list []string, cut *core.ThresholdEdit) {
			if cut.Method, cut.List = msg.Method, nil; msg.Method == core.Listed {
				*cut = listed(list)
			}
		})
	case CountTyped:
		return edit(c, msg.Column, func(_ *protocol.ColumnSummary, _ []string, cut *core.ThresholdEdit) { cut.Count = msg.Text })
	case ThresholdsTyped:
		return edit(c, msg.Column, func(column *protocol.ColumnSummary, _ []string, cut *core.ThresholdEdit) {
			*cut = listed(wordsIn(column, msg.Text))
		})
	case ThresholdAdded:
		return edit(c, msg.Column, func(column *protocol.ColumnSummary, list []string, cut *core.ThresholdEdit) {
			*cut = listed(append(list, core.ScaleOf(column).Roomiest(column, thresholds(c, column))))
		})
	case ThresholdRemoved:
		return edit(c, msg.Column, func(_ *protocol.ColumnSummary, list []string, cut *core.ThresholdEdit) {
			if msg.Index >= 0 && msg.Index < len(list) {
				*cut = listed(slices.Delete(list, msg.Index, msg.Index+1))
			}
		})
	case ThresholdNudged:
		return move(c, msg.Column, msg.Index, func(at core.ThresholdGrid, x float64) float64 { return at.Snap(x) + float64(msg.Steps)*at.Step })
	case ThresholdMoved:
		if m.Dragging {
			return move(c, msg.Column, msg.Index, func(core.ThresholdGrid, float64) float64 { return msg.To })
		}
	}
	return c.Setup
}

func listed(texts []string) core.ThresholdEdit {
	return core.ThresholdEdit{Method: core.Listed, List: texts}
}

// edit returns the settings after change has edited the thresholds of a numeric column. The list holds the texts of its present thresholds.
func edit(c core.View, j int, change func(_ *protocol.ColumnSummary, list []string, _ *core.ThresholdEdit)) core.Setup {
	column, setup := c.Column(j), c.Setup
	if column == nil || column.Kind != dataset.Numeric {
		return setup
	}
	cut := setup.Cuts[column.Name]
	change(column, thresholdTexts(c, column), &cut)
	if setup.Cuts = core.With(setup.Cuts, column.Name, cut); cut.Zero() {
		delete(setup.Cuts, column.Name)
	}
	return setup
}

// move returns the settings after moving a threshold to the number that to returns, rounded to a readable number within the column's range.
func move(c core.View, j, index int, to func(at core.ThresholdGrid, x float64) float64) core.Setup {
	return edit(c, j, func(column *protocol.ColumnSummary, list []string, cut *core.ThresholdEdit) {
		if index < 0 || index >= len(list) {
			return
		}
		if x, ok := core.NumberIn(column, list[index]); ok {
			at := core.ScaleOf(column)
			list[index] = at.Write(at.Snap(to(at, x)))
			*cut = listed(list)
		}
	})
}

// wordsIn splits a list of numbers at blanks and semicolons and, unless the column uses decimal commas, at commas.
func wordsIn(c *protocol.ColumnSummary, text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r == ' ' || r == ';' || r == '\t' || r == '\n' || r == ',' && c.Form.Decimal != ","
	})
}

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
	return editorFrame(send, id, app.H3().Text("Cut points for "+column.Name), EditorToggled{Column: j}, "the cut points",
		kit.Some(thresholdChart(c, send, j, list)),
		methodChoice(c, send, j),
		kit.Field(field, "Cut points", "", complaint, app.Textarea().ID(field).Rows(3).Spellcheck(false).
			Attr("value", listInWords(c, column)).Aria("describedby", field+"-hint").
			OnChange(kit.Typed(send, func(text string) core.Msg { return ThresholdsTyped{Column: j, Text: text} }), j)),
		app.Div().Class("controls").Body(
			kit.Button(send, ThresholdAdded{Column: j}).Body(kit.DrawIcon(kit.AddIcon), app.Text("Add a cut point")),
			kit.Button(send, MethodChosen{Column: j}).Disabled(c.Setup.Cuts[column.Name].Zero()).Text("Reset")))
}

// editorFrame holds the editor of a column below its title and a button that closes it.
func editorFrame(send func(core.Msg), id string, title app.HTMLH3, closes core.Msg, what string, body ...app.UI) app.UI {
	head := app.Div().Class("cut-head").Body(title.ID(id), kit.SmallButton(send, closes).Body(app.Text("Close"), kit.Unseen(" "+what)))
	return app.Div().Class("cut-editor").Role("group").Aria("labelledby", id).Body(append([]app.UI{head}, body...)...)
}

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
