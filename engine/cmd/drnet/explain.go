package main

import (
	"fmt"
	"io"
	"strings"

	"drnet/engine"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// explainJSON is what drnet explain -format json prints.
type explainJSON struct {
	Schema string   `json:"schema"`
	Rules  []string `json:"rules"` // one for each of the verdicts
	protocol.Explained
}

// explainCall is what the command line asked for.
type explainCall struct {
	data                  *dataFlags
	model, freeze, format string
	row                   int
	missingGiven          bool
}

func (c *command) explain(args []string) error {
	var t explainCall
	fs := newFlags("explain -model M.json -row N FILE [flags]")
	t.data = addDataFlags(fs)
	fs.StringVar(&t.model, "model", "", "model `file`, as drnet train writes it")
	fs.Func("row", "`number` of the row to explain, from 1, as drnet apply prints it", positive(&t.row))
	fs.StringVar(&t.freeze, "freeze", "", "`columns` that stay as they are, separated by commas")
	fs.StringVar(&t.format, "format", "text", "text|json: how the result is written")
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	path, err := oneFile(words)
	if err != nil {
		return err
	}
	switch {
	case t.model == "":
		return usageError("-model is missing: name the model file")
	case t.row == 0:
		return usageError("-row is missing: give the number of a row, from 1, as drnet apply prints it")
	}
	if err := checkFormat(t.format); err != nil {
		return err
	}
	t.missingGiven = given(fs, "missing-values")
	return c.told(c.runExplain(t, path), t.format)
}

func (c *command) runExplain(t explainCall, path string) error {
	options, err := t.data.options()
	if err != nil {
		return err
	}
	model, err := readModel(t.model)
	if err != nil {
		return err
	}
	if !t.missingGiven { // the same cells as in training
		options.MissingValues = missingOf(model)
	}
	s := engine.NewSession()
	if _, err := c.load(s, path, protocol.Load{Options: options}, newMeter(c.errors)); err != nil {
		return err
	}
	request := protocol.Explain{Model: model.Model, Row: t.row, Freeze: split(t.freeze), Nearest: true}
	whole := model.MultiClass
	if whole != nil { // which class it is says whose rules are told one by one
		request.MultiClass, request.Model, request.Nearest = whole, whole.Members[0], false
		e, err := ask(c.ctx, s, request, func(protocol.Event) {})
		if err != nil {
			return err
		}
		request.Nearest = true
		if whole.Codes == nil {
			request.Model = whole.Members[e.(protocol.Explained).Decision.Class]
		}
	}
	e, err := ask(c.ctx, s, request, func(protocol.Event) {})
	if err != nil {
		return err
	}
	explained, m := e.(protocol.Explained), request.Model
	if t.format == "json" {
		out := explainJSON{"drnet.explain/1", []string{}, explained}
		for _, r := range m.Rules {
			out.Rules = append(out.Rules, r.Text(m.Encoder.Features()))
		}
		return c.printJSON(out)
	}
	if whole != nil {
		printDecision(c.people(), whole, explained)
		if whole.Codes != nil {
			return nil
		}
		fmt.Fprintf(c.people(), "\nThe rules of %q alone:\n", m.Positive)
		printRules(c.people(), m, explained)
		return nil
	}
	printExplained(c.people(), m, explained)
	return nil
}

// printExplained writes for people why a row is answered as it is.
func printExplained(w io.Writer, m *protocol.Model, e protocol.Explained) {
	fmt.Fprintf(w, "row %d: %s%s\n", e.Row, dataset.Legible(e.Answer), dataset.Legible(inTheTable(m, e)))
	for _, note := range legibles(e.Notes) {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	if m.Edited {
		fmt.Fprintf(w, "note: the rules were %s\n", rule.ByHand)
	}
	printRules(w, m, e)
}

// printRules writes what each rule says, and what would have to be another.
func printRules(w io.Writer, m *protocol.Model, e protocol.Explained) {
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
			fmt.Fprintf(w, "  %s  %s\n", mark, dataset.Legible(check.Words))
		}
	}
	fmt.Fprintf(w, "\nsmallest changes to %s:\n", dataset.Legible(e.Other))
	for k, f := range e.Counterfactuals.Found {
		fmt.Fprintf(w, "  %d. %s\n", k+1, dataset.Legible(f.String()))
	}
	if e.Why != "" {
		fmt.Fprintf(w, "  none: %s\n", dataset.Legible(e.Why))
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
		fmt.Fprintf(w, "\nno row of the table is answered by %s\n", dataset.Legible(e.Other))
		return
	}
	as := ""
	if n.Right {
		as = ", as in the table"
	}
	fmt.Fprintf(w, "\nnearest row with %s%s: row %d\n", dataset.Legible(e.Other), as, n.Row)
	for i, cell := range n.Cells {
		if cell.Used {
			differs := ""
			for _, name := range n.Differ {
				if name == cell.Column {
					differs = "   (here " + shown(e.Cells[i]) + ")"
				}
			}
			fmt.Fprintf(w, "  %s\n", strings.TrimRight(dataset.Legible(cell.Column+" = "+shown(cell)+differs), " "))
		}
	}
}

func shown(c rule.Cell) string {
	if c.Missing {
		return "missing"
	}
	return c.Text
}
