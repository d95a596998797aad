package train

import (
	"context"

	"drnet/engine/protocol"
)

// A Job is a request at work.
type Job struct {
	Ctx  context.Context
	Emit func(protocol.Event)
}

// Prepare says that so many parts of a stage are done, which lets the transport hear whoever waits, and returns an error
// if the request was stopped. The work between two calls should take a tenth of a second at most.
func (j Job) Prepare(stage protocol.Stage, done, of int) error {
	j.Emit(protocol.Preparing{Stage: stage, Done: done, Of: of})
	return j.Ctx.Err()
}

// WithoutCancel returns a job that goes on although it was stopped, because what it makes is the answer.
func (j Job) WithoutCancel() Job { return Job{Ctx: context.WithoutCancel(j.Ctx), Emit: j.Emit} }
