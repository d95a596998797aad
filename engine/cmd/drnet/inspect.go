package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"drnet/engine"
	"drnet/engine/cmd/drnet/console"
	"drnet/engine/cmd/drnet/report"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

func (c *command) inspect(args []string) error {
	fs := newFlags("inspect FILE [flags]")
	data := addDataFlags(fs)
	format := fs.String("format", "text", "text|json: format of the report")
	var r protocol.Train
	fs.StringVar(&r.Target, "target", "", "`column` whose association with each other column is shown, on all rows with a label")
	addPositiveFlag(fs, &r)
	fs.Func("classes", "`each`: associations with each value of the target; the strongest is shown", word(&r.Classes))
	cells := fs.String("cells", "", "single cells to show, as `row,column;row,column` from 0")
	path, err := data.parse(args)
	if err != nil {
		return err
	}
	if err := checkFormat(*format); err != nil {
		return err
	}
	at, err := parseCells(*cells)
	if err != nil {
		return err
	}
	data.options.Target = r.Target
	session := engine.NewSession()
	loaded, err := c.load(session, path, protocol.Load{Options: data.options, Cells: at}, console.NewMeter(c.errors))
	for _, name := range data.ignored {
		if err == nil && loaded.Table.Column(name) < 0 {
			err = protocol.Refuse(dataset.Header, fmt.Sprintf("column %q does not exist", name), "drnet inspect without -ignore lists the columns")
		}
	}
	var planned protocol.Planned
	if err == nil && r.Target != "" {
		var e protocol.Event
		e, err = ask(c.ctx, session, protocol.Plan{Train: r}, nil)
		planned, _ = e.(protocol.Planned)
	}
	if err != nil {
		return c.reported(err, *format)
	}
	if *format == "json" {
		return c.printJSON(report.InspectJSON(loaded.Table, at, planned.Associations))
	}
	report.Inspect(c.people(), loaded.Table, data.ignored, planned.Associations)
	return nil
}

// parseCells reads "0,1;5,2".
func parseCells(list string) (at [][2]int, err error) {
	for pair := range strings.SplitSeq(list, ";") {
		if pair == "" {
			continue
		}
		var row, column int
		if n, err := fmt.Sscanf(pair+"\n", "%d,%d\n", &row, &column); n != 2 || err != nil {
			return nil, usageError(fmt.Sprintf("-cells has %q: it must be row,column", pair))
		}
		at = append(at, [2]int{row, column})
	}
	return at, nil
}

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
