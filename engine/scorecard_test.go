package engine_test

import (
	"encoding/csv"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TestModelHasScorecard: the model of a run ranks its rows by a scorecard, which scoring the model again confirms.
func TestModelHasScorecard(t *testing.T) {
	k := withSample(t, "heart-risk")
	m := k.train(protocol.Train{
		Target: "risk", Positive: "low", Network: drnet.Config{Seed: 1, Steps: 300}, Split: protocol.Split{Share: 0.3, Seed: 3},
	}).Model
	if m.Scorecard == nil || len(m.Scorecard.Points) != len(m.Rules) || m.Scorecard.Rows != m.Learned.Rows {
		t.Fatalf("the scorecard of %d rules is %+v", len(m.Rules), m.Scorecard)
	}
	o := m.Learned.Outcome()
	for name, s := range map[string]*eval.Scores{"train": &o.Train, "test": o.Test} {
		certain, rows := s.Confusion.TruePositives+s.Confusion.FalsePositives, 0
		for _, b := range s.Reliability[eval.Bins/2:] {
			rows += b.Rows
		}
		if rows != certain || s.Brier == nil {
			t.Errorf("%s: %d rows have a probability of 1/2 or more, and the rules predict %d", name, rows, certain)
		}
	}
	if scored := k.do(protocol.Score{Model: m}).(protocol.Scored); !reflect.DeepEqual(scored.Outcome, o) {
		t.Errorf("scored again it is\n%+v, want\n%+v", scored.Outcome, o)
	}
}

// TestPredictionsHaveProbabilities: the pages of the CSV have the probabilities that Apply returns, which are scored.
func TestPredictionsHaveProbabilities(t *testing.T) {
	k := withSample(t, "heart-risk")
	m := k.train(protocol.Train{Target: "risk", Positive: "low", Network: drnet.Config{Seed: 1, Steps: 300}}).Model
	if a := k.do(protocol.Apply{Model: m}).(protocol.Applied); a.Probabilities != nil || a.Scores.Brier == nil {
		t.Errorf("unasked, %d probabilities; scores %+v", len(a.Probabilities), a.Scores)
	}
	applied := k.do(protocol.Apply{Model: m, Probabilities: true}).(protocol.Applied)
	for _, columns := range []bool{false, true} {
		text := k.do(protocol.Predict{Model: m, Columns: columns}).(protocol.Predicted).CSV
		lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		at := len(lines[0]) - 2
		if lines[0][at] != "probability" || len(lines) != len(applied.Probabilities)+1 {
			t.Fatalf("%d lines begin with %q, and %d rows have a probability", len(lines), lines[0], len(applied.Probabilities))
		}
		for i, want := range applied.Probabilities {
			if got := lines[i+1][at]; got != strconv.FormatFloat(want, 'f', -1, 64) || (want >= 0.5) != applied.Answers.Positive(i) {
				t.Fatalf("row %d has the probability %s, want %v for rule %d", i+1, got, want, applied.Answers.Rule(i))
			}
		}
	}
}

// TestExplainedScores: the points of a row add up to its sum, and its probability is that of Apply.
func TestExplainedScores(t *testing.T) {
	k := withSample(t, "heart-risk")
	m := k.train(protocol.Train{Target: "risk", Positive: "low", Network: drnet.Config{Seed: 1, Steps: 50}, Refine: 0.05}).Model
	m.Scorecard.Lines = []rule.ScoreLine{
		{Literal: rule.Literal{Feature: 0}, Points: 2}, {Literal: rule.Literal{Feature: 1, Not: true}, Points: -1},
	}
	applied := k.do(protocol.Apply{Model: m, Probabilities: true}).(protocol.Applied)
	texts := map[string]bool{}
	for row := 1; row <= 50; row++ {
		e := k.do(protocol.Explain{Model: m, Row: row}).(protocol.Explained)
		sum := 0
		for _, l := range e.Score.Lines {
			sum += l.Points
			texts[l.Text] = true
		}
		if e.Score.Sum != sum || e.Score.Probability != applied.Probabilities[row-1] {
			t.Fatalf("row %d: %+v, want the probability %v", row, e.Score, applied.Probabilities[row-1])
		}
		if e.Score.Clipped != m.Scorecard.Contradicts(sum, e.Positive) {
			t.Fatalf("row %d: %+v", row, e.Score)
		}
	}
	if len(texts) < 3 {
		t.Errorf("the lines that hold on some row are %v", texts)
	}
}

// TestClassesHaveNoScorecard: probabilities of single sets would not sum to 1.
func TestClassesHaveNoScorecard(t *testing.T) {
	k := withSample(t, "irises")
	c := k.train(protocol.Train{
		Target: "kind", Classes: protocol.ClassesEach, Network: drnet.Config{Seed: 1, Steps: 100},
	}).MultiClass
	for _, m := range c.Members {
		if m.Scorecard != nil {
			t.Errorf("%s has the scorecard %+v", m.Positive, m.Scorecard)
		}
	}
}
