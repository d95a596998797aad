package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// permuted returns a table with a rare label that is independent of its cells.
func permuted(rows int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 8))
	var b strings.Builder
	b.WriteString("a,b,c,d,ill\n")
	for range rows {
		ill := "no"
		if r.IntN(8) == 0 {
			ill = "yes"
		}
		fmt.Fprintf(&b, "%d,%d,%s,%s,%s\n", r.IntN(100), r.IntN(30), []string{"x", "y", "z"}[r.IntN(3)], []string{"p", "q"}[r.IntN(2)], ill)
	}
	return b.String()
}

// TestWeightsDoNotLeak checks that balanced weights on random labels give rules at chance level on the test set.
func TestWeightsDoNotLeak(t *testing.T) {
	const tables, rows, share = 8, 600, 0.5
	sum := 0.
	for seed := range uint64(tables) {
		k := withTable(t, permuted(rows, seed))
		m := k.train(protocol.Train{
			Target: "ill", Positive: "yes", Split: protocol.Split{Share: share, Seed: seed},
			Network: drnet.Config{Rules: 10, Steps: 1500, Seed: seed, Weight: rule.Balanced},
		}).Model
		balanced := m.Learned.Outcome().Test.Metrics(m.Learned.Weights()).Balanced
		sum += *balanced
	}
	// For 37 positive and 263 negative rows, the balanced accuracy of a guess has a standard deviation of at most 0.044.
	// The mean of eight has 0.016; four times that is 0.063.
	if mean := sum / tables; mean < 0.437 || mean > 0.563 {
		t.Errorf("on rows kept out the balanced accuracy is %v, want that of guessing", mean)
	}
}

// TestLimitsHold trains with all limits at once, on tables searched completely and on one searched by a sample.
func TestLimitsHold(t *testing.T) {
	for _, rows := range []int{200, 201, 40_000} {
		restarts := 1 + rows%2
		k := withTable(t, patients(make([]uint8, rows), 1, false))
		if large := rows > refine.MaxRows(1); large != (rows == 40_000) {
			t.Fatalf("a sample of %d rows is searched: %v", rows, large)
		}
		answer := k.train(protocol.Train{
			Target: "ill", Positive: "yes", Require: []string{"weight", "sex"}, MaxConditions: 2, Restarts: restarts,
			Network: drnet.Config{Rules: 8, Steps: 400, Seed: 1, NoNot: true}, Encoding: binarize.FitOptions{Thresholds: 4},
		})
		if len(answer.Notes) > 0 {
			t.Errorf("it says %q, want nothing", answer.Notes)
		}
		asked := map[string]bool{}
		features := answer.Model.Encoder.Features()
		for _, r := range answer.Model.Rules {
			if len(r) > 2 {
				t.Errorf("rule %q has more than 2 conditions", r.Text(features))
			}
			for _, l := range r {
				asked[features[l.Feature].Name] = true
			}
		}
		for _, set := range []rule.Set{rule.Set(answer.Set), answer.Model.Rules} {
			for _, r := range set {
				for _, l := range r {
					if l.Not {
						t.Fatalf("rule %q has a negation", r.Text(features))
					}
				}
			}
		}
		if !asked["weight"] || !asked["sex"] {
			t.Errorf("the rules ask about %v, want weight and sex", asked)
		}
	}
}

// TestClassWeightsByName checks that named weights are converted into the equivalent ratio and give the same model.
func TestClassWeightsByName(t *testing.T) {
	folds := make([]uint8, 120)
	var files []string
	for _, r := range []protocol.Train{
		{ClassWeights: map[string]float64{"yes": 3, "no": 0.5}},
		{ClassWeights: map[string]float64{"yes": 6}},
		{Network: drnet.Config{Weight: 6}},
	} {
		k := withTable(t, patients(folds, 1, false))
		r.Target, r.Positive = "ill", "yes"
		r.Network.Rules, r.Network.Steps = 8, 300
		m := k.train(r).Model
		if m.Learned.Request.Network.Weight != 6 {
			t.Errorf("%+v: the weight is %v, want 6", r.ClassWeights, m.Learned.Request.Network.Weight)
		}
		files = append(files, write(t, m))
	}
	if files[0] != files[2] || files[1] != files[2] {
		t.Error("the same weights give different models")
	}
}
