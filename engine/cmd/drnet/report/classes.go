package report

import (
	"fmt"
	"io"
	"text/tabwriter"

	"drnet/engine/cmd/drnet/console"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// classesJSON is the output of drnet train -classes … -format json.
type classesJSON struct {
	Schema       string                `json:"schema"`
	Rows         int                   `json:"rows"` // training and test rows
	TrainRows    int                   `json:"train_rows"`
	TestRows     int                   `json:"test_rows"`
	Columns      int                   `json:"columns"`
	Features     int                   `json:"features"`
	Target       string                `json:"target"`
	Classes      []protocol.ClassRows  `json:"classes"`
	Default      string                `json:"default"` // the prediction where no rule fires
	Codes        []string              `json:"codes,omitempty"`
	Settings     protocol.Train        `json:"settings"`
	Outcome      protocol.ClassOutcome `json:"outcome"` // of the whole classifier
	Sets         []setJSON             `json:"sets"`
	List         []placeJSON           `json:"list"` // the rules in order; the first that fires decides
	Status       string                `json:"status"`
	Steps        int                   `json:"steps"`
	Seconds      float64               `json:"seconds"`
	TrainSeconds float64               `json:"train_seconds"`
	Warnings     []string              `json:"warnings"`
}

// placeJSON is a rule by its set and its number in it, both from 1.
type placeJSON struct {
	Set  int `json:"set"`
	Rule int `json:"rule"`
}

func (r *TrainReport) classesJSON() classesJSON {
	c := r.Trained.MultiClass
	out := classesJSON{
		Schema: "drnet.train-classes/1", Rows: r.Started.Rows + r.Started.TestRows, TrainRows: r.Started.Rows, TestRows: r.Started.TestRows,
		Columns: len(r.Loaded.Columns), Features: r.Started.Features, Target: c.Target,
		Classes: c.Learned.Classes, Default: c.Names[c.Default], Codes: c.Codes,
		Settings: c.Learned.Request, Outcome: c.Learned.Outcome, List: []placeJSON{}, Status: string(r.Trained.Status), Steps: r.Trained.Steps,
		Seconds: r.Seconds, TrainSeconds: r.TrainSeconds, Warnings: r.warnings(),
	}
	for _, m := range c.Members {
		out.Sets = append(out.Sets, setOf(m))
	}
	for _, p := range c.Places() {
		out.List = append(out.List, placeJSON{p.Set + 1, p.Rule + 1})
	}
	return out
}

// classesText writes the report for people.
func (r *TrainReport) classesText(w io.Writer) {
	c := r.Trained.MultiClass
	fmt.Fprintln(w, r.rows())
	for _, warning := range console.LegibleAll(r.warnings()) {
		fmt.Fprintf(w, "note: %s\n", warning)
	}
	fmt.Fprint(w, c.Text(), "\n")
	features := c.Encoder.Features()
	for i, m := range c.Members {
		says := m.Positive
		if c.Codes != nil {
			says = fmt.Sprintf("digit %d, %s", i+1, m.Positive)
		}
		fmt.Fprintf(w, "%s: %s\n", dataset.EscapeControl(says), protocol.Plural(len(m.Rules), "rule", "rules"))
		for k, rule := range m.Rules {
			fmt.Fprintf(w, "  rule %d: %s\n          %s\n", k+1, rule.Text(features), coverageText(m, k))
		}
	}
	o := c.Learned.Outcome
	fmt.Fprintf(w, "\n%s with %s\n", protocol.Plural(o.Rules, "rule", "rules"), protocol.Plural(o.Conditions, "condition", "conditions"))
	classScores(w, "training rows", c.Names, o.Train)
	if o.Test != nil {
		classScores(w, "test rows", c.Names, *o.Test)
		fmt.Fprintf(w, "baseline (majority class): test accuracy %s\n", percent(o.Test.Majority, 2))
	}
	fmt.Fprintf(w, "%d steps in %.1f s (%s)\n", r.Trained.Steps, r.TrainSeconds, r.Trained.Status)
}

// classScores writes the scores of each class and the confusion matrix.
func classScores(w io.Writer, where string, names []string, s eval.ClassScores) {
	fmt.Fprintf(w, "\naccuracy %s on %d %s, macro F1 %.3f\n", percent(s.Accuracy, 2), s.Rows(), where, s.MacroF1)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "class\trows\tprecision\trecall\tF1\tpredicted:\t")
	for _, name := range names {
		fmt.Fprint(t, dataset.EscapeControl(name), "\t")
	}
	fmt.Fprintln(t)
	for i, class := range s.Classes {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%.3f\t\t", dataset.EscapeControl(names[i]), class.Support,
			percent(class.Precision, 1), percent(class.Recall, 1), class.F1)
		for _, n := range s.Confusion[i] {
			fmt.Fprintf(t, "%d\t", n)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}
