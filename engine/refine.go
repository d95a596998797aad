package engine

import (
	"context"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// refine makes the rules of all trainings into one set that is better and shorter; nil if that is not wanted or the
// training was stopped. Of a large table it searches a sample of the rows, and prunes on all. After it the training rows are encoded as far as
// the rules ask about them.
func (p *plan) refine(j job, r protocol.Train, t trained) (*rule.Refined, error) {
	var refined *rule.Refined
	wanted, most := r.Refine != rule.NoPrice && t.status != drnet.Stopped, rule.SearchRows(p.encoder.Bits())
	if wanted {
		searched, err := p.searched(j, most)
		if err != nil {
			return nil, err
		}
		refinement := p.refinement(r.Refine)
		refinement.Observe = func(done, of int) {
			j.emit(protocol.Preparing{Stage: protocol.Refining, Done: done, Of: of})
		}
		found := refinement.Refine(j.ctx, t.sets, searched.x, searched.labels)
		refined = &found
	}
	if p.train.x == nil {
		sets := []rule.Set{t.best.Set, t.best.Simplified}
		if wanted {
			sets = append(sets, refined.Set)
		}
		var err error
		if p.train, err = p.encode(j.toTheEnd(), p.rows, asked(p.encoder, sets...)); err != nil {
			return nil, err
		}
	}
	if wanted && len(p.rows.rows) > most {
		refined.Set = p.refinement(refined.Price).Prune(context.WithoutCancel(j.ctx), refined.Set, p.train.x, p.train.labels)
	}
	return refined, nil
}

// refinement returns how the rules are refined at a price.
func (p *plan) refinement(price float64) rule.Refinement {
	return rule.Refinement{Price: price, Weights: p.weights(), Limits: p.limits, Simplify: p.config.Simplify}
}

// searched returns the rows that rules are searched on, with all their bits.
func (p *plan) searched(j job, most int) (part, error) {
	if len(p.rows.rows) <= most {
		if p.train.x != nil {
			return p.train, nil
		}
		return p.encode(j.toTheEnd(), p.rows, nil)
	}
	sample := chosen{table: p.rows.table}
	for _, i := range rule.Sample(len(p.rows.rows), most) {
		sample.rows = append(sample.rows, p.rows.rows[i])
		sample.positives = append(sample.positives, p.rows.positives[i])
	}
	return p.encode(j.toTheEnd(), sample, nil)
}
