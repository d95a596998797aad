package core

import (
	"cmp"
	"slices"
	"time"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Curve is what is drawn of one training.
type Curve struct {
	Points []Point
	Last   protocol.Progress    // the newest
	Kept   []*protocol.Snapshot // looks at the rules that can be had again, in their order

	thinned int // only every thinned-th point is kept
	skipped int
}

// Point is one point of the curves.
type Point struct {
	Step  int
	Loss  float64
	Train float64 // accuracy of the newest look at the rules
	Test  float64 // the same of the test rows, 0 without any
	Phase drnet.Phase

	Rules, Conditions int // of that look
}

// mostPoints of a curve are kept: a drawing is no wider. Of several trainings each has fewer, because the page draws all of
// them ten times a second.
const (
	mostPoints       = 600
	mostPointsOfEach = 150
)

// add puts a point at the end of the curve. When there are too many, every second one goes, and from then on only
// every second new one is taken.
func (c *Curve) add(p Point) {
	if c.skipped++; c.skipped < max(c.thinned, 1) {
		return
	}
	c.skipped = 0
	most := mostPoints
	if c.Last.Restarts > 1 || c.Last.Sets > 1 {
		most = mostPointsOfEach
	}
	// A new slice: the one before belongs to a State that was handed out.
	points := append(append(make([]Point, 0, len(c.Points)+1), c.Points...), p)
	if len(points) > most {
		half := points[:0]
		for i := 0; i < len(points); i += 2 {
			half = append(half, points[i])
		}
		points, c.thinned = half, 2*max(c.thinned, 1)
	}
	c.Points = points
}

// Progress takes in how a training stands, one of several perhaps.
func (r *Run) Progress(p protocol.Progress, at time.Time) {
	if !p.Ended {
		r.Refines = nil // of the set before
	}
	r.Curves = slices.Clone(r.Curves)
	i, begun := slices.BinarySearchFunc(r.Curves, p, func(c Curve, p protocol.Progress) int {
		return cmp.Or(cmp.Compare(c.Last.Set, p.Set), cmp.Compare(c.Last.Restart, p.Restart))
	})
	if !begun {
		r.Curves = slices.Insert(r.Curves, i, Curve{})
	}
	c := &r.Curves[i]
	if p.Step < c.Last.Step { // its worker was lost, and it begins again
		*c = Curve{}
	}
	again := p.Ended && p.Step == c.Last.Step
	c.Last = p
	c.keep(p.Best)
	c.keep(p.Now)
	if p.Now != nil && !again { // there is none before the first look at the rules
		point := Point{Step: p.Step, Loss: p.Loss, Phase: p.Phase, Train: p.Now.Train, Rules: len(p.Now.Rules), Conditions: p.Now.Conditions}
		if p.Now.Test != nil {
			point.Test = *p.Now.Test
		}
		c.add(point)
	}
	before := r.Last
	r.Last = r.followed().Last
	r.change(before, r.Last)
	if now := r.Last.Now; now != nil {
		r.Live = r.Live.look(now.Rules, [2]int{r.Last.Set, r.Last.Restart}, at)
	}
}

// followed returns the training that the figures are of: the first that has not ended, so that they do not jump from one
// to another; after the end the best one.
func (r Run) followed() Curve {
	for _, c := range r.Curves {
		if !c.Last.Ended {
			return c
		}
	}
	if last := len(r.Curves) - 1; r.Curves[last].Last.Sets > 1 {
		return r.Curves[last]
	}
	return r.Curves[r.Best()]
}

// Best returns the place in Curves of the training with the best rules so far, the first of equals: those that are right
// most often, and of these the shortest. It is 0 as long as there are none. Sets of rules for many classes answer different
// questions, of which none is the best: of these it is the newest that is at work.
func (r Run) Best() int {
	if r.Last.Sets > 1 {
		return max(slices.IndexFunc(r.Curves, func(c Curve) bool { return c.Last.Set == r.Last.Set && c.Last.Restart == r.Last.Restart }), 0)
	}
	best := 0
	for i, c := range r.Curves {
		now, before := c.Last.Best, r.Curves[best].Last.Best
		if now != nil && (before == nil || now.Train > before.Train || now.Train == before.Train && now.Conditions < before.Conditions) {
			best = i
		}
	}
	return best
}

// AtWork returns the numbers of the trainings that are at work, of several.
func (r Run) AtWork() (numbers []int) {
	for _, c := range r.Curves {
		if c.Last.Restarts > 1 && !c.Last.Ended {
			numbers = append(numbers, c.Last.Restart)
		}
	}
	return numbers
}

// Made returns the steps of all trainings, with those that one did not need.
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

// Length returns the steps that the curves are drawn over: all that are to be made, or after the end those that were.
func (r Run) Length() int {
	if r.Phase != Done {
		return r.Last.Steps
	}
	if len(r.Curves) < 2 {
		return r.Steps
	}
	return r.Furthest()
}

// Furthest returns the most steps that one training has made.
func (r Run) Furthest() int {
	most := 0
	for _, c := range r.Curves {
		most = max(most, c.Last.Step)
	}
	return most
}
