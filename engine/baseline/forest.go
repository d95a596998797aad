package baseline

import (
	"cmp"
	"context"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// Forest is a random forest: trees on bootstrap samples, each split chosen among a few random conditions.
//
// References: L. Breiman: Random Forests. Machine Learning 45 (2001).
type Forest struct {
	Trees    int // zero means 100
	MaxDepth int // as CART's
	Tried    int // random conditions for each split; zero means the square root of their number
}

// ForestClassifier is the classifier that a Forest learns.
type ForestClassifier struct{ trees []*Tree }

// Learn implements Learner.
func (f Forest) Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(float64)) Classifier {
	f.Trees = cmp.Or(f.Trees, 100)
	g := newGrower(rows, 0, f.MaxDepth)
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
