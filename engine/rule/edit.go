package rule

import (
	"fmt"
	"slices"
)

// ByHand is part of every text about an edited model.
const ByHand = "edited by hand"

// A Mark is a user's note about a rule.
type Mark struct {
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
	off := m.Off
	for k, r := range m.Rules {
		for len(off) > 0 && off[0].At == len(lines) {
			lines = append(lines, Line{Rule: off[0].Rule, Off: true, Mark: off[0].Mark})
			off = off[1:]
		}
		line := Line{Rule: r, Number: k + 1}
		if len(m.Marks) > 0 {
			line.Mark = m.Marks[k]
		}
		lines = append(lines, line)
	}
	for _, o := range off {
		lines = append(lines, Line{Rule: o.Rule, Off: true, Mark: o.Mark})
	}
	return lines
}

// WithLines returns a model with these rules instead of its own. It does not set Edited.
func (m Model) WithLines(lines []Line) Model {
	m.Rules, m.Marks, m.Off = Set{}, nil, nil
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

// change returns the model with one line changed.
func (m Model) change(k int, edited bool, change func(*Line)) (Model, error) {
	lines := m.Lines()
	if k < 0 || k >= len(lines) {
		return m, fmt.Errorf("rule: rule %d does not exist: the model has %d", k+1, len(lines))
	}
	change(&lines[k])
	m = m.WithLines(lines)
	m.Edited = m.Edited || edited
	return m, nil
}

// Switch switches rule k on or off.
func (m Model) Switch(k int, on bool) (Model, error) {
	return m.change(k, true, func(l *Line) { l.Off = !on })
}

// Pin marks rule k to be kept, or not.
func (m Model) Pin(k int, pinned bool) (Model, error) {
	return m.change(k, false, func(l *Line) { l.Pinned = pinned })
}

// Annotate sets the note of rule k; "" removes it.
func (m Model) Annotate(k int, note string) (Model, error) {
	return m.change(k, false, func(l *Line) { l.Note = note })
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
	asked, err = asked.change(k, true, func(line *Line) {
		short := NewSimplifier(asked.Encoder.Features()).Simplify(Set{line.Rule})
		longer := NewSimplifier(asked.Encoder.Features()).Simplify(Set{append(slices.Clone(line.Rule), l)})
		implied = len(short) > 0 && len(longer) > 0 && slices.Equal(short[0], longer[0])
		if line.Rule = append(slices.Clone(line.Rule), l); len(longer) > 0 {
			line.Rule = longer[0]
		}
	})
	if err == nil && implied {
		return m, fmt.Errorf("rule: rule %d says that already", k+1)
	}
	return asked, err
}

// Drop removes the conditions of rule k on a column.
func (m Model) Drop(k int, column string) (Model, error) {
	features, left, was := m.Encoder.Features(), Rule{}, 0
	m2, err := m.change(k, true, func(line *Line) {
		was = len(line.Rule)
		for _, l := range line.Rule {
			if features[l.Feature].Name != column {
				left = append(left, l)
			}
		}
		line.Rule = left
	})
	switch {
	case err != nil:
		return m, err
	case len(left) == was:
		return m, fmt.Errorf("rule: rule %d does not ask about %q", k+1, column)
	case len(left) == 0:
		return m, fmt.Errorf("rule: without its conditions on %q, rule %d is always true: delete the rule instead",
			column, k+1)
	}
	return m2, nil
}

// validateEdits returns an error if the marks or the rules that are off are invalid; n is the number of features.
func (m *Model) validateEdits(n int) error {
	if len(m.Marks) > 0 && len(m.Marks) != len(m.Rules) {
		return fmt.Errorf("rule: %d marks are for %d rules", len(m.Marks), len(m.Rules))
	}
	at := -1
	for _, o := range m.Off {
		if o.At <= at || o.At >= len(m.Rules)+len(m.Off) {
			return fmt.Errorf("rule: a rule that is off has the place %d, and there are %d rules",
				o.At, len(m.Rules)+len(m.Off))
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
