package rule_test

import (
	"slices"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/rule"
)

// TestPhrases typesets rules over columns of each kind.
func TestPhrases(t *testing.T) {
	e := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "gain", Thresholds: []float64{-1.5, 29, 29.5, 30, 1978, 52000, 1e15}, Missable: true}, // 0 to 6, 7
		{Name: "colour", Values: []string{"blue", "green", "red"}},                                   // 8 to 10
		{Name: "label", Values: []string{">50K"}, Other: "a, b"},                                     // 11
		{
			Name: "job", Values: []string{"a", "b", "c", "d", "e", "f"}, // 12 to 17
			Rest: []string{"g", "h"}, Missable: true, // 18, 19
		},
		{Name: "built", Thresholds: []float64{1899, 1999}}, // 20, 21
	}}
	yes := func(f int) rule.Literal { return rule.Literal{Feature: f} }
	not := func(f int) rule.Literal { return rule.Literal{Feature: f, Not: true} }
	const unknown, whole = false, true
	for _, test := range []struct {
		name  string
		whole bool
		rule  rule.Rule
		want  string
		short string // if it differs
	}{
		{"no conditions", unknown, nil, "always", ""},
		{"integers of at least the next one", whole, rule.Rule{not(1), not(7)}, "gain ≥ 30", ""},
		{"integers above a fraction", whole, rule.Rule{not(2), not(7)}, "gain ≥ 30", ""},
		{"integers up to a fraction", whole, rule.Rule{yes(2)}, "gain ≤ 29", ""},
		{"integers between", whole, rule.Rule{not(3), yes(5), yes(4)}, "gain is 31–1,978", ""},
		{"one integer", whole, rule.Rule{not(2), yes(3)}, "gain = 30", ""},
		{"integers below zero", whole, rule.Rule{not(0), yes(1)}, "-2 < gain ≤ 29", ""},
		{"other numbers", unknown, rule.Rule{not(1), not(7)}, "gain > 29", ""},
		{"other numbers between", unknown, rule.Rule{not(1), yes(2)}, "29 < gain ≤ 29.5", ""},
		{"large numbers", unknown, rule.Rule{not(4), yes(5)}, "1,978 < gain ≤ 52,000", ""},
		{"years", whole, rule.Rule{not(20), yes(21)}, "built is 1900–1999", ""},
		{"numbers beyond separators", unknown, rule.Rule{yes(6)}, "gain ≤ 1e+15", ""},
		{"or missing", unknown, rule.Rule{not(5), yes(8)}, "gain > 52,000* AND colour = blue", ""},
		{"missing", unknown, rule.Rule{yes(7)}, "gain is missing", ""},
		{"known", unknown, rule.Rule{not(7)}, "gain is known", ""},
		{"all of three values but two", unknown, rule.Rule{not(8), not(10)}, "colour = green or a new value", ""},
		{"all but one", unknown, rule.Rule{not(8)}, "colour ≠ blue", ""},
		{"a value, said twice", unknown, rule.Rule{yes(8), not(10)}, "colour = blue", ""},
		{"values that exclude each other", unknown, rule.Rule{yes(8), yes(10)}, "colour = blue and = red", ""},
		{"a value that begins with an operator", unknown, rule.Rule{yes(11)}, "label = “>50K”", ""},
		{"a value with a comma", unknown, rule.Rule{not(11)}, "label = “a, b”", ""},
		{"none of some", unknown, rule.Rule{not(12), not(13)}, "job is none of a, b*", ""},
		{"none of many", unknown, rule.Rule{not(12), not(13), not(14), not(15)}, "job is none of a, b, c, d*", "job: 4 of 8 values* ○○○○●●●●"},
		{"any of some", unknown, rule.Rule{not(18), not(12), not(13), not(14), not(19)}, "job is any of d, e, f", ""},
		{"any of many", unknown, rule.Rule{not(18), not(12), not(19)}, "job is any of b, c, d, e, f", "job: 5 of 8 values ○●●●●●○○"},
		{"only the rare ones", unknown, rule.Rule{yes(18)}, "job is none of a, b, c, d, e, f", "job: 2 of 8 values ○○○○○○●●"},
	} {
		typeset := rule.NewTypesetter(e, func(string, bool) bool { return test.whole })
		if got := typeset.Line(test.rule, rule.MissingMark); got != test.want {
			t.Errorf("%s: %v reads %q, want %q", test.name, test.rule, got, test.want)
		}
		for _, p := range typeset.Phrases(test.rule) {
			p.Text = p.Short
			if got := p.Marked(rule.MissingMark) + " " + p.Dots; test.short != "" && got != test.short {
				t.Errorf("%s: in short %q, want %q", test.name, got, test.short)
			}
		}
	}
}

