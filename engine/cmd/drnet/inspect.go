package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"drnet/engine"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// inspectJSON is what drnet inspect -format json prints.
type inspectJSON struct {
	Outcome  string          `json:"outcome"`
	Kind     string          `json:"error_kind"` // "" here; a refusal has one
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
	Cells    map[string]any  `json:"cells"`
}

func (c *command) inspect(args []string) error {
	fs := newFlags("inspect FILE [flags]")
	data := addDataFlags(fs)
	format := fs.String("format", "text", "text|json: how the result is written")
	cells := fs.String("cells", "", "single cells to show, as `row,column;row,column` from 0")
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	path, err := oneFile(words)
	if err != nil {
		return err
	}
	if err := checkFormat(*format); err != nil {
		return err
	}
	options, err := data.options()
	if err != nil {
		return err
	}
	at, err := parseCells(*cells)
	if err != nil {
		return err
	}
	loaded, err := c.load(engine.NewSession(), path, protocol.Load{Options: options, Cells: at}, newMeter(c.errors))
	if err == nil {
		err = checkNames(loaded.Table, data.ignored())
	}
	if err != nil {
		return c.told(err, *format)
	}
	if *format == "json" {
		return c.printJSON(describe(loaded.Table, at))
	}
	c.printTable(loaded.Table, data.ignored())
	return nil
}

// checkNames refuses columns that the table does not have.
func checkNames(t protocol.Table, asked []string) error {
	for _, name := range asked {
		if !slices.ContainsFunc(t.Columns, func(c protocol.Column) bool { return c.Name == name }) {
			return failure{protocol.Refused{
				Kind: dataset.Header, Message: fmt.Sprintf("there is no column %q", name),
				Hint: "drnet inspect without -ignore lists the columns",
			}}
		}
	}
	return nil
}

// parseCells reads "0,1;5,2".
func parseCells(list string) (at [][2]int, err error) {
	for _, pair := range strings.Split(list, ";") {
		if pair == "" {
			continue
		}
		var row, column int
		if n, err := fmt.Sscanf(pair+"\n", "%d,%d\n", &row, &column); n != 2 || err != nil {
			return nil, usageError(fmt.Sprintf("-cells has %q: it must be row,column", pair))
		}
		at = append(at, [2]int{row, column})
	}
	return at, nil
}

func describe(t protocol.Table, at [][2]int) inspectJSON {
	out := inspectJSON{
		Outcome: "ok", Warnings: t.Doubts(), Dialect: t.Dialect, Rows: t.Rows, Cols: len(t.Columns),
		Names: []string{}, Types: []dataset.Kind{}, Missing: []int{}, LeftOut: t.LeftOut, Repaired: t.Repaired, Cells: map[string]any{},
	}
	for _, column := range t.Columns {
		out.Names = append(out.Names, column.Name)
		out.Types = append(out.Types, column.Kind)
		out.Missing = append(out.Missing, column.Missing)
	}
	for i, cell := range t.Cells {
		key := fmt.Sprintf("%d,%d", at[i][0], at[i][1])
		switch {
		case cell == nil:
			out.Cells[key] = nil
		case cell.Number != nil:
			out.Cells[key] = *cell.Number
		default:
			out.Cells[key] = cell.Text
		}
	}
	return out
}

func (c *command) printTable(t protocol.Table, ignored []string) {
	out := c.people()
	fmt.Fprintf(out, "%s: %d rows, %d columns; %s\n", dataset.Legible(t.Name), t.Rows, len(t.Columns), t.ReadAs())
	if said := accounted(t); said != "" {
		fmt.Fprintf(out, "%s\n", said)
	}
	for _, warning := range legibles(t.Doubts()) {
		fmt.Fprintf(out, "note: %s\n", warning)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\ncolumn\ttype\tmissing\tvalues\n")
	for _, column := range t.Columns {
		kind := string(column.Kind)
		if slices.Contains(ignored, column.Name) {
			kind += ", left out"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", dataset.Legible(column.Name), kind, column.Missing, dataset.Legible(valuesOf(column)))
	}
	w.Flush()
}

// accounted says what became of the rows that are not in the table as they stand in the file, "" if there are none.
func accounted(t protocol.Table) string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{t.Repaired, "repaired"}, {t.LeftOut, "left out"}, {t.Blank, "blank"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "rows " + strings.Join(parts, ", ")
}

// valuesOf lists the first values of a column that has few.
func valuesOf(c protocol.Column) string {
	const most = 4 // fits beside the rest on a terminal
	var shown []string
	for i, v := range c.Values {
		if i == most {
			shown = append(shown, fmt.Sprintf("and %d more", len(c.Values)-most))
			break
		}
		shown = append(shown, fmt.Sprintf("%s (%d)", v.Text, v.Rows))
	}
	return strings.Join(shown, ", ")
}
