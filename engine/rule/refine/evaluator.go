package refine

import (
	"math"
	"math/bits"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// evaluator holds the rows of a search as bits, in groups of one class and weight, positive groups first. A group starts at a new block, or
// at a new word if the rows are few, so that all of its bits have the same weight.
type evaluator struct {
	columns              [][]uint64 // of each feature
	place                []int32    // of each row in a column
	among                []uint64   // the rows that count: all of them at first
	positives, negatives int        // rows, by the weights of their groups
	yesGroups, noGroups  []group
	border               int     // the first word of the negative rows
	words                int     // of all groups
	size                 int     // words of the groups, which are counted as work
	few                  bool    // at most fewRows rows
	yes, no              float64 // factors of the weights of positive and of negative rows
	square               float64 // mean of the squared weights of rows, divided by their mean weight
	shrink               float64 // number of standard deviations by which gains are lowered; see doubt

	each   []counts // newest result of countEach, without a tally
	tally  *tally   // nil before it is needed
	digits *digits  // of the weights of the rows, if they differ within groups, which then have weight 1; else nil
}

// digits holds weights of rows: set d has the rows whose weight has binary digit d, the lowest first.
type digits [5][]uint64

const maxWeight = 1<<len(digits{}) - 1

// weigh returns the total weight of the rows in both m and n, from one word to another.
func (d *digits) weigh(m, n []uint64, from, to int) (sum int) {
	for i := from; i < to; i++ {
		if w := m[i] & n[i]; w != 0 {
			sum += bits.OnesCount64(w&d[0][i]) + bits.OnesCount64(w&d[1][i])<<1 + bits.OnesCount64(w&d[2][i])<<2 +
				bits.OnesCount64(w&d[3][i])<<3 + bits.OnesCount64(w&d[4][i])<<4
		}
	}
	return sum
}

// fewRows is the number of rows up to which reading the words of each column takes less time than a tally, with its patterns and its whole
// blocks. A table of so few rows may have a hundred thousand features, whose patterns do not fit in the cache.
const fewRows = 256

// group is a range of rows with the same class and weight.
type group struct{ from, to, weight int } // from and to are words

// kind is the class and the weight that the rows of a group share.
type kind struct {
	positive bool
	weight   int // 0 for rows that do not count
}

// newGroups returns an evaluator with a copy of the bits of some rows of x, grouped by kind. Kinds must list positive kinds first; kindOf
// returns an index in it.
func newGroups(x *bitmat.Matrix, rows []int32, kindOf func(row int) int, kinds []kind) *evaluator {
	e := &evaluator{yes: 1, no: 1, place: make([]int32, len(rows)), few: len(rows) <= fewRows}
	of := make([][]int32, len(kinds)) // the rows of each kind
	for _, row := range rows {
		k := kindOf(int(row))
		of[k] = append(of[k], row)
	}
	first := make([]int, len(kinds)) // the first word of each kind
	squares := 0
	for k, kind := range kinds {
		n := len(of[k]) * kind.weight
		squares += n * kind.weight
		first[k] = e.words
		size := bitmat.Words(len(of[k]))
		e.size += size
		if !e.few {
			size = (size + blockWords - 1) / blockWords * blockWords
		}
		e.words += size
		g := group{first[k], e.words, kind.weight}
		if kind.positive {
			e.border, e.positives, e.yesGroups = e.words, e.positives+n, append(e.yesGroups, g)
		} else {
			e.negatives, e.noGroups = e.negatives+n, append(e.noGroups, g)
		}
	}
	e.square = float64(squares) / float64(max(e.positives+e.negatives, 1))
	e.among = make([]uint64, e.words)
	next := make([]int32, len(kinds))
	for i, row := range rows {
		k := kindOf(int(row))
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

// on returns an evaluator in which only some of the rows count. It shares the columns with e.
func (e *evaluator) on(rows []int32) *evaluator {
	some := *e
	some.place, some.among, some.each = make([]int32, len(rows)), make([]uint64, e.words), make([]counts, len(e.columns))
	for i, row := range rows {
		some.place[i] = e.place[row]
		bitmat.Set(some.among, int(e.place[row]))
	}
	n := some.count(some.among)
	some.positives, some.negatives = n.yes(), n.no()
	return &some
}

func (e *evaluator) rows() int { return len(e.place) }

func (e *evaluator) isPositive(row int) bool { return int(e.place[row]) < 64*e.border }

func (e *evaluator) all(dst []uint64) { copy(dst, e.among) }

// match sets dst to the rows on which all literals of r hold; it ignores literal skip, -1 for none.
func (e *evaluator) match(dst []uint64, r rule.Rule, skip int) {
	e.all(dst)
	for k, l := range r {
		if k != skip {
			l.And(dst, dst, e.columns[l.Feature])
		}
	}
}

// counts packs two numbers below 2³²: the total weight of positive rows in the low half, and that of negative rows in the high half, both
// in weights of groups. So counts are added, and those of a part subtracted, in one operation.
type counts uint64

const negative = 1 << 32

func newCounts(yes, no int) counts { return counts(yes) + counts(no)*negative }

func (c counts) yes() int { return int(c % negative) }

func (c counts) no() int { return int(c / negative) }

// gain returns the increase of the weight of correct rows if these rows are predicted as positive instead of negative, minus doubt.
func (e *evaluator) gain(c counts) float64 { return e.net(c) - e.doubt(c) }

// net returns the gain without subtracting doubt.
func (e *evaluator) net(c counts) float64 {
	yes, no := e.weights(c)
	return yes - no
}

// weights returns the weights of positive and of negative rows.
func (e *evaluator) weights(c counts) (yes, no float64) {
	return float64(e.yes * float64(c.yes())), float64(e.no * float64(c.no()))
}

// doubt returns shrink standard deviations of the gain. If both classes were equally likely on these rows, its variance would be the sum of
// their squared weights.
func (e *evaluator) doubt(c counts) float64 {
	if e.shrink == 0 {
		return 0
	}
	return float64(e.shrink * math.Sqrt(e.squares(c)))
}

// squares returns the sum of the squared weights of rows.
func (e *evaluator) squares(c counts) float64 {
	return float64((float64(e.yes*e.yes*float64(c.yes())) + float64(e.no*e.no*float64(c.no()))) * e.square)
}

// maxGain returns an upper bound of the gain after further literals: that of the positive rows without the negative ones.
func (e *evaluator) maxGain(c counts) float64 { return float64(e.yes * float64(c.yes())) }

// deviation returns the standard deviation of the weight of correct rows, √(accuracy × error rate × sum of squared weights).
func (e *evaluator) deviation(correct float64) float64 {
	all := float64(e.yes*float64(e.positives)) + float64(e.no*float64(e.negatives))
	if all == 0 {
		return 0
	}
	share := correct / all
	return math.Sqrt(float64(share*(1-share)) * e.squares(newCounts(e.positives, e.negatives)))
}

func (e *evaluator) count(m []uint64) counts { return e.countBoth(m, m) }

func (e *evaluator) countBoth(m, n []uint64) counts {
	if e.digits != nil {
		return newCounts(e.digits.weigh(m, n, 0, e.border), e.digits.weigh(m, n, e.border, e.words))
	}
	yes, no := 0, 0
	for _, g := range e.yesGroups {
		yes += g.weight * bitmat.CountAnd(m[g.from:g.to], n[g.from:g.to])
	}
	for _, g := range e.noGroups {
		no += g.weight * bitmat.CountAnd(m[g.from:g.to], n[g.from:g.to])
	}
	return newCounts(yes, no)
}

// encode prepares countEach.
func (e *evaluator) encode() {
	if e.tally == nil && !e.few {
		e.tally = newTally(e.columns, e.words)
	}
}

// countEach counts the rows of m on which each feature holds. It takes less time if near, the counts on a set that contains m or is
// contained in it, is not nil. The result is valid until the next call, also by an evaluator that shares the columns, see on.
func (e *evaluator) countEach(m []uint64, near *known) []counts {
	if e.few {
		for f, column := range e.columns {
			e.each[f] = e.countBoth(m, column)
		}
		return e.each
	}
	e.encode()
	return e.tally.count(m, near, e.yesGroups, e.noGroups, e.digits)
}