// TestSpoken writes rules as they are read out.
func TestSpoken(t *testing.T) {
	e := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "age", Thresholds: []float64{29, 50}, Missable: true},
		{Name: "pay", Thresholds: []float64{1.5, 9}},
		{Name: "city", Values: []string{"a", "b", "c"}},
	}}
	not := func(f int) rule.Literal { return rule.Literal{Feature: f, Not: true} }
	typeset := rule.NewTypesetter(e, func(column string, _ bool) bool { return column == "age" }).Spoken()
	for want, r := range map[string]rule.Rule{
		"age is at least 30* AND city is b":                        {not(0), {Feature: 6}},
		"age is at most 50 AND city is not a":                      {{Feature: 1}, not(5)},
		"age is 30–50 AND pay is more than 9":                      {not(0), {Feature: 1}, not(4)},
		"age is missing AND pay is more than 1.5 and is at most 9": {{Feature: 2}, not(3), {Feature: 4}},
	} {
		if got := typeset.Line(r, rule.MissingMark); got != want {
			t.Errorf("%v reads %q, want %q", r, got, want)
		}
	}
}

// A column whose missing cells are filled by a fraction does not hold integers only: 29.5 is above 29, but not 30.
func TestFillsAreNoIntegers(t *testing.T) {
	for fill, want := range map[string]string{"29.5": "age > 29", "31": "age ≥ 30"} {
		e := &binarize.Encoder{Policy: binarize.Impute, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{29}, Fill: fill}}}
		typeset := rule.NewTypesetter(e, func(string, bool) bool { return true })
		if got := typeset.Line(rule.Rule{{Not: true}}, ""); got != want {
			t.Errorf("filled by %s it reads %q, want %q", fill, got, want)
		}
	}
}

// The open table says whether a column holds only integers; without one, the training table does.
func TestIntegersOfTables(t *testing.T) {
	table := func(is bool) rule.Integers { return func(string, bool) bool { return is } }
	lacking := func(_ string, trained bool) bool { return trained }
	for _, test := range []struct {
		trained bool
		open    rule.Integers
		want    string
	}{
		{true, nil, "age ≥ 30"},
		{false, nil, "age > 29"},
		{true, lacking, "age ≥ 30"},
		{false, lacking, "age > 29"},
		{true, table(false), "age > 29"}, // 29.5 is above 29, but not 30
		{false, table(true), "age ≥ 30"},
	} {
		e := &binarize.Encoder{Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{29}, Integers: test.trained}}}
		if got := rule.NewTypesetter(e, test.open).Line(rule.Rule{{Not: true}}, ""); got != test.want {
			t.Errorf("trained on integers %t, with a table %t: it reads %q, want %q", test.trained, test.open != nil, got, test.want)
		}
	}
}

// The mark is explained where it is used, and only there.
func TestMissingMarkIsExplained(t *testing.T) {
	m := model()
	typeset := rule.NewTypesetter(m.Encoder, nil)
	var got []string
	for _, r := range m.Rules {
		got = append(got, typeset.Noted(rule.Set{r}, "<", ">"))
	}
	if want := []string{"", "<* or missing>", "", "", ""}; !slices.Equal(got, want) {
		t.Errorf("Noted() = %q, want %q", got, want)
	}
}
