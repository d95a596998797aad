package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// ModelSchema is the schema name of a model file. An incompatible form gets a new number.
const ModelSchema = "drnet.model/1"

// Model is a model file: the rules, how they were trained, and their scores.
type Model struct {
	Schema  string `json:"schema,omitempty"`
	Release string `json:"release,omitempty"` // the Release that trained the model; "" in files of 0.1.0
	rule.Model
	Learned Learned `json:"learnt"`
}

// Learned records how the rules of a model were trained.
type Learned struct {
	Request    Train    `json:"request"`        // with all defaults filled in, without folds
	Missing    []string `json:"missing_values"` // missing-value markers of the table; null for the default ones
	Rows       int      `json:"rows"`           // training rows
	Features   int      `json:"features"`
	Step       int      `json:"step"`              // the step of the best checkpoint
	Restart    int      `json:"restart,omitempty"` // the run of Step, Trained and Simplified, from 1; 0 for a single run
	Trained    Outcome  `json:"trained"`           // the raw rules
	Simplified Outcome  `json:"simplified"`        // after exact simplification
	// Refined describes the refined rules. It is nil without refinement and in older files, which Simplified describes.
	Refined *Refined `json:"refined,omitempty"`
	// Balanced is what balanced class weights would change; nil if the rules find half of the positive rows or more, or unknown.
	Balanced *BalancedEstimate       `json:"balanced,omitempty"`
	Bounded  *Bounded                `json:"bounded,omitempty"` // of rules that were searched under a bound, nil without one
	Edited   *Outcome                `json:"edited,omitempty"`  // scores after edits by hand, of the rules or of others in their list; nil if there are none
	Columns  []dataset.TrainedColumn `json:"columns,omitempty"` // of the table, in order, for rows without a header; none in older files
	// FeatureRows has the number of training rows on which each feature holds. Drift compares them with those of other tables. It is
	// nil in older files and for several classes.
	FeatureRows []int `json:"feature_rows,omitempty"`
}

// BalancedEstimate compares rules with equal and with balanced class weights, by cross-validation on the training rows.
type BalancedEstimate struct {
	Equal    eval.Confusion `json:"equal"`
	Balanced eval.Confusion `json:"balanced"`
}

// Text says what balanced class weights would change, for rules about a class.
func (b *BalancedEstimate) Text(class string) string {
	percent := func(m *float64) string {
		if m == nil {
			return "undefined"
		}
		return fmt.Sprintf("%.0f%%", 100**m)
	}
	is := eval.Scores{Confusion: b.Equal}.Metrics(rule.Weights{})
	would := eval.Scores{Confusion: b.Balanced}.Metrics(rule.Weights{})
	return fmt.Sprintf("With balanced class weights the rules would find about %s of the rows that are “%s” instead of %s, at a "+
		"precision of %s instead of %s and an accuracy of %.1f%% instead of %.1f%% (cross-validated on the training rows).",
		percent(would.Recall), class, percent(is.Recall), percent(would.Precision), percent(is.Precision),
		100*b.Balanced.Accuracy(), 100*b.Equal.Accuracy())
}

// Refined describes the rules after all runs.
type Refined struct {
	Outcome
	// Price is the minimum gain per rule or condition, as a share of the training rows; in nats of logistic loss for each of these
	// rows if several rules must fire.
	Price float64 `json:"price"`
}

// Minimum writes the price of the refined rules: "0.1%" with this percent sign, or "0.001 nats for each".
func (m *Model) Minimum(percent string) string {
	if m.Votes() > 1 {
		return strconv.FormatFloat(m.Learned.Refined.Price, 'g', 2, 64) + " nats for each"
	}
	return strconv.FormatFloat(100*m.Learned.Refined.Price, 'g', 2, 64) + percent
}

// Outcome returns the size and the scores of the model's rules.
func (l *Learned) Outcome() Outcome {
	if l.Refined != nil {
		return l.Refined.Outcome
	}
	return l.Simplified
}

// WithDecision returns a copy of the model with a decision, or without one for nil. A threshold of 0 becomes the cheapest one on the
// training rows by the costs, 1/2 without costs. The error is for a user: the numbers are out of range, or the model lacks probabilities.
func (m *Model) WithDecision(d *rule.Decision) (*Model, error) {
	if d != nil && d.Threshold == 0 && m.Scorecard != nil {
		chosen := *d
		chosen.Threshold = 0.5
		if o := m.Measured(); d.Costed() && o != nil && o.Train.Levels != nil {
			chosen.Threshold = eval.Cheapest(o.Train.Levels, chosen)
		}
		if chosen.Asks() { // the threshold is between the two
			chosen.Threshold = min(max(chosen.Threshold, chosen.AskFrom), chosen.AskTo)
		}
		d = &chosen
	}
	out := *m
	var err error
	if out.Model, err = m.Model.WithDecision(d); err != nil {
		return nil, BadSettingf("choose a threshold from 0 to 1, with a model that has a scorecard", "%s", Plain(err))
	}
	return &out, nil
}

