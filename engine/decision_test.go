package engine_test

import (
	"cmp"
	"encoding/csv"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// decided trains a model that takes the cheapest threshold.
func decided(t *testing.T) (*transcript, *protocol.Model) {
	k := withSample(t, "heart-risk")
	m := k.train(protocol.Train{
		Target: "risk", Positive: "low", Network: drnet.Config{Seed: 1, Steps: 50}, Refine: 0.05, MaxConditions: 1,
		Split:    protocol.Split{Share: 0.3, Seed: 3},
		Decision: &rule.Decision{FalsePositive: 1, FalseNegative: 7},
	}).Model
	return k, m
}

// TestThresholdIsOfTrainingRows: the cheapest threshold is chosen on the training rows alone, and travels with the model.
func TestThresholdIsOfTrainingRows(t *testing.T) {
	k, m := decided(t)
	d := m.Scorecard.Decision
	if want := eval.Cheapest(m.Learned.Outcome().Train.Levels, *d); d.Threshold != want || want >= 0.5 {
		t.Errorf("the threshold is %v, want %v, which is less than 1/2", d.Threshold, want)
	}
	if again, err := protocol.ReadModel([]byte(write(t, m))); err != nil || !reflect.DeepEqual(again.Scorecard.Decision, d) {
		t.Errorf("read again, the decision is %+v, %v", again, err)
	}
	for _, f := range protocol.Formats {
		text := k.do(protocol.Export{Model: m, Format: f.Name}).(protocol.Exported).Text
		says := strings.Contains(text, d.Text(m.Prediction(true))) || f.Name == "json" && strings.Contains(text, `"threshold": `)
		if says != f.Probabilities {
			t.Errorf("%s says the threshold: %v, want %v", f.Name, says, f.Probabilities)
		}
	}
}

// TestDecisionsArePredicted: the CSV has the decision of each row, and Apply counts the same decisions.
func TestDecisionsArePredicted(t *testing.T) {
	k, m := decided(t)
	m, err := m.WithDecision(&rule.Decision{Threshold: 0.4, AskFrom: 0.2, AskTo: 0.7})
	if err != nil {
		t.Fatal(err)
	}
	applied := k.do(protocol.Apply{Model: m, Probabilities: true}).(protocol.Applied)
	scores, counts := applied.Scores.Decide(*m.Scorecard.Decision), map[string]int{}
	lines, err := csv.NewReader(strings.NewReader(k.do(protocol.Predict{Model: m}).(protocol.Predicted).CSV)).ReadAll()
	if err != nil || !slices.Equal(lines[0], []string{"row", "risk", "probability", "decision", "rule"}) {
		t.Fatalf("%q, %v", lines[0], err)
	}
	for i, p := range applied.Probabilities {
		want := m.Answer(p >= 0.4)
		if p >= 0.2 && p < 0.7 {
			want = rule.AskPerson
		}
		if got := lines[i+1][3]; got != want {
			t.Fatalf("row %d with the probability %v: %q, want %q", i+1, p, got, want)
		}
		counts[want]++
	}
	for target, want := range map[string]string{
		"row": "row 2,row,probability,decision,rule", "decision": "row,decision,probability,decision 2,rule",
	} {
		other := m
		other.Target = target
		names, _, _ := strings.Cut(k.do(protocol.Predict{Model: other}).(protocol.Predicted).CSV, "\n")
		if names != want {
			t.Errorf("the target %s: the columns are %s, want %s", target, names, want)
		}
	}
	if got := scores.Asked.Rows(); got != counts[rule.AskPerson] || got == 0 || scores.Rows != len(applied.Probabilities) {
		t.Errorf("%d of %d rows are left to a person, want %d", got, scores.Rows, counts[rule.AskPerson])
	}
}

// TestLikeliestRows: a selection of the most likely rows has the highest probabilities, and the first rows of those that are tied.
func TestLikeliestRows(t *testing.T) {
	k, m := decided(t)
	all := k.do(protocol.Apply{Model: m, Probabilities: true}).(protocol.Applied).Probabilities
	order := bitmat.Indexes[int](len(all))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(all[j], all[i]) })
	for _, n := range []int{1, 37, len(all), len(all) + 1} {
		rows := k.picked(protocol.Selection{Model: m, Likeliest: n})
		if len(rows) != min(n, len(all)) {
			t.Fatalf("%d rows, want %d of %d", len(rows), n, len(all))
		}
		for i, r := range rows {
			if want := order[i]; r.Row != want+1 || r.Probability != all[want] {
				t.Fatalf("place %d has row %d with the probability %v, want row %d with %v", i, r.Row, r.Probability, want+1, all[want])
			}
		}
	}
	of := protocol.Selection{Model: m, Likeliest: 5, Part: protocol.TestRows}
	lines := strings.Split(k.do(protocol.Predict{Of: &of, Columns: true}).(protocol.Predicted).CSV, "\n")
	if rows := k.picked(of); len(lines) != 7 || !rows[0].Held || !rows[4].Held {
		t.Errorf("the five most likely test rows are %+v, and their file has %d lines", rows, len(lines))
	}
	plain := *m
	plain.Scorecard = nil
	k.refused("without probabilities", protocol.ListRows{Selection: protocol.Selection{Model: &plain, Likeliest: 5}, Rows: 5},
		protocol.BadSetting)
}

// TestDecisionsOfFolds: a cross validation takes the cheapest threshold of each fold's training rows, and counts every row once.
func TestDecisionsOfFolds(t *testing.T) {
	k := withSample(t, "heart-risk")
	r := protocol.Evaluate{Train: protocol.Train{
		Target: "risk", Network: drnet.Config{Seed: 1, Steps: 50}, Refine: 0.05, MaxConditions: 1, Split: protocol.Split{Parts: 3, Seed: 1},
		Decision: &rule.Decision{FalsePositive: 1, FalseNegative: 7},
	}}
	mean := k.do(r).(protocol.Evaluated).Results[0].Mean
	rows := 0
	for _, b := range mean.Reliability {
		rows += b.Rows
	}
	d := mean.Decision
	if d == nil || d.Rows != rows || d.Threshold <= 0 || math.Abs(d.Cost*float64(rows)-d.Confusion.Cost(d.Decision)) > 1e-6 {
		t.Fatalf("%+v for %d rows", d, rows)
	}
	r.Decision = &rule.Decision{Threshold: 2}
	k.refused("a bad decision", r, protocol.BadSetting)
	r.Decision, r.Classes = &rule.Decision{Threshold: 0.5}, protocol.ClassesEach
	k.refused("a bad decision", r, protocol.BadSetting)
}
