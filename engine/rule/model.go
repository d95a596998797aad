package rule

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// A Model is all that is needed to predict new rows: the encoder, the rules, and the names of the classes.
type Model struct {
	Target   string            `json:"target"`   // the predicted column
	Positive string            `json:"positive"` // its value where enough rules hold
	Negative string            `json:"negative"` // its value elsewhere
	Encoder  *binarize.Encoder `json:"encoder,omitempty"`
	Rules    Set               `json:"rules"`
	// K is the number of rules that must hold for the positive prediction; 0 stands for 1. See Votes.
	K int `json:"k,omitempty"`
	// Scorecard estimates probabilities by these rules. It is nil in older files, for a set of a multiclass model, and after an
	// edit of the rules.
	Scorecard *Scorecard `json:"scorecard,omitempty"`

	// Yes and No are the values that Positive and Negative stand for if they name groups of values; else nil.
	Yes []string `json:"yes,omitempty"`
	No  []string `json:"no,omitempty"`

	Edited bool   `json:"edited,omitempty"` // a user changed the rules after training
	Marks  []Mark `json:"marks,omitempty"`  // the user's notes: one for each of Rules, or none at all
	Off    []Idle `json:"off,omitempty"`    // rules that are switched off, by ascending place
}

// Votes returns the number of rules that must hold for the positive prediction, at least 1.
func (m *Model) Votes() int { return max(m.K, 1) }

// Combination is how the rules of a set combine.
type Combination string

// The combinations.
const (
	AnyRule   Combination = ""      // one rule that holds is enough
	SomeRules Combination = "votes" // a number of rules must hold, which is learned
	AutoForm  Combination = "auto"  // AnyRule or SomeRules, whichever is better by cross-validation
)

const maxVotes = 1000 // limits what a damaged file can ask for

// Validate returns an error if the model, which may come from a damaged file, cannot be used.
func (m *Model) Validate() error {
	if m.Encoder == nil {
		return fmt.Errorf("rule: the model has no encoder")
	}
	if err := m.Encoder.Validate(); err != nil {
		return err
	}
	n := m.Encoder.Bits()
	for k, r := range m.Rules {
		for _, l := range r {
			if l.Feature < 0 || l.Feature >= n {
				return fmt.Errorf("rule: rule %d asks for feature %d: the encoder has %d", k+1, l.Feature, n)
			}
		}
	}
	if len(m.Rules) > math.MaxUint16 {
		return fmt.Errorf("rule: there are more than %d rules", math.MaxUint16)
	}
	if m.K < 0 || m.K > maxVotes {
		return fmt.Errorf("rule: %d rules must hold: at most %d are possible", m.K, maxVotes)
	}
	if m.Scorecard != nil {
		if err := m.Scorecard.validate(len(m.Rules), n); err != nil {
			return err
		}
	}
	return m.validateEdits(n)
}

// Text returns the rules as an IF … THEN … ELSE sentence over several lines, each escaped by dataset.EscapeControl.
func (m *Model) Text(integers Integers) string {
	t, rules := NewTypesetter(m.Encoder, integers), []string(nil)
	for _, r := range m.Rules {
		rules = append(rules, t.Line(r, MissingMark))
	}
	says := func(positive bool) string { return dataset.EscapeControl(m.Prediction(positive)) }
	text := Sentence(rules, m.Votes(), says(true), says(false)) + t.Noted(m.Rules, "", "\n")
	if m.Edited {
		text += "(" + ByHand + ")\n"
	}
	return text
}

// Sentence writes the lines of a set, of which votes rules must hold, as an IF … THEN … ELSE sentence.
func Sentence(rules []string, votes int, positive, negative string) string {
	text := cmp.Or(strings.Join(rules, "\nOR   "), "never")
	if votes > 1 {
		enough := fmt.Sprintf("at least %d of these %d rules hold", votes, len(rules))
		if votes == len(rules) {
			enough = fmt.Sprintf("all of these %d rules hold", votes)
		}
		text = enough + ":\n     " + strings.Join(rules, "\n     ")
	}
	return fmt.Sprintf("IF   %s\nTHEN %s\nELSE %s\n", text, positive, negative)
}

