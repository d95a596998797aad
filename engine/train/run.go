package train

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// Work returns the request that runs the unit.
func (u *Unit) Work() protocol.RunUnit {
	w := protocol.RunUnit{Train: u.Request, Model: u.Head, Rows: u.Train, TestRows: u.Test}
	w.Watch = u.Watch
	return w
}

// RunUnit runs a unit.
func RunUnit(j prepare.Job, w protocol.RunUnit) (protocol.Event, error) {
	if err := w.Model.Validate(); err != nil {
		return nil, err
	}
	if err := w.Network.Validate(); err != nil {
		return nil, err
	}
	if features := w.Model.Encoder.Bits(); w.Rows.X == nil || w.Rows.X.Rows == 0 || w.Rows.X.Cols != features ||
		w.TestRows.X != nil && w.TestRows.X.Cols != features {
		return nil, protocol.BadSettingf("start again", "the rows of the unit do not match its encoder")
	}
	u := Unit{Request: w.Train, Watch: w.Watch, Head: w.Model, Train: w.Rows, Test: w.TestRows}
	u.Request.Watch = false
	u.Configure(bitmat.Count(u.Train.Labels), u.Train.X.Rows)
	if isBaseline(u.Request) {
		return u.runBaseline(j)
	}
	t := u.restarts(j)
	var refined *refine.Refinement
	if u.refines(t) {
		rows := u.Train.X.Rows
		if refined = u.refineRules(j, &t, u.searched()); refined != nil {
			u.prune(j, refined, rows)
		}
	}
	return protocol.UnitDone{
		Status: t.status, Steps: t.steps, Score: t.best.Score, Model: u.Written(t, refined),
		Set: t.best.Set, Sets: t.sets, Net: t.net,
	}, nil
}

// restarts trains the networks one after another, each with its own seed.
func (u *Unit) restarts(j prepare.Job) CombinedRuns {
	n := max(u.Request.Restarts, 1)
	results := make([]*CombinedRuns, n)
	for i := range n {
		view, c := newReporter(u), u.config
		c.Seed += uint64(i)
		if n > 1 {
			view.restart, view.restarts = i+1, n
		}
		var last protocol.Progress
		r := drnet.Train(j.Ctx, c, u.Train.X, u.Train.Labels, func(step drnet.StepReport) {
			last = view.progress(step)
			j.Emit(last)
		})
		if last.Ended = last.Restarts > 0; last.Ended {
			j.Emit(last)
		}
		results[i] = &CombinedRuns{
			best: r.Best, net: view.whole(r.Best.Network), sets: []rule.Set{r.Best.Simplified},
			steps: r.Steps, status: r.Status,
		}
	}
	return merge(results)
}
