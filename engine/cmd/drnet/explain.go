package main

import (
	"fmt"
	"io"
	"strings"

	"drnet/engine"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// explainJSON is what drnet explain -format json prints.
type explainJSON struct {
	Schema string   `json:"schema"`
	Rules  []string `json:"rules"` // one for each of the verdicts
	protocol.Explained
}

func (c *command) explain(args []string) error {
	fs := newFlags("explain -model M.json -row N FILE [flags]")
	data := addDataFlags(fs)
	path := fs.String("model", "", "model `file`, as drnet train writes it")
	row := 0
	fs.Func("row", "`number` of the row to explain, from 1, as drnet apply prints it", positive(&row))
	freeze := fs.String("freeze", "", "`columns` that stay as they are, separated by commas")
	format := fs.String("format", "text", "text|json: how the result is written")
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	file, err := oneFile(words)
	if err != nil {
		return err
	}
	switch {
	case *path == "":
		return usageError("-model is missing: name the model file")
	case row == 0:
		return usageError("-row is missing: give the number of a row, from 1, as drnet apply prints it")
	}
	if err := checkFormat(*format); err != nil {
		return err
	}
	options, err := data.options()
	if err != nil {
		return err
	}
	model, err := readModel(*path)
	if err != nil {
		return c.told(err, *format)
	}
	if !given(fs, "missing-values") { // the same cells as in training
		options.MissingValues = model.Learnt.Missing
	}
	s := engine.NewSession()
	if _, err := c.load(s, file, protocol.Load{Options: options}, newMeter(c.errors)); err != nil {
		return c.told(err, *format)
	}
	e, err := ask(c.ctx, s, protocol.Explain{Model: model, Row: row, Freeze: split(*freeze), Nearest: true}, func(protocol.Event) {})
	if err != nil {
		return c.told(err, *format)
	}
	if *format == "json" {
		out := explainJSON{"drnet.explain/1", []string{}, e.(protocol.Explained)}
		for _, r := range model.Rules {
			out.Rules = append(out.Rules, r.Text(model.Encoder.Features()))
		}
		return c.printJSON(out)
	}
	printExplained(c.out, model, e.(protocol.Explained))
	return nil
}

// printExplained writes for people why a row is answered as it is.
func printExplained(w io.Writer, m *protocol.Model, e protocol.Explained) {
	fmt.Fprintf(w, "row %d: %s%s\n", e.Row, e.Answer, inTheTable(m, e))
	for _, note := range e.Notes {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	if m.Edited {
		fmt.Fprintf(w, "note: the rules were %s\n", rule.ByHand)
	}
	features := m.Encoder.Features()
	for k, v := range e.Verdicts {
		nearest := ""
		if e.Miss == k+1 && len(e.Verdicts) > 1 {
			nearest = ", the nearest miss"
		}
		fmt.Fprintf(w, "\nrule %d %s%s: %s\n", k+1, says(v), nearest, m.Rules[k].Text(features))
		for _, check := range v.Checks {
			mark := "yes"
			if !check.Holds {
				mark = "no "
			}
			fmt.Fprintf(w, "  %s  %s\n", mark, check.Words)
		}
	}
	fmt.Fprintf(w, "\nsmallest changes to %s:\n", e.Other)
	for k, f := range e.Flips.Flips {
		fmt.Fprintf(w, "  %d. %s\n", k+1, f)
	}
	if e.Why != "" {
		fmt.Fprintf(w, "  none: %s\n", e.Why)
	} else if e.Unfinished {
		fmt.Fprintln(w, "  there are too many possibilities to try them all: there may be others")
	}
	printNearest(w, e)
}

// says puts a verdict behind the number of its rule.
func says(v rule.Verdict) string {
	if v.Fires {
		return v.String()
	}
	return "does not fire (" + v.String() + ")"
}

// inTheTable compares the answer with the table.
func inTheTable(m *protocol.Model, e protocol.Explained) string {
	switch {
	case e.Right == nil:
		return ""
	case *e.Right:
		return ", as in the table"
	}
	return fmt.Sprintf(", and the table has %s = %s", m.Target, e.Truth)
}

func printNearest(w io.Writer, e protocol.Explained) {
	n := e.Nearest
	if n == nil {
		fmt.Fprintf(w, "\nno row of the table is answered by %s\n", e.Other)
		return
	}
	as := ""
	if n.Right {
		as = ", as in the table"
	}
	fmt.Fprintf(w, "\nnearest row with %s%s: row %d\n", e.Other, as, n.Row)
	for i, cell := range n.Cells {
		if cell.Used {
			differs := ""
			for _, name := range n.Differ {
				if name == cell.Column {
					differs = "   (here " + shown(e.Cells[i]) + ")"
				}
			}
			fmt.Fprintf(w, "  %s\n", strings.TrimRight(cell.Column+" = "+shown(cell)+differs, " "))
		}
	}
}

func shown(c rule.Cell) string {
	if c.Missing {
		return "missing"
	}
	return c.Text
}
