package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// MultiClassSchema names the form of a file with a model of many classes.
const MultiClassSchema = "drnet.classes/1"

// MultiClass is a model file with a set of rules for each of many classes, or for each place of their code words. Its members
// are models of two answers over one encoder: whatever can be done with a model can be done with a member.
type MultiClass struct {
	Schema string `json:"schema"`
	Target string `json:"target"`
	rule.Classes
	Encoder *binarize.Encoder `json:"encoder"` // of all members; in the file they have none of their own
	Members []*Model          `json:"members"`
	Learned MultiClassLearned `json:"learnt"`
}

// MultiClassLearned says where a model of many classes comes from. What is the same for all members is here alone.
type MultiClassLearned struct {
	Request  Train           `json:"request"`
	Missing  []string        `json:"missing_values"` // as in Learned
	Rows     int             `json:"rows"`
	Features int             `json:"features"`
	Columns  []LearnedColumn `json:"columns"`
	Classes  []ClassRows     `json:"classes"` // in the order of the classes
	Outcome  ClassOutcome    `json:"outcome"`
	// Notes say which classes have few rows or no rules, and what becomes of their rows.
	Notes []string `json:"notes,omitempty"`
}

// ClassOutcome is the size of all sets together and how they fare as one.
type ClassOutcome struct {
	Rules          int               `json:"rules"`
	Conditions     int               `json:"conditions"`
	Complexity     int               `json:"complexity"`      // rules + conditions
	RuleComplexity float64           `json:"rule_complexity"` // conditions per rule
	Train          eval.ClassScores  `json:"train"`
	Test           *eval.ClassScores `json:"test,omitempty"` // if rows were kept out of training
}

// Outcome returns the size of what was learnt and how it fares, whether it is a model or one of many classes. Of the latter
// it has no confusions of two answers, and no scores of single rules.
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

// Request returns what was asked for, with all defaults filled in.
func (t Trained) Request() Train {
	if t.MultiClass == nil {
		return t.Model.Learned.Request
	}
	return t.MultiClass.Learned.Request
}

// Sets returns the rules of the members.
func (c *MultiClass) Sets() []rule.Set {
	sets := make([]rule.Set, len(c.Members))
	for i, m := range c.Members {
		sets[i] = m.Rules
	}
	return sets
}

// Places returns all rules in the order in which they are asked; see rule.Classes.List. A member that was edited by hand
// and not measured since has rules that count as never tried.
func (c *MultiClass) Places() []rule.Place {
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
	return c.List(c.Sets(), tallies)
}

// Edited reports whether a person changed the rules of some member.
func (c *MultiClass) Edited() bool {
	for _, m := range c.Members {
		if m.Edited {
			return true
		}
	}
	return false
}

// Prediction writes a class as a sentence about the target.
func (c *MultiClass) Prediction(class int) string {
	return rule.PredictionText(c.Target, c.Names[class])
}

// With returns a copy in which a member is another.
func (c *MultiClass) With(member int, m *Model) *MultiClass {
	out := *c
	out.Members = append([]*Model{}, c.Members...)
	out.Members[member] = m
	return &out
}

// Text returns the rules as one list, in the order in which they are asked; each of its lines is dataset.Legible.
func (c *MultiClass) Text() string {
	var b strings.Builder
	if c.Codes != nil {
		c.codesText(&b)
	} else {
		lead := "IF      "
		features := c.Encoder.Features()
		for _, p := range c.Places() {
			fmt.Fprintf(&b, "%s%s\nTHEN    %s\n", lead, c.Members[p.Set].Rules[p.Rule].Text(features), dataset.Legible(c.Prediction(p.Set)))
			lead = "ELSE IF "
		}
		if lead == "IF      " {
			b.WriteString("ALWAYS  " + dataset.Legible(c.Prediction(c.Default)) + "\n")
		} else {
			b.WriteString("ELSE    " + dataset.Legible(c.Prediction(c.Default)) + "\n")
		}
	}
	if c.Edited() {
		b.WriteString("(" + rule.ByHand + ")\n")
	}
	return b.String()
}

