package report

import (
	"fmt"
	"io"
	"text/tabwriter"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// classesJSON is the output of drnet train -classes … -format json.
type classesJSON struct {
	tableJSON
	Classes  []protocol.ClassCount `json:"classes"`
	Default  string                `json:"default"` // the prediction where no rule holds
	Codes    []string              `json:"codes,omitempty"`
	Settings protocol.Train        `json:"settings"`
	Outcome  protocol.ClassOutcome `json:"outcome"` // of the whole classifier
	Sets     []setJSON             `json:"sets"`
	List     []placeJSON           `json:"list"` // the rules in order; the first that holds decides
	runJSON
}

// placeJSON is a rule by its set and its number in it, both from 1.
type placeJSON struct {
	Set  int `json:"set"`
	Rule int `json:"rule"`
}

func (r *TrainReport) classesJSON() classesJSON {
	c := r.Trained.MultiClass
	out := classesJSON{
		tableJSON: r.table("drnet.train-classes/1", c.Target), runJSON: r.run(),
		Classes: c.Learned.Classes, Default: c.Names[c.Default], Codes: c.Codes,
		Settings: c.Learned.Request, Outcome: c.Learned.Outcome, List: []placeJSON{},
	}
	for _, m := range c.Members {
		out.Sets = append(out.Sets, setOf(m))
	}
	for _, p := range c.Places() {
		out.List = append(out.List, placeJSON{p.Set + 1, p.Rule + 1})
	}
	return out
}

func (r *TrainReport) classesText(w io.Writer) {
	c := r.Trained.MultiClass
	fmt.Fprint(w, c.Text(r.Loaded.Integers), "\n")
	t := rule.NewTypesetter(c.Encoder, r.Loaded.Integers)
	for i, m := range c.Members {
		says := m.Positive
		if c.Codes != nil {
			says = fmt.Sprintf("digit %d, %s", i+1, says)
		}
		fmt.Fprintf(w, "%s: %s\n", dataset.EscapeControl(says), protocol.Plural(len(m.Rules), "rule", "rules"))
		for k, q := range m.Rules {
			fmt.Fprintf(w, "  rule %d: %s\n          %s\n", k+1, t.Line(q, rule.MissingMark), coverageText(m, k))
		}
	}
	o := c.Learned.Outcome
	fmt.Fprintf(w, "\n%s with %s\n", protocol.Plural(o.Rules, "rule", "rules"), protocol.Plural(o.Conditions, "condition", "conditions"))
	classScores(w, "training rows", c.Names, o.Train)
	if o.Test != nil {
		classScores(w, "test rows", c.Names, *o.Test)
		fmt.Fprintf(w, "baseline (majority class): test accuracy %s\n", percent(o.Test.Majority))
	}
	r.length(w)
}

// classScores writes the scores of each class and the confusion matrix.
func classScores(w io.Writer, where string, names []string, s eval.ClassScores) {
	fmt.Fprintf(w, "\naccuracy %s on %s %s, balanced accuracy %s, macro F1 %.3f\n",
		percent(s.Accuracy), protocol.Grouped(s.Rows()), where, percent(s.Balanced), s.MacroF1)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "class\trows\tprecision\trecall\tF1\tpredicted:\t")
	for _, name := range names {
		fmt.Fprint(t, dataset.EscapeControl(name), "\t")
	}
	fmt.Fprintln(t)
	for i, class := range s.Classes {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%.3f\t\t", dataset.EscapeControl(names[i]), class.Support,
			dataset.Percent(class.Precision), dataset.Percent(class.Recall), class.F1)
		for _, n := range s.Confusion[i] {
			fmt.Fprintf(t, "%d\t", n)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// Applied writes the warnings about predictions, and their accuracy if the table has the target.
func Applied(w io.Writer, f protocol.ModelFile, a protocol.Applied) {
	writeNotes(w, a.Warnings)
	if a.Scores != nil {
		fmt.Fprintf(w, "accuracy %s on %s with a value of %q\n", percent(a.Scores.Accuracy),
			protocol.Plural(a.Scores.Confusion.Rows(), "row", "rows"), f.Model.Target)
		if s := a.Scores; s.AUC != nil && s.Brier != nil {
			fmt.Fprintf(w, "AUC %s, Brier score %s\n", float(*s.AUC, 3), float(*s.Brier, 3))
		}
		if m := f.Model; m != nil && m.Decided() {
			decisionText(w, a.Scores.Decide(*m.Scorecard.Decision), m.Prediction(true))
		}
	}
	if a.Drift != nil {
		for _, text := range a.Drift.Sentences() {
			fmt.Fprintf(w, "drift: %s\n", dataset.EscapeControl(text))
		}
	}
	if f.MultiClass != nil && a.Decided.Scores != nil {
		classScores(w, fmt.Sprintf("rows with a value of %q", f.MultiClass.Target), f.MultiClass.Names, *a.Decided.Scores)
	}
}
