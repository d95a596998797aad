package refine

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Validate predicts rows of x by rules that were found without them, from nothing and at Price: by cross-validation. It returns
// the rows predicted as positive, and the predicted rows: all, or with Times all but the earliest. If ctx is canceled, ignore the
// result.
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

// Search returns rules that are found on some rows of x, nil for all, from nothing and at Price, or at the usual number of rows without
// one. It takes a small part of the time of Refine. If ctx is canceled, ignore the result.
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
