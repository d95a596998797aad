package engine

import (
	"context"
	"fmt"

	"drnet/engine/crossval"
	"drnet/engine/dataset"
	"drnet/engine/multiclass"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/query"
	"drnet/engine/train"
)

// A Session answers requests about one table. It stores the table, an optional test table, and a cache for repeated
// queries about a model.
// It is not safe for concurrent use: one request at a time.
type Session struct {
	// Memory limits the table size in bytes; larger tables are rejected. Zero means no limit.
	Memory int64

	// Workers run the units of a request, such as its restarts, with the same result; nil runs them sequentially.
	Workers train.Workers

	// Clock returns the seconds since an arbitrary time. It serves to measure evaluation units and to estimate the
	// duration of a run. Nil disables timing. The rules never depend on it.
	Clock func() float64

	table   *dataset.Table
	options dataset.Options // used to read the table
	test    *dataset.Table
	cache   query.Cache
}

// NewSession returns a session without a table.
func NewSession() *Session { return new(Session) }

// Handle executes a request and emits its events before it returns; the last event is final. It calls emit on the same
// goroutine, during a run once per step, and waits for it. Cancelling ctx ends the request early. Handle does not panic
// on invalid requests.
func (s *Session) Handle(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	final, err := s.answer(prepare.Job{Ctx: ctx, Emit: emit}, r)
	if err != nil {
		final = protocol.Refusal(err)
	}
	emit(final)
}

func (s *Session) answer(j prepare.Job, r protocol.Request) (protocol.Event, error) {
	tables := prepare.Tables{Table: s.table, Test: s.test}
	t := &train.Trainer{Tables: tables, Options: s.options, Workers: s.Workers, Clock: s.Clock}
	q := &query.Querier{Tables: tables, Cache: &s.cache}
	switch r := r.(type) {
	case protocol.Hello:
		if r.Version != protocol.Version {
			return nil, protocol.Refuse(protocol.BadVersion, fmt.Sprintf("the page uses version %d of the protocol, the engine version %d",
				r.Version, protocol.Version), "reload the page")
		}
		return protocol.Welcome{Version: protocol.Version}, nil
	case protocol.Load:
		s.cache.Release() // frees memory for the table
		return s.load(j, r)
	case protocol.Plan:
		return t.Planned(j, r)
	case protocol.Train:
		s.cache = query.NewCache(tables, &r)
		return run(t, j, r)
	case protocol.RunUnit:
		return train.RunUnit(j, r)
	case protocol.Evaluate:
		return crossval.Evaluate(t, j, r)
	case protocol.Apply:
		return q.Apply(j, r)
	case protocol.Predict:
		return q.Predict(j, r)
	case protocol.ListRows:
		return q.ListRows(j, r)
	case protocol.Cover:
		return q.Cover(j, r)
	case protocol.Explain:
		return q.Explain(j, r)
	case protocol.Score:
		return q.Score(j, r)
	case protocol.Export:
		return exported(r)
	case protocol.EvaluateNetwork:
		out, err := q.EvaluateNetwork(j, r)
		if err != nil {
			out = protocol.NetworkEvaluated{Problem: new(protocol.Refusal(err))}
		}
		return out, nil
	case protocol.TraceRow:
		out, err := q.TraceRow(r)
		if err != nil {
			out = protocol.RowTraced{Problem: new(protocol.Refusal(err))}
		}
		return out, nil
	}
	return nil, protocol.BadSettingf("start a run first", "no run is active")
}

// run trains one rule set, or one per class.
func run(t *train.Trainer, j prepare.Job, r protocol.Train) (protocol.Event, error) {
	p, err := t.PlanRules(j, r)
	if err != nil {
		return nil, err
	}
	if p.Target.Classes != nil {
		return multiclass.Train(t, j, p)
	}
	return t.Run(j, p)
}
