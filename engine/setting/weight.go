package setting

import (
	"errors"
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

var errTwoWeights = errors.New("-class-weight and -missed are mutually exclusive")

func parseClassWeight(r *protocol.Train, text string) error {
	if r.Network.Weight > 0 {
		return errTwoWeights
	}
	if text == "balanced" {
		r.Network.Weight, r.ClassWeights = rule.Balanced, nil
		return nil
	}
	r.Network.Weight, r.ClassWeights = 0, map[string]float64{}
	for pair := range strings.SplitSeq(text, ",") {
		if pair == "" {
			continue
		}
		k := strings.LastIndex(pair, "=")
		if k < 0 {
			return errors.New("it must be balanced, or value=weight with commas between pairs")
		}
		w, ok := dataset.ParseNumber(pair[k+1:])
		if !ok || !(w > 0) {
			return fmt.Errorf("the weight %q must be a number above 0", pair[k+1:])
		}
		r.ClassWeights[pair[:k]] = w
	}
	return nil
}

func parseMissed(r *protocol.Train, text string) error {
	if r.Network.Weight == rule.Balanced || r.ClassWeights != nil {
		return errTwoWeights
	}
	n, ok := dataset.ParseNumber(text)
	if !ok || !(n >= drnet.LeastWeight && n <= drnet.MostWeight) {
		return fmt.Errorf("it must be a number from %v to %v", drnet.LeastWeight, float64(drnet.MostWeight))
	}
	r.Network.Weight = n
	return nil
}

// parsePrice reads a minimum gain per condition: auto, off or a share of the rows.
func parsePrice(r *protocol.Train, text string) error {
	switch text {
	case "auto":
		r.Refine = rule.AutoPrice
		return nil
	case "off":
		r.Refine = rule.NoPrice
		return nil
	}
	x, ok := dataset.ParseNumber(text)
	if !ok || x <= 0 || x > rule.MaxPrice {
		return fmt.Errorf("it must be auto, off, or a number above 0 and at most %d", rule.MaxPrice)
	}
	r.Refine = x
	return nil
}
