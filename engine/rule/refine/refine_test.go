package refine_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// right counts the correct predictions of a set without caches.
func right(set rule.Set, x *bitmat.Matrix, labels []uint64) int {
	fires, scratch := make([]uint64, len(labels)), make([]uint64, len(labels))
	set.Match(fires, scratch, x)
	wrong := 0
	for i, w := range fires {
		wrong += bits.OnesCount64(w ^ labels[i])
	}
	return x.Rows - wrong
}

func score(set rule.Set, price float64, x *bitmat.Matrix, labels []uint64) float64 {
	return float64(right(set, x, labels))/float64(x.Rows) - price*float64(set.Complexity())
}

// TestRefineFindsPlantedRules starts from nothing, on rows with noise and without.
func TestRefineFindsPlantedRules(t *testing.T) {
	for _, noise := range []float64{0, 0.1} {
		x, labels := planted(6000, 40, noise)
		got := refine.Refiner{}.Refine(context.Background(), nil, x, labels)
		if want := sorted(truth); !reflect.DeepEqual(sorted(got.Set), want) {
			t.Errorf("noise %v: found %v at %v, want %v", noise, sorted(got.Set), got.Price, want)
		}
	}
}

// TestGain checks which sets help a search: rules for the parity of five features, which no beam sees, and neither the empty set
// nor rules that the search finds itself.
func TestGain(t *testing.T) {
	x, labels := planted(2000, 40, 0)
	ctx, r := context.Background(), refine.Refiner{}
	if _, gained := r.Gain(ctx, r.Refine(ctx, nil, x, labels), truth, x, labels); gained {
		t.Error("the rules that a search finds are a gain")
	}
	const asked = 5
	clear(labels)
	for i := range x.Rows {
		odd := false
		for f := range asked {
			odd = odd != x.Get(i, f)
		}
		if odd {
			bitmat.Set(labels, i)
		}
	}
	var parity rule.Set
	for values := range 1 << asked {
		if bits.OnesCount(uint(values))%2 == 1 {
			r := rule.Rule{}
			for f := range asked {
				r = append(r, rule.Literal{Feature: f, Not: values>>f&1 == 0})
			}
			parity = append(parity, r)
		}
	}
	alone := r.Refine(ctx, nil, x, labels)
	if got, gained := r.Gain(ctx, alone, parity, x, labels); !gained || right(got.Set, x, labels) != x.Rows {
		t.Errorf("from rules for the parity, %d of %d rows are predicted correctly", right(got.Set, x, labels), x.Rows)
	}
	if got := r.Resume(ctx, alone, []rule.Set{parity}, x, labels); right(got.Set, x, labels) != x.Rows {
		t.Errorf("from both, %d of %d rows are predicted correctly", right(got.Set, x, labels), x.Rows)
	}
	if _, gained := r.Gain(ctx, alone, nil, x, labels); gained {
		t.Error("no rules are a gain")
	}
}

// TestObserve checks that every search reports its progress, during which a transport receives messages.
func TestObserve(t *testing.T) {
	x, labels := planted(2000, 40, 0.1)
	ctx, found := context.Background(), refine.Refinement{Votes: 1, Price: 1e-3}
	for name, search := range map[string]func(r refine.Refiner){
		"Refine": func(r refine.Refiner) { r.Refine(ctx, nil, x, labels) },
		"Draft":  func(r refine.Refiner) { r.Draft(ctx, x, labels) },
		"Gain":   func(r refine.Refiner) { r.Gain(ctx, found, truth, x, labels) },
		"Resume": func(r refine.Refiner) { r.Resume(ctx, found, nil, x, labels) },
	} {
		seen := 0
		if search(refine.Refiner{Observe: func(int, int) { seen++ }}); seen == 0 {
			t.Errorf("%s reports nothing", name)
		}
	}
}

