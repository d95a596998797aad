package main

import (
	"fmt"
	"io"
	"slices"

	"drnet/engine/dataset"
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
	Refined      *refinedJSON   `json:"refined,omitempty"` // if the rules were refined
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

type refinedJSON struct {
	outcomeJSON
	Price float64 `json:"price"` // of a rule or a condition, as a share of the training rows
}

type scoresJSON struct {
	Accuracy  float64        `json:"accuracy"`
	Majority  float64        `json:"majority"`
	Confusion eval.Confusion `json:"confusion"`
	eval.Metrics
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
	out := trainJSON{
		Schema: "drnet.train/1", Rows: r.started.Rows + r.started.TestRows, TrainRows: r.started.Rows, TestRows: r.started.TestRows,
		Columns: len(r.loaded.Columns), Features: r.started.Features, Target: m.Target, Positive: m.Positive, Settings: m.Learned.Request,
		Trained: outcomeOf(m, m.Learned.Trained), Simplified: outcomeOf(m, m.Learned.Simplified), Set: setOf(m),
		Status: string(r.trained.Status), Steps: r.trained.Steps, Seconds: r.seconds, TrainSeconds: r.trainSeconds,
		Warnings: r.warnings(),
	}
	if refined := m.Learned.Refined; refined != nil {
		out.Refined = &refinedJSON{outcomeOf(m, refined.Outcome), refined.Price}
	}
	return out
}

// warnings are what is doubtful about the table, and about what was asked of the rules; never nil, for JSON.
func (r *trainReport) warnings() []string {
	began := r.started.Notes
	var learnt []string
	if c := r.trained.MultiClass; c != nil { // which says again which classes have few rows
		learnt = c.Learned.Notes
		began = slices.DeleteFunc(slices.Clone(began), func(note string) bool { return slices.Contains(learnt, note) })
	}
	return append([]string{}, slices.Concat(r.loaded.Doubts(), began, r.trained.Notes, learnt)...)
}

func outcomeOf(m *protocol.Model, o protocol.Outcome) outcomeJSON {
	w := m.Learned.Weights()
	scores := func(s eval.Scores) scoresJSON { return scoresJSON{s.Accuracy, s.Majority, s.Confusion, s.Metrics(w)} }
	out := outcomeJSON{o.Rules, o.Conditions, o.Complexity, o.RuleComplexity, scores(o.Train), nil}
	if o.Test != nil {
		test := scores(*o.Test)
		out.Test = &test
	}
	return out
}

func setOf(m *protocol.Model) setJSON {
	out := setJSON{m.Target, m.Positive, m.Negative, []ruleJSON{}}
	features, scores := m.Encoder.Features(), m.Learned.Outcome()
	for k, r := range m.Rules {
		line := ruleJSON{Text: r.Text(features), Conditions: append([]string{}, r.Phrases(features)...), Train: scores.Train.Rules[k]}
		if test := scores.Test; test != nil {
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
	for _, warning := range legibles(r.warnings()) {
		fmt.Fprintf(w, "note: %s\n", warning)
	}
	fmt.Fprint(w, m.Text(), "\n")
	features := m.Encoder.Features()
	for k, rule := range m.Rules {
		fmt.Fprintf(w, "rule %d: %s\n        %s\n", k+1, rule.Text(features), fares(m, k))
	}
	r.stages(w)
	r.metrics(w)
	if test := m.Learned.Outcome().Test; test != nil {
		fmt.Fprintf(w, "always giving the more frequent answer is right on %.2f %% of the rows not seen\n", 100*test.Majority)
	}
	if l, _ := protocol.LearnerOf(m.Learned.Request.Learner); l.Key != protocol.DRNet {
		fmt.Fprintf(w, "learnt by %s in %.1f s\n", l.Name, r.trainSeconds)
		return
	}
	fmt.Fprintf(w, "%d steps in %.1f s (%s)\n", r.trained.Steps, r.trainSeconds, r.trained.Status)
}

// stages says what became of the rules, from the training on.
func (r *trainReport) stages(w io.Writer) {
	l := &r.trained.Model.Learned
	fmt.Fprintf(w, "\n%-11s %5s %10s %18s", "", "rules", "conditions", fmt.Sprintf("%d training rows", r.started.Rows))
	if l.Trained.Test != nil {
		fmt.Fprintf(w, " %18s", fmt.Sprintf("%d rows not seen", r.started.TestRows))
	}
	fmt.Fprintln(w)
	line := func(name string, o protocol.Outcome) {
		fmt.Fprintf(w, "%-11s %5d %10d %16.2f %%", name, o.Rules, o.Conditions, 100*o.Train.Accuracy)
		if o.Test != nil {
			fmt.Fprintf(w, " %16.2f %%", 100*o.Test.Accuracy)
		}
		fmt.Fprintln(w)
	}
	line("as learnt", l.Trained)
	line("simplified", l.Simplified)
	if l.Refined != nil {
		line("refined", l.Refined.Outcome)
		fmt.Fprintf(w, "refined: a condition had to earn at least %.2g %% of the training rows\n", 100*l.Refined.Price)
	}
}

// rows accounts for all rows of the file.
func (r *trainReport) rows() string {
	said := fmt.Sprintf("%s: %d rows read", dataset.Legible(r.loaded.Name), r.loaded.Rows)
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
	scores := m.Learned.Outcome()
	score, where := scores.Train.Rules[k], "training rows"
	if test := scores.Test; test != nil {
		score, where = test.Rules[k], "rows not seen"
	}
	if score.Covered == 0 {
		return "covers none of the " + where
	}
	low, high := score.Interval()
	return fmt.Sprintf("covers %d %s, right %.0f %% (%.0f to %.0f), alone on %d", score.Covered, where, 100*score.Precision(), 100*low, 100*high, score.Alone)
}
