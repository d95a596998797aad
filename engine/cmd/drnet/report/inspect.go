package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// inspectJSON is the output of drnet inspect -format json.
type inspectJSON struct {
	Outcome  string          `json:"outcome"`
	Kind     string          `json:"error_kind"` // "" here; set only in errors
	Message  string          `json:"message"`
	Warnings []string        `json:"warnings"`
	Dialect  dataset.Dialect `json:"dialect"`
	Rows     int             `json:"rows"`
	Cols     int             `json:"cols"`
	Names    []string        `json:"names"`
	Types    []dataset.Kind  `json:"types"`
	Missing  []int           `json:"missing"`
	LeftOut  int             `json:"left_out"`
	Repaired int             `json:"repaired"`
	Repeated int             `json:"repeated"` // rows that equal an earlier one in all columns
	Digest   string          `json:"sha256"`   // of the file
	Sheets   []dataset.Sheet `json:"sheets,omitempty"`
	Sheet    string          `json:"sheet,omitempty"` // the one that was read
	Cells    map[string]any  `json:"cells"`

	Associations []binarize.Association `json:"associations,omitempty"` // with the target, if one was named
}

// InspectJSON returns the JSON form of a table; at are the positions of its cells.
func InspectJSON(t protocol.TableSummary, at [][2]int, associations []binarize.Association) any {
	out := inspectJSON{
		Outcome: "ok", Warnings: t.Doubts(), Dialect: t.Dialect, Rows: t.Rows, Cols: len(t.Columns),
		Names: []string{}, Types: []dataset.Kind{}, Missing: []int{}, LeftOut: t.LeftOut, Repaired: t.Repaired, Repeated: t.Repeated,
		Cells:  map[string]any{},
		Digest: t.Digest, Sheets: t.Sheets, Sheet: t.Sheet, Associations: associations,
	}
	for _, column := range t.Columns {
		out.Names = append(out.Names, column.Name)
		out.Types = append(out.Types, column.Kind)
		out.Missing = append(out.Missing, column.Missing)
	}
	for i, cell := range t.Cells {
		var value any
		if cell != nil && cell.Number != nil {
			value = *cell.Number
		} else if cell != nil {
			value = cell.Text
		}
		out.Cells[fmt.Sprintf("%d,%d", at[i][0], at[i][1])] = value
	}
	return out
}

// Read writes the warnings about a table whose rows are predicted.
func Read(w io.Writer, t protocol.TableSummary) {
	writeNotes(w, t.Warned())
	if t.LeftOut > 0 {
		fmt.Fprintln(w, "note: rows that were left out are not counted in row numbers")
	}
}

// Inspect describes a table: its columns, their types, the rows that were repaired or skipped, and associations if there are any.
func Inspect(out io.Writer, t protocol.TableSummary, ignored []string, associations []binarize.Association) {
	fmt.Fprintf(out, "%s: %s, %s; %s\n", dataset.EscapeControl(t.Name), protocol.Plural(t.Rows, "row", "rows"),
		protocol.Plural(len(t.Columns), "column", "columns"), t.ReadAs())
	fmt.Fprintf(out, "SHA-256 of the file: %s\n", t.Digest)
	if len(t.Sheets) > 1 {
		fmt.Fprintf(out, "sheets: %s\n", dataset.EscapeControl(sheetList(t.Sheets)))
	}
	if counts := countText("rows: ", count{t.Repaired, "repaired"}, count{t.LeftOut, "skipped"}, count{t.Blank, "blank"},
		count{t.Repeated, "equal to an earlier row in all columns"}); counts != "" {
		fmt.Fprintln(out, counts)
	}
	writeNotes(out, t.Doubts())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	measured, head := map[string]string{}, ""
	for _, a := range associations {
		head, measured[a.Name] = "association\t", a.String()
		if a.Leak != binarize.NoLeak {
			measured[a.Name] += ", separates the target " + string(a.Leak)
		}
	}
	fmt.Fprintf(w, "\ncolumn\ttype\tmissing\t%svalues\n", head)
	for _, column := range t.Columns {
		kind := string(column.Kind)
		if slices.Contains(ignored, column.Name) {
			kind += ", excluded"
		}
		values := dataset.EscapeControl(valuesOf(column))
		if associations != nil {
			values = measured[column.Name] + "\t" + values
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", dataset.EscapeControl(column.Name), kind, protocol.Grouped(column.Missing), values)
	}
	w.Flush()
}

// sheetList lists sheets with their sizes.
func sheetList(sheets []dataset.Sheet) string {
	var list []string
	for _, s := range sheets {
		text := fmt.Sprintf("%q", s.Name)
		switch {
		case s.Rows > 0 && s.Columns > 0:
			text += fmt.Sprintf(" (%s × %d)", protocol.Grouped(s.Rows), s.Columns)
		case s.Rows > 0:
			text += " (" + protocol.Plural(s.Rows, "row", "rows") + ")"
		}
		if s.Hidden {
			text += " hidden"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// valuesOf lists the first values of a column that has few.
func valuesOf(c protocol.ColumnSummary) string {
	const most = 4 // so that a line fits on a terminal
	var shown []string
	for _, v := range c.Values[:min(len(c.Values), most)] {
		shown = append(shown, fmt.Sprintf("%s (%s)", v.Text, protocol.Grouped(v.Rows)))
	}
	if more := len(c.Values) - most; more > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, ", ")
}
