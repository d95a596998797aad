package train

import (
	"context"
	"slices"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// maxRetainedWords limits the encoded rows kept in memory during a run, which has its own copy: 64 MB. Beyond it they
// are discarded, and the columns in the rules are encoded again afterwards.
const maxRetainedWords = 8 << 20

// PlanRules is plan for a learner that must produce rules.
func (tr *Trainer) PlanRules(j Job, r protocol.Train) (*PlannedRun, error) {
	if l, known := protocol.LearnerOf(r.Learner); known && !l.Rules {
		return nil, protocol.Refuse(protocol.BadSetting, "what a "+l.Name+" learns cannot be read",
			"evaluate it beside DR-Net, or choose a learner of rules")
	}
	return tr.plan(j, r)
}

// EncodeAll encodes the rows of a plan and completes its Started event.
func (tr *Trainer) EncodeAll(j Job, p *PlannedRun) (err error) {
	if p.Train, err = p.Encode(j, p.Rows, nil); err != nil {
		return err
	}
	if p.Test, err = p.Encode(j, p.TestRows, nil); err != nil {
		return err
	}
	if p.Watch {
		p.Started.Head = &protocol.Model{Schema: protocol.ModelSchema, Model: p.Head, Learned: protocol.Learned{
			Request: p.Request, Rows: p.Train.X.Rows, Features: p.Train.X.Cols,
		}}
		tr.Remember(p.Started.Head)
	}
	return nil
}

// Train runs the stages of a plan in order: encoder, networks, rules, scores. All fitting uses training rows only.
func (tr *Trainer) Train(j Job, p *PlannedRun) (protocol.Event, error) {
	if err := tr.EncodeAll(j, p); err != nil {
		return nil, err
	}
	if opposed(p.Request) {
		p.Started.Network = drnet.Config{}
		j.Emit(p.Started)
		return tr.trainOpponent(j, p)
	}
	j.Emit(p.Started)
	t, err := tr.restarts(j, p)
	if err != nil {
		return nil, err
	}
	refined, err := p.refineAll(j, &t)
	if err != nil {
		return nil, err
	}
	m := p.Written(t, refined)
	tr.Remember(m)
	out := protocol.Trained{Status: t.status, Steps: t.steps, Model: m, Set: t.best.Set, Notes: p.Unheeded(t.status, m.Rules)}
	if t.net != nil {
		out.Nets = []*drnet.Sketch{t.net}
	}
	return out, nil
}

// Remember stores in a model how the table was read, so that other tables are read the same way.
func (tr *Trainer) Remember(m *protocol.Model) {
	m.Learned.Missing, m.Learned.Columns = tr.Options.MissingValues, NamesOf(tr.Table)
}

// restarts trains the networks of all restarts, each with its own seed. It may discard the encoded rows.
func (tr *Trainer) restarts(j Job, p *PlannedRun) (CombinedRuns, error) {
	n, u := max(p.Request.Restarts, 1), p.Unit
	if len(p.Train.Labels)*p.Train.X.Cols > maxRetainedWords {
		p.Train = protocol.Bits{}
	}
	if tr.Workers == nil || n == 1 {
		return u.restarts(j), nil
	}
	results, last := make([]*CombinedRuns, n), make([]protocol.Progress, n)
	err := tr.Do(j, n, func(i int) (protocol.RunUnit, error) {
		w := u.Work()
		w.Network.Seed += uint64(i)
		w.Restarts, w.Refine = 1, rule.NoPrice
		if i == n-1 {
			u.Train = protocol.Bits{}
		}
		return w, nil
	}, func(i int, e protocol.Event) {
		switch e := e.(type) {
		case protocol.Progress:
			e.Restart, e.Restarts = i+1, n
			last[i] = e
			j.Emit(e)
		case protocol.UnitDone:
			results[i] = fromWorked(e)
			if last[i].Ended = last[i].Step > 0; last[i].Ended {
				j.Emit(last[i])
			}
		}
	})
	if err != nil {
		return CombinedRuns{}, err
	}
	some := slices.ContainsFunc(results, func(t *CombinedRuns) bool { return t != nil })
	switch {
	case some:
		return merge(results), nil
	case u.Train.X == nil: // all units started, but were stopped without a result
		return CombinedRuns{}, context.Canceled
	}
	return u.restarts(j), nil
}
