package protocol_test

import (
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func TestFaresInWords(t *testing.T) {
	m := &protocol.Model{Model: rule.Model{
		Encoder: &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{30, 50}}}},
		Rules:   rule.Set{{{Feature: 0}}},
	}}
	// There are too few positive rows for a LowSupport flag based on the share alone.
	confusion := eval.Confusion{TruePositives: 10, TrueNegatives: 9990}
	tests := []struct {
		name        string
		train, test *eval.RuleScore
		want        string
	}{
		{
			"both", &eval.RuleScore{Covered: 965, Right: 762, Alone: 250, Lost: 200, Saved: 50},
			&eval.RuleScore{Covered: 239, Right: 182, Alone: 61, Lost: 60, Saved: 1},
			"covers 1,204 rows (training 965, held out 239), right on 78 % (training 79 %, held out 76 %, likely 70 to 81 %); " +
				"without it: 260 right answers fewer, 51 mistakes fewer",
		},
		{
			"training only", &eval.RuleScore{Covered: 10, Right: 10, Alone: 1, Lost: 1}, nil,
			"covers 10 rows, right on 100 % (likely 78 to 100 %); without it: 1 right answer fewer",
		},
		{
			"mistakes only", &eval.RuleScore{Covered: 10, Right: 9, Alone: 1, Saved: 1}, nil,
			"covers 10 rows, right on 90 % (likely 62 to 99 %); without it: 1 mistake fewer",
		},
		{
			"nothing alone", &eval.RuleScore{Covered: 10, Right: 10}, nil,
			"covers 10 rows, right on 100 % (likely 78 to 100 %); without it: the same answers",
		},
		{"an older file", &eval.RuleScore{Covered: 10, Right: 10, Alone: 4}, nil, "covers 10 rows, right on 100 % (likely 78 to 100 %)"},
		{
			"none held out", &eval.RuleScore{Covered: 20, Right: 20}, &eval.RuleScore{},
			"covers 20 rows (training 20, held out 0), right on 100 % (training 100 %, held out no row); " +
				"without it: the same answers; may be luck: it covers none of the test rows",
		},
		{
			"none in training", &eval.RuleScore{}, &eval.RuleScore{Covered: 1, Right: 1},
			"covers 1 row (training 0, held out 1), right on 100 % (training no row, held out 100 %, likely 15 to 100 %); " +
				"without it: the same answers; may be luck: it covers only 1 row",
		},
		{"none", &eval.RuleScore{}, nil, "covers 0 rows, right on no row; without it: the same answers; true on no row of the table"},
	}
	for _, test := range tests {
		o := protocol.Outcome{Train: eval.Scores{Confusion: confusion, Rules: []eval.RuleScore{*test.train}}}
		if test.test != nil {
			o.Test = &eval.Scores{Confusion: confusion, Rules: []eval.RuleScore{*test.test}}
		}
		if got := m.RuleStats(o)[0].Words(); got != test.want {
			t.Errorf("%s:\n%s, want\n%s", test.name, got, test.want)
		}
	}
	if got := m.RuleStats(protocol.Outcome{}); got != nil {
		t.Errorf("Fares of another set = %v, want none", got)
	}
}

func TestAnswers(t *testing.T) {
	for _, rules := range []int{0, 1, 255, 256, 10_000} {
		a := protocol.NewAnswers(3, rules)
		a.Set(1, rules)
		if a.Rule(0) != 0 || a.Rule(1) != rules || a.Positive(1) != (rules > 0) || a.Rule(2) != 0 || a.Wide != (rules > 255) || !a.Valid() {
			t.Errorf("%d rules: %+v", rules, a)
		}
	}
	if (protocol.Answers{Rows: 2, Fired: make([]byte, 3)}).Valid() || (protocol.Answers{Rows: -1}).Valid() {
		t.Error("answers of another length are valid")
	}
}
