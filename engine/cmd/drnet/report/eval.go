package report

import (
	"fmt"
	"io"
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
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
	Interval *[2]float64                `json:"interval,omitempty"` // 95%, of the accuracy on new rows; of one setting or a nested estimate
	Random   *eval.Summary              `json:"random,omitempty"`   // of random folds, if the folds are by a column
	Leak     string                     `json:"leak,omitempty"`     // compares the random folds with the others
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
	if ends, ok := interval(e); ok {
		out.Interval = &ends
	}
	out.Random, out.Leak = e.Random, e.RandomInWords(dataset.Percent)
	return out
}

// interval returns that of the estimate; ok is false if no setting was chosen.
func interval(e protocol.Evaluated) (ends [2]float64, ok bool) {
	if e.Nested == nil && len(e.Results) > 1 {
		return ends, false
	}
	return e.Estimate().Interval(e.Parts())
}

func learners(e protocol.Evaluated) (all []learnerJSON) {
	if e.Nested != nil {
		return []learnerJSON{{learner(e, 0).Key, nil, e.Nested.Summary}}
	}
	for i, t := range e.Results {
		l := learnerJSON{Name: learner(e, i).Key, Summary: t.Summary}
		if len(e.Results) > 1 {
			l.Setting = &t.Setting
		}
		all = append(all, l)
	}
	return all
}

func learner(e protocol.Evaluated, setting int) protocol.Algorithm {
	l, _ := protocol.LearnerOf(e.Results[setting].Setting.Learner)
	return l
}

// Eval writes an evaluation as tables.
func Eval(w io.Writer, e protocol.Evaluated) {
	if weights := e.Request.WeightInWords(); weights != "" {
		fmt.Fprintln(w, dataset.EscapeControl(weights)+"; learners without weights get rows drawn in proportion to them")
	}
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
		defer groupsText(w, e.Nested.Groups)
		if len(e.Results) > 1 {
			fmt.Fprint(w, "\nnested cross-validation: each fold chooses its setting on its training rows\n")
		}
		foldsText(w, e.Nested.Summary, e.Nested.Choices, e.Classes)
	case len(e.Results) == 1:
		foldsText(w, e.Results[0].Summary, nil, e.Classes)
		groupsText(w, e.Results[0].Groups)
	default:
		fmt.Fprint(w, "\nthe best of several settings is optimistic: -inner 5 gives an unbiased estimate\n")
	}
	for i, t := range e.Results {
		if t.Empty() {
			continue
		}
		if o := t.Outcome(); o.Test != nil {
			fmt.Fprintf(w, "\nsetting %d trained on all rows: test accuracy %s on the test table\n", i, percent(o.Test.Accuracy))
		}
	}
	if ends, ok := interval(e); ok {
		mean := e.Estimate().Mean.Accuracy
		fmt.Fprintf(w, "\naccuracy on new rows: %s, 95%% interval %s%%\n", dataset.Percent(mean),
			dataset.PercentRange(ends[0], ends[1], dataset.Percent))
	}
	if words := e.RandomInWords(dataset.Percent); words != "" {
		fmt.Fprintln(w, dataset.EscapeControl(words))
	}
}

// triedText writes a line for each setting: means over the folds, with the standard error of the accuracy.
func triedText(w io.Writer, e protocol.Evaluated) {
	row := writeTable(w, "setting -7", "lambda1 10", "min gain 10", "thresholds 10", "accuracy 10", "std err 8",
		"rules 6", "conditions 11", "complexity 11", when(e.Nested != nil, "chosen 7"))
	for i, t := range e.Results {
		r := t.Setting.Apply(e.Request.Train)
		lambda := "default"
		if r.Network.Lambda1 != nil {
			lambda = fmt.Sprintf("%.3g", *r.Network.Lambda1)
		}
		row(fmt.Sprint(i), lambda, priceText(r.Refine), string(r.Encoding.Method), percent(t.Mean.Accuracy), percent(t.Error.Accuracy),
			float(t.Mean.Rules, 1), float(t.Mean.Conditions, 1), float(t.Mean.Complexity, 1), fmt.Sprint(t.Chosen))
	}
}

func priceText(price float64) string {
	switch {
	case price == 0:
		return "auto"
	case price == rule.LowPrice:
		return "low"
	case price < 0:
		return "off"
	case price > rule.MaxPrice:
		return fmt.Sprintf("%.3g rows", price)
	}
	return fmt.Sprintf("%.3g", price)
}

