package core

import (
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Broken is the status of a run whose engine was lost. Only the page sets it.
const Broken drnet.Status = "broken"

// BestSnapshot returns the best snapshot whose rules are complete, and the number of its restart, or nil for none. A
// multiclass run has none, because its sets are incomplete.
func (r Run) BestSnapshot() (best *protocol.Snapshot, restart int) {
	for i, c := range r.Curves {
		for _, look := range c.Kept {
			if len(look.Set) == 0 || c.Last.Sets > 1 {
				continue
			}
			if i == r.Best() && c.Last.Best != nil && look.Step == c.Last.Best.Step { // by the engine's score, which includes class weights
				return look, c.Last.Restart
			}
			if best == nil || better(look, best) {
				best, restart = look, c.Last.Restart
			}
		}
	}
	return best, restart
}

// Salvage returns the progress to recover rules from after the engine was lost. It is the restart with the best rules,
// or every set of a multiclass run.
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
