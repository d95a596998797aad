package protocol

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

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
	Missing  []string                `json:"missing_values"`  // as in Learned
	Quote    string                  `json:"quote,omitempty"` // as in Learned
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
	rule.Size
	Train eval.ClassScores  `json:"train"`
	Test  *eval.ClassScores `json:"test,omitempty"` // nil without a test set
}

// Overall returns the size and the accuracy, without scores of single classes or rules.
func (c *ClassOutcome) Overall() Outcome {
	o := Outcome{Size: c.Size, Train: eval.Scores{Accuracy: c.Train.Accuracy, Majority: c.Train.Majority}}
	if c.Test != nil {
		o.Test = &eval.Scores{Accuracy: c.Test.Accuracy, Majority: c.Test.Majority}
	}
	return o
}

// Measured returns the recorded outcome of the present rules in their order: of an edited model the one after the last edit, nil if it was
// not measured; else the one from training.
func (c *MultiClass) Measured() *ClassOutcome {
	if c.Edited() {
		return c.Learned.Edited
	}
	return &c.Learned.Outcome
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

// Marks returns the marks of each member.
func (c *MultiClass) Marks() [][]rule.Mark {
	marks := make([][]rule.Mark, len(c.Members))
	for i, m := range c.Members {
		marks[i] = m.Marks
	}
	return marks
}

// Listed reports whether the rules were learned as a single decision list, in which each rule has a place; false for a nil model.
func (c *MultiClass) Listed() bool {
	return c != nil && c.Order == nil && slices.ContainsFunc(c.Members, func(m *Model) bool {
		return slices.ContainsFunc(m.Marks, func(mark rule.Mark) bool { return mark.Place > 0 })
	})
}

// Numbers returns the numbers that users see for the first n rules of a set: their places in a decision list, otherwise 1 to n.
func (c *MultiClass) Numbers(set, n int) []int {
	numbers := bitmat.Indexes[int](n)
	for k := range numbers {
		numbers[k]++
	}
	if c.Listed() {
		for at, p := range c.Places() {
			if p.Set == set && p.Rule < n {
				numbers[p.Rule] = at + 1
			}
		}
	}
	return numbers
}

// Edited reports whether the rules of any member, or which class wins, were changed by hand.
func (c *MultiClass) Edited() bool {
	reordered := c.Codes == nil && c.Learned.Rows > 0 && !slices.Equal(c.Order, ClassOrder(c.Names, c.Learned.Request.Order))
	return reordered || slices.ContainsFunc(c.Members, func(m *Model) bool { return m.Edited })
}

// ClassOrder returns the order of the classes, as indexes, in which the given ones come first and the others follow; nil if first is empty.
func ClassOrder(classes, first []string) (order []int) {
	for _, name := range first {
		order = append(order, slices.Index(classes, name))
	}
	for class := range classes {
		if len(first) > 0 && !slices.Contains(order, class) {
			order = append(order, class)
		}
	}
	return order
}

// Prediction returns a class as a statement about the target.
func (c *MultiClass) Prediction(class int) string {
	return (&rule.Model{Target: c.Target, Encoder: c.Encoder}).Statement(c.Names[class])
}

// Alone returns a model without rules that only names its two classes: the given class, and all others.
func (c *MultiClass) Alone(class int) *rule.Model {
	return &rule.Model{
		Target: c.Target, Encoder: c.Encoder, Positive: c.Names[class], Negative: "not " + c.Names[class],
		Yes: c.Names[class : class+1], No: slices.Delete(slices.Clone(c.Names), class, class+1),
	}
}

// With returns a copy of c with other members, which may be edited. All members share its encoder, to which thresholds of the edited rules
// are added.
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
	b.WriteString("The digits, 1 where a rule holds, make a word. The answer is the class whose word differs in the fewest digits")
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
		bare.Learned.Missing, bare.Learned.Quote, bare.Learned.Columns = nil, "", nil
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
		m.Learned.Missing, m.Learned.Quote, m.Learned.Columns = c.Learned.Missing, c.Learned.Quote, c.Learned.Columns
	}
	return nil
}

// Of returns the request of a single rule set: with its positive class and its class weight.
func (t Train) Of(positive string, weight float64) Train {
	t.Positive, t.Network.Weight = positive, weight
	return t
}

// Write returns the model file as indented JSON. The bytes are the same on every machine.
func (c *MultiClass) Write() ([]byte, error) { return write(c) }
