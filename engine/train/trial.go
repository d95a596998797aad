package train

import (
	"context"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

const (
	trialSeconds = 0.2
	// warmSeconds is the warm-up time of a trial, while the browser still compiles the program.
	warmSeconds = 0.05
	// trialRows fill the largest default batch. More rows do not make a step slower.
	trialRows = 40_000
	// endless exceeds the steps of any trial, so that no step takes a snapshot.
	endless = 1_000_000_000
)

// trial trains briefly on some of the rows to estimate the training time of all networks in seconds. It returns 0
// without a clock, and it changes nothing else.
func (tr *Trainer) trial(j Job, p *PlannedRun) (float64, error) {
	if tr.Clock == nil {
		return 0, nil
	}
	some := p.Rows.first(trialRows)
	if some.Classes != nil { // the rows are the same for each class
		some.Positives = some.Where(func(class int) bool { return class == 0 })
	}
	u := p.Unit
	var err error
	if u.Train, err = p.Encode(j, some, nil); err != nil {
		return 0, err
	}
	// Disable snapshots: early ones take much longer than later ones, when few rules remain.
	c := u.config
	c.Batch, c.Epochs, c.Steps, c.Simplify = min(c.Batch, len(some.Rows)), 0, endless, nil
	ctx, cancel := context.WithCancel(j.Ctx)
	defer cancel()
	var warm, now float64 // seconds
	var warmed, made int  // steps
	began := tr.Clock()
	drnet.Train(ctx, c, u.Train.X, u.Train.Labels, func(step drnet.StepReport) {
		now, made = tr.Clock()-began, step.Step
		if warmed == 0 && now >= warmSeconds {
			warm, warmed = now, made
		}
		if now >= trialSeconds {
			cancel()
		}
		j.Emit(protocol.Preparing{Stage: protocol.Trying, Done: made, Of: u.config.Steps})
	})
	if made == warmed { // a single step exceeded the trial
		warm, warmed = 0, 0
	}
	each := (now - warm) / float64(made-warmed)
	return each * float64(u.config.Steps) * float64(p.rounds()), j.Ctx.Err()
}

// rounds returns the number of sequential rounds of network training.
func (p *PlannedRun) rounds() int {
	units, each := p.units(), 1
	if p.Target.Classes != nil {
		each = max(p.Request.Restarts, 1)
	}
	atOnce := max(p.Started.Helpers, 1)
	return (max(units, 1) + atOnce - 1) / atOnce * each
}
