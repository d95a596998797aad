package engine

import (
	"context"
	"slices"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// lieAbout is how many words of encoded rows are kept while a training, which packs them in its own way, does not use
// them: 64 MB. More are dropped, and what the rules ask about is encoded again when it has ended.
const lieAbout = 8 << 20

// planRules is plan for a run whose rules are shown, so that its learner must learn rules.
func (s *trainer) planRules(j job, r protocol.Train) (*plan, error) {
	if l, known := protocol.LearnerOf(r.Learner); known && !l.Rules {
		return nil, protocol.Refuse(protocol.BadSetting, "what a "+l.Name+" learns cannot be read", "evaluate it beside DR-Net, or choose a learner of rules")
	}
	return s.plan(j, r)
}

// encodeAll encodes the rows of a plan, and completes what Started says.
func (s *trainer) encodeAll(j job, p *plan) (err error) {
	if p.train, err = p.encode(j, p.rows, nil); err != nil {
		return err
	}
	if p.test, err = p.encode(j, p.testRows, nil); err != nil {
		return err
	}
	if p.watch {
		p.started.Head = &protocol.Model{Schema: protocol.ModelSchema, Model: p.head, Learned: protocol.Learned{
			Request: p.request, Rows: p.train.X.Rows, Features: p.train.X.Cols,
		}}
		s.remember(p.started.Head)
	}
	return nil
}

// train runs the stages of a plan in their order: encoder, networks, rules, scores. Everything that is fitted sees training
// rows only.
func (s *trainer) train(j job, p *plan) (protocol.Event, error) {
	if err := s.encodeAll(j, p); err != nil {
		return nil, err
	}
	if opposed(p.request) {
		p.started.Network = drnet.Config{}
		j.emit(p.started)
		return s.trainOpponent(j, p)
	}
	j.emit(p.started)
	t, err := s.restarts(j, p)
	if err != nil {
		return nil, err
	}
	refined, err := p.refineAll(j, &t)
	if err != nil {
		return nil, err
	}
	m := p.written(t, refined)
	s.remember(m)
	out := protocol.Trained{Status: t.status, Steps: t.steps, Model: m, Set: t.best.Set, Notes: p.unheeded(t.status, m.Rules)}
	if t.net != nil {
		out.Nets = []*drnet.Sketch{t.net}
	}
	return out, nil
}

// remember writes into a model how the table was read, so that others are read in the same way.
func (s *trainer) remember(m *protocol.Model) {
	m.Learned.Missing, m.Learned.Columns = s.options.MissingValues, namesOf(s.table)
}

// restarts trains so many networks, each with a seed of its own. The encoded rows may be gone when it returns.
func (s *trainer) restarts(j job, p *plan) (trained, error) {
	n, u := max(p.request.Restarts, 1), p.unit
	if len(p.train.Labels)*p.train.X.Cols > lieAbout {
		p.train = protocol.Bits{}
	}
	if s.workers == nil || n == 1 {
		return u.restarts(j), nil
	}
	results, last := make([]*trained, n), make([]protocol.Progress, n)
	err := s.do(j, n, func(i int) (protocol.RunUnit, error) {
		w := u.work()
		w.Network.Seed += uint64(i)
		w.Restarts, w.Refine = 1, rule.NoPrice
		if i == n-1 {
			u.train = protocol.Bits{}
		}
		return w, nil
	}, func(i int, e protocol.Event) {
		switch e := e.(type) {
		case protocol.Progress:
			e.Restart, e.Restarts = i+1, n
			last[i] = e
			j.emit(e)
		case protocol.UnitDone:
			results[i] = fromWorked(e)
			if last[i].Ended = last[i].Step > 0; last[i].Ended {
				j.emit(last[i])
			}
		}
	})
	if err != nil {
		return trained{}, err
	}
	some := slices.ContainsFunc(results, func(t *trained) bool { return t != nil })
	switch {
	case some:
		return merge(results), nil
	case u.train.X == nil: // all were begun, and lost when they were to stop
		return trained{}, context.Canceled
	}
	return u.restarts(j), nil
}
