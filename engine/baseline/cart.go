package baseline

import (
	"container/heap"
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// CART is one tree by Gini's impurity, pruned by cost and complexity.
//
// References: L. Breiman, J. Friedman, R. Olshen, C. Stone: Classification and Regression Trees. Wadsworth 1984.
type CART struct {
	// MaxLeaves is the most leaves: the question that gains most is asked next, wherever it is. Zero sets no bound.
	MaxLeaves int
	// MaxDepth is the most questions on the way to a leaf. Zero means 100, the paper's.
	MaxDepth int
	// Prune is what a leaf must earn to stay, as a share of the training rows. At zero leaves that earn nothing go, which changes
	// no answer to a training row; AutoPrune chooses it.
	Prune float64
}

// AutoPrune has the price of a leaf chosen by cross validation, as the book on CART does: the one with which trees on four fifths of
// the rows make the fewest mistakes on the last fifth, the highest of equals.
const AutoPrune = -1

// Learn implements Learner.
func (c CART) Learn(ctx context.Context, rows Rows, seed uint64, tell func(float64)) Classifier {
	const parts = 5
	g := newGrower(rows)
	t := c.grow(ctx, g, all(rows.X.Rows), func() { tell(0) })
	price := c.Prune
	if price == AutoPrune && t != nil {
		tell(1.0 / (parts + 1))
		price = c.price(ctx, g, t, numeric.NewSequence(seed, 0), parts, tell)
	}
	if t == nil || ctx.Err() != nil {
		return nil
	}
	t.prune(price * float64(rows.X.Rows))
	return t
}

// price chooses what a leaf must earn, as a share of the rows: between two prices at which the tree on all rows changes.
func (c CART) price(ctx context.Context, g *grower, t *Tree, r *numeric.Sequence, parts int, tell func(float64)) float64 {
	rows := g.rows.X.Rows
	steps := []float64{0}
	for _, p := range t.prices() {
		if !math.IsInf(p, 0) {
			steps = append(steps, p/float64(rows))
		}
	}
	slices.Sort(steps)
	steps = slices.Compact(steps)
	for k := range len(steps) - 1 {
		steps[k] = math.Sqrt(steps[k] * steps[k+1])
	}
	order, mistakes := all(rows), make([]int, len(steps))
	numeric.Shuffle(r, order)
	for part := range parts {
		var train, test []int32
		for k, i := range order {
			if k%parts == part {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		other := c.grow(ctx, g, train, func() { tell(float64(part+1) / float64(parts+1)) })
		if other == nil {
			return 0
		}
		other.mistakes(mistakes, steps, g.rows, test, float64(len(train)))
		tell(float64(part+2) / float64(parts+1))
	}
	best := len(steps) - 1
	for k := best; k >= 0; k-- {
		if mistakes[k] < mistakes[best] {
			best = k
		}
	}
	return steps[best]
}

// mistakes adds to each of sum how many rows are answered wrongly by the tree that is pruned with that of the prices, which ascend
// and are shares of so many training rows.
func (t *Tree) mistakes(sum []int, prices []float64, rows Rows, of []int32, trained float64) {
	leafFrom := t.prices()
	change := make([]int, len(prices)+1)
	for _, i := range of {
		at, bound := int32(0), len(prices) // from the place bound on, nodes above answer
		for {
			n := t.nodes[at]
			from := 0
			if !n.leaf() {
				from, _ = slices.BinarySearch(prices, leafFrom[at]/trained)
			}
			if from < bound {
				if n.says() != bitmat.Get(rows.Labels, int(i)) {
					change[from]++
					change[bound]--
				}
				bound = from
			}
			if n.leaf() {
				break
			}
			if at = n.no; rows.holds(int(i), n.ask, n.cut) {
				at = n.yes
			}
		}
	}
	wrong := 0
	for k := range sum {
		wrong += change[k]
		sum[k] += wrong
	}
}

// grow grows a tree, the question that gains most first. It returns nil if ctx was cancelled, and calls tell at each question.
func (c CART) grow(ctx context.Context, g *grower, rows []int32, tell func()) *Tree {
	deepest := c.MaxDepth
	if deepest == 0 {
		const paper = 100
		deepest = paper
	}
	t := &Tree{nodes: []node{g.leaf(rows)}, bits: g.rows.X.Cols}
	var open queue[place]
	if s := g.best(t.nodes[0], rows); s.ask >= 0 {
		open = queue[place]{{0, rows, s}}
	}
	depth := []int{0}
	for leaves := 1; len(open) > 0 && (c.MaxLeaves == 0 || leaves < c.MaxLeaves); {
		if ctx.Err() != nil {
			return nil
		}
		tell()
		p := heap.Pop(&open).(place)
		yes, no := g.divide(p.best, p.rows)
		n := &t.nodes[p.at]
		n.ask, n.cut, n.yes, n.no = p.best.ask, p.best.cut, int32(len(t.nodes)), int32(len(t.nodes)+1)
		leaves++
		for _, part := range [][]int32{yes, no} {
			leaf := g.leaf(part)
			depth = append(depth, depth[p.at]+1)
			t.nodes = append(t.nodes, leaf)
			at := int32(len(t.nodes) - 1)
			if depth[at] < deepest {
				if s := g.best(leaf, part); s.ask >= 0 {
					heap.Push(&open, place{at, part, s})
				}
			}
		}
	}
	return t
}

// before says that the greatest gain comes first, of equals the node that was made first.
func (p place) before(o place) bool {
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

// prune makes leaves of the nodes whose leaves each earn price rows or less.
func (t *Tree) prune(price float64) {
	for k, from := range t.prices() {
		if from <= price {
			t.nodes[k].ask = -1
		}
	}
	t.compact()
}

// prices returns for each node the price of a leaf, in training rows, from which on it is a leaf itself: the node whose leaves earn least
// goes first, and no price is below one before. It is infinite for leaves.
func (t *Tree) prices() []float64 {
	n := len(t.nodes)
	p := pruning{Tree: t, prices: make([]float64, n), parent: make([]int32, n), leaves: make([]int, n), wrong: make([]int, n)}
	for k := n - 1; k >= 0; k-- { // children stand behind their parents
		p.prices[k] = math.Inf(1)
		if node := t.nodes[k]; node.leaf() {
			p.leaves[k], p.wrong[k] = 1, node.errors()
		} else {
			p.parent[node.yes], p.parent[node.no] = int32(k), int32(k)
			p.leaves[k], p.wrong[k] = p.leaves[node.yes]+p.leaves[node.no], p.wrong[node.yes]+p.wrong[node.no]
			heap.Push(&p.open, p.worth(int32(k)))
		}
	}
	for last := 0.0; len(p.open) > 0; {
		w := heap.Pop(&p.open).(worth)
		if p.leaves[w.at] == 1 || w != p.worth(w.at) { // it is a leaf, or something below it has become one since
			continue
		}
		last = max(last, w.earns)
		p.cut(w.at, last)
	}
	return p.prices
}

// pruning is a tree whose nodes become leaves.
type pruning struct {
	*Tree
	prices []float64
	parent []int32
	leaves []int // below each node; 1 for one that is a leaf or lies below one
	wrong  []int // training rows that these answer wrongly
	open   queue[worth]
}

// worth is what the leaves below a node earn, in training rows for each that goes if the node becomes a leaf.
type worth struct {
	earns float64
	at    int32
}

func (p *pruning) worth(k int32) worth {
	return worth{float64(p.nodes[k].errors()-p.wrong[k]) / float64(p.leaves[k]-1), k}
}

// cut makes a leaf of a node at a price, and of all below it.
func (p *pruning) cut(k int32, price float64) {
	fewer, more := p.leaves[k]-1, p.nodes[k].errors()-p.wrong[k]
	p.fold(k, price)
	for p.leaves[k], p.wrong[k] = 1, p.wrong[k]+more; k > 0; {
		k = p.parent[k]
		p.leaves[k] -= fewer
		p.wrong[k] += more
		heap.Push(&p.open, p.worth(k))
	}
}

func (p *pruning) fold(k int32, price float64) {
	n := p.nodes[k]
	if n.leaf() || !math.IsInf(p.prices[k], 1) {
		return
	}
	p.prices[k], p.leaves[k] = price, 1
	p.fold(n.yes, price)
	p.fold(n.no, price)
}

// before says that the least comes first, of equals the node that was made first.
func (w worth) before(o worth) bool {
	if w.earns != o.earns {
		return w.earns < o.earns
	}
	return w.at < o.at
}

// compact drops the nodes that no row comes to any more.
func (t *Tree) compact() {
	var kept []node
	var copyOf func(at int32) int32
	copyOf = func(at int32) int32 {
		k := int32(len(kept))
		kept = append(kept, t.nodes[at])
		if n := t.nodes[at]; !n.leaf() {
			yes := copyOf(n.yes)
			no := copyOf(n.no)
			kept[k].yes, kept[k].no = yes, no
		}
		return k
	}
	copyOf(0)
	t.nodes = kept
}

// all returns the numbers 0 to n-1.
func all(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}
