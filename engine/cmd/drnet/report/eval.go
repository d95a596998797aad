package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// evalJSON is the output of drnet eval -format json.
type evalJSON struct {
	Schema   string                     `json:"schema"`
	Target   string                     `json:"target"`
	Settings protocol.Train             `json:"settings"` // with the defaults of the first fold
	Learners []learnerJSON              `json:"learners"` // the nested estimate, or without inner folds one for each setting
	Tried    []protocol.SettingResult   `json:"tried"`
	Choices  []protocol.SelectedSetting `json:"choices,omitempty"` // one for each fold
	Table    protocol.Fingerprint       `json:"table"`
	Program  string                     `json:"program,omitempty"`
	Units    int                        `json:"units"`
}

type learnerJSON struct {
	Name    string                 `json:"name"`
	Setting *protocol.SweepSetting `json:"setting,omitempty"` // if there are several and none is chosen
	eval.Summary
}

// EvalJSON returns the JSON form of an evaluation.
func EvalJSON(e protocol.Evaluated) any {
	r := e.Request.Train
	r.Network = e.Units[0].Network
	out := evalJSON{
		Schema: "drnet.eval/1", Target: r.Target, Settings: r, Learners: learners(e), Tried: e.Results, Table: e.Table,
		Program: e.Request.Program, Units: len(e.Units),
	}
	if e.Nested != nil {
		out.Choices = e.Nested.Choices
	}
	return out
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
func learner(e protocol.Evaluated, setting int) protocol.Algorithm {
	l, _ := protocol.LearnerOf(e.Results[setting].Setting.Learner)
	return l
}

// Eval writes an evaluation as tables.
func Eval(w io.Writer, e protocol.Evaluated) {
	several := slices.ContainsFunc(e.Results, func(t protocol.SettingResult) bool { return t.Setting.Learner != e.Results[0].Setting.Learner })
	switch {
	case several || len(e.Results) > 1 && e.Results[0].Setting.Learner != "":
		compareText(w, e)
	case len(e.Results) > 1:
		triedText(w, e)
	}
	switch {
	case several: // no setting was chosen
	case e.Nested != nil:
		if len(e.Results) > 1 {
			fmt.Fprint(w, "\nnested cross-validation: each fold chooses its setting on its training rows\n")
		}
		foldsText(w, e.Nested.Summary, e.Nested.Choices)
	case len(e.Results) == 1:
		foldsText(w, e.Results[0].Summary, nil)
	default:
		fmt.Fprint(w, "\nthe best of several settings is optimistic: -inner 5 gives an unbiased estimate\n")
	}
}

// triedText writes a line for each setting: means over the folds, with the standard error of the accuracy.
func triedText(w io.Writer, e protocol.Evaluated) {
	fmt.Fprintf(w, "%-7s %10s %10s %10s %10s %8s %6s %11s %11s", "setting", "lambda1", "min gain", "thresholds", "accuracy",
		"std err", "rules", "conditions", "complexity")
	if e.Nested != nil {
		fmt.Fprintf(w, " %7s", "chosen")
	}
	fmt.Fprintln(w)
	for i, t := range e.Results {
		r := t.Setting.Apply(e.Request.Train)
		lambda := "default"
		if r.Network.Lambda1 != nil {
			lambda = fmt.Sprintf("%.3g", *r.Network.Lambda1)
		}
		fmt.Fprintf(w, "%-7d %10s %10s %10s %10s %8s %6.1f %11.1f %11.1f", i, lambda, priceText(r.Refine), r.Encoding.Method,
			percent(t.Mean.Accuracy, 2), percent(t.Error.Accuracy, 2), t.Mean.Rules, t.Mean.Conditions, t.Mean.Complexity)
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
func foldsText(w io.Writer, s eval.Summary, choices []protocol.SelectedSetting) {
	fmt.Fprintf(w, "%-7s %10s %10s %6s %11s %11s %8s", "fold", "accuracy", "baseline", "rules", "conditions", "complexity", "min gain")
	timed := slices.ContainsFunc(s.Folds, func(f eval.Fold) bool { return f.Seconds > 0 })
	if timed {
		fmt.Fprintf(w, " %8s", "seconds")
	}
	if choices != nil {
		fmt.Fprintf(w, " %7s", "setting")
	}
	fmt.Fprintln(w)
	line := func(name string, f eval.Fold, digits int, choice string) {
		text := fmt.Sprintf("%-7s %10s %10s %6.*f %11.*f %11.*f %8.2g", name, percent(f.Accuracy, 2), percent(f.Majority, 2),
			digits, f.Rules, digits, f.Conditions, digits, f.Complexity, f.Price)
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
	line("std err", s.Error, 1, "")
	metricsText(w, s)
}

// metricsText writes all metrics: means over the folds in which they are defined, and their spread.
func metricsText(w io.Writer, s eval.Summary) {
	low, high := 100*s.Mean.Interval[0], 100*s.Mean.Interval[1]
	fmt.Fprintf(w, "\n%-20s %8s %10s %8s\n", "", "mean", "deviation", "std err")
	fmt.Fprintf(w, "%-20s %8.4f %10.4f %8.4f (95%% interval %.2f–%.2f%%)\n", "accuracy", s.Mean.Accuracy, s.Deviation.Accuracy,
		s.Error.Accuracy, low, high)
	mean, deviation, standard := s.Mean.List(), s.Deviation.List(), s.Error.List()
	for i, m := range mean {
		if m.Value != nil {
			fmt.Fprintf(w, "%-20s %8.4f %10.4f %8.4f\n", m.Name, *m.Value, *deviation[i].Value, *standard[i].Value)
		}
	}
	fmt.Fprintf(w, "%-20s %8.4f %10.4f %8.4f\n", "rule complexity", s.Mean.RuleComplexity, s.Deviation.RuleComplexity,
		s.Error.RuleComplexity)
}
