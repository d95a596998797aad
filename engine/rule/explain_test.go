package rule_test

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// TestVerdictsAgreeWithMatch: a rule fires in words where it fires on bits, and every failed check has its reason.
func TestVerdictsAgreeWithMatch(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 21))
		w := newFixture(r, r.IntN(2) == 0)
		set := w.Set(r)
		x := rule.NewExplainer(w.Encoder, set, nil)
		row := r.IntN(w.X.Rows)
		verdicts, nearest := x.Verdicts(explained(t, x, w.Table, row))
		least := -1
		for k, v := range verdicts {
			if fires := bitmat.Get(w.Fires(set[k:k+1]), row); v.Fires != fires {
				t.Fatalf("seed %d, rule %d, row %d: %+v, want fires %v", seed, k, row, v, fires)
			}
			failed := 0
			for _, c := range v.Checks {
				if !c.Holds {
					failed++
				}
			}
			if failed != v.Failed || v.Fires != (failed == 0) {
				t.Fatalf("seed %d: %d checks fail, %+v", seed, failed, v)
			}
			if !v.Fires && (least < 0 || v.Failed < least) {
				least = v.Failed
			}
		}
		if nearest < 0 != (least < 0) || nearest >= 0 && verdicts[nearest].Failed != least {
			t.Fatalf("seed %d: the nearest miss is rule %d, and the fewest failures are %d", seed, nearest, least)
		}
	}
}

func TestChecksInWords(t *testing.T) {
	tests := []struct {
		name string
		rule rule.Rule
		cell string // of the column that the rule asks about
		want string
		gap  float64
	}{
		{"too much", yes(1), "41", "age is 41: 3.5 too high, the rule needs “age ≤ 37.5”", 3.5},
		{"too little", yes(not(0)), "20", "age is 20: 5 too low, the rule needs “age > 25”", -5},
		{"at the threshold", yes(not(0)), "25", "age is 25, the rule needs “age > 25”", 0},
		{"an interval", yes(not(0), 2), "60", "age is 60: 10 too high, the rule needs “25 < age ≤ 50”", 10},
		{"an interval, met", yes(not(0), 2), "30", "age is 30", 0},
		{"a difference that rounding spoils", yes(7), "0.3", "gain is 0.3: 0.2 too high, the rule needs “gain ≤ 0.1”", 0.2},
		{
			"missing, not known in training", yes(1), "",
			"age is missing (no training row was: it counts as above every threshold), the rule needs “age ≤ 37.5”", 0,
		},
		{
			"no number", yes(1), "old",
			`age is "old", which is not a number and counts as missing ` +
				`(no training row was: it counts as above every threshold), the rule needs “age ≤ 37.5”`,
			0,
		},
		{"missing, known in training", yes(7), "", "gain is missing, the rule needs “gain ≤ 0.1”", 0},
		{
			"missing or more", yes(not(8)), "0.2",
			"gain is 0.2: 0.1 too low, the rule needs “gain > 0.3 (or missing)”", -0.1,
		},
		{"missing or more, met", yes(not(8)), "", "gain is missing", 0},
		{"a value", yes(not(10)), "", "note is missing, the rule needs “note is known”", 0},
		{"a missing cell", yes(10), "x", "note is x, the rule needs “note is missing”", 0},
		{"known and small", yes(not(9), 7), "", "gain is missing, the rule needs “gain ≤ 0.1”", 0},
		{"two values", yes(not(3)), "Male", "sex is Male, the rule needs “sex = Female”", 0},
		{"not this value", yes(not(4), not(5)), "blue", "colour is blue, the rule needs “colour is none of red, blue”", 0},
		{"a rare value", yes(6), "red", "colour is red, the rule needs “colour is none of red, blue”", 0},
		{"not a rare value", yes(not(6)), "sand", "colour is sand, the rule needs “colour is any of red, blue”", 0},
		{"never seen, met", yes(not(3)), "other", "sex is other (no training row had it), and “sex ≠ Male” holds", 0},
		{
			"missing, met", yes(not(4), not(5)), "",
			"colour is missing (no training row was: it counts as none of the known values), and “colour ≠ red AND colour ≠ blue” holds", 0,
		},
		{"never seen in an imputed column, met", yes(not(11)), "XXL", "size is XXL (no training row had it), and “size ≠ S” holds", 0},
		{"never seen", yes(4), "violet", "colour is violet (no training row had it), the rule needs “colour = red”", 0},
		{
			"filled by a value", yes(11), "",
			"size is missing (M, the most frequent value of the training rows, takes its place), the rule needs “size = S”",
			0,
		},
		{
			"filled by a number", yes(14), "",
			"height is missing (1.7, the mean of the training rows, takes its place): 0.1 too high, the rule needs “height ≤ 1.6”",
			0.1,
		},
	}
	for _, test := range tests {
		x := rule.NewExplainer(person, rule.Set{test.rule}, nil)
		cells := []string{"30", "Male", "red", "0", "x", "S", "1.7"}
		for c, used := range x.Uses() {
			if used {
				cells[c] = test.cell
			}
		}
		verdicts, _ := x.Verdicts(explained(t, x, row(cells...), 0))
		if c := verdicts[0].Checks[0]; inWords(c) != test.want || c.Gap != test.gap {
			t.Errorf("%s: %s, gap %v, want %s, %v", test.name, inWords(c), c.Gap, test.want, test.gap)
		}
	}
}

