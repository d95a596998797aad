package rule_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// TestSimplifyKeepsEveryAnswer holds for every row there can be, and with it that nothing is left that could be dropped.
func TestSimplifyKeepsEveryAnswer(t *testing.T) {
	shorter := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := newFixture(r, true)
		s := rule.NewSimplifier(w.Features)
		set := w.Set(r)
		before := set.Clone()
		got := s.Simplify(set)
		if !reflect.DeepEqual(set, before) {
			t.Fatalf("seed %d: Simplify changed its argument from %v to %v", seed, before, set)
		}
		if !slices.Equal(w.Fires(got), w.Fires(set)) {
			t.Fatalf("seed %d: %v became %v, which answers otherwise", seed, set, got)
		}
		if len(got) > len(set) || got.Conditions() > set.Conditions() {
			t.Fatalf("seed %d: %v became longer: %v", seed, set, got)
		}
		if again := s.Simplify(got); !reflect.DeepEqual(again, got) {
			t.Fatalf("seed %d: %v simplified twice: %v", seed, got, again)
		}
		if got.Complexity() < set.Complexity() {
			shorter++
		}
		if w.Exhaustive {
			checkShort(t, w, got)
		}
	}
	if shorter < 1000 {
		t.Errorf("%d of 3000 sets became shorter: the sets test nothing", shorter)
	}
}

// checkShort tries to drop each condition and each rule for a reason that Simplify promises.
func checkShort(t *testing.T, w *fixture, set rule.Set) {
	t.Helper()
	for k, r := range set {
		fires := w.Fires(rule.Set{r})
		if bitmat.Count(fires) == 0 {
			t.Fatalf("%v never fires", r)
		}
		for i := range r {
			if slices.Equal(w.Fires(rule.Set{slices.Delete(slices.Clone(r), i, i+1)}), fires) {
				t.Fatalf("%v: condition %d is implied by the others", r, i)
			}
		}
		for other, q := range set {
			if other != k && bitmat.CountAnd(fires, w.Fires(rule.Set{q})) == bitmat.Count(fires) {
				t.Fatalf("rule %v is inside %v", r, q)
			}
		}
	}
}

// people has one column of each kind: age with thresholds, color with values, sex with two values.
func people(missable bool) []binarize.Feature {
	e := binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "age", Thresholds: []float64{25, 37.5, 50}, Missable: missable},
		{Name: "colour", Values: []string{"blue", "green", "red"}, Missable: missable},
		{Name: "sex", Values: []string{"Male"}, Other: "Female", Missable: missable},
		{Name: "city", Values: []string{"Oslo", "Rome"}, Rest: []string{"Bern", "Cork"}, Missable: missable},
	}}
	return e.Features()
}

// condition returns the literal that reads so.
func condition(t *testing.T, features []binarize.Feature, text string) rule.Literal {
	t.Helper()
	for i, f := range features {
		for _, not := range []bool{false, true} {
			if f.Text(not) == text {
				return rule.Literal{Feature: i, Not: not}
			}
		}
	}
	t.Fatalf("no feature reads %q", text)
	return rule.Literal{}
}

