// Package console writes for people: legible lines, and how far work is. On a terminal it draws bars.
package console

import (
	"io"
	"os"
	"strings"

	"drnet/engine/dataset"
)

// Output is a writer that remembers its first error, so that a full disk does not look like success.
type Output struct {
	To  io.Writer
	Err error
}

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.To.Write(p)
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}

// Legible writes lines for people. Names, values and paths may contain control characters: whole lines are escaped, so that no
// caller can forget it. Texts that may contain line breaks are escaped by the caller too.
type Legible struct{ To io.Writer }

// Write implements io.Writer.
func (l Legible) Write(p []byte) (int, error) {
	lines := strings.Split(string(p), "\n")
	for i := range lines {
		lines[i] = dataset.EscapeControl(lines[i])
	}
	if _, err := io.WriteString(l.To, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}

// IsTerminal reports whether a writer, or the one behind an Output, is a terminal.
func IsTerminal(out io.Writer) bool {
	if o, ok := out.(*Output); ok {
		out = o.To
	}
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
