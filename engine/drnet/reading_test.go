package drnet_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// closedAt is the highest location whose gate is closed, found by halving: nothing else says where it is.
func closedAt() float32 {
	low, high := float32(drnet.ClosedByHand), float32(drnet.OpenByHand)
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return low
		}
		if drnet.Opens(middle) {
			high = middle
		} else {
			low = middle
		}
	}
}

// TestSetAtTheEdges checks gates just above and at the location where they close, and that a weight of zero gives no
// condition. The sketch reads the same rules, with their numbers.
func TestSetAtTheEdges(t *testing.T) {
	closed := closedAt()
	open := math.Nextafter32(closed, drnet.OpenByHand)
	n := &drnet.Network{
		Rules: 3, Features: 4,
		W:    []float32{1, -1, 0, 1, 1, 1, 1, 1, -0.5, 0.5, 0.25, 0},
		Loc1: []float32{open, open, open, closed, open, open, open, open, open, open, closed, open},
		Loc2: []float32{open, closed, open},
	}
	want := rule.Set{{{Feature: 0}, {Feature: 1, Not: true}}, {{Feature: 0, Not: true}, {Feature: 1}}}
	if got := n.Set(); !reflect.DeepEqual(got, want) {
		t.Errorf("Set() = %v, want %v", got, want)
	}
	if got, want := n.Rule(1), (rule.Rule{{Feature: 0}, {Feature: 1}, {Feature: 2}, {Feature: 3}}); !reflect.DeepEqual(got, want) {
		t.Errorf("Rule(1) = %v, want %v", got, want)
	}
	whole := n.Whole()
	if got := whole.Set(); !reflect.DeepEqual(got, want) {
		t.Errorf("the whole sketch reads %v, want %v", got, want)
	}
	var lines []int // of each rule: the open weights, and those of features that some rule uses
	for _, neuron := range whole.Neurons {
		lines = append(lines, len(neuron.Lines))
	}
	if want := []int{2, 4, 2}; !slices.Equal(lines, want) {
		t.Errorf("the whole sketch has %v lines, want %v", lines, want)
	}
}

// TestStrongestByGateToo checks that lines are ranked by the weight times its gate, ties by the order of the features.
func TestStrongestByGateToo(t *testing.T) {
	half := closedAt() + 0.05 // a gate that is hardly open
	if g := drnet.Gate(half); g <= 0 || g >= 0.3 {
		t.Fatalf("the gate at %v is %v, want a small one", half, g)
	}
	n := &drnet.Network{
		Rules: 1, Features: 6, W: []float32{1, 0.5, -0.5, 0.75, 0.5, 0.3},
		Loc1: []float32{half, drnet.OpenByHand, drnet.OpenByHand, drnet.OpenByHand, drnet.OpenByHand, drnet.OpenByHand},
		Loc2: []float32{drnet.OpenByHand},
	}
	for _, test := range []struct {
		most int
		want []int32
	}{
		{1, []int32{3}},
		{2, []int32{1, 3}},
		{3, []int32{1, 2, 3}},
		{4, []int32{1, 2, 3, 4}},
		{5, []int32{1, 2, 3, 4, 5}},
		{6, []int32{0, 1, 2, 3, 4, 5}},
	} {
		neuron := n.Sketch(test.most).Neurons[0]
		var got []int32
		for _, l := range neuron.Lines {
			got = append(got, l.Feature)
		}
		if !slices.Equal(got, test.want) || neuron.More != 6-len(test.want) {
			t.Errorf("the %d strongest are %v and %d more, want %v", test.most, got, neuron.More, test.want)
		}
	}
}

// TestNetworkOfOneFeature checks the range of initial weights, 1/√1.
func TestNetworkOfOneFeature(t *testing.T) {
	n := drnet.NewNetwork(200, 1, drnet.InitAuthors, 1)
	if least, most := slices.Min(n.W), slices.Max(n.W); least > -0.95 || least < -1 || most < 0.95 || most > 1 {
		t.Errorf("weights from %v to %v, want from about -1 to about 1", least, most)
	}
	for _, loc := range n.Loc2 {
		if slices.Contains(n.Loc1, loc) {
			t.Fatalf("a location of the OR Layer, %v, is one of the other layer's", loc)
		}
	}
}
