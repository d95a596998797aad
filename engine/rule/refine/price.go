package refine

import (
	"context"
	"math"
	"slices"

	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// FewRows is the number of rows below which AutoPrice is a fixed number of rows, if rules at that price beat the majority class.
const FewRows = 7_000

// LowPrice returns the price, in rows, that rule.LowPrice stands for. Below smallRows it returns rule.LowPrice: Refine then chooses the
// price by cross-validation, because a condition that gains so few of some hundred rows is as likely noise as not.
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
	smallRows   = 600 // below it three rows are a large share, so rule.LeastRows is tried too
	smallRounds = 3   // rounds of the cross-validation that tries rule.LeastRows
	shrinkage   = 0.3 // of gains at a price in rows, in standard deviations
)

// usual returns the usual price in rows: usualRows, or more with many features F, some of which fit noise. By minimum description length,
// naming one of F features costs log F. If a tenth of the labels is wrong, each row that a condition corrects saves log (0.9 / 0.1), so a
// condition pays off from log₉ F rows on: 3 for 729 features, 5 for 59,049.
//
// References: J. R. Quinlan, R. L. Rivest: Inferring Decision Trees Using the Minimum Description Length Principle. Information and
// Computation 80 (1989).
func usual(features int) float64 {
	const odds = 9 // of a correct label against a wrong one
	return max(usualRows, numeric.Log2(float64(max(features, 1)))/numeric.Log2(odds))
}

// terms returns the price as a share of the rows and the shrinkage of gains. A price that is still to be chosen, rule.AutoPrice or
// rule.LowPrice, is returned as it is.
func (r Refiner) terms(rows int) (price, shrink float64) {
	if r.Price > rule.MaxPrice {
		return share(r.Price, rows), shrinkage
	}
	return r.Price, 0
}

// share converts a price in rows to a share of the rows. It limits the price to a tenth of the rows, but to no less than one row: otherwise
// a table of a dozen rows would get no rules.
func share(price float64, rows int) float64 {
	n := float64(max(rows, 1))
	return min(price, max(n/10, 1)) / n
}

// prices lists the candidates of choosePrice, descending. Lower ones lead to sets of more than fifty conditions and gain little accuracy.
var prices = []float64{1e-2, 5e-3, 2e-3, 1e-3, 4e-4}

const (
	priceFolds = 5 // cross-validation
	patience   = 2 // consecutive lower prices without improvement, after which no lower price is tried

	// A higher price is chosen although its rules are less accurate, by at most tolerance standard errors up to usualPrice and caution
	// above it. Prices above usualPrice remove valid rules from most tables; they serve tables where most rules would fit noise.
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

// chooseRows returns the price in rows for a table of few rows. Learned reports whether rules at the usual price, found from nothing, are
// more accurate on the validation rows than the majority class by a standard error. Below smallRows the price is rule.LeastRows if its
// rules are more accurate than those at the usual price by a standard error of the difference. These folds are drawn several times, because
// a single draw would decide by chance.
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

// tryLeast continues a search at the price rule.LeastRows. It returns the increase in the weight of correct validation rows, and the sum of
// the squared weights of the rows whose prediction changes. Validation must hold the set of s.
func tryLeast(s, validation *search) (gained, squares float64) {
	usual := validation.correct()
	before := slices.Clone(validation.uncovered)
	s.setPrice(share(rule.LeastRows, s.rows()))
	s.localSearch()
	validation.start(s.set)
	gained = validation.correct() - usual
	same := validation.countBoth(before, validation.uncovered)
	return gained, validation.squares(validation.count(before)-same) +
		validation.squares(validation.count(validation.uncovered)-same)
}

// choosePrice returns the highest price at which the rules predict the validation rows nearly as well as at the best price, but at least
// rule.LeastRows. Its rules are found from nothing, because the sets given to Refine were learned on the validation rows too. If ctx is
// canceled, ignore the result.
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

// affordable returns the index of the highest price at which nearly as many rows are correct as at the best one: tolerance or caution
// standard deviations fewer. Prices are descending.
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
