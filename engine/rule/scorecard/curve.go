package scorecard

import (
	"math"
	"math/bits"

	"drnet/engine/numeric"
)

const ln2 = math.Ln2

// The classes in a histogram.
const (
	negative = iota
	positive
)

// histogram counts rows by sum and class.
type histogram struct {
	least  int        // the first sum
	counts [][2]int32 // of each sum from least on, by class
	labels [2]float64 // what the curve is fitted to, by class: near 0 and near 1
}

// plattLabels returns labels for the classes instead of 0 and 1, less certain for a class with fewer rows, so that a sum that separates
// a few rows does not get an extreme probability.
//
// References: J. Platt: Probabilistic Outputs for Support Vector Machines. Advances in Large Margin Classifiers (1999).
func plattLabels(negatives, positives int) [2]float64 {
	return [2]float64{1 / float64(negatives+2), float64(positives+1) / float64(positives+2)}
}

// positives returns the sum of the labels of some rows.
func (h *histogram) positives(n [2]int32) float64 {
	return float64(h.labels[negative]*float64(n[negative])) + float64(h.labels[positive]*float64(n[positive]))
}

// reset makes all counts zero.
func (h *histogram) reset(least, most int) {
	n := most - least + 1
	if cap(h.counts) < n {
		h.counts = make([][2]int32, 2*n)
	}
	h.least, h.counts = least, h.counts[:n]
	clear(h.counts)
}

// count adds the rows of a word to a class.
func (h *histogram) count(word uint64, sums []int32, class int) {
	for ; word != 0; word &= word - 1 {
		h.counts[int(sums[bits.TrailingZeros64(word)])-h.least][class]++
	}
}

// minus makes h the rows of a that are not in b.
func (h *histogram) minus(a, b *histogram) {
	h.reset(a.least, a.least+len(a.counts)-1)
	for i, n := range a.counts {
		h.counts[i] = [2]int32{n[negative] - b.counts[i][negative], n[positive] - b.counts[i][positive]}
	}
}

// shift makes h the histogram of all rows, on and off, after those of on get more points.
func (h *histogram) shift(on, off *histogram, points int) {
	h.reset(on.least+min(points, 0), on.least+len(on.counts)-1+max(points, 0))
	first := on.least - h.least
	for i := range on.counts {
		for class := range 2 {
			h.counts[first+i][class] += off.counts[i][class]
			h.counts[first+i+points][class] += on.counts[i][class]
		}
	}
}

// LogisticCurve is a curve from a sum to the log-odds of a row.
type LogisticCurve struct{ Slope, Offset float64 }

// FitCurve returns the curve with the least logistic loss for rows counted by their sum, from 0, and by class, the positive one
// last, and that loss in nats. It starts from another curve.
func FitCurve(counts [][2]int32, from LogisticCurve) (LogisticCurve, float64) {
	var rows [2]int
	for _, n := range counts {
		rows[negative] += int(n[negative])
		rows[positive] += int(n[positive])
	}
	h := histogram{counts: counts, labels: plattLabels(rows[negative], rows[positive])}
	return h.fit(from)
}

// at returns the probability of a sum.
func (c LogisticCurve) at(sum int) float64 {
	return numeric.Sigmoid(float64(c.Slope*float64(sum)) + c.Offset)
}

const (
	minSlope  = 0.02 // more points must mean a higher probability
	ridge     = 1e-3 // keeps the curve finite where the sum separates the classes
	maxSteps  = 100
	maxMove   = 2.0  // of a log-odds in one step, so that Newton's method does not overshoot
	tolerance = 1e-5 // of a log-odds
)

// fit returns the curve with the least logistic loss, by Newton's method from a start, and that loss in nats.
func (h *histogram) fit(c LogisticCurve) (LogisticCurve, float64) {
	c.Slope = max(c.Slope, minSlope)
	for range maxSteps {
		if h.step(&c) < tolerance {
			break
		}
	}
	return c, h.loss(c)
}

// step makes one step of Newton's method. It returns an upper bound for the change of a log-odds.
func (h *histogram) step(c *LogisticCurve) float64 {
	gs, gb := -float64(ridge*c.Slope), -float64(ridge*c.Offset) // gradient by slope and offset
	ss, sb, bb := ridge, 0.0, ridge                             // Hessian
	odds := h.odds(*c)
	factor := numeric.Exp(c.Slope)
	for i, n := range h.counts {
		if rows := float64(n[negative] + n[positive]); rows > 0 {
			sum := float64(h.least + i)
			p := 1 - 1/(1+odds)
			miss := h.positives(n) - float64(rows*p)
			curvature := float64(float64(rows*p) * (1 - p))
			gs += float64(miss * sum)
			gb += miss
			slanted := float64(curvature * sum)
			ss += float64(slanted * sum)
			sb += slanted
			bb += curvature
		}
		odds = min(float64(odds*factor), maxOdds)
	}
	determinant := float64(ss*bb) - float64(sb*sb)
	ds := (float64(gs*bb) - float64(gb*sb)) / determinant
	db := (float64(gb*ss) - float64(gs*sb)) / determinant
	most := max(float64(h.least+len(h.counts)-1), -float64(h.least), 1)
	move := math.Abs(float64(ds*most)) + math.Abs(db)
	if move > maxMove {
		ds, db = float64(ds*maxMove)/move, float64(db*maxMove)/move
	}
	if c.Slope+ds < minSlope { // on the bound, only the offset moves
		ds, db = minSlope-c.Slope, gb/bb
		db = min(max(db, -maxMove), maxMove)
		move = math.Abs(float64(ds*most)) + math.Abs(db)
	}
	c.Slope += ds
	c.Offset += db
	return move
}

// maxOdds keeps odds finite; beyond it a probability is 1 to the last bit.
const maxOdds = 1e100

// odds returns the odds of the first sum. Each next sum multiplies them by exp(slope), which saves most exponentials.
func (h *histogram) odds(c LogisticCurve) float64 {
	return numeric.Exp(float64(c.Slope*float64(h.least)) + c.Offset)
}

// loss returns the logistic loss of a curve in nats.
func (h *histogram) loss(c LogisticCurve) float64 {
	sum := 0.0
	odds, factor := h.odds(c), numeric.Exp(c.Slope)
	for i, n := range h.counts {
		if rows := float64(n[negative] + n[positive]); rows > 0 {
			score := float64(c.Slope*float64(h.least+i)) + c.Offset
			sum += float64(rows*naturalLog(1+odds)) - float64(h.positives(n)*score)
		}
		odds = min(float64(odds*factor), maxOdds)
	}
	return sum + float64(ridge/2*(float64(c.Slope*c.Slope)+float64(c.Offset*c.Offset)))
}
