package refine

import (
	"context"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// prices are the candidates, descending. A lower price than the last makes sets of more than fifty conditions, which gain little
// and are too long to read.
var prices = []float64{1e-2, 5e-3, 2e-3, 1e-3, 4e-4}

const (
	priceFolds = 5 // cross-validation
	patience   = 2 // consecutive lower prices without improvement that end the search for one

	// Standard errors of accuracy that shorter rules are worth: fewer above usualPrice, where most tables lose valid rules.
	// Prices above it serve tables with hardly anything to learn, where cheap rules would fit noise.
	usualPrice         = 2e-3
	tolerance, caution = 2, 0.5
)

// priceFold is a fold of the cross-validation that chooses the price.
type priceFold struct{ train, validation *search }

// choosePrice returns the highest price at which the rules predict the validation rows nearly as well as at the best price. A
// condition must earn at least one row. If ctx is canceled, ignore the result.
func (r Refiner) choosePrice(ctx context.Context, sets []rule.Set, x *bitmat.Matrix, labels []uint64, p *progress) float64 {
	folds := r.splitFolds(ctx, x, labels, p)
	var correct []float64 // rows, by weight
	best := 0
	for i, price := range prices {
		sum := 0.
		for _, f := range folds {
			f.train.setPrice(atLeastOneRow(price, f.train.rows()))
			if i == 0 {
				f.train.searchFrom(sets)
			} else { // the next, lower price starts from the set that was found
				f.train.localSearch()
			}
			f.validation.start(f.train.set)
			sum += f.validation.correct()
			p.step(1)
		}
		correct = append(correct, sum)
		if sum > correct[best] {
			best = i
		}
		if i-best >= patience && price < usualPrice || ctx.Err() != nil {
			break
		}
	}
	deviation := r.deviation(correct[best], x.Rows, bitmat.Count(labels))
	for i, n := range correct {
		slack := float64(tolerance * deviation)
		if prices[i] > usualPrice {
			slack = float64(caution * deviation)
		}
		if n >= correct[best]-slack {
			best = i
			break
		}
	}
	return atLeastOneRow(prices[best], x.Rows)
}

// deviation returns the standard deviation of the weighted number of correct rows: the variance is accuracy × error rate × the
// sum of the squared weights.
func (r Refiner) deviation(correct float64, rows, positives int) float64 {
	yes, no := r.Weights.Each()
	p, n := float64(positives), float64(rows-positives)
	all, squares := float64(yes*p)+float64(no*n), float64(yes*yes*p)+float64(no*no*n)
	if all == 0 {
		return 0
	}
	share := correct / all
	return math.Sqrt(float64(share*(1-share)) * squares)
}

// atLeastOneRow raises a price to the worth of one row.
func atLeastOneRow(price float64, rows int) float64 { return max(price, 1/float64(max(rows, 1))) }

func (r Refiner) splitFolds(ctx context.Context, x *bitmat.Matrix, labels []uint64, p *progress) (folds []priceFold) {
	foldOf := stratify(x.Rows, labels)
	for k := range uint8(priceFolds) {
		var train, validation []int32
		for i, f := range foldOf {
			if f == k {
				validation = append(validation, int32(i))
			} else {
				train = append(train, int32(i))
			}
		}
		one := priceFold{r.search(ctx, x, labels, train), r.search(ctx, x, labels, validation)}
		one.train.progress, one.train.quick = p, true
		folds = append(folds, one)
	}
	return folds
}

// stratify assigns each row a fold, the rows of each class in turn, in pseudorandom order.
func stratify(rows int, labels []uint64) []uint8 {
	folds := make([]uint8, rows)
	var positives, negatives []uint8
	for i := range folds {
		next := &negatives
		if bitmat.Get(labels, i) {
			next = &positives
		}
		if len(*next) == 0 {
			*next = shuffledFolds(i)
		}
		folds[i], *next = (*next)[0], (*next)[1:]
	}
	return folds
}

// shuffledFolds returns the folds in the pseudorandom order number n.
func shuffledFolds(n int) []uint8 {
	order := make([]uint8, priceFolds)
	for i := range order {
		order[i] = uint8(i)
	}
	bits := numeric.Stream(0).At(n)
	for i := len(order) - 1; i > 0; i-- {
		k := int(bits % uint64(i+1))
		bits /= uint64(i + 1)
		order[i], order[k] = order[k], order[i]
	}
	return order
}