// sorted brings literals and rules into one order.
func sorted(set rule.Set) rule.Set {
	out := set.Clone()
	for _, r := range out {
		slices.SortFunc(r, func(a, b rule.Literal) int { return a.Feature - b.Feature })
	}
	slices.SortFunc(out, func(a, b rule.Rule) int { return a[0].Feature - b[0].Feature })
	return out
}

// TestRefineKnowsNoOrder: rows are only counted, so at a given price their order does not matter.
func TestRefineKnowsNoOrder(t *testing.T) {
	x, labels := planted(1500, 20, 0.2)
	shuffled, shuffledLabels := bitmat.New(x.Rows, x.Cols), make([]uint64, len(labels))
	for to, from := range rand.New(rand.NewPCG(1, 4)).Perm(x.Rows) {
		for j := range x.Cols {
			if x.Get(from, j) {
				shuffled.Set(to, j)
			}
		}
		if bitmat.Get(labels, from) {
			bitmat.Set(shuffledLabels, to)
		}
	}
	want := refine.Refiner{Price: 1e-3}.Refine(context.Background(), nil, x, labels)
	got := refine.Refiner{Price: 1e-3}.Refine(context.Background(), nil, shuffled, shuffledLabels)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("with shuffled rows %v, want %v", got, want)
	}
	if a, b := right(got.Set, x, labels), right(got.Set, shuffled, shuffledLabels); a != b {
		t.Errorf("right on %d shuffled rows, want %d", b, a)
	}
}

// TestRefineStops: a canceled search returns its best set, and an observer receives the progress.
func TestRefineStops(t *testing.T) {
	x, labels := planted(1500, 20, 0.2)
	start := rule.Set{{{Feature: 3}, {Feature: 11}}}
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	got := refine.Refiner{Observe: func(done, of int) {
		if calls++; done < 0 || done > of {
			t.Errorf("%d of %d parts are done", done, of)
		}
		cancel()
	}, Price: 1e-3}.Refine(ctx, []rule.Set{start}, x, labels)
	if calls == 0 {
		t.Error("the observer was not called")
	}
	if early := (refine.Refiner{}).Refine(ctx, []rule.Set{start}, x, labels); !early.Interrupted || early.Set != nil {
		t.Errorf("without a price to go by there is %+v", early)
	}
	if g, s := score(got.Set, got.Price, x, labels), score(start, got.Price, x, labels); g < s {
		t.Errorf("%v scores %v, want %v at least", got.Set, g, s)
	}
}

func TestSampleRows(t *testing.T) {
	for _, test := range []struct{ rows, most, want int }{{0, 10, 0}, {5, 10, 5}, {10, 10, 10}, {11, 10, 10}, {100_000, 4096, 4096}} {
		got := refine.SampleRows(test.rows, test.most)
		if len(got) != test.want {
			t.Errorf("SampleRows(%d, %d) has %d rows, want %d", test.rows, test.most, len(got), test.want)
		}
		for i, row := range got {
			if int(row) >= test.rows || i > 0 && row <= got[i-1] {
				t.Fatalf("SampleRows(%d, %d) is not ascending at %d", test.rows, test.most, i)
			}
		}
	}
}

// TestPrices: a given price counts rows or is a share. Few rows from which something is learned have three rows, and
// a price that is chosen does not depend on the given sets, which know the judging rows.
func TestPrices(t *testing.T) {
	x, labels := planted(1500, 20, 0.2)
	for asked, want := range map[float64]float64{
		rule.AutoPrice: 3. / 1500, 2.5: 2.5 / 1500, 1e-4: 1e-4, 0.01: 0.01,
	} {
		if got := (refine.Refiner{Price: asked}).Refine(t.Context(), nil, x, labels); got.Price != want {
			t.Errorf("the price %v is %v, want %v", asked, got.Price, want)
		}
	}
	x, labels = planted(7000, 20, 0.3)
	var exact rule.Set // a rule for each of the first positive rows
	for i := 0; len(exact) < 50; i++ {
		if !bitmat.Get(labels, i) {
			continue
		}
		r := rule.Rule{}
		for f := range x.Cols {
			r = append(r, rule.Literal{Feature: f, Not: !x.Get(i, f)})
		}
		exact = append(exact, r)
	}
	alone := refine.Refiner{}.Refine(t.Context(), nil, x, labels)
	with := refine.Refiner{}.Refine(t.Context(), []rule.Set{exact}, x, labels)
	if alone.Price != with.Price || alone.Price < 2./7000 {
		t.Errorf("the price is %v, with a given set %v", alone.Price, with.Price)
	}
}

