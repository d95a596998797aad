// Package drnet trains a two-layer network on bits and reads a set of rules from it. It knows nothing of tables or pages.
//
// The network is the Decision Rules Network: a Rules Layer whose neurons are conjunctions of features or their
// negations, and an OR Layer that selects rules. L0 gates on every weight make both sparse.
//
// References:
//
//	L. Qiao, W. Wang, B. Lin: Learning Accurate and Interpretable Decision Rule Sets from Neural Networks.
//	AAAI 2021, arXiv:2103.02826. Equation numbers in this package are this paper's.
//	C. Louizos, M. Welling, D. P. Kingma: Learning Sparse Neural Networks through L0 Regularization. ICLR 2018.
package drnet

import (
	"slices"

	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// A Network holds the parameters of both layers. Weights and locations of rule j are in [j*Features, (j+1)*Features).
type Network struct {
	Rules, Features int
	W               []float32 // weights of the Rules Layer: positive requires the feature, negative its negation
	Loc1            []float32 // locations of their gates
	Loc2            []float32 // locations of the gates of the OR Layer, one a rule
}

// epsilon is the bias of the OR neuron (Eq. 5): one fired rule gives the logit ½, none gives -½.
const epsilon = 0.5

// Init is the distribution of the initial parameters.
type Init string

// InitAuthors is that of the program published with the paper, InitPaper that of the paper's text.
const (
	InitAuthors Init = "authors" // weights uniform within 1/√Features around 0
	InitPaper   Init = "paper"   // weights uniform in (0, 1)
)

// NewNetwork returns a network with initial parameters. The locations are normal with standard deviation 0.01.
func NewNetwork(rules, features int, init Init, seed uint64) *Network {
	const spread = 0.01
	n := &Network{
		Rules: rules, Features: features,
		W: make([]float32, rules*features), Loc1: make([]float32, rules*features), Loc2: make([]float32, rules),
	}
	s := numeric.NewStream(seed, forWeights, 0)
	locations := numeric.NewStream(seed, forWeights, 1)
	bound := 1 / numeric.Sqrt32(float32(max(features, 1)))
	for i := range n.W {
		u := s.Uniform(i)
		if init != InitPaper {
			u = float32(bound * (u + u - 1))
		}
		n.W[i] = u
		n.Loc1[i] = spread * locations.Normal(i)
	}
	for j := range n.Loc2 {
		n.Loc2[j] = spread * locations.Normal(len(n.W)+j)
	}
	return n
}

// project makes negative weights zero: the nearest point at which no condition is negated.
func (n *Network) project() {
	for i, w := range n.W {
		n.W[i] = max(w, 0)
	}
}

// Clone returns a copy that shares nothing.
func (n *Network) Clone() *Network {
	c := *n
	c.W, c.Loc1, c.Loc2 = slices.Clone(n.W), slices.Clone(n.Loc1), slices.Clone(n.Loc2)
	return &c
}

// Set reads the rules with an open OR gate: a positive weight behind an open gate is a feature, a negative one its negation. The set
// predicts every row like the network without noise.
func (n *Network) Set() rule.Set {
	var set rule.Set
	for j := range n.Rules {
		if n.Loc2[j] > openAbove {
			set = append(set, n.Rule(j))
		}
	}
	return set
}

// Rule reads rule j, from 0, whether or not its OR gate is open.
func (n *Network) Rule(j int) rule.Rule {
	return Neuron{Lines: n.appendLines(make(Connections, 0, n.Features), j, Connection.Open)}.Literals()
}
