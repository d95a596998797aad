package drnet

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// A Sketch is the visible part of a network: the rules with an open OR gate, and their weights behind open gates. If no weights are left
// out, it predicts like the network without noise.
type Sketch struct {
	Rules   int      `json:"rules"` // number of rules of the network
	Neurons []Neuron `json:"neurons"`
	// Whole reports whether the sketch has all rules, also those with a closed OR gate, each with the weights, open or closed, of
	// every feature that some rule uses.
	Whole bool `json:"whole,omitempty"`
}

// A Neuron is a rule of the Rules Layer and its gate of the OR Layer.
type Neuron struct {
	Rule   int         `json:"rule"` // its number in the network, from 0
	Loc    float32     `json:"loc"`  // location of its gate of the OR Layer
	Lines  Connections `json:"lines"`
	More   int         `json:"more,omitempty"` // open weights that are left out, the weakest ones
	Covers int         `json:"covers"`         // training rows on which the rule fires; negative if not counted
}

// A Connection joins a feature and a rule.
type Connection struct {
	Feature int32
	W       float32 // the weight w̃ without its gate: positive requires the feature, negative its negation
	Loc     float32 // location of the gate
}

// Gate returns the gate without noise, in [0, 1]. The rules that are read from a network are those with gates above 0.
func Gate(loc float32) float32 { return min(max(float32(width/(1+numeric.Exp32(-loc)))+gamma, 0), 1) }

// Probability returns the probability in [0, 1] that a gate of this location is open in a step, the π of Eq. (6).
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

// Literals returns the rule that the neuron is read as.
func (n Neuron) Literals() rule.Rule {
	r := make(rule.Rule, 0, len(n.Lines))
	for _, l := range n.Lines {
		if l.Open() {
			r = append(r, rule.Literal{Feature: int(l.Feature), Not: l.W < 0})
		}
	}
	return r
}

// Sketch returns the rules whose OR gate is open, each with its strongest open weights in the order of the features.
func (n *Network) Sketch(most int) Sketch {
	s := Sketch{Rules: n.Rules, Neurons: []Neuron{}}
	for j, loc := range n.Loc2 {
		if !Opens(loc) {
			continue
		}
		open := n.appendLines(Connections{}, j, Connection.Open)
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
		lines := n.appendLines(Connections{}, j, func(l Connection) bool { return l.Open() || asked[l.Feature] })
		s.Neurons = append(s.Neurons, Neuron{Rule: j, Loc: loc, Lines: lines, Covers: -1})
	}
	return s
}

// appendLines appends to list the weights of rule j for which wanted returns true.
func (n *Network) appendLines(list Connections, j int, wanted func(l Connection) bool) Connections {
	for i := range n.Features {
		k := j*n.Features + i
		if l := (Connection{int32(i), n.W[k], n.Loc1[k]}); wanted(l) {
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
	strengths := make([]float64, len(lines))
	for i, l := range lines {
		strengths[i] = float64(l.strength())
	}
	slices.Sort(strengths)
	weakest := strengths[len(lines)-most]
	ties := 0 // number of lines to keep with strength weakest
	for _, s := range strengths[len(lines)-most:] {
		if s == weakest {
			ties++
		}
	}
	kept := make(Connections, 0, most)
	for _, l := range lines {
		switch s := float64(l.strength()); {
		case s > weakest:
			kept = append(kept, l)
		case s == weakest && ties > 0:
			kept = append(kept, l)
			ties--
		}
	}
	return kept
}

// Set reads the rules of a whole sketch, as Network.Set does.
func (s Sketch) Set() rule.Set {
	set := rule.Set{}
	for _, n := range s.Neurons {
		if n.Open() {
			set = append(set, n.Literals())
		}
	}
	return set
}

// Connections are encoded in base64 as three little-endian 32-bit numbers each. Text would be slow: a page reads thousands of them several
// times a second.
type Connections []Connection

const lineBytes = 12

// MarshalText implements encoding.TextMarshaler.
func (l Connections) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, lineBytes*len(l))
	for _, line := range l {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(line.Feature))
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(line.W))
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(line.Loc))
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *Connections) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(raw)%lineBytes != 0 {
		return errors.New("drnet: the weights of a network are damaged")
	}
	*l = make(Connections, len(raw)/lineBytes)
	for i := range *l {
		at := raw[i*lineBytes:]
		(*l)[i] = Connection{
			Feature: int32(binary.LittleEndian.Uint32(at)),
			W:       math.Float32frombits(binary.LittleEndian.Uint32(at[4:])),
			Loc:     math.Float32frombits(binary.LittleEndian.Uint32(at[8:])),
		}
	}
	return nil
}

// The arithmetic of a single gate and a single neuron, for explanations.

// DrawGate returns the gate z in [0, 1] drawn in training with the uniform random number u in (0, 1).
func DrawGate(location, u float32) float32 {
	z, _ := sample(numeric.Exp32(-location), u)
	return z
}

// Activate returns the activation y of a rule neuron on a row, Eq. (1): 1 minus the sum of |w| of the conditions that the row breaks.
// Weights include their gates. Fires is the step of Eq. (2): whether the row breaks no condition.
func Activate(weights []float32, row []bool) (y float32, fires bool) {
	y, fires = 1, true
	for i, w := range weights {
		if w > 0 && !row[i] || w < 0 && row[i] {
			y -= max(w, -w)
			fires = false
		}
	}
	return y, fires
}