func TestSimplifiedText(t *testing.T) {
	tests := []struct {
		name     string
		missable bool
		rules    string // their conditions as single features read
		want     string
	}{
		{"the lower of two upper ends", false, "age ≤ 25; age ≤ 50", "age ≤ 25"},
		{"the upper of two lower ends", false, "age > 25; age > 50", "age > 50"},
		{"an interval", false, "age > 25; age ≤ 50", "25 < age ≤ 50"},
		{"an interval of four ends", false, "age > 25; age ≤ 50; age > 37.5; age ≤ 50", "37.5 < age ≤ 50"},
		{"a value excludes others", false, "colour = red; colour ≠ blue", "colour = red"},
		{"two values excluded", false, "colour ≠ red; colour ≠ blue", "colour ≠ blue AND colour ≠ red"},
		{
			"all values excluded is possible: a new value", false, "colour ≠ red; colour ≠ blue; colour ≠ green",
			"colour ≠ blue AND colour ≠ green AND colour ≠ red",
		},
		{"two values by name", false, "sex = Male | sex = Female; age ≤ 25", "sex = Male | age ≤ 25 AND sex = Female"},
		{"an impossible interval", false, "age ≤ 25; age > 50 | sex = Male", "sex = Male"},
		{"two values at once", false, "colour = red; colour = blue", ""},
		{"a feature and its negation", false, "sex = Male; sex = Female", ""},
		{"a duplicate condition", false, "sex = Male; sex = Male", "sex = Male"},
		{"a duplicate rule", false, "sex = Male; age ≤ 25 | age ≤ 25; sex = Male", "age ≤ 25 AND sex = Male"},
		{"a rule inside another", false, "sex = Male; age ≤ 25 | age ≤ 50", "age ≤ 50"},
		{"a rule that always fires", false, "sex = Male | always", "always"},
		{
			"the rest excludes named values", false, "city is none of the 2 named values; city ≠ Rome",
			"city is none of the 2 named values",
		},
		{"a named value is none of the rest", false, "city = Rome; city is one of the 2 named values", "city = Rome"},
		{"a value and the rest", false, "city = Rome; city is none of the 2 named values", ""},
		{
			"neither named nor the rest: missing", false, "city ≠ Oslo; city ≠ Rome; city is one of the 2 named values",
			"city ≠ Oslo AND city ≠ Rome AND city is one of the 2 named values",
		},
		{"a negation holds for missing cells", true, "age > 25 or missing", "age > 25 or missing"},
		{"not if the column is known", true, "age > 25 or missing; age is known", "age > 25"},
		{"an upper end excludes missing cells", true, "age > 25 or missing; age ≤ 50", "25 < age ≤ 50"},
		{"an upper end says that it is known", true, "age is known; age ≤ 50", "age ≤ 50"},
		{"known alone", true, "age is known", "age is known"},
		{"missing alone", true, "age is missing", "age is missing"},
		{"missing implies each negation", true, "age is missing; age > 50 or missing", "age is missing"},
		{"missing and known", true, "age is missing; age is known", ""},
		{"missing and below an end", true, "age is missing; age ≤ 25", ""},
		{"values with missing cells", true, "colour ≠ red or missing; colour is known", "colour ≠ red"},
		{
			"two values excluded, or missing", true, "colour ≠ red or missing; colour ≠ blue or missing",
			"(colour ≠ blue or missing) AND (colour ≠ red or missing)",
		},
		{
			"one of the named values, or missing", true, "city is one of the 2 named values or missing; city is known",
			"city is one of the 2 named values",
		},
		{
			"every answer is no", true,
			"city ≠ Oslo or missing; city ≠ Rome or missing; city is one of the 2 named values or missing; city is known",
			"",
		},
		{"two halves", false, "age ≤ 50; sex = Male | age > 50; sex = Male", "sex = Male"},
		{"two halves and missing cells", true, "age ≤ 50; sex = Male | age > 50 or missing; sex = Male", "sex = Male"},
		{"intervals that touch", false, "age > 25; age ≤ 37.5 | age > 37.5; age ≤ 50", "25 < age ≤ 50"},
		{"intervals with a gap", false, "age ≤ 25 | age > 37.5; age ≤ 50", "age ≤ 25 | 37.5 < age ≤ 50"},
		{
			"both values, then inside another", false, "sex = Male; age ≤ 50; colour = red | sex = Female; age ≤ 50; colour = red | age ≤ 50",
			"age ≤ 50",
		},
		{"both values", false, "sex = Male; colour = red | sex = Female; colour = red", "colour = red"},
		{
			"two columns differ", false, "sex = Male; colour = red | sex = Female; colour = blue",
			"colour = red AND sex = Male | colour = blue AND sex = Female",
		},
		{"a value or not", false, "colour = red | colour ≠ red", "always"},
		{"intervals that make one end", false, "age ≤ 25 | age > 25; age ≤ 50", "age ≤ 50"},
		{
			"three exclusions in one", true, "city ≠ Oslo or missing; city ≠ Rome or missing; city is known; sex is missing",
			"sex is missing AND city is none of the 2 named values",
		},
		{
			"three exclusions leave the missing", true,
			"city ≠ Oslo or missing; city ≠ Rome or missing; city is one of the 2 named values or missing",
			"city is missing",
		},
		{
			"two values with missing cells", true, "sex = Female or missing; sex is known | sex = Female or missing; age ≤ 25",
			"sex = Female | age ≤ 25 AND (sex = Female or missing)",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			features := people(test.missable)
			var set rule.Set
			for text := range strings.SplitSeq(test.rules, " | ") {
				r := rule.Rule{}
				for text := range strings.SplitSeq(text, "; ") {
					if text != rule.Always {
						r = append(r, condition(t, features, text))
					}
				}
				set = append(set, r)
			}
			var got []string
			for _, r := range rule.NewSimplifier(features).Simplify(set) {
				got = append(got, r.Text(features))
			}
			if got := strings.Join(got, " | "); got != test.want {
				t.Errorf("%q reads %q, want %q", test.rules, got, test.want)
			}
		})
	}
}

