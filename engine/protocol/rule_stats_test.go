package protocol_test

import (
	"fmt"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func TestRuleStats(t *testing.T) {
	m := &protocol.Model{Model: rule.Model{
		Encoder: &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{30, 50}}}},
		Rules:   rule.Set{{{Feature: 0}}},
	}}
	// There are too few positive rows for a LowSupport flag based on the share alone.
	confusion := eval.Confusion{TruePositives: 10, TrueNegatives: 9990}
	tests := []struct {
		name        string
		train, test *eval.RuleScore
		adds        bool
		remarks     string
	}{
		{
			"both", &eval.RuleScore{Covered: 965, Right: 762, Alone: 250, Lost: 200, Saved: 50},
			&eval.RuleScore{Covered: 239, Right: 182, Alone: 61, Lost: 60, Saved: 1}, true, "[]",
		},
		{"training only", &eval.RuleScore{Covered: 10, Right: 10, Alone: 1, Lost: 1}, nil, true, "[]"},
		{"an older file", &eval.RuleScore{Covered: 10, Right: 10, Alone: 4}, nil, false, "[]"},
		{"an older test", &eval.RuleScore{Covered: 10, Right: 10}, &eval.RuleScore{Covered: 10, Right: 10, Alone: 4}, false, "[]"},
		{
			"none held out", &eval.RuleScore{Covered: 20, Right: 20}, &eval.RuleScore{}, true,
			"[may be luck: it covers none of the test rows]",
		},
		{"none in training", &eval.RuleScore{}, &eval.RuleScore{Covered: 1, Right: 1}, true, "[may be luck: it covers only 1 row]"},
		{"none", &eval.RuleScore{}, nil, true, "[holds for no row of the table]"},
	}
	for _, test := range tests {
		o := protocol.Outcome{Train: eval.Scores{Confusion: confusion, Rules: []eval.RuleScore{*test.train}}}
		if test.test != nil {
			o.Test = &eval.Scores{Confusion: confusion, Rules: []eval.RuleScore{*test.test}}
		}
		s := m.RuleStats(o)[0]
		if got := fmt.Sprint(s.Remarks); s.Adds() != test.adds || got != test.remarks {
			t.Errorf("%s: Adds() = %t and remarks %s, want %t and %s", test.name, s.Adds(), got, test.adds, test.remarks)
		}
	}
	if got := m.RuleStats(protocol.Outcome{}); got != nil {
		t.Errorf("RuleStats of another set = %v, want none", got)
	}
}

func TestAnswers(t *testing.T) {
	for _, rules := range []int{0, 1, 255, 256, 10_000} {
		a := protocol.NewAnswers(3, rules)
		a.Set(1, rules)
		if a.Rule(0) != 0 || a.Rule(1) != rules || a.Positive(1) != (rules > 0) || a.Rule(2) != 0 || a.Wide != (rules > 255) {
			t.Errorf("%d rules: %+v", rules, a)
		}
	}
}
