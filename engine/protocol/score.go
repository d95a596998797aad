package protocol

import "drnet/engine/eval"

// Score asks how the rules of a model fare, which may be edited, on the rows that they were learnt from and on those
// that were kept out of the training. It is answered by Scored or Refused.
type Score struct {
	Model *Model `json:"model"`
	// MultiClass is a model of many classes that Model is a member of; how it fares as a whole is then told too.
	MultiClass *MultiClass `json:"classes,omitempty"`
}

// Scored answers Score. It is final.
type Scored struct {
	// Outcome has the scores of the rules that are on. Its Train is measured on the rows to train on and its Test on those
	// kept out, as the model's own request split them; if the table is another one than the rules were learnt from, all
	// its rows are the ones to train on.
	Outcome Outcome `json:"outcome"`
	// Remarks say for each rule what is doubtful about it.
	Remarks [][]eval.Remark `json:"remarks"`
	// Off says how each rule that is switched off fares: Alone are the rows on which no rule fires that is on, Lost and
	// Saved what would be gained by switching it on.
	Off     []eval.RuleScore `json:"off,omitempty"`
	OffTest []eval.RuleScore `json:"off_test,omitempty"`
	// Classes is how the model of many classes fares, nil if it was not asked.
	Classes *ClassOutcome `json:"classes,omitempty"`
	// Same says that the table is the one that the rules were learnt from, as far as can be seen.
	Same  bool     `json:"same"`
	Notes []string `json:"notes,omitempty"` // as sentences
}

func (Score) request() string { return "score" }
func (Scored) event() string  { return "scored" }
