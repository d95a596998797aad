// Package report writes the results of the commands, as text for people and as JSON for programs.
package report

import (
	"fmt"
	"io"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/dataset/twin"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TrainReport is the result of drnet train.
type TrainReport struct {
	Loaded                protocol.TableSummary
	Planned               protocol.Planned
	Differences           []string // sentences on how the test table differs
	Started               protocol.Started
	Trained               protocol.Trained
	Stability             *protocol.StabilityMeasured // nil if it was not asked for
	TrainSeconds, Seconds float64                     // of the training, and of all
}

// trainJSON is the output of drnet train -format json.
type trainJSON struct {
	tableJSON
	Positive   string         `json:"positive"`
	Settings   protocol.Train `json:"settings"`
	Trained    outcomeJSON    `json:"trained"`
	Simplified outcomeJSON    `json:"simplified"`
	Refined    *refinedJSON   `json:"refined,omitempty"` // if the rules were refined
	// Bounded compares the rules with those without a bound, if there is one.
	Bounded *protocol.Bounded `json:"bounded,omitempty"`
	Set     setJSON           `json:"set"`
	runJSON
	Stability *protocol.StabilityMeasured `json:"stability,omitempty"`
}

// tableJSON describes the table of a run.
type tableJSON struct {
	Schema    string `json:"schema"` // of the whole output
	Rows      int    `json:"rows"`   // training and test rows
	TrainRows int    `json:"train_rows"`
	TestRows  int    `json:"test_rows"`
	Columns   int    `json:"columns"`
	Features  int    `json:"features"`
	Target    string `json:"target"`
	// Split describes the sides of a split by a column.
	Split *protocol.Sides `json:"split,omitempty"`
}

// runJSON describes the end of a run.
type runJSON struct {
	Status       string   `json:"status"`
	Steps        int      `json:"steps"`
	Seconds      float64  `json:"seconds"`
	TrainSeconds float64  `json:"train_seconds"`
	Warnings     []string `json:"warnings"`
}

// outcomeJSON is an outcome with other scores.
type outcomeJSON struct {
	protocol.Outcome
	Train scoresJSON  `json:"train"`
	Test  *scoresJSON `json:"test,omitempty"`
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
	Decision *eval.DecisionScores `json:"decision,omitempty"` // of the final rules, nil without one
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

// JSON returns the JSON form of the report.
func (r *TrainReport) JSON() any {
	if r.Trained.MultiClass != nil {
		return r.classesJSON()
	}
	m := r.Trained.Model
	out := trainJSON{
		tableJSON: r.table("drnet.train/1", m.Target), Positive: m.Positive, Settings: m.Learned.Request,
		Trained: outcomeOf(m, m.Learned.Trained), Simplified: outcomeOf(m, m.Learned.Simplified), Set: setOf(m), runJSON: r.run(),
		Stability: r.Stability, Bounded: m.Learned.Bounded,
	}
	if refined := m.Learned.Refined; refined != nil {
		out.Refined = &refinedJSON{outcomeOf(m, refined.Outcome), refined.Price}
	}
	return out
}

// Text writes the report for people.
func (r *TrainReport) Text(w io.Writer) {
	repaired := ""
	if r.Loaded.Repaired > 0 {
		repaired = fmt.Sprintf(" (%s repaired)", protocol.Grouped(r.Loaded.Repaired))
	}
	fmt.Fprintf(w, "%s: %s read%s: %s training, %s test%s\n", dataset.EscapeControl(r.Loaded.Name),
		protocol.Plural(r.Loaded.Rows, "row", "rows"), repaired, protocol.Grouped(r.Started.Rows), protocol.Grouped(r.Started.TestRows),
		countText("; excluded: ", count{r.Loaded.LeftOut, "unreadable"}, count{r.Started.Unnamed, "without a label"},
			count{r.Started.Dropped, "with missing values"}))
	if s := r.Started.Sides; s != nil {
		fmt.Fprintf(w, "split by %s: training rows of %s, test rows of %s\n", dataset.EscapeControl(s.By()), sideText(s.Train), sideText(s.Test))
	}
	writeNotes(w, r.warnings())
	if r.Trained.MultiClass != nil {
		r.classesText(w)
	} else {
		r.modelText(w)
	}
	if r.Stability != nil {
		stabilityText(w, *r.Stability)
	}
}

// sideText describes the values on one side of a split.
func sideText(s protocol.Side) string {
	text := protocol.Plural(s.Values, "value", "values")
	if s.From != "" {
		text += fmt.Sprintf(", %s to %s", dataset.EscapeControl(s.From), dataset.EscapeControl(s.To))
	}
	return text
}

func (r *TrainReport) table(schema, target string) tableJSON {
	s := r.Started
	return tableJSON{schema, s.Rows + s.TestRows, s.Rows, s.TestRows, len(r.Loaded.Columns), s.Features, target, s.Sides}
}

func (r *TrainReport) run() runJSON {
	return runJSON{string(r.Trained.Status), r.Trained.Steps, r.Seconds, r.TrainSeconds, r.warnings()}
}

// warnings returns the notes about the table and about unmet requirements; never nil, for JSON.
func (r *TrainReport) warnings() []string {
	var learned []string
	if c := r.Trained.MultiClass; c != nil { // which repeats the notes about small classes
		learned = c.Learned.Notes
	}
	began := slices.DeleteFunc(slices.Clone(r.Started.Notes), func(note string) bool {
		return slices.Contains(learned, note) || slices.Contains(r.Differences, note)
	})
	request := r.Trained.File().Request()
	return append([]string{}, slices.Concat(doubts(r.Loaded, request), suspicions(r.Planned, request), r.Differences, began, r.Trained.Notes,
		learned, proposals(r.Started))...)
}

// Planned writes the notes about a table and the planned run.
func Planned(w io.Writer, t protocol.TableSummary, p protocol.Planned, r protocol.Train) {
	writeNotes(w, slices.Concat(doubts(t, r), suspicions(p, r), p.Notes, proposals(p.Started)))
}

// proposals are flags for what the columns of the table seem to be.
func proposals(s protocol.Started) (list []string) {
	if by := s.Proposed; by != nil {
		flag := "-group-by "
		if by.Time != "" {
			flag = "-time "
		}
		list = append(list, by.Reason+" ("+flag+by.By()+")")
	}
	if name := s.ProposedWeight; name != "" {
		list = append(list, fmt.Sprintf("column %q looks like weights of rows; to count by them: -weight %s", name, name))
	}
	return list
}

// doubts are those about the table, without twins of columns that are not used.
func doubts(t protocol.TableSummary, r protocol.Train) []string {
	used := func(j int) bool {
		name := t.Columns[j].Name
		return name != r.Target && !slices.Contains(r.Ignore, name)
	}
	t.Twins = slices.DeleteFunc(slices.Clone(t.Twins), func(twin twin.Twin) bool { return !used(twin.Earlier) || !used(twin.Later) })
	return t.Doubts()
}

// suspicions are the columns used that separate the target, and the test rows that equal training rows.
func suspicions(p protocol.Planned, r protocol.Train) (list []string) {
	for _, a := range p.Associations {
		if a.Leak != binarize.NoLeak && !slices.Contains(r.Ignore, a.Name) {
			list = append(list, fmt.Sprintf("column %q separates the target %s: it may not be known before the target; "+
				"to exclude it: -ignore", a.Name, a.Leak))
		}
	}
	if n := p.Repeats; n > 0 {
		list = append(list, protocol.RepeatsInWords(n, p.TestRows)+"; to keep them on one side: -identical together")
	}
	return list
}

func outcomeOf(m *protocol.Model, o protocol.Outcome) outcomeJSON {
	w := m.Learned.Weights()
	scores := func(s eval.Scores) scoresJSON {
		out := scoresJSON{Accuracy: s.Accuracy, Majority: s.Majority, Confusion: s.Confusion, Metrics: s.Metrics(w)}
		if m.Decided() {
			out.Decision = s.Decide(*m.Scorecard.Decision)
		}
		return out
	}
	out := outcomeJSON{Outcome: o, Train: scores(o.Train)}
	out.Train.Interval = [2]float64{} // the rules were fitted to these rows
	if o.Test != nil {
		out.Test = new(scores(*o.Test))
	}
	return out
}

func setOf(m *protocol.Model) setJSON {
	out := setJSON{m.Target, m.Positive, m.Negative, []ruleJSON{}}
	features, scores := m.Encoder.Features(), m.Learned.Outcome()
	for k, r := range m.Rules {
		line := ruleJSON{Text: r.Text(features), Conditions: append([]string{}, r.Conditions(features)...), Train: scores.Train.Rules[k]}
		if test := scores.Test; test != nil {
			line.Test = &test.Rules[k]
		}
		out.Rules = append(out.Rules, line)
	}
	return out
}

func (r *TrainReport) modelText(w io.Writer) {
	m := r.Trained.Model
	fmt.Fprint(w, m.Text(r.Loaded.Integers), "\n")
	t := rule.NewTypesetter(m.Encoder, r.Loaded.Integers)
	for k, q := range m.Rules {
		fmt.Fprintf(w, "rule %d: %s\n        %s\n", k+1, t.Line(q, rule.MissingMark), coverageText(m, k))
	}
	r.stages(w)
	r.metrics(w)
	if test := m.Learned.Outcome().Test; test != nil {
		fmt.Fprintf(w, "baseline (majority class): test accuracy %s\n", percent(test.Majority))
	}
	if l, _ := protocol.LearnerOf(m.Learned.Request.Learner); l.Key != protocol.DRNet {
		fmt.Fprintf(w, "trained with %s in %.1f s\n", l.Name, r.TrainSeconds)
		return
	}
	r.length(w)
}

// length writes how long the run was, and why it ended.
func (r *TrainReport) length(w io.Writer) {
	end := string(r.Trained.Status)
	if why := r.Trained.Status.Early(); why != "" {
		end = "ended early: " + why
	}
	fmt.Fprintf(w, "%d steps in %.1f s (%s)\n", r.Trained.Steps, r.TrainSeconds, end)
}

// stages writes the size and the accuracy of the rules after each stage.
func (r *TrainReport) stages(w io.Writer) {
	l := &r.Trained.Model.Learned
	fmt.Fprintln(w)
	row := writeTable(w, " -11", "rules 5", "conditions 10", "train accuracy 18",
		when(l.Trained.Test != nil, "test accuracy 18"))
	line := func(name string, o protocol.Outcome) {
		cells := []string{name, fmt.Sprint(o.Rules), fmt.Sprint(o.Conditions), percent(o.Train.Accuracy)}
		if o.Test != nil {
			cells = append(cells, percent(o.Test.Accuracy))
		}
		row(cells...)
	}
	line("raw", l.Trained)
	line("simplified", l.Simplified)
	if l.Refined != nil {
		line("refined", l.Refined.Outcome)
		fmt.Fprintf(w, "minimum gain per condition: %s of the training rows\n", r.Trained.Model.Minimum())
	}
}

// coverageText describes the coverage of rule k on the test rows, without a test set on the training rows.
func coverageText(m *protocol.Model, k int) string {
	scores := m.Learned.Outcome()
	score, rows, part, interval := scores.Train.Rules[k], scores.Train.Confusion, "training row", ""
	if test := scores.Test; test != nil {
		score, rows, part = test.Rules[k], test.Confusion, "test row"
		low, high := score.Interval()
		interval = fmt.Sprintf(" (95%% interval %.0f–%s)", min(100*low, 99), dataset.WholePercent(high)) // rows do not prove 100%
	}
	if score.Covered == 0 {
		return "covers none of the " + part + "s"
	}
	weight := ""
	if score.Weights != nil {
		weight = fmt.Sprintf(" (%s by weight)", dataset.Percent(score.Share(rows)))
	}
	return fmt.Sprintf("covers %s%s, precision %s%s, unique coverage %s", protocol.Plural(score.Covered, part, part+"s"), weight,
		dataset.WholePercent(score.Precision()), interval, protocol.Grouped(score.Alone))
}

// metrics writes the metrics of the final rules, on training and on test rows.
func (r *TrainReport) metrics(w io.Writer) {
	m := r.Trained.Model
	o := m.Learned.Outcome()
	sides := []eval.Scores{o.Train}
	if o.Test != nil {
		sides = append(sides, *o.Test)
	}
	fmt.Fprintln(w)
	row := writeTable(w, " -28", "train 18", when(o.Test != nil, "test 18"))
	line := func(name string, say func(eval.Scores) string) {
		cells := []string{name}
		for _, s := range sides {
			cells = append(cells, say(s))
		}
		row(cells...)
	}
	if m.Learned.Request.Weight != "" {
		line("equally weighted rows", func(s eval.Scores) string { return float(s.Confusion.EffectiveRows(), 0) })
	}
	line("accuracy", func(s eval.Scores) string { return percent(s.Accuracy) })
	if test := o.Test; test != nil { // none on rows that the rules were fitted to
		low, high := test.Confusion.Interval()
		row("95% interval", "–", dataset.PercentRange(low, high, dataset.Percent)+"%")
	}
	weights := m.Learned.Weights()
	for _, metric := range sides[0].Metrics(weights).List() {
		line(metric.Name, func(s eval.Scores) string { return metricText(s.Metrics(weights).Named(metric.Name)) })
	}
	share := func(n, others int) string { return protocol.Grouped(n) + " of " + protocol.Grouped(n+others) }
	line("false negatives", func(s eval.Scores) string { return share(s.Confusion.FalseNegatives, s.Confusion.TruePositives) })
	line("false positives", func(s eval.Scores) string { return share(s.Confusion.FalsePositives, s.Confusion.TrueNegatives) })
	if m.Decided() {
		decisionText(w, sides[len(sides)-1].Decide(*m.Scorecard.Decision), m.Prediction(true))
	}
	boundText(w, m.Learned.Bounded)
	if why := m.WithoutRules(); why != "" {
		fmt.Fprintln(w, why, "To keep such rules: -refine low")
	}
	if b := m.Learned.Balanced; b != nil {
		fmt.Fprintln(w, b.Text(dataset.EscapeControl(m.Positive)), "To train so: -class-weight balanced")
	}
}

func metricText(m eval.Metric) string {
	switch {
	case m.Value == nil:
		return "undefined"
	case m.Percent:
		return percent(*m.Value)
	}
	return float(*m.Value, 3)
}
