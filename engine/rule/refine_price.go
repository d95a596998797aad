package rule

import (
	"context"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// prices are the candidates, descending. What costs less than the last one makes sets of more than fifty conditions, which gain
// little and which nobody reads.
var prices = []float64{1e-2, 5e-3, 2e-3, 1e-3, 4e-4}

const (
	priceFolds = 5 // a fifth of the rows is set aside, each once
	patience   = 2 // lower prices in a row that are no better end the search for one

	// Standard errors that shorter rules are worth: fewer at prices at which most tables lose rules that hold. Those are
	// there for tables with hardly anything to learn, where cheaper rules are made up.
	usualPrice         = 2e-3
	tolerance, caution = 2, 0.5
)

// part is a fold that is set aside.
type part struct {
	search, judge *search
	sets          []Set
}

// choosePrice returns the highest price at which the rules answer rows that were set aside nearly as well as at the
// best price. A condition must earn one row at least, however few there are. If ctx is cancelled, it is none to go by.
func (r Refinement) choosePrice(ctx context.Context, sets []Set, x *bitmat.Matrix, labels []uint64, p *progress) float64 {
	parts := r.setAside(ctx, sets, x, labels, p)
	var right []float64 // rows, by weight
	best := 0
	for i, price := range prices {
		sum := 0.
		for k := range parts {
			sum += parts[k].try(price)
			p.step(1)
		}
		right = append(right, sum)
		if sum > right[best] {
			best = i
		}
		if i-best >= patience && price < usualPrice || ctx.Err() != nil {
			break
		}
	}
	deviation := r.deviation(right[best], x.Rows, bitmat.Count(labels))
	for i, n := range right {
		slack := float64(tolerance * deviation)
		if prices[i] > usualPrice {
			slack = float64(caution * deviation)
		}
		if n >= right[best]-slack {
			return atLeastOne(prices[i], x.Rows)
		}
	}
	return atLeastOne(prices[best], x.Rows)
}

// deviation is the standard deviation of the number of rows, by weight, that are answered rightly, if it was that of so
// many rows: the share of right ones times the share of wrong ones, times the square of each row's weight.
func (r Refinement) deviation(right float64, rows, positives int) float64 {
	yes, no := r.Weights.Each()
	p, n := float64(positives), float64(rows-positives)
	all, squares := float64(yes*p)+float64(no*n), float64(yes*yes*p)+float64(no*no*n)
	if all == 0 {
		return 0
	}
	share := right / all
	return math.Sqrt(float64(share*(1-share)) * squares)
}

// atLeastOne raises a price to what one of the rows is worth.
func atLeastOne(price float64, rows int) float64 { return max(price, 1/float64(max(rows, 1))) }

// setAside makes the parts.
func (r Refinement) setAside(ctx context.Context, sets []Set, x *bitmat.Matrix, labels []uint64, p *progress) (parts []part) {
	fold := deal(x.Rows, labels)
	for k := range uint8(priceFolds) {
		var inside, outside []int32
		for i, f := range fold {
			if f == k {
				outside = append(outside, int32(i))
			} else {
				inside = append(inside, int32(i))
			}
		}
		one := part{r.search(ctx, x, labels, inside), r.search(ctx, x, labels, outside), sets}
		one.search.progress, one.search.quick = p, true
		parts = append(parts, one)
	}
	return parts
}

// try returns how many rows, by weight, that were set aside are answered rightly by what is found at a price. The next, lower price
// goes on from there.
func (p *part) try(price float64) float64 {
	p.search.setPrice(atLeastOne(price, p.search.rows()))
	if p.sets != nil {
		p.search.best(p.sets)
		p.sets = nil
	} else {
		p.search.settle()
	}
	p.judge.start(p.search.set)
	return p.judge.right()
}

// deal gives each row a fold, the rows of either class in turn, in an order that looks random.
func deal(rows int, labels []uint64) []uint8 {
	folds := make([]uint8, rows)
	var next [2][]uint8
	for i := range folds {
		class := 0
		if bitmat.Get(labels, i) {
			class = 1
		}
		if len(next[class]) == 0 {
			next[class] = shuffled(i)
		}
		folds[i], next[class] = next[class][0], next[class][1:]
	}
	return folds
}

// shuffled returns the folds in an order that belongs to a number.
func shuffled(n int) []uint8 {
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
