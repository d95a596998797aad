package core

import (
	"cmp"
	"slices"
	"strings"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Limits of the snapshots kept for a run, and for each of several restarts. A snapshot has at most 500 rules with 13
// texts of conditions, and a set of at most protocol.MaxListedConditions literals. With the usual 50 rules it takes less
// than 40 KB. All snapshots of a run therefore take at most 4 MB.
const (
	mostKept       = 100
	mostKeptOfEach = 20
)

// keep adds a snapshot. When there are too many, it drops the one whose neighbors are closest together. The others
// therefore stay evenly spaced. It never drops the first, the last or the best.
func (c *Curve) keep(s *protocol.Snapshot) {
	if s == nil {
		return
	}
	at, found := slices.BinarySearchFunc(c.Kept, s.Step, func(k *protocol.Snapshot, step int) int { return cmp.Compare(k.Step, step) })
	if found {
		return
	}
	// Copy: an earlier State shares the old slice.
	c.Kept = slices.Insert(slices.Clone(c.Kept), at, s)
	if len(c.Kept) <= c.limit(mostKept, mostKeptOfEach) {
		return
	}
	drop, closest := 0, 0
	for i := 1; i < len(c.Kept)-1; i++ {
		if c.Last.Best != nil && c.Kept[i].Step == c.Last.Best.Step {
			continue
		}
		if gap := c.Kept[i+1].Step - c.Kept[i-1].Step; drop == 0 || gap < closest {
			drop, closest = i, gap
		}
	}
	c.Kept = slices.Delete(c.Kept, drop, drop+1)
}

// bestCurve returns the curve of the best restart, the zero value before the first.
func (r Run) bestCurve() Curve {
	if len(r.Curves) == 0 {
		return Curve{}
	}
	return r.Curves[r.Best()]
}

// Looks returns the kept snapshots of the best restart, in order of steps.
func (r Run) Looks() []*protocol.Snapshot { return r.bestCurve().Kept }

// BestLook returns the index in Looks of the best snapshot by training score, or -1 for none.
func (r Run) BestLook() int {
	c := r.bestCurve()
	if c.Last.Best == nil {
		return -1
	}
	return slices.IndexFunc(c.Kept, func(s *protocol.Snapshot) bool { return s.Step == c.Last.Best.Step })
}

// Sighted returns the index in Looks of the selected snapshot, by default the last; -1 without snapshots.
func (r Run) Sighted() int {
	looks := r.Looks()
	if r.Sight == 0 || len(looks) == 0 {
		return len(looks) - 1
	}
	return nearest(looks, r.Sight)
}

// nearest returns the index of the snapshot nearest to a step, the earlier of two equally near.
func nearest(looks []*protocol.Snapshot, step int) int {
	best, away := 0, func(i int) int { return max(looks[i].Step-step, step-looks[i].Step) }
	for i := range looks {
		if away(i) < away(best) {
			best = i
		}
	}
	return best
}

// EpochOf returns the epoch of a step, from 1.
func (r Run) EpochOf(step int) int {
	if r.Started == nil {
		return 0
	}
	each := r.Started.Epoch()
	return (step + each - 1) / each
}

// Scrub selects a kept snapshot by index. The last index follows the newest rules.
func (r *Run) Scrub(place int) {
	looks := r.Looks()
	switch {
	case len(looks) == 0:
	case place >= len(looks)-1:
		r.Sight = 0
	default:
		r.Sight = looks[max(place, 0)].Step
	}
}

// Seek selects the snapshot nearest to an epoch.
func (r *Run) Seek(text string) {
	epoch, ok := setting.ParseInt(strings.TrimSpace(text))
	if looks := r.Looks(); ok && len(looks) > 0 && epoch >= 0 && epoch < maxEpoch {
		r.Scrub(nearest(looks, epoch*r.Started.Epoch()))
	}
}

const maxEpoch = 1_000_000_000

// PhaseInWords names the phase of a step.
func PhaseInWords(p drnet.Phase) string {
	if p == drnet.PhaseOr {
		return "choosing rules"
	}
	return "learning conditions"
}

// SizeInWords describes the size of a rule set.
func SizeInWords(o protocol.Outcome) string {
	return Plural(o.Rules, "rule", "rules") + " with " + Plural(o.Conditions, "condition", "conditions")
}

// LookInWords describes the size and the accuracy of a snapshot's rules.
func LookInWords(s *protocol.Snapshot) string {
	text := Plural(len(s.Rules), "rule", "rules") + ", " + Plural(s.Conditions, "condition", "conditions") + ", right on " +
		Percent(s.Train) + " of the training rows"
	if s.Test != nil {
		text += " and " + Percent(*s.Test) + " of the test rows"
	}
	return text + "."
}

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
			if better(look, best) {
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

// better reports whether a is more accurate than b, or shorter in a tie. Any snapshot is better than nil.
func better(a, b *protocol.Snapshot) bool {
	return b == nil || a.Train > b.Train || a.Train == b.Train && a.Conditions < b.Conditions
}
