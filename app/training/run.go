package training

import (
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

func (u *update) start(at time.Time) {
	other := u.c.Busy && !u.c.Run.Active() // the engine is busy with another task
	if u.c.Obstacle() != "" || u.run.Active() || other {
		return
	}
	before := u.run
	if before.Model == nil && before.Previous != nil { // the last run failed and is not kept
		before = *before.Previous
	}
	before.Previous, before.Problem = nil, nil
	u.run = core.Run{Phase: core.Preparing, Setup: u.c.Setup, Slowed: u.Speed > 0, Resumed: at, LastEvent: at, Previous: &before}
	u.do(core.RunBegan{})
	request := u.c.Request(u.c.Setup)
	request.Watch = true
	u.id = u.ask(request)
	if u.Speed > 0 {
		u.control(protocol.Pace{Epochs: u.Speed})
	}
}

// controlIn sends a request that is only valid in one phase of a run.
func (u *update) controlIn(phase core.RunPhase, r protocol.Request) {
	if u.run.Phase == phase {
		u.control(r)
	}
}

func (u *update) stop() {
	if u.run.Active() && u.run.Phase != core.Stopping {
		if u.run.Phase == core.Held { // the next event restarts its clock
			u.run.Resumed = time.Time{}
		}
		u.run.Phase = core.Stopping
		u.control(protocol.Stop{})
	}
}

// step trains the next epoch of the active run, which then pauses. Without an active run, it starts one.
func (u *update) step(at time.Time) {
	switch phase := u.run.Phase; {
	case steerable(u.c) != "":
		return
	case !u.run.Active():
		u.start(at)
	case phase != core.Training && phase != core.Held && phase != core.Preparing:
		return
	}
	u.control(protocol.Step{})
}

// speed sets the interval of view updates, also for the active run.
func (u *update) speed(epochs int) {
	u.Speed = max(epochs, 0)
	if u.run.Active() && u.run.Phase != core.Stopping {
		u.run.Slowed = u.run.Slowed || u.Speed > 0
		u.control(protocol.Pace{Epochs: u.Speed})
	}
}

// restart starts a run with the current settings. It first discards the active run.
func (u *update) restart(at time.Time) {
	if !u.run.Active() {
		u.start(at)
		return
	}
	if u.c.Obstacle() != "" { // keep the active run, because a new one could not start
		return
	}
	u.stop()
	u.run.StartsOver = true
}

// over starts the new run of a restart, once the previous run has ended, and reports whether it did.
func (u *update) over(at time.Time) (again bool) {
	if !u.run.StartsOver {
		return false
	}
	if u.run.Previous != nil {
		u.run = *u.run.Previous
	} else {
		u.run = core.Run{}
	}
	u.do(core.RunEnded{})
	u.start(at)
	return true
}

// hear handles an event of the run. In the phase Stopping, late events do not change the phase; a Stop that came too early is sent again.
func (u *update) hear(e protocol.Event, at time.Time) {
	r := &u.run
	if r.Resumed.IsZero() {
		r.Resumed, r.LastEvent = at, at
	}
	switch e := e.(type) {
	case protocol.Started:
		r.Started, r.Resumed, r.LastEvent = &e, at, at
		u.announce("Training has started.", at)
		if r.Phase == core.Stopping {
			u.control(protocol.Stop{})
		} else {
			r.Phase = core.Training
		}
	case protocol.Progress:
		if r.Phase != core.Held { // otherwise the event was sent before the pause
			r.LastEvent = at
		}
		if r.Started != nil {
			r.Progress(e, at)
			u.announceQuarter(at)
		}
	case protocol.Found:
		r.Found, r.LastEvent = append(slices.Clip(r.Found), e), at
	case protocol.Preparing:
		if e.Stage == protocol.Refining {
			r.Refines, r.LastEvent = &e, at
		}
	case protocol.Paused:
		if r.Phase == core.Training {
			r.LastEvent = at
			r.Elapsed, r.Phase, r.Live = r.Took(), core.Held, r.Live.CatchUp(at)
			u.announce("Paused.", at)
		}
	case protocol.Resumed:
		if r.Phase == core.Held {
			r.Phase, r.Resumed, r.LastEvent = core.Training, at, at
			u.announce("Training goes on.", at)
		}
	case protocol.Trained:
		if !u.over(at) {
			u.ended(core.RunEnded{Result: &e}, at)
			u.do(core.Say{Text: Summary(u.run)})
		}
	}
}

func (u *update) ended(end core.RunEnded, at time.Time) {
	r, e := &u.run, end.Result
	if r.Phase != core.Held {
		r.LastEvent = at
	}
	r.Phase, r.Model, r.Classes, r.Nets, r.Ended, r.Steps = core.Done, e.Model, e.MultiClass, e.Nets, e.Status, e.Steps
	r.Previous, r.Found = nil, nil
	if best := r.BestPlace(); best >= 0 { // select the checkpoint that the model was made of
		r.Scrub(best)
	}
	u.do(end)
}

// refused ends a run that failed or was cancelled. A crash keeps the best rules, see salvage; before the start, the previous run is shown.
func (u *update) refused(p *core.Problem, at time.Time) {
	crashed := p.Kind == protocol.Crashed
	if (p.Cancelled() || crashed) && u.run.StartsOver {
		u.over(at)
		if crashed {
			u.do(core.Say{Text: p.Message})
		}
		return
	}
	if crashed && u.salvage(p, at) {
		return
	}
	u.do(core.RunEnded{})
	if u.run.Phase = core.Idle; u.run.Started == nil && u.run.Previous != nil {
		u.run = *u.run.Previous
	}
	if !p.Cancelled() {
		u.run.Problem = p
		u.do(core.Say{Text: p.Message})
	}
}
