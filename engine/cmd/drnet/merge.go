package main

import (
	"encoding/json"

	"drnet/engine/cmd/drnet/report"
	"drnet/engine/crossval"
	"drnet/engine/protocol"
)

// merge combines parts and prints the same output as a single run.
func (c *command) merge(paths []string, e evalCall) error {
	if len(paths) == 0 {
		return usageError("-merge needs the files that -unit wrote")
	}
	if err := checkFormat(e.format); err != nil {
		return err
	}
	var parts []protocol.EvaluationPart
	for _, path := range paths {
		p, err := c.readPart(path)
		if err != nil {
			return err
		}
		if e.untimed {
			for i := range p.Units {
				p.Units[i].Seconds = 0
			}
		}
		parts = append(parts, p)
	}
	merged, err := crossval.Merge(parts)
	if err != nil {
		return failure{protocol.Refusal(err)}
	}
	return c.printEval(merged, e.format)
}

func (c *command) readPart(path string) (protocol.EvaluationPart, error) {
	var p protocol.EvaluationPart
	file, err := c.open(path)
	if err != nil {
		return p, unread(err)
	}
	defer file.Close()
	if err := json.NewDecoder(file).Decode(&p); err != nil || p.Schema == "" {
		return p, refuse(protocol.Unread, path+": not a part of an evaluation, or damaged", "make it anew with drnet eval -unit")
	}
	return p, nil
}

// printEval prints an evaluation in a format.
func (c *command) printEval(e protocol.Evaluated, format string) error {
	if format == "json" {
		return c.printJSON(report.EvalJSON(e))
	}
	report.Eval(c.people(), e)
	return nil
}
