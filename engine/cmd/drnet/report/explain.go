package report

import (
	"fmt"
	"io"
	"strings"

	"drnet/engine/cmd/drnet/console"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// explainJSON is the output of drnet explain -format json.
type explainJSON struct {
	Schema string   `json:"schema"`
	Rules  []string `json:"rules"` // one for each of the verdicts
	protocol.Explained
}

// ExplainJSON returns the JSON form of an explanation by the rules of a model.
func ExplainJSON(m *protocol.Model, e protocol.Explained) any {
	out := explainJSON{"drnet.explain/1", []string{}, e}
	for _, r := range m.Rules {
		out.Rules = append(out.Rules, r.Text(m.Encoder.Features()))
	}
	return out
}

// Explained explains the prediction of a row by the rules of a model.
func Explained(w io.Writer, m *protocol.Model, e protocol.Explained) {
	fmt.Fprintf(w, "row %d: predicted %s%s\n", e.Row, dataset.EscapeControl(e.Answer), dataset.EscapeControl(inTheTable(m, e)))
	for _, note := range console.LegibleAll(e.Notes) {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	if m.Edited {
		fmt.Fprintf(w, "note: the rules were %s\n", rule.ByHand)
	}
	Rules(w, m, e)
}

// Rules writes the verdict of each rule, the counterfactuals and the nearest row.
func Rules(w io.Writer, m *protocol.Model, e protocol.Explained) {
	features := m.Encoder.Features()
	for k, v := range e.Verdicts {
		nearest := ""
		if e.Miss == k+1 && len(e.Verdicts) > 1 {
			nearest = ", the nearest miss"
		}
		fmt.Fprintf(w, "\nrule %d %s%s: %s\n", k+1, verdictText(v), nearest, m.Rules[k].Text(features))
		for _, check := range v.Checks {
			mark := "yes"
			if !check.Holds {
				mark = "no "
			}
			fmt.Fprintf(w, "  %s  %s\n", mark, dataset.EscapeControl(check.Words))
		}
	}
	fmt.Fprintf(w, "\ncounterfactuals for %s:\n", dataset.EscapeControl(e.Other))
	for k, f := range e.Counterfactuals.Found {
		fmt.Fprintf(w, "  %d. %s\n", k+1, dataset.EscapeControl(f.String()))
	}
	if e.Why != "" {
		fmt.Fprintf(w, "  none: %s\n", dataset.EscapeControl(e.Why))
	} else if e.Unfinished {
		fmt.Fprintln(w, "  the search gave up: there may be others")
	}
	writeNearest(w, e)
}

// verdictText writes a verdict after the number of its rule.
func verdictText(v rule.Verdict) string {
	if v.Fires {
		return v.String()
	}
	return "does not fire (" + v.String() + ")"
}

// inTheTable compares the prediction with the table.
func inTheTable(m *protocol.Model, e protocol.Explained) string {
	switch {
	case e.Right == nil:
		return ""
	case *e.Right:
		return " (correct)"
	}
	return fmt.Sprintf(" (actual: %s = %s)", m.Target, e.Truth)
}

func writeNearest(w io.Writer, e protocol.Explained) {
	n := e.Nearest
	if n == nil {
		fmt.Fprintf(w, "\nno row of the table is predicted %s\n", dataset.EscapeControl(e.Other))
		return
	}
	as := ""
	if n.Right {
		as = " (correct)"
	}
	fmt.Fprintf(w, "\nnearest row predicted %s%s: row %d\n", dataset.EscapeControl(e.Other), as, n.Row)
	for i, cell := range n.Cells {
		if cell.Used {
			differs := ""
			for _, name := range n.Differ {
				if name == cell.Column {
					differs = "   (this row: " + shown(e.Cells[i]) + ")"
				}
			}
			fmt.Fprintf(w, "  %s\n", strings.TrimRight(dataset.EscapeControl(cell.Column+" = "+shown(cell)+differs), " "))
		}
	}
}

func shown(c rule.ExplainedCell) string {
	if c.Missing {
		return "missing"
	}
	return c.Text
}

// Decision writes the predicted class of a row, and why other classes are not predicted.
func Decision(w io.Writer, c *protocol.MultiClass, e protocol.Explained) {
	d := e.Decision
	truth := ""
	switch {
	case d.Right != nil && *d.Right:
		truth = " (correct)"
	case d.Right != nil || d.Truth != "":
		truth = fmt.Sprintf(" (actual: %s = %s)", c.Target, d.Truth)
	}
	fmt.Fprintf(w, "row %d: predicted %s%s\n", e.Row, dataset.EscapeControl(d.Answer), dataset.EscapeControl(truth))
	for _, note := range console.LegibleAll(e.Notes) {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	if c.Edited() {
		fmt.Fprintf(w, "note: the rules were %s\n", rule.ByHand)
	}
	for _, why := range console.LegibleAll(d.Why) {
		fmt.Fprintln(w, why)
	}
	for _, v := range d.Votes {
		fmt.Fprintf(w, "  %s\n", dataset.EscapeControl(v.Text))
	}
}
