package drnet

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// Progress is what one step of a training did.
type Progress struct {
	Step     int     // steps made, from 1
	Phase    Phase   // the layer that this step trained
	Loss     float64 // cross-entropy plus λ L_R, of this step's batch
	Accuracy float64 // share of this step's batch that the network with its noise answered rightly

	// Snapshot is the rules after this step, every hundredth part of the run; nil at the other steps.
	Snapshot *Snapshot
	// Best says that this snapshot is better than all before it.
	Best bool

	// Network is as it is after this step. It is the training's own: who observes may read it, until observe returns.
	Network *Network
	// Look reads the rules as they are after this step and judges them as a Snapshot, without its Network. It changes
	// nothing: rules that are only looked at are not kept, however good they are. It may be called while observe runs.
	Look func() *Snapshot
}

// A Snapshot is the network without noise, read as rules.
type Snapshot struct {
	Step       int
	Set        rule.Set // as learnt
	Simplified rule.Set // the same answers, by Config.Simplify
	Accuracy   float64  // of the training rows
	Weighted   float64  // the same, each row counted by its weight; Accuracy without weights
	Score      float64  // Weighted less a price for every rule and condition of Simplified
	Network    *Network
}

// Status says why a training ended.
type Status string

// The ends of a training.
const (
	Finished  Status = "finished"  // all steps were made
	Perfect   Status = "perfect"   // no training row is answered wrongly
	Unchanged Status = "unchanged" // no better rules for a third of the run
	Stopped   Status = "stopped"   // the context was cancelled
)

// Result is the best snapshot of a training, never the last one by default: the last steps are often not the best.
type Result struct {
	Best   Snapshot
	Steps  int // steps made
	Status Status
}

const (
	snapshots   = 100  // looks at the rules in a run
	patience    = 3    // a run without better rules for this part of it (a third) ends
	lengthPrice = 1e-4 // of a rule or a condition, in training accuracy
)

// Train learns from the rows of x with their labels (bit i is the label of row i) and returns the best rules seen.
// It calls observe after every step, on the same goroutine, and makes no other; what observe does takes its time
// from the training. The table is packed by row first and x not needed any more: a caller that drops it halves the
// memory. Beside the bits a training takes 4 bytes a row and a few MB. When ctx is cancelled, it returns what it has
// within one step. It panics on a configuration that Validate refuses, and on a table without rows.
func Train(ctx context.Context, c Config, x *bitmat.Matrix, labels []uint64, observe func(Progress)) Result {
	if err := c.Validate(); err != nil {
		panic(err)
	}
	if x.Rows == 0 {
		panic("drnet: no rows to train on")
	}
	t := newTrainer(c.Complete(x.Rows), x, labels)
	every := max(t.config.Steps/snapshots, 1)
	made := 0
	look := func() *Snapshot { return t.read(made) }
	for step := 1; step <= t.config.Steps; step++ {
		if ctx.Err() != nil {
			t.stop(step - 1)
			return t.result(step-1, Stopped)
		}
		p := t.step(step)
		made, p.Look = step, look
		if step%every == 0 || step == t.config.Steps {
			p.Snapshot, p.Best = t.look(step)
		}
		observe(p)
		if p.Snapshot == nil {
			continue
		}
		if t.best.Accuracy == 1 {
			return t.result(step, Perfect)
		}
		if t.stalled(step) {
			return t.result(step, Unchanged)
		}
	}
	return t.result(t.config.Steps, Finished)
}

// A trainer is a training under way.
type trainer struct {
	config  Config
	rows    *bitmat.Rows // the table by row with the label as its last column, from which batches are gathered
	referee *referee
	order   []int32 // the rows of the epoch, shuffled
	batch   batch
	net     *Network
	stepper *stepper
	grads   gradients
	ofRules *numeric.Adam
	ofOr    *numeric.Adam
	best    Snapshot

	weights   rule.Weights
	positives int // rows of the table
	// gained is the last step whose rules had the best score or the best accuracy so far. Both count: rules that still
	// have to be shortened may for long score less than none at all, and yet become better and better.
	gained      int
	topAccuracy float64
}

