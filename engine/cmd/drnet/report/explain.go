package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

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
	if e.Right == nil {
		e.Truth = "" // the label is not one of the model's
	}
	writePrediction(w, e, e.Answer, actualText(m.Encoder.Target.Title(m.Target), e.Truth, e.Right), m.Edited)
	if e.Score != nil {
		fmt.Fprintf(w, "%s\n", dataset.EscapeControl(e.Score.String()))
	}
	if e.Votes > 1 {
		fmt.Fprintf(w, "%d of %d rules hold; at least %d must\n", e.Firing(), len(e.Verdicts), e.Votes)
	}
	var alone *protocol.MultiClass
	Rules(w, alone.Numbers(0, len(e.Verdicts)), e)
	Others(w, e)
}

// writePrediction writes the predicted class of a row, and the notes about it.
func writePrediction(w io.Writer, e protocol.Explained, answer, actual string, edited bool) {
	fmt.Fprintf(w, "row %d: predicted %s%s\n", e.Row, dataset.EscapeControl(answer), dataset.EscapeControl(actual))
	writeNotes(w, e.Notes)
	if edited {
		fmt.Fprintf(w, "note: the rules were %s\n", rule.ByHand)
	}
}

// actualText compares a prediction with the table; "" if the label is unknown.
func actualText(target, truth string, right *bool) string {
	switch {
	case right != nil && *right:
		return " (correct)"
	case right != nil || truth != "":
		return fmt.Sprintf(" (actual: %s = %s)", target, truth)
	}
	return ""
}

// Rules writes the verdict of each rule under its number.
func Rules(w io.Writer, numbers []int, e protocol.Explained) {
	for k, v := range e.Verdicts {
		verdict, nearest := v.String(), ""
		if !v.Fires {
			verdict = "does not hold (" + verdict + ")"
		}
		if e.Miss == k+1 && len(e.Verdicts) > 1 {
			nearest = ", the nearest miss"
		}
		var asks []string
		for _, check := range v.Checks {
			asks = append(asks, check.Text)
		}
		fmt.Fprintf(w, "\nrule %d %s%s: %s\n", numbers[k], verdict, nearest, cmp.Or(strings.Join(asks, " AND "), rule.Always))
		for _, check := range v.Checks {
			mark, words := "yes", check.Words
			if !check.Holds {
				mark, words = "no ", words+", the rule needs “"+check.Text+"”"
			}
			fmt.Fprintf(w, "  %s  %s\n", mark, dataset.EscapeControl(words))
		}
	}
}

// Others writes the counterfactuals and the nearest row with another prediction.
func Others(w io.Writer, e protocol.Explained) {
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

func writeNearest(w io.Writer, e protocol.Explained) {
	n := e.Nearest
	if n == nil {
		fmt.Fprintf(w, "\nno row of the table is predicted %s\n", dataset.EscapeControl(e.Other))
		return
	}
	correct := ""
	if n.Right {
		correct = " (correct)"
	}
	fmt.Fprintf(w, "\nnearest row predicted %s%s: row %d\n", dataset.EscapeControl(e.Other), correct, n.Row)
	for i, cell := range n.Cells {
		if !cell.Used {
			continue
		}
		text := cell.Title() + " = " + cell.ForPeople()
		if slices.Contains(n.Differ, cell.Column) {
			text += "   (this row: " + e.Cells[i].ForPeople() + ")"
		}
		fmt.Fprintf(w, "  %s\n", strings.TrimRight(dataset.EscapeControl(text), " "))
	}
}

// Decision writes the predicted class of a row, and why other classes are not predicted.
func Decision(w io.Writer, c *protocol.MultiClass, e protocol.Explained) {
	d := e.Decision
	writePrediction(w, e, d.Answer, actualText(c.Encoder.Target.Title(c.Target), d.Truth, d.Right), c.Edited())
	for _, why := range d.Why {
		fmt.Fprintln(w, dataset.EscapeControl(why))
	}
	for _, v := range d.Votes {
		fmt.Fprintf(w, "  %s\n", dataset.EscapeControl(v.Text))
	}
}
