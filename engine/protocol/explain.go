package protocol

import "drnet/engine/rule"

// Explain requests the reasons for a prediction and the changes that would flip it. The answer is Explained or Refused.
type Explain struct {
	Model *Model `json:"model"`
	// MultiClass is a multiclass model that contains Model. Decision then explains its prediction.
	MultiClass *MultiClass `json:"classes,omitempty"`
	// Row is a table row, numbered from 1. 0 means that Values is the complete row; no table is needed then.
	Row int `json:"row,omitempty"`
	// Values are cells by column name; "" is a missing cell. They override the cells of the row. Without a row, columns
	// without a value are missing.
	Values map[string]string `json:"values,omitempty"`
	// Freeze names columns that must not change.
	Freeze []string `json:"freeze,omitempty"`
	// Missing allows counterfactuals that set a cell to missing, in columns with missing training cells.
	Missing bool `json:"missing,omitempty"`
	// Nearest requests the nearest row with the opposite prediction. Its cost grows with the number of rows.
	Nearest bool `json:"nearest,omitempty"`
}

// Explained answers Explain. It is final.
type Explained struct {
	Row      int                  `json:"row,omitempty"` // the requested row, from 1
	Cells    []rule.ExplainedCell `json:"cells"`         // of the row, for each column of the encoder
	Positive bool                 `json:"positive"`      // whether some rule fires
	Answer   string               `json:"answer"`        // as text: "income = >50K"
	Other    string               `json:"other"`         // the opposite prediction
	// Truth is the actual value of the target, "" if unknown.
	Truth string `json:"truth,omitempty"`
	// Right reports whether the prediction matches Truth, nil if unknown.
	Right *bool `json:"right,omitempty"`
	// Verdicts hold the result of each rule for the row, in rule order.
	Verdicts []rule.Verdict `json:"verdicts"`
	// Miss is the number, from 1, of the rule closest to firing, the one with the fewest failed conditions; 0 if all rules
	// fire.
	Miss int `json:"miss,omitempty"`
	rule.Counterfactuals
	// Nearest is the nearest row with the opposite prediction, nil if there is none or it was not requested.
	Nearest *Neighbor `json:"nearest,omitempty"`
	// Decision is the prediction of the multiclass model, nil if none was passed.
	Decision *Decision `json:"decision,omitempty"`
	Notes    []string  `json:"notes,omitempty"` // assumptions, as sentences
}

// Decision is the predicted class of a row, with the reasons.
type Decision struct {
	Class  int    `json:"class"`  // index of the class
	Answer string `json:"answer"` // as text: "species = setosa"
	// Truth and Right refer to the table, as in Explained.
	Truth string `json:"truth,omitempty"`
	Right *bool  `json:"right,omitempty"`
	// Why explains the prediction in sentences: the rule that fired first, that no rule fires, or the nearest code word.
	Why []string `json:"why"`
	// Votes are the predictions of the rule sets, in the order of the members.
	Votes []Vote `json:"votes"`
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
	Row   int                  `json:"row"` // from 1
	Cells []rule.ExplainedCell `json:"cells"`
	// Differ names the columns in which the rules distinguish the rows.
	Differ []string `json:"differ"`
	// Distance is the sum over all columns in the rules. A numeric column adds the difference divided by its range;
	// another column adds 1 if the values differ.
	Distance float64 `json:"distance"`
	// Right reports whether the prediction matches the table; it is false without a value in the table.
	Right bool `json:"right,omitempty"`
}

func (Explain) request() string { return "explain" }
func (Explained) event() string { return "explained" }
