package baseline

import (
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
	rows     int     // training rows of the node
	positive int     // positive ones among them
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
	places := map[NumberCondition]int{}
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
			q, known := NumberCondition{j - t.bits, n.cut}, false
			if j, known = places[q]; !known {
				j = t.bits + len(set.Questions)
				places[q], set.Questions = j, append(set.Questions, q)
			}
		}
		walk(n.yes, append(path, rule.Literal{Feature: j}))
		walk(n.no, append(path, rule.Literal{Feature: j, Not: true}))
	}
	walk(0, nil)
	return set
}
