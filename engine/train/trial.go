package train

import (
	"context"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// Planned answers Plan.
func (tr *Trainer) Planned(j prepare.Job, r protocol.Plan) (protocol.Event, error) {
	p, err := tr.PlanOn(j, r.Train, tr.Split)
	if err != nil {
		return nil, err
	}
	out := protocol.Planned{Started: p.Started}
	for i, c := range p.Head.Encoder.Columns {
		if err := j.Prepare(protocol.Fitting, i, len(p.Head.Encoder.Columns)); err != nil {
			return nil, err
		}
		one := binarize.Encoder{Columns: p.Head.Encoder.Columns[i : i+1]}
		column := &tr.Table.Columns[tr.Table.Column(c.Name)]
		look := p.Rows.CheckLeakage(column, len(p.Target.Classes))
		planning := protocol.Planning{
			Name: c.Name, Features: one.Bits(), Thresholds: slices.Clone(c.Thresholds),
			Values: len(c.Values), Missable: c.Missable, Notes: look.Warnings(),
		}
		if len(c.Values) > 0 && c.Other == "" {
			planning.Others = max(look.Values-len(c.Values), 0)
		}
		out.Columns = append(out.Columns, planning)
	}
	if r.Trial {
		if out.Seconds, err = tr.trial(j, p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

const (
	trialSeconds = 0.2
	warmSeconds  = 0.05          // warm-up, while the browser still compiles the program
	trialRows    = 40_000        // fill the largest default batch; more rows do not make a step slower
	endless      = 1_000_000_000 // exceeds the steps of any trial, so that no step takes a snapshot
)

// trial trains briefly on some of the rows to estimate the training time of all networks in seconds. It returns 0
// without a clock, and it changes nothing else.
func (tr *Trainer) trial(j prepare.Job, p *PlannedRun) (float64, error) {
	if tr.Clock == nil {
		return 0, nil
	}
	some := p.Rows.First(trialRows)
	if some.Classes != nil { // the rows are the same for each class
		some.Positives = some.Where(func(class int) bool { return class == 0 })
	}
	u := p.Unit
	var err error
	if u.Train, err = some.Encode(j, p.Head.Encoder, nil); err != nil {
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
