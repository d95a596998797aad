// Package train learns rules from samples. It plans a run, trains networks or a benchmark learner,
// refines the rules and scores them. It handles binary targets; packages multiclass and crossval build on it.
package train

import (
	"cmp"
	"context"
	"slices"

	"drnet/engine/drnet"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// Trainer learns rules from a table.
type Trainer struct {
	prepare.Tables
	Integers rule.Integers  // knows the columns of the table
	Workers  Workers        // run the units; nil runs them sequentially
	Clock    func() float64 // seconds since an arbitrary time; nil disables timing

	Plans *PlanCache // of the table
}

// Workers run units in parallel.
type Workers interface {
	// Do runs the units 0 to n-1. It calls unit to obtain each unit when it starts, in order, and report for each event
	// of a unit, ending with the final one; these calls never overlap. If ctx is cancelled or unit fails, it stops active
	// units and starts no more. It returns the error of unit after all started units have ended.
	Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), report func(i int, e protocol.Event)) error
}

// Do runs units on the workers. If a unit is refused, Do stops the others and returns the refusal.
func (tr *Trainer) Do(j prepare.Job, n int, work func(i int) (protocol.RunUnit, error), report func(i int, e protocol.Event)) error {
	ctx, cancel := context.WithCancel(j.Ctx)
	defer cancel()
	var refusal error
	do := sequentially
	if tr.Workers != nil {
		do = tr.Workers.Do
	}
	err := do(ctx, n, work, func(i int, e protocol.Event) {
		switch r, bad := e.(protocol.Refused); {
		case refusal != nil:
		case bad:
			refusal = r
			cancel()
		default:
			report(i, e)
		}
	})
	return cmp.Or(err, refusal)
}

// sequentially is Workers.Do for one unit after another.
func sequentially(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), report func(i int, e protocol.Event)) error {
	for i := range n {
		if ctx.Err() != nil {
			return nil
		}
		w, err := unit(i)
		if err != nil {
			return err
		}
		done, err := RunUnit(prepare.Job{Ctx: ctx, Emit: func(e protocol.Event) { report(i, e) }}, w)
		if err != nil {
			done = protocol.Refusal(err)
		}
		report(i, done)
	}
	return nil
}

// maxRetainedWords limits the encoded rows that are kept during a run, to 64 MB. More are discarded and encoded again after the run,
// which has its own copy.
const maxRetainedWords = 8 << 20

// EncodeAll encodes the rows of a plan and completes its Started event.
func (tr *Trainer) EncodeAll(j prepare.Job, p *PlannedRun) (err error) {
	if p.Train, err = p.Rows.Encode(j, p.Head.Encoder, nil); err != nil {
		return err
	}
	if p.Test, err = p.TestRows.Encode(j, p.Head.Encoder, nil); err != nil {
		return err
	}
	p.Train.Groups = p.groups
	if p.Watch {
		p.Started.Head = p.model()
		tr.Remember(p.Started.Head)
	}
	return nil
}

// Run runs the stages of a plan in order: encoder, networks, rules, scores. All fitting uses training rows only.
func (tr *Trainer) Run(j prepare.Job, p *PlannedRun) (protocol.Event, error) {
	if err := tr.EncodeAll(j, p); err != nil {
		return nil, err
	}
	if isBaseline(p.Request) {
		p.Started.Network = drnet.Config{}
		j.Emit(p.Started)
		p.AddNumbers()
		w, err := p.runBaseline(j)
		if err != nil {
			return nil, err
		}
		tr.Remember(w.Model)
		return protocol.Trained{Status: w.Status, Model: w.Model, Set: w.Set, Notes: append(p.Tried, p.Unheeded(w.Status, w.Model.Rules)...)}, nil
	}
	if p.Request.Bound != nil {
		if _, err := newBounding(j, p); err != nil { // fail before the run, not after it
			return nil, err
		}
	}
	j.Emit(p.Started)
	s := p.newSearch(j)
	defer s.end()
	t, err := tr.restarts(j, p, s)
	if err != nil {
		return nil, err
	}
	refined, err := p.refineAll(j, &t, s)
	if err != nil {
		return nil, err
	}
	m := p.Written(t, refined)
	m.Learned.Balanced = p.balanced
	p.fitScorecard(m, s.rows, t.status)
	p.measureFinal(m)
	tr.Remember(m)
	if p.Request.Bound != nil {
		var notes []string
		if m, t.status, notes, err = bounded(j, p, m, t.status); err != nil {
			return nil, err
		}
		p.Tried = append(p.Tried, notes...)
	}
	out := protocol.Trained{Status: t.status, Steps: t.steps, Model: m, Set: protocol.PackedSet(t.best.Set)}
	out.Notes = append(p.Tried, p.Unheeded(t.status, m.Rules)...)
	if t.net != nil {
		out.Nets = []*drnet.Sketch{t.net}
	}
	return out, nil
}

// Remember stores in a model how the table was read, so that other tables are read the same way.
func (tr *Trainer) Remember(m *protocol.Model) {
	m.Learned.Missing, m.Learned.Quote, m.Learned.Columns = tr.Table.Missing, tr.Table.Quote(), tr.Table.TrainedColumns()
}

// restarts trains the networks of all restarts, each with its own seed. It may discard the encoded rows.
func (tr *Trainer) restarts(j prepare.Job, p *PlannedRun, s *search) (CombinedRuns, error) {
	n, u := max(p.Request.Restarts, 1), p.Unit
	s.begin(tr.Workers, p.Watch)
	if len(p.Train.Labels)*p.Train.X.Cols > maxRetainedWords {
		p.Train = protocol.Bits{}
	}
	if tr.Workers == nil || n == 1 {
		return u.restarts(s), nil
	}
	results, last := make([]*CombinedRuns, n), make([]protocol.Progress, n)
	err := tr.Do(j, n, func(i int) (protocol.RunUnit, error) {
		w := u.Work()
		w.Network.Seed += uint64(i)
		w.Restarts, w.Unrefined = 1, true
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
			l := &e.Model.Learned
			results[i] = &CombinedRuns{net: e.Net, sets: e.Sets, steps: e.Steps, status: e.Status, gained: len(e.Sets) > 1, best: drnet.Checkpoint{
				Step: l.Step, Set: rule.Set(e.Set), Simplified: e.Sets[0], Accuracy: l.Simplified.Train.Accuracy, Score: e.Score,
			}}
			if last[i].Ended = last[i].Step > 0; last[i].Ended {
				j.Emit(last[i])
			}
		}
	})
	if err != nil {
		return CombinedRuns{}, err
	}
	switch {
	case slices.ContainsFunc(results, func(t *CombinedRuns) bool { return t != nil }):
		return merge(results), nil
	case u.Train.X == nil: // all units started, but were stopped without a result
		return CombinedRuns{}, context.Canceled
	}
	return u.restarts(s), nil
}

// refineAll refines the rules of all restarts. It returns nil if refinement is disabled or the run was stopped. If the
// encoded rows were discarded, it encodes them again: all columns, because the raw rules use most of them.
func (p *PlannedRun) refineAll(j prepare.Job, t *CombinedRuns, s *search) (refined *refine.Refinement, err error) {
	if p.Request.Refine != rule.NoPrice {
		refined = s.refine(t)
	}
	if refined != nil {
		p.balanced = p.balance(s.job, refined, s.rows)
	}
	if p.Train.X == nil {
		if p.Train, err = p.Rows.Encode(j.WithoutCancel(), p.Head.Encoder, nil); err != nil {
			return nil, err
		}
	}
	if refined != nil {
		p.prune(j, refined)
	}
	return refined, nil
}
