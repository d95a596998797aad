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

// train runs the stages in their order: target, rows, split, encoder, network, rules, scores. Everything that is fitted
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
	j.emit(p.started)
	view := newView(p)
	x, labels := p.train.x, p.train.labels
	if len(labels)*x.Cols > lieAbout {
		p.train = part{}
	}
	result := drnet.Train(j.ctx, p.config, x, labels, func(step drnet.Progress) { j.emit(view.progress(step)) })
	if p.train.x == nil {
		used := asked(p.encoder, result.Best.Set, result.Best.Simplified)
		if p.train, err = p.encode(j.toTheEnd(), p.rows, used); err != nil {
			return nil, err
		}
	}
	m := p.model(r, result.Best)
	m.Learnt.Missing, m.Learnt.Columns = s.options.MissingValues, namesOf(s.table)
	return protocol.Trained{Status: result.Status, Steps: result.Steps, Model: m, Set: result.Best.Set}, nil
}

// model writes down the best snapshot.
func (p *plan) model(r protocol.Train, best drnet.Snapshot) *protocol.Model {
	r.Positive, r.Encoding, r.Network, r.Split.Folds = p.target.Positive, r.Encoding.Complete(), p.config, nil
	return &protocol.Model{Schema: protocol.ModelSchema,
		Model: rule.Model{Target: p.target.Name, Positive: p.target.Positive, Negative: p.target.Negative,
			Encoder: p.encoder, Rules: best.Simplified},
		Learnt: protocol.Learnt{Request: r, Rows: p.train.x.Rows, Features: p.train.x.Cols, Step: best.Step,
			Trained: p.outcome(best.Set), Simplified: p.outcome(best.Simplified)}}
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
