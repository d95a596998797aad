package baseline

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// A Tree is a binary decision tree.
type Tree struct {
	nodes []node // the root first, each node before its children
	bits  int    // number of features; higher conditions are columns of numbers
}

// node is a split or a leaf.
type node struct {
	ask      int     // a feature, or bits + a column of numbers; -1 for a leaf
	cut      float64 // threshold: numbers up to it go to yes
	yes, no  int32   // indexes of the children
	rows     int     // number of rows to learn from
	positive int     // number of positive ones among them
}

func (n node) leaf() bool { return n.ask < 0 }

// errors is the number of rows that the node misclassifies as a leaf.
func (n node) errors() int { return min(n.positive, n.rows-n.positive) }

// says is the prediction of a leaf; ties are negative.
func (n node) says() bool { return 2*n.positive > n.rows }

// Answer implements Classifier.
func (t *Tree) Answer(dst []uint64, rows LabeledRows) {
	clear(dst)
	for i := range rows.X.Rows {
		if t.nodes[t.find(i, rows)].says() {
			bitmat.Set(dst, i)
		}
	}
}

// find returns the leaf of row i.
func (t *Tree) find(i int, rows LabeledRows) int32 {
	at := int32(0)
	for !t.nodes[at].leaf() {
		n := &t.nodes[at]
		if at = n.no; rows.holds(i, n.ask, n.cut) {
			at = n.yes
		}
	}
	return at
}

// holds reports whether row i goes to yes.
func (r LabeledRows) holds(i, ask int, cut float64) bool {
	if ask < r.X.Cols {
		return bitmat.Get(r.X.Column(ask), i)
	}
	return r.Numbers[ask-r.X.Cols][i] <= cut // not for NaN
}

// Read implements Reader: the path to each positive leaf is a rule.
func (t *Tree) Read() RuleClassifier {
	var set RuleClassifier
	var walk func(at int32, path rule.Rule)
	walk = func(at int32, path rule.Rule) {
		n := t.nodes[at]
		if n.leaf() {
			if n.says() {
				set.Rules = append(set.Rules, slices.Clone(path))
			}
			return
		}
		j := n.ask
		if j >= t.bits {
			q := NumberCondition{j - t.bits, n.cut}
			if j = slices.Index(set.Questions, q); j < 0 {
				j, set.Questions = len(set.Questions), append(set.Questions, q)
			}
			j += t.bits
		}
		walk(n.yes, append(path, rule.Literal{Feature: j}))
		walk(n.no, append(path, rule.Literal{Feature: j, Not: true}))
	}
	walk(0, nil)
	return set
}

// prices returns for each node the least price per leaf, in training rows, at which weakest-link pruning makes the node a leaf. Prices
// ascend in the order of pruning. That of a leaf is infinite.
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
		if p.leaves[w.at] == 1 || w != p.splitGain(w.at) { // the node was pruned, or a node below it: the entry is out of date
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

// splitGain is how many training rows the leaves below a node predict correctly that the node as a leaf would not, for each leaf that
// pruning would remove.
type splitGain struct {
	rows float64
	at   int32
}

func (p *pruning) splitGain(k int32) splitGain {
	return splitGain{float64(p.nodes[k].errors()-p.wrong[k]) / float64(p.leaves[k]-1), k}
}

// cut makes a node, and all nodes below it, leaves at a price.
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
