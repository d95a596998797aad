package baseline

import (
	"container/heap"
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// grower grows trees on weighted rows.
type grower struct {
	rows    LabeledRows
	weights []weight
	random  *numeric.Sequence // chooses the conditions that a node tries, nil for all
	tried   int               // number of those
	asks    []int             // all conditions, in an order that random changes
	numbers []ranked          // the columns of numbers

	// Of the current node:
	weighed []weight // of its rows
	counts  bitCounter
}

func newGrower(rows LabeledRows) *grower {
	g := &grower{rows: rows, weights: make([]weight, rows.X.Rows), asks: make([]int, rows.X.Cols+len(rows.Numbers))}
	for i := range g.weights {
		g.weigh(i, 1)
	}
	for j := range g.asks {
		g.asks[j] = j
	}
	for _, column := range rows.Numbers {
		g.numbers = append(g.numbers, rank(column))
	}
	g.tried = len(g.asks)
	g.counts = newBitCounter(rows.X)
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
	at   int32
	rows []int32
	best split
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
	whole := impurity(n.positive, n.rows)
	looked := 0
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

// treeLimits bounds a tree; see CART.
type treeLimits struct{ leaves, depth int }

// growTree grows a tree, the split of greatest gain first. It returns nil if ctx is canceled, and calls tell at each split.
func (g *grower) growTree(ctx context.Context, limits treeLimits, rows []int32, tell func()) *Tree {
	fill(&limits.depth, 100) // as in the paper
	t := &Tree{nodes: []node{g.leaf(rows)}, bits: g.rows.X.Cols}
	var open queue[openNode]
	if s := g.bestSplit(t.nodes[0], rows); s.ask >= 0 {
		open = queue[openNode]{{0, rows, s}}
	}
	depth := []int{0}
	for leaves := 1; len(open) > 0 && (limits.leaves == 0 || leaves < limits.leaves); {
		if ctx.Err() != nil {
			return nil
		}
		tell()
		p := heap.Pop(&open).(openNode)
		yes, no := g.divide(p.best, p.rows)
		n := &t.nodes[p.at]
		n.ask, n.cut, n.yes, n.no = p.best.ask, p.best.cut, int32(len(t.nodes)), int32(len(t.nodes)+1)
		leaves++
		for _, part := range [][]int32{yes, no} {
			leaf := g.leaf(part)
			depth = append(depth, depth[p.at]+1)
			t.nodes = append(t.nodes, leaf)
			at := int32(len(t.nodes) - 1)
			if depth[at] < limits.depth {
				if s := g.bestSplit(leaf, part); s.ask >= 0 {
					heap.Push(&open, openNode{at, part, s})
				}
			}
		}
	}
	return t
}

// before orders by descending gain, ties by the order of creation.
func (p openNode) before(o openNode) bool {
	if p.best.gain != o.best.gain {
		return p.best.gain > o.best.gain
	}
	return p.at < o.at
}

// queue is a heap whose first entry comes before the others.
type queue[T ordered[T]] []T

type ordered[T any] interface{ before(T) bool }

func (q queue[T]) Len() int           { return len(q) }
func (q queue[T]) Less(i, j int) bool { return q[i].before(q[j]) }
func (q queue[T]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue[T]) Push(x any)        { *q = append(*q, x.(T)) }
func (q *queue[T]) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
