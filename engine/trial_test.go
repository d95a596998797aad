package engine_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// A trial estimates the training time. The clock of the test advances by a hundredth of a second per call, so every
// step takes that long.
func TestTrial(t *testing.T) {
	tests := []struct {
		name  string
		train protocol.Train
		want  float64 // seconds
	}{
		{"one training", protocol.Train{Target: "label", Network: drnet.Config{Steps: 500}}, 5},
		{"three, one after the other", protocol.Train{Target: "label", Network: drnet.Config{Steps: 500}, Restarts: 3}, 15},
		{"a batch of many rows", protocol.Train{Target: "label", Network: drnet.Config{Epochs: 700, Batch: 4000}}, 7},
		{
			"rules for each of three classes",
			protocol.Train{Target: "colour", Classes: protocol.ClassesEach, Network: drnet.Config{Steps: 100}, Restarts: 2},
			6,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := withTable(t, people)
			now := 0.0
			k.session.Clock = func() float64 { now += 0.01; return now }
			e := k.do(protocol.Plan{Train: test.train, Trial: true})
			planned, ok := e.(protocol.Planned)
			if !ok || math.Abs(planned.Seconds-test.want) > 0.01*test.want {
				t.Errorf("the answer is %#v, want %v seconds", e, test.want)
			}
		})
	}
}

// Without a clock the answer lacks an estimate. A stopped trial is refused like any request.
func TestTrialWithout(t *testing.T) {
	k := withTable(t, people)
	train := protocol.Train{Target: "label", Network: small}
	if p, ok := k.do(protocol.Plan{Train: train, Trial: true}).(protocol.Planned); !ok || p.Seconds != 0 {
		t.Errorf("without a clock the answer is %#v", p)
	}
	now := 0.0
	k.session.Clock = func() float64 { now += 0.001; return now }
	last := k.stop(protocol.Plan{Train: train, Trial: true}, func(e protocol.Event) bool {
		p, ok := e.(protocol.Preparing)
		return ok && p.Stage == protocol.Trying
	})
	if r, ok := last.(protocol.Refused); !ok || r.Kind != protocol.Cancelled {
		t.Errorf("a trial that was stopped is answered by %#v", last)
	}
}

// A plan keeps associations for the next one, but not those with another target, even if its classes are the same.
func TestAssociationsOfAnotherTarget(t *testing.T) {
	k := withTable(t, "a,size,b\nno,1,no\nno,2,no\nno,3,no\nyes,4,yes\nyes,5,yes\nyes,6,yes\n")
	for _, target := range []string{"a", "b", "b", "a"} {
		p := answered[protocol.Planned](k, protocol.Plan{Train: protocol.Train{Target: target, Network: small}})
		var columns []string
		for _, a := range p.Associations {
			columns = append(columns, a.Name)
		}
		want := map[string][]string{"a": {"size", "b"}, "b": {"a", "size"}}[target]
		if !slices.Equal(columns, want) {
			t.Errorf("associations with %s are of %q, want %q", target, columns, want)
		}
	}
}

// TestPlansOfOtherSettings: what a plan keeps for the next one is not used for other rows, columns or options.
func TestPlansOfOtherSettings(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("a,b,label\n")
	for i := range 200 {
		fmt.Fprintf(&csv, "%d,%d,%t\n", i%40, i%7, i%40 > 20)
	}
	requests := []protocol.Train{
		{Target: "label", Network: small},
		{Target: "label", Network: small, Split: protocol.Split{Seed: 5}},
		{Target: "label", Network: small, Ignore: []string{"b"}},
		{Target: "label", Network: small, Encoding: binarize.FitOptions{Thresholds: 3}},
		{Target: "b", Positive: "3", Network: small},
	}
	k := withTable(t, csv.String())
	plan := func(k *transcript, r protocol.Train) string {
		r.Split.Share = 0.5
		got, err := json.Marshal(answered[protocol.Planned](k, protocol.Plan{Train: r}))
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	seen := map[string]bool{}
	for round := range 2 {
		for i, r := range requests {
			got, want := plan(k, r), plan(withTable(t, csv.String()), r)
			if got != want || plan(k, r) != want {
				t.Errorf("request %d in round %d: %s, want %s", i, round, got, want)
			}
			seen[got] = true
		}
	}
	if len(seen) != len(requests) {
		t.Errorf("%d different plans of %d requests", len(seen), len(requests))
	}
}
