package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// CART is a decision tree by Gini impurity with cost-complexity pruning.
//
// References: L. Breiman, J. Friedman, R. Olshen, C. Stone: Classification and Regression Trees. Wadsworth 1984.
type CART struct {
	MaxLeaves int // maximum number of leaves; the tree grows by the split of greatest gain. Zero means no bound.
	// Prune is the minimum gain per leaf, as a share of the training rows. Zero removes leaves without gain, which changes no
	// prediction on the training set; AutoPrune chooses the value.
	Prune float64
}

// AutoPrune chooses the minimum gain per leaf with the fewest errors in five-fold cross-validation, as the book does. Ties go to the
// highest value.
const AutoPrune = -1

// Learn implements Learner.
func (c CART) Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(float64)) Classifier {
	g := newGrower(rows, c.MaxLeaves)
	t := g.growTree(ctx, bitmat.Indexes[int32](rows.X.Rows), func() { tell(0) })
	price := c.Prune
	if price == AutoPrune && t != nil {
		price = g.price(ctx, t, numeric.NewSequence(seed, 0), tell)
	}
	if t == nil || ctx.Err() != nil {
		return nil
	}
	for k, from := range t.prices() {
		if from <= price*float64(rows.X.Rows) {
			t.nodes[k].ask = -1
		}
	}
	return t
}

// price chooses the minimum gain per leaf, as a share of the rows, halfway between values at which the tree t on all rows changes.
func (g *grower) price(ctx context.Context, t *Tree, r *numeric.Sequence, tell func(float64)) float64 {
	const parts = 5
	tell(1.0 / (parts + 1))
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
	order, mistakes := bitmat.Indexes[int32](rows), make([]int, len(steps))
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
		other := g.growTree(ctx, train, func() { tell(float64(part+1) / (parts + 1)) })
		if other == nil {
			return 0
		}
		other.countErrors(mistakes, steps, g.rows, test, float64(len(train)))
		tell(float64(part+2) / (parts + 1))
	}
	best := len(steps) - 1
	for k := best; k >= 0; k-- {
		if mistakes[k] < mistakes[best] {
			best = k
		}
	}
	return steps[best]
}

// countErrors adds to each of sum the number of rows that the tree, pruned with that of the prices, misclassifies. The prices
// ascend and are shares of the training rows.
func (t *Tree) countErrors(sum []int, prices []float64, rows LabeledRows, of []int32, trained float64) {
	leafFrom := t.prices()
	change := make([]int, len(prices)+1)
	for _, i := range of {
		at, bound := int32(0), len(prices) // from index bound on, nodes above predict
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

// Forest is a random forest: trees on bootstrap samples, each split chosen among a few random conditions.
//
// References: L. Breiman: Random Forests. Machine Learning 45 (2001).
type Forest struct {
	Trees int // zero means 100
	Tried int // random conditions for each split; zero means the square root of their number
}

// ForestClassifier is the classifier that a Forest learns.
type ForestClassifier struct{ trees []*Tree }

// Learn implements Learner.
func (f Forest) Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(float64)) Classifier {
	f.Trees = cmp.Or(f.Trees, 100)
	g := newGrower(rows, 0)
	g.tried = cmp.Or(f.Tried, max(int(math.Sqrt(float64(len(g.asks)))), 1))
	times := make([]int, rows.X.Rows)
	v := &ForestClassifier{trees: make([]*Tree, f.Trees)}
	for k := range v.trees {
		g.random, g.asks = numeric.NewSequence(seed, k), bitmat.Indexes[int](len(g.asks))
		clear(times)
		for range times {
			times[g.random.Below(len(times))]++
		}
		var drawn []int32
		for i, n := range times {
			if n > 0 {
				drawn = append(drawn, int32(i))
				g.weigh(i, n)
			}
		}
		t := g.growTree(ctx, drawn, func() { tell(float64(k) / float64(f.Trees)) })
		if t == nil {
			return nil
		}
		v.trees[k] = t
		tell(float64(k+1) / float64(f.Trees))
	}
	return v
}

// Answer implements Classifier: a row is positive if the mean share of positive training rows in its leaves exceeds one half.
func (v *ForestClassifier) Answer(dst []uint64, rows LabeledRows) {
	clear(dst)
	for i := range rows.X.Rows {
		sum := 0.0
		for _, t := range v.trees {
			n := t.nodes[t.find(i, rows)]
			sum += float64(n.positive) / float64(n.rows)
		}
		if 2*sum > float64(len(v.trees)) {
			bitmat.Set(dst, i)
		}
	}
}
