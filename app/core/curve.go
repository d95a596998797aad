package core

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// RunCurve holds the chart data of one restart.
type RunCurve struct {
	Points []RunPoint
	Last   protocol.Progress    // the newest
	Kept   []*protocol.Snapshot // snapshots that can be restored, in order of steps
}

// RunPoint is one point of the curves.
type RunPoint struct {
	Step              int
	Loss              float64
	Train             float64    // training accuracy of the newest snapshot
	Test              float64    // its test accuracy, 0 without test rows
	Interval          [2]float64 // the 95% interval of Test
	Rules, Conditions int        // of that snapshot
}

// Limits of the points of a curve: about the width of a chart, and fewer for several restarts, which are drawn several times a second.
const (
	mostPoints       = 600
	mostPointsOfEach = 150
)

// thin removes one item if the list has more than most: the one whose neighbors are closest in steps, so that the others stay evenly
// spaced. It never removes the first item, the last, or the one at step best.
func thin[T any](list []T, most, best int, step func(T) int) []T {
	if len(list) <= most {
		return list
	}
	drop, closest := 0, 0
	for i := 1; i < len(list)-1; i++ {
		if gap := step(list[i+1]) - step(list[i-1]); (drop == 0 || gap < closest) && step(list[i]) != best {
			drop, closest = i, gap
		}
	}
	return slices.Delete(list, drop, drop+1)
}

// limit returns only if the run has a single curve, otherwise each.
func (c *RunCurve) limit(only, each int) int {
	return Either(c.Last.Restarts > 1 || c.Last.Sets > 1, each, only)
}

// Progress updates the run with the progress of one of its restarts.
func (r *Run) Progress(p protocol.Progress, at time.Time) {
	if !p.Ended {
		r.Refines = nil // of the previous set
	}
	r.Curves = slices.Clone(r.Curves)
	i, begun := slices.BinarySearchFunc(r.Curves, p, func(c RunCurve, p protocol.Progress) int {
		return cmp.Or(cmp.Compare(c.Last.Set, p.Set), cmp.Compare(c.Last.Restart, p.Restart))
	})
	if !begun {
		r.Curves = append(r.Curves, RunCurve{}) // slices.Insert would make the program 1 kB longer
		copy(r.Curves[i+1:], r.Curves[i:])
		r.Curves[i] = RunCurve{}
	}
	c := &r.Curves[i]
	if p.Step < c.Last.Step { // its worker was lost, so it restarted
		*c = RunCurve{}
	}
	again := p.Ended && p.Step == c.Last.Step
	c.Last = p
	c.keep(p.Best)
	c.keep(p.Now)
	if p.Now != nil && !again { // nil before the first snapshot
		point := RunPoint{Step: p.Step, Loss: p.Loss, Train: p.Now.Train, Rules: len(p.Now.Rules), Conditions: p.Now.Conditions}
		if p.Now.Test != nil {
			rows := r.Started.TestRows
			point.Test = *p.Now.Test
			point.Interval[0], point.Interval[1] = eval.RuleScore{Covered: rows, Right: int(math.Round(point.Test * float64(rows)))}.Interval()
		}
		points := append(slices.Clip(c.Points), point) // a copy: an earlier State shares the old slice
		c.Points = thin(points, c.limit(mostPoints, mostPointsOfEach), 0, func(p RunPoint) int { return p.Step })
	}
	r.Last = r.followed()
	if last := r.Last; last.Now != nil {
		r.Live = r.Live.update(&last, at)
	}
}

// followed returns the progress that the figures describe. It is that of the first restart that is still running, so that the
// figures do not jump between restarts. After the end it is that of the best one.
func (r Run) followed() protocol.Progress {
	for _, c := range r.Curves {
		if !c.Last.Ended {
			return c.Last
		}
	}
	if last := r.Curves[len(r.Curves)-1].Last; last.Sets > 1 {
		return last
	}
	return r.Curves[r.Best()].Last
}

// Best returns the index in Curves of the restart with the most accurate rules so far, 0 without rules; fewer conditions, then the earlier
// restart, break a tie. The sets of a multiclass run are not comparable, so Best returns the newest running one.
func (r Run) Best() int {
	if r.Last.Sets > 1 {
		return max(slices.IndexFunc(r.Curves, func(c RunCurve) bool { return c.Last.Set == r.Last.Set && c.Last.Restart == r.Last.Restart }), 0)
	}
	best := 0
	for i, c := range r.Curves {
		if now := c.Last.Best; now != nil && better(now, r.Curves[best].Last.Best) {
			best = i
		}
	}
	return best
}

// AtWork returns the numbers of the running restarts, if there are several.
func (r Run) AtWork() (numbers []int) {
	for _, c := range r.Curves {
		if c.Last.Restarts > 1 && !c.Last.Ended {
			numbers = append(numbers, c.Last.Restart)
		}
	}
	return numbers
}

// ahead returns the step at which a network is expected to end: its first review, where most runs end, or its last step after that.
func (r Run) ahead(c RunCurve) int {
	if r.Started == nil {
		return c.Last.Steps
	}
	network := r.Started.Network
	network.Steps = c.Last.Steps
	if first := network.NextReview(0); c.Last.Step <= first {
		return first
	}
	return c.Last.Steps
}

