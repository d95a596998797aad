package protocol

import "drnet/engine/eval"

// ByGroup compares the predictions of a model for groups of rows. The answer is GroupsCompared or Refused.
type ByGroup struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // a multiclass model that contains Model, whose class is the positive one
	// Columns, from 1 to 3, form groups: each by its values, and all by their combinations. A column of many numbers is cut
	// at its quartiles; rare values of a column of many texts share one group.
	Columns []string  `json:"columns"`
	Part    Partition `json:"part,omitempty"` // "" for the test rows, the training rows without any
}

// GroupsCompared answers ByGroup. It is final.
type GroupsCompared struct {
	Part   Partition     `json:"part"`   // TestRows or TrainingRows; AllRows for a table whose training rows are unknown
	Groups []eval.Groups `json:"groups"` // for each column, then for their combinations
}

func (ByGroup) request() string      { return "by_group" }
func (GroupsCompared) event() string { return "groups_compared" }

// Stability learns rules again from bootstrap samples of the training rows of a model, and counts how often its rules come back. Rows are
// drawn with replacement within each class or, if the split has groups, as whole groups. Each draw fits thresholds and searches rules
// at the price of the model, without a network. The draws depend only on the seed of the run. The table must be that of the run. The
// answer is Preparing, Evaluating and StabilityMeasured, or Refused; a stopped request is Refused too.
type Stability struct {
	Model *Model `json:"model"`
	Draws int    `json:"draws,omitempty"` // from 2 to 100; 0 means 20
}

// StabilityMeasured answers Stability. It is final.
type StabilityMeasured struct {
	Draws   int               `json:"draws"`
	Rules   []RuleStability   `json:"rules"`   // in the order of the model
	Columns []ColumnStability `json:"columns"` // most frequently used first
}

// RuleStability tells how often a rule comes back. It comes back in a draw if some rule of the draw covers nearly the same training rows:
// the Jaccard index of the two coverages, |A∩B| / |A∪B|, is at least 0.8.
type RuleStability struct {
	Returned int     `json:"returned"` // draws
	Overlap  float64 `json:"overlap"`  // mean over the draws of the greatest Jaccard index, from 0 to 1
}

// ColumnStability tells how often rules use a column.
type ColumnStability struct {
	Name string `json:"name"`
	Used int    `json:"used"`          // draws
	Own  bool   `json:"own,omitempty"` // rules of the model use it too
}

// Unstable reports whether a rule came back in fewer than half of some draws.
func (r RuleStability) Unstable(draws int) bool { return 2*r.Returned < draws }

func (Stability) request() string       { return "stability" }
func (StabilityMeasured) event() string { return "stability_measured" }
