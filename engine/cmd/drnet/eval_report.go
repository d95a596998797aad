package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"drnet/engine"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// evalJSON is what drnet eval -format json prints.
type evalJSON struct {
	Schema   string                   `json:"schema"`
	Target   string                   `json:"target"`
	Settings protocol.Train           `json:"settings"` // with the defaults filled in for the first fold
	Learners []learnerJSON            `json:"learners"` // the nested estimate, or without inner folds one for each setting
	Tried    []protocol.SettingResult `json:"tried"`
	Choices  []protocol.Choice        `json:"choices,omitempty"` // one for each fold
	Table    protocol.Fingerprint     `json:"table"`
	Program  string                   `json:"program,omitempty"`
	Units    int                      `json:"units"`
}

type learnerJSON struct {
	Name    string            `json:"name"`
	Setting *protocol.Setting `json:"setting,omitempty"` // if there are several and none is chosen
	eval.Summary
}

// merge brings parts together and prints what one run prints.
func (c *command) merge(paths []string, e evalCall) error {
	if len(paths) == 0 {
		return usageError("-merge needs the files that -unit wrote")
	}
	if err := checkFormat(e.format); err != nil {
		return err
	}
	var parts []protocol.Part
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
	merged, err := engine.Merge(parts)
	if err != nil {
		return failure{engine.Refusal(err)}
	}
	return c.printEval(merged, e.format)
}

func (c *command) readPart(path string) (protocol.Part, error) {
	var p protocol.Part
	file, err := c.open(path)
	if err != nil {
		return p, unread(err)
	}
	defer file.Close()
	if err := json.NewDecoder(file).Decode(&p); err != nil || p.Schema == "" {
		return p, failure{protocol.Refused{
			Kind: protocol.Unread, Message: path + ": this is no part of an evaluation, or a damaged one",
			Hint: "make it anew with drnet eval -unit",
		}}
	}
	return p, nil
}

func (c *command) printEval(e protocol.Evaluated, format string) error {
	if format == "json" {
		r := e.Request.Train
		r.Network = e.Units[0].Network
		out := evalJSON{
			Schema: "drnet.eval/1", Target: r.Target, Settings: r, Learners: learners(e), Tried: e.Results, Table: e.Table,
			Program: e.Request.Program, Units: len(e.Units),
		}
		if e.Nested != nil {
			out.Choices = e.Nested.Choices
		}
		return c.printJSON(out)
	}
	evalText(c.people(), e)
	return nil
}

func learners(e protocol.Evaluated) []learnerJSON {
	switch {
	case e.Nested != nil:
		return []learnerJSON{{Name: learner(e, 0).Key, Summary: e.Nested.Summary}}
	case len(e.Results) == 1:
		return []learnerJSON{{Name: learner(e, 0).Key, Summary: e.Results[0].Summary}}
	}
	var all []learnerJSON
	for i := range e.Results {
		all = append(all, learnerJSON{learner(e, i).Key, &e.Results[i].Setting, e.Results[i].Summary})
	}
	return all
}

// learner returns the learner of a setting.
func learner(e protocol.Evaluated, setting int) protocol.Learner {
	l, _ := protocol.LearnerOf(e.Results[setting].Setting.Learner)
	return l
}

// evalText writes the result as tables for people.
func evalText(w io.Writer, e protocol.Evaluated) {
	several := slices.ContainsFunc(e.Results, func(t protocol.SettingResult) bool { return t.Setting.Learner != e.Results[0].Setting.Learner })
	switch {
	case several || len(e.Results) > 1 && e.Results[0].Setting.Learner != "":
		compareText(w, e)
	case len(e.Results) > 1:
		triedText(w, e)
	}
	switch {
	case several: // nobody has chosen among them
	case e.Nested != nil:
		if len(e.Results) > 1 {
			fmt.Fprint(w, "\nwith the setting chosen in each fold by its training rows alone:\n")
		}
		foldsText(w, e.Nested.Summary, e.Nested.Choices)
	case len(e.Results) == 1:
		foldsText(w, e.Results[0].Summary, nil)
	default:
		fmt.Fprint(w, "\nthe best of several settings looks better than it is: -inner 5 measures the choice too\n")
	}
}

