package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// A Session answers requests about one table. It remembers the table (and perhaps a second one to test on), and beside them
// only what answers a question about a model sooner when it is asked again.
// It is not safe for concurrent use: one request at a time.
type Session struct {
	// Memory is the number of bytes that a table may take; a larger one is refused. Zero means that it does not matter.
	Memory int64

	// Workers do the units of a request, such as its restarts. The result is the same however many they are; nil does
	// one after the other.
	Workers Workers

	// Clock returns the seconds since some moment, to say how long the units of an evaluation took and how long a training would
	// take. Nil means that nobody asks. No rule depends on it.
	Clock func() float64

	table   *dataset.Table
	options dataset.Options // that the table was read with
	test    *dataset.Table
	memory  memory
}

// NewSession returns a session without a table.
func NewSession() *Session { return new(Session) }

// Handle does what a request asks and emits its events, the last of which is final, before it returns. Emit is called
// on the same goroutine, in a training once for every step; the training waits while it runs. Cancelling ctx ends the
// request early. Whatever happens, it does not panic on account of the request.
func (s *Session) Handle(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	final, err := s.answer(job{ctx, emit}, r)
	if err != nil {
		final = Refusal(err)
	}
	emit(final)
}

// Fork returns a session about the same tables, which may work at the same time as this one.
func (s *Session) Fork() *Session {
	fork := *s
	return &fork
}

func (s *Session) answer(j job, r protocol.Request) (protocol.Event, error) {
	switch r := r.(type) {
	case protocol.Hello:
		if r.Version != protocol.Version {
			return nil, &refused{protocol.BadVersion, fmt.Sprintf("the page speaks version %d of the protocol and the engine version %d",
				r.Version, protocol.Version), "reload the page"}
		}
		return protocol.Welcome{Version: protocol.Version}, nil
	case protocol.Load:
		s.memory = memory{table: s.memory.table, test: s.memory.test, last: s.memory.last} // the table needs the room
		return s.load(j, r)
	case protocol.Plan:
		return s.planned(j, r)
	case protocol.Train:
		s.memory = memory{table: s.table, test: s.test, last: &r}
		return s.train(j, r)
	case protocol.RunUnit:
		return s.worked(j, r)
	case protocol.Evaluate:
		return s.evaluate(j, r)
	case protocol.Apply:
		return s.apply(j, r)
	case protocol.Predict:
		return s.predict(j, r)
	case protocol.ListRows:
		return s.pick(j, r)
	case protocol.Cover:
		return s.cover(j, r)
	case protocol.Explain:
		return s.explain(j, r)
	case protocol.Score:
		return s.scored(j, r)
	case protocol.Export:
		return exported(r)
	case protocol.EvaluateNetwork:
		return s.weighed(j, r), nil
	case protocol.TraceRow:
		return s.passed(r), nil
	}
	return nil, &refused{protocol.BadSetting, "nothing is at work to pause, resume or stop", "start a training first"}
}

// refused is an error that is a refusal as it stands.
type refused struct{ kind, message, hint string }

func (r *refused) Error() string { return r.message }

var errNoTable = &refused{protocol.NoTable, "there is no table yet", "choose a file or a built-in table"}

// Refusal makes an error an event. Errors that are not of a known kind can only be settings out of range.
func Refusal(err error) protocol.Refused {
	var own *refused
	var table *dataset.Error
	switch {
	case errors.As(err, &own):
		return protocol.Refused{Kind: own.kind, Message: own.message, Hint: own.hint}
	case errors.As(err, &table):
		return protocol.Refused{Kind: table.Kind, Message: Plain(table), Hint: table.Hint}
	case errors.Is(err, context.Canceled):
		return protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}
	}
	return protocol.Refused{Kind: protocol.BadSetting, Message: Plain(err), Hint: "change the setting"}
}

// isKind reports whether an error is about a table, and of this kind.
func isKind(err error, kind string) bool {
	var table *dataset.Error
	return errors.As(err, &table) && table.Kind == kind
}

// Plain returns an error's message without the name of the engine's package in front: a person does not care.
func Plain(err error) string {
	message := err.Error()
	for _, name := range []string{"dataset: ", "binarize: ", "drnet: ", "protocol: ", "rule: "} {
		message = strings.TrimPrefix(message, name)
	}
	return message
}
