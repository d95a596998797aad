package train

import (
	"context"

	"drnet/engine/drnet"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// refines reports whether the rules of a run are refined.
func (u *Unit) refines(t CombinedRuns) bool {
	return u.Request.Refine != rule.NoPrice && t.status != drnet.Stopped
}

// refineRules merges the rules of all restarts into one better and shorter set, using the searched rows. If it is stopped
// too early, it returns nil. The run then counts as stopped and keeps its simplified rules.
func (u *Unit) refineRules(j prepare.Job, t *CombinedRuns, searched protocol.Bits) *refine.Refinement {
	refinement := u.refinement(u.Request.Refine)
	refinement.Observe = func(done, of int) {
		j.Emit(protocol.Preparing{Stage: protocol.Refining, Done: done, Of: of})
	}
	found := refinement.Refine(j.Ctx, t.sets, searched.X, searched.Labels)
	if found.Interrupted {
		t.status = drnet.Stopped
		return nil
	}
	return &found
}

// refinement returns the refiner for a minimum gain.
func (u *Unit) refinement(price float64) refine.Refiner {
	return refine.Refiner{Price: price, Weights: u.weights, Limits: u.limits, Simplify: u.config.Simplify}
}

// mostSearched returns the maximum number of rows that refinement uses.
func (u *Unit) mostSearched() int { return refine.MaxRows(u.Head.Encoder.Bits()) }

// searched returns the rows for refinement, a sample of a large training set.
func (u *Unit) searched() protocol.Bits {
	if most := u.mostSearched(); u.Train.X.Rows > most {
		return pick(u.Train, refine.SampleRows(u.Train.X.Rows, most))
	}
	return u.Train
}

// prune shortens the rules found on a sample, using all training rows.
func (u *Unit) prune(j prepare.Job, refined *refine.Refinement, rows int) {
	if rows > u.mostSearched() {
		refined.Set = u.refinement(refined.Price).Prune(context.WithoutCancel(j.Ctx), refined.Set, u.Train.X, u.Train.Labels)
	}
}
