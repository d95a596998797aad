package protocol

import (
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// EvaluateNetwork requests the predictions of a network whose weights may be edited. It may be sent while a run is
// held, without affecting the run. The answer is NetworkEvaluated.
type EvaluateNetwork struct {
	Model *Model        `json:"model"` // the model of the network; its rules are ignored
	Net   *drnet.Sketch `json:"net"`   // complete
}

// NetworkEvaluated answers EvaluateNetwork. It is final.
type NetworkEvaluated struct {
	Problem *Refused `json:"problem,omitempty"` // why the other fields are empty
	// Rules are the simplified rules of the network. Outcome is their size and scores.
	Rules   rule.Set `json:"rules"`
	Outcome Outcome  `json:"outcome"`
	Covers  []int    `json:"covers"` // training rows that each neuron covers, switched off or not
}

// TraceRow requests the computation of a network's prediction for one table row. It may be sent while a run is held.
// The answer is RowTraced.
type TraceRow struct {
	Model *Model        `json:"model"`
	Net   *drnet.Sketch `json:"net"` // complete
	Row   int           `json:"row"` // from 1
}

// RowTraced answers TraceRow. It is final.
type RowTraced struct {
	Problem *Refused `json:"problem,omitempty"` // why the other fields are empty
	Row     int      `json:"row"`
	drnet.Pass
	Cells  []rule.ExplainedCell `json:"cells"`           // of the columns in the network
	Answer string               `json:"answer"`          // the prediction as text
	Truth  string               `json:"truth,omitempty"` // actual value, "" if unknown
	Right  *bool                `json:"right,omitempty"` // whether the prediction matches Truth
}

func (EvaluateNetwork) request() string { return "weigh" }
func (TraceRow) request() string        { return "pass" }
func (NetworkEvaluated) event() string  { return "weighed" }
func (RowTraced) event() string         { return "passed" }
