package baseline

import (
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// A Tree asks one question at each node and gives the answer of the leaf that a row comes to.
type Tree struct {
	nodes []node // the root first; a node stands before its children
	bits  int    // features; questions behind them are about numbers
}

// node is a question, or a leaf.
type node struct {
	ask      int     // a feature, or bits + a column of numbers; -1 for a leaf
	cut      float64 // numbers up to it say yes
	yes, no  int32   // places of the children
	rows     int     // training rows that come here
	positive int     // of them
}

func (n node) leaf() bool { return n.ask < 0 }

// errors is the number of training rows that are answered wrongly if the node is a leaf.
func (n node) errors() int { return min(n.positive, n.rows-n.positive) }

// says is the answer of a leaf: of equals the negative one.
func (n node) says() bool { return 2*n.positive > n.rows }

// Answer implements Classifier.
func (t *Tree) Answer(dst []uint64, rows Rows) {
	clear(dst)
	for i := range rows.X.Rows {
		if t.nodes[t.find(i, rows)].says() {
			bitmat.Set(dst, i)
		}
	}
}

// find returns the leaf of row i.
func (t *Tree) find(i int, rows Rows) int32 {
	at := int32(0)
	for !t.nodes[at].leaf() {
		n := &t.nodes[at]
		if rows.holds(i, n.ask, n.cut) {
			at = n.yes
		} else {
			at = n.no
		}
	}
	return at
}

// holds says whether row i says yes to a question.
func (r Rows) holds(i, ask int, cut float64) bool {
	if ask < r.X.Cols {
		return bitmat.Get(r.X.Column(ask), i)
	}
	return r.Numbers[ask-r.X.Cols][i] <= cut // not for NaN
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int {
	leaves := 0
	for _, n := range t.nodes {
		if n.leaf() {
			leaves++
		}
	}
	return leaves
}

// Read implements Reader: a rule for each positive leaf, of what is asked on the way to it.
func (t *Tree) Read() Set {
	var set Set
	places := map[Question]int{}
	feature := func(n node) int {
		if n.ask < t.bits {
			return n.ask
		}
		q := Question{n.ask - t.bits, n.cut}
		place, known := places[q]
		if !known {
			place = t.bits + len(set.Questions)
			places[q] = place
			set.Questions = append(set.Questions, q)
		}
		return place
	}
	var walk func(at int32, path rule.Rule)
	walk = func(at int32, path rule.Rule) {
		n := t.nodes[at]
		if n.leaf() {
			if n.says() {
				set.Rules = append(set.Rules, slices.Clone(path))
			}
			return
		}
		j := feature(n)
		walk(n.yes, append(path, rule.Literal{Feature: j}))
		walk(n.no, append(path, rule.Literal{Feature: j, Not: true}))
	}
	walk(0, nil)
	return set
}

// grower grows trees on rows.
type grower struct {
	rows    Rows
	weights []weight
	random  *numeric.Sequence // chooses the questions that a node may ask, nil for all of them
	tried   int               // how many those are
	asks    []int             // all questions, in an order that random changes
	numbers []ranked          // the columns of numbers

	// Of the node at hand:
	weighed []weight // of its rows
	counts  tally
}

// weight is how often a row counts, and, from half on, the same if it is positive: so a sum of weights has two sums.
type weight uint64

const half = 32 // bits

func (w weight) split() (all, positive int) { return int(uint32(w)), int(w >> half) }

func newGrower(rows Rows) *grower {
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
	g.counts = newTally(rows.X)
	return g
}

// weigh has a row count so often.
func (g *grower) weigh(i, times int) {
	g.weights[i] = weight(times)
	if bitmat.Get(g.rows.Labels, i) {
		g.weights[i] |= weight(times) << half
	}
}

// place is a node that may be split, with the rows that come to it.
type place struct {
	at   int32
	rows []int32
	best split
}

// split is a question and what it gains.
type split struct {
	ask  int
	cut  float64
	gain float64 // by how much the impurity falls, times the rows of the node
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

// best returns the question of a node that gains most, the first of equals. Its ask is -1 if the rows have one label or answer
// all questions alike; one that gains nothing is asked, because the next may gain from it (XOR).
func (g *grower) best(n node, rows []int32) split {
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
			if looked == g.tried { // questions that divide nothing do not count
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

// split returns the best use of a question. Its ask is -1 if all rows give the same answer.
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

// middle returns a number from a on and below b.
func middle(a, b float64) float64 {
	m := a + (b-a)/2
	if !(m < b) || math.IsInf(m, 0) {
		return a
	}
	return m
}

// divide sorts the rows of a node by their answers, in place.
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
