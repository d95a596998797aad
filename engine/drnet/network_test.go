package drnet_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/rule"
)

func TestNewNetwork(t *testing.T) {
	const rules, features = 50, 100
	tests := []struct {
		init       drnet.Init
		least      float64 // of the weights
		most       float64
		mean, root float64 // of a uniform distribution between them: the mean, and the deviation
	}{
		{drnet.InitAuthors, -0.1, 0.1, 0, 0.2 / math.Sqrt(12)},
		{drnet.InitPaper, 0, 1, 0.5, 1 / math.Sqrt(12)},
	}
	for _, test := range tests {
		n := drnet.NewNetwork(rules, features, test.init, 3)
		mean, root := moments(n.W)
		if least, most := float64(slices.Min(n.W)), float64(slices.Max(n.W)); least < test.least || most > test.most {
			t.Errorf("%s: weights from %v to %v, want within %v and %v", test.init, least, most, test.least, test.most)
		}
		if math.Abs(mean-test.mean) > 0.02*(test.most-test.least) || math.Abs(root/test.root-1) > 0.03 {
			t.Errorf("%s: weights of mean %v and deviation %v, want %v and %v", test.init, mean, root, test.mean, test.root)
		}
		mean, root = moments(n.Loc1)
		if math.Abs(mean) > 0.001 || math.Abs(root/0.01-1) > 0.05 {
			t.Errorf("%s: locations of mean %v and deviation %v, want 0 and 0.01", test.init, mean, root)
		}
		if len(n.Loc2) != rules || slices.Contains(n.Loc1, n.Loc2[0]) {
			t.Errorf("%s: %d locations of the OR Layer, the first of which is %v, one of the other layer's", test.init, len(n.Loc2), n.Loc2[0])
		}
	}
}

func moments(values []float32) (mean, deviation float64) {
	squares := 0.
	for _, v := range values {
		mean += float64(v) / float64(len(values))
		squares += float64(v) * float64(v) / float64(len(values))
	}
	return mean, math.Sqrt(squares - mean*mean)
}

func TestNewNetworkFollowsFromItsSeed(t *testing.T) {
	a, b := drnet.NewNetwork(5, 7, drnet.InitAuthors, 1), drnet.NewNetwork(5, 7, drnet.InitAuthors, 1)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("one seed gave %v and %v", a, b)
	}
	if c := drnet.NewNetwork(5, 7, drnet.InitAuthors, 2); reflect.DeepEqual(a.W, c.W) || reflect.DeepEqual(a.Loc1, c.Loc1) {
		t.Errorf("two seeds gave the same network")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	n := drnet.NewNetwork(2, 3, drnet.InitAuthors, 1)
	want := fmt.Sprint(*n)
	c := n.Clone()
	if !reflect.DeepEqual(c, n) {
		t.Errorf("Clone() = %v, want %v", c, n)
	}
	c.W[0], c.Loc1[0], c.Loc2[0] = 9, 9, 9
	if got := fmt.Sprint(*n); got != want {
		t.Errorf("after a change of the clone the network is %v, want %v", got, want)
	}
}

func TestSet(t *testing.T) {
	const open, shut = 0, -3 // locations on either side of ln(0.1/1.1) = -2.398
	n := &drnet.Network{
		Rules: 4, Features: 3,
		W:    []float32{1, -0.5, 2 /**/, 1, 1, 1 /**/, 1, 1, 1 /**/, 0, -1e-30, 1},
		Loc1: []float32{open, open, shut /**/, open, open, open /**/, shut, shut, shut /**/, open, open, -2.397},
		Loc2: []float32{open, shut, -2.397, open},
	}
	want := rule.Set{
		{{Feature: 0}, {Feature: 1, Not: true}}, // a shut gate leaves its condition out
		{},                                      // a rule whose gates are all shut fires always
		{{Feature: 1, Not: true}, {Feature: 2}}, // a weight of 0 asks nothing, one near it does
	}
	if got := n.Set(); !reflect.DeepEqual(got, want) {
		t.Errorf("Set() = %v, want %v", got, want)
	}
}
