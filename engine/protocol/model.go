package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// ModelSchema names the form of a model file. A newer form gets a new number.
const ModelSchema = "drnet.model/1"

// Model is a model file: what answers for new rows, how it was learnt, and how it fared.
type Model struct {
	Schema string `json:"schema,omitempty"`
	rule.Model
	Learned Learned `json:"learnt"`
}

// Learned says where the rules of a model come from.
type Learned struct {
	Request Train `json:"request"` // with all defaults filled in, and without folds
	// Missing are the texts that marked a missing cell when the table was read; null for the usual ones.
	Missing    []string `json:"missing_values"`
	Rows       int      `json:"rows"` // trained on
	Features   int      `json:"features"`
	Step       int      `json:"step"`              // the step whose rules were kept
	Restart    int      `json:"restart,omitempty"` // the training that Step, Trained and Simplified are of, from 1; 0 if there was one
	Trained    Outcome  `json:"trained"`           // the rules as learnt
	Simplified Outcome  `json:"simplified"`        // without what does not change an answer
	// Refined is about the rules of the model if they were refined; otherwise, and in older files, nil, and Simplified is.
	Refined *Refined `json:"refined,omitempty"`
	// Edited is how the rules fare after they were edited by hand, nil if they were not or it was not measured.
	Edited *Outcome `json:"edited,omitempty"`
	// Columns are all of the table, in order, so that one without names can be answered for. Older files have none.
	Columns []LearnedColumn `json:"columns,omitempty"`
}

// Refined says what became of the rules after all trainings.
type Refined struct {
	Outcome
	Price float64 `json:"price"` // that a rule or a condition had to earn, as a share of the training rows
}

// Outcome returns the size and the scores of the rules of the model.
func (l *Learned) Outcome() Outcome {
	if l.Refined != nil {
		return l.Refined.Outcome
	}
	return l.Simplified
}

// LearnedColumn is a column of the table that a model was learnt from.
type LearnedColumn struct {
	Name string       `json:"name"`
	Kind dataset.Kind `json:"kind"`
}

// Outcome is the size of a set and how it fares.
type Outcome struct {
	Rules          int          `json:"rules"`
	Conditions     int          `json:"conditions"`
	Complexity     int          `json:"complexity"`      // rules + conditions
	RuleComplexity float64      `json:"rule_complexity"` // conditions per rule
	Train          eval.Scores  `json:"train"`
	Test           *eval.Scores `json:"test,omitempty"` // if rows were kept out of training
}

// Write returns the model as a file: indented JSON, the same bytes for the same model on every machine.
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

// ReadModel reads a model file. It refuses what is damaged and what a newer program has written.
func ReadModel(file []byte) (*Model, error) {
	m := new(Model)
	if err := json.Unmarshal(file, m); err != nil {
		return nil, fmt.Errorf("protocol: this is no model file, or a damaged one: %w", err)
	}
	if m.Schema != ModelSchema {
		return nil, fmt.Errorf("protocol: the model file has the form %q: this program reads %q and %q", m.Schema, ModelSchema, MultiClassSchema)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}
