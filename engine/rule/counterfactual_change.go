package rule

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A CellChange is a change of one cell of a row.
type CellChange struct {
	Column string        `json:"column"`
	From   ExplainedCell `json:"from"`
	To     ExplainedCell `json:"to"` // the new cell; its text is "" where any value does
	// Within describes all values that do, given the other changes: "at most 37.5", "Married or Widowed".
	Within   string  `json:"within"`
	Distance float64 `json:"distance"`
}

// String writes the change: "age 37 instead of 41 (at most 37.5)".
func (c CellChange) String() string {
	to := c.To.Text
	switch {
	case c.To.Missing:
		to = "missing"
	case to == "":
		to = "any value"
	}
	from := c.From.Text
	if c.From.Missing {
		from = "a missing cell"
	}
	text := fmt.Sprintf("%s %s instead of %s", c.Column, to, from)
	if c.Within != "" && c.Within != to {
		text += " (" + c.Within + ")"
	}
	return text
}

// String writes all changes: "age 37 instead of 41 (at most 37.5) and sex Male instead of Female".
func (f Counterfactual) String() string {
	var changes []string
	for _, c := range f.Changes {
		changes = append(changes, c.String())
	}
	return strings.Join(changes, " and ")
}

func (s *counterfactualSearch) flip(n *node) Counterfactual {
	f := Counterfactual{Distance: min(n.distance, math.MaxFloat64), Rules: []int{}} // JSON cannot hold infinity
	for c, o := range n.pick {
		if o > 0 {
			chosen := s.options[c][o]
			f.Changes = append(f.Changes, CellChange{
				Column: s.x.columns[c].Name, From: s.row.Cells[c], To: chosen.to,
				Within: s.within(n, c), Distance: chosen.distance,
			})
		}
	}
	asItIs := make([]int, len(n.pick))
	for k := range s.rules {
		if s.firesOn(k, asItIs) != s.firesOn(k, n.pick) && s.firesOn(k, asItIs) == s.positive {
			f.Rules = append(f.Rules, k+1)
		}
	}
	return f
}

// within describes the options of a column that flip the prediction, given the other changes.
func (s *counterfactualSearch) within(n *node, c int) string {
	turns := func(o int) bool {
		pick := slices.Clone(n.pick)
		pick[c] = o
		return (s.firstFiring(pick) >= 0) != s.positive
	}
	states := s.x.columns[c].states
	at := n.pick[c]
	stateOf := func(o int) *state { return &states[s.options[c][o].state] }
	switch chosen := stateOf(at); chosen.kind {
	case missingCell:
		return ""
	case anything:
		return "any value"
	case bin:
		low, high := chosen.low, chosen.high
		for o := at - 1; o > 0 && stateOf(o).kind == bin && stateOf(o).high == low && turns(o); o-- {
			low = stateOf(o).low
		}
		for o := at + 1; o < len(s.options[c]) && stateOf(o).kind == bin && stateOf(o).low == high && turns(o); o++ {
			high = stateOf(o).high
		}
		return numbersBetween(low, high)
	}
	values := slices.Clone(stateOf(at).values)
	for o := 1; o < len(s.options[c]); o++ {
		if o != at && stateOf(o).kind == named && turns(o) {
			values = append(values, stateOf(o).values...)
		}
	}
	return orList(values)
}

// reason explains why no change flips the prediction.
func (s *counterfactualSearch) reason(unfinished bool) string {
	switch {
	case unfinished:
		return "there are too many possibilities to try them all; keep more columns as they are"
	case len(s.rules) == 0:
		return "without rules the prediction is always the same"
	case s.positive:
		return s.reasonPositive()
	}
	var kept []string
	for k := range s.rules {
		for _, a := range s.rules[k] {
			if name := s.x.columns[a.column].Name; !slices.Contains(a.ok, true) && !slices.Contains(kept, name) {
				kept = append(kept, name)
			}
		}
	}
	return "every rule asks for something that may not or cannot be changed: " + orList(kept)
}

// reasonPositive names a rule that fires for any change, if one exists.
func (s *counterfactualSearch) reasonPositive() string {
	for k, rule := range s.rules {
		if len(rule) == 0 {
			return fmt.Sprintf("rule %d is always true", k+1)
		}
		var names []string
		for _, a := range rule {
			if slices.Contains(a.ok, false) {
				names = nil
				break
			}
			names = append(names, s.x.columns[a.column].Name)
		}
		if names != nil {
			return fmt.Sprintf("rule %d stays true: it asks only about what may not or cannot be changed, %s",
				k+1, strings.Join(names, " and "))
		}
	}
	return "whatever may be changed, some rule is true"
}
