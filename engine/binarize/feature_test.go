package binarize_test

import (
	"testing"

	"drnet/engine/binarize"
)

func TestFeatureText(t *testing.T) {
	tests := []struct {
		f           binarize.Feature
		yes, negate string
	}{
		{binarize.Feature{Name: "age", Op: binarize.AtMost, Threshold: 50}, "age ≤ 50", "age > 50"},
		{binarize.Feature{Name: "age", Op: binarize.AtMost, Threshold: 50, Missable: true}, "age ≤ 50", "age > 50 or missing"},
		{binarize.Feature{Name: "gain", Op: binarize.AtMost, Threshold: 1e6}, "gain ≤ 1000000", "gain > 1000000"},
		{binarize.Feature{Name: "colour", Op: binarize.Equals, Value: "red"}, "colour = red", "colour ≠ red"},
		{binarize.Feature{Name: "colour", Op: binarize.Equals, Value: "red", Missable: true}, "colour = red", "colour ≠ red or missing"},
		{binarize.Feature{Name: "sex", Op: binarize.Equals, Value: "Male", Other: "Female"}, "sex = Male", "sex = Female"},
		{
			binarize.Feature{Name: "sex", Op: binarize.Equals, Value: "Male", Other: "Female", Missable: true},
			"sex = Male", "sex = Female or missing",
		},
		{
			binarize.Feature{Name: "city", Op: binarize.Rest, Named: 30},
			"city is none of the 30 named values", "city is one of the 30 named values",
		},
		{
			binarize.Feature{Name: "city", Op: binarize.Rest, Named: 1, Missable: true},
			"city is not the one named value", "city is the one named value or missing",
		},
		{binarize.Feature{Name: "age", Op: binarize.Missing, Missable: true}, "age is missing", "age is known"},
		// Texts that would turn the line round, or end it.
		{binarize.Feature{Name: "\u202eega", Op: binarize.AtMost, Threshold: 50}, `\u202eega ≤ 50`, `\u202eega > 50`},
		{binarize.Feature{Name: "\u202eega", Op: binarize.Missing}, `\u202eega is missing`, `\u202eega is known`},
		{binarize.Feature{Name: "a\nb", Op: binarize.Equals, Value: "x\u2067y"}, `a\nb = x\u2067y`, `a\nb ≠ x\u2067y`},
		{binarize.Feature{Name: "a", Op: binarize.Equals, Value: "x", Other: "\x1b[2J"}, "a = x", `a = \x1b[2J`},
	}
	for _, test := range tests {
		if yes, no := test.f.Text(false), test.f.Text(true); yes != test.yes || no != test.negate {
			t.Errorf("Text = %q, negated %q, want %q, %q", yes, no, test.yes, test.negate)
		}
	}
}
