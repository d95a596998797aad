package state

import (
	"slices"
	"time"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Run is a training: under way, or the last one.
type Run struct {
	Phase   RunPhase
	Problem *Problem
	Started *protocol.Started // nil until the engine has begun
	Last    protocol.Progress
	Curve   []Point
	Refines *protocol.Preparing // how far the refinement is, nil before it
	Model   *protocol.Model     // nil until it has ended, and for many classes
	Classes *protocol.Classes   // instead, for many classes
	Ended   drnet.Status
	Steps   int // made, once it has ended
	Setup   Setup

	reread   bool // the table was read again since, in another way
	replaced *Run // the one before, until this one has ended; it comes back if this one is refused before it begins

	since   time.Time     // the training was started, or went on after a pause
	at      time.Time     // the last event came
	before  time.Duration // it had trained before the last pause
	thinned int           // only every thinned-th point of the curve is kept
	skipped int
}

// RunPhase says how a training stands.
type RunPhase string

// The standings of a training.
const (
	Idle      RunPhase = ""
	Preparing RunPhase = "preparing" // the engine has been asked
	Training  RunPhase = "training"
	Held      RunPhase = "paused"
	Stopping  RunPhase = "stopping"
	Done      RunPhase = "done"
)

// Active reports whether the engine is at work on the training.
func (r Run) Active() bool { return r.Phase != Idle && r.Phase != Done }

// enter changes the phase, unless the training is to stop.
func (r *Run) enter(phase RunPhase) {
	if r.Phase != Stopping {
		r.Phase = phase
	}
}

// Point is one point of the curves.
type Point struct {
	Step  int
	Loss  float64
	Train float64 // accuracy of the newest look at the rules
	Test  float64 // the same of the test rows, 0 without any
	Phase drnet.Phase
}

// mostPoints of a curve are kept: a drawing is no wider.
const mostPoints = 600

// add puts a point at the end of the curve. When there are too many, every second one goes, and from then on only
// every second new one is taken.
func (r *Run) add(p Point) {
	if r.skipped++; r.skipped < max(r.thinned, 1) {
		return
	}
	r.skipped = 0
	// A new slice: the one before belongs to a State that was handed out.
	curve := append(append(make([]Point, 0, len(r.Curve)+1), r.Curve...), p)
	if len(curve) > mostPoints {
		half := curve[:0]
		for i := 0; i < len(curve); i += 2 {
			half = append(half, curve[i])
		}
		curve, r.thinned = half, 2*max(r.thinned, 1)
	}
	r.Curve = curve
}

// Epoch returns the passes through the rows that were made and are to be made.
func (r Run) Epoch() (made, all int) {
	if r.Started == nil {
		return 0, 0
	}
	each := max(r.Started.Rows/max(r.Started.Network.Batch, 1), 1)
	return r.Last.Step / each, r.Started.Network.Steps / each
}

// made reports whether the training has made a model, or it is one of its sets as learnt.
func (r Run) made(m *protocol.Model) bool {
	return r.Model == m && m != nil || r.Classes != nil && slices.Contains(r.Classes.Members, m)
}

// Learnt reports whether the training has ended with rules.
func (r Run) Learnt() bool { return r.Model != nil || r.Classes != nil }

// Before returns the rules of the training before, while this one has none yet; nil if there are none.
func (r Run) Before() *protocol.Model {
	if r.Learnt() || r.replaced == nil {
		return nil
	}
	return r.replaced.Model
}

// Kept returns how the rules fare that are in sight: those of the newest look while training, the kept ones after it.
// Ok is false as long as there are none. Test is nil without test rows.
func (r Run) Kept() (kept Standing, ok bool) {
	if r.Classes != nil {
		o := r.Classes.Learnt.Outcome
		kept = Standing{Rules: o.Rules, Conditions: o.Conditions, Train: o.Train.Accuracy}
		if o.Test != nil {
			kept.Test = &o.Test.Accuracy
		}
		return kept, true
	}
	if r.Model != nil {
		o := r.Model.Learnt.Outcome()
		kept = Standing{Rules: o.Rules, Conditions: o.Conditions, Train: o.Train.Accuracy}
		if o.Test != nil {
			kept.Test = &o.Test.Accuracy
		}
		return kept, true
	}
	if now := r.Last.Now; now != nil {
		return Standing{Rules: len(now.Rules), Conditions: now.Conditions, Train: now.Train, Test: now.Test}, true
	}
	return kept, false
}

// Standing is the size of a set and the shares of rows that it answers rightly.
type Standing struct {
	Rules, Conditions int
	Train             float64
	Test              *float64
}

// Length returns the steps that the curves are drawn over: all that are to be made, or after the end those that were.
func (r Run) Length() int {
	if r.Phase == Done && r.Classes == nil { // of many classes the last curve is there
		return r.Steps
	}
	return r.Last.Steps
}

// Left estimates how long the training will still take; ok is false while there is nothing to go by.
func (r Run) Left() (left time.Duration, ok bool) {
	took := r.took()
	if r.Last.Step == 0 || took < 300*time.Millisecond {
		return 0, false
	}
	made, all := r.Last.Step, r.Last.Steps
	if n := r.Last.Restarts; n > 1 { // one after the other
		made, all = made+(r.Last.Restart-1)*all, n*all
	}
	if n := r.Last.Sets; n > 1 {
		made, all = made+(r.Last.Set-1)*all, n*all
	}
	return time.Duration(float64(took) / float64(made) * float64(all-made)), true
}

// took is how long the training has trained, without its pauses.
func (r Run) took() time.Duration {
	if r.Phase == Held {
		return r.before
	}
	return r.before + r.at.Sub(r.since)
}

func (r *Run) progress(p protocol.Progress) {
	r.Refines = nil                                         // of the set before
	if p.Restart != r.Last.Restart || p.Set != r.Last.Set { // another network begins at nothing
		r.Curve, r.skipped, r.thinned = nil, 0, 0
	}
	r.Last = p
	if p.Now == nil { // before the first look at the rules
		return
	}
	point := Point{Step: p.Step, Loss: p.Loss, Phase: p.Phase, Train: p.Now.Train}
	if p.Now.Test != nil {
		point.Test = *p.Now.Test
	}
	r.add(point)
}
