package baseline

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"math/bits"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// grower grows trees on weighted rows.
type grower struct {
	rows    LabeledRows
	leaves  int // at most, 0 for no bound
	weights []weight
	random  *numeric.Sequence // chooses the conditions that a node tries; nil tries all
	tried   int               // number of conditions that a node tries
	asks    []int             // all conditions; random permutes them
	numbers []ranked          // the columns of numbers

	// Of the current node:
	weighed []weight // of its rows
	counts  bitCounter
}

// mostDepth is the greatest depth of a tree, as in the paper of DR-Net.
const mostDepth = 100

// newGrower takes the bound of CART.
func newGrower(rows LabeledRows, leaves int) *grower {
	const digits = 32 // enough for any count
	conditions, words := rows.X.Cols+len(rows.Numbers), bitmat.Words(rows.X.Cols)
	g := &grower{
		rows: rows, leaves: leaves, weights: make([]weight, rows.X.Rows), tried: conditions, asks: bitmat.Indexes[int](conditions),
		counts: bitCounter{rows: rows.X.Transpose(), words: words, yes: make([]uint64, digits*words), all: make([]uint64, digits*words)},
	}
	for i := range g.weights {
		g.weigh(i, 1)
	}
	for _, column := range rows.Numbers {
		g.numbers = append(g.numbers, rank(column))
	}
	return g
}

// weigh sets the number of times that a row counts.
func (g *grower) weigh(i, times int) {
	g.weights[i] = weight(times)
	if bitmat.Get(g.rows.Labels, i) {
		g.weights[i] |= weight(times) << positiveShift
	}
}

// openNode is a node that may be split, with its rows.
type openNode struct {
	at    int32
	depth int
	rows  []int32
	best  split
}

// split is a condition with its gain.
type split struct {
	ask  int
	cut  float64
	gain float64 // decrease of the impurity, times the rows of the node
}

// leaf returns a node for rows, as a leaf.
func (g *grower) leaf(rows []int32) node {
	var sum weight
	for _, i := range rows {
		sum += g.weights[i]
	}
	n := node{ask: -1}
	n.rows, n.positive = sum.split()
	return n
}

// impurity is Gini's, times the number of rows: 2 p (1-p) n.
func impurity(positive, rows int) float64 {
	if rows == 0 {
		return 0
	}
	return 2 * float64(positive) * float64(rows-positive) / float64(rows)
}

// bestSplit returns the split of greatest gain, the first one on ties. Its ask is -1 if all rows have the same label or agree on all
// conditions. A split without gain is valid, because a split below it may gain, as for XOR.
func (g *grower) bestSplit(n node, rows []int32) split {
	best := split{ask: -1}
	if n.positive == 0 || n.positive == n.rows {
		return best
	}
	whole, looked := impurity(n.positive, n.rows), 0
	g.weighed = g.weighed[:0]
	for _, i := range rows {
		g.weighed = append(g.weighed, g.weights[i])
	}
	g.counts.ready = false
	// With more rows and features than these, counting all features word by word is faster than evaluating them one by one.
	const few, perWord = 64, 6
	if g.random == nil && len(rows) > few && g.tried > perWord*g.counts.words {
		g.counts.count(rows, g.weighed)
	}
	for k := range g.asks {
		if g.random != nil {
			if looked == g.tried { // not counting conditions on which all rows agree
				break
			}
			other := k + g.random.Below(len(g.asks)-k)
			g.asks[k], g.asks[other] = g.asks[other], g.asks[k]
		}
		s := g.split(g.asks[k], n, rows, whole)
		if s.ask < 0 {
			continue
		}
		looked++
		if best.ask < 0 || s.gain > best.gain {
			best = s
		}
	}
	return best
}

