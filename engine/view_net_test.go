package engine_test

import (
	"reflect"
	"slices"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TestWatching checks that a watched run reports the network behind the rules and gives the same model as an unwatched
// one.
func TestWatching(t *testing.T) {
	for _, test := range []struct {
		name string
		r    protocol.Train
	}{
		{
			"heart-risk",
			protocol.Train{Target: "risk", Network: drnet.Config{Rules: 10, Steps: 2_000, Seed: 5}, Split: protocol.Split{Share: 0.2}},
		},
		{"heart-risk", protocol.Train{Target: "risk", Network: drnet.Config{Rules: 10, Steps: 500, Seed: 5}, Restarts: 2}},
		{"irises", protocol.Train{Target: "kind", Classes: protocol.ClassesEach, Network: drnet.Config{Rules: 10, Steps: 500, Seed: 5}}},
	} {
		k := withSample(t, test.name)
		plain := k.train(test.r)
		if plain.Nets != nil {
			t.Fatal("nobody watched, and there are networks")
		}
		test.r.Watch = true
		var head *protocol.Model
		seen := 0
		e := k.ask(t.Context(), test.r, func(e protocol.Event) {
			switch e := e.(type) {
			case protocol.Started:
				head = e.Head
			case protocol.Progress:
				if e.Step%100 == 0 {
					checkNet(t, e)
					seen++
				}
			}
		}).(protocol.Trained)
		if seen == 0 || head == nil || head.Encoder == nil {
			t.Fatalf("%d looks at the network of the model %+v", seen, head)
		}
		if head.Encoder.Bits() == 0 || head.Learned.Rows == 0 || len(head.Learned.Columns) == 0 {
			t.Errorf("the head is %+v", head)
		}
		sets := []rule.Set{rule.Set(e.Set)}
		if e.MultiClass != nil {
			sets = make([]rule.Set, len(e.MultiClass.Members))
		}
		if len(e.Nets) != len(sets) {
			t.Fatalf("%d networks, want %d", len(e.Nets), len(sets))
		}
		for i, net := range e.Nets {
			got := net.Set()
			if len(got) == 0 || !net.Whole || sets[i] != nil && !reflect.DeepEqual(got, sets[i]) {
				t.Errorf("network %d says %v, want %v", i, got, sets[i])
			}
		}
		e.Nets = nil
		if got, want := text(t, e), text(t, plain); got != want {
			t.Errorf("watched it is\n%s\nwant\n%s", got, want)
		}
	}
}

// checkNet compares the network of a progress event with the complete one.
func checkNet(t *testing.T, p protocol.Progress) {
	t.Helper()
	part, whole := p.Draw(false), p.Draw(true)
	set, open := whole.Set(), slices.DeleteFunc(slices.Clone(whole.Neurons), func(n drnet.Neuron) bool { return !n.Open() })
	if len(part.Neurons) != len(set) {
		t.Fatalf("step %d: %d rules are drawn, want %d", p.Step, len(part.Neurons), len(set))
	}
	for k, n := range part.Neurons {
		w := open[k]
		if n.Rule != w.Rule || n.Covers != w.Covers || n.Covers < 0 || len(n.Lines)+n.More != len(set[k]) {
			t.Fatalf("step %d: rule %d is drawn as rule %d, which covers %d rows, with %d lines and %d more; want %d rows and %d",
				p.Step, w.Rule, n.Rule, n.Covers, len(n.Lines), n.More, w.Covers, len(set[k]))
		}
	}
}