// inWords describes a check and, if it fails, its condition.
func inWords(c rule.Check) string {
	if c.Holds {
		return c.Words
	}
	return c.Words + ", the rule needs “" + c.Text + "”"
}

// TestLogicOf compares with all rows there can be.
func TestLogicOf(t *testing.T) {
	found := map[string]int{}
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 22))
		w := newFixture(r, true)
		if !w.Exhaustive {
			continue
		}
		set := append(w.Set(r), w.Set(r)...)
		var fires [][]uint64
		for k := range set {
			fires = append(fires, w.Fires(set[k:k+1]))
		}
		inside := func(a, b int) bool { return bitmat.CountAnd(fires[a], fires[b]) == bitmat.Count(fires[a]) }
		for k, l := range rule.LogicOf(w.Encoder, set) {
			want := rule.Logic{Unsatisfiable: bitmat.Count(fires[k]) == 0, Tautology: bitmat.Count(fires[k]) == w.X.Rows, SubsumedBy: -1}
			for b := len(set) - 1; b >= 0 && !want.Unsatisfiable; b-- {
				if b != k && inside(k, b) && (b < k || !inside(b, k)) {
					want.SubsumedBy = b
				}
			}
			if l != want {
				t.Fatalf("seed %d, rule %d of %v: %+v, want %+v", seed, k, set, l, want)
			}
			for name, is := range map[string]bool{"never": l.Unsatisfiable, "always": l.Tautology, "inside": l.SubsumedBy >= 0} {
				if is {
					found[name]++
				}
			}
		}
	}
	if len(found) < 3 {
		t.Errorf("the worlds have only %v", found)
	}
}

func TestVerdictInWords(t *testing.T) {
	for _, test := range []struct {
		failed, of int
		want       string
	}{
		{0, 1, "holds"},
		{0, 3, "holds"},
		{1, 1, "0 of 1 met"},
		{1, 3, "2 of 3 met"},
		{3, 3, "0 of 3 met"},
	} {
		v := rule.Verdict{Fires: test.failed == 0, Failed: test.failed, Checks: make([]rule.Check, test.of)}
		if got := v.String(); got != test.want {
			t.Errorf("%d of %d: %q, want %q", test.failed, test.of, got, test.want)
		}
	}
}

// A column of integers has conditions for integers, unless a fraction was typed. Thousands of a difference are separated.
func TestChecksOfIntegers(t *testing.T) {
	e := &binarize.Encoder{Policy: binarize.Drop, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{29.5, 12000}}}}
	x := rule.NewExplainer(e, rule.Set{{{Feature: 0, Not: true}, {Feature: 1}}}, []rule.Scale{{}})
	for cell, want := range map[string]string{
		"27":       "age is 27: 3 too low, the rule needs “age is 30–12,000”",
		"12001":    "age is 12,001: 1 too high, the rule needs “age is 30–12,000”",
		"29":       "age is 29: 1 too low, the rule needs “age is 30–12,000”",
		"-9970":    "age is -9,970: 10,000 too low, the rule needs “age is 30–12,000”",
		"24000":    "age is 24,000: 12,000 too high, the rule needs “age is 30–12,000”",
		"-1e4":     "age is -10,000: 10,030 too low, the rule needs “age is 30–12,000”",
		"-14926.5": "age is -14,926.5: 14,956 too low, the rule needs “29.5 < age ≤ 12,000”",
		"29.25":    "age is 29.25: 0.25 too low, the rule needs “29.5 < age ≤ 12,000”",
	} {
		row, err := x.Row(&dataset.Table{Rows: 1, Columns: []dataset.Column{{
			Name: "age", Codes: dataset.NewCodes([]int32{0}), Values: []string{cell},
		}}}, 0)
		if err != nil {
			t.Fatal(err)
		}
		verdicts, _ := x.Verdicts(row)
		if got := inWords(verdicts[0].Checks[0]); got != want {
			t.Errorf("%s: %q, want %q", cell, got, want)
		}
	}
}
