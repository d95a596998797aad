package engine

import (
	"context"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// refines reports whether rules are to be refined.
func (u *unit) refines(t trained) bool {
	return u.request.Refine != rule.NoPrice && t.status != drnet.Stopped
}

// refine makes the rules of all trainings into one set that is better and shorter, on the rows that are searched. Who stops it
// too early for that keeps the rules as they were learnt: the training counts as stopped, and there is nil.
func (u *unit) refine(j job, t *trained, searched protocol.Bits) *refine.Refinement {
	refinement := u.refinement(u.request.Refine)
	refinement.Observe = func(done, of int) {
		j.emit(protocol.Preparing{Stage: protocol.Refining, Done: done, Of: of})
	}
	found := refinement.Refine(j.ctx, t.sets, searched.X, searched.Labels)
	if found.Interrupted {
		t.status = drnet.Stopped
		return nil
	}
	return &found
}

// refinement returns how rules are refined at a price.
func (u *unit) refinement(price float64) refine.Refiner {
	return refine.Refiner{Price: price, Weights: u.weights, Limits: u.limits, Simplify: u.config.Simplify}
}

// mostSearched returns the most rows that a refinement searches.
func (u *unit) mostSearched() int { return refine.MaxRows(u.head.Encoder.Bits()) }

// searched returns the rows that rules are searched on: of many, a sample.
func (u *unit) searched() protocol.Bits {
	if most := u.mostSearched(); u.train.X.Rows > most {
		return pick(u.train, refine.SampleRows(u.train.X.Rows, most))
	}
	return u.train
}

// prune shortens on all rows the rules that were found on a sample.
func (u *unit) prune(j job, refined *refine.Refinement, rows int) {
	if rows > u.mostSearched() {
		refined.Set = u.refinement(refined.Price).Prune(context.WithoutCancel(j.ctx), refined.Set, u.train.X, u.train.Labels)
	}
}

// refineAll refines the rules of all trainings, nil if that is not wanted or the training was stopped. The rows of a large
// table were dropped while the networks learnt: those that are searched are encoded again, and then all of them as
// far as the rules ask about them.
func (p *plan) refineAll(j job, t *trained) (refined *refine.Refinement, err error) {
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
	if p.train.X == nil {
		if p.train, err = p.encode(j.toTheEnd(), p.rows, asked(p.head.Encoder, sets...)); err != nil {
			return nil, err
		}
	}
	if refined != nil {
		p.prune(j, refined, len(p.rows.rows))
	}
	return refined, nil
}

// searchedAgain returns the rows that rules are searched on, encoded anew if they were dropped.
func (p *plan) searchedAgain(j job) (protocol.Bits, error) {
	if p.train.X != nil {
		return p.searched(), nil
	}
	sample := chosen{table: p.rows.table}
	for _, i := range refine.SampleRows(len(p.rows.rows), p.mostSearched()) {
		sample.rows = append(sample.rows, p.rows.rows[i])
		sample.positives = append(sample.positives, p.rows.positives[i])
	}
	return p.encode(j.toTheEnd(), sample, nil)
}
