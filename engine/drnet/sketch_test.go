package drnet_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/drnet"
)

// scattered is a network of which some gates of both layers are closed.
func scattered(rules, features int) *drnet.Network {
	n := drnet.NewNetwork(rules, features, drnet.InitAuthors, 7)
	for i := range n.Loc1 {
		n.Loc1[i] = float32(i%11) - 7
	}
	for j := range n.Loc2 {
		n.Loc2[j] = float32(j%4) - 2.5
	}
	return n
}

// TestWholeSketchSaysWhatTheNetworkSays checks that a complete sketch has the rules of the network, also after a round trip
// through JSON.
func TestWholeSketchSaysWhatTheNetworkSays(t *testing.T) {
	n := scattered(13, 40)
	s := n.Whole()
	for i := range s.Neurons {
		text, err := s.Neurons[i].Lines.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back drnet.Connections
		if err := back.UnmarshalText(text); err != nil || !slices.Equal(back, s.Neurons[i].Lines) {
			t.Fatalf("lines became %v, %v, want %v", back, err, s.Neurons[i].Lines)
		}
	}
	if got, want := s.Set(), n.Set(); !reflect.DeepEqual(got, want) {
		t.Errorf("Set() = %v, want %v", got, want)
	}
	if len(s.Neurons) != n.Rules || s.Rules != n.Rules {
		t.Errorf("%d neurons of %d, want %d", len(s.Neurons), s.Rules, n.Rules)
	}
}

// TestSketchKeepsTheStrongest checks that no line of a sketch is weaker than one that is left out.
func TestSketchKeepsTheStrongest(t *testing.T) {
	n := scattered(13, 40)
	for _, most := range []int{1, 3, 8, 100} {
		s := n.Sketch(most)
		if want := len(n.Set()); len(s.Neurons) != want || s.Whole {
			t.Fatalf("%d neurons, want the %d rules that are on", len(s.Neurons), want)
		}
		for _, neuron := range s.Neurons {
			all := n.Rule(neuron.Rule)
			if len(neuron.Lines) != min(most, len(all)) || len(neuron.Lines)+neuron.More != len(all) {
				t.Fatalf("at most %d: %d lines and %d more of %d", most, len(neuron.Lines), neuron.More, len(all))
			}
			weakest, kept := math.Inf(1), map[int]bool{}
			for i, l := range neuron.Lines {
				weakest = min(weakest, math.Abs(float64(l.Weight())))
				kept[int(l.Feature)] = true
				if i > 0 && l.Feature <= neuron.Lines[i-1].Feature {
					t.Fatal("the lines are not in the order of the features")
				}
			}
			for _, l := range all {
				k := neuron.Rule*n.Features + l.Feature
				if w := math.Abs(float64(n.W[k] * drnet.Gate(n.Loc1[k]))); !kept[l.Feature] && w > weakest {
					t.Fatalf("feature %d of weight %v is left out, and one of %v is not", l.Feature, w, weakest)
				}
			}
		}
	}
}

// TestGate has values that follow from z = clamp(σ(loc)(ζ−γ)+γ, 0, 1) and π = σ(loc − β ln(−γ/ζ)) with the paper's constants.
func TestGate(t *testing.T) {
	for _, test := range []struct{ loc, gate, probability float64 }{
		{-10, 0, 0.00022450}, {-2.5, 0, 0.28876}, {-2.3, 0.0092, 0.33149}, {0, 0.5, 0.83182}, {2.5, 1, 0.98368}, {10, 1, 0.99999},
	} {
		if got := float64(drnet.Gate(float32(test.loc))); math.Abs(got-test.gate) > 1e-3 {
			t.Errorf("Gate(%v) = %v, want %v", test.loc, got, test.gate)
		}
		if got := float64(drnet.Probability(float32(test.loc))); math.Abs(got-test.probability) > 1e-4 {
			t.Errorf("Probability(%v) = %v, want %v", test.loc, got, test.probability)
		}
		if got := drnet.Opens(float32(test.loc)); got != (test.gate > 0) {
			t.Errorf("Opens(%v) = %v and the gate is %v", test.loc, got, test.gate)
		}
	}
}

func TestDamagedLines(t *testing.T) {
	var l drnet.Connections
	for _, text := range []string{"*", "AAAA", "AAAAAAAAAAAAAAAAAA=="} {
		if l.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q was read as %v", text, l)
		}
	}
}
