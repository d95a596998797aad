package data

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// thresholds returns the thresholds of a column: the custom ones, NaN for a text that is not a number, or else those of the plan.
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
	var list []string
	if p := c.Planning[column.Name]; p != nil {
		for _, x := range p.Thresholds {
			list = append(list, core.Readable(x))
		}
	}
	return list
}

// listInWords returns the thresholds of a column as the text of one field.
func listInWords(c core.View, column *protocol.ColumnSummary) string {
	return strings.Join(thresholdTexts(c, column), cmp.Or(core.When(column.Form.Decimal == ",", "; "), ", "))
}

// opened returns the index of the column whose thresholds or parts of dates are being edited, -1 for none.
func (m Model) opened(c core.View) int {
	if c.Table == nil || m.Opened == "" {
		return -1
	}
	return slices.IndexFunc(c.Table.Columns, func(column protocol.ColumnSummary) bool {
		return column.Name == m.Opened && (column.Kind == dataset.Numeric || column.Kind == dataset.Date)
	})
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

// edit returns the settings with other thresholds of a numeric column. The list holds its present ones.
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

// move moves a threshold to the result of to, rounded to a readable number within the column's range.
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

// wordsIn splits a text into several numbers. Commas separate them unless the column uses decimal commas.
func wordsIn(c *protocol.ColumnSummary, text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r == ' ' || r == ';' || r == '\t' || r == '\n' || r == ',' && c.Form.Decimal != ","
	})
}