// Made returns the number of steps of all restarts. An ended restart counts with its expected steps, so that Made reaches planned.
func (r Run) Made() int {
	sum := 0
	for _, c := range r.Curves {
		if c.Last.Ended {
			sum += r.ahead(c)
		} else {
			sum += c.Last.Step
		}
	}
	return sum
}

// Length returns the length of the charts in steps: the expected steps during a run, see ahead, and the steps made once it has ended.
func (r Run) Length() int {
	switch {
	case r.Phase != Done:
		length := 0
		for _, c := range r.Curves {
			length = max(length, r.ahead(c))
		}
		return cmp.Or(length, r.Last.Steps)
	case len(r.Curves) < 2:
		return r.Steps
	}
	return r.Furthest()
}

// Furthest returns the largest number of steps made in a restart.
func (r Run) Furthest() int {
	most := 0
	for _, c := range r.Curves {
		most = max(most, c.Last.Step)
	}
	return most
}

// Limits of the snapshots kept for a run, and for each of several restarts. A usual one takes up to 40 KB, so all of a run up to 4 MB.
const (
	mostKept       = 100
	mostKeptOfEach = 20
)

// keep adds a snapshot in order of steps, unless there is one of its step, and removes another one if there are too many.
func (c *RunCurve) keep(s *protocol.Snapshot) {
	if s == nil {
		return
	}
	step, best := func(k *protocol.Snapshot) int { return k.Step }, 0
	at, found := slices.BinarySearchFunc(c.Kept, s.Step, func(k *protocol.Snapshot, step int) int { return cmp.Compare(k.Step, step) })
	if found {
		return
	}
	if c.Last.Best != nil {
		best = c.Last.Best.Step
	}
	// A copy: an earlier State shares the old slice.
	c.Kept = thin(append(append(c.Kept[:at:at], s), c.Kept[at:]...), c.limit(mostKept, mostKeptOfEach), best, step)
}

// bestCurve returns the curve of the best restart, the zero value before the first.
func (r Run) bestCurve() RunCurve {
	if len(r.Curves) == 0 {
		return RunCurve{}
	}
	return r.Curves[r.Best()]
}

// Snapshots returns the kept snapshots of the best restart, in order of steps.
func (r Run) Snapshots() []*protocol.Snapshot { return r.bestCurve().Kept }

// BestPlace returns the index in Snapshots of the best snapshot by training score, or -1 for none.
func (r Run) BestPlace() int {
	c := r.bestCurve()
	if c.Last.Best == nil {
		return -1
	}
	return slices.IndexFunc(c.Kept, func(s *protocol.Snapshot) bool { return s.Step == c.Last.Best.Step })
}

// ShownPlace returns the index in Snapshots of the selected snapshot, by default the last; -1 without snapshots.
func (r Run) ShownPlace() int {
	snapshots := r.Snapshots()
	if r.ShownStep == 0 || len(snapshots) == 0 {
		return len(snapshots) - 1
	}
	return nearest(snapshots, r.ShownStep)
}

// nearest returns the index of the snapshot nearest to a step, the earlier of two equally near.
func nearest(snapshots []*protocol.Snapshot, step int) int {
	best, away := 0, func(i int) int { return max(snapshots[i].Step-step, step-snapshots[i].Step) }
	for i := range snapshots {
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
	snapshots := r.Snapshots()
	switch {
	case len(snapshots) == 0:
	case place >= len(snapshots)-1:
		r.ShownStep = 0
	default:
		r.ShownStep = snapshots[max(place, 0)].Step
	}
}

// Seek selects the snapshot nearest to an epoch that the user typed. It ignores invalid texts.
func (r *Run) Seek(text string) {
	const most = 1_000_000_000
	epoch, ok := setting.ParseInt(strings.TrimSpace(text))
	if snapshots := r.Snapshots(); ok && len(snapshots) > 0 && epoch >= 0 && epoch < most {
		r.Scrub(nearest(snapshots, epoch*r.Started.Epoch()))
	}
}

// Broken is the status of a run whose engine was lost. Only the page sets it.
const Broken drnet.Status = "broken"

// BestSnapshot returns the best snapshot whose rules are complete, and the number of its restart, or nil for none. It is
// nil for a multiclass run, where a snapshot holds one of several rule sets.
func (r Run) BestSnapshot() (best *protocol.Snapshot, restart int) {
	for i, c := range r.Curves {
		for _, snapshot := range c.Kept {
			if len(snapshot.Set) == 0 || c.Last.Sets > 1 {
				continue
			}
			if i == r.Best() && c.Last.Best != nil && snapshot.Step == c.Last.Best.Step { // by the engine's score, which includes class weights
				return snapshot, c.Last.Restart
			}
			if better(snapshot, best) {
				best, restart = snapshot, c.Last.Restart
			}
		}
	}
	return best, restart
}

// Salvage returns the progress to recover rules from after a crash: of the best restart, or of every set of a multiclass run.
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
