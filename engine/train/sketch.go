package train

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

const (
	mostLines = 64 // of a rule are told while it learns: more than can be told apart
	// mostCounted is how many words of bits are read to count the rows that rules cover, ten times a second; it takes a few
	// milliseconds. What is held or has ended is counted whatever it takes.
	mostCounted = 2 << 20
)

// sketch shows the network as it is.
func (v *reporter) sketch(whole bool) *drnet.Sketch {
	if whole {
		return v.whole(v.net)
	}
	s := v.net.Sketch(mostLines)
	covers(&s, v.net, v.unit.Train, mostCounted)
	return &s
}

// whole shows all of a network that answers; nil if nobody watches.
func (v *reporter) whole(n *drnet.Network) *drnet.Sketch {
	if v.draw == nil || n == nil {
		return nil
	}
	s := n.Whole()
	covers(&s, n, v.unit.Train, -1)
	return &s
}

// covers counts the rows on which each rule fires, unless it would read more words than most; -1 is any number.
func covers(s *drnet.Sketch, n *drnet.Network, rows protocol.Bits, most int) {
	if rows.X == nil {
		return
	}
	words := bitmat.Words(rows.X.Rows)
	sum := 0
	for _, neuron := range s.Neurons {
		sum += words * (len(neuron.Lines) + neuron.More + 1)
	}
	if most >= 0 && sum > most {
		return
	}
	fires := make([]uint64, words)
	for k := range s.Neurons {
		n.Rule(s.Neurons[k].Rule).Match(fires, rows.X)
		s.Neurons[k].Covers = bitmat.Count(fires)
	}
}
