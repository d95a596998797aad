package engine_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TestGoldenModels compares the bytes of whole model files, laid out by golden.JSON. It runs natively and as WebAssembly,
// so one seed must give the same model on both. A change of the arithmetic fails the test; if it is intended, UPDATE=1
// rewrites the files.
func TestGoldenModels(t *testing.T) {
	share := protocol.Split{Share: 0.2, Seed: 1}
	tests := []struct {
		name   string
		sample string // or people
		train  protocol.Train
	}{
		{"tic-tac-toe", "tic-tac-toe", protocol.Train{Target: "x_wins", Network: drnet.Config{Seed: 1, Rules: 20, Steps: 10_000}, Split: share}},
		{
			"heart-risk", "heart-risk",
			protocol.Train{Target: "risk", Positive: "low", Network: drnet.Config{Seed: 1, Rules: 20, Steps: 10_000, Alternate: 900}, Split: share},
		},
		{"heart-risk-paper", "heart-risk", protocol.Train{
			Target: "risk", Encoding: binarize.FitOptions{Method: binarize.Width, Thresholds: 5},
			Network: drnet.Config{Seed: 3, Rules: 20, Epochs: 500, AlternateEpochs: 50, Init: drnet.InitPaper, Penalty: drnet.PenaltySum},
		}},
		{"heart-risk-weights", "heart-risk", protocol.Train{
			Target: "risk", Positive: "low", Split: share, Require: []string{"age"}, MaxConditions: 2,
			Network: drnet.Config{Seed: 1, Rules: 20, Steps: 10_000, Weight: rule.Balanced, NoNot: true},
		}},
		{"heart-risk-row-weights", "heart-risk", protocol.Train{
			Target: "risk", Positive: "low", Split: share, Weight: "age", Network: drnet.Config{Seed: 1, Rules: 20, Steps: 2_000},
		}},
		{"people-impute", "", protocol.Train{
			Target: "label", Encoding: binarize.FitOptions{Policy: binarize.Impute, Method: binarize.Distinct, Thresholds: 4},
			Network: drnet.Config{Seed: 4, Rules: 6, Steps: 600, Lambda1: new(0.1)},
		}},
		{"people-own", "", protocol.Train{Target: "label", Network: drnet.Config{Seed: 5, Rules: 6, Steps: 600}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := newTalk(t)
			if test.sample == "" {
				k.load(people)
			} else {
				k.do(protocol.Load{Sample: test.sample})
			}
			file := write(t, k.train(test.train).Model)
			golden.Check(t, "testdata/"+test.name+".model.golden", golden.JSON(t, file))
			if m, err := protocol.ReadModel([]byte(file)); err != nil || write(t, m) != file {
				t.Errorf("the file is not read and written alike: %v", err)
			}
		})
	}
}

// voters returns a table whose class is, but for a twentieth of the rows, what at least three of five answers say.
func voters(rows int) string {
	r, table := rand.New(rand.NewPCG(1, 2)), "smoker,active,young,slim,calm,risk\n"
	for range rows {
		yes, line := 0, ""
		for range 5 {
			answer := r.IntN(2)
			yes += answer
			line += []string{"no,", "yes,"}[answer]
		}
		if (yes >= 3) != (r.IntN(20) == 0) {
			table += line + "low\n"
		} else {
			table += line + "high\n"
		}
	}
	return table
}

// TestGoldenVotes compares rules of which several must fire, with their predictions, natively and as WebAssembly.
func TestGoldenVotes(t *testing.T) {
	k := withTable(t, voters(500))
	m := k.train(protocol.Train{
		Target: "risk", Positive: "low", Form: rule.SomeRules, Network: small, Split: protocol.Split{Share: 0.2, Seed: 1},
	}).Model
	o := m.Learned.Outcome()
	explained := answered[protocol.Explained](k, protocol.Explain{Model: m, Row: 1})
	text := fmt.Sprintf("%s%+v\n%+v\n%v\n", m.Text(nil), o.Train.Confusion, o.Test.Confusion, m.Scorecard.Points)
	for _, f := range explained.Found {
		text += f.String() + "\n"
	}
	golden.Check(t, "testdata/votes.golden", text)
	applied := answered[protocol.Applied](k, protocol.Apply{Model: m})
	if applied.Scores.Accuracy < 0.5 || explained.Positive != (applied.Answers.Rule(0) > 0) {
		t.Errorf("apply finds %+v and explain %v for the first row", applied.Scores.Confusion, explained.Positive)
	}
	scored := answered[protocol.Scored](k, protocol.Score{Model: m})
	if !reflect.DeepEqual(scored.Outcome, o) {
		t.Errorf("the score is %+v, want that of the training %+v", scored.Outcome, o)
	}
}

// TestObservingChangesNothing checks that observing the progress, at any rate, does not affect the model.
func TestObservingChangesNothing(t *testing.T) {
	k := withTable(t, people)
	request := protocol.Train{Target: "label", Network: small}
	first := write(t, k.train(request).Model)
	k.do(protocol.Train{Target: "colour", Positive: "red", Network: small}) // earlier runs must not affect later ones
	k.do(protocol.Load{Name: "bad.csv", File: strings.NewReader("")})
	if again := write(t, k.train(request).Model); again != first {
		t.Errorf("the model is\n%s\nwant\n%s", again, first)
	}
}
