package state_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/app/rules"
	"drnet/app/training"
	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// measured returns the scores of a rule set, with an area under the curve.
func measured(tp, fp, tn, fn int) eval.Scores {
	area := 0.8125
	c := eval.Confusion{TruePositives: tp, FalsePositives: fp, TrueNegatives: tn, FalseNegatives: fn}
	return eval.Scores{Accuracy: c.Accuracy(), Majority: c.Majority(), Confusion: c, AUC: &area}
}

// learntWith returns the result of a run with class weights.
func learntWith(weight float64, test *eval.Scores) protocol.Trained {
	e := trained(1)
	e.Model.Positive, e.Model.Negative = "yes", "no"
	e.Model.Encoder = &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{30}}}}
	e.Model.Rules = rule.Set{{{Feature: 0}}}
	e.Model.Learned.Rows = 100
	o := protocol.Outcome{Rules: 1, Train: measured(30, 10, 50, 10), Test: test}
	e.Model.Learned.Trained, e.Model.Learned.Simplified = o, o
	e.Model.Learned.Request.Network.Weight = weight
	return e
}

func TestMetrics(t *testing.T) {
	never := measured(0, 0, 9, 1)
	const counted = "In training a row that is “yes” counted "
	for _, test := range []struct {
		name  string
		e     protocol.Trained
		sides string
		rows  []string
		words string
	}{
		{
			"training rows alone", learntWith(0, nil), "[Train]",
			[]string{"accuracy [80.0 % [71.4–86.9]]", "precision [75.0 %]", "recall [75.0 %]", "F1 [0.750]", "AUC [0.812]"},
			"",
		},
		{
			"held-out rows beside them", learntWith(0, &never), "[Train Test]",
			[]string{"precision [75.0 % undefined]", "balanced accuracy [79.2 % 50.0 %]"},
			"",
		},
		{ // (4·30 + 50)/(4·40 + 60), 9/(9 + 4)
			"weights", learntWith(4, &never), "[Train Test]",
			[]string{"weighted accuracy [77.3 % 69.2 %]"},
			counted + "4 times as much as another one.",
		},
		{
			"balanced", learntWith(rule.Balanced, nil), "[Train]",
			[]string{"weighted accuracy [79.2 %]"},
			counted + "1.5 times as much as another one, so that both classes count as much.",
		},
		{
			"a damaged file", learntWith(4, new(eval.Scores)), "[Train Test]",
			[]string{"weighted accuracy [77.3 % undefined]"},
			counted + "4 times as much as another one.",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := withTable(training.StartAsked{At: noon}, heard(started(), 1), heard(test.e, 2))
			var sides, rows []string
			for _, side := range s.Rules.Measured() {
				sides = append(sides, side.Rows)
			}
			for _, row := range rules.Metrics(s.Rules.Model(), s.Rules.Measured()) {
				rows = append(rows, fmt.Sprint(row.Name, " ", row.Values))
				if row.Meaning == "" {
					t.Errorf("%s is not explained", row.Name)
				}
			}
			if got := fmt.Sprint(sides); got != test.sides {
				t.Errorf("measured on %s, want %s", got, test.sides)
			}
			for _, want := range test.rows {
				if !slices.Contains(rows, want) {
					t.Errorf("the figures are %q, want %q", rows, want)
				}
			}
			if weighted := strings.Contains(fmt.Sprint(rows), "weighted accuracy"); weighted != (test.words != "") {
				t.Errorf("there is a weighted accuracy: %v", weighted)
			}
			if got := rules.WeightsInWords(s.Rules.Model()); got != test.words {
				t.Errorf("it says %q, want %q", got, test.words)
			}
		})
	}
}

// The page reports requirements that the rules do not meet.
func TestUnheeded(t *testing.T) {
	e := learntWith(0, nil)
	e.Notes = []string{"2 rules have more than 3 conditions: so it is"}
	s := withTable(training.StartAsked{At: noon}, heard(started(), 1), heard(e, 2))
	if got, want := fmt.Sprint(s.Rules.Notes(s.View())), "[2 rules have more than 3 conditions: so it is.]"; got != want {
		t.Errorf("notes %s, want %s", got, want)
	}
}

func TestBetter(t *testing.T) {
	some, none := &protocol.Model{Model: rule.Model{Rules: rule.Set{{}}}}, &protocol.Model{}
	for _, test := range []struct {
		name     string
		model    *protocol.Model
		accuracy float64
		want     string
	}{
		{"better", some, 0.71, ""},
		{"equal", some, 0.7, "Not better than the baseline, which always predicts the majority class. Train for " +
			"longer, or try other columns or thresholds."},
		{"no rules", none, 0.3, "Train for longer, or with more thresholds."},
	} {
		if got := rules.Better(test.model, []rules.Measured{{Scores: eval.Scores{Accuracy: test.accuracy, Majority: 0.7}}}); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
