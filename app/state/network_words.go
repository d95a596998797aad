package state

import (
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/drnet"
)

// FigureInWords describes the drawing of the network.
func (f *Figure) FigureInWords() string {
	lines := 0
	for _, r := range f.Rules {
		if !r.Leaving && r.Open() {
			lines += len(r.Literals()) + r.More
		}
	}
	return "The network: " + core.Plural(f.Used, "question", "questions") + " of " + core.Count(len(f.Asks)) + " at the left, " +
		core.Plural(f.Open, "rule", "rules") + " of " + core.Count(f.Of) + " in the middle, joined by " + core.Plural(lines, "line", "lines") +
		", and an OR neuron that answers " + f.Answer + " if any rule fires."
}

// CoversInWords describes the training coverage of a rule.
func (r FigureRule) CoversInWords() string {
	switch {
	case r.Leaving:
		return "just switched off"
	case r.Covers < 0:
		return "rows are counted when you pause"
	case !r.Open():
		return "switched off; would cover " + core.Plural(r.Covers, "row", "rows")
	}
	return "covers " + core.Plural(r.Covers, "training row", "training rows")
}

// SignInWords names the effect of a line: "+", "NOT" or "closed".
func SignInWords(l drnet.Connection) string {
	switch {
	case !l.Open():
		return "closed"
	case l.W < 0:
		return "NOT"
	}
	return "+"
}

// Weight formats a weight.
func Weight(w float32) string { return core.Decimal(float64(w), 2) }

// LineInWords names a line for screen readers.
func (f *Figure) LineInWords(l drnet.Connection) string {
	return f.ConditionOf(l) + ", weight " + Weight(l.Weight())
}

// ConditionOf returns the condition of a line; that of a closed line is not negated.
func (f *Figure) ConditionOf(l drnet.Connection) string {
	return f.Asks[l.Feature].Text(l.Open() && l.W < 0)
}

// MeaningOf describes the effect of a line.
func (f *Figure) MeaningOf(l drnet.Connection) string {
	w := l.Weight()
	if !l.Open() {
		return "The gate is closed: the rule does not ask “" + f.Asks[l.Feature].Text(false) + "”."
	}
	text := "The rule asks for " + f.ConditionOf(l) + ". A row without it loses " + Weight(max(w, -w)) +
		" of the 1 that the rule starts with, and the rule does not fire."
	if max(w, -w) > 1 {
		text += " More than 1 is lost: training takes no more notice of such rows here."
	}
	return text
}

// GateInWords describes the certainty of a gate.
func GateInWords(loc float32) string {
	state := "open"
	if !drnet.Opens(loc) {
		state = "closed"
	}
	return state + "; open with probability " + core.Percent(float64(drnet.Probability(loc))) + " in a step"
}

// WeightInWords shows how the effective weight of a line is computed.
func WeightInWords(l drnet.Connection) string {
	return Weight(l.Weight()) + " (" + Weight(l.W) + " × gate " + strconv.FormatFloat(float64(drnet.Gate(l.Loc)), 'f', 2, 64) + ")"
}

// LinesInWords lists the conditions of a rule with their weights.
func (f *Figure) LinesInWords(r FigureRule) string {
	var list []string
	for _, w := range r.Wires {
		if w.Open() {
			list = append(list, f.ConditionOf(w.Connection)+" ("+Weight(w.Weight())+")")
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

// EditsInWords compares the edited network with the original one.
func (s State) EditsInWords() string {
	before, now := s.Edits.Before, s.Edits.Now
	switch {
	case now == nil || before == nil:
		return "Changed by hand: measuring …"
	case now.Problem != nil:
		return core.Sentence(now.Problem.Message)
	}
	text := "Changed by hand: right on " + core.Percent(now.Outcome.Train.Accuracy) +
		" of the training rows, before " + core.Percent(before.Outcome.Train.Accuracy)
	if now.Outcome.Test != nil && before.Outcome.Test != nil {
		text += "; on " + core.Percent(now.Outcome.Test.Accuracy) + " of the test rows, before " + core.Percent(before.Outcome.Test.Accuracy)
	}
	if len(now.Rules) == 0 {
		return text + ". It has no rule: it always answers the other value."
	}
	return text + ". Its rules, without what changes no answer:"
}

// EditedRules returns the first rules of the edited network as text.
func (s State) EditedRules() []string {
	_, model := s.learntNet()
	if s.Edits.Now == nil || model == nil {
		return nil
	}
	const most = 12
	var lines []string
	features := model.Encoder.Features()
	for _, r := range s.Edits.Now.Rules[:min(len(s.Edits.Now.Rules), most)] {
		lines = append(lines, r.Text(features))
	}
	if more := len(s.Edits.Now.Rules) - most; more > 0 {
		lines = append(lines, "… and "+core.Plural(more, "more rule", "more rules"))
	}
	return lines
}
