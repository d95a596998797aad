package eval_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drnet/engine/eval"
)

// TestShift compares the index with the plain sum over shares, half a row added to each bin.
func TestShift(t *testing.T) {
	for _, test := range []struct {
		then, now []int
		moved     bool
	}{
		{[]int{100, 200, 300, 400}, []int{100, 200, 300, 400}, false},
		{[]int{1000, 2000, 3000, 4000}, []int{4000, 3000, 2000, 1000}, true},
		{[]int{5, 5}, []int{9, 1}, false}, // too few rows
		{[]int{500, 500, 0}, []int{450, 450, 100}, true},
	} {
		want, n, m := 0.0, 0, 0
		for k := range test.then {
			n, m = n+test.then[k], m+test.now[k]
		}
		for k := range test.then {
			bins := float64(len(test.then))
			p := (float64(test.then[k]) + 0.5) / (float64(n) + bins/2)
			q := (float64(test.now[k]) + 0.5) / (float64(m) + bins/2)
			want += (q - p) * math.Log(q/p)
		}
		s := eval.NewShift("c", test.then, test.now)
		if math.Abs(s.Index-want) > 1e-9 || s.Moved != test.moved {
			t.Errorf("%v and %v: %v, moved %v, want %v, %v", test.then, test.now, s.Index, s.Moved, want, test.moved)
		}
	}
}

// TestShiftByChance draws two samples of one distribution: hardly any may have moved.
func TestShiftByChance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	draw := func(n int) []int {
		counts := make([]int, 10)
		for range n {
			counts[min(r.IntN(14), 9)]++
		}
		return counts
	}
	moved := 0
	for range 2000 {
		if eval.NewShift("c", draw(100), draw(80)).Moved {
			moved++
		}
	}
	if moved > 20 {
		t.Errorf("%d of 2000 pairs of samples of one distribution have moved, want at most 20", moved)
	}
}

// TestDriftByChance draws training rows and new rows. Four rules cover the same share of both, or one covers more of the new ones:
// 2000 draws have at most 125 false reports with a probability of 99%, if 5% is the chance of one.
func TestDriftByChance(t *testing.T) {
	const draws, most, trained, rules = 2000, 125, 500, 4
	r := rand.New(rand.NewPCG(2, 6))
	rate := func(share float64, n int) eval.Rate {
		covered := 0
		for range n {
			if r.Float64() < share {
				covered++
			}
		}
		return eval.NewRate("rule", covered, n)
	}
	for _, test := range []struct {
		then, now   float64
		rows        int
		least, most int
	}{
		{0.08, 0.08, 1, 0, most},
		{0.08, 0.08, 2, 0, most},
		{0.08, 0.08, 5, 0, most},
		{0.08, 0.08, 20, 0, most},
		{0.08, 0.08, 200, 0, most},
		{0.01, 0.01, 40, 0, most},
		{0.5, 0.5, 3, 0, most},
		{0.97, 0.97, 4, 0, most},
		{0.1, 0.3, 200, draws - 2, draws},
	} {
		found := 0
		for range draws {
			drifts := false
			for k := range rules {
				share := test.then
				if k == 0 {
					share = test.now
				}
				now := rate(share, test.rows)
				now.Since(rate(test.then, trained), rules)
				drifts = drifts || now.Difference.Significant()
			}
			if drifts {
				found++
			}
		}
		if found < test.least || found > test.most {
			t.Errorf("%d rows, shares %v and %v: %d of %d draws drift, want %d to %d",
				test.rows, test.then, test.now, found, draws, test.least, test.most)
		}
	}
}

// TestDriftInWords checks the sentences with and without changes.
func TestDriftInWords(t *testing.T) {
	accuracy, then := eval.NewRate("accuracy", 700, 1000), eval.NewRate("accuracy", 900, 1000)
	accuracy.Since(then, 1)
	stays, moves := eval.NewRate("rule 1", 101, 1000), eval.NewRate("rule 2", 300, 1000)
	stays.Since(eval.NewRate("", 100, 1000), 2)
	moves.Since(eval.NewRate("", 100, 1000), 2)
	d := eval.Drift{Accuracy: &accuracy, Rules: []eval.Rate{stays, moves}, Columns: []eval.Shift{
		{Column: "age", Index: 0.02}, {Column: "sex", Index: 0.3, Moved: true},
	}}
	want := []string{
		"The accuracy is 70.0% on 1,000 labeled rows, 20.0 points below that of the run.",
		"Rule 2 covers 30.0% of these rows and 10.0% of the training rows.",
		`Column "sex" has moved: population stability index 0.30, a large shift (from 0.25).`,
	}
	if got := d.Sentences(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	d = eval.Drift{Rules: []eval.Rate{stays}, Columns: []eval.Shift{{Column: "age"}}}
	want = []string{"No rule covers a significantly different share of these rows than of the training rows.", "No column has moved."}
	if got := d.Sentences(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
