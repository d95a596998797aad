package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// classesJSON is what drnet train -classes … -format json prints.
type classesJSON struct {
	Schema       string                `json:"schema"`
	Rows         int                   `json:"rows"` // to train and to test on
	TrainRows    int                   `json:"train_rows"`
	TestRows     int                   `json:"test_rows"`
	Columns      int                   `json:"columns"`
	Features     int                   `json:"features"`
	Target       string                `json:"target"`
	Classes      []protocol.ClassRows  `json:"classes"`
	Default      string                `json:"default"` // the answer where no rule fires
	Codes        []string              `json:"codes,omitempty"`
	Settings     protocol.Train        `json:"settings"`
	Outcome      protocol.ClassOutcome `json:"outcome"` // of all sets as one
	Sets         []setJSON             `json:"sets"`
	List         []placeJSON           `json:"list"` // the rules in the order in which they are asked; the first that fires decides
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

func (r *trainReport) classesJSON() classesJSON {
	c := r.trained.MultiClass
	out := classesJSON{
		Schema: "drnet.train-classes/1", Rows: r.started.Rows + r.started.TestRows, TrainRows: r.started.Rows, TestRows: r.started.TestRows,
		Columns: len(r.loaded.Columns), Features: r.started.Features, Target: c.Target, Classes: c.Learned.Classes, Default: c.Names[c.Default], Codes: c.Codes,
		Settings: c.Learned.Request, Outcome: c.Learned.Outcome, List: []placeJSON{}, Status: string(r.trained.Status), Steps: r.trained.Steps,
		Seconds: r.seconds, TrainSeconds: r.trainSeconds, Warnings: r.warnings(),
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
func (r *trainReport) classesText(w io.Writer) {
	c := r.trained.MultiClass
	fmt.Fprintln(w, r.rows())
	for _, warning := range legibles(r.warnings()) {
		fmt.Fprintf(w, "note: %s\n", warning)
	}
	fmt.Fprint(w, c.Text(), "\n")
	features := c.Encoder.Features()
	for i, m := range c.Members {
		says := m.Positive
		if c.Codes != nil {
			says = fmt.Sprintf("digit %d, %s", i+1, m.Positive)
		}
		fmt.Fprintf(w, "%s: %s\n", dataset.Legible(says), plural(len(m.Rules), "rule", "rules"))
		for k, rule := range m.Rules {
			fmt.Fprintf(w, "  rule %d: %s\n          %s\n", k+1, rule.Text(features), fares(m, k))
		}
	}
	o := c.Learned.Outcome
	fmt.Fprintf(w, "\n%s with %s\n", plural(o.Rules, "rule", "rules"), plural(o.Conditions, "condition", "conditions"))
	classScores(w, "training rows", c.Names, o.Train)
	if o.Test != nil {
		classScores(w, "rows not seen", c.Names, *o.Test)
		fmt.Fprintf(w, "always giving the most frequent answer is right on %.2f %% of the rows not seen\n", 100*o.Test.Majority)
	}
	fmt.Fprintf(w, "%d steps in %.1f s (%s)\n", r.trained.Steps, r.trainSeconds, r.trained.Status)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// classScores writes the figures of each class, and what was answered instead.
func classScores(w io.Writer, where string, names []string, s eval.ClassScores) {
	fmt.Fprintf(w, "\nright on %.2f %% of %d %s, macro F1 %.3f\n", 100*s.Accuracy, s.Rows(), where, s.MacroF1)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "class\trows\tprecision\trecall\tF1\tanswered:\t")
	for _, name := range names {
		fmt.Fprint(t, dataset.Legible(name), "\t")
	}
	fmt.Fprintln(t)
	for i, class := range s.Classes {
		fmt.Fprintf(t, "%s\t%d\t%.1f %%\t%.1f %%\t%.3f\t\t", dataset.Legible(names[i]), class.Support, 100*class.Precision, 100*class.Recall, class.F1)
		for _, n := range s.Confusion[i] {
			fmt.Fprintf(t, "%d\t", n)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// printDecision writes which class a row is given, and why the others are not.
func printDecision(w io.Writer, c *protocol.MultiClass, e protocol.Explained) {
	d := e.Decision
	truth := ""
	switch {
	case d.Right != nil && *d.Right:
		truth = ", as in the table"
	case d.Right != nil || d.Truth != "":
		truth = fmt.Sprintf(", and the table has %s = %s", c.Target, d.Truth)
	}
	fmt.Fprintf(w, "row %d: %s%s\n", e.Row, dataset.Legible(d.Answer), dataset.Legible(truth))
	for _, note := range legibles(e.Notes) {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	if c.Edited() {
		fmt.Fprintf(w, "note: the rules were %s\n", rule.ByHand)
	}
	for _, why := range legibles(d.Why) {
		fmt.Fprintln(w, why)
	}
	for _, v := range d.Votes {
		fmt.Fprintf(w, "  %s\n", dataset.Legible(v.Text))
	}
}
