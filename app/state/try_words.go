package state

import (
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// NoAnswerInWords describes why the prediction for a row is missing.
func (s State) NoAnswerInWords() string {
	switch {
	case s.Run.Active():
		return "The engine is training: rows are answered when it has ended."
	case s.Try.Query.Problem != nil:
		return "No answer."
	}
	return "Answering …"
}

// WhyInWords explains the prediction for a row, and whether the table agrees.
func WhyInWords(a *protocol.Explained) string {
	var fire []string
	for k, v := range a.Verdicts {
		if v.Fires {
			fire = append(fire, strconv.Itoa(k+1))
		}
	}
	text := "No rule is true."
	switch n := len(fire); {
	case n == 1:
		text = "Rule " + fire[0] + " is true."
	case n > 1:
		text = "Rules " + strings.Join(fire[:n-1], ", ") + " and " + fire[n-1] + " are true."
	}
	switch {
	case a.Right != nil && *a.Right:
		text += " The table says " + a.Truth + " too."
	case a.Right != nil:
		text += " The table says " + a.Truth + " for this row."
	}
	return text
}

// DifferInWords lists the cells in which the nearest row differs.
func DifferInWords(n *protocol.Neighbor) string {
	var cells []string
	for _, c := range n.Cells {
		if slices.Contains(n.Differ, c.Column) {
			text := c.Text
			if c.Missing {
				text = "missing"
			}
			cells = append(cells, c.Column+" is "+text)
		}
	}
	const most = 6
	if len(cells) > most {
		cells = append(cells[:most], core.Count(len(cells)-most)+" more")
	}
	return "The rules tell it from this row by: " + strings.Join(cells, ", ") + "."
}

// NoFlipInWords describes why no change leads to the other prediction.
func NoFlipInWords(a *protocol.Explained) string { return core.Sentence(a.Counterfactuals.Why) }
