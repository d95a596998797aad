package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TestBalancedEstimate checks that rules which find few positive rows come with an estimate of what balanced class weights
// change, that a run with them keeps it, and that other runs have none.
func TestBalancedEstimate(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		x, chance := r.IntN(100), 0.05
		if x >= 70 {
			chance = 0.4
		}
		fmt.Fprintf(&b, "%d,%v\n", x, r.Float64() < chance)
	}
	k := withTable(t, b.String())
	request := protocol.Train{Target: "y", Positive: "true", Network: small, Split: protocol.Split{Share: 0.2}}
	m := k.train(request).Model
	recall := func(c eval.Confusion) float64 { return *eval.Scores{Confusion: c}.Metrics(rule.Weights{}).Recall }
	e := m.Learned.Balanced
	if e == nil || e.Equal.Rows() != 1600 || recall(e.Equal) > 0.3 {
		t.Fatalf("the estimate is %+v, want one of few positive rows on 1,600 training rows", e)
	}
	request.Network.Weight = rule.Balanced
	balanced := k.train(request).Model.Learned
	got := recall(balanced.Outcome().Train.Confusion)
	if balanced.Balanced != nil || math.Abs(got-recall(e.Balanced)) > 0.1 {
		t.Errorf("with balanced weights the recall is %v, estimated as %v; a further estimate is %v", got, recall(e.Balanced), balanced.Balanced)
	}
	request.Network.Weight, request.Positive = 0, "false"
	if other := k.train(request).Model.Learned.Balanced; other != nil {
		t.Errorf("rules for the frequent class have the estimate %+v", other)
	}
}
