package core

import (
	"cmp"
	"slices"
	"time"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Curve holds the chart data of one restart.
type Curve struct {
	Points []Point
	Last   protocol.Progress    // the newest
	Kept   []*protocol.Snapshot // snapshots that can be restored, in order of steps

	thinned int // only every thinned-th point is kept
	skipped int
}

// Point is one point of the curves.
type Point struct {
	Step  int
	Loss  float64
	Train float64 // training accuracy of the newest snapshot
	Test  float64 // test accuracy, 0 without test rows
	Phase drnet.Phase

	Rules, Conditions int // of that snapshot
}

// Limits of the points of a curve: about the width of a chart. Several restarts have fewer points each, because the page
// draws all of them ten times a second.
const (
	mostPoints       = 600
	mostPointsOfEach = 150
)

// add appends a point to the curve. When there are too many, it drops every second point and from then on adds only
// every second new one.
func (c *Curve) add(p Point) {
	if c.skipped++; c.skipped < max(c.thinned, 1) {
		return
	}
	c.skipped = 0
	points := append(slices.Clip(c.Points), p) // a copy: an earlier State shares the old slice
	if len(points) > c.limit(mostPoints, mostPointsOfEach) {
		half := points[:0]
		for i := 0; i < len(points); i += 2 {
			half = append(half, points[i])
		}
		points, c.thinned = half, 2*max(c.thinned, 1)
	}
	c.Points = points
}

// limit returns a limit for the only curve of a run, or the one for each of several.
func (c *Curve) limit(only, each int) int {
	if c.Last.Restarts > 1 || c.Last.Sets > 1 {
		return each
	}
	return only
}

// Progress updates the run with the progress of one of its restarts.
func (r *Run) Progress(p protocol.Progress, at time.Time) {
	if !p.Ended {
		r.Refines = nil // of the previous set
	}
	r.Curves = slices.Clone(r.Curves)
	i, begun := slices.BinarySearchFunc(r.Curves, p, func(c Curve, p protocol.Progress) int {
		return cmp.Or(cmp.Compare(c.Last.Set, p.Set), cmp.Compare(c.Last.Restart, p.Restart))
	})
	if !begun {
		r.Curves = slices.Insert(r.Curves, i, Curve{})
	}
	c := &r.Curves[i]
	if p.Step < c.Last.Step { // its worker was lost, so it restarted
		*c = Curve{}
	}
	again := p.Ended && p.Step == c.Last.Step
	c.Last = p
	c.keep(p.Best)
	c.keep(p.Now)
	if p.Now != nil && !again { // nil before the first snapshot
		point := Point{Step: p.Step, Loss: p.Loss, Phase: p.Phase, Train: p.Now.Train, Rules: len(p.Now.Rules), Conditions: p.Now.Conditions}
		if p.Now.Test != nil {
			point.Test = *p.Now.Test
		}
		c.add(point)
	}
	before := r.Last
	r.Last = r.followed()
	r.change(before, r.Last)
	if now := r.Last.Now; now != nil {
		r.Live = r.Live.look(now.Rules, [2]int{r.Last.Set, r.Last.Restart}, at)
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

// Best returns the index in Curves of the restart with the most accurate rules so far, or 0 without rules. Fewer
// conditions break a tie, then the earlier restart. The sets of a multiclass run are not comparable, so Best returns
// the newest running one.
func (r Run) Best() int {
	if r.Last.Sets > 1 {
		return max(slices.IndexFunc(r.Curves, func(c Curve) bool { return c.Last.Set == r.Last.Set && c.Last.Restart == r.Last.Restart }), 0)
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

// Made returns the steps made in all restarts. A restart that stopped early counts in full.
func (r Run) Made() int {
	sum := 0
	for _, c := range r.Curves {
		if c.Last.Ended {
			sum += c.Last.Steps
		} else {
			sum += c.Last.Step
		}
	}
	return sum
}

// Length returns the length of the charts in steps: the planned steps during a run, the steps made after it.
func (r Run) Length() int {
	if r.Phase != Done {
		return r.Last.Steps
	}
	if len(r.Curves) < 2 {
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
