package refine

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/bitmat"
)

// TestUsualPriceGrowsWithFeatures: it is three rows for up to 729 features, and a row more for each nine times as many.
func TestUsualPriceGrowsWithFeatures(t *testing.T) {
	const slack = 1e-9
	for features := range 100_000 {
		price, more := usual(features), usual(9*features)
		if price < usualRows || features <= 728 && price != usualRows || price > usual(features+1) {
			t.Fatalf("usual(%d) = %v", features, price)
		}
		if features >= 729 && (more < price+1-slack || more > price+1+slack) {
			t.Fatalf("usual(%d) = %v, of nine times as many features %v", features, price, more)
		}
	}
}

// TestManyFeaturesOfNoise: of rows whose class follows from two features, but for a fifth, and thousands of other features, the price for
// all of these features keeps most conditions on the others out that three rows let in, and keeps the two.
func TestManyFeaturesOfNoise(t *testing.T) {
	const rows, features = 500, 6000
	others := map[float64]int{} // conditions, by price
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 6))
		x, labels := bitmat.New(rows, features), make([]uint64, bitmat.Words(rows))
		for i := range rows {
			for f := range features {
				if r.IntN(3) > 0 {
					x.Set(i, f)
				}
			}
			if (x.Get(i, 0) && x.Get(i, 1)) != (r.IntN(5) == 0) {
				bitmat.Set(labels, i)
			}
		}
		for _, price := range []float64{usualRows, usual(features)} {
			found := Refiner{Price: price}.Search(t.Context(), x, labels, nil)
			if !found.UsesAny([]int{0}) || !found.UsesAny([]int{1}) {
				t.Errorf("draw %d: the rules at a price of %v rows lack a cause: %v", seed, price, found)
			}
			for _, r := range found {
				for _, l := range r {
					if l.Feature > 1 {
						others[price]++
					}
				}
			}
		}
	}
	if few, many := others[usual(features)], others[usualRows]; 2*few >= many {
		t.Errorf("%d conditions on noise at the price for so many features, %d at the usual one", few, many)
	}
}
