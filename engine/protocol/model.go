package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// ModelSchema is the schema name of a model file. An incompatible form gets a new number.
const ModelSchema = "drnet.model/1"

// Model is a model file: the rules, how they were trained, and their scores.
type Model struct {
	Schema string `json:"schema,omitempty"`
	rule.Model
	Learned Learned `json:"learnt"`
}

// Learned records how the rules of a model were trained.
type Learned struct {
	Request Train `json:"request"` // with all defaults filled in, without folds
	// Missing lists the missing-value markers of the table; null for the default ones.
	Missing    []string `json:"missing_values"`
	Rows       int      `json:"rows"` // training rows
	Features   int      `json:"features"`
	Step       int      `json:"step"`              // the step of the best checkpoint
	Restart    int      `json:"restart,omitempty"` // the run of Step, Trained and Simplified, from 1; 0 for a single run
	Trained    Outcome  `json:"trained"`           // the raw rules
	Simplified Outcome  `json:"simplified"`        // after exact simplification
	// Refined describes the rules of the model after refinement. It is nil without refinement and in older files;
	// Simplified then describes them.
	Refined *Refined `json:"refined,omitempty"`
	// Edited holds the scores after edits by hand, nil if the rules were not edited or not scored.
	Edited *Outcome `json:"edited,omitempty"`
	// Columns are all columns of the table, in order, to score rows without a header. Older files have none.
	Columns []LearnedColumn `json:"columns,omitempty"`
}

// Refined describes the rules after all runs.
type Refined struct {
	Outcome
	Price float64 `json:"price"` // minimum gain per rule or condition, as a share of the training rows
}

// Outcome returns the size and the scores of the model's rules.
func (l *Learned) Outcome() Outcome {
	if l.Refined != nil {
		return l.Refined.Outcome
	}
	return l.Simplified
}

// LearnedColumn is a column of the table that a model was trained on.
type LearnedColumn struct {
	Name string       `json:"name"`
	Kind dataset.Kind `json:"kind"`
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
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(model); err != nil {
		return nil, fmt.Errorf("protocol: write model: %w", err)
	}
	return b.Bytes(), nil
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
