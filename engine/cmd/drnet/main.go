// Command drnet learns IF-THEN rules from a table on this machine, with the same engine as the page.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"drnet/engine/cmd/drnet/console"
	"drnet/engine/dataset"
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

// progress is standard error, or nothing if the progress is not wanted.
func (c *command) progress(quiet bool) io.Writer {
	if quiet {
		return io.Discard
	}
	return c.errors
}

// programs is standard output for programs, byte for byte, unless it is a terminal.
func (c *command) programs() io.Writer {
	if console.IsTerminal(c.out) {
		return c.people()
	}
	return c.out
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
	f, ok := err.(protocol.Refused)
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

//go:embed usage.txt
var usage string

// Exit codes.
const (
	done   = 0
	failed = 1 // the data, or the run
	misuse = 2 // the command line
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	os.Exit((&command{ctx, os.Stdin, os.Stdout, os.Stderr}).run(os.Args[1:]))
}

func (c *command) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(c.errors, usage)
		return misuse
	}
	if args[0] == "help" && len(args) > 1 {
		args = []string{args[1], "-h"}
	}
	out := &console.Output{To: c.out}
	c.out = out
	commands := map[string]func([]string) error{
		"train": c.train, "eval": c.eval, "apply": c.apply, "explain": c.explain,
		"export": c.export, "inspect": c.inspect, "sample": c.sample,
	}
	do, ok := commands[args[0]]
	switch {
	case ok:
		err := do(args[1:])
		if out.Err != nil && (err == nil || err == errReported || errors.Is(err, out.Err)) {
			err = fmt.Errorf("standard output cannot be written: %w", out.Err)
		}
		return c.exit(err)
	case args[0] == "version" || args[0] == "-version" || args[0] == "--version":
		fmt.Fprintln(c.out, "drnet", protocol.Release)
		return done
	case args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help":
		fmt.Fprint(c.out, usage)
		return done
	}
	fmt.Fprintf(c.errors, "drnet: unknown command %q\n\n%s", args[0], usage)
	return misuse
}

func (c *command) exit(err error) int {
	if err == nil {
		return done
	}
	if help, ok := errors.AsType[helpWanted](err); ok {
		fmt.Fprintf(c.out, "usage: drnet %s\n\n", help.flags.Name())
		help.flags.SetOutput(c.out)
		help.flags.PrintDefaults()
		return done
	}
	if errors.Is(err, errReported) {
		return failed
	}
	fmt.Fprintf(c.errors, "drnet: %s\n", dataset.EscapeControl(err.Error()))
	if _, ok := errors.AsType[usageError](err); ok {
		return misuse
	}
	if refused, ok := errors.AsType[protocol.Refused](err); ok && refused.Hint != "" {
		fmt.Fprintf(c.errors, "       %s\n", dataset.EscapeControl(refused.Hint))
	}
	return failed
}
