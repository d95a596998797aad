package protocol

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// Explain requests the reasons for a prediction and the changes that would flip it. The answer is Explained or Refused.
type Explain struct {
	Model      *Model            `json:"model"`
	MultiClass *MultiClass       `json:"classes,omitempty"` // a multiclass model that contains Model; Decision explains it
	Row        int               `json:"row,omitempty"`     // of the table, from 1; 0 for a row that only has Values and needs no table
	Values     map[string]string `json:"values,omitempty"`  // cells by column, "" if missing; they override the cells of Row
	Freeze     []string          `json:"freeze,omitempty"`  // columns that must not change
	Missing    bool              `json:"missing,omitempty"` // allow counterfactuals with missing cells if training rows had some in the column
	Nearest    bool              `json:"nearest,omitempty"` // find the nearest row with the opposite prediction, linear in the rows
}

// Explained answers Explain. It is final. Positive, Votes, Verdicts and Miss are about the rules of Model alone. The other fields are
// about the prediction. With a multiclass model, that is whether it predicts the class of Model or, with code words, the class that it
// predicts for the row.
type Explained struct {
	Row      int                  `json:"row,omitempty"`   // the requested row, from 1
	Cells    []rule.ExplainedCell `json:"cells"`           // of the row, for each column of the encoder
	Positive bool                 `json:"positive"`        // whether enough rules of Model fire
	Votes    int                  `json:"votes,omitempty"` // the number of rules that must fire; 0 stands for 1
	Answer   string               `json:"answer"`          // as text: "income = >50K"
	Other    string               `json:"other"`           // the opposite prediction
	Truth    string               `json:"truth,omitempty"` // the actual value of the target, "" if unknown
	Right    *bool                `json:"right,omitempty"` // whether the prediction matches Truth, nil if unknown
	Verdicts []rule.Verdict       `json:"verdicts"`        // the result of each rule of Model for the row, in rule order
	// Miss is the number, from 1, of the rule that does not fire with the fewest failed conditions; 0 if all rules fire.
	Miss int `json:"miss,omitempty"`
	rule.Counterfactuals
	Nearest  *Neighbor      `json:"nearest,omitempty"`  // row with the opposite prediction, nil for none or if not requested
	Decision *ClassDecision `json:"decision,omitempty"` // prediction of the multiclass model, nil if none was passed
	Score    *RowScore      `json:"score,omitempty"`    // by the scorecard, nil without one
	Notes    []string       `json:"notes,omitempty"`    // assumptions, as sentences
}

// Firing returns the number of rules that fire.
func (e *Explained) Firing() (n int) {
	for _, v := range e.Verdicts {
		if v.Fires {
			n++
		}
	}
	return n
}

// RowScore is the sum of a row's points by the scorecard.
type RowScore struct {
	Of          string     `json:"of"` // the positive prediction, as text: "income = >50K"
	Sum         int        `json:"sum"`
	Probability float64    `json:"probability"`        // of the positive class; see rule.Scorecard.Probability
	Clipped     bool       `json:"clipped,omitempty"`  // the sum alone would contradict the rules
	Decision    string     `json:"decision,omitempty"` // by the probability, "" if the model lacks a decision
	Lines       []RowPoint `json:"lines"`              // the rules, then the conditions, that give the row points
}

// RowPoint is a line of a scorecard that holds for a row.
type RowPoint struct {
	Text   string `json:"text"` // "rule 2", or the condition
	Points int    `json:"points"`
}

// String describes the score in one phrase: "probability of income = >50K: 74.5%, from 3 points: +2 for rule 1, +1 for age > 40".
func (s RowScore) String() string {
	var lines []string
	for _, l := range s.Lines {
		lines = append(lines, l.String())
	}
	return s.brief(strings.Join(lines, ", "))
}

// Brief is String without the lines.
func (s RowScore) Brief() string { return s.brief("") }

func (s RowScore) brief(lines string) string {
	text := fmt.Sprintf("probability of %s: %s, from %s", s.Of, dataset.Percent(s.Probability),
		typographic.Replace(Plural(s.Sum, "point", "points")))
	if lines != "" {
		text += ": " + lines
	}
	if s.Clipped {
		text += "; the rules decide, so the probability stays on their side of 50%"
	}
	if s.Decision != "" {
		text += "; decision: " + s.Decision
	}
	return text
}

