package engine

import (
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// lieAbout is how many words of encoded rows are kept while a training, which packs them in its own way, does not use
// them: 64 MB. More are dropped, and what the rules ask about is encoded again when it has ended.
const lieAbout = 8 << 20

// train runs the stages in their order: target, rows, split, encoder, networks, rules, scores. Everything that is fitted
// sees training rows only.
func (s *Session) train(j job, r protocol.Train) (protocol.Event, error) {
	p, err := s.plan(j, r)
	if err != nil {
		return nil, err
	}
	if p.train, err = p.encode(j, p.rows, nil); err != nil {
		return nil, err
	}
	if p.test, err = p.encode(j, p.testRows, nil); err != nil {
		return nil, err
	}
	if p.target.Classes != nil {
		return s.trainClasses(j, p, r)
	}
	j.emit(p.started)
	trained := merge(s.restarts(j, p, max(r.Restarts, 1)))
	refined, err := p.refine(j, r, trained)
	if err != nil {
		return nil, err
	}
	m := p.model(r, trained, refined)
	m.Learnt.Missing, m.Learnt.Columns = s.options.MissingValues, namesOf(s.table)
	return protocol.Trained{Status: trained.status, Steps: trained.steps, Model: m, Set: trained.best.Set}, nil
}

// restarts trains so many networks, each with a seed of its own. The encoded rows may be gone when it returns.
func (s *Session) restarts(j job, p *plan, n int) []drnet.Result {
	results := make([]drnet.Result, n)
	x, labels := p.train.x, p.train.labels
	if len(labels)*x.Cols > lieAbout {
		p.train = part{}
	}
	unit := func(i int) {
		view, c := newView(p), p.config
		c.Seed += uint64(i)
		if n > 1 {
			view.restart, view.restarts = i+1, n
		}
		results[i] = drnet.Train(j.ctx, c, x, labels, func(step drnet.Progress) { j.emit(view.progress(step)) })
	}
	if s.Units != nil && n > 1 {
		s.Units(n, unit)
		return results
	}
	for i := range n {
		unit(i)
	}
	return results
}

// trained is what became of all trainings.
type trained struct {
	best    drnet.Snapshot // with the highest score, the earliest of equals
	restart int            // it is of, from 1; 0 if there was one
	sets    []rule.Set     // simplified, of all trainings
	steps   int
	status  drnet.Status // of the best, or that it was stopped
}

// merge brings the results of the restarts together, in their order.
func merge(results []drnet.Result) trained {
	t := trained{best: results[0].Best, status: results[0].Status}
	if len(results) > 1 {
		t.restart = 1
	}
	for i, r := range results {
		t.steps += r.Steps
		t.sets = append(t.sets, r.Best.Simplified)
		if r.Best.Score > t.best.Score {
			t.best, t.restart, t.status = r.Best, i+1, r.Status
		}
	}
	for _, r := range results {
		if r.Status == drnet.Stopped {
			t.status = drnet.Stopped
		}
	}
	return t
}

// model writes down the best snapshot and what became of it.
func (p *plan) model(r protocol.Train, t trained, refined *rule.Refined) *protocol.Model {
	r.Positive, r.Encoding, r.Network, r.Split.Folds = p.target.Positive, r.Encoding.Complete(), p.config, nil
	m := &protocol.Model{Schema: protocol.ModelSchema,
		Model: rule.Model{Target: p.target.Name, Positive: p.target.Positive, Negative: p.target.Negative,
			Encoder: p.encoder, Rules: t.best.Simplified},
		Learnt: protocol.Learnt{Request: r, Rows: p.train.x.Rows, Features: p.train.x.Cols, Step: t.best.Step, Restart: t.restart,
			Trained: p.outcome(t.best.Set), Simplified: p.outcome(t.best.Simplified)}}
	if refined != nil {
		m.Rules = refined.Set
		m.Learnt.Refined = &protocol.Refined{Outcome: p.outcome(refined.Set), Price: refined.Price}
	}
	return m
}

func (p *plan) outcome(set rule.Set) protocol.Outcome {
	o := protocol.Outcome{Rules: len(set), Conditions: set.Conditions(), Complexity: set.Complexity(), RuleComplexity: set.RuleComplexity(),
		Train: eval.Measure(set, p.train.x, p.train.labels)}
	if p.test.x != nil {
		test := eval.Measure(set, p.test.x, p.test.labels)
		o.Test = &test
	}
	return o
}
