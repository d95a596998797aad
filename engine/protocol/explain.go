package protocol

import "drnet/engine/rule"

// Explain asks why a model answers a row as it does, and what would have to be another for the other answer. It is
// answered by Explained or Refused.
type Explain struct {
	Model *Model `json:"model"`
	// MultiClass is a model of many classes that Model is a member of. What it answers is then told in Decision.
	MultiClass *MultiClass `json:"classes,omitempty"`
	// Row is a row of the table, from 1 as people count them. 0 means that Values are the row, and then no table is needed.
	Row int `json:"row,omitempty"`
	// Values are cells by the names of their columns; "" is a missing cell. They take the place of those of the row. Columns
	// without a value are missing if there is no row.
	Values map[string]string `json:"values,omitempty"`
	// Freeze names columns that must stay as they are.
	Freeze []string `json:"freeze,omitempty"`
	// Missing allows the proposal that a cell becomes missing, in a column where training rows were missing too.
	Missing bool `json:"missing,omitempty"`
	// Nearest asks for the nearest row of the table that is answered otherwise. It takes time with the rows of the table.
	Nearest bool `json:"nearest,omitempty"`
}

// Explained answers Explain. It is final.
type Explained struct {
	Row      int         `json:"row,omitempty"` // that was asked for, from 1
	Cells    []rule.Cell `json:"cells"`         // of the row, for each column that the model knows
	Positive bool        `json:"positive"`      // some rule fires
	Answer   string      `json:"answer"`        // in words: "income = >50K"
	Other    string      `json:"other"`         // the other answer
	// Truth is what the table says the answer is: the text of the target, "" if it is not known.
	Truth string `json:"truth,omitempty"`
	// Right says whether the answer agrees with that, nil if it is not known.
	Right *bool `json:"right,omitempty"`
	// Verdicts are what each rule says about the row, in the order of the rules.
	Verdicts []rule.Verdict `json:"verdicts"`
	// Miss is the number, from 1, of the rule that does not fire of which least fails; 0 if all fire.
	Miss int `json:"miss,omitempty"`
	rule.Counterfactuals
	// Nearest is the nearest row that is answered otherwise, nil if it was not asked for or there is none.
	Nearest *Neighbor `json:"nearest,omitempty"`
	// Decision is what a model of many classes answers; nil if it was not asked.
	Decision *Decision `json:"decision,omitempty"`
	Notes    []string  `json:"notes,omitempty"` // what was taken for granted, as sentences
}

// Decision says which class a row is given, and why.
type Decision struct {
	Class  int    `json:"class"`  // place among the classes
	Answer string `json:"answer"` // in words: "species = setosa"
	// Truth and Right are what the table says, as in Explained.
	Truth string `json:"truth,omitempty"`
	Right *bool  `json:"right,omitempty"`
	// Why says in sentences what decided: which rule came first, or that none fires, or which code word is the nearest.
	Why []string `json:"why"`
	// Votes are what each set of rules says, in the order of the members.
	Votes []Vote `json:"votes"`
}

// Vote is what one set of rules says about a row.
type Vote struct {
	Says  string `json:"says"`            // the answer of the set where a rule fires: "setosa"
	Fires []int  `json:"fires"`           // numbers of the rules that fire, from 1
	Text  string `json:"text"`            // the same as a sentence
	First bool   `json:"first,omitempty"` // a rule of this set decided
}

// Neighbor is a row of the table that a model answers otherwise than another row. Of those that the table's own value of
// the target agrees with, if there are any, it is the one of which the rules tell the fewest columns from those of the other
// row, then the one with the least distance, then the first.
type Neighbor struct {
	Row   int         `json:"row"` // from 1
	Cells []rule.Cell `json:"cells"`
	// Differ names the columns that the rules tell apart.
	Differ []string `json:"differ"`
	// Distance is the sum over all columns that the rules ask about: for numbers the difference as a share of the column's
	// range, for others 1 if they differ.
	Distance float64 `json:"distance"`
	// Right says that the table agrees with the answer; otherwise it does not, or has no value there.
	Right bool `json:"right,omitempty"`
}

func (Explain) request() string { return "explain" }
func (Explained) event() string { return "explained" }
