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
	Notes  []string      `json:"notes,omitempty"`
}

func (ByGroup) request() string      { return "by_group" }
func (GroupsCompared) event() string { return "groups_compared" }
