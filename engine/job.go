package engine

import (
	"context"

	"drnet/engine/protocol"
)

// A job is a request at work.
type job struct {
	ctx  context.Context
	emit func(protocol.Event)
}

// prepare says that so many of the columns are done, which lets the transport hear whoever waits, and returns an error
// if the request was stopped. The work between two calls should be that on one column.
func (j job) prepare(done, of int) error {
	j.emit(protocol.Preparing{Done: done, Of: of})
	return j.ctx.Err()
}

// toTheEnd returns a job that goes on although it was stopped, because what it makes is the answer.
func (j job) toTheEnd() job { return job{context.WithoutCancel(j.ctx), j.emit} }
