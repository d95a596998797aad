package core

import (
	"slices"
	"time"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Run is a training: under way, or the last one.
type Run struct {
	Phase   RunPhase
	Problem *Problem
	Started *protocol.Started    // nil until the engine has begun
	Last    protocol.Progress    // of the training that is followed: of several at work the first
	Curves  []Curve              // one for each training that has begun, in their order
	Live    Live                 // the rules of the training that is followed
	Sight   int                  // step of the snapshot that is looked at; 0 for the newest rules
	Refines *protocol.Preparing  // how far the refinement is, nil before it
	Model   *protocol.Model      // nil until it has ended, and for many classes
	Classes *protocol.MultiClass // instead, for many classes
	Nets    []*drnet.Sketch      // the networks that the rules were read from, once it has ended
	Ended   drnet.Status
	Steps   int // made, once it has ended
	Setup   Setup

	Features     []binarize.Feature // of the networks
	Phrases      [][2]string        // how they and their negations read
	Leaving      []leaving          // rules of the network that is followed
	StartsOver   bool               // when it has ended, another one begins in its place
	Slowed       bool               // it waited for whoever looked
	Announced    int                // quarters of it that were announced
	TableChanged bool               // the table was read again since, in another way
	Previous     *Run               // the one before, until this one has ended; it comes back if this one is refused before it begins

	Resumed   time.Time     // the training was started, or went on after a pause
	LastEvent time.Time     // the last event came
	Elapsed   time.Duration // it had trained before the last pause
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

// Enter changes the phase, unless the training is to stop.
func (r *Run) Enter(phase RunPhase) {
	if r.Phase != Stopping {
		r.Phase = phase
	}
}

// Epoch returns the passes through the rows that were made and are to be made.
func (r Run) Epoch() (made, all int) {
	if r.Started == nil {
		return 0, 0
	}
	each := r.Started.Epoch()
	return r.Last.Step / each, r.Started.Network.Steps / each
}

// Gave reports whether the training has given a model, or it is one of its sets as learnt.
func (r Run) Gave(m *protocol.Model) bool {
	return r.Model == m && m != nil || r.Classes != nil && slices.Contains(r.Classes.Members, m)
}

// Learnt reports whether the training has ended with rules.
func (r Run) Learnt() bool { return r.Model != nil || r.Classes != nil }

// Before returns the rules of the training before, while this one has none yet; nil if there are none.
func (r Run) Before() *protocol.Model {
	if r.Learnt() || r.Previous == nil {
		return nil
	}
	return r.Previous.Model
}

// Kept returns how the rules fare that are in sight: those of the newest look while training, the kept ones after it.
// Ok is false as long as there are none. Test is nil without test rows.
func (r Run) Kept() (kept Standing, ok bool) {
	if r.Classes != nil {
		o := r.Classes.Learned.Outcome
		kept = Standing{Rules: o.Rules, Conditions: o.Conditions, Train: o.Train.Accuracy}
		if o.Test != nil {
			kept.Test = &o.Test.Accuracy
		}
		return kept, true
	}
	if r.Model != nil {
		o := r.Model.Learned.Outcome()
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

// Left estimates how long the training will still take; ok is false while there is nothing to go by.
func (r Run) Left() (left time.Duration, ok bool) {
	took := r.Took()
	if r.Last.Step == 0 || took < 300*time.Millisecond {
		return 0, false
	}
	made, all := r.Made(), r.Last.Steps*max(r.Last.Restarts, 1)*max(r.Last.Sets, 1)
	return time.Duration(float64(took) / float64(made) * float64(all-made)), true
}

// Took is how long the training has trained, without its pauses.
func (r Run) Took() time.Duration {
	if r.Phase == Held {
		return r.Elapsed
	}
	return r.Elapsed + r.LastEvent.Sub(r.Resumed)
}
