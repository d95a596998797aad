package baseline

import (
	"container/heap"
	"context"
	"math"

	"drnet/engine/bitmat"
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

// AutoPrune grows a tree on four fifths of the rows, and takes of its prunings the one with the fewest mistakes on the last fifth;
// its price is that of the tree on all rows.
const AutoPrune = -1

// Learn implements Learner.
func (c CART) Learn(ctx context.Context, rows Rows, seed uint64, tell func(float64)) Classifier {
	price := c.Prune
	if price == AutoPrune {
		var ok bool
		if price, ok = c.price(ctx, rows, seed, func(share float64) { tell(share / 2) }); !ok {
			return nil
		}
	}
	t := c.grow(ctx, newGrower(rows), all(rows.X.Rows), tell)
	if t == nil {
		return nil
	}
	t.prune(price * float64(rows.X.Rows))
	return t
}

// price chooses what a leaf must earn on rows that the tree has not seen.
func (c CART) price(ctx context.Context, rows Rows, seed uint64, tell func(float64)) (price float64, ok bool) {
	const aside = 5 // one row of so many
	var train, test []int32
	order := all(rows.X.Rows)
	shuffle(newRandom(seed, 0), order)
	for k, i := range order {
		if k%aside == 0 {
			test = append(test, i)
		} else {
			train = append(train, i)
		}
	}
	t := c.grow(ctx, newGrower(rows), train, tell)
	if t == nil {
		return 0, false
	}
	fewest := t.mistakes(rows, test)
	for {
		step := t.weakest()
		if math.IsInf(step, 1) {
			return price, true
		}
		t.prune(step)
		if wrong := t.mistakes(rows, test); wrong <= fewest {
			fewest, price = wrong, step/float64(len(train))
		}
	}
}

// mistakes counts the rows that are answered wrongly.
func (t *Tree) mistakes(rows Rows, of []int32) int {
	wrong := 0
	for _, i := range of {
		if t.nodes[t.find(int(i), rows)].says() != bitmat.Get(rows.Labels, int(i)) {
			wrong++
		}
	}
	return wrong
}

// grow grows a tree, the question that gains most first. It returns nil if ctx was cancelled.
func (c CART) grow(ctx context.Context, g *grower, rows []int32, tell func(float64)) *Tree {
	deepest := c.MaxDepth
	if deepest == 0 {
		const paper = 100
		deepest = paper
	}
	t := &Tree{nodes: []node{g.leaf(rows)}, bits: g.rows.X.Cols}
	var open places
	if s := g.best(t.nodes[0], rows); s.ask >= 0 {
		open = places{{0, rows, s}}
	}
	depth := []int{0}
	for leaves := 1; len(open) > 0 && (c.MaxLeaves == 0 || leaves < c.MaxLeaves); {
		if ctx.Err() != nil {
			return nil
		}
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
	tell(1)
	return t
}

// places is a heap: the greatest gain first, of equals the node that was made first.
type places []place

func (p places) Len() int { return len(p) }
func (p places) Less(i, j int) bool {
	if p[i].best.gain != p[j].best.gain {
		return p[i].best.gain > p[j].best.gain
	}
	return p[i].at < p[j].at
}
func (p places) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *places) Push(x any)   { *p = append(*p, x.(place)) }
func (p *places) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// prune makes leaves of the nodes whose leaves each earn price rows or less, the weakest first.
func (t *Tree) prune(price float64) {
	for t.weakest() <= price {
		t.cutWeakest()
	}
	t.compact()
}

// weakest returns the least that the leaves below a node earn, in training rows for each leaf; +Inf for a tree of one leaf.
func (t *Tree) weakest() float64 {
	worth, _ := t.worths()
	return worth
}

// worths returns the least worth and the node that has it, the first of equals.
func (t *Tree) worths() (least float64, at int) {
	leaves, wrong := make([]int, len(t.nodes)), make([]int, len(t.nodes))
	least, at = math.Inf(1), -1
	for k := len(t.nodes) - 1; k >= 0; k-- { // children stand behind their parents
		n := t.nodes[k]
		if n.leaf() {
			leaves[k], wrong[k] = 1, n.errors()
			continue
		}
		leaves[k], wrong[k] = leaves[n.yes]+leaves[n.no], wrong[n.yes]+wrong[n.no]
		if worth := float64(n.errors()-wrong[k]) / float64(leaves[k]-1); worth <= least {
			least, at = worth, k
		}
	}
	return least, at
}

func (t *Tree) cutWeakest() {
	_, at := t.worths()
	t.nodes[at].ask = -1
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
