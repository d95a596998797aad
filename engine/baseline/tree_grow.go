package baseline

import (
	"cmp"
	"container/heap"
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// grower grows trees on weighted rows.
type grower struct {
	rows    LabeledRows
	leaves  int // at most, 0 for no bound
	depth   int // greatest number of splits on the way to a leaf
	weights []weight
	random  *numeric.Sequence // chooses the conditions that a node tries, nil for all
	tried   int               // number of those
	asks    []int             // all conditions, in an order that random changes
	numbers []ranked          // the columns of numbers

	// Of the current node:
	weighed []weight // of its rows
	counts  bitCounter
}

// newGrower takes the bounds of CART.
func newGrower(rows LabeledRows, leaves, depth int) *grower {
	fill(&depth, 100) // as in the paper
	conditions := rows.X.Cols + len(rows.Numbers)
	g := &grower{
		rows: rows, leaves: leaves, depth: depth, weights: make([]weight, rows.X.Rows), tried: conditions,
		asks: bitmat.Indexes[int](conditions), counts: newBitCounter(rows.X),
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

// bestSplit returns the split of greatest gain, ties in order. Its ask is -1 if the rows have the same label or agree on all
// conditions. A split without gain is valid, because the next one may profit from it (XOR).
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
	if g.random == nil && g.counts.pays(len(rows), g.tried) {
		g.counts.count(rows, g.weighed)
	}
	for k := range g.asks {
		if g.random != nil {
			if looked == g.tried { // conditions on which the rows agree do not count
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

// growTree grows a tree, the split of greatest gain first. It returns nil if ctx is canceled, and calls tell at each split.
func (g *grower) growTree(ctx context.Context, rows []int32, tell func()) *Tree {
	t := &Tree{bits: g.rows.X.Cols}
	var open queue[openNode]
	add := func(rows []int32, depth int) {
		n, at := g.leaf(rows), int32(len(t.nodes))
		t.nodes = append(t.nodes, n)
		if depth < g.depth {
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

// queue is a heap whose first entry comes before the others.
type queue[T interface{ before(T) bool }] []T

func (q queue[T]) Len() int           { return len(q) }
func (q queue[T]) Less(i, j int) bool { return q[i].before(q[j]) }
func (q queue[T]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue[T]) Push(x any)        { *q = append(*q, x.(T)) }
func (q *queue[T]) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
