package protocol

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// RunUnit is a run on encoded rows, which needs no table. Units are independent, so sessions can run them in parallel.
// The answer is Preparing, Progress and UnitDone, or Refused.
type RunUnit struct {
	Train               // with all defaults filled in; of its Split only Time is read
	Model    rule.Model `json:"model"` // without rules: the target, its two classes and the encoder
	Rows     Bits       `json:"-"`     // training rows, sent separately
	TestRows Bits       `json:"-"`     // test rows, sent separately; X is nil if there are none

	// SearchOnly finds rules without a network. UnitDone.Model has them, with their price.
	SearchOnly bool `json:"search_only,omitempty"`
	Unrefined  bool `json:"unrefined,omitempty"` // the rules are refined together with those of other units
	Unscored   bool `json:"unscored,omitempty"`  // the model gets no scorecard, as its probabilities are not needed
	Quiet      bool `json:"quiet,omitempty"`     // neither Progress nor UnitDone have rules of the network
}

// Memory returns the approximate memory in bytes of a worker that runs only this unit.
func (w RunUnit) Memory() int64 {
	const copies, number = 3, 8
	rows := w.Rows.count() + w.TestRows.count()
	return UnitMemory(rows, w.Rows.X.Cols, w.Network.Rules) + int64(copies*number*rows*len(w.Rows.Numbers))
}

// UnitMemory is Memory for a given number of rows, features and network rules. It is the sum of a base amount per worker, the
// encoded rows and the state of the weights. The rows exist four times: as received, as columns, packed by row, and as
// garbage not yet collected.
func UnitMemory(rows, features, rules int) int64 {
	const (
		worker    = 24 << 20
		copies    = 4
		forWeight = 64 // bytes: gates, gradients, moments, conditions
	)
	return worker + copies*int64(features+1)*int64(rows)/8 + forWeight*int64(rules)*int64(features)
}

// Bits are encoded rows and their labels. Bit i is the label of row i.
type Bits struct {
	X      *bitmat.Matrix
	Labels []uint64
	// Numbers are the columns with thresholds, in order, with NaN for missing; nil if the learner does not need them.
	Numbers [][]float64
	// Groups has the groups of the training rows, a number from 0; in a split by time it is the rank of the row's time. It is nil if
	// the rows are independent.
	Groups []int32
	// Weights has the weight of each row, a number from 0; nil weighs all rows the same.
	Weights []float64
}

// Truth returns the labels with the weights.
func (b Bits) Truth() eval.Truth {
	return eval.Truth{Labels: b.Labels, Rows: b.X.Rows, Weights: b.Weights}
}

// UnitDone is the result of a unit. It is final.
type UnitDone struct {
	Status drnet.Status  `json:"status"`
	Steps  int           `json:"steps"` // in all runs
	Score  float64       `json:"score"` // of the best snapshot; see drnet.Checkpoint
	Model  *Model        `json:"model"`
	Set    PackedSet     `json:"set"`           // the raw rules
	Sets   []rule.Set    `json:"sets"`          // the simplified rules of each run, then better ones that a search from these found, if any
	Net    *drnet.Sketch `json:"net,omitempty"` // the network that Set was read from, nil if it is not watched
}

// PackedSet is a set of rules with a compact encoding, as the raw rules of a network can have thousands of conditions. On the wire it is
// base64 of numbers written by binary.AppendUvarint: for each rule the number of its literals, then for each literal 2*Feature, plus 1
// for a negation.
type PackedSet rule.Set

// MarshalJSON implements json.Marshaler.
func (p PackedSet) MarshalJSON() ([]byte, error) {
	var b []byte
	for _, r := range p {
		b = binary.AppendUvarint(b, uint64(len(r)))
		for _, l := range r {
			n := 2 * uint64(l.Feature)
			if l.Not {
				n++
			}
			b = binary.AppendUvarint(b, n)
		}
	}
	return json.Marshal(b)
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *PackedSet) UnmarshalJSON(text []byte) error {
	var b []byte
	if err := json.Unmarshal(text, &b); err != nil {
		return err
	}
	next := func() int {
		n, size := binary.Uvarint(b)
		b = b[max(size, 0):]
		if size <= 0 || n > math.MaxInt32 {
			return -1
		}
		return int(n)
	}
	for *p = nil; len(b) > 0; {
		literals := next()
		if literals < 0 || literals > len(b) {
			return errors.New("protocol: a set of rules is cut off")
		}
		r := make(rule.Rule, literals)
		for i := range r {
			n := next()
			if n < 0 {
				return errors.New("protocol: a set of rules is cut off")
			}
			r[i] = rule.Literal{Feature: n / 2, Not: n%2 == 1}
		}
		*p = append(*p, r)
	}
	return nil
}