// triedText writes a line for each setting: means over the folds, with the standard error of the accuracy.
func triedText(w io.Writer, e protocol.Evaluated) {
	fmt.Fprintf(w, "%-7s %10s %10s %10s %10s %8s %6s %11s %11s", "setting", "lambda1", "price", "thresholds", "right", "error", "rules", "conditions", "complexity")
	if e.Nested != nil {
		fmt.Fprintf(w, " %7s", "chosen")
	}
	fmt.Fprintln(w)
	for i, t := range e.Results {
		r := t.Setting.Apply(e.Request.Train)
		lambda := "usual"
		if r.Network.Lambda1 != nil {
			lambda = fmt.Sprintf("%.3g", *r.Network.Lambda1)
		}
		fmt.Fprintf(w, "%-7d %10s %10s %10s %8.2f %% %6.2f %% %6.1f %11.1f %11.1f", i, lambda, priceText(r.Refine), r.Encoding.Method, 100*t.Mean.Accuracy, 100*t.Error.Accuracy,
			t.Mean.Rules, t.Mean.Conditions, t.Mean.Complexity)
		if e.Nested != nil {
			fmt.Fprintf(w, " %7d", t.Chosen)
		}
		fmt.Fprintln(w)
	}
}

func priceText(price float64) string {
	switch {
	case price == 0:
		return "auto"
	case price < 0:
		return "off"
	}
	return fmt.Sprintf("%.3g", price)
}

// foldsText writes a line for each fold, and below their mean and its standard error.
func foldsText(w io.Writer, s eval.Summary, choices []protocol.Choice) {
	fmt.Fprintf(w, "%-5s %10s %10s %6s %11s %11s %8s", "fold", "right", "majority", "rules", "conditions", "complexity", "price")
	timed := slices.ContainsFunc(s.Folds, func(f eval.Fold) bool { return f.Seconds > 0 })
	if timed {
		fmt.Fprintf(w, " %8s", "seconds")
	}
	if choices != nil {
		fmt.Fprintf(w, " %7s", "setting")
	}
	fmt.Fprintln(w)
	line := func(name string, f eval.Fold, digits int, choice string) {
		text := fmt.Sprintf("%-5s %8.2f %% %8.2f %% %6.*f %11.*f %11.*f %8.2g", name, 100*f.Accuracy, 100*f.Majority, digits, f.Rules, digits, f.Conditions,
			digits, f.Complexity, f.Price)
		if timed {
			text += fmt.Sprintf(" %8.1f", f.Seconds)
		}
		if choice != "" {
			text += fmt.Sprintf(" %7s", choice)
		}
		fmt.Fprintln(w, strings.TrimRight(text, " "))
	}
	for k, f := range s.Folds {
		choice := ""
		if choices != nil {
			choice = fmt.Sprint(choices[k].Setting)
		}
		line(fmt.Sprint(k), f, 0, choice)
	}
	line("mean", s.Mean, 1, "")
	line("error", s.Error, 1, "")
	metricsText(w, s)
}

// metricsText writes what else there is to know than the accuracy: means over the folds in which it is defined, and their spread.
func metricsText(w io.Writer, s eval.Summary) {
	low, high := 100*s.Mean.Interval[0], 100*s.Mean.Interval[1]
	fmt.Fprintf(w, "\n%-20s %8s %10s %8s\n", "", "mean", "deviation", "error")
	fmt.Fprintf(w, "%-20s %8.4f %10.4f %8.4f (in truth from %.2f to %.2f %%)\n", "accuracy", s.Mean.Accuracy, s.Deviation.Accuracy, s.Error.Accuracy, low, high)
	mean, deviation, standard := s.Mean.List(), s.Deviation.List(), s.Error.List()
	for i, m := range mean {
		if m.Value != nil {
			fmt.Fprintf(w, "%-20s %8.4f %10.4f %8.4f\n", m.Name, *m.Value, *deviation[i].Value, *standard[i].Value)
		}
	}
	fmt.Fprintf(w, "%-20s %8.4f %10.4f %8.4f\n", "rule complexity", s.Mean.RuleComplexity, s.Deviation.RuleComplexity, s.Error.RuleComplexity)
}