// foldsText writes a line for each fold, and below their mean and its standard error.
func foldsText(w io.Writer, s eval.Summary, choices []protocol.SelectedSetting, names []string) {
	timed := slices.ContainsFunc(s.Folds, func(f eval.Fold) bool { return f.Seconds > 0 })
	row := writeTable(w, "fold -7", "accuracy 10", "baseline 10", "rules 6", "conditions 11", "complexity 11",
		"min gain 8", when(timed, "seconds 8"), when(choices != nil, "setting 7"))
	line := func(name string, f eval.Fold, places int, choice string) {
		row(name, percent(f.Accuracy), percent(f.Majority), float(f.Rules, places), float(f.Conditions, places),
			float(f.Complexity, places), fmt.Sprintf("%.2g", f.Price), float(f.Seconds, 1), choice)
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
	metricsText(w, s, names)
}

// metricsText writes all metrics: means over the folds in which they are defined, and their spread.
func metricsText(w io.Writer, s eval.Summary, names []string) {
	fmt.Fprintln(w)
	row := writeTable(w, " -20", "mean 8", "deviation 10", "std err 8")
	interval := fmt.Sprintf(" (95%% interval %.2f–%.2f%%)", 100*s.Mean.Interval[0], 100*s.Mean.Interval[1])
	line := func(name string, mean, deviation, standard float64, more string) {
		row(name, float(mean, 4), float(deviation, 4), fmt.Sprintf("%8.4f%s", standard, more))
	}
	line("accuracy", s.Mean.Accuracy, s.Deviation.Accuracy, s.Error.Accuracy, interval)
	for _, m := range s.Mean.List() {
		if m.Value != nil {
			line(m.Name, *m.Value, *s.Deviation.Named(m.Name).Value, *s.Error.Named(m.Name).Value, "")
		}
	}
	line("rule complexity", s.Mean.RuleComplexity, s.Deviation.RuleComplexity, s.Error.RuleComplexity, "")
	if s.Mean.Classes != nil {
		classScores(w, "test rows of all folds", names, *s.Mean.Classes)
	}
	reliabilityText(w, s.Mean.Reliability)
	if s.Mean.Decision != nil {
		fmt.Fprintln(w)
		decisionText(w, s.Mean.Decision, "the positive class")
	}
}

// decisionText writes the scores of a decision on rows; nothing without them.
func decisionText(w io.Writer, d *eval.DecisionScores, positive string) {
	if d == nil {
		return
	}
	fmt.Fprintln(w, dataset.EscapeControl(d.Text(positive)))
	c := d.Confusion
	fmt.Fprintf(w, "%s of %s rows above the threshold: %s true and %s false positives, %s false and %s true negatives\n",
		protocol.Grouped(d.Above), protocol.Grouped(d.Rows), protocol.Grouped(c.TruePositives), protocol.Grouped(c.FalsePositives),
		protocol.Grouped(c.FalseNegatives), protocol.Grouped(c.TrueNegatives))
	if d.Costed() {
		fmt.Fprintf(w, "cost of the errors: %s, %s for each row\n", float(c.Cost(d.Decision), 2), float(d.Cost, 4))
	}
	if d.Asks() {
		fmt.Fprintf(w, "left to a person: %s of the rows; errors of the others %s, errors of the threshold among those %s\n",
			percent(d.Share), percent(d.Error), percent(d.AskError))
	}
}

// reliabilityText compares the probabilities of the test rows with the share of positive rows; nothing without probabilities.
func reliabilityText(w io.Writer, bins []eval.Bin) {
	if bins == nil {
		return
	}
	fmt.Fprintln(w)
	row := writeTable(w, "probability -14", "test rows 9", "mean 8", "positive 9")
	for i, b := range bins {
		mean, positive := "–", "–"
		if b.Rows > 0 {
			mean, positive = float(b.Probability, 3), float(b.Share(), 3)
		}
		row(fmt.Sprintf("%.1f–%.1f", float64(i)/eval.Bins, float64(i+1)/eval.Bins), fmt.Sprint(b.Rows), mean, positive)
	}
	if found, chance := eval.CalibrationError(bins); found != nil {
		fmt.Fprintf(w, "calibration error of these rows: %s; a perfectly calibrated model has about %s by chance\n",
			float(*found, 4), float(*chance, 4))
	}
}

// compareText writes a line for each learner, as Tables 1 and 2 of the paper: means over the folds, with the standard error of the
// accuracy; and below them the difference of each from the first.
func compareText(w io.Writer, e protocol.Evaluated) {
	row := writeTable(w, "learner -16", "accuracy 10", "std err 8", "rules 8", "conditions 11", "complexity 11",
		"per rule 11", when(e.Results[0].Mean.Seconds > 0, "seconds 9"), when(e.Nested != nil, "chosen 7"))
	for i, t := range e.Results {
		cells := []string{settingName(e, i), percent(t.Mean.Accuracy), percent(t.Error.Accuracy)}
		for _, size := range []float64{t.Mean.Rules, t.Mean.Conditions, t.Mean.Complexity, t.Mean.RuleComplexity} {
			text := "–"
			if learner(e, i).Rules {
				text = float(size, 1)
			}
			cells = append(cells, text)
		}
		row(append(cells, float(t.Mean.Seconds, 2), fmt.Sprint(t.Chosen))...)
	}
	fmt.Fprintln(w)
	for i, t := range e.Results {
		if d, ok := eval.Paired(t.Folds, e.Results[0].Folds, len(t.Folds)); ok && i > 0 {
			fmt.Fprintf(w, "%s %s\n", settingName(e, i), differenceText(d, settingName(e, 0)))
		}
	}
}

// settingName names a learner with its tuning.
func settingName(e protocol.Evaluated, i int) string {
	name := learner(e, i).Key
	if tune := e.Results[i].Setting.Tune; tune != 0 {
		name += fmt.Sprintf(" %.4g", tune)
	}
	return name
}

// differenceText describes a difference in percentage points.
func differenceText(d eval.Difference, from string) string {
	mean, ahead, low, high := d.Mean, "ahead of", d.Interval[0], d.Interval[1]
	if d.Mean < 0 {
		mean, ahead, low, high = -d.Mean, "behind", -d.Interval[1], -d.Interval[0]
	}
	if mean == 0 {
		return fmt.Sprintf("is as accurate as %s (95%% interval of the difference %.2f to %.2f)", from, 100*low, 100*high)
	}
	text := fmt.Sprintf("is %.2f points %s %s (95%% interval %.2f to %.2f)", 100*mean, ahead, from, 100*low, 100*high)
	if low <= 0 {
		text += ", not significant"
	}
	return text
}
