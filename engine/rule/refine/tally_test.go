package refine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"drnet/engine/bitmat"
)

// TestCountEachIsCountBoth compares the counts of all features at once with those of each feature: of small and large sets, on all
// rows and on some, with the weights of groups and of rows.
func TestCountEachIsCountBoth(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		rows := 1 + r.IntN([]int{fewRows, 8_000}[seed%2])
		x, labels := nested(r, rows)
		of := func(row int) int {
			if bitmat.Get(labels, row) {
				return row % 2
			}
			return 2 + row%3
		}
		kinds := []kind{{true, 1}, {true, 5}, {false, 1}, {false, 3}, {false, 0}}
		e := newGroups(x, bitmat.Indexes[int32](rows), of, kinds)
		some := slices.DeleteFunc(bitmat.Indexes[int32](rows), func(int32) bool { return r.IntN(3) == 0 })
		weighted := newEvaluator(x, labels, nil, nil)
		weighted.digits = new(digits)
		for d := range weighted.digits {
			for range weighted.words {
				weighted.digits[d] = append(weighted.digits[d], r.Uint64()|r.Uint64()>>d)
			}
		}
		for _, e := range []*evaluator{e, e.on(some), weighted} {
			m := make([]uint64, e.words)
			var near *known
			for range 6 {
				e.all(m)
				if share := r.Float64() * r.Float64(); near != nil && r.IntN(2) == 0 {
					e.remove(m, r, 1-share) // most
					bitmat.Or(m, m, near.rows)
				} else {
					if near != nil {
						copy(m, near.rows)
					}
					e.remove(m, r, share)
				}
				each := e.countEach(m, near)
				for f, got := range each {
					if want := e.countBoth(m, e.columns[f]); got != want {
						t.Fatalf("seed %d, %d rows, feature %d: %v, want %v", seed, rows, f, got, want)
					}
				}
				near = &known{slices.Clone(m), slices.Clone(each)}
			}
		}
	}
}

// remove removes a share of the rows of m at random.
func (e *evaluator) remove(m []uint64, r *rand.Rand, share float64) {
	for _, at := range e.place {
		if r.Float64() < share {
			m[at>>6] &^= 1 << (at & 63)
		}
	}
}

// nested draws bits as those of tables: thresholds of columns, values of columns, a bit that is always one and its copy, and independent
// bits.
func nested(r *rand.Rand, rows int) (x *bitmat.Matrix, labels []uint64) {
	const thresholds, values, always = 90, 7, 2
	bits := r.IntN(70)
	x, labels = bitmat.New(rows, thresholds+values+always+bits), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		for at := r.IntN(thresholds + 1); at < thresholds; at++ {
			x.Set(i, at)
		}
		x.Set(i, thresholds+r.IntN(values))
		for f := range always {
			x.Set(i, thresholds+values+f)
		}
		for f := range bits {
			if r.IntN(2) == 0 {
				x.Set(i, thresholds+values+always+f)
			}
		}
		if r.IntN(3) == 0 {
			bitmat.Set(labels, i)
		}
	}
	return x, labels
}

// TestCountLongColumns counts more rows than 16 bits hold.
func TestCountLongColumns(t *testing.T) {
	const words = 600 * blockWords
	all, some := make([]uint64, words), make([]uint64, words)
	for i := range all {
		all[i], some[i] = ^uint64(0), 1<<(i&63)
	}
	tally := newTally([][]uint64{all, some}, words)
	got := tally.count(all, nil, []group{{0, words, 3}}, nil, nil)
	if want := []counts{newCounts(3*64*words, 0), newCounts(3*words, 0)}; !slices.Equal(got, want) {
		t.Errorf("counted %v, want %v", got, want)
	}
}
