package main

import (
	"fmt"
	"text/tabwriter"

	"drnet/engine/sample"
)

func (c *command) sample(args []string) error {
	words, err := parse(newFlags("sample [NAME]"), args)
	if err != nil {
		return err
	}
	switch len(words) {
	case 0:
		w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
		for _, s := range sample.All() {
			answers := "-positive " + s.Positive
			if s.Positive == "" {
				answers = "-classes each"
			}
			fmt.Fprintf(w, "%s\t%d rows\t-target %s %s\t%s\n", s.Name, s.Rows, s.Target, answers, s.Question)
		}
		return w.Flush()
	case 1:
		s, ok := sample.Find(words[0])
		if !ok {
			return usageError(fmt.Sprintf("unknown built-in table %q: drnet sample lists them", words[0]))
		}
		return s.WriteCSV(c.programs())
	}
	return usageError("sample takes one NAME at most")
}
