package refine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// manyClasses draws bits, and classes by a planted list with some labels changed.
func manyClasses(r *rand.Rand, rows, features, classes int, wrong float64) (ClassRows, List) {
	x, _ := noise(r, rows, features)
	planted := List{Default: classes - 1}
	for class := range classes - 1 {
		a, b := r.IntN(features), r.IntN(features)
		planted.Rules = append(planted.Rules, ListRule{rule.Rule{{Feature: a}, {Feature: b, Not: a != b && r.IntN(2) == 0}}, class})
	}
	c := ClassRows{X: x, Labels: make([]uint8, rows)}
	for class := range classes {
		c.Weights = append(c.Weights, 1+float64(class%2)*r.Float64())
	}
	for i := range c.Labels {
		if c.Labels[i] = predict(planted, x, i); r.Float64() < wrong {
			c.Labels[i] = uint8(r.IntN(classes))
		}
	}
	return c, planted
}

// predict answers as a list does, rule by rule.
func predict(l List, x *bitmat.Matrix, row int) uint8 {
	for _, r := range l.Rules {
		fires := true
		for _, c := range r.Rule {
			fires = fires && x.Get(row, c.Feature) != c.Not
		}
		if fires {
			return uint8(r.Class)
		}
	}
	return uint8(l.Default)
}

// value returns the weight of the correct rows minus the price of the complexity, in rows.
func value(l List, c ClassRows, price float64) float64 {
	sum := 0.
	for i, class := range c.Labels {
		if predict(l, c.X, i) == class {
			sum += c.Weights[class]
		}
	}
	return sum - price*float64(l.complexity())
}

// TestEveryClassThatGainsHasRules checks that no condition at any place of the list gains anything by predicting a class that the
// list never gives. The classes are steps of one number, of which the steps within cannot be the first rule or the last.
func TestEveryClassThatGainsHasRules(t *testing.T) {
	const steps, rows, price = 27, 2400, 8
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 11))
		c := ClassRows{X: bitmat.New(rows, steps-1), Labels: make([]uint8, rows), Weights: slices.Repeat([]float64{1}, steps)}
		for i := range rows {
			step := r.IntN(steps)
			for f := step; f < steps-1; f++ {
				c.X.Set(i, f)
			}
			if c.Labels[i] = uint8(step); r.Float64() < 0.05 {
				c.Labels[i] = uint8(r.IntN(steps))
			}
		}
		got := Refiner{Price: price / float64(rows)}.RefineList(context.Background(), List{}, c).List
		now := value(got, c, price)
		for class := range steps {
			if class == got.Default || slices.ContainsFunc(got.Rules, func(r ListRule) bool { return r.Class == class }) {
				continue
			}
			for literal := range 2 * (steps - 1) {
				added := ListRule{rule.Rule{{Feature: literal / 2, Not: literal%2 == 1}}, class}
				for k := range len(got.Rules) + 1 {
					more := List{slices.Insert(slices.Clone(got.Rules), k, added), got.Default}
					if gain := value(more, c, price) - now; gain > 1 {
						t.Fatalf("seed %d: class %d lacks rules, and %v as rule %d gains %v rows", seed, class, added.Rule, k, gain)
					}
				}
			}
		}
	}
}

