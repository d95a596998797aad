// Command drnet learns IF-THEN rules from a table, on this machine: it drives the same engine as the page.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

const usage = `drnet learns IF-THEN rules from a table, and keeps the table to itself.

  drnet train FILE -target NAME    learn rules for a column
  drnet eval FILE -target NAME     measure how well that works, by cross validation
  drnet apply -model M.json FILE   answer for the rows of a table, as CSV
  drnet explain -model M.json -row N FILE
                                   say why a row is answered so, and what would change that
  drnet export -model M.json       write a model as text, SQL, Python, a page (-format)
  drnet inspect FILE               say what was read: columns, types, missing cells
  drnet sample [NAME]              list the built-in tables, or write one as CSV

FILE is a CSV file, perhaps compressed (.gz), or - for standard input.
drnet COMMAND -h lists the flags of a command.
`

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

// command is one call of the program: where it reads and writes, and when it is interrupted.
type command struct {
	ctx    context.Context
	in     io.Reader
	out    io.Writer
	errors io.Writer
}

func (c *command) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(c.errors, usage)
		return misuse
	}
	c.out = &output{to: c.out}
	commands := map[string]func([]string) error{
		"train": c.train, "eval": c.eval, "apply": c.apply, "explain": c.explain,
		"export": c.export, "inspect": c.inspect, "sample": c.sample,
	}
	do, ok := commands[args[0]]
	switch {
	case ok:
		err := do(args[1:])
		if err == nil || err == errSaid {
			err = cmp.Or(c.unwritten(), err)
		}
		return c.exit(err)
	case args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help":
		fmt.Fprint(c.out, usage)
		return done
	}
	fmt.Fprintf(c.errors, "drnet: there is no command %q\n\n%s", args[0], usage)
	return misuse
}

// usageError is a mistake on the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

// failure is a refusal by the engine.
type failure struct{ protocol.Refused }

func (f failure) Error() string { return f.Message }

// errSaid ends a command whose trouble has been told already, as JSON.
var errSaid = errors.New("said")

func (c *command) exit(err error) int {
	var wrong usageError
	var refused failure
	var help helpWanted
	switch {
	case err == nil:
		return done
	case errors.As(err, &help):
		help.print(c.out)
		return done
	case errors.Is(err, errSaid):
		return failed
	case errors.As(err, &wrong):
		fmt.Fprintf(c.errors, "drnet: %s\n", dataset.Legible(err.Error()))
		return misuse
	}
	fmt.Fprintf(c.errors, "drnet: %s\n", dataset.Legible(err.Error()))
	if errors.As(err, &refused) && refused.Hint != "" {
		fmt.Fprintf(c.errors, "       %s\n", dataset.Legible(refused.Hint))
	}
	return failed
}