// TestLeastPriceOnFewRows: of 400 rows without noise, some of six rules gain less than three rows for each of their conditions. Rules at
// the least price are chosen, with and without a request for more rules. Labels without a cause have the usual price.
func TestLeastPriceOnFewRows(t *testing.T) {
	const rows, pairs = 400, 6
	draws := rand.New(rand.NewPCG(2, 2))
	x, caused, noise := bitmat.New(rows, 2*pairs), make([]uint64, bitmat.Words(rows)), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		for f := range 2 * pairs {
			if draws.Float64() < 0.16 {
				x.Set(i, f)
			}
			if f%2 == 1 && x.Get(i, f-1) && x.Get(i, f) {
				bitmat.Set(caused, i)
			}
		}
		if draws.IntN(4) == 0 {
			bitmat.Set(noise, i)
		}
	}
	usual := refine.Refiner{Price: 3}.Refine(t.Context(), nil, x, caused)
	for _, asked := range []float64{rule.AutoPrice, refine.LowPrice(rows)} {
		got := refine.Refiner{Price: asked}.Refine(t.Context(), nil, x, caused)
		if got.Price != 2./rows || len(got.Set) <= len(usual.Set) {
			t.Errorf("asked for %v, the price is %v, and there are %d rules, not more than %d", asked, got.Price, len(got.Set), len(usual.Set))
		}
	}
	if got := (refine.Refiner{Price: refine.LowPrice(rows)}).Refine(t.Context(), nil, x, noise); got.Price != 3./rows {
		t.Errorf("the price for noise is %v", got.Price)
	}
}

// TestTwoRulesInPlaceOfOne: the rule "e" covers all positive rows, and one negative row of eight; "a AND b" and "c AND d" are exact. They
// gain 0.2% of the rows more, after the price. That is less than a standard error, so only a search on many rows replaces the short rule.
func TestTwoRulesInPlaceOfOne(t *testing.T) {
	for rows, want := range map[int]int{50 * 128: 1, 63 * 128: 2} {
		x, labels := bitmat.New(rows, 5), make([]uint64, bitmat.Words(rows))
		for i := range rows {
			for f := range 4 {
				if i>>f&1 == 1 {
					x.Set(i, f)
				}
			}
			if i&3 == 3 || i>>2&3 == 3 {
				bitmat.Set(labels, i)
				x.Set(i, 4)
			} else if i/16%8 == 0 {
				x.Set(i, 4)
			}
		}
		if got := (refine.Refiner{Price: 0.017}).Refine(t.Context(), nil, x, labels); len(got.Set) != want {
			t.Errorf("%d rows: the rules are %v, want %d", rows, got.Set, want)
		}
	}
}

// TestPermutedLabels: with random labels hardly any rules are found.
func TestPermutedLabels(t *testing.T) {
	x, labels := planted(4000, 30, 0.5)
	got := refine.Refiner{}.Refine(context.Background(), nil, x, labels)
	if got.Set.Complexity() > 12 {
		t.Errorf("noise gives rules of complexity %d: %v", got.Set.Complexity(), got.Set)
	}
}

