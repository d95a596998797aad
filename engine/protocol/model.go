package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"drnet/engine/binarize"
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
	Request    Train    `json:"request"`         // with all defaults filled in, without folds
	Missing    []string `json:"missing_values"`  // missing-value markers of the table; null for the default ones
	Quote      string   `json:"quote,omitempty"` // around values of the table; "" if none, or in older files
	Rows       int      `json:"rows"`            // training rows
	Features   int      `json:"features"`
	Step       int      `json:"step"`              // the step of the best checkpoint
	Restart    int      `json:"restart,omitempty"` // the run of Step, Trained and Simplified, from 1; 0 for a single run
	Trained    Outcome  `json:"trained"`           // the raw rules
	Simplified Outcome  `json:"simplified"`        // after exact simplification
	// Refined describes the refined rules. It is nil without refinement and in older files, where Simplified describes the rules.
	Refined *Refined `json:"refined,omitempty"`
	// Balanced is an estimate of what balanced class weights would change. It is nil if it was not made, as when the rules find at
	// least half of the positive rows.
	Balanced *BalancedEstimate       `json:"balanced,omitempty"`
	Bounded  *Bounded                `json:"bounded,omitempty"` // of rules that were searched under a bound, nil without one
	Edited   *Outcome                `json:"edited,omitempty"`  // scores after edits by hand, of these rules or others of the list; else nil
	Columns  []dataset.TrainedColumn `json:"columns,omitempty"` // of the table, in order, for tables without a header; nil in older files
	// FeatureRows has the number of the training rows on which each feature holds, for Drift. It is nil in older files and for several
	// classes.
	FeatureRows []int `json:"feature_rows,omitempty"`
}

// BalancedEstimate compares rules with equal and with balanced class weights, by cross-validation on the training rows.
type BalancedEstimate struct {
	Equal    eval.Confusion `json:"equal"`
	Balanced eval.Confusion `json:"balanced"`
}

// Text says what balanced class weights would change, for rules about a class. Balanced finds some of its rows, unless a damaged file says
// otherwise.
func (b *BalancedEstimate) Text(class string) string {
	is := eval.Scores{Confusion: b.Equal}.Metrics(rule.Weights{})
	would := eval.Scores{Confusion: b.Balanced}.Metrics(rule.Weights{})
	percent := func(m *float64) string {
		if m == nil {
			return "none"
		}
		return fmt.Sprintf("%.0f%%", 100**m)
	}
	found, instead := "none", ""
	if is.Precision != nil { // some rows are predicted to be of the class
		found, instead = percent(is.Recall), " instead of "+percent(is.Precision)
	}
	return fmt.Sprintf("With balanced class weights the rules would find about %s of the rows that are “%s” instead of %s, at a "+
		"precision of %s%s and an accuracy of %s instead of %s (cross-validated on the training rows).",
		percent(would.Recall), class, found, percent(would.Precision), instead, dataset.Percent(b.Balanced.Accuracy()),
		dataset.Percent(b.Equal.Accuracy()))
}

// Refined describes the rules after all runs.
type Refined struct {
	Outcome
	// Price is the minimum gain per rule or condition: a share of the training rows or, if several rules must fire, nats of logistic
	// loss per training row.
	Price float64 `json:"price"`
}

// Minimum writes the price of the refined rules: "0.1%", or "0.001 nats for each".
func (m *Model) Minimum() string {
	if m.Votes() > 1 {
		return strconv.FormatFloat(m.Learned.Refined.Price, 'g', 2, 64) + " nats for each"
	}
	return strconv.FormatFloat(100*m.Learned.Refined.Price, 'g', 2, 64) + "%"
}

// WithoutRules says why a model lacks rules if their price was left to cross-validation; else "".
func (m *Model) WithoutRules() string {
	if len(m.Rules) > 0 || m.Edited || m.Learned.Refined == nil || m.Learned.Request.Refine != rule.AutoPrice {
		return ""
	}
	return "Cross-validation on the training rows cannot tell rules from chance."
}

// Other returns the name of the learner; "" for DR-Net.
func (l *Learned) Other() string {
	if learner, _ := LearnerOf(l.Request.Learner); learner.Key != DRNet {
		return learner.Name
	}
	return ""
}