// split returns the best split by a condition. Its ask is -1 if all rows agree.
func (g *grower) split(ask int, n node, rows []int32, whole float64) split {
	if ask >= g.rows.X.Cols {
		return g.cut(ask, n, rows, whole)
	}
	yes, positive := 0, 0
	if g.counts.ready {
		yes, positive = g.counts.of(ask)
	} else {
		var sum weight
		column := g.rows.X.Column(ask)
		for k, w := range g.weighed {
			i := rows[k]
			sum += w & -weight(column[i>>6]>>(i&63)&1)
		}
		yes, positive = sum.split()
	}
	if yes == 0 || yes == n.rows {
		return split{ask: -1}
	}
	return split{ask: ask, gain: whole - impurity(positive, yes) - impurity(n.positive-positive, n.rows-yes)}
}

// divide partitions the rows of a node by a split, in place.
func (g *grower) divide(s split, rows []int32) (yes, no []int32) {
	k := 0
	for i, row := range rows {
		if g.rows.holds(int(row), s.ask, s.cut) {
			rows[k], rows[i] = rows[i], rows[k]
			k++
		}
	}
	return rows[:k], rows[k:]
}

// growTree grows a tree best-first, by the split of greatest gain. It calls tell at each split, and returns nil if ctx is canceled.
func (g *grower) growTree(ctx context.Context, rows []int32, tell func()) *Tree {
	t := &Tree{bits: g.rows.X.Cols}
	var open queue[openNode]
	add := func(rows []int32, depth int) {
		n, at := g.leaf(rows), int32(len(t.nodes))
		t.nodes = append(t.nodes, n)
		if depth < mostDepth {
			if s := g.bestSplit(n, rows); s.ask >= 0 {
				heap.Push(&open, openNode{at, depth, rows, s})
			}
		}
	}
	add(rows, 0)
	for leaves := 1; len(open) > 0 && (g.leaves == 0 || leaves < g.leaves); leaves++ {
		if ctx.Err() != nil {
			return nil
		}
		tell()
		p := heap.Pop(&open).(openNode)
		yes, no := g.divide(p.best, p.rows)
		n := &t.nodes[p.at]
		n.ask, n.cut, n.yes, n.no = p.best.ask, p.best.cut, int32(len(t.nodes)), int32(len(t.nodes)+1)
		add(yes, p.depth+1)
		add(no, p.depth+1)
	}
	return t
}

// before orders by descending gain, ties by the order of creation.
func (p openNode) before(o openNode) bool {
	return cmp.Or(cmp.Compare(o.best.gain, p.best.gain), cmp.Compare(p.at, o.at)) < 0
}

// ordered is implemented by values that have an order in a queue.
type ordered[T any] interface{ before(T) bool }

// queue is a heap whose first entry comes before the others.
type queue[T ordered[T]] []T

func (q queue[T]) Len() int           { return len(q) }
func (q queue[T]) Less(i, j int) bool { return q[i].before(q[j]) }
func (q queue[T]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue[T]) Push(x any)        { *q = append(*q, x.(T)) }
func (q *queue[T]) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// ranked is a column of numbers with the ranks of its distinct values.
type ranked struct {
	values []float64
	ranks  []int32 // of the rows, -1 for a missing number

	// Scratch:
	sums []weight // by rank
	keys []int    // rank and place of a row
}

func rank(column []float64) ranked {
	r := ranked{ranks: make([]int32, len(column))}
	for _, v := range column {
		if !math.IsNaN(v) {
			r.values = append(r.values, v)
		}
	}
	slices.Sort(r.values)
	r.values = slices.Compact(r.values)
	for i, v := range column {
		r.ranks[i] = -1
		if !math.IsNaN(v) {
			place, _ := slices.BinarySearch(r.values, v)
			r.ranks[i] = int32(place)
		}
	}
	r.sums = make([]weight, len(r.values))
	return r
}

