package refine

import (
	"context"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// List is a decision list of several classes: the first rule that fires gives its class.
type List struct {
	Rules   []ListRule
	Default int // the class where no rule fires
}

// ListRule is a rule of a decision list with its class, from 0.
type ListRule struct {
	Rule  rule.Rule
	Class int
}

// complexity returns the number of rules and conditions.
func (l List) complexity() int {
	n := len(l.Rules)
	for _, r := range l.Rules {
		n += len(r.Rule)
	}
	return n
}

// ClassRows are rows with their classes. Weights has the weight of a row for each class.
type ClassRows struct {
	X       *bitmat.Matrix
	Labels  []uint8
	Weights []float64
	Groups  []int32 // as those of a Refiner, like Times
	Times   []int32
}

// Pick returns some of the rows.
func (c ClassRows) Pick(rows []int32) ClassRows {
	out := ClassRows{X: c.X.Pick(rows), Labels: make([]uint8, len(rows)), Weights: c.Weights}
	for i, row := range rows {
		out.Labels[i] = c.Labels[row]
		if c.Groups != nil {
			out.Groups = append(out.Groups, c.Groups[row])
		}
		if c.Times != nil {
			out.Times = append(out.Times, c.Times[row])
		}
	}
	return out
}

// ListRefinement is the result of RefineList.
type ListRefinement struct {
	List        List
	Price       float64 // the price used, as a share of the rows
	Interrupted bool    // ctx was canceled before a price was chosen; List is the given list
}

// listPrices are the candidates for the price of a list, in rows, descending.
var listPrices = []float64{8, 5, 3, 2, 1}

const (
	listFolds = 3               // cross-validation that chooses the price of a list
	toll      = 0.5 / listFolds // rows that a condition must gain on the test rows of a fold: half a row over all folds
)

// RefineList searches for the decision list with the highest accuracy, by weight, minus price × complexity. Each rule, all others
// fixed, is a binary problem over the rows that reach it and that it would change: rows of its class which the later rules miss
// are positive, rows of other classes which they get right are negative. From last to first, each rule is improved or grown anew;
// rules are added before and behind all others; rules and conditions whose removal costs nothing are removed. Then each rule in
// turn, and neighboring rules, are left out and the search is repeated; improvements stay. The search starts from nothing, from
// rules of each class against all others, and from the given list; the best result counts. Last, a class without rules gets one at
// any place where that gains.
//
// AutoPrice chooses the price by cross-validation, from nothing, at half a row for each condition on the rows that judge. Limits
// are kept, except Required. The order of all attempts is fixed: the same rows give the same list. If ctx is canceled, the result
// is the best list so far.
//
// References: R. Rivest: Learning Decision Lists. Machine Learning 2 (1987). W. W. Cohen: Fast Effective Rule Induction. ICML 1995
// (each rule in turn is grown anew, given the others).
func (r Refiner) RefineList(ctx context.Context, start List, rows ClassRows) ListRefinement {
	p := &progress{observe: r.Observe, of: 3}
	n := float64(max(rows.X.Rows, 1))
	price := max(float64(r.Price*n), 1)
	switch {
	case r.Price > rule.MaxPrice:
		price = r.Price
	case r.Price == rule.LowPrice:
		price = usualRows
	case r.Price == rule.AutoPrice:
		p.of += listFolds * len(listPrices)
		price = r.chooseListPrice(ctx, rows, p)
		if ctx.Err() != nil {
			return ListRefinement{List: start, Interrupted: true}
		}
	}
	s := newListSearch(ctx, r.Limits, rows, p)
	s.price = price
	var best List
	score := math.Inf(-1)
	for _, from := range []List{{}, s.separate(), start} {
		s.start(from)
		if s.search(mostRounds); s.score() > score+epsilon {
			best, score = s.copy(), s.score()
		}
		p.step()
	}
	s.start(best)
	s.kick()
	s.admit()
	return ListRefinement{List: s.sorted(), Price: price / n}
}

// PruneList removes rules and conditions of a list while that does not lower the accuracy minus Price × complexity on these rows,
// and chooses the default class anew.
func (r Refiner) PruneList(ctx context.Context, list List, rows ClassRows) List {
	s := newListSearch(ctx, r.Limits, rows, nil)
	s.price = float64(r.Price * float64(rows.X.Rows))
	s.start(list)
	s.prune()
	return s.sorted()
}

// chooseListPrice returns the price, in rows, at which lists of the training folds predict the others best, less half a
// row for each condition.
func (r Refiner) chooseListPrice(ctx context.Context, rows ClassRows, p *progress) float64 {
	f := newFolds(0, rows.X.Rows, len(rows.Weights), listFolds, rows.Groups, rows.Times, func(i int) int { return int(rows.Labels[i]) })
	var train, judge []*listSearch
	for k := range uint8(listFolds) {
		inside, outside := f.divide(k)
		train = append(train, newListSearch(ctx, r.Limits, rows.Pick(outside), p))
		judge = append(judge, newListSearch(ctx, r.Limits, rows.Pick(inside), nil))
	}
	best, at, work := 0., -1, 0
	for i, price := range listPrices {
		sum := 0.
		for k, s := range train {
			s.price = price
			s.search(mostRounds) // from the list of the price before
			judge[k].start(s.list)
			sum += judge[k].correct() - float64(toll*float64(s.list.complexity()))
			work += s.counted()
			p.step()
		}
		if at < 0 || sum > best {
			best, at = sum, i
		}
		if i-at >= patience || work > maxWork || ctx.Err() != nil {
			break
		}
	}
	return listPrices[at]
}
