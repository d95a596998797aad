package drnet

import (
	"math"
	"math/bits"

	"drnet/engine/bitmat"
)

// Phase says which layer trains.
type Phase string

// The phases alternate, beginning with the rules (section "Alternating Two-Phase Training Strategy").
const (
	PhaseRules Phase = "rules" // conditions are learnt, with λ₁
	PhaseOr    Phase = "or"    // rules are chosen, with λ₂
)

// epsilon is the bias of the OR neuron (Eq. 5): one fired rule gives the logit ½, none gives -½.
const epsilon = 0.5

// A batch is some rows by column of bits, with their labels.
type batch struct {
	x      *bitmat.Matrix
	labels []uint64
}

// gradients holds the derivatives of the loss by the parameters that a phase trains, shaped like them.
type gradients struct {
	dW, dLoc1, dLoc2 []float32
}

// A stepper runs the network forward and backward on one batch after the other. All its memory is made once.
//
// It does the arithmetic of Eqs. (1) to (8) and leaves out what is exactly zero: a closed gate, a rule whose OR gate
// is closed, and a row that has no gradient because y_j < 0 (Eq. 3). y_j is 1 less |w| of every broken condition,
// so it only falls: a row is struck off a rule ("not alive") as soon as the sum of its broken |w| exceeds 1.
type stepper struct {
	net     *Network
	penalty Penalty

	z1, dz1 []float32 // gates of the Rules Layer and their derivatives by the location
	z2, dz2 []float32 // of the OR Layer
	pi      []float32 // probability of an open gate, for each weight of the Rules Layer
	pi1     []float32 // its mean (or sum) over the features, for each rule
	pi2     []float32 // probability of an open gate, for each rule

	fired  []uint64  // rule j, words [j*words, (j+1)*words): rows that break no condition, h_j of Eq. (2)
	near   []uint64  // rows that break some condition, and yet y_j ≥ 0: the only ones with a gradient
	broken []float32 // of the rule at work, for each row: the sum of |w| of its broken conditions
	lost   []uint64  // of the condition at work: the rows that break it
	count  []uint8   // for each row: how many rules fired, at most mostCounted
	dOut   []float32 // for each row: derivative of the loss by the logit
	words  int       // words of a batch

	outcome [2][]outcome // by label and number of fired rules
}

// mostCounted bounds the number of fired rules that is told apart: beyond it σ is 1 in float32.
const mostCounted = 100

// outcome is what a row of some label contributes when so many rules fired.
type outcome struct {
	loss float64 // binary cross-entropy
	dOut float32 // σ(o) - y, divided by the rows of the batch
}

func newStepper(net *Network, penalty Penalty, rows int) *stepper {
	n, words := len(net.W), bitmat.Words(rows)
	s := &stepper{net: net, penalty: penalty, words: words,
		z1: make([]float32, n), dz1: make([]float32, n),
		z2: make([]float32, net.Rules), dz2: make([]float32, net.Rules),
		pi: make([]float32, n), pi1: make([]float32, net.Rules), pi2: make([]float32, net.Rules),
		fired: make([]uint64, words*net.Rules), near: make([]uint64, words*net.Rules),
		broken: make([]float32, rows), lost: make([]uint64, words),
		count: make([]uint8, rows), dOut: make([]float32, rows)}
	// exp(-o) of o = count - ½ by multiplication, so that it is the same everywhere.
	const expHalf, expMinusOne = 1.6487212707001282, 0.36787944117144233
	e := expHalf
	for c := range mostCounted + 1 {
		sigma, o := 1/(1+e), float64(c)-epsilon
		s.outcome[0] = append(s.outcome[0], outcome{math.Log1p(e) + o, float32(sigma / float64(rows))})
		s.outcome[1] = append(s.outcome[1], outcome{math.Log1p(e), float32((sigma - 1) / float64(rows))})
		e *= expMinusOne
	}
	return s
}

// draw draws the gates of both layers with the uniform numbers u1 (one a weight) and u2 (one a rule).
func (s *stepper) draw(u1, u2 func(i int) float32) {
	net := s.net
	for j := range net.Rules {
		e := exp32(-net.Loc2[j])
		s.pi2[j] = probability(e)
		s.z2[j], s.dz2[j] = sample(e, u2(j))
		sum, first := float32(0), j*net.Features
		for i := first; i < first+net.Features; i++ {
			e := exp32(-net.Loc1[i])
			s.pi[i] = probability(e)
			sum += s.pi[i]
			if s.z2[j] > 0 {
				s.z1[i], s.dz1[i] = sample(e, u1(i))
			}
		}
		s.pi1[j] = sum
		if s.penalty == PenaltyMean && net.Features > 0 {
			s.pi1[j] = sum / float32(net.Features)
		}
	}
}

