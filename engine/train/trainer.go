// Package train turns rows of a table into rules: it plans a run, encodes the rows, trains networks or another learner, refines
// the rules and measures them. It knows one target with two classes; packages multiclass and crossval use it for more.
package train

import (
	"context"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Trainer learns rules from a table.
type Trainer struct {
	Table   *dataset.Table  // nil if there is none
	Test    *dataset.Table  // to test on instead of rows of the table; nil if there is none
	Options dataset.Options // that the table was read with
	Workers Workers         // do the units; nil does one after the other
	Clock   func() float64  // seconds since some moment; nil measures no times
}

// ErrNoTable refuses a request that needs a table.
var ErrNoTable = protocol.Refuse(protocol.NoTable, "there is no table yet", "choose a file or a built-in table")

// Workers do units, several at the same time.
type Workers interface {
	// Do has the units 0 to n-1 done. It calls unit for the work of each when its turn comes, in their order, and told
	// for every event of it, the last of which is final. It makes these calls one at a time. When ctx is cancelled or unit
	// fails, the units at work end and no other is begun. It returns when all that were begun have ended, with the error
	// of unit.
	Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), told func(i int, e protocol.Event)) error
}

// helpers fills in how many units are done at the same time. Only workers that know how many helpers they have, each with
// a memory of its own, are asked.
func (tr *Trainer) helpers(p *Plan) {
	crew, ok := tr.Workers.(interface {
		Helpers(n int, each int64) int // for n units, each of which takes so many bytes
	})
	n := p.units()
	if !ok || n < 2 {
		return
	}
	started := &p.Started
	each := protocol.UnitMemory(started.Rows+started.TestRows, started.Features, started.Network.Rules)
	if started.Helpers = crew.Helpers(n, each); started.Helpers > 0 {
		started.HelperMemory = int64(started.Helpers) * each
	}
}

// Do has units done by the workers. A unit that was refused refuses the whole, and stops the others.
func (tr *Trainer) Do(j Job, n int, work func(i int) (protocol.RunUnit, error), told func(i int, e protocol.Event)) error {
	ctx, cancel := context.WithCancel(j.Ctx)
	defer cancel()
	var refusedAt protocol.Event
	workers := tr.Workers
	if workers == nil {
		workers = sequential{}
	}
	err := workers.Do(ctx, n, work, func(i int, e protocol.Event) {
		switch _, bad := e.(protocol.Refused); {
		case refusedAt != nil:
		case bad:
			refusedAt = e
			cancel()
		default:
			told(i, e)
		}
	})
	if r, bad := refusedAt.(protocol.Refused); bad && err == nil {
		return r
	}
	return err
}

// sequential does one unit after the other.
type sequential struct{}

// Do implements Workers.
func (sequential) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), told func(i int, e protocol.Event)) error {
	for i := range n {
		if ctx.Err() != nil {
			return nil
		}
		w, err := unit(i)
		if err != nil {
			return err
		}
		done, err := RunUnit(Job{Ctx: ctx, Emit: func(e protocol.Event) { told(i, e) }}, w)
		if err != nil {
			done = protocol.Refusal(err)
		}
		told(i, done)
	}
	return nil
}
