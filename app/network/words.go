package network

import (
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/drnet"
)

// The notes on editing.
const (
	pauseFirst = "Pause the run first. A network in training cannot be edited or traced."
	editHint   = "Select a rule, then one of its lines, and type another weight. Training ignores the edit."
	selectLine = "Select the line to edit it."
)

// inWords describes the drawing of the network.
func (f *figure) inWords() string {
	lines := 0
	for _, r := range f.rules {
		if !r.leaving && r.Open() {
			lines += len(r.Literals()) + r.More
		}
	}
	return "The network: " + core.Count(f.used) + " of " + core.Plural(len(f.features), "feature", "features") + ", " +
		core.Count(f.open) + " of " + core.Plural(f.of, "rule", "rules") + ", and " + core.Plural(lines, "line", "lines") +
		" between them; an OR neuron predicts " + f.answer + " if any rule fires."
}

// ruleInWords describes the drawn rule with a number from 1, or the whole network if there is none.
func (f *figure) ruleInWords(number int) string {
	k := f.place(number)
	if k < 0 {
		return f.inWords()
	}
	r := f.rules[k]
	return "R" + core.Count(r.Rule+1) + ": IF " + r.text + " (" + r.coverage() + ")."
}

func (m Model) traceComplaint(c core.View) string {
	if c.Table == nil || m.traceRow(c) != 0 {
		return ""
	}
	return "Type a row from 1 to " + core.Count(c.Table.Rows) + "."
}

// coverage describes the training coverage of a rule.
func (r figureRule) coverage() string {
	switch {
	case r.leaving:
		return "just switched off"
	case r.Covers < 0:
		return "rows are counted when you pause"
	case !r.Open():
		return "switched off; would cover " + core.Plural(r.Covers, "row", "rows")
	}
	return "covers " + core.Plural(r.Covers, "training row", "training rows")
}

// sign names the effect of a line: "+", "NOT" or "closed".
func sign(l drnet.Connection) string {
	switch {
	case !l.Open():
		return "closed"
	case l.W < 0:
		return "NOT"
	}
	return "+"
}

// weightText formats a weight.
func weightText(w float32) string { return core.Decimal(float64(w), 2) }

// lineName names a line for screen readers.
func (f *figure) lineName(l drnet.Connection) string {
	return f.condition(l) + ", weight " + weightText(l.Weight())
}

// condition returns the condition of a line; that of a closed line is not negated.
func (f *figure) condition(l drnet.Connection) string {
	return f.features[l.Feature].Text(l.Open() && l.W < 0)
}

// meaning describes the effect of a line.
func (f *figure) meaning(l drnet.Connection) string {
	w := l.Weight()
	if !l.Open() {
		return "The gate is closed: the rule ignores “" + f.features[l.Feature].Text(false) + "”."
	}
	text := "The rule requires " + f.condition(l) + ". A row without it loses " + weightText(max(w, -w)) +
		" of the initial 1, and the rule does not fire."
	return text + core.When(max(w, -w) > 1, " The loss is above 1: training ignores such rows here.")
}

// gateInWords describes the certainty of a gate.
func gateInWords(loc float32) string {
	state := "open"
	if !drnet.Opens(loc) {
		state = "closed"
	}
	return state + "; open with probability " + core.Percent(float64(drnet.Probability(loc))) + " in a step"
}

// weightInWords shows how the effective weight of a line is computed.
func weightInWords(l drnet.Connection) string {
	return weightText(l.Weight()) + " (" + weightText(l.W) + " × gate " + strconv.FormatFloat(float64(drnet.Gate(l.Loc)), 'f', 2, 64) + ")"
}

// conditions lists the conditions of a rule with their weights.
func (f *figure) conditions(r figureRule) string {
	var list []string
	for _, w := range r.wires {
		if w.Open() {
			list = append(list, f.condition(w.Connection)+" ("+weightText(w.Weight())+")")
		}
	}
	text := strings.Join(list, ", ")
	rest := len(r.Literals()) + r.More - len(list)
	switch {
	case len(list) == 0 && rest == 0:
		return "none: it always fires"
	case rest > 0:
		return strings.TrimPrefix(text+" and "+core.Plural(rest, "more condition", "more conditions"), " and ")
	}
	return text
}

// inWords compares the edited network with the original one.
func (e edits) inWords() string {
	before, now := e.before, e.now
	switch {
	case now == nil || before == nil:
		return "Edited by hand: evaluating …"
	case now.Problem != nil:
		return core.Sentence(now.Problem.Message)
	}
	text := "Edited by hand: train accuracy " + core.Percent(now.Outcome.Train.Accuracy) + ", before " +
		core.Percent(before.Outcome.Train.Accuracy)
	if now.Outcome.Test != nil && before.Outcome.Test != nil {
		text += "; test accuracy " + core.Percent(now.Outcome.Test.Accuracy) + ", before " + core.Percent(before.Outcome.Test.Accuracy)
	}
	if len(now.Rules) == 0 {
		return text + ". Without rules it always predicts the other value."
	}
	return text + ". Its rules, simplified:"
}

// editedRules returns the first rules of the edited network as text.
func (m Model) editedRules(c core.View) []string {
	_, model := learned(c)
	if m.edits.now == nil || model == nil {
		return nil
	}
	const most = 12
	var lines []string
	features := model.Encoder.Features()
	for _, r := range m.edits.now.Rules[:min(len(m.edits.now.Rules), most)] {
		lines = append(lines, r.Text(features))
	}
	if more := len(m.edits.now.Rules) - most; more > 0 {
		lines = append(lines, "… and "+core.Plural(more, "more rule", "more rules"))
	}
	return lines
}
