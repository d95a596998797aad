package network

import (
	"cmp"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

const (
	pauseFirst  = "Pause the run first. A network in training cannot be edited or traced."
	weightsHint = "A positive weight requires the feature, a negative one its opposite. A row that breaks a condition loses the weight " +
		"from the initial 1, and the neuron does not fire. Training ignores edits."
)

func stageInWords(m *protocol.Model) string {
	switch {
	case m.Edited:
		return "Rules edited by hand"
	case m.Learned.Refined != nil:
		return "Refined rules"
	}
	return "Simplified rules"
}

// undrawn returns why the drawing is missing, "" if it is not.
func (f *figure) undrawn() string {
	switch {
	case f.cut > 0:
		return "The rules have " + core.Plural(f.cut, "condition", "conditions") + ". The network is drawn when " +
			core.Count(protocol.MaxListedConditions) + " or fewer are left."
	case len(f.drawn) == 0:
		return "No rule covers a row, so there is nothing to draw."
	}
	return ""
}

func (f *figure) inWords() string {
	return core.Plural(len(f.columns)+f.folded, "column", "columns") + " → " + core.Plural(len(f.drawn)+f.more, "rule", "rules") +
		" → OR: the network predicts " + core.And(f.answers) + " if " + rule.Enough(f.votes) + "."
}

func (f *figure) ruleInWords(k int) string {
	n := f.drawn[k]
	text := core.RuleName(n.number) + ": IF " + n.text + " THEN " + f.answers[n.class] + "."
	if f.rows == 0 {
		return text
	}
	return text + " It covers " + core.Count(n.covered) + " of " + core.Plural(f.rows, "training row", "training rows") + "."
}

func (f *figure) foldedColumns() string { return "+" + core.Plural(f.folded, "column", "columns") }

// foldedRules names the node of the rules that are not drawn, with an upper bound on the share of rows that they cover together.
func (f *figure) foldedRules() string {
	return "+" + core.Plural(f.more, "rule", "rules") + core.When(f.rows > 0, " · at most "+core.PercentOf(f.moreRows, f.rows)+" of rows")
}

// parts splits a name into a beginning, which is shortened if the name is too long, and an end, because names often differ there.
func parts(name string) (first, end string) {
	letters := []rune(name)
	at := max(len(letters)-6, len(letters)/2)
	return string(letters[:at]), string(letters[at:])
}

// kinds names the two kinds of conditions: those that hold on the traced row or not or, without one, those that require or exclude values.
func kinds(row *protocol.Explained) [2]struct{ edge, mark, text string } {
	if row != nil {
		return [2]struct{ edge, mark, text string }{{"holds", "✓", "holds"}, {"fails", "✗", "does not hold"}}
	}
	return [2]struct{ edge, mark, text string }{{"requires", "●", "requires"}, {"excludes", "○", "excludes (NOT)"}}
}

const keyInWords = "shaded: values that the rule accepts · the darker a line, the more rows the rule covers"

// cellInWords returns the cell of a column, given by its title, in the traced row.
func cellInWords(row *protocol.Explained, title string) string {
	if row == nil {
		return ""
	}
	for _, cell := range row.Cells {
		if dataset.EscapeControl(cell.Title()) == title {
			return core.Shortened(cell.ForPeople())
		}
	}
	return ""
}

func (f *figure) rowInWords(row *protocol.Explained) string {
	if row == nil {
		return ""
	}
	var names []string
	for _, n := range f.nodes {
		if n.fires(row) {
			names = append(names, core.RuleName(n.number)+core.When(len(f.answers) > 1, " ("+f.answers[n.class]+")"))
		}
	}
	names, verb := core.First(names, mostRules), core.Either(len(names) > 1, " hold", " holds")
	answer, truth, right := row.Answer, row.Truth, row.Right
	if d := row.Decision; d != nil {
		answer, truth, right = d.Answer, d.Truth, d.Right
	}
	text := "Row " + core.Count(row.Row) + ": " + cmp.Or(core.And(names), "no rule") + verb + ", so the prediction is " + answer + "."
	switch {
	case truth == "":
		return text + " The row has no label."
	case right == nil:
		return text + " The label is " + truth + "."
	case *right:
		return text + " The label is " + truth + ": the prediction is correct."
	}
	return text + " The label is " + truth + ": the prediction is wrong."
}

func neuronInWords(n drnet.Neuron) string {
	state := core.Either(n.Open(), ", on", ", off")
	text := core.Count(n.Rule+1) + state
	if n.Covers < 0 {
		return text
	}
	return text + ", " + core.Plural(n.Covers, "training row", "training rows")
}

func (e edits) inWords() string {
	before, now := e.before, e.now
	switch {
	case e.query.Problem != nil:
		return e.query.Problem.Message
	case now == nil || before == nil:
		return "Edited by hand: evaluating …"
	}
	text := "Edited by hand: train accuracy " + core.Percent(now.Outcome.Train.Accuracy) + ", before " +
		core.Percent(before.Outcome.Train.Accuracy)
	if now.Outcome.Test != nil && before.Outcome.Test != nil {
		text += "; test accuracy " + core.Percent(now.Outcome.Test.Accuracy) + ", before " + core.Percent(before.Outcome.Test.Accuracy)
	}
	if len(now.Rules) == 0 {
		return text + ". Without rules it always predicts the other value."
	}
	return text + ". The drawing shows its simplified rules."
}
