package rule

import (
	"math"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// stateKind is the kind of a state.
type stateKind uint8

const (
	bin         stateKind = iota // numbers between two thresholds
	named                        // a value, or the values that share a feature
	anything                     // any value, in a column whose only feature is whether it is missing
	unseen                       // a value that no training row had
	missingCell                  // a missing cell
)

// A state is a set of cells that the features of a column do not distinguish.
type state struct {
	kind      stateKind
	lo, hi    int      // the true features: from lo to hi-1, counted within the column
	low, high float64  // of a bin: above low, at most high; perhaps infinite
	values    []string // of a named state
}

// columnStates is a column of an encoder with its states: bins ascending, values in the encoder's order.
type columnStates struct {
	*binarize.EncodedColumn
	first  int // its first feature
	states []state
}

// columnsOf lists the states of an encoder's columns. A missing cell has a state unless the encoder imputes it.
func columnsOf(e *binarize.Encoder) []columnStates {
	columns := make([]columnStates, len(e.Columns))
	first := 0
	for i := range e.Columns {
		c := &columns[i]
		c.EncodedColumn, c.first = &e.Columns[i], first
		c.addBins()
		c.addValues()
		known := c.questions()
		if c.Missable {
			c.states = append(c.states, state{kind: missingCell, lo: known, hi: known + 1})
			known++
		} else if c.Fill == "" {
			c.states = append(c.states, state{kind: missingCell})
		}
		first += known
	}
	return columns
}

// questions returns the number of features that are not about missing cells.
func (c *columnStates) questions() int {
	n := len(c.Thresholds) + len(c.Values)
	if len(c.Rest) > 0 {
		n++
	}
	return n
}

func (c *columnStates) addBins() {
	n := len(c.Thresholds)
	if n == 0 {
		return
	}
	low := math.Inf(-1)
	for k, t := range c.Thresholds {
		c.states = append(c.states, state{kind: bin, lo: k, hi: n, low: low, high: t})
		low = t
	}
	c.states = append(c.states, state{kind: bin, lo: n, hi: n, low: low, high: math.Inf(1)})
}

func (c *columnStates) addValues() {
	n := len(c.Values)
	switch {
	case len(c.Thresholds) > 0:
		return
	case n == 0:
		c.states = append(c.states, state{kind: anything})
		return
	}
	for k, v := range c.Values {
		c.states = append(c.states, state{kind: named, lo: k, hi: k + 1, values: []string{v}})
	}
	if c.Other != "" {
		c.states = append(c.states, state{kind: named, values: []string{c.Other}})
	}
	if len(c.Rest) > 0 {
		c.states = append(c.states, state{kind: named, lo: n, hi: n + 1, values: c.Rest}, state{kind: unseen, lo: n, hi: n + 1})
		return
	}
	c.states = append(c.states, state{kind: unseen})
}

// proposable reports whether the state can be proposed: an unseen value cannot, a missing cell only if missing is true and the
// column had missing cells in training.
func (c *columnStates) proposable(s *state, missing bool) bool {
	return s.kind != unseen && (s.kind != missingCell || missing && c.Missable)
}

// meets reports whether a cell in the state meets a condition, whose feature is counted within the column.
func (s *state) meets(feature int, not bool) bool { return (feature >= s.lo && feature < s.hi) != not }

// hasSeen reports whether some training row had the value.
func (c *columnStates) hasSeen(value string) bool {
	x, number := dataset.ParseNumber(value)
	for i := range c.states {
		for _, v := range c.states[i].values {
			if v == value {
				return true
			}
			if y, ok := dataset.ParseNumber(v); number && ok && x == y {
				return true
			}
		}
	}
	return c.questions() == 0
}
