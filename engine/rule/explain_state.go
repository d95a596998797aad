package rule

import (
	"math"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

type stateKind uint8

const (
	bin         stateKind = iota // numbers between two thresholds
	named                        // a value, or the values that share a feature
	anything                     // any value, in a column whose only feature is whether it is missing
	unseen                       // a value that no training row had
	missingCell                  // a missing cell
	dated                        // a date
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
	first    int // its first feature
	features int
	states   []state
}

// columnsOf lists the states of an encoder's columns. A missing cell has a state unless the encoder imputes it.
func columnsOf(e *binarize.Encoder) []columnStates {
	columns := make([]columnStates, len(e.Columns))
	first := 0
	for i := range e.Columns {
		c := &columns[i]
		c.EncodedColumn, c.first = &e.Columns[i], first
		c.states = make([]state, 0, len(c.Thresholds)+len(c.Values)+3)
		if len(c.Thresholds) > 0 {
			c.addBins()
		} else {
			c.addValues()
		}
		c.features = c.valueFeatures()
		if c.Missable {
			c.states = append(c.states, state{kind: missingCell, lo: c.features, hi: c.features + 1})
			c.features++
		} else if c.Fill == "" {
			c.states = append(c.states, state{kind: missingCell})
		}
		first += c.features
	}
	return columns
}

// valueFeatures returns the number of features that are not about missing cells.
func (c *columnStates) valueFeatures() int {
	n := len(c.Thresholds) + len(c.Values)
	if len(c.Rest) > 0 {
		n++
	}
	return n
}

func (c *columnStates) addBins() {
	n := len(c.Thresholds)
	low := math.Inf(-1)
	for k, t := range c.Thresholds {
		c.states = append(c.states, state{kind: bin, lo: k, hi: n, low: low, high: t})
		low = t
	}
	c.states = append(c.states, state{kind: bin, lo: n, hi: n, low: low, high: math.Inf(1)})
}

func (c *columnStates) addValues() {
	n := len(c.Values)
	if n == 0 {
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
		c.states = append(c.states, state{kind: named, lo: n, hi: n + 1, values: c.Rest})
	}
	c.states = append(c.states, state{kind: unseen, lo: n, hi: c.valueFeatures()})
}

// proposable reports whether a counterfactual may propose a state. It never proposes an unseen value, and a missing cell only if
// missing and Missable are true.
func (c *columnStates) proposable(s *state, missing bool) bool {
	return s.kind != unseen && (s.kind != missingCell || missing && c.Missable)
}

// meets reports whether a cell in the state meets a condition, whose feature is counted within the column.
func (s *state) meets(feature int, not bool) bool { return (feature >= s.lo && feature < s.hi) != not }

// hasSeen reports whether some training row had the value, perhaps as another spelling of the same number.
func (c *columnStates) hasSeen(value string) bool {
	x, number := dataset.ParseNumber(value)
	var known []string
	for i := range c.states {
		for _, v := range c.states[i].values {
			known = append(known, c.Spellings(v)...)
		}
	}
	return c.valueFeatures() == 0 || slices.ContainsFunc(known, func(v string) bool {
		y, ok := dataset.ParseNumber(v)
		return v == value || number && ok && x == y
	})
}

// A requirement is the part of a rule about one column.
type requirement struct {
	column   int // of the encoder
	literals Rule
	allowed  []bool // which states of the column meet it
}

// requirements groups the conditions of a rule by column, in the order of the rule.
func requirements(r Rule, features []binarize.Feature, columns []columnStates) []requirement {
	var list []requirement
	for _, l := range r {
		c := features[l.Feature].Column
		k := slices.IndexFunc(list, func(d requirement) bool { return d.column == c })
		if k < 0 {
			k = len(list)
			list = append(list, requirement{column: c})
		}
		list[k].literals = append(list[k].literals, l)
	}
	for k, d := range list {
		c := &columns[d.column]
		for _, s := range c.states {
			fails := func(l Literal) bool { return !s.meets(l.Feature-c.first, l.Not) }
			list[k].allowed = append(list[k].allowed, !slices.ContainsFunc(d.literals, fails))
		}
	}
	return list
}

// met reports whether a row, given by its bits, meets the requirement.
func (d *requirement) met(holds func(feature int) bool) bool {
	return !slices.ContainsFunc(d.literals, func(l Literal) bool { return holds(l.Feature) == l.Not })
}

// orList lists texts: "a", "a or b", "a, b or c". It counts those after the sixth: "a, b, c, d, e, f or one of 3 more".
func orList(texts []string) string {
	const most = 6
	if len(texts) > most {
		return strings.Join(texts[:most], ", ") + " or one of " + dataset.FormatNumber(float64(len(texts)-most)) + " more"
	}
	if n := len(texts); n > 1 {
		return strings.Join(texts[:n-1], ", ") + " or " + texts[n-1]
	}
	return strings.Join(texts, "")
}
