package drnet

import (
	"slices"

	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// A Sketch is the visible part of a network: its rules with an open OR gate, and of their weights those behind open gates.
// If nothing is left out, it predicts as the network does without noise.
type Sketch struct {
	Rules   int      `json:"rules"` // of the network, with those that are left out
	Neurons []Neuron `json:"neurons"`
	// Whole reports whether the sketch has all rules, including those with a closed OR gate. They must have the weights
	// of every feature that some rule uses, open or closed.
	Whole bool `json:"whole,omitempty"`
}

// A Neuron is a rule of the Rules Layer and its gate of the OR Layer.
type Neuron struct {
	Rule  int         `json:"rule"` // its number in the network, from 0
	Loc   float32     `json:"loc"`  // location of its gate of the OR Layer
	Lines Connections `json:"lines"`
	More  int         `json:"more,omitempty"` // open weights that are left out, the weakest ones
	// Covers counts the training rows on which the rule fires; negative if not counted.
	Covers int `json:"covers"`
}

// A Connection joins a feature and a rule.
type Connection struct {
	Feature int32
	W       float32 // the weight behind the gate: positive asks for the feature, negative for its negation
	Loc     float32 // location of the gate
}

// Gate returns the gate without noise, in [0, 1], which decides whether a condition or rule is read.
func Gate(loc float32) float32 {
	return min(max(float32(width/(1+numeric.Exp32(-loc)))+gamma, 0), 1)
}

// Probability returns the probability that a gate of this location is open in a step, the π of Eq. (6) of
// arXiv:2103.02826, in [0, 1].
func Probability(loc float32) float32 { return probability(numeric.Exp32(-loc)) }

// Opens reports whether a gate without noise is open.
func Opens(loc float32) bool { return loc > openAbove }

// The locations of gates that a user closes or opens: far enough from the threshold for any noise.
const (
	ClosedByHand = -10
	OpenByHand   = 10
)

// Open reports whether the gate is open and its weight is not zero.
func (l Connection) Open() bool { return Opens(l.Loc) && l.W != 0 }

// Weight returns the effective weight without noise, w = w̃ z; zero behind a closed gate.
func (l Connection) Weight() float32 { return l.W * Gate(l.Loc) }

// strength is |Weight|.
func (l Connection) strength() float32 { w := l.Weight(); return max(w, -w) }

// Open reports whether the gate of the OR Layer is open.
func (n Neuron) Open() bool { return Opens(n.Loc) }

// Literals returns the rule.
func (n Neuron) Literals() rule.Rule {
	r := rule.Rule{}
	for _, l := range n.Lines {
		if l.Open() {
			r = append(r, rule.Literal{Feature: int(l.Feature), Not: l.W < 0})
		}
	}
	return r
}

// Sketch returns the rules whose OR gate is open, each with at most the given number of its strongest open weights, in the
// order of the features.
func (n *Network) Sketch(most int) Sketch {
	s := Sketch{Rules: n.Rules, Neurons: []Neuron{}}
	for j, loc := range n.Loc2 {
		if !Opens(loc) {
			continue
		}
		open := n.lines(j, func(l Connection, _ int) bool { return l.Open() })
		lines := strongest(open, most)
		s.Neurons = append(s.Neurons, Neuron{Rule: j, Loc: loc, Lines: lines, More: len(open) - len(lines), Covers: -1})
	}
	return s
}

// Whole returns a complete sketch, see Sketch.Whole.
func (n *Network) Whole() Sketch {
	asked := make([]bool, n.Features)
	for _, l := range n.Set() {
		for _, literal := range l {
			asked[literal.Feature] = true
		}
	}
	s := Sketch{Rules: n.Rules, Neurons: []Neuron{}, Whole: true}
	for j, loc := range n.Loc2 {
		lines := n.lines(j, func(l Connection, i int) bool { return l.Open() || asked[i] })
		s.Neurons = append(s.Neurons, Neuron{Rule: j, Loc: loc, Lines: lines, Covers: -1})
	}
	return s
}

// lines returns the weights of rule j for which wanted returns true.
func (n *Network) lines(j int, wanted func(l Connection, i int) bool) Connections {
	list := Connections{}
	for i := range n.Features {
		k := j*n.Features + i
		if l := (Connection{int32(i), n.W[k], n.Loc1[k]}); wanted(l, i) {
			list = append(list, l)
		}
	}
	return list
}

// strongest returns at most the given number of lines with the greatest strength, in their order. Ties go to the earlier ones.
func strongest(lines Connections, most int) Connections {
	if len(lines) <= most {
		return lines
	}
	top := make([]float32, 0, most+1) // the greatest strengths, ascending
	for _, l := range lines {
		s := l.strength()
		if len(top) == most && s <= top[0] {
			continue
		}
		at, _ := slices.BinarySearch(top, s)
		top = slices.Insert(top, at, s)
		if len(top) > most {
			top = slices.Delete(top, 0, 1)
		}
	}
	least := top[0]
	ties := 0 // that are among the strongest
	for _, s := range top {
		if s == least {
			ties++
		}
	}
	kept := make(Connections, 0, most)
	for _, l := range lines {
		switch s := l.strength(); {
		case s > least:
			kept = append(kept, l)
		case s == least && ties > 0:
			kept, ties = append(kept, l), ties-1
		}
	}
	return kept
}

// Set reads the rules of a whole sketch, as Network.Set does. Numbers[k] is the index of the neuron of rule k.
func (s Sketch) Set() (set rule.Set, numbers []int) {
	set = rule.Set{}
	for k, n := range s.Neurons {
		if n.Open() {
			set, numbers = append(set, n.Literals()), append(numbers, k)
		}
	}
	return set, numbers
}
