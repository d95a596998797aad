package prepare

import (
	"context"

	"drnet/engine/protocol"
)

// A Job is the context of an active request.
type Job struct {
	Ctx  context.Context
	Emit func(protocol.Event)
}

// Prepare emits the progress of a stage, during which the transport may receive messages. It returns an error if the
// request was stopped. Callers should call it at least every tenth of a second.
func (j Job) Prepare(stage protocol.PreparationStage, done, of int) error {
	j.Emit(protocol.Preparing{Stage: stage, Done: done, Of: of})
	return j.Ctx.Err()
}

// WithoutCancel returns a job that ignores cancellation, to finish the answer after a stop.
func (j Job) WithoutCancel() Job { return Job{Ctx: context.WithoutCancel(j.Ctx), Emit: j.Emit} }
