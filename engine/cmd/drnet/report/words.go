package report

import (
	"fmt"
	"io"
	"strings"

	"drnet/engine/cmd/drnet/console"
)

// percent writes a share with a number of decimal places, and 1 as "100%".
func percent(share float64, places int) string {
	const whole = 100
	if share == 1 {
		return "100%"
	}
	return fmt.Sprintf("%.*f%%", places, whole*share)
}

func writeNotes(w io.Writer, notes []string) {
	for _, note := range console.LegibleAll(notes) {
		fmt.Fprintf(w, "note: %s\n", note)
	}
}

// count is a number of rows of some kind.
type count struct {
	n    int
	what string
}

// countText lists the counts above 0 after a lead: "rows: 3 repaired, 1 blank"; "" without any.
func countText(lead string, counts ...count) string {
	var parts []string
	for _, c := range counts {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return lead + strings.Join(parts, ", ")
}

// textColumn is a column of a table of text.
type textColumn struct {
	name  string
	width int // in characters; negative to align at the left
	shown bool
}

// writeTable writes the head of a table, and returns a function that writes a row; it omits cells at the end of columns
// that are not shown.
func writeTable(w io.Writer, columns []textColumn) (row func(cells ...string)) {
	row = func(cells ...string) {
		var shown []string
		for i, c := range columns {
			if c.shown {
				shown = append(shown, fmt.Sprintf("%*s", c.width, cells[i]))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(shown, " "), " "))
	}
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	row(names...)
	return row
}

// float writes a number with a number of decimal places.
func float(x float64, places int) string { return fmt.Sprintf("%.*f", places, x) }
