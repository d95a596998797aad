package refine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// By time each fold learns from rows that are all earlier than those that it judges, and all rows but the earliest are judged once.
func TestRollingFolds(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 6))
		rows, most, k := 2+r.IntN(300), 1+r.IntN(40), 2+r.IntN(5)
		times := make([]int32, rows)
		for i := range times {
			times[i] = int32(r.IntN(most))
		}
		times[0], times[1] = 0, int32(most)
		f := newFolds(0, rows, 2, k, nil, times, func(i int) int { return i % 2 })
		var judged []int32
		for fold := range uint8(k) {
			inside, outside := f.divide(fold)
			for _, i := range inside {
				for _, j := range outside {
					if times[j] >= times[i] {
						t.Fatalf("seed %d: a row of time %d is judged by one of time %d", seed, times[i], times[j])
					}
				}
			}
			if len(outside) == 0 {
				t.Errorf("seed %d: fold %d learns from nothing", seed, fold)
			}
			judged = append(judged, inside...)
		}
		slices.Sort(judged)
		if !slices.Equal(judged, f.judged()) || len(judged) == 0 || len(judged) == rows {
			t.Errorf("seed %d: %d of %d rows are judged, want %d", seed, len(judged), rows, len(f.judged()))
		}
	}
	if f := newFolds(0, 40, 2, 4, nil, make([]int32, 40), func(i int) int { return i % 2 }); f.rolling || len(f.judged()) != 40 {
		t.Errorf("rows of one time have the folds %+v, want stratified ones", f)
	}
}

// Another round divides the rows otherwise, each class evenly.
func TestRounds(t *testing.T) {
	const rows, k = 300, 5
	classOf := func(i int) int { return min(i%3, 1) }
	first, second := newFolds(0, rows, 2, k, nil, nil, classOf), newFolds(1, rows, 2, k, nil, nil, classOf)
	same := 0
	for i := range rows {
		if first.of[i] == second.of[i] {
			same++
		}
	}
	if same < rows/(2*k) || same > 2*rows/k {
		t.Errorf("%d of %d rows are in the same fold again, want about %d", same, rows, rows/k)
	}
	for fold := range uint8(k) {
		inside, _ := second.divide(fold)
		positive := 0
		for _, i := range inside {
			positive += classOf(int(i))
		}
		if len(inside) != rows/k || positive != rows/k*2/3 {
			t.Errorf("fold %d has %d rows, %d of them positive", fold, len(inside), positive)
		}
	}
}

// drifting returns rows in the order of time. The label is feature 0 in four of five rows; within each of six eras, which features
// from 7 on tell, another one of the features 1 to 6 makes it positive.
func drifting(rows int) (x *bitmat.Matrix, labels []uint64, times []int32) {
	const eras = 6 // as many as periods, so that no era is on both sides of a fold
	r := rand.New(rand.NewPCG(7, 7))
	x, labels = bitmat.New(rows, 2*eras), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		era := i * eras / rows
		for j := range 1 + eras {
			if share := map[bool]int{true: 2, false: 4}[j == 0]; r.IntN(share) == 0 {
				x.Set(i, j)
			}
		}
		for j := 1; j < eras; j++ {
			if era >= j {
				x.Set(i, eras+j)
			}
		}
		if x.Get(i, 1+era) || x.Get(i, 0) == (r.IntN(5) > 0) {
			bitmat.Set(labels, i)
		}
		times = append(times, int32(i))
	}
	return x, labels, times
}

// Rules that hold within an era predict rows of that era, and none of later ones: random folds want them, folds by time do not.
func TestDrift(t *testing.T) {
	x, labels, times := drifting(8000)
	ctx := context.Background()
	mixed := Refiner{}.Refine(ctx, nil, x, labels)
	later := Refiner{Times: times}.Refine(ctx, nil, x, labels)
	if stable := (rule.Set{{{Feature: 0}}}); len(mixed.Set) < 5 || later.Price <= mixed.Price || len(later.Set) > 2 ||
		!slices.ContainsFunc(later.Set, func(r rule.Rule) bool { return slices.Equal(r, stable[0]) }) {
		t.Errorf("random folds choose %v at %v, folds by time %v at %v", mixed.Set, mixed.Price, later.Set, later.Price)
	}
	refiner := Refiner{Price: 2e-3, Times: times}
	positive, predicted := refiner.Validate(ctx, x, labels)
	if len(predicted) != 6666 || predicted[0] != 1334 || bitmat.Count(positive[:1334/64]) > 0 {
		t.Errorf("%d rows are predicted, the first is %d", len(predicted), predicted[0])
	}
	votes := Refiner{Form: rule.SomeRules, Times: times}.Refine(ctx, nil, x, labels)
	if bitmat.Count(votes.validated[1][:1334/64]) > 0 || votes.Interrupted {
		t.Errorf("votes %+v", votes)
	}
}
