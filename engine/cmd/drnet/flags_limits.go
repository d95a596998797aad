package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// addLimitFlags adds the flags about class weights and the form of rules.
func addLimitFlags(fs *flag.FlagSet, r *protocol.Train) {
	fs.Func("class-weight", "`balanced|V=w,...`: class weights: the same total for both classes, or a weight for each named value\n"+
		"and 1 for others (default: unweighted)", classWeight(r))
	fs.Func("missed", "`N`: cost of a false negative relative to a false positive; the same as a class weight of N\n"+
		"for the positive value (default 1)", missed(r))
	fs.BoolVar(&r.Network.NoNot, "no-not", false,
		"no negated conditions: neither \"color ≠ red\" nor \"age > 50\", the negation of \"age ≤ 50\"")
	fs.Func("require", "`columns` that some rule must use, separated by commas; refinement enforces it", func(s string) error {
		r.Require = split(s)
		return nil
	})
	fs.Func("max-conditions", "maximum conditions per rule (default: unlimited); refinement enforces it", positive(&r.MaxConditions))
}

var errTwoWeights = errors.New("-class-weight and -missed are mutually exclusive")

func classWeight(r *protocol.Train) func(string) error {
	return func(s string) error {
		if r.Network.Weight > 0 {
			return errTwoWeights
		}
		if s == "balanced" {
			r.Network.Weight, r.ClassWeights = rule.Balanced, nil
			return nil
		}
		r.Network.Weight, r.ClassWeights = 0, map[string]float64{}
		for _, pair := range split(s) {
			k := strings.LastIndex(pair, "=")
			if k < 0 {
				return fmt.Errorf("it must be balanced, or value=weight with commas between pairs")
			}
			w, ok := dataset.ParseNumber(pair[k+1:])
			if !ok || !(w > 0) {
				return fmt.Errorf("the weight %q must be a number above 0", pair[k+1:])
			}
			r.ClassWeights[pair[:k]] = w
		}
		return nil
	}
}

func missed(r *protocol.Train) func(string) error {
	return func(s string) error {
		if r.Network.Weight == rule.Balanced || r.ClassWeights != nil {
			return errTwoWeights
		}
		n, ok := dataset.ParseNumber(s)
		if !ok || !(n >= drnet.LeastWeight && n <= drnet.MostWeight) {
			return fmt.Errorf("it must be a number from %v to %v", drnet.LeastWeight, float64(drnet.MostWeight))
		}
		r.Network.Weight = n
		return nil
	}
}