func (RunUnit) request() string { return "work" }
func (UnitDone) event() string  { return "worked" }

// The rows of a unit are sent as bytes, separate from its message. All values are little-endian 64-bit words. A header has six numbers:
// features, training rows, test rows, numeric columns, groups, and columns of weights. Training rows and test rows follow: of both the
// matrix columns, the labels, the numeric columns and the weights. The groups are last.
const (
	wordBytes   = 8
	headerBytes = 6 * wordBytes
)

// Raw returns the rows of the unit as bytes.
func (w RunUnit) Raw() []byte {
	words := 0
	for _, b := range []Bits{w.Rows, w.TestRows} {
		if b.X != nil {
			words += (b.X.Cols+1)*len(b.Labels) + len(b.Numbers)*b.X.Rows + len(b.Groups) + len(b.Weights)
		}
	}
	raw := make([]byte, 0, headerBytes+wordBytes*words)
	add := func(words ...uint64) {
		for _, word := range words {
			raw = binary.LittleEndian.AppendUint64(raw, word)
		}
	}
	add(uint64(w.Rows.X.Cols), uint64(w.Rows.X.Rows), uint64(w.TestRows.count()), uint64(len(w.Rows.Numbers)), uint64(len(w.Rows.Groups)))
	weights := 0
	if w.Rows.Weights != nil {
		weights = 1
	}
	add(uint64(weights))
	for _, b := range []Bits{w.Rows, w.TestRows} {
		if b.X == nil {
			continue
		}
		for j := range b.X.Cols {
			add(b.X.Column(j)...)
		}
		add(b.Labels...)
		for _, column := range append(slices.Clip(b.Numbers), b.Weights) {
			for _, v := range column {
				add(math.Float64bits(v))
			}
		}
	}
	for _, group := range w.Rows.Groups {
		add(uint64(group))
	}
	return raw
}

func (b Bits) count() int {
	if b.X == nil {
		return 0
	}
	return b.X.Rows
}

var errRaw = errors.New("protocol: the rows of a unit are damaged")

// WithRaw returns the unit with its rows decoded. It returns an error if raw is damaged.
func (w RunUnit) WithRaw(raw []byte) (RunUnit, error) {
	if len(raw) < headerBytes || len(raw)%wordBytes != 0 {
		return w, errRaw
	}
	size, words := uint64(len(raw)), uint64(len(raw)/wordBytes)
	next := func() uint64 {
		word := binary.LittleEndian.Uint64(raw)
		raw = raw[wordBytes:]
		return word
	}
	features, rows, tests, numbers, groups, weights := next(), next(), next(), next(), next(), next()
	// The limits prevent overflow of the products.
	if max(features, numbers) > words || rows == 0 || max(rows, tests) > 64*words || numbers+weights > 0 && rows+tests > words ||
		weights > 1 || groups != 0 && (groups != rows || groups > words) {
		return w, errRaw
	}
	each := uint64(bitmat.Words(int(rows)) + bitmat.Words(int(tests)))
	if headerBytes+wordBytes*((features+1)*each+(numbers+weights)*(rows+tests)+groups) != size {
		return w, errRaw
	}
	var err error
	if w.Rows, err = bitsOf(next, int(rows), int(features), int(numbers), weights == 1); err != nil {
		return w, err
	}
	if w.TestRows, err = bitsOf(next, int(tests), int(features), int(numbers), weights == 1); err != nil {
		return w, err
	}
	for range groups {
		group := next()
		if group > math.MaxInt32 {
			return w, errRaw
		}
		w.Rows.Groups = append(w.Rows.Groups, int32(group))
	}
	return w, nil
}

// bitsOf decodes a number of rows. It returns an error if a bit after the last row is set.
func bitsOf(next func() uint64, rows, features, numbers int, weighed bool) (b Bits, err error) {
	if rows == 0 {
		return b, nil
	}
	b = Bits{X: bitmat.New(rows, features), Labels: make([]uint64, bitmat.Words(rows))}
	for j := range features + 1 {
		column := b.Labels
		if j < features {
			column = b.X.Column(j)
		}
		for i := range column {
			column[i] = next()
		}
		if tail := rows % 64; tail > 0 && column[len(column)-1]>>tail != 0 {
			return b, errRaw
		}
	}
	floats := func() []float64 {
		column := make([]float64, rows)
		for i := range column {
			column[i] = math.Float64frombits(next())
		}
		return column
	}
	for range numbers {
		b.Numbers = append(b.Numbers, floats())
	}
	if weighed {
		b.Weights = floats()
	}
	return b, nil
}
