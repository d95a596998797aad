package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// percent writes a share with two decimal places, and 1 as "100%". Figures to compare in a terminal, such as settings and learners by their
// means over folds, differ by less than the decimal of dataset.Percent.
func percent(share float64) string {
	if share == 1 {
		return "100%"
	}
	return fmt.Sprintf("%.2f%%", 100*share)
}

func writeNotes(w io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintf(w, "note: %s\n", dataset.EscapeControl(note))
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
			parts = append(parts, protocol.Grouped(c.n)+" "+c.what)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return lead + strings.Join(parts, ", ")
}

// writeTable writes the head of a table, and returns a function that writes a row. A column is its name and its width in
// characters, negative to align at the left: "rules 6". An empty one is not shown.
func writeTable(w io.Writer, columns ...string) (row func(cells ...string)) {
	widths, names := make([]int, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		at := strings.LastIndex(c, " ")
		names[i] = c[:max(at, 0)]
		widths[i], _ = strconv.Atoi(c[at+1:])
	}
	row = func(cells ...string) {
		var shown []string
		for i, width := range widths {
			if width != 0 {
				shown = append(shown, fmt.Sprintf("%*s", width, cells[i]))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(shown, " "), " "))
	}
	row(names...)
	return row
}

// when returns a column of a table that is only shown sometimes.
func when(shown bool, column string) string {
	if shown {
		return column
	}
	return ""
}

// float writes a number with a number of decimal places.
func float(x float64, places int) string { return fmt.Sprintf("%.*f", places, x) }
