package refine

import (
	"math"
	"math/bits"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// evaluator holds the rows of a search in groups, positive rows first. A group starts at a new word: a popcount has one weight.
type evaluator struct {
	columns              [][]uint64 // of each feature
	place                []int32    // of each row in a column
	among                []uint64   // the rows that count: all of them at first
	positives, negatives int        // rows, the negative ones by the weight of their group
	groups               []group    // of the negative rows
	border               int        // the first word of the negative rows
	words                int
	yes, no              float64 // the weights of a positive and of a negative row
	shrink               float64 // standard deviations by which gains are lowered

	each   []counts // the latest of countEach
	tally  *tally   // nil before it is needed
	digits []digits // of the weights of rows, by word; nil if each row weighs 1
}

// digits are the binary digits of the weights of 64 rows, the lowest first.
type digits [5]uint64

const maxWeight = 1<<len(digits{}) - 1

// weigh returns the sum of the weights of rows in m and n, which start at a word.
func weigh(m, n []uint64, all []digits) (sum int) {
	for i, w := range m {
		if w &= n[i]; w != 0 {
			d := &all[i]
			sum += bits.OnesCount64(w&d[0]) + bits.OnesCount64(w&d[1])<<1 + bits.OnesCount64(w&d[2])<<2 +
				bits.OnesCount64(w&d[3])<<3 + bits.OnesCount64(w&d[4])<<4
		}
	}
	return sum
}

// group is some negative rows with one weight.
type group struct{ from, to, weight int } // from and to are words

// newEvaluator copies the bits of the rows; nil takes all.
func newEvaluator(x *bitmat.Matrix, labels []uint64, rows []int32) *evaluator {
	if rows == nil {
		rows = bitmat.Indexes[int32](x.Rows)
	}
	kind := func(row int) int {
		if bitmat.Get(labels, row) {
			return 0
		}
		return 1
	}
	return newGroups(x, rows, kind, []int{1, 1})
}

// newGroups is newEvaluator for rows of several kinds, of which kind 0 is positive. Weights has one for each kind; that
// of the positive rows is yes.
func newGroups(x *bitmat.Matrix, rows []int32, kind func(row int) int, weights []int) *evaluator {
	e := &evaluator{yes: float64(weights[0]), no: 1, place: make([]int32, len(rows))}
	of := make([][]int32, len(weights)) // the rows of each kind
	for _, row := range rows {
		k := kind(int(row))
		of[k] = append(of[k], row)
	}
	first := make([]int, len(weights)) // the first word of each kind
	for k := range of {
		n, from := len(of[k]), e.words
		first[k] = from
		e.words += bitmat.Words(n)
		if k == 0 {
			e.border, e.positives = e.words, n
			continue
		}
		e.groups, e.negatives = append(e.groups, group{from, e.words, weights[k]}), e.negatives+n*weights[k]
	}
	e.among = make([]uint64, e.words)
	next := make([]int32, len(weights))
	for i, row := range rows {
		k := kind(int(row))
		e.place[i] = int32(64*first[k]) + next[k]
		next[k]++
		bitmat.Set(e.among, int(e.place[i]))
	}
	bits := make([]uint64, e.words*x.Cols)
	e.columns, e.each = make([][]uint64, x.Cols), make([]counts, x.Cols)
	for j := range e.columns {
		e.columns[j] = bits[j*e.words : (j+1)*e.words]
		for k, some := range of {
			bitmat.PickBits(e.columns[j][first[k]:], x.Column(j), some)
		}
	}
	return e
}

// on returns an evaluator for some of the rows. It shares the columns with e.
func (e *evaluator) on(rows []int32) *evaluator {
	some := *e
	some.place, some.among, some.each = make([]int32, len(rows)), make([]uint64, e.words), make([]counts, len(e.columns))
	for i, row := range rows {
		some.place[i] = e.place[row]
		bitmat.Set(some.among, int(e.place[row]))
	}
	n := some.count(some.among)
	some.positives, some.negatives = n.yes, n.no
	return &some
}

func (e *evaluator) rows() int { return len(e.place) }

func (e *evaluator) isPositive(row int) bool { return int(e.place[row]) < 64*e.border }

func (e *evaluator) all(dst []uint64) { copy(dst, e.among) }

// match sets dst to the rows on which all literals except number skip hold.
func (e *evaluator) match(dst []uint64, r rule.Rule, skip int) {
	e.all(dst)
	for k, l := range r {
		if k != skip {
			l.And(dst, dst, e.columns[l.Feature])
		}
	}
}

// counts are numbers of rows by class, the negative ones by the weight of their group.
type counts struct{ yes, no int }

func (c counts) minus(d counts) counts { return counts{c.yes - d.yes, c.no - d.no} }

// gain returns by how many rows, by weight, the set improves if it predicts positive on these rows, less the shrinkage.
func (e *evaluator) gain(c counts) float64 {
	return float64(e.yes*float64(c.yes)) - float64(e.no*float64(c.no)) - e.doubt(c)
}

// doubt returns the shrinkage of a gain: rows of two equally likely classes have a gain with deviation √(sum of squared weights).
func (e *evaluator) doubt(c counts) float64 {
	if e.shrink == 0 {
		return 0
	}
	squares := float64(e.yes*e.yes*float64(c.yes)) + float64(e.no*e.no*float64(c.no))
	return float64(e.shrink * math.Sqrt(squares))
}

// maxGain bounds the gain from above: that of the positive rows alone.
func (e *evaluator) maxGain(c counts) float64 { return float64(e.yes * float64(c.yes)) }

// deviation returns that of the weighted number of correct rows, √(accuracy × error rate × sum of the squared weights).
func (e *evaluator) deviation(correct float64) float64 {
	p, n := float64(e.positives), float64(e.negatives)
	all, squares := float64(e.yes*p)+float64(e.no*n), float64(e.yes*e.yes*p)+float64(e.no*e.no*n)
	if all == 0 {
		return 0
	}
	share := correct / all
	return math.Sqrt(float64(share*(1-share)) * squares)
}

func (e *evaluator) count(m []uint64) counts {
	if e.digits != nil {
		return e.countBoth(m, m)
	}
	c := counts{yes: bitmat.Count(m[:e.border])}
	for _, g := range e.groups {
		c.no += g.weight * bitmat.Count(m[g.from:g.to])
	}
	return c
}

func (e *evaluator) countBoth(m, n []uint64) counts {
	if e.digits != nil {
		return counts{weigh(m[:e.border], n[:e.border], e.digits), weigh(m[e.border:], n[e.border:], e.digits[e.border:])}
	}
	c := counts{yes: bitmat.CountAnd(m[:e.border], n[:e.border])}
	for _, g := range e.groups {
		c.no += g.weight * bitmat.CountAnd(m[g.from:g.to], n[g.from:g.to])
	}
	return c
}

// encode prepares countEach.
func (e *evaluator) encode() {
	if e.tally == nil {
		e.tally = newTally(e.columns, 64*e.words)
	}
}

// countEach counts the rows of m on which each feature holds. The result is valid until the next call.
func (e *evaluator) countEach(m []uint64) []counts {
	if e.digits != nil {
		for f, column := range e.columns {
			e.each[f] = e.countBoth(m, column)
		}
		return e.each
	}
	e.encode()
	for f, n := range e.tally.count(m, 0, e.border) {
		e.each[f] = counts{yes: n}
	}
	for _, g := range e.groups {
		for f, n := range e.tally.count(m, g.from, g.to) {
			e.each[f].no += g.weight * n
		}
	}
	return e.each
}