// TestSimplifyRewordsTwo: two conditions of a column become one that says as much.
func TestSimplifyRewordsTwo(t *testing.T) {
	e := binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{{
		Name: "flag", Values: []string{"on"},
		Rest: []string{"off"}, Missable: true,
	}}}
	features := e.Features()
	set := rule.Set{{condition(t, features, "flag ≠ on or missing"), condition(t, features, "flag is the one named value or missing")}}
	if got := rule.NewSimplifier(features).Simplify(set); len(got) != 1 || got[0].Text(features) != "flag is missing" {
		t.Errorf("%q became %v", set[0].Text(features), got)
	}
}

// TestJoinedRulesKeepToLimits: two rules become one only if it is not longer than is allowed, and has a negation only if that is.
func TestJoinedRulesKeepToLimits(t *testing.T) {
	features := people(true)
	alone := rule.Set{{condition(t, features, "city = Oslo")}, {condition(t, features, "city = Rome")}} // together two conditions
	sex := condition(t, features, "sex is missing")
	beside := rule.Set{{sex, alone[0][0]}, {sex, alone[1][0]}}
	for _, test := range []struct {
		name   string
		limits rule.Limits
		set    rule.Set
		rules  int
	}{
		{"no limit", rule.Limits{}, alone, 1},
		{"as long as is allowed", rule.Limits{MaxConditions: 2}, alone, 1},
		{"longer", rule.Limits{MaxConditions: 1}, alone, 2},
		{"longer, and was already", rule.Limits{MaxConditions: 1}, beside, 2},
		{"longer than before", rule.Limits{MaxConditions: 2}, beside, 2},
		{"shorter than is allowed", rule.Limits{MaxConditions: 4}, beside, 1},
		{"no negation", rule.Limits{NoNot: true}, alone, 2},
	} {
		s := rule.NewSimplifier(features)
		s.Limits = test.limits
		if got := s.Simplify(test.set); len(got) != test.rules {
			t.Errorf("%s: %v became %v, want %d rules", test.name, test.set, got, test.rules)
		}
	}
}

// TestSimplifyStopsAtContradictions counts allocations: what follows two conditions that exclude each other must not be looked at. With a
// hundred thousand features, early rules of a network have nearly as many conditions.
func TestSimplifyStopsAtContradictions(t *testing.T) {
	features := people(true)
	s, short := rule.NewSimplifier(features), rule.Rule{{Feature: 0}, {Feature: 0, Not: true}}
	long := short
	for i := range 10_000 {
		long = append(long, rule.Literal{Feature: i % len(features)})
	}
	allocations := func(r rule.Rule) float64 {
		return testing.AllocsPerRun(20, func() { s.Simplify(rule.Set{r}) })
	}
	if got, want := allocations(long), allocations(short); got != want {
		t.Errorf("%v allocations for %d conditions, %v for the first two", got, len(long), want)
	}
}

func BenchmarkSimplify(b *testing.B) {
	features := people(true)
	r := rand.New(rand.NewPCG(1, 1))
	set := make(rule.Set, 50)
	for k := range set {
		for range 10 {
			set[k] = append(set[k], rule.Literal{Feature: r.IntN(len(features)), Not: r.IntN(2) == 0})
		}
	}
	s := rule.NewSimplifier(features)
	b.Run("rules=50,conditions=500,features=14", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.Simplify(set)
		}
	})
}
