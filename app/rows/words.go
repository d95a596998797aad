package rows

import (
	"cmp"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

const (
	triedHint = "Press a row number to open the row in the what-if view. "
	rowsHint  = "Framed cells meet conditions of a rule that holds. The CSV has these rows with all columns."
)

var sets = map[protocol.Partition]string{protocol.TrainingRows: "training set", protocol.TestRows: "test set"}

// title describes the selection: "Rule 2 holds, actual “no”".
func (m Model) title() string {
	of := m.Of
	var parts []string
	if len(of.Lines) > 0 {
		parts = append(parts, linesInWords(of))
	}
	if of.Likeliest > 0 {
		parts = append(parts, "The "+core.Plural(of.Likeliest, "row", "rows")+" most likely to be "+of.Model.Prediction(true))
	}
	if of.Differ != nil {
		parts = append(parts, "The two models disagree")
	}
	if of.Answer != "" {
		parts = append(parts, "Predicted “"+of.Answer+"”")
	}
	switch {
	case of.Truth == "":
	case of.Truth == of.Answer:
		parts = append(parts, "correctly")
	default:
		parts = append(parts, "actual “"+of.Truth+"”")
	}
	return cmp.Or(strings.Join(parts, ", "), "All rows with a label")
}

// linesInWords names rules that hold: enabled ones by number, disabled ones by position.
func linesInWords(of protocol.Selection) string {
	lines, numbers := of.Model.Lines(), of.Numbers()
	var names []string
	for _, at := range of.Lines {
		name := "at position " + core.Count(at) + " (off)"
		if l := lines[at-1]; !l.Off {
			name = core.Count(numbers[l.Number-1])
		}
		names = append(names, name)
	}
	text := "rule " + names[0] + " holds"
	if len(names) > 1 {
		text = "rules " + core.And(names) + " hold"
	}
	if of.Alone {
		return "Only " + text
	}
	return core.Capital(text)
}

// firing lists the rules that hold for a row: "R1, R3"; "none".
func (m Model) firing(row protocol.ListedRow) string {
	names := core.Texts(len(row.Fires), func(i int) string { return core.RuleName(m.Of.Numbers()[row.Fires[i]-1]) })
	return cmp.Or(strings.Join(names, ", "), "none")
}

// wholeTitle describes the list of the whole table, or of its part that is read so far.
func (m Model) wholeTitle(c core.View) string {
	if c.Peek != nil {
		return "The first " + core.Plural(len(c.Peek.Preview), "row", "rows") + ", as read so far"
	}
	columns, hidden := m.columns(c)
	return "All " + core.Plural(c.Table.Rows, "row", "rows") + core.When(hidden > 0,
		", "+core.Count(len(columns))+" of "+core.Plural(len(c.Table.Columns), "column", "columns"))
}

// count describes the number of listed rows, or why it is unknown; "" if the title gives it.
func (m Model) count(c core.View) string {
	page := m.query.Value
	switch {
	case m.query.Problem != nil && page == nil, m.Whole && c.Peek != nil:
		return ""
	case !c.Answers() && (page == nil || m.outdated(c) || m.query.Of().From != m.From):
		return "Rows are listed when the engine is idle."
	case m.Whole && page != nil && len(m.Filters) == 0 && m.Sort == "":
		return ""
	case page == nil:
		return "Searching …"
	case page.Total == 0 && len(m.Filters) > 0:
		return "No row matches all filters. “is missing” finds cells without a value, “= Bern” whole texts."
	case page.Total == 0:
		return "No row matches."
	}
	text := core.Plural(page.Total, "row", "rows")
	if c.Test != nil && m.tested(c) {
		text += " of the " + sets[m.side(c)]
	}
	if m.Sort != "" {
		text += ", by " + m.Sort + core.When(m.Down, ", descending")
	}
	return text + "."
}

func (m Model) notes(c core.View) []string {
	var notes []string
	if m.Of.Differ == nil && m.stale(c) {
		notes = append(notes, "The rules have changed since this list was opened.")
	}
	if m.query.Value != nil {
		notes = append(notes, core.Sentences(m.query.Value.Notes)...)
	}
	return notes
}

func filterHint(c core.View, column string) string {
	of := c.Named(column)
	if of != nil && of.Kind == dataset.Date {
		if layout, ok := dataset.DateLayoutOf(of.Layout); ok {
			return "> " + dataset.ExampleDay(layout)
		}
	}
	if of != nil && of.Histogram != nil {
		return "> 30"
	}
	return "text"
}

func (m Model) written() string {
	switch {
	case m.Written.Complete && m.query.Value != nil:
		return core.Plural(m.query.Value.Total, "row is", "rows are") + " written, with all columns of the table."
	case m.Written.Wanted:
		return "Writing …"
	}
	return ""
}
