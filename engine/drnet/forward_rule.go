package drnet

import (
	"math/bits"

	"drnet/engine/bitmat"
)

// forwardRule computes Eqs. (1) and (2) for rule j: the rows on which it fires, and the near misses.
func (s *stepper) forwardRule(j int, b batch) {
	fired, alive := s.fired[j*s.words:(j+1)*s.words], s.near[j*s.words:(j+1)*s.words]
	open := s.gates.open(j)
	soft, total := s.applyHard(alive, open, b)
	if soft == 0 || !any(alive) {
		copy(fired, alive)
		clear(alive)
		return
	}
	s.applySoft(fired, alive, open, b)
	// If all soft conditions together weigh at most 1, no row can exceed it.
	if total > 1 {
		s.dropBroken(alive, open, soft, b)
	}
	bitmat.AndNot(alive, alive, fired)
}

// applyHard keeps alive the rows that hold every hard condition, one with |w| > 1: a row that breaks one has y_j < 0 without
// any sum. It returns the number of the other, soft conditions, and the sum of their |w|.
func (s *stepper) applyHard(alive []uint64, open []condition, b batch) (soft int, total float32) {
	bitmat.Ones(alive, b.columns.Rows)
	for _, c := range open {
		switch {
		case c.w > 1:
			bitmat.And(alive, alive, b.columns.Column(int(c.feature)))
		case c.w < -1:
			bitmat.AndNot(alive, alive, b.columns.Column(int(c.feature)))
		default:
			soft++
			total += max(c.w, -c.w)
		}
	}
	return soft, total
}

// applySoft finds the rows of alive that hold every soft condition, too: the rule fires on them.
func (s *stepper) applySoft(fired, alive []uint64, open []condition, b batch) {
	copy(fired, alive)
	for _, c := range open {
		switch {
		case c.w > 0 && c.w <= 1:
			bitmat.And(fired, fired, b.columns.Column(int(c.feature)))
		case c.w < 0 && c.w >= -1:
			bitmat.AndNot(fired, fired, b.columns.Column(int(c.feature)))
		}
	}
}

// dropBroken removes from alive the rows whose broken soft conditions sum to more than 1. It chooses the cheaper of two ways:
// visit the rows that break each condition, about half of those alive, or look up the sums of eight conditions at a time.
func (s *stepper) dropBroken(alive []uint64, open []condition, soft int, b batch) {
	rows := bitmat.Count(alive)
	if soft*rows/2 > s.tables.cost(rows) {
		s.tables.fill(open)
		s.tables.dropBroken(alive, b.rows)
		return
	}
	clear(s.broken)
	for _, c := range open {
		x, w := b.columns.Column(int(c.feature)), c.w
		switch {
		case w > 0 && w <= 1:
			bitmat.AndNot(s.lost, alive, x)
		case w < 0 && w >= -1:
			bitmat.And(s.lost, alive, x)
			w = -w
		default:
			continue
		}
		s.addBroken(alive, w)
	}
}

// addBroken adds w to the sums of the rows in s.lost, and removes from alive those whose sum exceeds 1.
func (s *stepper) addBroken(alive []uint64, w float32) {
	broken := s.broken
	for k, lost := range s.lost {
		dead := uint64(0)
		for ; lost != 0; lost &= lost - 1 {
			bit := bits.TrailingZeros64(lost)
			sum := broken[k*64+bit] + w
			broken[k*64+bit] = sum
			dead |= beyondOne(sum) << (bit & 63)
		}
		alive[k] &^= dead
	}
}
