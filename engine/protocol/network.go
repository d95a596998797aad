package protocol

import (
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// EvaluateNetwork asks what a network answers whose weights a person may have changed. It may also be sent while a training is held,
// beside it, and changes nothing of the training. It is answered by NetworkEvaluated.
type EvaluateNetwork struct {
	Model *Model        `json:"model"` // what the network is about; its own rules do not matter
	Net   *drnet.Sketch `json:"net"`   // whole
}

// NetworkEvaluated answers EvaluateNetwork. It is final.
type NetworkEvaluated struct {
	Problem *Refused `json:"problem,omitempty"` // why there is nothing else
	// Rules are those of the network without what does not change an answer, and Outcome is how they fare.
	Rules   rule.Set `json:"rules"`
	Outcome Outcome  `json:"outcome"`
	Covers  []int    `json:"covers"` // training rows on which each neuron fires, switched off or not
}

// TraceRow asks how a network computes its answer to one row of the table. It may also be sent while a training is held, beside
// it. It is answered by RowTraced.
type TraceRow struct {
	Model *Model        `json:"model"`
	Net   *drnet.Sketch `json:"net"` // whole
	Row   int           `json:"row"` // from 1
}

// RowTraced answers TraceRow. It is final.
type RowTraced struct {
	Problem *Refused `json:"problem,omitempty"` // why there is nothing else
	Row     int      `json:"row"`
	drnet.Pass
	Cells  []rule.Cell `json:"cells"`           // of the columns that the network asks about
	Answer string      `json:"answer"`          // in words
	Truth  string      `json:"truth,omitempty"` // what the table says, "" if it is not known
	Right  *bool       `json:"right,omitempty"` // whether the answer agrees with it
}

func (EvaluateNetwork) request() string { return "weigh" }
func (TraceRow) request() string        { return "pass" }
func (NetworkEvaluated) event() string  { return "weighed" }
func (RowTraced) event() string         { return "passed" }
