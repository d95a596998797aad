package report

import (
	"fmt"
	"io"

	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// compareText writes a line for each learner, as Tables 1 and 2 of the paper: means over the folds, with the standard error of the
// accuracy; and below them the difference of each from the first.
func compareText(w io.Writer, e protocol.Evaluated) {
	timed := e.Results[0].Mean.Seconds > 0
	fmt.Fprintf(w, "%-16s %10s %8s %8s %11s %11s %11s", "learner", "accuracy", "std err", "rules", "conditions", "complexity", "per rule")
	if timed {
		fmt.Fprintf(w, " %9s", "seconds")
	}
	if e.Nested != nil {
		fmt.Fprintf(w, " %7s", "chosen")
	}
	fmt.Fprintln(w)
	for i, t := range e.Results {
		fmt.Fprintf(w, "%-16s %10s %8s", settingName(e, i), percent(t.Mean.Accuracy, 2), percent(t.Error.Accuracy, 2))
		if learner(e, i).Rules {
			fmt.Fprintf(w, " %8.1f %11.1f %11.1f %11.1f", t.Mean.Rules, t.Mean.Conditions, t.Mean.Complexity, t.Mean.RuleComplexity)
		} else {
			fmt.Fprintf(w, " %8s %11s %11s %11s", "–", "–", "–", "–")
		}
		if timed {
			fmt.Fprintf(w, " %9.2f", t.Mean.Seconds)
		}
		if e.Nested != nil {
			fmt.Fprintf(w, " %7d", t.Chosen)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	first := settingName(e, 0)
	for i := range e.Results[1:] {
		t := e.Results[i+1]
		if d, ok := eval.Paired(t.Folds, e.Results[0].Folds); ok {
			fmt.Fprintf(w, "%s %s\n", settingName(e, i+1), differenceText(d, first))
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
	points := func(x float64) string { return fmt.Sprintf("%.2f", 100*x) }
	ahead, low, high := "ahead of", d.Interval[0], d.Interval[1]
	if d.Mean < 0 {
		ahead, low, high = "behind", -d.Interval[1], -d.Interval[0]
		d.Mean = -d.Mean
	}
	text := fmt.Sprintf("is %s points %s %s (95%% interval %s to %s)", points(d.Mean), ahead, from, points(low), points(high))
	if low <= 0 {
		text += ", not significant"
	}
	return text
}
