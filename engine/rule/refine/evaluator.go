package refine

import (
	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// evaluator holds the rows of a search, positive rows first. Negative rows start at a new word: a popcount has one class.
type evaluator struct {
	columns              [][]uint64 // of each feature
	positives, negatives int
	border               int // the first word of the negative rows
	words                int
	yes, no              float64 // the weights of a positive and of a negative row
}

// newEvaluator copies the bits of the rows; nil takes all.
func newEvaluator(x *bitmat.Matrix, labels []uint64, rows []int32) *evaluator {
	if rows == nil {
		rows = bitmat.Indexes[int32](x.Rows)
	}
	e := &evaluator{yes: 1, no: 1}
	for _, row := range rows {
		if bitmat.Get(labels, int(row)) {
			e.positives++
		}
	}
	e.negatives = len(rows) - e.positives
	e.border = bitmat.Words(e.positives)
	e.words = e.border + bitmat.Words(e.negatives)
	place := make([]int32, len(rows)) // of each row in a column
	yes, no := int32(0), int32(e.border*64)
	for i, row := range rows {
		next := &no
		if bitmat.Get(labels, int(row)) {
			next = &yes
		}
		place[i] = *next
		*next++
	}
	bits := make([]uint64, e.words*x.Cols)
	e.columns = make([][]uint64, x.Cols)
	for j := range e.columns {
		from, to := x.Column(j), bits[j*e.words:(j+1)*e.words]
		for i, row := range rows {
			bit := from[row>>6] >> (row & 63) & 1
			to[place[i]>>6] |= bit << (place[i] & 63)
		}
		e.columns[j] = to
	}
	return e
}

func (e *evaluator) rows() int { return e.positives + e.negatives }

func (e *evaluator) all(dst []uint64) {
	bitmat.Ones(dst[:e.border], e.positives)
	bitmat.Ones(dst[e.border:], e.negatives)
}

// match sets dst to the rows on which all literals except number skip hold.
func (e *evaluator) match(dst []uint64, r rule.Rule, skip int) {
	e.all(dst)
	for k, l := range r {
		if k != skip {
			l.And(dst, dst, e.columns[l.Feature])
		}
	}
}

// counts are numbers of rows by class.
type counts struct{ yes, no int }

func (c counts) minus(d counts) counts { return counts{c.yes - d.yes, c.no - d.no} }

// gain returns by how many rows, by weight, the set improves if it predicts positive on these rows.
func (e *evaluator) gain(c counts) float64 {
	return float64(e.yes*float64(c.yes)) - float64(e.no*float64(c.no))
}

// maxGain bounds the gain from above: that of the positive rows alone.
func (e *evaluator) maxGain(c counts) float64 { return float64(e.yes * float64(c.yes)) }

func (e *evaluator) count(m []uint64) counts {
	return counts{bitmat.Count(m[:e.border]), bitmat.Count(m[e.border:e.words])}
}

func (e *evaluator) countBoth(m, n []uint64) counts {
	return counts{bitmat.CountAnd(m[:e.border], n[:e.border]), bitmat.CountAnd(m[e.border:e.words], n[e.border:e.words])}
}