// forward runs the batch through both layers. It returns the mean cross-entropy and how many rows were answered
// rightly, and leaves the derivatives of the loss by the logits in dOut.
func (s *stepper) forward(b batch) (loss float64, right int) {
	clear(s.count)
	for j := range s.net.Rules {
		if s.z2[j] == 0 {
			continue
		}
		s.fire(j, b)
		for k, w := range s.fired[j*s.words : (j+1)*s.words] {
			for ; w != 0; w &= w - 1 {
				n := k*64 + bits.TrailingZeros64(w)
				s.count[n] = min(s.count[n]+1, mostCounted)
			}
		}
	}
	for n, c := range s.count {
		label := 0
		if bitmat.Get(b.labels, n) {
			label = 1
		}
		o := s.outcome[label][c]
		loss += o.loss
		s.dOut[n] = o.dOut
		if (c > 0) == (label == 1) {
			right++
		}
	}
	return loss / float64(len(s.count)), right
}

// fire computes Eqs. (1) and (2) of rule j: which rows fire it, and which nearly do.
func (s *stepper) fire(j int, b batch) {
	fired, alive := s.fired[j*s.words:(j+1)*s.words], s.near[j*s.words:(j+1)*s.words]
	bitmat.Ones(fired, b.x.Rows)
	bitmat.Ones(alive, b.x.Rows)
	first := j * s.net.Features
	// Conditions that count more than 1 come first: whoever breaks one is lost at once, without any sum.
	for i := range s.net.Features {
		if w := float32(s.net.W[first+i] * s.z1[first+i]); w > 1 {
			bitmat.And(alive, alive, b.x.Column(i))
		} else if w < -1 {
			bitmat.AndNot(alive, alive, b.x.Column(i))
		}
	}
	copy(fired, alive)
	clear(s.broken)
	for i := range s.net.Features {
		w := float32(s.net.W[first+i] * s.z1[first+i])
		if w == 0 || w > 1 || w < -1 {
			continue
		}
		x := b.x.Column(i)
		if w > 0 {
			bitmat.AndNot(s.lost, alive, x)
		} else {
			bitmat.And(s.lost, alive, x)
			w = -w
		}
		bitmat.AndNot(fired, fired, s.lost)
		s.strike(alive, w)
	}
	bitmat.AndNot(alive, alive, fired)
}

// strike adds w to what the rows of s.lost have broken, and takes those beyond 1 off alive.
func (s *stepper) strike(alive []uint64, w float32) {
	for k, lost := range s.lost {
		for ; lost != 0; lost &= lost - 1 {
			bit := lost & -lost
			n := k*64 + bits.TrailingZeros64(lost)
			s.broken[n] += w
			if s.broken[n] > 1 {
				alive[k] &^= bit
			}
		}
	}
}

// regularization returns L_R of Eq. (7).
func (s *stepper) regularization() float64 {
	sum := 0.
	for j, p := range s.pi2 {
		sum += float64(p * (1 + s.pi1[j]))
	}
	return sum / float64(s.net.Rules)
}

// backwardRules writes the derivatives by the parameters of the Rules Layer: of the cross-entropy, straight
// through the step (Eq. 3) and through the OR gates as they are, and of lambda times L_R.
func (s *stepper) backwardRules(b batch, lambda float64, g gradients) {
	net := s.net
	perFeature := float32(1)
	if s.penalty == PenaltyMean {
		perFeature = float32(max(net.Features, 1))
	}
	clear(g.dW)
	for j := range net.Rules {
		near := s.near[j*s.words : (j+1)*s.words]
		pressure := float32(lambda) * s.pi2[j] / (float32(net.Rules) * perFeature)
		for i := range net.Features {
			k := j*net.Features + i
			pi := s.pi[k]
			g.dLoc1[k] = pressure * pi * (1 - pi)
			if s.z2[j] == 0 || s.z1[k] == 0 {
				continue
			}
			// ∂y_j/∂w_ij = x_i - [w_ij > 0] is zero where the condition holds, -1 where a positive one is broken,
			// 1 where a negative one is.
			var dw float32
			if w := float32(net.W[k] * s.z1[k]); w > 0 {
				bitmat.AndNot(s.lost, near, b.x.Column(i))
				dw = -s.z2[j] * s.sum(s.lost)
			} else {
				bitmat.And(s.lost, near, b.x.Column(i))
				dw = s.z2[j] * s.sum(s.lost)
			}
			g.dW[k] = s.z1[k] * dw
			g.dLoc1[k] += float32(float32(net.W[k]*dw) * s.dz1[k])
		}
	}
}

// backwardOr writes the derivatives by the locations of the OR Layer; its step passes them straight through (Eq. 5).
func (s *stepper) backwardOr(lambda float64, g gradients) {
	for j := range s.net.Rules {
		pi := s.pi2[j]
		g.dLoc2[j] = float32(lambda) * (1 + s.pi1[j]) / float32(s.net.Rules) * pi * (1 - pi)
		if s.z2[j] > 0 {
			g.dLoc2[j] += float32(s.sum(s.fired[j*s.words:(j+1)*s.words]) * s.dz2[j])
		}
	}
}

// sum adds dOut over a set of rows.
func (s *stepper) sum(rows []uint64) float32 {
	sum := float32(0)
	for k, w := range rows {
		for ; w != 0; w &= w - 1 {
			sum += s.dOut[k*64+bits.TrailingZeros64(w)]
		}
	}
	return sum
}
