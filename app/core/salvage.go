package core

import (
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Broken is the end of a training whose engine was lost. The page knows it, the engine cannot.
const Broken drnet.Status = "broken"

// bestLook returns the best rules of a training that are known in full, and the number of the training among several; nil if there
// are none. Those of several sets are no whole.
func (r Run) BestSnapshot() (best *protocol.Snapshot, restart int) {
	for i, c := range r.Curves {
		for _, look := range c.Kept {
			if len(look.Set) == 0 || c.Last.Sets > 1 {
				continue
			}
			if i == r.Best() && c.Last.Best != nil && look.Step == c.Last.Best.Step { // by the engine's measure, which counts weights too
				return look, c.Last.Restart
			}
			if best == nil || better(look, best) {
				best, restart = look, c.Last.Restart
			}
		}
	}
	return best, restart
}

// Salvage returns how the trainings stood that have found rules, when they broke off: that with the best ones, and of many classes
// all.
func (r Run) Salvage() (found []protocol.Progress) {
	for i, c := range r.Curves {
		if c.Last.Best != nil && (c.Last.Sets > 1 || i == r.Best()) {
			found = append(found, c.Last)
		}
	}
	return found
}

func better(a, b *protocol.Snapshot) bool {
	return a.Train > b.Train || a.Train == b.Train && a.Conditions < b.Conditions
}
