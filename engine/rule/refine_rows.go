package rule

import (
	"math/bits"

	"drnet/engine/bitmat"
)

// arena holds the rows that a search runs on, the positive ones first and the negative ones from a word of their own on:
// one popcount a word then counts both.
type arena struct {
	columns   [][]uint64 // of each feature
	positives int
	negatives int
	border    int // the first word of the negative rows
	words     int

	yes, no float64 // what a positive and a negative row count
}

// newArena copies the bits of the rows; nil takes all.
func newArena(x *bitmat.Matrix, labels []uint64, rows []int32) *arena {
	if rows == nil {
		rows = make([]int32, x.Rows)
		for i := range rows {
			rows[i] = int32(i)
		}
	}
	a := &arena{yes: 1, no: 1}
	for _, row := range rows {
		if bitmat.Get(labels, int(row)) {
			a.positives++
		}
	}
	a.negatives = len(rows) - a.positives
	a.border = bitmat.Words(a.positives)
	a.words = a.border + bitmat.Words(a.negatives)
	place := make([]int32, len(rows)) // of each row in a column
	yes, no := 0, a.border*64
	for i, row := range rows {
		if bitmat.Get(labels, int(row)) {
			place[i] = int32(yes)
			yes++
		} else {
			place[i] = int32(no)
			no++
		}
	}
	bits := make([]uint64, a.words*x.Cols)
	a.columns = make([][]uint64, x.Cols)
	for j := range a.columns {
		from, to := x.Column(j), bits[j*a.words:(j+1)*a.words]
		for i, row := range rows {
			bit := from[row>>6] >> (row & 63) & 1
			to[place[i]>>6] |= bit << (place[i] & 63)
		}
		a.columns[j] = to
	}
	return a
}

func (a *arena) rows() int { return a.positives + a.negatives }

// all makes dst one for every row.
func (a *arena) all(dst []uint64) {
	bitmat.Ones(dst[:a.border], a.positives)
	bitmat.Ones(dst[a.border:], a.negatives)
}

// match makes dst one where all literals but number skip hold.
func (a *arena) match(dst []uint64, r Rule, skip int) {
	a.all(dst)
	for k, l := range r {
		if k != skip {
			a.narrow(dst, l)
		}
	}
}

// narrow strikes the rows off dst for which the literal does not hold.
func (a *arena) narrow(dst []uint64, l Literal) {
	column := a.columns[l.Feature]
	if l.Not {
		bitmat.AndNot(dst, dst, column)
	} else {
		bitmat.And(dst, dst, column)
	}
}

// tally counts rows by class.
type tally struct{ yes, no int }

func (t tally) minus(u tally) tally { return tally{t.yes - u.yes, t.no - u.no} }

// gain is by how many rows, by their weight, the set becomes better if it answers yes to these.
func (a *arena) gain(t tally) float64 {
	return float64(a.yes*float64(t.yes)) - float64(a.no*float64(t.no))
}

// most is what it would become better if it answered yes to the positive ones alone.
func (a *arena) most(t tally) float64 { return float64(a.yes * float64(t.yes)) }

func (a *arena) count(m []uint64) tally {
	return tally{bitmat.Count(m[:a.border]), bitmat.Count(m[a.border:a.words])}
}

// countBoth counts the rows that are in both.
func (a *arena) countBoth(m, n []uint64) tally {
	return tally{countAnd(m[:a.border], n[:a.border]), countAnd(m[a.border:a.words], n[a.border:a.words])}
}

// countAnd is bitmat.CountAnd four words at a time: this is where a search spends its time.
func countAnd(a, b []uint64) int {
	n := 0
	b = b[:len(a)]
	for len(a) >= 4 {
		n += bits.OnesCount64(a[0]&b[0]) + bits.OnesCount64(a[1]&b[1]) + bits.OnesCount64(a[2]&b[2]) + bits.OnesCount64(a[3]&b[3])
		a, b = a[4:], b[4:]
	}
	for i, w := range a {
		n += bits.OnesCount64(w & b[i])
	}
	return n
}
