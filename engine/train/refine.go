package train

import (
	"context"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// refines reports whether rules are to be refined.
func (u *Unit) refines(t Trained) bool {
	return u.Request.Refine != rule.NoPrice && t.status != drnet.Stopped
}

// refine makes the rules of all trainings into one set that is better and shorter, on the rows that are searched. Who stops it
// too early for that keeps the rules as they were learnt: the training counts as stopped, and there is nil.
func (u *Unit) refine(j Job, t *Trained, searched protocol.Bits) *refine.Refinement {
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

// refinement returns how rules are refined at a price.
func (u *Unit) refinement(price float64) refine.Refiner {
	return refine.Refiner{Price: price, Weights: u.weights, Limits: u.limits, Simplify: u.config.Simplify}
}

// mostSearched returns the most rows that a refinement searches.
func (u *Unit) mostSearched() int { return refine.MaxRows(u.Head.Encoder.Bits()) }

// searched returns the rows that rules are searched on: of many, a sample.
func (u *Unit) searched() protocol.Bits {
	if most := u.mostSearched(); u.Train.X.Rows > most {
		return pick(u.Train, refine.SampleRows(u.Train.X.Rows, most))
	}
	return u.Train
}

// prune shortens on all rows the rules that were found on a sample.
func (u *Unit) prune(j Job, refined *refine.Refinement, rows int) {
	if rows > u.mostSearched() {
		refined.Set = u.refinement(refined.Price).Prune(context.WithoutCancel(j.Ctx), refined.Set, u.Train.X, u.Train.Labels)
	}
}

// refineAll refines the rules of all trainings, nil if that is not wanted or the training was stopped. The rows of a large
// table were dropped while the networks learnt: those that are searched are encoded again, and then all of them as
// far as the rules ask about them.
func (p *Plan) refineAll(j Job, t *Trained) (refined *refine.Refinement, err error) {
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

// searchedAgain returns the rows that rules are searched on, encoded anew if they were dropped.
func (p *Plan) searchedAgain(j Job) (protocol.Bits, error) {
	if p.Train.X != nil {
		return p.searched(), nil
	}
	sample := Sample{Table: p.Rows.Table}
	for _, i := range refine.SampleRows(len(p.Rows.Rows), p.mostSearched()) {
		sample.Rows = append(sample.Rows, p.Rows.Rows[i])
		sample.Positives = append(sample.Positives, p.Rows.Positives[i])
	}
	return p.Encode(j.WithoutCancel(), sample, nil)
}