var typographic = strings.NewReplacer("-", "−")

func (p RowPoint) String() string {
	return typographic.Replace(fmt.Sprintf("%+d", p.Points)) + " for " + p.Text
}

// ClassDecision is the predicted class of a row, with the reasons.
type ClassDecision struct {
	Class  int      `json:"class"`           // index of the class
	Answer string   `json:"answer"`          // as text: "species = setosa"
	Truth  string   `json:"truth,omitempty"` // of the table, as in Explained
	Right  *bool    `json:"right,omitempty"`
	Why    []string `json:"why"`   // sentences: the rule that fired first, that no rule fires, or the nearest code word
	Votes  []Vote   `json:"votes"` // the predictions of the rule sets, in the order of the members
}

// Vote is the prediction of one rule set for a row.
type Vote struct {
	Says  string `json:"says"`            // what the rule set predicts if a rule fires: "setosa"
	Fires []int  `json:"fires"`           // numbers of the rules that fire, from 1
	Text  string `json:"text"`            // the same as a sentence
	First bool   `json:"first,omitempty"` // a rule of this set determined the prediction
}

// Neighbor is the nearest row with the opposite prediction. Correctly predicted rows are preferred. Among these, the
// row with the fewest differing columns wins, then the smallest distance, then the first row.
type Neighbor struct {
	Row    int                  `json:"row"` // from 1
	Cells  []rule.ExplainedCell `json:"cells"`
	Differ []string             `json:"differ"` // the columns in which the rules distinguish the rows
	// Distance is the sum over all columns in the rules. A numeric column adds the difference divided by its range;
	// another column adds 1 if the values differ.
	Distance float64 `json:"distance"`
	Right    bool    `json:"right,omitempty"` // the prediction matches the table; false without a value there
}

func (Explain) request() string { return "explain" }
func (Explained) event() string { return "explained" }

// Cover requests the coverage of a model's rules on the rows that it was trained on. If these rows are unknown, Cover
// uses all rows with a label. The answer is Covered or Refused.
type Cover struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // a multiclass model that contains Model
}

// Covered answers Cover. It is final.
type Covered struct {
	Rows    int            `json:"rows"`    // rows examined
	Columns []Distribution `json:"columns"` // the columns that rules use, most frequently used first; ties in the order of the encoder
	// Flow describes the rows that reach each rule when the rules run in order, Rest those that no rule covers.
	Flow  []Flow `json:"flow"`
	Rest  Flow   `json:"rest"`
	Times []int  `json:"times"`           // number of rows on which exactly n rules fire, up to the largest n that occurs
	Pairs []Pair `json:"pairs,omitempty"` // rules that fire on the same rows, most rows first; at most MaxPairs
}

// MaxPairs bounds Covered.Pairs.
const MaxPairs = 1000

// Distribution counts the cells of a column.
type Distribution struct {
	Column    int        `json:"column"`              // place among the columns of the encoder
	Histogram *Histogram `json:"histogram,omitempty"` // of a column with thresholds
	// Values counts the cells of a column without thresholds. The values with a feature come first, in the order of the
	// encoder. The second value of a binary column or the pooled rare values, with an empty text, come last.
	Values  []Value `json:"values,omitempty"`
	Missing int     `json:"missing,omitempty"`
	Inside  [][]int `json:"inside,omitempty"` // for each rule, the counts of the rows that it covers; nil if it does not use the column
}

// Counts returns the rows of each bin, or of each value.
func (d Distribution) Counts() (counts []int) {
	if d.Histogram != nil {
		return d.Histogram.Counts
	}
	for _, v := range d.Values {
		counts = append(counts, v.Rows)
	}
	return counts
}

// Flow counts the rows that reach a rule after the preceding rules have covered theirs.
type Flow struct {
	Reach int `json:"reach"` // rows that reach the rule
	Taken int `json:"taken"` // of these, rows that the rule covers; for Rest, all rows
	Right int `json:"right"` // of the covered rows, rows predicted correctly
}

// Pair counts the rows that two rules both cover. Rules are numbered from 1.
type Pair struct {
	A    int `json:"a"`
	B    int `json:"b"`
	Rows int `json:"rows"`
}

func (Cover) request() string { return "cover" }
func (Covered) event() string { return "covered" }

