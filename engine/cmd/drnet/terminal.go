package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"drnet/engine/dataset"
)

// output is where the command writes. It remembers the first error, so that a full disk does not look like success.
type output struct {
	to    io.Writer
	wrong error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.wrong == nil {
		o.wrong = err
	}
	return n, err
}

// legible is where lines for people are written. Names, values and paths may hold whatever would steer a terminal: lines are
// made legible as a whole, so that no place can forget it. What may hold a line's end is made legible by its own place too.
type legible struct{ to io.Writer }

func (l legible) Write(p []byte) (int, error) {
	lines := strings.Split(string(p), "\n")
	for i := range lines {
		lines[i] = dataset.Legible(lines[i])
	}
	if _, err := io.WriteString(l.to, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}

func isTerminal(out io.Writer) bool {
	if o, ok := out.(*output); ok {
		out = o.to
	}
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// people is standard output as it is for people.
func (c *command) people() io.Writer { return legible{c.out} }

// programs is standard output as it is for programs, to the byte; a terminal is read by people.
func (c *command) programs() io.Writer {
	if isTerminal(c.out) {
		return c.people()
	}
	return c.out
}

// unwritten says that standard output could not be written, nil if it could.
func (c *command) unwritten() error {
	if o, ok := c.out.(*output); ok && o.wrong != nil {
		return fmt.Errorf("standard output cannot be written: %w", o.wrong)
	}
	return nil
}

// legibles makes the texts of a list legible.
func legibles(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = dataset.Legible(text)
	}
	return out
}
