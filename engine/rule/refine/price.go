package refine

import (
	"context"
	"math"
	"slices"

	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// FewRows is the number of rows below which AutoPrice is a price in rows, if that learns anything.
const FewRows = 7_000

// LowPrice returns the price, in rows, that rule.LowPrice stands for, or rule.LowPrice on so few rows that Refine chooses it. Among
// some hundred rows, what earns less than usual is as often noise as not.
func LowPrice(rows int) float64 {
	switch {
	case rows < smallRows:
		return rule.LowPrice
	case rows < 2_000:
		return usualRows
	}
	return rule.LeastRows
}

const (
	usualRows   = 3
	smallRows   = 600 // below, three rows are a large share, and the least price is tried too
	smallRounds = 3   // of the cross-validation that tries it
	shrinkage   = 0.3 // of gains at a price in rows, in standard deviations
)

// usual returns the usual price in rows, by the number of features, because some of many fit noise: usualRows, but at least the evidence
// that it takes to choose one. To name one of F features takes log F. Where a tenth of the labels is wrong, a row that a condition
// corrects saves log (0.9 / 0.1), so that log₉ F rows pay for it: three for 729 features, five for 59,049.
//
// References: J. R. Quinlan, R. L. Rivest: Inferring Decision Trees Using the Minimum Description Length Principle. Information and
// Computation 80 (1989).
func usual(features int) float64 {
	const odds = 9 // of a correct label
	return max(usualRows, numeric.Log2(float64(max(features, 1)))/numeric.Log2(odds))
}

// terms returns the price as a share of the rows, rule.AutoPrice or LowPrice if it is to be chosen, and the shrinkage of gains.
func (r Refiner) terms(rows int) (price, shrink float64) {
	if r.Price > rule.MaxPrice {
		return share(r.Price, rows), shrinkage
	}
	return r.Price, 0
}

// share returns a price in rows as a share. It is at most a tenth, or a table of a dozen rows would get no rules, but never less
// than one row.
func share(price float64, rows int) float64 {
	n := float64(max(rows, 1))
	return min(price, max(n/10, 1)) / n
}

// prices are the candidates, descending. Lower ones make sets of more than fifty conditions, which gain little.
var prices = []float64{1e-2, 5e-3, 2e-3, 1e-3, 4e-4}

const (
	priceFolds = 5 // cross-validation
	patience   = 2 // consecutive lower prices without improvement that end the search for one

	// Standard errors of accuracy that shorter rules are worth: fewer above usualPrice, where most tables lose valid rules.
	// Prices above it serve tables with hardly anything to learn, where cheap rules would fit noise.
	usualPrice         = 2e-3
	tolerance, caution = 2, 0.5
)

// chooseTerms returns the price as a share of the rows, and the shrinkage of gains, for AutoPrice and LowPrice. If ctx is canceled,
// ignore the result.
func (r Refiner) chooseTerms(ctx context.Context, e *evaluator, p *progress) (price, shrink float64) {
	p.of += priceFolds
	low := r.Price == rule.LowPrice
	if low || e.rows() < FewRows && r.Groups == nil {
		if rows, learned := r.chooseRows(ctx, e, p); learned || low {
			return share(rows, e.rows()), shrinkage
		}
	}
	return r.choosePrice(ctx, e, p), 0
}

// chooseRows returns the price in rows on few rows, and reports whether rules at the usual one, learned from nothing, predict the
// validation rows better than the majority class does, by a standard error of the accuracy. Below smallRows, the least price is
// chosen if its rules predict them better than those at the usual price, by a standard error of the difference; the folds are drawn
// several times, because one draw decides by chance.
func (r Refiner) chooseRows(ctx context.Context, e *evaluator, p *progress) (price float64, learned bool) {
	small, rounds := e.rows() < smallRows, 1
	price = usual(len(e.columns))
	if small {
		rounds = smallRounds
		p.of += (rounds - 1) * priceFolds
	}
	correct, gained, squares := 0., 0., 0. // of all rounds
	var judged *evaluator
	for round := range rounds {
		var train, validation []*search
		train, validation, judged = r.splitFolds(ctx, round, e, p)
		for k, s := range train {
			s.setPrice(share(price, s.rows()))
			s.shrink = shrinkage
			s.searchFrom(nil)
			validation[k].start(s.set)
			correct += validation[k].correct()
			if small {
				more, changed := tryLeast(s, validation[k])
				gained, squares = gained+more, squares+changed
			}
			p.step()
		}
	}
	n := float64(rounds)
	if gained/n > math.Sqrt(squares/n) {
		price = rule.LeastRows
	}
	majority := max(float64(e.yes*float64(judged.positives)), float64(e.no*float64(judged.negatives)))
	return price, correct/n > majority+judged.deviation(correct/n)
}

// tryLeast searches on from a set at the least price. It returns how many more validation rows are correct, by weight, and the sum of the
// squared weights of those whose prediction changes. Validation starts with the set.
func tryLeast(s, validation *search) (gained, squares float64) {
	usual := validation.correct()
	before := slices.Clone(validation.uncovered)
	s.setPrice(share(rule.LeastRows, s.rows()))
	s.localSearch()
	validation.start(s.set)
	gained = validation.correct() - usual
	same := validation.countBoth(before, validation.uncovered)
	return gained, validation.squares(validation.count(before).minus(same)) +
		validation.squares(validation.count(validation.uncovered).minus(same))
}

// choosePrice returns the highest price at which the rules predict the validation rows nearly as well as at the best price, and
// at least two rows. The judged rules are learned from nothing: the given sets know the validation rows. If
// ctx is canceled, ignore the result.
func (r Refiner) choosePrice(ctx context.Context, e *evaluator, p *progress) float64 {
	p.of += priceFolds * len(prices)
	train, validation, judged := r.splitFolds(ctx, 0, e, p)
	var correct []float64 // rows, by weight
	best := 0
	for i, price := range prices {
		sum := 0.
		for k, s := range train {
			s.setPrice(max(price, share(rule.LeastRows, s.rows())))
			if i == 0 {
				s.searchFrom(nil)
			} else { // the next, lower price starts from the set that was found
				s.localSearch()
			}
			validation[k].start(s.set)
			sum += validation[k].correct()
			p.step()
		}
		correct = append(correct, sum)
		if sum > correct[best] {
			best = i
		}
		if i-best >= patience && price < usualPrice || ctx.Err() != nil {
			break
		}
	}
	best = affordable(prices, correct, judged.deviation(correct[best]))
	return max(prices[best], share(rule.LeastRows, e.rows()))
}

// affordable returns the number of the highest price at which nearly as many rows are correct as at the best one: up to some
// standard deviations fewer.
func affordable(prices, correct []float64, deviation float64) int {
	most := slices.Max(correct)
	for i, n := range correct {
		slack := float64(tolerance * deviation)
		if prices[i] > usualPrice {
			slack = float64(caution * deviation)
		}
		if n >= most-slack {
			return i
		}
	}
	return 0
}

// splitFolds returns two searches for each fold of the cross-validation that chooses the price, and the rows of all validations.
func (r Refiner) splitFolds(ctx context.Context, round int, e *evaluator, p *progress) (train, validation []*search, judged *evaluator) {
	e.encode() // once for all folds
	f := r.foldsOf(round, e.rows(), e.isPositive)
	for k := range uint8(priceFolds) {
		inside, outside := f.divide(k)
		s := newSearch(ctx, e.on(outside), r.Limits)
		s.progress, s.quick = p, true
		train, validation = append(train, s), append(validation, newSearch(ctx, e.on(inside), r.Limits))
	}
	return train, validation, e.on(f.judged())
}