// Outcome is the size and the scores of a rule set.
type Outcome struct {
	Rules          int          `json:"rules"`
	Conditions     int          `json:"conditions"`
	Complexity     int          `json:"complexity"`      // rules + conditions
	RuleComplexity float64      `json:"rule_complexity"` // conditions per rule
	Train          eval.Scores  `json:"train"`
	Test           *eval.Scores `json:"test,omitempty"` // nil without a test set
}

// Write returns the model file as indented JSON. The bytes are the same on every machine.
func (m *Model) Write() ([]byte, error) { return write(m) }

func write(model any) ([]byte, error) {
	file, err := encodeJSON(model, " ")
	if err != nil {
		return nil, fmt.Errorf("protocol: write model: %w", err)
	}
	return file, nil
}

// encodeJSON returns the JSON of a value, with <, > and & as they are.
func encodeJSON(value any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(value)
	return b.Bytes(), err
}

// ReadModel reads a model file. It returns an error if the file is damaged or has a newer schema.
func ReadModel(file []byte) (*Model, error) {
	m := new(Model)
	if err := json.Unmarshal(file, m); err != nil {
		return nil, fmt.Errorf("protocol: not a model file, or damaged: %w", err)
	}
	if m.Schema != ModelSchema {
		return nil, fmt.Errorf("protocol: the model file has the form %q: this program reads %q and %q", m.Schema, ModelSchema, MultiClassSchema)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

// Limits returns the requested rule constraints over the features of an encoder. Required holds the features of each
// required column, empty for a column without features.
func (r Train) Limits(e *binarize.Encoder) rule.Limits {
	l := rule.Limits{NoNot: r.Network.NoNot, MaxConditions: r.MaxConditions}
	for _, name := range r.Require {
		var group []int
		for i, f := range e.Features() {
			if c := &e.Columns[f.Column]; f.Name == name || c.Derived.IsDate() && slices.Contains(c.Sources(), name) {
				group = append(group, i)
			}
		}
		l.Required = append(l.Required, group)
	}
	return l
}

// Weights returns the weights of the classes as used in training.
func (l *Learned) Weights() rule.Weights {
	c := l.Trained.Train.Confusion.Classes()
	return rule.NewWeights(l.Request.Network.Weight, c.Positives.Sum, c.Negatives.Sum)
}

// MultiClassSchema is the schema name of a multiclass model file.
const MultiClassSchema = "drnet.classes/1"

// MultiClass is a model file with one rule set per class, or one per digit of the code words. Its members are binary
// models that share one encoder. A member supports everything that a Model supports.
type MultiClass struct {
	Schema  string `json:"schema"`
	Release string `json:"release,omitempty"` // as in Model, of all members
	Target  string `json:"target"`
	rule.Classes
	Encoder *binarize.Encoder `json:"encoder"` // shared by all members; the file stores it once
	Members []*Model          `json:"members"`
	Learned MultiClassLearned `json:"learnt"`
}

// MultiClassLearned records how a multiclass model was trained. It holds the fields that all members share.
type MultiClassLearned struct {
	Request  Train                   `json:"request"`
	Missing  []string                `json:"missing_values"` // as in Learned
	Rows     int                     `json:"rows"`
	Features int                     `json:"features"`
	Columns  []dataset.TrainedColumn `json:"columns"`
	Classes  []ClassCount            `json:"classes"` // in the order of the classes
	Outcome  ClassOutcome            `json:"outcome"`
	Edited   *ClassOutcome           `json:"edited,omitempty"` // scores after edits by hand, nil if not edited or not scored
	Notes    []string                `json:"notes,omitempty"`  // on classes with few rows or no rules, and the prediction for their rows
}

// ClassOutcome holds the size and the scores of all rule sets combined.
type ClassOutcome struct {
	Rules          int               `json:"rules"`
	Conditions     int               `json:"conditions"`
	Complexity     int               `json:"complexity"`      // rules + conditions
	RuleComplexity float64           `json:"rule_complexity"` // conditions per rule
	Train          eval.ClassScores  `json:"train"`
	Test           *eval.ClassScores `json:"test,omitempty"` // nil without a test set
}

// Outcome returns the size and the scores of a binary or a multiclass model. For a multiclass model the scores hold
// neither a confusion matrix nor scores of single rules.
func (t Trained) Outcome() Outcome {
	if t.MultiClass == nil {
		return t.Model.Learned.Outcome()
	}
	c := &t.MultiClass.Learned.Outcome
	o := Outcome{
		Rules: c.Rules, Conditions: c.Conditions, Complexity: c.Complexity, RuleComplexity: c.RuleComplexity,
		Train: eval.Scores{Accuracy: c.Train.Accuracy, Majority: c.Train.Majority},
	}
	if c.Test != nil {
		o.Test = &eval.Scores{Accuracy: c.Test.Accuracy, Majority: c.Test.Majority}
	}
	return o
}

// Request returns the settings of the run.
func (t Trained) Request() Train {
	if t.MultiClass != nil {
		return t.MultiClass.Learned.Request
	}
	return t.Model.Learned.Request
}

// Sets returns the rules of the members; nil for a nil model.
func (c *MultiClass) Sets() []rule.Set {
	if c == nil {
		return nil
	}
	sets := make([]rule.Set, len(c.Members))
	for i, m := range c.Members {
		sets[i] = m.Rules
	}
	return sets
}

// Places returns all rules in evaluation order; see rule.Classes.List. Edited members without new scores lack counts.
func (c *MultiClass) Places() []rule.RuleRef {
	tallies := make([][]rule.Counts, len(c.Members))
	for i, m := range c.Members {
		o, known := m.Current()
		if !known {
			continue
		}
		for _, s := range o.Train.Rules {
			tallies[i] = append(tallies[i], rule.Counts{Covered: s.Covered, Right: s.Right})
		}
	}
	return c.List(c.Sets(), c.Marks(), tallies)
}

// Marks returns those of the rules of all members.
func (c *MultiClass) Marks() [][]rule.Mark {
	marks := make([][]rule.Mark, len(c.Members))
	for i, m := range c.Members {
		marks[i] = m.Marks
	}
	return marks
}

// Listed reports whether the rules were learned as a single decision list, in which each has its place.
func (c *MultiClass) Listed() bool {
	return c.Order == nil && slices.ContainsFunc(c.Members, func(m *Model) bool {
		return slices.ContainsFunc(m.Marks, func(mark rule.Mark) bool { return mark.Place > 0 })
	})
}

// Numbers returns the numbers by which the n rules of a set are called: their places in a decision list, otherwise 1 to n.
func (c *MultiClass) Numbers(set, n int) []int {
	numbers := bitmat.Indexes[int](n)
	for k := range numbers {
		numbers[k]++
	}
	if c != nil && c.Listed() {
		for at, p := range c.Places() {
			if p.Set == set && p.Rule < n {
				numbers[p.Rule] = at + 1
			}
		}
	}
	return numbers
}

// Edited reports whether the rules of any member were edited by hand.
func (c *MultiClass) Edited() bool {
	return slices.ContainsFunc(c.Members, func(m *Model) bool { return m.Edited })
}

// Prediction returns a class as a statement about the target.
func (c *MultiClass) Prediction(class int) string {
	return (&rule.Model{Target: c.Target, Encoder: c.Encoder}).Statement(c.Names[class])
}

// Alone returns a class and all others as the names of a model.
func (c *MultiClass) Alone(class int) *rule.Model {
	return &rule.Model{
		Target: c.Target, Encoder: c.Encoder, Positive: c.Names[class], Negative: "not " + c.Names[class],
		Yes: c.Names[class : class+1], No: slices.Delete(slices.Clone(c.Names), class, class+1),
	}
}

// With returns a copy of c with other members, which may be edited. All share its encoder, with the thresholds that the edits added.
func (c *MultiClass) With(members []*Model) *MultiClass {
	models := make([]*rule.Model, len(members))
	for i, m := range members {
		models[i] = &m.Model
	}
	out := *c
	out.Learned.Edited = nil
	out.Encoder, out.Members = rule.Shared(c.Encoder, models...), slices.Clone(members)
	for i, m := range members {
		if m.Encoder != out.Encoder {
			moved := *m
			moved.Model, _ = m.Over(out.Encoder)
			out.Members[i] = &moved
		}
	}
	return &out
}

// Text returns the rules as a single list, in evaluation order. dataset.EscapeControl escapes each line.
func (c *MultiClass) Text(integers rule.Integers) string {
	var b strings.Builder
	if c.Codes != nil {
		c.codesText(&b, integers)
	} else {
		t, rules, predictions := rule.NewTypesetter(c.Encoder, integers), []string(nil), []string(nil)
		for _, p := range c.Places() {
			rules = append(rules, t.Line(c.Members[p.Set].Rules[p.Rule], rule.MissingMark))
			predictions = append(predictions, dataset.EscapeControl(c.Prediction(p.Set)))
		}
		b.WriteString(rule.ListSentence(rules, predictions, dataset.EscapeControl(c.Prediction(c.Default))))
		b.WriteString(t.Noted(slices.Concat(c.Sets()...), "", "\n"))
	}
	if c.Edited() {
		b.WriteString("(" + rule.ByHand + ")\n")
	}
	return b.String()
}

// codesText writes the rule sets and the code words.
func (c *MultiClass) codesText(b *strings.Builder, integers rule.Integers) {
	for i, m := range c.Members {
		fmt.Fprintf(b, "digit %d\n%s\n", i+1, m.Text(integers))
	}
	b.WriteString("The digits, 1 where a rule fires, make a word. The answer is the class whose word differs in the fewest digits")
	names := c.Names
	if c.Order != nil {
		names = make([]string, len(c.Order))
		for i, class := range c.Order {
			names[i] = c.Names[class]
		}
	}
	fmt.Fprintf(b, "; on ties, the first of %s.\n", dataset.EscapeControl(strings.Join(names, ", ")))
	for i, code := range c.Codes {
		fmt.Fprintf(b, "%s  %s\n", code, dataset.EscapeControl(c.Names[i]))
	}
}

// Validate returns an error if the model is unusable, for example because its file is damaged.
func (c *MultiClass) Validate() error {
	if c.Encoder == nil {
		return fmt.Errorf("protocol: the encoder of the model is missing")
	}
	rules := 0
	for i, m := range c.Members {
		if m == nil {
			return fmt.Errorf("protocol: set %d of %d is missing", i+1, len(c.Members))
		}
		if rules += len(m.Rules); rules > math.MaxUint16 {
			return fmt.Errorf("protocol: there are more than %d rules", math.MaxUint16)
		}
		if err := m.Validate(); err != nil {
			return err
		}
		if c.Codes == nil && i < len(c.Names) && m.Positive != c.Names[i] {
			return fmt.Errorf("protocol: set %d predicts %q, and class %d is %q", i+1, m.Positive, i+1, c.Names[i])
		}
	}
	return c.Classes.Validate(len(c.Members))
}

// plainClasses is MultiClass without methods.
type plainClasses MultiClass

// MarshalJSON omits the shared fields from the members.
func (c *MultiClass) MarshalJSON() ([]byte, error) {
	out := plainClasses(*c)
	out.Members = make([]*Model, len(c.Members))
	for i, m := range c.Members {
		if m == nil {
			continue
		}
		bare := *m
		bare.Schema, bare.Release, bare.Encoder = "", "", nil
		own := m.Learned.Request
		bare.Learned.Request = Train{}.Of(own.Positive, own.Network.Weight)
		bare.Learned.Missing, bare.Learned.Columns = nil, nil
		out.Members[i] = &bare
	}
	return encodeJSON(&out, "")
}

// UnmarshalJSON restores the shared fields of the members.
func (c *MultiClass) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, (*plainClasses)(c)); err != nil {
		return err
	}
	for _, m := range c.Members {
		if m == nil {
			continue
		}
		m.Schema, m.Release, m.Encoder = ModelSchema, c.Release, c.Encoder
		m.Learned.Request = c.Learned.Request.Of(m.Learned.Request.Positive, m.Learned.Request.Network.Weight)
		m.Learned.Missing, m.Learned.Columns = c.Learned.Missing, c.Learned.Columns
	}
	return nil
}

