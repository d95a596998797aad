package rule_test

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// TestMatchIsAndThenOr compares with Boolean logic row by row, on both sides of the borders of words.
func TestMatchIsAndThenOr(t *testing.T) {
	const cols = 6
	for _, rows := range []int{0, 1, 63, 64, 65, 200} {
		r := rand.New(rand.NewPCG(uint64(rows), 1))
		x := bitmat.New(rows, cols)
		for i := range rows {
			for j := range cols {
				if r.IntN(2) == 1 {
					x.Set(i, j)
				}
			}
		}
		for range 50 {
			set := make(rule.Set, r.IntN(4))
			for k := range set {
				for range r.IntN(4) {
					set[k] = append(set[k], rule.Literal{Feature: r.IntN(cols), Not: r.IntN(2) == 1})
				}
			}
			dst, scratch := make([]uint64, bitmat.Words(rows)), make([]uint64, bitmat.Words(rows))
			for i := range dst {
				dst[i], scratch[i] = ^uint64(0), ^uint64(0) // Match must overwrite previous contents
			}
			set.Match(dst, scratch, x)
			count := 0
			for i := range rows {
				want := false
				for _, q := range set {
					all := true
					for _, l := range q {
						all = all && x.Get(i, l.Feature) != l.Not
					}
					want = want || all
				}
				if want {
					count++
				}
				if bitmat.Get(dst, i) != want {
					t.Fatalf("%v on row %d of %d: %v, want %v", set, i, rows, !want, want)
				}
			}
			if got := bitmat.Count(dst); got != count {
				t.Fatalf("%v on %d rows: %d bits, want %d: some are behind the last row", set, rows, got, count)
			}
		}
	}
}

// TestComplexity follows the paper's definitions: model complexity is the number of rules plus the number of conditions,
// rule complexity the conditions in a rule on average (section "Experiments").
func TestComplexity(t *testing.T) {
	a, b := rule.Literal{Feature: 0}, rule.Literal{Feature: 1, Not: true}
	tests := []struct {
		name       string
		set        rule.Set
		conditions int
		complexity int
		each       float64
	}{
		{"no rules", rule.Set{}, 0, 0, 0},
		{"one rule without conditions", rule.Set{{}}, 0, 1, 0},
		{"one condition", rule.Set{{a}}, 1, 2, 1},
		{"rules of two and one", rule.Set{{a, b}, {b}}, 3, 5, 1.5},
	}
	for _, test := range tests {
		if got := test.set.Conditions(); got != test.conditions {
			t.Errorf("%s: Conditions() = %d, want %d", test.name, got, test.conditions)
		}
		if got := test.set.Complexity(); got != test.complexity {
			t.Errorf("%s: Complexity() = %d, want %d", test.name, got, test.complexity)
		}
		if got := test.set.Size().RuleComplexity; got != test.each {
			t.Errorf("%s: RuleComplexity() = %v, want %v", test.name, got, test.each)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	const rows = 30_000
	x := bitmat.New(rows, 128)
	set := make(rule.Set, 20)
	for k := range set {
		for j := range 6 {
			set[k] = append(set[k], rule.Literal{Feature: (7*k + 11*j) % 128, Not: j%2 == 0})
		}
	}
	dst, scratch := make([]uint64, bitmat.Words(rows)), make([]uint64, bitmat.Words(rows))
	b.Run("rows=30000,rules=20,conditions=120", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			set.Match(dst, scratch, x)
		}
	})
}