// TestRefinedListIsNoWorse checks that a refined list scores at least as high as the given one, keeps to the limits, and holds
// nothing whose removal costs nothing.
func TestRefinedListIsNoWorse(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		classes := 2 + r.IntN(4)
		c, start := manyClasses(r, 50+r.IntN(300), 8, classes, 0.1)
		if seed%4 == 0 {
			start = List{Default: r.IntN(classes)}
		}
		const rows = 2
		price := rows / float64(c.X.Rows)
		limits := rule.Limits{}
		if seed%3 == 0 {
			limits = rule.Limits{NoNot: true, MaxConditions: 2}
		}
		got := Refiner{Price: price, Limits: limits}.RefineList(context.Background(), start, c)
		if got.Price != price || got.Interrupted {
			t.Fatalf("seed %d: the price is %v (interrupted %v), want %v", seed, got.Price, got.Interrupted, price)
		}
		const rounding = 0.01 // of a weight, of each row
		slack := rounding * float64(c.X.Rows)
		final, allowed := value(got.List, c, rows), true
		for _, l := range start.Rules {
			allowed = allowed && limits.Allows(l.Rule)
		}
		if before := value(start, c, rows); allowed && final < before-slack {
			t.Errorf("seed %d: the score fell from %v to %v", seed, before, final)
		}
		for k, l := range got.List.Rules {
			if !limits.Allows(l.Rule) || len(l.Rule) == 0 {
				t.Errorf("seed %d: rule %v is not allowed", seed, l.Rule)
			}
			without := List{Default: got.List.Default}
			without.Rules = append(append(without.Rules, got.List.Rules[:k]...), got.List.Rules[k+1:]...)
			if v := value(without, c, rows); v > final+slack {
				t.Errorf("seed %d: without rule %d the score is %v, more than %v", seed, k+1, v, final)
			}
		}
		if again := (Refiner{Price: price, Limits: limits}).RefineList(context.Background(), start, c); !reflect.DeepEqual(again, got) {
			t.Errorf("seed %d: the same rows give %v and %v", seed, again, got)
		}
	}
}

// TestPlantedListIsFound checks that the list which made the labels, or an equivalent one, is found from nothing at a chosen price.
func TestPlantedListIsFound(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 10))
		c, planted := manyClasses(r, 600, 12, 4, 0)
		for class := range c.Weights {
			c.Weights[class] = 1
		}
		got := Refiner{}.RefineList(context.Background(), List{}, c)
		if v := value(got.List, c, 0); v != 600 || got.List.complexity() > planted.complexity()+2 { // a local optimum
			t.Errorf("seed %d: %v is right on %v of 600 rows, want all, as %v is", seed, got.List, v, planted)
		}
	}
}

// TestWeightsOfClassesRaiseRecall checks that a rare class, whose rows are among others, is predicted if its rows weigh more.
func TestWeightsOfClassesRaiseRecall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 11))
	x, _ := noise(r, 400, 6)
	c := ClassRows{X: x, Labels: make([]uint8, 400), Weights: []float64{1, 1, 1}}
	for i := range c.Labels {
		switch {
		case x.Get(i, 0) && x.Get(i, 1) && r.IntN(3) == 0:
			c.Labels[i] = 2
		case x.Get(i, 0):
			c.Labels[i] = 1
		}
	}
	found := func() (n int) {
		l := Refiner{}.RefineList(context.Background(), List{}, c).List
		for i, class := range c.Labels {
			if class == 2 && predict(l, x, i) == 2 {
				n++
			}
		}
		return n
	}
	before := found()
	c.Weights[2] = 4
	if after := found(); before > 0 || after < 20 {
		t.Errorf("%d rows of the rare class are found, and with weights %d; want none, then at least 20", before, after)
	}
}

// TestStoppedListIsTheGivenOne checks that a canceled refinement returns the given list while the price is unknown, and some
// list at a given price.
func TestStoppedListIsTheGivenOne(t *testing.T) {
	c, start := manyClasses(rand.New(rand.NewPCG(1, 12)), 100, 6, 3, 0.1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := (Refiner{}).RefineList(ctx, start, c); !got.Interrupted || !reflect.DeepEqual(got.List, start) {
		t.Errorf("stopped, the list is %+v, want %v", got, start)
	}
	if got := (Refiner{Price: 0.01}).RefineList(ctx, start, c); got.Interrupted || value(got.List, c, 1) < value(start, c, 1)-1 {
		t.Errorf("stopped at a price, the list is %+v, no better than %v", got, start)
	}
}
