// Command drnet learns IF-THEN rules from a table on this machine, with the same engine as the page.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"drnet/engine/cmd/drnet/console"
	"drnet/engine/dataset"
)

const usage = `drnet learns IF-THEN rules from a table, on this machine.

  drnet train FILE -target NAME    train rules that predict a column
  drnet eval FILE -target NAME     estimate their accuracy by cross-validation
  drnet apply -model M.json FILE   predict the rows of a table, as CSV
  drnet explain -model M.json -row N FILE
                                   explain a prediction, and which changes would flip it
  drnet export -model M.json       write a model as text, SQL, Python, HTML, ... (-format)
  drnet inspect FILE               show how a table is read: columns, types, missing values
  drnet sample [NAME]              list the built-in tables, or write one as CSV

FILE is a CSV file, optionally compressed (.gz), or - for standard input.
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

func (c *command) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(c.errors, usage)
		return misuse
	}
	c.out = &console.Output{To: c.out}
	commands := map[string]func([]string) error{
		"train": c.train, "eval": c.eval, "apply": c.apply, "explain": c.explain,
		"export": c.export, "inspect": c.inspect, "sample": c.sample,
	}
	do, ok := commands[args[0]]
	switch {
	case ok:
		err := do(args[1:])
		if err == nil || err == errReported {
			err = cmp.Or(c.unwritten(), err)
		}
		return c.exit(err)
	case args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help":
		fmt.Fprint(c.out, usage)
		return done
	}
	fmt.Fprintf(c.errors, "drnet: unknown command %q\n\n%s", args[0], usage)
	return misuse
}

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
	case errors.Is(err, errReported):
		return failed
	case errors.As(err, &wrong):
		fmt.Fprintf(c.errors, "drnet: %s\n", dataset.EscapeControl(err.Error()))
		return misuse
	}
	fmt.Fprintf(c.errors, "drnet: %s\n", dataset.EscapeControl(err.Error()))
	if errors.As(err, &refused) && refused.Hint != "" {
		fmt.Fprintf(c.errors, "       %s\n", dataset.EscapeControl(refused.Hint))
	}
	return failed
}
