package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"drnet/engine"
	"drnet/engine/cmd/drnet/console"
	"drnet/engine/protocol"
)

// ask sends a request to the session and returns its final event; watch gets the others. A refusal is an error.
func ask(ctx context.Context, s *engine.Session, r protocol.Request, watch func(protocol.Event)) (protocol.Event, error) {
	var last protocol.Event
	s.Handle(ctx, r, func(e protocol.Event) {
		if last = e; !protocol.Final(e) {
			watch(e)
		}
	})
	if refused, ok := last.(protocol.Refused); ok {
		if _, training := r.(protocol.Train); training && strings.HasSuffix(refused.Hint, "rules of its own") {
			refused.Hint = strings.Replace(refused.Hint+" (-classes each)", "describe,", "describe (-positive),", 1)
		}
		return nil, failure{refused}
	}
	return last, nil
}

// load reads a file into the session; the meter shows the progress.
func (c *command) load(s *engine.Session, path string, request protocol.Load, m *console.Meter) (protocol.Loaded, error) {
	file, err := c.open(path)
	if err != nil {
		return protocol.Loaded{}, unread(err)
	}
	defer file.Close()
	request.File, request.Name, request.Size = file, filepath.Base(path), size(file)
	e, err := ask(c.ctx, s, request, m.Show)
	m.Clear()
	if err != nil {
		return protocol.Loaded{}, err
	}
	return e.(protocol.Loaded), nil
}

// size returns the number of bytes of a regular file, 0 for others.
func size(r io.Reader) int64 {
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// unread rejects a file that cannot be opened.
func unread(err error) error {
	hint := "the file may be damaged: make it anew"
	if _, ok := errors.AsType[*os.PathError](err); ok {
		hint = "check the path"
	}
	return failure{protocol.Refused{Kind: protocol.Unread, Message: err.Error(), Hint: hint}}
}

// open opens a file, and takes - for standard input.
func (c *command) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(c.in), nil
	}
	return os.Open(path)
}

// people is standard output for people.
func (c *command) people() io.Writer { return console.Legible{To: c.out} }

// programs is standard output for programs, byte for byte, unless it is a terminal.
func (c *command) programs() io.Writer {
	if console.IsTerminal(c.out) {
		return c.people()
	}
	return c.out
}

// unwritten returns an error if standard output could not be written.
func (c *command) unwritten() error {
	if o, ok := c.out.(*console.Output); ok && o.Err != nil {
		return fmt.Errorf("standard output cannot be written: %w", o.Err)
	}
	return nil
}

// printJSON writes a value as indented JSON in which <, > and & stay readable, and control characters are escaped.
func (c *command) printJSON(value any) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	const deleted = 0x7f // the only one that neither the encoder nor Legible escapes as JSON wants it
	text := strings.ReplaceAll(b.String(), string(rune(deleted)), `\u007f`)
	_, err := console.Legible{To: c.out}.Write([]byte(text))
	return err
}

// refusalJSON is the JSON form of a refusal.
type refusalJSON struct {
	Outcome  string   `json:"outcome"`
	Kind     string   `json:"error_kind"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Warnings []string `json:"warnings"`
}

// reported prints a refusal as JSON if that is the format; other errors pass through.
func (c *command) reported(err error, format string) error {
	f, ok := err.(failure)
	if !ok || format != "json" {
		return err
	}
	if err := c.printJSON(refusalJSON{"error", f.Kind, f.Message, f.Hint, []string{}}); err != nil {
		return err
	}
	return errReported
}

// checkFormat rejects an unknown -format.
func checkFormat(format string) error {
	if format != "text" && format != "json" {
		return usageError(fmt.Sprintf("-format is %q: it must be text or json", format))
	}
	return nil
}
