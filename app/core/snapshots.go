package core

import (
	"cmp"
	"slices"
	"strings"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// mostKept snapshots of a training are kept to be looked at again, and fewer of each of several. A snapshot has at most 500
// rules with 13 texts of conditions, and a set of at most protocol.MaxListedConditions literals: with the usual 50 rules less than 40 KB,
// so that all of them take 4 MB at most, however long the training is.
const (
	mostKept       = 100
	mostKeptOfEach = 20
)

// keep adds a look at the rules. When there are too many, that one goes whose neighbours are closest together, so that those
// left lie evenly; never the first, the last or the best.
func (c *Curve) keep(s *protocol.Snapshot) {
	if s == nil {
		return
	}
	at, found := slices.BinarySearchFunc(c.Kept, s.Step, func(k *protocol.Snapshot, step int) int { return cmp.Compare(k.Step, step) })
	if found {
		return
	}
	// A new slice: the one before belongs to a State that was handed out.
	c.Kept = slices.Insert(slices.Clone(c.Kept), at, s)
	most := mostKept
	if c.Last.Restarts > 1 || c.Last.Sets > 1 {
		most = mostKeptOfEach
	}
	if len(c.Kept) <= most {
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

// Looks returns the kept snapshots of the training in front, in their order.
func (r Run) Looks() []*protocol.Snapshot {
	if len(r.Curves) == 0 {
		return nil
	}
	return r.Curves[r.Best()].Kept
}

// BestLook returns the place in Looks of the best rules by their score on training rows, -1 for none.
func (r Run) BestLook() int {
	if len(r.Curves) == 0 {
		return -1
	}
	c := r.Curves[r.Best()]
	if c.Last.Best == nil {
		return -1
	}
	return slices.IndexFunc(c.Kept, func(s *protocol.Snapshot) bool { return s.Step == c.Last.Best.Step })
}

// Sighted returns the place in Looks of the snapshot in sight, the last one if none was chosen; -1 if there is none.
func (r Run) Sighted() int {
	looks := r.Looks()
	if r.Sight == 0 || len(looks) == 0 {
		return len(looks) - 1
	}
	return nearest(looks, r.Sight)
}

// nearest returns the place of the snapshot that is nearest to a step, the earlier of two.
func nearest(looks []*protocol.Snapshot, step int) int {
	best := 0
	for i, s := range looks {
		if abs(s.Step-step) < abs(looks[best].Step-step) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// EpochOf returns the epoch that a step ends or lies in, from 1.
func (r Run) EpochOf(step int) int {
	if r.Started == nil {
		return 0
	}
	each := r.Started.Epoch()
	return (step + each - 1) / each
}

// Scrub puts a kept snapshot in sight. The last place is the newest rules, also of those that are still to come.
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

// Seek puts the snapshot in sight that is nearest to an epoch.
func (r *Run) Seek(text string) {
	epoch, ok := ParseInt(strings.TrimSpace(text))
	if looks := r.Looks(); ok && len(looks) > 0 && epoch >= 0 && epoch < maxEpoch {
		r.Scrub(nearest(looks, epoch*r.Started.Epoch()))
	}
}

const maxEpoch = 1_000_000_000

// PhaseInWords says what a step trains.
func PhaseInWords(p drnet.Phase) string {
	if p == drnet.PhaseOr {
		return "choosing rules"
	}
	return "learning conditions"
}

// LookInWords says how the rules of a snapshot fare.
func LookInWords(s *protocol.Snapshot) string {
	text := Plural(len(s.Rules), "rule", "rules") + ", " + Plural(s.Conditions, "condition", "conditions") + ", right on " +
		Percent(s.Train) + " of the training rows"
	if s.Test != nil {
		text += " and " + Percent(*s.Test) + " of the test rows"
	}
	return text + "."
}
