package train

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

const (
	mostLines = 64 // lines per rule during a run; more are indistinguishable
	// mostCounted limits the words read to count coverage during a run. It takes a few milliseconds, ten times a second. A
	// limit does not apply to a paused or finished run.
	mostCounted = 2 << 20
)

// sketch draws the current network.
func (v *reporter) sketch(whole bool) *drnet.Sketch {
	if whole {
		return v.whole(v.net)
	}
	s := v.net.Sketch(mostLines)
	covers(&s, v.net, v.unit.Train, mostCounted)
	return &s
}

// whole draws a network completely; it returns nil if the network is not watched.
func (v *reporter) whole(n *drnet.Network) *drnet.Sketch {
	if v.draw == nil || n == nil {
		return nil
	}
	s := n.Whole()
	covers(&s, n, v.unit.Train, -1)
	return &s
}

// covers counts the rows that each rule covers, unless this would read more than most words. -1 means no limit.
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
