package drnet

import (
	"math/bits"

	"drnet/engine/bitmat"
)

// fire computes Eqs. (1) and (2) of rule j: which rows fire it, and which nearly do.
func (s *stepper) fire(j int, b batch) {
	fired, alive := s.fired[j*s.words:(j+1)*s.words], s.near[j*s.words:(j+1)*s.words]
	open := s.gates.open(j)
	soft, total := s.harden(alive, open, b)
	if soft == 0 || !any(alive) {
		copy(fired, alive)
		clear(alive)
		return
	}
	s.satisfy(fired, alive, open, b)
	// If even all soft conditions together break no more than 1, nobody is lost by them.
	if total > 1 {
		s.weigh(alive, open, soft, b)
	}
	bitmat.AndNot(alive, alive, fired)
}

// harden leaves alive the rows that break no condition that counts more than 1: whoever breaks one of those is lost
// at once, without any sum. It returns the number of the other, soft conditions, and the sum of their |w|.
func (s *stepper) harden(alive []uint64, open []condition, b batch) (soft int, total float32) {
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

// satisfy finds the rows alive that break no soft condition either.
func (s *stepper) satisfy(fired, alive []uint64, open []condition, b batch) {
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

// weigh takes off alive the rows whose broken soft conditions sum to more than 1. It chooses the cheaper way: to walk
// over the rows that break each condition, about half of those alive, or to look the sums of eight conditions up.
func (s *stepper) weigh(alive []uint64, open []condition, soft int, b batch) {
	rows := bitmat.Count(alive)
	if soft*rows/2 > s.tables.cost(rows) {
		s.tables.set(open)
		s.tables.weigh(alive, b.rows)
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
		s.strike(alive, w)
	}
}

// strike adds w to what the rows of s.lost have broken, and takes those beyond 1 off alive.
func (s *stepper) strike(alive []uint64, w float32) {
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