// Enough says when the prediction of a set is positive.
func Enough(votes int) string {
	if votes > 1 {
		return fmt.Sprintf("at least %d rules hold", votes)
	}
	return "any rule holds"
}

// ListSentence writes the lines of a decision list, each with its prediction.
func ListSentence(rules, predictions []string, otherwise string) string {
	text, lead, last := "", "IF      ", "ALWAYS  "
	for k, line := range rules {
		text += lead + line + "\nTHEN    " + predictions[k] + "\n"
		lead, last = "ELSE IF ", "ELSE    "
	}
	return text + last + otherwise + "\n"
}

// Answer returns the name of the positive or the negative class.
func (m *Model) Answer(positive bool) string {
	if positive {
		return m.Positive
	}
	return m.Negative
}

// Prediction writes the positive or the negative prediction as PredictionText does.
func (m *Model) Prediction(positive bool) string { return m.Statement(m.Answer(positive)) }

// Statement writes an answer as PredictionText does, with the alias and the unit of the target.
func (m *Model) Statement(answer string) string {
	if m.Encoder == nil {
		return PredictionText(m.Target, answer)
	}
	text := PredictionText(m.Encoder.Target.Title(m.Target), answer)
	if _, compares := dataset.ParseComparison(answer); compares {
		text += m.Encoder.Target.Suffix()
	}
	return text
}

// PredictionText writes a prediction of the target: "income = “>50K”", or "price > 2,500" if the answer is a comparison.
func PredictionText(target, answer string) string {
	if compare, ok := dataset.ParseComparison(answer); ok {
		x := compare.Threshold
		return target + " " + compare.Op + " " + NumberWithin(x, x)(x)
	}
	return target + " = " + Quoted(answer)
}

// ByHand is part of every text about an edited model.
const ByHand = "edited by hand"

// A Mark holds a user's notes about a rule, and its place in the decision list of a multiclass model.
type Mark struct {
	Place  int    `json:"place,omitempty"`  // among the rules of all classes, from 1; 0 without one
	Pinned bool   `json:"pinned,omitempty"` // the user wants to keep it
	Note   string `json:"note,omitempty"`
}

// An Idle rule is switched off: it predicts nothing, and can be switched on again.
type Idle struct {
	At   int  `json:"at"` // its place among all rules, on or off
	Rule Rule `json:"rule"`
	Mark
}

// A Line is a rule of a model as the user sees it, on or off.
type Line struct {
	Rule   Rule
	Number int // among the rules that are on, from 1; 0 if it is off
	Off    bool
	Mark
}

// Lines returns all rules of a valid model, on or off, in their order. The edits below take places in this list, from 0.
func (m Model) Lines() []Line {
	lines := make([]Line, 0, len(m.Rules)+len(m.Off))
	for on, off := 0, m.Off; on < len(m.Rules) || len(off) > 0; {
		if len(off) > 0 && (off[0].At == len(lines) || on == len(m.Rules)) {
			lines = append(lines, Line{Rule: off[0].Rule, Off: true, Mark: off[0].Mark})
			off = off[1:]
			continue
		}
		line := Line{Rule: m.Rules[on], Number: on + 1}
		if len(m.Marks) > 0 {
			line.Mark = m.Marks[on]
		}
		lines = append(lines, line)
		on++
	}
	return lines
}

// WithRules returns a model with other rules, any of which makes the prediction positive. It drops the marks, the rules that are off
// and the scorecard. It does not set Edited.
func (m Model) WithRules(set Set) Model {
	m.Rules, m.Marks, m.Off, m.Scorecard, m.K = set, nil, nil, nil, 0
	return m
}

// WithLines is WithRules for rules with marks, on or off. As many of them must hold as before.
func (m Model) WithLines(lines []Line) Model {
	votes := m.K
	m = m.WithRules(Set{})
	m.K = votes
	var marks []Mark
	for at, line := range lines {
		if line.Off {
			m.Off = append(m.Off, Idle{at, line.Rule, line.Mark})
			continue
		}
		m.Rules, marks = append(m.Rules, line.Rule), append(marks, line.Mark)
	}
	if slices.ContainsFunc(marks, func(mark Mark) bool { return mark != Mark{} }) {
		m.Marks = marks
	}
	return m
}