// TestRequiredWithoutSense: an uninformative required column is added where it costs least, and is kept.
func TestRequiredWithoutSense(t *testing.T) {
	x, labels := planted(2000, 20, 0.1)
	noise := x.Cols - 1
	free := refine.Refiner{Price: 1e-3}.Refine(context.Background(), nil, x, labels)
	if free.Set.Complexity() == 0 || len((rule.Limits{Required: [][]int{{noise}}}).Missing(free.Set)) == 0 {
		t.Fatalf("%v asks about the noise: the table shows nothing", free.Set)
	}
	refinement := refine.Refiner{Price: 1e-3, Limits: rule.Limits{Required: [][]int{{noise}}}}
	got := refinement.Refine(context.Background(), nil, x, labels)
	if len(refinement.Limits.Missing(got.Set)) > 0 {
		t.Errorf("no rule of %v asks about the noise", got.Set)
	}
	if a, b := right(got.Set, x, labels), right(free.Set, x, labels); a < b*9/10 {
		t.Errorf("%v is right on %d rows, %v on %d", got.Set, a, free.Set, b)
	}
}

// TestFinishesAtItsPrice: a required column that simplification removes returns at the price that was chosen.
func TestFinishesAtItsPrice(t *testing.T) {
	x, labels := planted(refine.FewRows, 20, 0.2)
	noise := x.Cols - 1
	clear(x.Column(noise))
	rules, scratch, left := make([]uint64, len(labels)), make([]uint64, len(labels)), [2]int{4, 8}
	truth.Match(rules, scratch, x)
	for i := range x.Rows { // a rule for these rows gains 4 of them
		if class := int(labels[i>>6] >> (i & 63) & 1); left[class] > 0 && !bitmat.Get(rules, i) {
			left[class]--
			x.Set(i, noise)
		}
	}
	r := refine.Refiner{Limits: rule.Limits{Required: [][]int{{noise}}}, Simplify: func(set rule.Set) rule.Set {
		var out rule.Set
		for _, q := range set {
			q = slices.DeleteFunc(slices.Clone(q), func(l rule.Literal) bool { return l.Feature == noise })
			if len(q) > 0 {
				out = append(out, q)
			}
		}
		return out
	}}
	chosen := r.Refine(context.Background(), nil, x, labels)
	r.Price = chosen.Price
	if given := r.Refine(context.Background(), nil, x, labels); !reflect.DeepEqual(chosen.Set, given.Set) {
		t.Errorf("at the chosen price %v: %v, at the same price given: %v", chosen.Price, chosen.Set, given.Set)
	}
}

// TestRowWeightsAreRepeatedRows: a row of three times the weight counts as three rows.
func TestRowWeightsAreRepeatedRows(t *testing.T) {
	x, labels := planted(3000, 20, 0.2)
	var rows []int32
	weights := make([]float64, x.Rows)
	for i := range x.Rows {
		weights[i] = 0.5
		rows = append(rows, int32(i))
		if x.Get(i, 0) != (i%4 == 0) { // the weights change the best rules
			weights[i] = 1.5
			rows = append(rows, int32(i), int32(i))
		}
	}
	repeated := x.Pick(rows)
	repeatedLabels := make([]uint64, bitmat.Words(len(rows)))
	bitmat.PickBits(repeatedLabels, labels, rows)
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for i := range weights {
		weights[i] *= float64(x.Rows) / sum
	}
	for _, classes := range []rule.Weights{{}, {Positive: 1.5, Negative: 0.75}} {
		r := refine.Refiner{Price: 2e-3, Weights: classes}
		want := r.Refine(context.Background(), nil, repeated, repeatedLabels)
		unweighted := r.Refine(context.Background(), nil, x, labels)
		r.RowWeights = weights
		got := r.Refine(context.Background(), nil, x, labels)
		if !reflect.DeepEqual(got.Set, want.Set) || reflect.DeepEqual(got.Set, unweighted.Set) {
			t.Errorf("weighted: %v, repeated: %v, without weights: %v", got.Set, want.Set, unweighted.Set)
		}
	}
}
