package protocol

import "drnet/engine/eval"

// Score requests the scores of a model's rules, edited or not, on its training and test rows. The answer is Scored or
// Refused.
type Score struct {
	Model *Model `json:"model"`
	// MultiClass is a multiclass model that contains Model. Its combined scores are then returned too.
	MultiClass *MultiClass `json:"classes,omitempty"`
}

// Scored answers Score. It is final.
type Scored struct {
	// Outcome has the scores of the enabled rules. Train is measured on the training rows and Test on the test rows of the
	// model's own split. If the table differs from the training table, all its rows count as training rows.
	Outcome Outcome `json:"outcome"`
	// Remarks are the warnings about each rule.
	Remarks [][]eval.Remark `json:"remarks"`
	// Off has the scores of each disabled rule. Alone counts the covered rows that no enabled rule covers. Lost and Saved
	// are the effect of enabling the rule.
	Off     []eval.RuleScore `json:"off,omitempty"`
	OffTest []eval.RuleScore `json:"off_test,omitempty"`
	// Classes has the scores of the multiclass model, nil if none was passed.
	Classes *ClassOutcome `json:"classes,omitempty"`
	// Same reports whether the table appears to be the one that the rules were trained on.
	Same  bool     `json:"same"`
	Notes []string `json:"notes,omitempty"` // as sentences
}

func (Score) request() string { return "score" }
func (Scored) event() string  { return "scored" }
