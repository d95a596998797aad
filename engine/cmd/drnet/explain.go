package main

import (
	"fmt"

	"drnet/engine/cmd/drnet/report"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// explainCall holds the command line of drnet explain.
type explainCall struct {
	data                  *dataFlags
	model, freeze, format string
	row                   int
}

func (c *command) explain(args []string) error {
	var t explainCall
	fs := newFlags("explain -model M.json -row N FILE [flags]")
	t.data = addDataFlags(fs)
	fs.StringVar(&t.model, "model", "", "model `file`, as drnet train writes it")
	fs.Func("row", "`number` of the row to explain, from 1, as drnet apply prints it", setting.Positive(&t.row))
	fs.StringVar(&t.freeze, "freeze", "", "`columns` that counterfactuals must not change, separated by commas")
	fs.StringVar(&t.format, "format", "text", "text|json: format of the report")
	path, err := parseFile(fs, args)
	if err != nil {
		return err
	}
	switch {
	case t.model == "":
		return errNoModel
	case t.row == 0:
		return usageError("-row is missing: give the number of a row, from 1, as drnet apply prints it")
	}
	if err := checkFormat(t.format); err != nil {
		return err
	}
	return c.reported(c.runExplain(t, path), t.format)
}

func (c *command) runExplain(t explainCall, path string) error {
	s, model, err := c.loadFor(t.model, path, t.data)
	if err != nil {
		return err
	}
	request := protocol.Explain{Model: model.Model, Row: t.row, Freeze: split(t.freeze), Nearest: true}
	whole := model.MultiClass
	if whole != nil { // the predicted class decides whose rules are shown
		request.MultiClass, request.Model, request.Nearest = whole, whole.Members[0], false
		e, err := ask(c.ctx, s, request, nil)
		if err != nil {
			return err
		}
		request.Nearest = true
		if whole.Codes == nil {
			request.Model = whole.Members[e.(protocol.Explained).Decision.Class]
		}
	}
	e, err := ask(c.ctx, s, request, nil)
	if err != nil {
		return err
	}
	explained, m := e.(protocol.Explained), request.Model
	switch {
	case t.format == "json":
		return c.printJSON(report.ExplainJSON(m, explained))
	case whole == nil:
		report.Explained(c.people(), m, explained)
		return nil
	}
	report.Decision(c.people(), whole, explained)
	if whole.Codes == nil {
		fmt.Fprintf(c.people(), "\nRules of class %q:\n", m.Positive)
		report.Rules(c.people(), m, explained)
	}
	return nil
}