// codesText writes the sets of rules and the code words.
func (c *MultiClass) codesText(b *strings.Builder) {
	for i, m := range c.Members {
		fmt.Fprintf(b, "digit %d\n%s\n", i+1, m.Text())
	}
	b.WriteString("The digits, 1 where a rule fires, make a word. The answer is the class whose word differs in the fewest digits")
	fmt.Fprintf(b, "; of equals the first of %s.\n", dataset.Legible(strings.Join(c.byOrder(), ", ")))
	for i, code := range c.Codes {
		fmt.Fprintf(b, "%s  %s\n", code, dataset.Legible(c.Names[i]))
	}
}

// byOrder returns the classes as Order has them.
func (c *MultiClass) byOrder() []string {
	if c.Order == nil {
		return c.Names
	}
	names := make([]string, len(c.Order))
	for i, class := range c.Order {
		names[i] = c.Names[class]
	}
	return names
}

// Validate returns an error if the model, which may come from a damaged file, cannot be used.
func (c *MultiClass) Validate() error {
	if c.Encoder == nil {
		return fmt.Errorf("protocol: the model has no encoder")
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
	}
	return c.Classes.Validate(len(c.Members))
}

// plainClasses is MultiClass without methods.
type plainClasses MultiClass

// MarshalJSON leaves out of the members what is the same in all.
func (c *MultiClass) MarshalJSON() ([]byte, error) {
	out := plainClasses(*c)
	out.Members = make([]*Model, len(c.Members))
	for i, m := range c.Members {
		if m == nil {
			continue
		}
		bare := *m
		bare.Schema, bare.Encoder = "", nil
		bare.Learned.Request, bare.Learned.Missing, bare.Learned.Columns = m.Learned.Request.own(), nil, nil
		out.Members[i] = &bare
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(&out)
	return b.Bytes(), err
}

// UnmarshalJSON gives it back to them.
func (c *MultiClass) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, (*plainClasses)(c)); err != nil {
		return err
	}
	for _, m := range c.Members {
		if m == nil {
			continue
		}
		m.Schema, m.Encoder = ModelSchema, c.Encoder
		m.Learned.Request = c.Learned.Request.Of(m.Learned.Request.Positive, m.Learned.Request.Network.Weight)
		m.Learned.Missing, m.Learned.Columns = c.Learned.Missing, c.Learned.Columns
	}
	return nil
}

// Of returns the training of one of the sets: what its rules say, and what a row of theirs counts.
func (t Train) Of(positive string, weight float64) Train {
	t.Positive, t.Network.Weight = positive, weight
	return t
}

// own is what Of adds.
func (t Train) own() Train { return Train{}.Of(t.Positive, t.Network.Weight) }

// Write returns the model as a file: indented JSON, the same bytes for the same model on every machine.
func (c *MultiClass) Write() ([]byte, error) { return write(c) }

// A File is what a model file holds: one of both.
type File struct {
	Model      *Model
	MultiClass *MultiClass
}

// Write returns the file.
func (f File) Write() ([]byte, error) {
	if f.MultiClass != nil {
		return f.MultiClass.Write()
	}
	return f.Model.Write()
}

// ReadFile reads a file with a model or with a model of many classes. It refuses what is damaged and what a newer program
// has written.
func ReadFile(file []byte) (File, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(file, &head); err != nil || head.Schema != MultiClassSchema {
		m, err := ReadModel(file)
		return File{Model: m}, err
	}
	c := new(MultiClass)
	if err := json.Unmarshal(file, c); err != nil {
		return File{}, fmt.Errorf("protocol: this is no model file, or a damaged one: %w", err)
	}
	return File{MultiClass: c}, c.Validate()
}