// change returns the model with line k changed. An edit marks it as edited and drops the scorecard.
func (m Model) change(k int, edited bool, change func(*Line)) (Model, error) {
	lines := m.Lines()
	if k < 0 || k >= len(lines) {
		return m, fmt.Errorf("rule: rule %d does not exist: the model has %d", k+1, len(lines))
	}
	change(&lines[k])
	next := m.WithLines(lines)
	if next.Edited = m.Edited || edited; !edited {
		next.Scorecard = m.Scorecard
	}
	return next, nil
}

// Switch switches rule k on or off.
func (m Model) Switch(k int, on bool) (Model, error) {
	return m.change(k, true, func(l *Line) { l.Off = !on })
}

// Pin marks rule k to be kept, or removes that mark.
func (m Model) Pin(k int, pinned bool) (Model, error) {
	return m.change(k, false, func(l *Line) { l.Pinned = pinned })
}

// Annotate sets the note of rule k; "" removes it.
func (m Model) Annotate(k int, note string) (Model, error) {
	return m.change(k, false, func(l *Line) { l.Note = note })
}

// Move gives rule k another place in the decision list of a multiclass model.
func (m Model) Move(k, place int) (Model, error) {
	return m.change(k, true, func(l *Line) { l.Place = place })
}

// Delete removes rule k.
func (m Model) Delete(k int) (Model, error) {
	m, err := m.change(k, true, func(*Line) {})
	if err != nil {
		return m, err
	}
	return m.WithLines(slices.Delete(m.Lines(), k, k+1)), nil
}

// Add inserts a rule with one condition before rule k, or after the last one. Require adds more conditions.
func (m Model) Add(k int, c Condition) (Model, error) {
	if n := len(m.Lines()); k < 0 || k > n {
		return m, fmt.Errorf("rule: place %d does not exist: the model has %d rules", k+1, n)
	}
	m, l, err := m.literal(c)
	if err != nil {
		return m, err
	}
	m.Edited = true
	return m.WithLines(slices.Insert(m.Lines(), k, Line{Rule: Rule{l}})), nil
}

// Require adds a condition to rule k, in place of conditions that it implies.
func (m Model) Require(k int, c Condition) (Model, error) {
	asked, l, err := m.literal(c)
	if err != nil {
		return m, err
	}
	implied := false
	s := NewSimplifier(asked.Encoder.Features())
	asked, err = asked.change(k, true, func(line *Line) {
		short := s.Simplify(Set{line.Rule})
		line.Rule = append(slices.Clone(line.Rule), l)
		if longer := s.Simplify(Set{line.Rule}); len(longer) > 0 {
			line.Rule = longer[0]
			implied = len(short) > 0 && slices.Equal(short[0], longer[0])
		}
	})
	if err == nil && implied {
		return m, fmt.Errorf("rule: rule %d says that already", k+1)
	}
	return asked, err
}

// Bound replaces the bounds of rule k on a column by others: none, one, or a lower and an upper one in this order.
func (m Model) Bound(k int, column string, by ...Condition) (Model, error) {
	var literals Rule
	for _, c := range by {
		next, l, err := m.literal(c)
		if err != nil {
			return m, err
		}
		m, literals = next, append(literals, l)
	}
	features := m.Encoder.Features()
	bounds := func(l Literal) bool {
		return features[l.Feature].Name == column && features[l.Feature].Op == binarize.AtMost
	}
	return m.change(k, true, func(line *Line) {
		at := max(slices.IndexFunc(line.Rule, bounds), 0) // the column keeps its place
		line.Rule = slices.Insert(slices.DeleteFunc(slices.Clone(line.Rule), bounds), at, literals...)
	})
}

