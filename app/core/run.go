package core

import (
	"slices"
	"time"

	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Run is the current or the latest run.
type Run struct {
	Number    int // from 1; 0 until the run has ended with rules
	Phase     RunPhase
	Problem   *Problem
	Started   *protocol.Started    // nil until the engine has begun
	Last      protocol.Progress    // of the displayed restart: the first running one
	Curves    []RunCurve           // one for each restart that has begun, in order
	Live      Live                 // rules of the displayed restart
	ShownStep int                  // step of the selected snapshot; 0 for the newest
	Found     []protocol.Found     // complete, refined rules of a run in progress, each better than the one before
	Refines   *protocol.Preparing  // progress of the refinement, nil before it
	Model     *protocol.Model      // nil during the run and for multiclass models
	Classes   *protocol.MultiClass // the multiclass model, otherwise nil
	Nets      []*drnet.Sketch      // networks of the rules, after the end
	Ended     drnet.Status
	Steps     int // steps made, after the end
	Setup     Setup

	StartsOver   bool // another run starts when it ends
	Slowed       bool // a speed limit delayed it
	Announced    int  // number of quarters announced to screen readers
	TableChanged bool // the table has since been parsed with other options
	Previous     *Run // previous run until this one ends; restored if this one is rejected

	Resumed   time.Time     // time of the start or of the latest resume; zero from the stop of a paused run until the engine goes on
	LastEvent time.Time     // time of the latest event
	Elapsed   time.Duration // training time before the last pause
}

// ListedRun is a run in the list of runs, with its rules as they were last shown.
type ListedRun struct {
	Run
	Revision   Revision
	MultiClass *protocol.MultiClass // nil for a model of one class
	Opened     bool                 // from the list
}

// RunPhase is the phase of a run.
type RunPhase string

// The phases of a run.
const (
	Idle      RunPhase = ""
	Preparing RunPhase = "preparing" // the engine has not started yet
	Training  RunPhase = "training"
	Held      RunPhase = "paused"
	Stopping  RunPhase = "stopping"
	Done      RunPhase = "done"
)

// Active reports whether a run is in progress.
func (r Run) Active() bool { return r.Phase != Idle && r.Phase != Done }

// Epoch returns the number of epochs made and the total.
func (r Run) Epoch() (made, all int) {
	if r.Started == nil {
		return 0, 0
	}
	each := r.Started.Epoch()
	return r.Last.Step / each, r.Started.Network.Steps / each
}

// Learnt reports whether the run ended with rules.
func (r Run) Learnt() bool { return r.Model != nil || r.Classes != nil }

// Restored reports whether the run comes from a project: its charts and snapshots are gone.
func (r Run) Restored() bool { return r.Learnt() && r.Started == nil }

// Slim returns an ended run without the data that only the current run needs. It keeps one snapshot of each restart, the best.
func (r Run) Slim() Run {
	r.Curves, r.Live, r.Previous = slices.Clone(r.Curves), Live{}, nil
	for i := range r.Curves {
		c := &r.Curves[i]
		c.Last.Now = nil
		c.Kept = slices.DeleteFunc(slices.Clone(c.Kept), func(s *protocol.Snapshot) bool {
			return c.Last.Best == nil || s.Step != c.Last.Best.Step
		})
	}
	return r
}

// Ending returns why the run ended. It is Unchanged if every network ended before its last step: none found better rules.
func (r Run) Ending() drnet.Status {
	early := func(c RunCurve) bool { return c.Last.Ended && c.Last.Step < c.Last.Steps }
	if r.Ended == drnet.Finished && len(r.Curves) > 0 && !slices.ContainsFunc(r.Curves, func(c RunCurve) bool { return !early(c) }) {
		return drnet.Unchanged
	}
	return r.Ended
}

// Version returns the stage of the displayed rules; of a multiclass model, that of its first set.
func (r Run) Version() Stage {
	m := r.Model
	if r.Classes != nil {
		m = r.Classes.Members[0]
	}
	switch {
	case m == nil && len(r.Found) > 0:
		return Refined
	case m == nil:
		return Raw
	case m.Learned.Refined == nil:
		return Simplified
	}
	return Refined
}

// Before returns the model of the previous run until this one has rules, or nil.
func (r Run) Before() *protocol.Model {
	if r.Learnt() || r.Previous == nil {
		return nil
	}
	return r.Previous.Model
}

// Kept returns the scores of the newest rules: of the final rules after the run, and during it of the newest refined rules or, before
// there are any, of the newest snapshot. Ok is false without rules.
func (r Run) Kept() (kept protocol.Outcome, ok bool) {
	now := r.Last.Now
	if n := len(r.Found); n > 0 {
		now = &r.Found[n-1].Snapshot
	}
	switch {
	case r.Learnt():
		return protocol.ModelFile{Model: r.Model, MultiClass: r.Classes}.Outcome(), true
	case now != nil:
		kept.Rules, kept.Conditions, kept.Train.Accuracy = len(now.Rules), now.Conditions, now.Train
		if now.Test != nil {
			kept.Test = &eval.Scores{Accuracy: *now.Test}
		}
		return kept, true
	}
	return kept, false
}

// Left estimates the remaining time until the expected end, see ahead; ok is false until it can be estimated.
func (r Run) Left() (left time.Duration, ok bool) {
	took, made, all := r.Took(), r.Made(), r.planned()
	const short, long = 300 * time.Millisecond, 3 * time.Second // the first steps of a run are slower than the others
	if made == 0 || took < short || took < long && made < all/100 {
		return 0, false
	}
	return time.Duration(float64(took) / float64(made) * float64(all-made)), true
}

// planned returns the sum of the expected steps of all restarts and sets, see ahead; 0 before they are known.
func (r Run) planned() int {
	later := max(r.Last.Restarts, 1)*max(r.Last.Sets, 1) - len(r.Curves)
	sum := later * r.ahead(RunCurve{Last: protocol.Progress{Steps: r.Last.Steps}})
	for _, c := range r.Curves {
		sum += r.ahead(c)
	}
	return sum
}

// Reviewed reports whether the first review of a running network is still to come, at which it may end early.
func (r Run) Reviewed() bool {
	return slices.ContainsFunc(r.Curves, func(c RunCurve) bool { return !c.Last.Ended && r.ahead(c) < c.Last.Steps })
}

// Completed returns the share of the expected steps that are made, rounded down to a number of parts: Completed(100) is a percentage.
func (r Run) Completed(parts int) int {
	if all := r.planned(); all > 0 {
		return parts * r.Made() / all
	}
	return 0
}

// Took returns the training time without pauses.
func (r Run) Took() time.Duration {
	if r.Phase == Held || r.Resumed.IsZero() {
		return r.Elapsed
	}
	return r.Elapsed + r.LastEvent.Sub(r.Resumed)
}
