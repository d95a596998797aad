package train

import (
	"context"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// refines reports whether the rules of a run are refined.
func (u *Unit) refines(t CombinedRuns) bool {
	return u.Request.Refine != rule.NoPrice && t.status != drnet.Stopped
}

// refine merges the rules of all restarts into one better and shorter set, using the searched rows. If it is stopped
// too early, it returns nil. The run then counts as stopped and keeps its simplified rules.
func (u *Unit) refine(j Job, t *CombinedRuns, searched protocol.Bits) *refine.Refinement {
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
func (u *Unit) prune(j Job, refined *refine.Refinement, rows int) {
	if rows > u.mostSearched() {
		refined.Set = u.refinement(refined.Price).Prune(context.WithoutCancel(j.Ctx), refined.Set, u.Train.X, u.Train.Labels)
	}
}

// refineAll refines the rules of all restarts. It returns nil if refinement is disabled or the run was stopped. The
// encoded rows of a large table were discarded during training. It encodes the searched rows again, and then all rows
// for the columns in the rules.
func (p *PlannedRun) refineAll(j Job, t *CombinedRuns) (refined *refine.Refinement, err error) {
	sets := []rule.Set{t.best.Set, t.best.Simplified}
	if p.refines(*t) {
		searched, err := p.searchedAgain(j)
		if err != nil {
			return nil, err
		}
		if refined = p.refine(j, t, searched); refined != nil {
			sets = append(sets, refined.Set)
		}
	}
	if p.Train.X == nil {
		if p.Train, err = p.Encode(j.WithoutCancel(), p.Rows, UsedColumns(p.Head.Encoder, sets...)); err != nil {
			return nil, err
		}
	}
	if refined != nil {
		p.prune(j, refined, len(p.Rows.Rows))
	}
	return refined, nil
}

// searchedAgain returns the rows for refinement, encoding them again if they were discarded.
func (p *PlannedRun) searchedAgain(j Job) (protocol.Bits, error) {
	if p.Train.X != nil {
		return p.searched(), nil
	}
	sample := Subset{Table: p.Rows.Table}
	for _, i := range refine.SampleRows(len(p.Rows.Rows), p.mostSearched()) {
		sample.Rows = append(sample.Rows, p.Rows.Rows[i])
		sample.Positives = append(sample.Positives, p.Rows.Positives[i])
	}
	return p.Encode(j.WithoutCancel(), sample, nil)
}