// Of returns the request for one rule set, with its positive class and its class weight.
func (t Train) Of(positive string, weight float64) Train {
	t.Positive, t.Network.Weight = positive, weight
	return t
}

// Write returns the model file as indented JSON. The bytes are the same on every machine.
func (c *MultiClass) Write() ([]byte, error) { return write(c) }

// A ModelFile holds the content of a model file. Exactly one field is set.
type ModelFile struct {
	Model      *Model
	MultiClass *MultiClass
}

// Write returns the content of the file.
func (f ModelFile) Write() ([]byte, error) {
	if f.MultiClass != nil {
		return f.MultiClass.Write()
	}
	return f.Model.Write()
}

// Table returns how the table that the model was learned from was read.
func (f ModelFile) Table() dataset.Trained {
	if c := f.MultiClass; c != nil {
		return dataset.Trained{Columns: c.Learned.Columns, Target: c.Target, Missing: c.Learned.Missing}
	}
	return dataset.Trained{Columns: f.Model.Learned.Columns, Target: f.Model.Target, Missing: f.Model.Learned.Missing}
}

// ReadFile reads a binary or a multiclass model. It returns an error if the file is damaged or has a newer schema.
func ReadFile(file []byte) (ModelFile, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(file, &head); err != nil || head.Schema != MultiClassSchema {
		m, err := ReadModel(file)
		return ModelFile{Model: m}, err
	}
	c := new(MultiClass)
	if err := json.Unmarshal(file, c); err != nil {
		return ModelFile{}, fmt.Errorf("protocol: not a model file, or damaged: %w", err)
	}
	return ModelFile{MultiClass: c}, c.Validate()
}
