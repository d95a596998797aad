package drnet

import (
	"math"
	"math/bits"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// Phase says which layer trains.
type Phase string

// The phases alternate, beginning with the rules (section "Alternating Two-Phase Training Strategy").
const (
	PhaseRules Phase = "rules" // trains the Rules Layer, with penalty λ₁
	PhaseOr    Phase = "or"    // trains the OR Layer, with penalty λ₂
)

// A batch holds rows with their labels by column, 64 rows in a word. The last column is the label.
type batch struct {
	columns *bitmat.Matrix
	index   []int32  // the rows in the table
	groups  *groups  // of the features of the table
	codes   []uint64 // groups.codes of these rows, valid if coded is true
	coded   bool
}

func newBatch(rows, features int, g *groups) *batch {
	return &batch{
		columns: bitmat.New(rows, features+1),
		groups:  g, codes: make([]uint64, rows*g.words),
	}
}

// gather fills the batch with rows of a table that has the labels as its last column.
func (b *batch) gather(table *bitmat.Rows, index []int32) {
	table.GatherColumns(b.columns, index)
	b.index, b.coded = index, false
}

// code returns the codes of the rows. It gathers them on demand, since few batches need them once most gates are closed.
func (b *batch) code() []uint64 {
	if !b.coded {
		b.groups.gather(b.codes, b.index)
		b.coded = true
	}
	return b.codes
}

func (b *batch) labels() []uint64 { return b.columns.Column(b.columns.Cols - 1) }

// gradients holds the derivatives of the loss by the parameters that a phase trains, shaped like them.
type gradients struct {
	dW, dLoc1, dLoc2 []float32
}

// ofRules returns the parameters that the rules phase trains, with their gradients.
func (d gradients) ofRules(net *Network) []numeric.Params {
	return []numeric.Params{{Values: net.W, Gradient: d.dW}, {Values: net.Loc1, Gradient: d.dLoc1}}
}

// ofOr returns the parameters that the OR phase trains, with their gradients.
func (d gradients) ofOr(net *Network) []numeric.Params {
	return []numeric.Params{{Values: net.Loc2, Gradient: d.dLoc2}}
}

// A stepper runs the network forward and backward on one batch after the other. It allocates its memory once.
//
// It computes Eqs. (1) to (8), and skips every term that is exactly zero: closed gates, rules whose OR gate is closed, and rows without
// a gradient because y_j < 0 (Eq. 3). y_j is 1 minus the sum of |w| of the conditions that the row breaks, so a rule drops a row as
// soon as this sum exceeds 1. See reference for the same step in its plain form.
//
// Sets of rows are bit sets with 64 rows in a word, so 50 rules and a batch of 2,000 rows take 50 × 32 words.
//
//	set     shape          a row is in it if
//	fired   rules × words  it breaks no open condition of the rule: h_j = 1, Eq. (2)
//	near    rules × words  it breaks some, but 0 ≤ y_j < 1: a near miss, which has a gradient, Eq. (3)
//	lost    words          it breaks the current condition of the current rule
//	missed  words          no rule fires on it
//	drawn   words          it has a gradient for the weights of the current rule that are zero (Config.NoNot only)
//
//	array   shape          entry
//	broken  rows           sum of |w| of the conditions of the current rule that the row breaks, 1 - y_j, in units of scaleOf
//	count   rows           number of rules that fire on the row, Eq. (4)
//	dOut    rows           derivative of the loss by the output of Eq. (5), in units
type stepper struct {
	net     *Network
	penalty Penalty
	gates   gates
	tables  tables

	words   int      // of a set of rows of the batch
	fired   []uint64 // rule j: words [j*words, (j+1)*words)
	near    []uint64 // the same
	lost    []uint64
	missed  []uint64
	drawn   []uint64 // nil without Config.NoNot
	parts   []part   // of the near misses of the current rule
	broken  []uint32
	waiting []lane  // rules that wait for tables.dropBroken
	count   []uint8 // at most mostCounted
	dOut    []int64

	// unit is the value of 1 in dOut. Derivatives are integers, so that their sums are exact and do not depend on the order.
	unit    float64
	outcome [2][]outcome // by label and number of fired rules
}

// mostCounted limits the number of firing rules that is counted for a row: with more, σ is 1 in float32.
const mostCounted = 100

// outcome is the contribution of a row to loss and gradient, by its label and the number of fired rules.
type outcome struct {
	loss float64 // binary cross-entropy, times the weight of the class
	dOut int64   // σ(o) - y, times the same weight, divided by the rows of the batch, in units
}

// A part is a word of near misses, divided into three sets of rows. No rule fires on most of these rows: their derivative depends on the
// label alone, so they need only be counted.
type part struct {
	word               int    // its index
	positive, negative uint64 // rows on which no rule fires, by label
	fired              uint64 // rows on which another rule fires
}

// newStepper returns a stepper for a completed configuration and the weights of the classes.
func newStepper(net *Network, c Config, weights rule.Weights) *stepper {
	rows := c.Batch
	words := bitmat.Words(rows)
	s := &stepper{
		net: net, penalty: c.Penalty, words: words, gates: newGates(net), tables: newTables(net.Features),
		fired: make([]uint64, words*net.Rules), near: make([]uint64, words*net.Rules),
		broken: make([]uint32, rows), waiting: make([]lane, 0, net.Rules), lost: make([]uint64, words),
		missed: make([]uint64, words), parts: make([]part, 0, words),
		count: make([]uint8, rows), dOut: make([]int64, rows),
	}
	if c.NoNot {
		s.drawn, s.gates.zeros = make([]uint64, words), true
	}
	s.fillOutcomes(weights.Each())
	return s
}

// fillOutcomes computes the outcomes by the weights of the classes.
func (s *stepper) fillOutcomes(positive, negative float64) {
	rows := len(s.count)
	_, exponent := math.Frexp(max(positive, negative))
	scale := math.Ldexp(1, 62-exponent-bits.Len(uint(rows))) // the sum over a batch stays below 2**62
	s.unit = 1 / (scale * float64(rows))
	// exp(-o) of o = count - ½ by multiplication, so that it is the same everywhere.
	const expHalf, expMinusOne = 1.6487212707001282, 0.36787944117144233
	e := expHalf
	for fired := range mostCounted + 1 {
		sigma, o := 1/(1+e), float64(fired)-epsilon
		s.outcome[0] = append(s.outcome[0], outcome{negative * (math.Log1p(e) + o), int64(math.Round(negative * sigma * scale))})
		s.outcome[1] = append(s.outcome[1], outcome{positive * math.Log1p(e), int64(math.Round(positive * (sigma - 1) * scale))})
		e *= expMinusOne
	}
}

// forward runs the batch through both layers. It returns the mean weighted cross-entropy, and leaves the derivatives of the loss by
// the logits in dOut.
func (s *stepper) forward(b *batch) (loss float64) {
	clear(s.count)
	bitmat.Ones(s.missed, b.columns.Rows)
	s.waiting = s.waiting[:0]
	for j := range s.net.Rules {
		if s.gates.z2[j] == 0 {
			continue
		}
		s.forwardRule(j, b)
		for k, w := range s.fired[j*s.words : (j+1)*s.words] {
			s.missed[k] &^= w
			for ; w != 0; w &= w - 1 {
				n := k*64 + bits.TrailingZeros64(w)
				s.count[n] = min(s.count[n]+1, mostCounted)
			}
		}
	}
	for rules := range slices.Chunk(s.waiting, lanes) {
		s.tables.dropBroken(rules, b.groups, b.code())
	}
	labels := b.labels()
	for n, c := range s.count {
		o := s.outcome[labels[n>>6]>>(n&63)&1][c]
		loss += o.loss
		s.dOut[n] = o.dOut
	}
	return loss / float64(len(s.count))
}

// regularization returns L_R of Eq. (7).
func (s *stepper) regularization() float64 {
	sum := 0.
	for j, p := range s.gates.pi2 {
		sum += float64(p * (1 + s.length(j)))
	}
	return sum / float64(s.net.Rules)
}

// length returns the expected length of rule j in Eq. (7): the mean, or the sum, of pi1 over the features.
func (s *stepper) length(j int) float32 {
	if s.penalty == PenaltyMean {
		return s.gates.sum1[j] / float32(max(s.net.Features, 1))
	}
	return s.gates.sum1[j]
}

// backwardRules writes the derivatives of the cross-entropy plus lambda times L_R by the parameters of the Rules Layer. The cross-entropy
// uses the straight-through estimator of Eq. (3) and the drawn OR gates.
func (s *stepper) backwardRules(b *batch, lambda float64, d gradients) {
	net, g := s.net, &s.gates
	perFeature := float32(1)
	if s.penalty == PenaltyMean {
		perFeature = float32(max(net.Features, 1))
	}
	clear(d.dW)
	for j := range net.Rules {
		first := j * net.Features
		pressure := float32(lambda) * g.pi2[j] / (float32(net.Rules) * perFeature)
		dLoc1 := d.dLoc1[first : first+net.Features]
		pressAll(dLoc1, g.pi1[first:first+net.Features], pressure)
		near := s.near[j*s.words : (j+1)*s.words]
		if g.z2[j] == 0 {
			continue
		}
		s.divide(near, b.labels())
		if s.drawn == nil && len(s.parts) == 0 {
			continue
		}
		if s.drawn != nil {
			// Rows with a gradient for a weight of zero, as the derivative from above: near misses and, by Eq. (3), the negative
			// rows on which the rule fires, since a condition that they break would exclude them.
			bitmat.AndNot(s.drawn, s.fired[j*s.words:(j+1)*s.words], b.labels())
			bitmat.Or(s.drawn, s.drawn, near)
		}
		s.backwardRule(j, b, d.dW[first:first+net.Features], dLoc1)
	}
}

// backwardRule adds the derivatives by the open conditions of rule j. Its loop avoids branches and calls, which are slow in WebAssembly.
func (s *stepper) backwardRule(j int, b *batch, dW, dLoc1 []float32) {
	z2, weights := s.gates.z2[j], s.net.W[j*len(dW):(j+1)*len(dW)]
	ofPositive, ofNegative := s.outcome[1][0].dOut, s.outcome[0][0].dOut
	var first part
	var others []part
	if len(s.parts) > 0 {
		first, others = s.parts[0], s.parts[1:]
	}
	open := s.gates.open(j)
	for i := range open {
		c := &open[i]
		feature := int(c.feature)
		// ∂y_j/∂w_ij = x_i - [w_ij > 0] is 0 where the condition holds, else -1 for a positive weight and 1 for a negative one. For
		// a hard condition the sum is 0, as no near miss breaks it.
		flip := ^uint64(int64(int32(math.Float32bits(c.w))) >> 31) // all ones for a positive weight
		x := b.columns.Word(feature, first.word) ^ flip
		positive, negative, fired := bits.OnesCount64(first.positive&x), bits.OnesCount64(first.negative&x), first.fired&x
		for k := range others {
			p := &others[k]
			x := b.columns.Word(feature, p.word) ^ flip
			positive += bits.OnesCount64(p.positive & x)
			negative += bits.OnesCount64(p.negative & x)
			fired |= p.fired & x
		}
		sum := int64(positive)*ofPositive + int64(negative)*ofNegative
		if fired != 0 {
			sum += s.sumFired(b.columns.Column(feature), flip)
		}
		dw := z2 * float32(float64(sum^int64(flip)-int64(flip))*s.unit)
		if s.drawn != nil && c.w == 0 {
			bitmat.AndNot(s.lost, s.drawn, b.columns.Column(feature))
			dw = -z2 * s.sumOver(s.lost)
		}
		dW[feature] = c.z * dw
		dLoc1[feature] += float32(float32(weights[feature]*dw) * c.dz)
	}
}

// backwardOr writes the derivatives of the cross-entropy plus lambda times L_R by the locations of the OR Layer.
func (s *stepper) backwardOr(lambda float64, d gradients) {
	g := &s.gates
	for j, pi := range g.pi2 {
		d.dLoc2[j] = float32(float32(float32(lambda)*(1+s.length(j))/float32(s.net.Rules)) * pi * (1 - pi))
		if g.z2[j] > 0 {
			d.dLoc2[j] += float32(s.sumOver(s.fired[j*s.words:(j+1)*s.words]) * g.dz2[j])
		}
	}
}

// divide sets s.parts to the words of a set of rows that are not empty.
func (s *stepper) divide(rows, labels []uint64) {
	s.parts = s.parts[:0]
	for k, w := range rows {
		if w != 0 {
			missed := w & s.missed[k]
			s.parts = append(s.parts, part{k, missed & labels[k], missed &^ labels[k], w &^ missed})
		}
	}
}

// sumFired sums dOut over the rows in part.fired where the column, after an XOR with flip, is 1.
func (s *stepper) sumFired(column []uint64, flip uint64) (sum int64) {
	for k := range s.parts {
		p := &s.parts[k]
		for w := p.fired & (column[p.word] ^ flip); w != 0; w &= w - 1 {
			sum += s.dOut[p.word*64+bits.TrailingZeros64(w)]
		}
	}
	return sum
}

// sumOver sums dOut over a set of rows.
func (s *stepper) sumOver(rows []uint64) float32 {
	sum := int64(0)
	for k, w := range rows {
		for ; w != 0; w &= w - 1 {
			sum += s.dOut[k*64+bits.TrailingZeros64(w)]
		}
	}
	return float32(float64(sum) * s.unit)
}

// forwardRule computes Eqs. (1) and (2) for rule j: the rows on which it fires, and its near misses. If dropBroken puts the rule in
// s.waiting, near still has rows whose broken conditions weigh more than 1.
func (s *stepper) forwardRule(j int, b *batch) {
	fired, alive := s.fired[j*s.words:(j+1)*s.words], s.near[j*s.words:(j+1)*s.words]
	open := s.gates.open(j)
	soft, total := s.applyHard(alive, open, b)
	if soft == 0 {
		copy(fired, alive)
		clear(alive)
		return
	}
	s.applySoft(fired, alive, open, b)
	bitmat.AndNot(alive, alive, fired)
	// If all soft conditions together weigh at most 1, no row can exceed it.
	if total > 1 {
		s.dropBroken(lane{alive, open, scaleOf(total)}, soft, b)
	}
}

// applyHard sets alive to the rows that meet every hard condition, |w| > 1: a row that breaks one has y_j < 0. It returns the number of
// the other, soft conditions, and the sum of their |w|.
func (s *stepper) applyHard(alive []uint64, open []condition, b *batch) (soft int, total float32) {
	bitmat.Ones(alive, b.columns.Rows)
	for i := range open {
		c := &open[i]
		if w := float32(math.Abs(float64(c.w))); w <= 1 {
			soft++
			total += w
		} else if c.w > 1 {
			bitmat.And(alive, alive, b.columns.Column(int(c.feature)))
		} else {
			bitmat.AndNot(alive, alive, b.columns.Column(int(c.feature)))
		}
	}
	return soft, total
}

// applySoft sets fired to the rows of alive that also meet every soft condition: the rule fires on them. It stops when fired is empty,
// which takes only a few conditions while most gates are open.
func (s *stepper) applySoft(fired, alive []uint64, open []condition, b *batch) {
	copy(fired, alive)
	some := uint64(1)
	for i := 0; i < len(open) && some != 0; i++ {
		switch c := open[i]; {
		case c.w > 0 && c.w <= 1:
			some = 0
			for k, x := range b.columns.Column(int(c.feature)) {
				fired[k] &= x
				some |= fired[k]
			}
		case c.w < 0 && c.w >= -1:
			some = 0
			for k, x := range b.columns.Column(int(c.feature)) {
				fired[k] &^= x
				some |= fired[k]
			}
		}
	}
}

// dropBroken removes from l.alive the rows whose broken soft conditions weigh more than 1 together. It chooses the cheaper of two ways
// with the same result. One visits the rows that break each condition, about half of those alive. The other puts the rule in s.waiting:
// four rules at a time then look up the sums of several conditions in tables.
func (s *stepper) dropBroken(l lane, soft int, b *batch) {
	if soft*bitmat.Count(l.alive)/2 > b.groups.work(b.columns.Rows) {
		s.waiting = append(s.waiting, l)
	} else {
		s.visitBroken(l, b)
	}
}

// visitBroken visits the rows that break each condition.
func (s *stepper) visitBroken(l lane, b *batch) {
	clear(s.broken)
	for _, c := range l.open {
		switch x := b.columns.Column(int(c.feature)); {
		case c.w > 0 && c.w <= 1:
			bitmat.AndNot(s.lost, l.alive, x)
		case c.w < 0 && c.w >= -1:
			bitmat.And(s.lost, l.alive, x)
		default:
			continue
		}
		s.addBroken(l.alive, units(c.w, l.scale), uint32(l.scale))
	}
}

// addBroken adds w to the sums of the rows in s.lost, and removes from alive the rows whose sum exceeds most.
func (s *stepper) addBroken(alive []uint64, w, most uint32) {
	broken := s.broken
	for k, lost := range s.lost {
		dead := uint64(0)
		for ; lost != 0; lost &= lost - 1 {
			bit := bits.TrailingZeros64(lost)
			sum := broken[k*64+bit] + w
			broken[k*64+bit] = sum
			dead |= uint64((most-sum)>>beyondOne) << (bit & 63)
		}
		alive[k] &^= dead
	}
}
