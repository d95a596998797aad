package train

import (
	"context"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

const (
	trialSeconds = 0.2
	// warmSeconds of a trial are not counted: a browser first runs a program in a form that it has made in haste.
	warmSeconds = 0.05
	// trialRows fill the largest batch that is chosen without being asked for. A step takes no longer with more of them.
	trialRows = 40_000
	// endless is more steps than a trial makes, so many that none of them is followed by a look at the rules.
	endless = 1_000_000_000
)

// trial trains for a moment on some of the rows, and returns about how many seconds all networks of the plan would take; 0
// if there is no clock. Nothing else comes of it.
func (tr *Trainer) trial(j Job, p *Plan) (float64, error) {
	if tr.Clock == nil {
		return 0, nil
	}
	some := p.Rows.first(trialRows)
	if some.Classes != nil { // the rows are the same for each of them
		some.Positives = some.Where(func(class int) bool { return class == 0 })
	}
	u := p.Unit
	var err error
	if u.Train, err = p.Encode(j, some, nil); err != nil {
		return 0, err
	}
	// No looks at the rules: the first ones take far longer than those that come later, when few rules are left.
	c := u.config
	c.Batch, c.Epochs, c.Steps, c.Simplify = min(c.Batch, len(some.Rows)), 0, endless, nil
	ctx, cancel := context.WithCancel(j.Ctx)
	defer cancel()
	var warm, now float64 // seconds
	var warmed, made int  // steps
	began := tr.Clock()
	drnet.Train(ctx, c, u.Train.X, u.Train.Labels, func(step drnet.Progress) {
		now, made = tr.Clock()-began, step.Step
		if warmed == 0 && now >= warmSeconds {
			warm, warmed = now, made
		}
		if now >= trialSeconds {
			cancel()
		}
		j.Emit(protocol.Preparing{Stage: protocol.Trying, Done: made, Of: u.config.Steps})
	})
	if made == warmed { // one step alone takes as long as a trial
		warm, warmed = 0, 0
	}
	each := (now - warm) / float64(made-warmed)
	return each * float64(u.config.Steps) * float64(p.rounds()), j.Ctx.Err()
}

// rounds returns how many networks are trained one after the other, of those that are not trained at the same time.
func (p *Plan) rounds() int {
	units, each := p.units(), 1
	if p.Target.Classes != nil {
		each = max(p.Request.Restarts, 1)
	}
	atOnce := max(p.Started.Helpers, 1)
	return (max(units, 1) + atOnce - 1) / atOnce * each
}