// cut returns the best split of a column of numbers, with the threshold halfway between two values.
func (g *grower) cut(ask int, n node, rows []int32, whole float64) split {
	r := &g.numbers[ask-g.rows.X.Cols]
	best, before, last := split{ask: -1}, weight(0), int32(-1)
	try := func(next int32) { // tries the split before the value next, or before missing numbers for -1
		all, positive := before.split()
		gain := whole - impurity(positive, all) - impurity(n.positive-positive, n.rows-all)
		if best.ask >= 0 && gain <= best.gain {
			return
		}
		best = split{ask: ask, cut: r.values[last], gain: gain}
		if next >= 0 {
			best.cut = middle(r.values[last], r.values[next])
		}
	}
	r.each(rows, g.weighed, func(value int32, sum weight) {
		if last >= 0 {
			try(value)
		}
		last, before = value, before+sum
	})
	if all, _ := before.split(); last >= 0 && all < n.rows {
		try(-1)
	}
	return best
}

// each calls do for every value of the rows, ascending, with the sum of the weights of its rows.
func (r *ranked) each(rows []int32, weights []weight, do func(value int32, sum weight)) {
	const rankShift = 32 // a key has the rank in its upper half, the place of the row in the lower
	const fewer = 2      // values per row up to which visiting all values is faster than sorting the rows
	if len(r.values) <= fewer*len(rows) {
		clear(r.sums)
		for k, i := range rows {
			if value := r.ranks[i]; value >= 0 {
				r.sums[value] += weights[k]
			}
		}
		for value, sum := range r.sums {
			if sum > 0 {
				do(int32(value), sum)
			}
		}
		return
	}
	r.keys = r.keys[:0]
	for k, i := range rows {
		if value := r.ranks[i]; value >= 0 {
			r.keys = append(r.keys, int(value)<<rankShift|k)
		}
	}
	slices.Sort(r.keys)
	for from := 0; from < len(r.keys); {
		value, sum := r.keys[from]>>rankShift, weight(0)
		for ; from < len(r.keys) && r.keys[from]>>rankShift == value; from++ {
			sum += weights[uint32(r.keys[from])]
		}
		do(int32(value), sum)
	}
}

// weight is the number of times that a row counts. The upper half has the same number if the row is positive, else 0, so that one sum of
// weights counts all rows and the positive rows.
type weight uint64

const positiveShift = 32 // bits

func (w weight) split() (all, positive int) { return int(uint32(w)), int(w >> positiveShift) }

// bitCounter counts the rows of a node that have each feature. The counts are bit-sliced: a word has digit d of 64 counts. Adding a word of
// a row adds a bit to each of 64 counts and propagates the carries, on average in two steps.
type bitCounter struct {
	rows     *bitmat.Rows
	words    int      // of a row
	yes, all []uint64 // digits of the positive rows and of all rows; the words of a digit are adjacent
	used     int      // digits
	ready    bool     // the counts are those of the current node
}

// count counts the features of rows that each have the weight 1.
func (t *bitCounter) count(rows []int32, weights []weight) {
	t.ready, t.used = true, bits.Len(uint(len(rows)))
	clear(t.yes[:t.used*t.words])
	clear(t.all[:t.used*t.words])
	for k, i := range rows {
		row := t.rows.Row(int(i))
		addBits(t.all, row)
		if weights[k]>>positiveShift == 1 {
			addBits(t.yes, row)
		}
	}
}

// addBits adds a row to counts.
func addBits(digits, row []uint64) {
	for w, carry := range row {
		for at := w; carry != 0; at += len(row) {
			digits[at], carry = digits[at]^carry, digits[at]&carry
		}
	}
}

// of returns how many rows have a feature, and how many of them are positive.
func (t *bitCounter) of(feature int) (all, yes int) {
	word, bit := feature/64, feature%64
	for d := range t.used {
		all += int(t.all[d*t.words+word]>>bit&1) << d
		yes += int(t.yes[d*t.words+word]>>bit&1) << d
	}
	return all, yes
}
