package refine

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Validate predicts the rows of x by cross-validation: for each fold, Search finds rules on the other rows. It returns the rows
// predicted as positive, and the predicted rows: all or, with Times, all but those of the earliest period. If ctx is canceled, ignore
// the result.
func (r Refiner) Validate(ctx context.Context, x *bitmat.Matrix, labels []uint64) (positive []uint64, predicted []int32) {
	return r.validate(ctx, 0, x, labels)
}

func (r Refiner) validate(ctx context.Context, round int, x *bitmat.Matrix, labels []uint64) (positive []uint64, predicted []int32) {
	positive = make([]uint64, len(labels))
	f := r.foldsOf(round, x.Rows, func(row int) bool { return bitmat.Get(labels, row) })
	for k := range uint8(priceFolds) {
		inside, outside := f.divide(k)
		fires := r.Search(ctx, x, labels, outside).MatchVotes(1, x)
		for _, row := range inside {
			if bitmat.Get(fires, int(row)) {
				bitmat.Set(positive, int(row))
			}
		}
	}
	return positive, f.judged()
}

// Search finds rules on some rows of x, or on all if rows is nil. It starts from nothing, at Price or, if that is to be chosen, at the
// usual price in rows. It takes a small part of the time of Refine. If ctx is canceled, ignore the result.
func (r Refiner) Search(ctx context.Context, x *bitmat.Matrix, labels []uint64, rows []int32) rule.Set {
	s := newSearch(ctx, r.evaluator(x, labels, rows), r.Limits)
	s.quick, s.progress = true, &progress{observe: r.Observe, of: 1}
	price, shrink := r.terms(s.rows())
	if price <= rule.AutoPrice {
		price, shrink = share(usual(x.Cols), s.rows()), shrinkage
	}
	s.setPrice(price)
	s.shrink = shrink
	s.searchFrom(nil)
	return s.set
}