// ListRows requests the rows of a selection, in pages. The answer is RowPage or Refused. Without a model it selects from all rows
// of the table, by Filters alone; the rows then lack a prediction.
type ListRows struct {
	Selection
	From    int      `json:"from,omitempty"`    // the first row of the page, from 0
	Rows    int      `json:"rows,omitempty"`    // rows per page, at most MaxListedRows; 0 only counts the selection
	Columns []string `json:"columns,omitempty"` // names of the columns to return

	// Sort names a column whose cells order the rows, descending with Down; missing cells come last. "" is the order of the table.
	Sort string `json:"sort,omitempty"`
	Down bool   `json:"down,omitempty"`
}

// MaxListedRows limits ListRows.Rows. It exceeds the rows shown at once.
const MaxListedRows = 200

// Selection selects the rows that meet all its conditions. It applies to the training and test rows of a model. If
// these are unknown, it applies to all rows with a label.
type Selection struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // a multiclass model that contains Model, for Answer and Truth

	Part  Partition `json:"part,omitempty"`
	Lines []int     `json:"lines,omitempty"` // rules that all fire, numbered from 1 with the disabled ones
	Alone bool      `json:"alone,omitempty"` // exclude rows on which another enabled rule fires
	// Answer is the predicted and Truth the actual class, by its name in the model. "" matches any.
	Answer string `json:"answer,omitempty"`
	Truth  string `json:"truth,omitempty"`
	Differ *Model `json:"differ,omitempty"` // a second model with the same classes and the opposite prediction
	// Likeliest, if not 0, is the number of rows to keep: those with the highest probability by Model, in descending order. Ties go
	// to the first rows.
	Likeliest int      `json:"likeliest,omitempty"`
	Filters   []Filter `json:"filters,omitempty"` // conditions on columns; see dataset.Column.Filter
}

// Numbers returns the numbers of the enabled rules of the model as users see them; see MultiClass.Numbers.
func (s Selection) Numbers() []int {
	set := 0
	if c := s.MultiClass; c != nil {
		set = slices.Index(c.Names, s.Model.Positive)
	}
	return s.MultiClass.Numbers(set, len(s.Model.Rules))
}

// Partition is the training or the test side of a split.
type Partition string

// The partitions. With a test table, TestRows are its rows and AllRows are the training rows.
const (
	AllRows      Partition = ""
	TrainingRows Partition = "train" // rows to train on
	TestRows     Partition = "test"
)

// Filter is a condition on the cells of a column.
type Filter struct {
	Column string `json:"column"`
	Text   string `json:"text"`
}

// RowPage answers ListRows. It is final.
type RowPage struct {
	Total int         `json:"total"` // size of the selection
	Rows  []ListedRow `json:"rows,omitempty"`
	Notes []string    `json:"notes,omitempty"` // as sentences
}

// ListedRow is a row of a selection.
type ListedRow struct {
	Row    int       `json:"row"`             // in the table, from 1
	Held   bool      `json:"held,omitempty"`  // whether it is a test row
	Cells  []*string `json:"cells"`           // of the requested columns, nil for a missing cell
	Answer string    `json:"answer"`          // the predicted class
	Truth  string    `json:"truth"`           // the actual class
	Other  string    `json:"other,omitempty"` // the prediction of the second model
	Fires  []int     `json:"fires,omitempty"` // numbers, from 1, of the rules of Model that fire

	Probability float64 `json:"probability,omitempty"` // that it is positive; 0 if the selection is not of the likeliest rows
}

func (ListRows) request() string { return "rows" }
func (RowPage) event() string    { return "picked" }

// Answers are the predictions of a model for the rows of a table. Each row has the number, from 1, of the first rule
// that fires, or 0. A row takes one byte, or two with more than 255 rules.
type Answers struct {
	Rows  int    `json:"rows"`
	Fired []byte `json:"fired"` // base64 on the wire
	Wide  bool   `json:"wide,omitempty"`
}

// NewAnswers returns zeroed answers for a table and a number of rules.
func NewAnswers(rows, rules int) Answers {
	if rules > 0xff {
		return Answers{Rows: rows, Fired: make([]byte, 2*rows), Wide: true}
	}
	return Answers{Rows: rows, Fired: make([]byte, rows)}
}

// Rule returns the number, from 1, of the first rule that fires on a row; 0 if none does.
func (a Answers) Rule(row int) int {
	if a.Wide {
		return int(binary.LittleEndian.Uint16(a.Fired[2*row:]))
	}
	return int(a.Fired[row])
}

