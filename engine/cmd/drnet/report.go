package main

import (
	"fmt"
	"io"

	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// trainReport is all that a training has to tell.
type trainReport struct {
	loaded                protocol.Table
	started               protocol.Started
	trained               protocol.Trained
	trainSeconds, seconds float64
}

// trainJSON is what drnet train -format json prints.
type trainJSON struct {
	Schema       string         `json:"schema"`
	Rows         int            `json:"rows"` // to train and to test on
	TrainRows    int            `json:"train_rows"`
	TestRows     int            `json:"test_rows"`
	Columns      int            `json:"columns"`
	Features     int            `json:"features"`
	Target       string         `json:"target"`
	Positive     string         `json:"positive"`
	Settings     protocol.Train `json:"settings"`
	Trained      outcomeJSON    `json:"trained"`
	Simplified   outcomeJSON    `json:"simplified"`
	Set          setJSON        `json:"set"`
	Status       string         `json:"status"`
	Steps        int            `json:"steps"`
	Seconds      float64        `json:"seconds"`
	TrainSeconds float64        `json:"train_seconds"`
	Warnings     []string       `json:"warnings"`
}

type outcomeJSON struct {
	Rules          int         `json:"rules"`
	Conditions     int         `json:"conditions"`
	Complexity     int         `json:"complexity"`
	RuleComplexity float64     `json:"rule_complexity"`
	Train          scoresJSON  `json:"train"`
	Test           *scoresJSON `json:"test,omitempty"`
}

type scoresJSON struct {
	Accuracy  float64        `json:"accuracy"`
	Majority  float64        `json:"majority"`
	Confusion eval.Confusion `json:"confusion"`
}

type setJSON struct {
	Target   string     `json:"target"`
	Positive string     `json:"positive"`
	Negative string     `json:"negative"`
	Rules    []ruleJSON `json:"rules"`
}

type ruleJSON struct {
	Text       string          `json:"text"`
	Conditions []string        `json:"conditions"`
	Train      eval.RuleScore  `json:"train"`
	Test       *eval.RuleScore `json:"test,omitempty"`
}

func (r *trainReport) json() trainJSON {
	m := r.trained.Model
	return trainJSON{Schema: "drnet.train/1", Rows: r.started.Rows + r.started.TestRows, TrainRows: r.started.Rows, TestRows: r.started.TestRows,
		Columns: len(r.loaded.Columns), Features: r.started.Features, Target: m.Target, Positive: m.Positive, Settings: m.Learnt.Request,
		Trained: outcomeOf(m.Learnt.Trained), Simplified: outcomeOf(m.Learnt.Simplified), Set: setOf(m),
		Status: string(r.trained.Status), Steps: r.trained.Steps, Seconds: r.seconds, TrainSeconds: r.trainSeconds,
		Warnings: append(r.loaded.Doubts(), r.started.Notes...)}
}

func outcomeOf(o protocol.Outcome) outcomeJSON {
	out := outcomeJSON{o.Rules, o.Conditions, o.Complexity, o.RuleComplexity, scoresOf(o.Train), nil}
	if o.Test != nil {
		test := scoresOf(*o.Test)
		out.Test = &test
	}
	return out
}

func scoresOf(s eval.Scores) scoresJSON { return scoresJSON{s.Accuracy, s.Majority, s.Confusion} }

func setOf(m *protocol.Model) setJSON {
	out := setJSON{m.Target, m.Positive, m.Negative, []ruleJSON{}}
	features := m.Encoder.Features()
	for k, r := range m.Rules {
		line := ruleJSON{Text: r.Text(features), Conditions: append([]string{}, r.Phrases(features)...), Train: m.Learnt.Simplified.Train.Rules[k]}
		if test := m.Learnt.Simplified.Test; test != nil {
			line.Test = &test.Rules[k]
		}
		out.Rules = append(out.Rules, line)
	}
	return out
}

// text writes the report for people.
func (r *trainReport) text(w io.Writer) {
	m := r.trained.Model
	fmt.Fprintln(w, r.rows())
	for _, warning := range append(r.loaded.Doubts(), r.started.Notes...) {
		fmt.Fprintf(w, "note: %s\n", warning)
	}
	fmt.Fprint(w, m.Text(), "\n")
	features := m.Encoder.Features()
	for k, rule := range m.Rules {
		fmt.Fprintf(w, "rule %d: %s\n        %s\n", k+1, rule.Text(features), fares(m, k))
	}
	learnt, short := m.Learnt.Trained, m.Learnt.Simplified
	fmt.Fprintf(w, "\nrules: %d, conditions: %d (as learnt: %d and %d)\n", short.Rules, short.Conditions, learnt.Rules, learnt.Conditions)
	fmt.Fprintf(w, "right on %.2f %% of %d training rows\n", 100*short.Train.Accuracy, r.started.Rows)
	if short.Test != nil {
		fmt.Fprintf(w, "right on %.2f %% of %d rows it had not seen; always giving the more frequent answer: %.2f %%\n",
			100*short.Test.Accuracy, r.started.TestRows, 100*short.Test.Majority)
	}
	fmt.Fprintf(w, "%d steps in %.1f s (%s)\n", r.trained.Steps, r.trainSeconds, r.trained.Status)
}

// rows accounts for all rows of the file.
func (r *trainReport) rows() string {
	said := fmt.Sprintf("%s: %d rows read", r.loaded.Name, r.loaded.Rows)
	if r.loaded.Repaired > 0 {
		said += fmt.Sprintf(" (%d repaired)", r.loaded.Repaired)
	}
	said += fmt.Sprintf(", %d to train on, %d to test on", r.started.Rows, r.started.TestRows)
	lead := "; left out: "
	for _, part := range []struct {
		n   int
		why string
	}{{r.loaded.LeftOut, "that could not be read"}, {r.started.Unnamed, "without a label"}, {r.started.Dropped, "with a missing cell"}} {
		if part.n > 0 {
			said += fmt.Sprintf("%s%d %s", lead, part.n, part.why)
			lead = ", "
		}
	}
	return said
}

// fares says how rule k does, on the rows it had not seen if there are any.
func fares(m *protocol.Model, k int) string {
	score, where := m.Learnt.Simplified.Train.Rules[k], "training rows"
	if test := m.Learnt.Simplified.Test; test != nil {
		score, where = test.Rules[k], "rows not seen"
	}
	if score.Covered == 0 {
		return "covers none of the " + where
	}
	low, high := score.Interval()
	return fmt.Sprintf("covers %d %s, right %.0f %% (%.0f to %.0f), alone on %d", score.Covered, where, 100*score.Precision(), 100*low, 100*high, score.Alone)
}
