package protocol

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// RunUnit is a unit: a training that needs no table, because its rows are encoded already. Units depend on nothing but what
// they hold, so several can be done at the same time, each by a session of its own. It is answered by Preparing, Progress
// and UnitDone, or by Refused.
type RunUnit struct {
	Train               // with all defaults filled in; its Split is not used
	Model    rule.Model `json:"model"` // without rules: the target, its two answers, and the encoder
	Rows     Bits       `json:"-"`     // to train on. They travel beside the message
	TestRows Bits       `json:"-"`     // to test on; its X is nil if there are none. They travel beside the message
}

// Memory returns about how many bytes a worker takes that does the unit and nothing else.
func (w RunUnit) Memory() int64 {
	const copies, number = 3, 8
	rows := w.Rows.rows() + w.TestRows.rows()
	return UnitMemory(rows, w.Rows.X.Cols, w.Network.Rules) + int64(copies*number*rows*len(w.Rows.Numbers))
}

// UnitMemory is Memory for a unit of so many rows and features with a network of so many rules: what every worker takes; the
// rows as they came, as columns, packed by row, and once more because what is done with is not swept at once; and the
// weights of the network with what belongs to each.
func UnitMemory(rows, features, rules int) int64 {
	const (
		worker    = 24 << 20
		copies    = 4
		forWeight = 64 // bytes: gates, gradients, moments, conditions
	)
	return worker + copies*int64(features+1)*int64(rows)/8 + forWeight*int64(rules)*int64(features)
}

// Bits are encoded rows and their labels: bit i is the label of row i.
type Bits struct {
	X      *bitmat.Matrix
	Labels []uint64
	// Numbers are those of the encoder's columns with thresholds, in their order, NaN where there is none; nil if the learner does
	// not ask for them.
	Numbers [][]float64
}

// UnitDone is what became of a unit. It is final.
type UnitDone struct {
	Status drnet.Status `json:"status"`
	Steps  int          `json:"steps"` // made, in all trainings
	Score  float64      `json:"score"` // of the best snapshot: see drnet.Snapshot
	Model  *Model       `json:"model"`
	Set    rule.Set     `json:"set"`  // the rules as learnt
	Sets   []rule.Set   `json:"sets"` // simplified, of all trainings
	// Net is the network that they were read from, nil if nobody watched.
	Net *drnet.Sketch `json:"net,omitempty"`
}

func (RunUnit) request() string { return "work" }
func (UnitDone) event() string  { return "worked" }