// Set stores the number, from 1, of the first rule that fires on a row.
func (a Answers) Set(row, rule int) {
	if a.Wide {
		binary.LittleEndian.PutUint16(a.Fired[2*row:], uint16(rule))
		return
	}
	a.Fired[row] = byte(rule)
}

// Positive reports whether a rule fires on a row.
func (a Answers) Positive(row int) bool { return a.Rule(row) > 0 }

// Predict requests predictions for table rows as CSV, in pages. The answer is Predicted or Refused.
type Predict struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // to use instead; rule numbers refer to Classes.List

	// Of restricts the predictions to a selection, whose models replace those above. From and Rows then count selected
	// rows. Each line starts with the row number in the table.
	Of *Selection `json:"of,omitempty"`

	From    int  `json:"from,omitempty"`    // the first row, from 0
	Rows    int  `json:"rows,omitempty"`    // number of rows; 0 means all remaining rows
	Columns bool `json:"columns,omitempty"` // write the columns of the table before the prediction
}

// Predicted answers Predict. It is final.
type Predicted struct {
	// CSV has one line per row: the row number from 1 or the table columns, the prediction, the probability of the positive
	// class if the model has a scorecard, its decision if it has one, and the number of the first rule that fires.
	// The first page starts with a header.
	// Texts that spreadsheets parse as formulas are prefixed with '.
	CSV  string `json:"csv"`
	Next int    `json:"next"` // the next row, 0 at the end
}

func (Predict) request() string { return "predict" }
func (Predicted) event() string { return "predicted" }

// Score requests the scores of the rules of a model on its training and test rows. The answer is Scored or Refused.
type Score struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // a multiclass model that contains Model, scored too
}

// Scored answers Score. It is final.
type Scored struct {
	// Outcome has the scores of the enabled rules. Train is measured on the training rows and Test on the test rows of the
	// model's own split. If the table differs from the training table, all its rows count as training rows.
	Outcome Outcome `json:"outcome"`
	// Off has the scores of each disabled rule. Alone counts the covered rows that no enabled rule covers. Lost and Saved
	// are the effect of enabling the rule.
	Off     []eval.RuleScore `json:"off,omitempty"`
	OffTest []eval.RuleScore `json:"off_test,omitempty"`
	Classes *ClassOutcome    `json:"classes,omitempty"` // of the multiclass model, nil if none was passed
	Same    bool             `json:"same"`              // the table appears to be the one that the rules were trained on
	Notes   []string         `json:"notes,omitempty"`   // as sentences
}

func (Score) request() string { return "score" }
func (Scored) event() string  { return "scored" }

// Export converts a model to another format. It needs no table. The answer is Exported or Refused.
type Export struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // a multiclass model to export instead

	Format string   `json:"format"`          // one of Formats
	Notes  []string `json:"notes,omitempty"` // sentences to include in the file, such as that the model was edited by hand
}

// Exported is an exported model. It is final.
type Exported struct {
	Name string `json:"name"` // suggested file name; it contains nothing from the table
	Type string `json:"type"` // media type
	Text string `json:"text"` // UTF-8
}

// Unwritable is the refusal kind for a format that cannot represent a name, a value or a number of the model.
const Unwritable = "unwritable"

// Formats lists the formats of Export in display order.
var Formats = export.Formats

func (Export) request() string { return "export" }
func (Exported) event() string { return "exported" }

// EvaluateNetwork requests the predictions of a network whose weights may be edited. It may be sent while a run is
// held, without affecting the run. The answer is NetworkEvaluated.
type EvaluateNetwork struct {
	Model *Model        `json:"model"` // the model of the network; its rules are ignored
	Net   *drnet.Sketch `json:"net"`   // complete
}

// NetworkEvaluated answers EvaluateNetwork. It is final.
type NetworkEvaluated struct {
	// Rules are the simplified rules of the network. Outcome is their size and scores.
	Rules   rule.Set `json:"rules"`
	Outcome Outcome  `json:"outcome"`
	Covers  []int    `json:"covers"` // training rows that each neuron covers, switched off or not
}

func (EvaluateNetwork) request() string { return "weigh" }
func (NetworkEvaluated) event() string  { return "weighed" }