func newTrainer(c Config, x *bitmat.Matrix, labels []uint64) *trainer {
	net, rows := NewNetwork(c.Rules, x.Cols, c.Init, c.Seed), x.Transpose(labels)
	if c.NoNot {
		net.mirror()
	}
	positives := bitmat.Count(labels)
	weights := rule.NewWeights(c.Weight, positives, x.Rows-positives)
	t := &trainer{
		config: c, rows: rows, referee: newReferee(rows), order: make([]int32, x.Rows), net: net,
		weights: weights, positives: positives,
		batch:   newBatch(c.Batch, x.Cols),
		stepper: newStepper(net, c, weights),
		grads:   gradients{make([]float32, len(net.W)), make([]float32, len(net.W)), make([]float32, net.Rules)},
	}
	for i := range t.order {
		t.order[i] = int32(i)
	}
	t.ofRules = numeric.NewAdam(c.Rate, t.grads.ofRules(net)...)
	t.ofOr = numeric.NewAdam(c.Rate, t.grads.ofOr(net)...)
	return t
}

// step makes training step number n, from 1.
func (t *trainer) step(n int) Progress {
	t.gather(n - 1)
	draw(&t.stepper.gates, numeric.NewStream(t.config.Seed, forGates, n))
	loss, right := t.stepper.forward(t.batch)
	p := Progress{Step: n, Phase: PhaseRules, Accuracy: float64(right) / float64(t.config.Batch), Network: t.net}
	lambda := *t.config.Lambda1
	if (n-1)/t.config.Alternate%2 == 1 {
		p.Phase, lambda = PhaseOr, *t.config.Lambda2
		t.stepper.backwardOr(lambda, t.grads)
		t.ofOr.Step()
	} else {
		t.stepper.backwardRules(t.batch, lambda, t.grads)
		t.ofRules.Step()
		if t.config.NoNot {
			t.net.project()
		}
		t.stepper.gates.fresh = false
	}
	p.Loss = loss + float64(lambda*t.stepper.regularization())
	return p
}

// gather fills the batch of step n, from 0. The rows are shuffled at the start of every epoch; those left over at
// its end are dropped.
func (t *trainer) gather(n int) {
	perEpoch := max(t.rows.Rows/t.config.Batch, 1)
	if n%perEpoch == 0 {
		s := numeric.NewStream(t.config.Seed, forShuffle, n/perEpoch)
		for i := len(t.order) - 1; i > 0; i-- {
			k := s.Below(i, i+1)
			t.order[i], t.order[k] = t.order[k], t.order[i]
		}
	}
	index := t.order[n%perEpoch*t.config.Batch:][:t.config.Batch]
	t.batch.gather(t.rows, index)
}

// read reads the rules after a step, and judges them.
func (t *trainer) read(step int) *Snapshot {
	s := &Snapshot{Step: step, Set: t.net.Set()}
	s.Simplified = s.Set
	if t.config.Simplify != nil {
		s.Simplified = t.config.Simplify(s.Set)
	}
	s.Accuracy, s.Weighted = t.judge(s.Simplified)
	s.Score = s.Weighted - float64(lengthPrice*float64(s.Simplified.Complexity()))
	return s
}

// look reads the rules after a step and keeps them if they are the best so far.
func (t *trainer) look(step int) (s *Snapshot, best bool) {
	s = t.read(step)
	if s.Weighted > t.topAccuracy {
		t.topAccuracy, t.gained = s.Weighted, step
	}
	if t.best.Network == nil || s.Score > t.best.Score {
		s.Network = t.net.Clone()
		t.best, t.gained, best = *s, step, true
	}
	return s, best
}

// judge returns the shares of rows, and of rows by weight, that a set answers rightly.
func (t *trainer) judge(set rule.Set) (accuracy, weighted float64) {
	missed, alarms := t.referee.mistakes(set)
	positive, negative := t.weights.Each()
	negatives := t.rows.Rows - t.positives
	right := float64(positive*float64(t.positives-missed)) + float64(negative*float64(negatives-alarms))
	all := float64(positive*float64(t.positives)) + float64(negative*float64(negatives))
	return float64(t.rows.Rows-missed-alarms) / float64(t.rows.Rows), right / all
}

// stalled reports whether a run that has found rules has found no better ones for a third of it. As long as there are
// none, all of them are still too long to be met by any row, and only the whole run can tell.
func (t *trainer) stalled(step int) bool {
	return len(t.best.Simplified) > 0 && step-t.gained > t.config.Steps/patience && step < t.config.Steps
}

// stop sees to it that who stops a run early gets rules: as long as they are long, having none scores higher, and then
// those of the moment are taken if they answer more rows rightly.
func (t *trainer) stop(step int) {
	if len(t.best.Simplified) > 0 {
		return
	}
	s, best := t.look(step)
	if !best && s.Weighted > t.best.Weighted {
		s.Network = t.net.Clone()
		t.best = *s
	}
}

func (t *trainer) result(steps int, status Status) Result {
	return Result{Best: t.best, Steps: steps, Status: status}
}
