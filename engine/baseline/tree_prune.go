package baseline

import (
	"cmp"
	"container/heap"
	"math"
)

// prune makes a leaf of each node whose leaves gain at most price rows each.
func (t *Tree) prune(price float64) {
	for k, from := range t.prices() {
		if from <= price {
			t.nodes[k].ask = -1
		}
	}
}

// prices returns for each node the price of a leaf, in training rows, from which on pruning makes the node a leaf. The weakest
// link goes first, and prices ascend in this order. The price of a leaf is infinite.
func (t *Tree) prices() []float64 {
	n := len(t.nodes)
	p := pruning{Tree: t, prices: make([]float64, n), parent: make([]int32, n), leaves: make([]int, n), wrong: make([]int, n)}
	for k := n - 1; k >= 0; k-- { // children follow their parents
		p.prices[k] = math.Inf(1)
		if node := t.nodes[k]; node.leaf() {
			p.leaves[k], p.wrong[k] = 1, node.errors()
		} else {
			p.parent[node.yes], p.parent[node.no] = int32(k), int32(k)
			p.leaves[k], p.wrong[k] = p.leaves[node.yes]+p.leaves[node.no], p.wrong[node.yes]+p.wrong[node.no]
			heap.Push(&p.open, p.splitGain(int32(k)))
		}
	}
	for last := 0.0; len(p.open) > 0; {
		w := heap.Pop(&p.open).(splitGain)
		if p.leaves[w.at] == 1 || w != p.splitGain(w.at) { // it is a leaf, or a node below it has become one since
			continue
		}
		last = max(last, w.rows)
		p.cut(w.at, last)
	}
	return p.prices
}

// pruning is the state of weakest-link pruning.
type pruning struct {
	*Tree
	prices []float64
	parent []int32
	leaves []int // below each node; 1 for a leaf and for nodes below one
	wrong  []int // training rows that these misclassify
	open   queue[splitGain]
}

// splitGain is the gain of the leaves below a node, in correct training rows per leaf that pruning the node would remove.
type splitGain struct {
	rows float64
	at   int32
}

func (p *pruning) splitGain(k int32) splitGain {
	return splitGain{float64(p.nodes[k].errors()-p.wrong[k]) / float64(p.leaves[k]-1), k}
}

// cut makes a leaf of a node at a price, and of all below it.
func (p *pruning) cut(k int32, price float64) {
	fewer, more := p.leaves[k]-1, p.nodes[k].errors()-p.wrong[k]
	p.fold(k, price)
	for p.leaves[k], p.wrong[k] = 1, p.wrong[k]+more; k > 0; {
		k = p.parent[k]
		p.leaves[k] -= fewer
		p.wrong[k] += more
		heap.Push(&p.open, p.splitGain(k))
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

// before orders by ascending gain, ties by the order of creation.
func (w splitGain) before(o splitGain) bool {
	return cmp.Or(cmp.Compare(w.rows, o.rows), cmp.Compare(w.at, o.at)) < 0
}
