package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

// A Session answers requests about one table. It remembers the table (and perhaps a second one to test on), nothing else.
// It is not safe for concurrent use: one request at a time.
type Session struct {
	table   *dataset.Table
	options dataset.Options // that the table was read with
	test    *dataset.Table
}

// NewSession returns a session without a table.
func NewSession() *Session { return new(Session) }

// Handle does what a request asks and emits its events, the last of which is final, before it returns. Emit is called
// on the same goroutine, in a training once for every step; the training waits while it runs. Cancelling ctx ends the
// request early. Whatever happens, it does not panic on account of the request.
func (s *Session) Handle(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	final, err := s.answer(job{ctx, emit}, r)
	if err != nil {
		final = refusal(err)
	}
	emit(final)
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
		return s.load(j.ctx, r)
	case protocol.Plan:
		return s.planned(j, r.Train)
	case protocol.Train:
		return s.train(j, r)
	case protocol.Apply:
		return s.apply(j, r)
	}
	return nil, &refused{protocol.BadSetting, "nothing is at work to pause, resume or stop", "start a training first"}
}

// refused is an error that is a refusal as it stands.
type refused struct{ kind, message, hint string }

func (r *refused) Error() string { return r.message }

var errNoTable = &refused{protocol.NoTable, "there is no table yet", "choose a file or a built-in table"}

// refusal makes an error an event. Errors that are not of a known kind can only be settings out of range.
func refusal(err error) protocol.Refused {
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

func (s *Session) load(ctx context.Context, r protocol.Load) (protocol.Event, error) {
	file, name := r.File, r.Name
	if r.Sample != "" {
		built, ok := sample.Find(r.Sample)
		if !ok {
			return nil, &refused{protocol.NoTable, fmt.Sprintf("there is no built-in table %q", r.Sample), "the command drnet sample lists them"}
		}
		var csv bytes.Buffer
		if err := built.WriteCSV(&csv); err != nil {
			return nil, err
		}
		file, name = &csv, built.Name+".csv"
	}
	if file == nil {
		return nil, &refused{protocol.Unread, "the file did not arrive", "choose it once more"}
	}
	source := &watched{Reader: file}
	t, err := dataset.Read(ctx, name, source, r.Options)
	if source.err != nil {
		return nil, &refused{protocol.Unread, "the file could not be read: " + source.err.Error(),
			"it may have been changed or moved: choose it once more"}
	}
	if err != nil {
		return nil, err
	}
	if r.Test {
		s.test = t
	} else {
		s.table, s.options, s.test = t, r.Options, nil
	}
	return protocol.Loaded{Table: protocol.Describe(t, r.Cells)}, nil
}

// watched remembers that the source of a table failed, which is no fault of the table.
type watched struct {
	io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}
