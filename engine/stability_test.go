package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// planted returns rows whose label is that of two rules with few errors, or with its labels permuted.
func planted(rows int, permuted bool) string {
	r := rand.New(rand.NewPCG(7, 8))
	var labels []bool
	var cells []string
	for range rows {
		x, y, z := r.IntN(100), r.IntN(100), r.IntN(4)
		labels, cells = append(labels, (x > 60 && z == 1 || y > 85) != (r.IntN(20) == 0)), append(cells, fmt.Sprintf("%d,%d,v%d", x, y, z))
	}
	if permuted {
		r.Shuffle(rows, func(i, k int) { labels[i], labels[k] = labels[k], labels[i] })
	}
	var b strings.Builder
	b.WriteString("x,y,z,ill\n")
	for i, c := range cells {
		fmt.Fprintf(&b, "%s,%v\n", c, labels[i])
	}
	return b.String()
}

// TestPlantedRulesComeBack checks that planted rules come back in most draws, and that rules of permuted labels do not.
func TestPlantedRulesComeBack(t *testing.T) {
	k := withTable(t, planted(1500, false))
	request := protocol.Train{Target: "ill", Positive: "true", Network: small, Split: protocol.Split{Share: 0.2, Time: "x"}}
	byTime := answered[protocol.StabilityMeasured](k, protocol.Stability{Model: k.train(request).Model, Draws: 3})
	if want := (protocol.ColumnStability{Name: "y", Used: 3, Own: true}); !slices.Contains(byTime.Columns, want) {
		t.Errorf("draws of rows in time use the columns %+v, want %+v among them", byTime.Columns, want)
	}
	request.Split.Time = ""
	m := k.train(request).Model
	s := answered[protocol.StabilityMeasured](k, protocol.Stability{Model: m, Draws: 10})
	if len(s.Rules) != len(m.Rules) || s.Draws != 10 {
		t.Fatalf("%d rules in %d draws, want %d in 10", len(s.Rules), s.Draws, len(m.Rules))
	}
	stable := 0
	for _, r := range s.Rules {
		if r.Returned >= 7 && r.Overlap > 0.8 && !r.Unstable(s.Draws) {
			stable++
		}
	}
	if stable < 2 {
		t.Errorf("%d planted rules come back: %+v", stable, s.Rules)
	}
	for _, name := range []string{"x", "y", "z"} {
		if !slices.Contains(s.Columns, protocol.ColumnStability{Name: name, Used: 10, Own: true}) {
			t.Errorf("column %s is not used in every draw: %+v", name, s.Columns)
		}
	}
	k.load(planted(150, true))
	request.Refine = 2 // a low price, so that there are rules of noise
	m = k.train(request).Model
	if len(m.Rules) == 0 {
		t.Fatal("no rules of noise")
	}
	for i, r := range answered[protocol.StabilityMeasured](k, protocol.Stability{Model: m, Draws: 10}).Rules {
		if !r.Unstable(10) {
			t.Errorf("rule %d of permuted labels comes back in %d of 10 draws", i+1, r.Returned)
		}
	}
}

// TestStabilityByAnyWorkers checks that neither the workers nor their order affect the shares.
func TestStabilityByAnyWorkers(t *testing.T) {
	k := withTable(t, planted(400, false))
	m := k.train(protocol.Train{Target: "ill", Positive: "true", Network: small}).Model
	var first protocol.StabilityMeasured
	for i, workers := range []train.Workers{nil, backwards{}, inTwo{}} {
		k.session.Workers = workers
		if s := answered[protocol.StabilityMeasured](k, protocol.Stability{Model: m, Draws: 6}); i == 0 {
			first = s
		} else if !reflect.DeepEqual(s, first) {
			t.Errorf("%T: %+v, want %+v", workers, s, first)
		}
	}
}

// TestStabilityRefused checks which requests are refused, and that a stopped one is.
func TestStabilityRefused(t *testing.T) {
	k := withTable(t, planted(300, false))
	request := protocol.Train{Target: "ill", Positive: "true", Network: small}
	m := k.train(request).Model
	k.refused("no model", protocol.Stability{}, protocol.BadModel)
	k.refused("one draw", protocol.Stability{Model: m, Draws: 1}, protocol.BadSetting)
	ctx, cancel := context.WithCancel(t.Context())
	e := k.ask(ctx, protocol.Stability{Model: m}, func(e protocol.Event) {
		if p, ok := e.(protocol.Evaluating); ok && p.Done == 2 {
			cancel()
		}
	})
	if refused, ok := e.(protocol.Refused); !ok || refused.Kind != protocol.Cancelled {
		t.Errorf("a stopped request is answered by %T %+v", e, e)
	}
	request.Refine = rule.NoPrice
	k.refused("not refined", protocol.Stability{Model: k.train(request).Model}, protocol.BadSetting)
	k.load(planted(200, false))
	k.refused("another table", protocol.Stability{Model: m}, protocol.BadSetting)
}
