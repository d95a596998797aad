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

// prepare says that so many parts of a stage are done, which lets the transport hear whoever waits, and returns an error
// if the request was stopped. The work between two calls should take a tenth of a second at most.
func (j job) prepare(stage protocol.Stage, done, of int) error {
	j.emit(protocol.Preparing{Stage: stage, Done: done, Of: of})
	return j.ctx.Err()
}

// toTheEnd returns a job that goes on although it was stopped, because what it makes is the answer.
func (j job) toTheEnd() job { return job{ctx: context.WithoutCancel(j.ctx), emit: j.emit} }
