package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"drnet/engine/cmd/drnet/console"
	"drnet/engine/protocol"
)

// command is a call of the program: its standard files, and the context that an interrupt cancels.
type command struct {
	ctx    context.Context
	in     io.Reader
	out    io.Writer
	errors io.Writer
}

// usageError is an error on the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

// failure is a refusal by the engine.
type failure struct{ protocol.Refused }

func (f failure) Error() string { return f.Message }

func refuse(kind, message, hint string) error {
	return failure{protocol.Refused{Kind: kind, Message: message, Hint: hint}}
}

// errReported ends a command whose error was already printed as JSON.
var errReported = errors.New("reported")

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