// Outcome returns the size and the scores of the model's rules.
func (l *Learned) Outcome() Outcome {
	if l.Refined != nil {
		return l.Refined.Outcome
	}
	return l.Simplified
}

// WithDecision returns a copy of the model with a decision, or without one if d is nil. A threshold of 0 becomes the one with the least
// cost on the training rows, or 1/2 without costs. The error is for a user: numbers out of range, or a model without probabilities.
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
	rule.Size
	Train eval.Scores  `json:"train"`
	Test  *eval.Scores `json:"test,omitempty"` // nil without a test set
}

// Accuracy returns the accuracy on the test rows or, without a test set, on the training rows.
func (o *Outcome) Accuracy() float64 {
	if o.Test != nil {
		return o.Test.Accuracy
	}
	return o.Train.Accuracy
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

// Limits returns the requested constraints on rules over the features of an encoder. Its Required has the features of each required
// column, none for a column without features.
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

// Simplifier returns a simplifier for rules over the features of an encoder that keeps the requested constraints.
func (r Train) Simplifier(e *binarize.Encoder) *rule.Simplifier {
	s := rule.NewSimplifier(e.Features())
	s.Limits = r.Limits(e)
	return s
}

// Weights returns the weights of the classes as used in training.
func (l *Learned) Weights() rule.Weights {
	c := l.Trained.Train.Confusion.Classes()
	return rule.NewWeights(l.Request.Network.Weight, c.Positives.Sum, c.Negatives.Sum)
}

// A ModelFile holds the content of a model file: a multiclass model if MultiClass is set, otherwise a binary one.
type ModelFile struct {
	Model      *Model      `json:"model,omitempty"`
	MultiClass *MultiClass `json:"classes,omitempty"`
}

// Empty reports whether a model is missing.
func (f ModelFile) Empty() bool { return f == ModelFile{} }

// Edited reports whether the rules were changed by hand.
func (f ModelFile) Edited() bool {
	return f.MultiClass != nil && f.MultiClass.Edited() || f.MultiClass == nil && f.Model.Edited
}

// Outcome returns the size and the scores. For a multiclass model the scores hold neither a confusion matrix nor scores of single rules.
func (f ModelFile) Outcome() Outcome {
	if f.MultiClass != nil {
		return f.MultiClass.Learned.Outcome.Overall()
	}
	return f.Model.Learned.Outcome()
}

// Request returns the settings of the run.
func (f ModelFile) Request() Train {
	if f.MultiClass != nil {
		return f.MultiClass.Learned.Request
	}
	return f.Model.Learned.Request
}

// Encoder returns the encoder of the rules.
func (f ModelFile) Encoder() *binarize.Encoder {
	if f.MultiClass != nil {
		return f.MultiClass.Encoder
	}
	return f.Model.Encoder
}

// InputColumns reports which columns of the encoder the rules read, perhaps as an operand of a derived column; with scored, also
// those of the scorecard.
func (f ModelFile) InputColumns(scored bool) []bool {
	if f.MultiClass != nil { // it lacks scorecards
		return rule.InputColumns(f.MultiClass.Encoder, f.MultiClass.Sets()...)
	}
	sets := []rule.Set{f.Model.Rules}
	if scored {
		sets = append(sets, f.Model.Scorecard.Conditions())
	}
	return rule.InputColumns(f.Model.Encoder, sets...)
}

// Write returns the content of the file.
func (f ModelFile) Write() ([]byte, error) {
	if f.MultiClass != nil {
		return f.MultiClass.Write()
	}
	return f.Model.Write()
}

// Text writes the rules as text. Integers reports which columns of their table hold only integers.
func (f ModelFile) Text(integers rule.Integers) string {
	if f.MultiClass != nil {
		return f.MultiClass.Text(integers)
	}
	return f.Model.Text(integers)
}

// Table describes how the training table of the model was read.
func (f ModelFile) Table() dataset.Trained {
	if c := f.MultiClass; c != nil {
		return dataset.Trained{Columns: c.Learned.Columns, Target: c.Target, Missing: c.Learned.Missing, Quote: c.Learned.Quote}
	}
	l := &f.Model.Learned
	return dataset.Trained{Columns: l.Columns, Target: f.Model.Target, Missing: l.Missing, Quote: l.Quote}
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
