package protocol

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// Work is a unit: a training that needs no table, because its rows are encoded already. Units depend on nothing but what
// they hold, so several can be done at the same time, each by a session of its own. It is answered by Preparing, Progress
// and Worked, or by Refused.
type Work struct {
	Train               // with all defaults filled in; its Split is not used
	Model    rule.Model `json:"model"` // without rules: the target, its two answers, and the encoder
	Rows     Bits       `json:"-"`     // to train on. They travel beside the message
	TestRows Bits       `json:"-"`     // to test on; its X is nil if there are none. They travel beside the message
}

// Bits are encoded rows and their labels: bit i is the label of row i.
type Bits struct {
	X      *bitmat.Matrix
	Labels []uint64
}

// Worked is what became of a unit. It is final.
type Worked struct {
	Status drnet.Status `json:"status"`
	Steps  int          `json:"steps"` // made, in all trainings
	Score  float64      `json:"score"` // of the best snapshot: see drnet.Snapshot
	Model  *Model       `json:"model"`
	Set    rule.Set     `json:"set"`  // the rules as learnt
	Sets   []rule.Set   `json:"sets"` // simplified, of all trainings
}

func (Work) request() {}
func (Worked) event() {}