// Drop removes the conditions of rule k on a column.
func (m Model) Drop(k int, column string) (Model, error) {
	features, left, was := m.Encoder.Features(), 0, 0
	next, err := m.change(k, true, func(line *Line) {
		was = len(line.Rule)
		line.Rule = slices.DeleteFunc(slices.Clone(line.Rule), func(l Literal) bool { return features[l.Feature].Name == column })
		left = len(line.Rule)
	})
	switch {
	case err != nil:
		return m, err
	case left == was:
		return m, fmt.Errorf("rule: rule %d does not ask about %q", k+1, column)
	case left == 0:
		return m, fmt.Errorf("rule: without its conditions on %q, rule %d always holds: delete the rule instead", column, k+1)
	}
	return next, nil
}

// validateEdits returns an error if the marks or the rules that are off are invalid; n is the number of features.
func (m *Model) validateEdits(n int) error {
	if len(m.Marks) > 0 && len(m.Marks) != len(m.Rules) {
		return fmt.Errorf("rule: %d marks are for %d rules", len(m.Marks), len(m.Rules))
	}
	at := -1
	for _, o := range m.Off {
		if o.At <= at || o.At >= len(m.Rules)+len(m.Off) {
			return fmt.Errorf("rule: a rule that is off has the place %d, and there are %d rules", o.At, len(m.Rules)+len(m.Off))
		}
		at = o.At
		for _, l := range o.Rule {
			if l.Feature < 0 || l.Feature >= n {
				return fmt.Errorf("rule: a rule that is off asks for feature %d: the encoder has %d", l.Feature, n)
			}
		}
	}
	return nil
}

// A Condition is a literal in terms of columns, as a user writes it.
type Condition struct {
	Column string
	Op     binarize.Op
	Value  string // a number for AtMost, a value for Equals; ignored for Missing and Rest
	Not    bool
}

// literal returns the literal of a condition, and a model whose encoder has its threshold as a feature.
func (m Model) literal(c Condition) (Model, Literal, error) {
	i := m.Encoder.Column(c.Column)
	if i < 0 {
		return m, Literal{}, fmt.Errorf("rule: the model knows no column %q: choose one that the rules may ask about", c.Column)
	}
	col := &m.Encoder.Columns[i]
	if c.Op == binarize.AtMost {
		return m.threshold(i, c)
	}
	value := c.Value
	if c.Op == binarize.Equals && col.Other != "" && value == col.Other {
		value, c.Not = col.Values[0], !c.Not
	}
	for k, f := range m.Encoder.Features() {
		if f.Column == i && f.Op == c.Op && (c.Op != binarize.Equals || f.Value == value) {
			return m, Literal{k, c.Not}, nil
		}
	}
	return m, Literal{}, fmt.Errorf("rule: column %q: %s", c.Column, lacking(col, c))
}

// lacking explains why a column lacks a feature for a condition.
func lacking(col *binarize.EncodedColumn, c Condition) string {
	switch {
	case c.Op == binarize.Missing:
		return "no training row was missing, so that no rule can ask for it"
	case c.Op == binarize.Rest:
		return "every value of the training rows has a name of its own"
	case len(col.Thresholds) > 0:
		return "it has numbers: ask for at most, or more than, a number"
	case slices.Contains(col.Rest, c.Value):
		return fmt.Sprintf("%q is too rare to be asked for by itself: learn with more values for each category", c.Value)
	}
	return fmt.Sprintf("no training row had the value %q", c.Value)
}

func (m Model) threshold(i int, c Condition) (Model, Literal, error) {
	col := &m.Encoder.Columns[i]
	x, ok := dataset.ParseNumber(c.Value)
	switch {
	case !ok:
		return m, Literal{}, fmt.Errorf("rule: column %q: %q is not a number", c.Column, c.Value)
	case len(col.Thresholds) == 0:
		return m, Literal{}, fmt.Errorf("rule: column %q: it has values and not numbers: ask for one of them", c.Column)
	}
	if e := withThreshold(m.Encoder, i, x); e != m.Encoder {
		m, _ = m.Over(e)
		col = &e.Columns[i]
	}
	at, _ := slices.BinarySearch(col.Thresholds, x)
	return m, Literal{(&binarize.Encoder{Columns: m.Encoder.Columns[:i]}).Bits() + at, c.Not}, nil
}
