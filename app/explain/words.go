package explain

import (
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

const (
	tablelessText  = "No table: fill in the cells."
	findRow        = ". “All rows” under Data finds one by its cells, such as an ID."
	unfinishedText = "The search was incomplete: a smaller change may exist."
)

func (m Model) rowInWords() string {
	of := m.query.Of()
	if of == nil || of.Row == 0 {
		return "Custom row"
	}
	text := "Row " + core.Count(of.Row) + " of the table"
	if changed := len(of.Values); changed > 0 {
		text += " with " + core.Plural(changed, "cell", "cells") + " changed"
	}
	return text
}

func (m Model) pendingInWords(c core.View) string {
	switch {
	case !c.Answers():
		return "Rows are predicted when the engine is idle."
	case m.query.Problem != nil:
		return "No prediction."
	}
	return "Predicting …"
}

func whyInWords(a *protocol.Explained) string {
	var holding []string
	for k, v := range a.Verdicts {
		if v.Fires {
			holding = append(holding, strconv.Itoa(k+1))
		}
	}
	text := "Rules " + core.And(holding) + " hold."
	switch len(holding) {
	case 0:
		text = "No rule holds."
	case 1:
		text = "Rule " + holding[0] + " holds."
	}
	if a.Votes > 1 {
		text += " At least " + core.Count(a.Votes) + " must."
	}
	return strings.TrimSpace(text + " " + tableInWords(a.Right, a.Truth))
}

// tableInWords compares a prediction with the table, "" if the row is not in it.
func tableInWords(right *bool, truth string) string {
	switch {
	case right == nil:
		return ""
	case *right:
		return "Actual: " + truth + ", correct."
	}
	return "Actual: " + truth + ", wrong."
}

// differInWords lists the cells in which the nearest row differs, with the names that the columns have in the rules.
func differInWords(n *protocol.Neighbor, m *protocol.Model) string {
	var cells []string
	for _, c := range n.Cells {
		if !slices.Contains(n.Differ, c.Column) {
			continue
		}
		title := c.Column
		if i := m.Encoder.Column(c.Column); i >= 0 {
			title = m.Encoder.Columns[i].Title()
		}
		cells = append(cells, title+" is "+c.ForPeople())
	}
	const most = 6
	return "Differences in the conditions: " + strings.Join(core.First(cells, most), ", ") + "."
}
