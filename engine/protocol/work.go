package protocol

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// RunUnit is a run on encoded rows, which needs no table. Units are independent, so sessions can run them in parallel.
// The answer is Preparing, Progress and UnitDone, or Refused.
type RunUnit struct {
	Train               // with all defaults filled in; its Split is ignored
	Model    rule.Model `json:"model"` // without rules: the target, its two classes and the encoder
	Rows     Bits       `json:"-"`     // training rows, sent separately
	TestRows Bits       `json:"-"`     // test rows, sent separately; X is nil if there are none
}

// Memory returns the approximate memory in bytes of a worker that runs only this unit.
func (w RunUnit) Memory() int64 {
	const copies, number = 3, 8
	rows := w.Rows.count() + w.TestRows.count()
	return UnitMemory(rows, w.Rows.X.Cols, w.Network.Rules) + int64(copies*number*rows*len(w.Rows.Numbers))
}

// UnitMemory is Memory for a given number of rows, features and network rules. It adds a base amount per worker, the
// encoded rows and the state of the weights. The rows exist four times: as received, as columns, packed by row, and as
// garbage not yet collected.
func UnitMemory(rows, features, rules int) int64 {
	const (
		worker    = 24 << 20
		copies    = 4
		forWeight = 64 // bytes: gates, gradients, moments, conditions
	)
	return worker + copies*int64(features+1)*int64(rows)/8 + forWeight*int64(rules)*int64(features)
}

// Bits are encoded rows and their labels. Bit i is the label of row i.
type Bits struct {
	X      *bitmat.Matrix
	Labels []uint64
	// Numbers are the encoder's columns with thresholds, in order, with NaN for missing. They are nil if the learner does
	// not need them.
	Numbers [][]float64
}

// UnitDone is the result of a unit. It is final.
type UnitDone struct {
	Status drnet.Status `json:"status"`
	Steps  int          `json:"steps"` // in all runs
	Score  float64      `json:"score"` // of the best snapshot; see drnet.Checkpoint
	Model  *Model       `json:"model"`
	Set    rule.Set     `json:"set"`  // the raw rules
	Sets   []rule.Set   `json:"sets"` // the simplified rules of each run
	// Net is the network that Set was read from, nil if it is not watched.
	Net *drnet.Sketch `json:"net,omitempty"`
}

func (RunUnit) request() string { return "work" }
func (UnitDone) event() string  { return "worked" }
