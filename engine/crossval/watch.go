package crossval

import (
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/train"
)

// watch reports the progress of an evaluation, and measures its time if it has a clock.
type watch struct {
	job    prepare.Job
	clock  func() float64
	done   int
	shares []float64 // of each unit, by its steps
	sum    float64
	began  []float64
}

func newWatch(tr *train.Trainer, j prepare.Job, units int) *watch {
	w := &watch{job: j, clock: tr.Clock, shares: make([]float64, units), began: make([]float64, units)}
	if w.clock == nil {
		w.clock = func() float64 { return 0 }
	}
	return w
}

func (w *watch) begin(i int) { w.began[i] = w.clock() }

func (w *watch) end(i int, u *protocol.UnitResult) {
	w.done++
	w.reach(i, 1)
	u.Seconds = w.clock() - w.began[i]
	told := *u
	told.Model, told.MultiClass = nil, nil
	w.job.Emit(protocol.FoldResult{Unit: told})
}

// report reports the progress of a unit.
func (w *watch) report(i int, e protocol.Event) {
	if p, ok := e.(protocol.Progress); ok {
		share := float64(p.Step) / float64(max(p.Steps, 1))
		if p.Restarts > 0 {
			share = (float64(p.Restart-1) + share) / float64(p.Restarts)
		}
		w.reach(i, share)
	}
	w.tell()
}

func (w *watch) tell() {
	w.job.Emit(protocol.Evaluating{Done: w.done, Of: len(w.shares), Share: min(w.sum/float64(len(w.shares)), 1)})
}

func (w *watch) reach(i int, share float64) {
	w.sum += share - w.shares[i]
	w.shares[i] = share
}
