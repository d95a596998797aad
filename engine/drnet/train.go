package drnet

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// StepReport reports one step.
type StepReport struct {
	Step  int     // steps made, from 1
	Phase Phase   // the layer that this step trained
	Loss  float64 // cross-entropy plus λ L_R, of this step's batch

	// Snapshot holds the rules after this step, about 100 times in a run; nil at the other steps.
	Snapshot *Checkpoint
	Best     bool // whether this snapshot scores higher than all earlier ones

	// Network is the network after this step. The run owns it: observe may read it until it returns.
	Network *Network
	// Look reads and scores the rules after this step, without a copy of the network. It changes nothing: Train does not
	// keep these rules, whatever their score. It may be called until observe returns.
	Look func() *Checkpoint
}

// A Checkpoint holds the rules that a network without noise is read as, and their scores.
type Checkpoint struct {
	Step       int
	Set        rule.Set // raw rules
	Simplified rule.Set // the same predictions, by Config.Simplify
	Accuracy   float64  // on the training rows, by row weight, in [0, 1]
	Weighted   float64  // Accuracy by class weight too
	Score      float64  // Weighted minus 1e-4 for each rule and condition of Simplified
	Network    *Network // a copy if these are the best rules so far; else nil
}

// Status is the reason why a run ended.
type Status string

// The reasons why a run ends.
const (
	Finished  Status = "finished"  // all steps are done
	Perfect   Status = "perfect"   // the training accuracy is 1
	Unchanged Status = "unchanged" // no better rules for the share Patience of the run
	Reviewed  Status = "reviewed"  // Config.Enough ended it
	Stopped   Status = "stopped"   // the context was canceled
)

// Early returns in a few words why a run ended by itself before its last step, "" for Finished and Stopped.
func (s Status) Early() string {
	switch s {
	case Perfect:
		return "100% train accuracy"
	case Unchanged:
		return "no improvement"
	case Reviewed:
		return "no gain from the network"
	}
	return ""
}

// Result is the outcome of a run.
type Result struct {
	Best   Checkpoint // the one with the highest score, which is often not the last
	Steps  int        // steps made
	Status Status
}

const (
	snapshots   = 100  // in a run
	lengthPrice = 1e-4 // price of a rule or a condition, in training accuracy
)

// Train trains a network on the rows of x with their labels (bit i is the label of row i) and returns the best rules seen.
// It calls observe after every step, on the same goroutine, and starts no other.
//
// It copies the bits into another layout and does not use x afterwards: a caller that drops x too halves the memory. In addition, a run
// needs for each row 4 bytes and another 8 for each ten groups of features (adult has ten groups), and a few MB.
//
// When ctx is canceled, Train returns the best rules so far within one step. It panics if Validate returns an error, and if x is empty.
func Train(ctx context.Context, c Config, x *bitmat.Matrix, labels []uint64, observe func(StepReport)) Result {
	if err := c.Validate(); err != nil {
		panic(err)
	}
	if x.Rows == 0 {
		panic("drnet: no rows to train on")
	}
	t := newTrainer(c.Complete(x.Rows), x, labels)
	every := t.config.snapshotEvery()
	made := 0
	look := func() *Checkpoint { return t.read(made) }
	for step := 1; step <= t.config.Steps; step++ {
		if ctx.Err() != nil {
			t.stop(step - 1)
			return Result{t.best, step - 1, Stopped}
		}
		p := t.step(step)
		made, p.Look = step, look
		if step%every == 0 || step == t.config.Steps {
			p.Snapshot, p.Best = t.snapshot(step)
		}
		observe(p)
		if p.Snapshot == nil {
			continue
		}
		if t.best.Accuracy == 1 {
			return Result{t.best, step, Perfect}
		}
		if t.stalled(step) {
			return Result{t.best, step, Unchanged}
		}
		if t.reviewed(step) {
			t.stop(step)
			return Result{t.best, step, Reviewed}
		}
	}
	return Result{t.best, t.config.Steps, Finished}
}

// A trainer is the state of a run.
type trainer struct {
	config  Config
	rows    *bitmat.Rows // the table by row with the label as its last column, from which batches are gathered
	order   []int32      // the rows of the current epoch, shuffled
	batch   *batch
	net     *Network
	stepper *stepper
	grads   gradients
	ofRules *numeric.Adam
	ofOr    *numeric.Adam
	best    Checkpoint
	newest  *Checkpoint // of the last snapshot, nil before the first

	weights   rule.Weights
	positives float64 // rows of the table, by weight
	negatives float64
	// gained is the last step whose rules had the best score or the best accuracy so far. Both count: rules that are still
	// too long can score below the empty set while their accuracy rises.
	gained      int
	topAccuracy float64
}

func newTrainer(c Config, x *bitmat.Matrix, labels []uint64) *trainer {
	groups := newGroups(x) // before rows are allocated, as it needs temporary memory
	net, rows := NewNetwork(c.Rules, x.Cols, c.Init, c.Seed), x.Transpose(labels)
	if c.NoNot { // make negative weights positive
		for i, w := range net.W {
			net.W[i] = max(w, -w)
		}
	}
	others := make([]uint64, len(labels))
	bitmat.Not(others, labels, x.Rows)
	positives, negatives := c.mass(labels, 0), c.mass(others, 0)
	weights := rule.NewWeights(c.Weight, positives, negatives)
	t := &trainer{
		config: c, rows: rows, order: bitmat.Indexes[int32](x.Rows), net: net,
		weights: weights, positives: positives, negatives: negatives,
		batch:   newBatch(c.Batch, x.Cols, groups),
		stepper: newStepper(net, c, weights),
		grads:   gradients{make([]float32, len(net.W)), make([]float32, len(net.W)), make([]float32, net.Rules)},
	}
	t.ofRules = numeric.NewAdam(c.Rate, t.grads.ofRules(net)...)
	t.ofOr = numeric.NewAdam(c.Rate, t.grads.ofOr(net)...)
	return t
}

// step makes step n, from 1.
func (t *trainer) step(n int) StepReport {
	t.gather(n - 1)
	draw(&t.stepper.gates, numeric.NewStream(t.config.Seed, forGates, n))
	loss := t.stepper.forward(t.batch)
	p := StepReport{Step: n, Phase: PhaseRules, Network: t.net}
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

// mass returns the total weight of some rows. Bit i of rows is row 64*from + i.
func (c Config) mass(rows []uint64, from int) (sum float64) {
	if c.RowWeights == nil {
		return float64(bitmat.Count(rows))
	}
	bitmat.EachBit(rows, func(i int) { sum += c.RowWeights[64*from+i] })
	return sum
}

// gather fills the batch of step n, from 0. Every epoch begins with a shuffle, and drops the rows after its last full batch. With row
// weights, an epoch has each row in proportion to its weight, so that the steps need no weights.
func (t *trainer) gather(n int) {
	perEpoch := max(t.rows.Rows/t.config.Batch, 1)
	if n%perEpoch == 0 {
		if w := t.config.RowWeights; w != nil {
			numeric.Draw(t.order, w, float64(numeric.NewStream(t.config.Seed, forDraw, n/perEpoch).Uniform(0)))
		}
		s := numeric.NewStream(t.config.Seed, forShuffle, n/perEpoch)
		for i := len(t.order) - 1; i > 0; i-- {
			k := s.Below(i, i+1)
			t.order[i], t.order[k] = t.order[k], t.order[i]
		}
	}
	t.batch.gather(t.rows, t.order[n%perEpoch*t.config.Batch:][:t.config.Batch])
}

// read reads the rules after a step and scores them on all training rows.
func (t *trainer) read(step int) *Checkpoint {
	s := &Checkpoint{Step: step, Set: t.net.Set()}
	s.Simplified = s.Set
	if t.config.Simplify != nil {
		s.Simplified = t.config.Simplify(s.Set)
	}
	missed, alarms := t.config.countErrors(t.rows, s.Simplified)
	positive, negative := t.weights.Each()
	right := float64(positive*(t.positives-missed)) + float64(negative*(t.negatives-alarms))
	all := float64(positive*t.positives) + float64(negative*t.negatives)
	rows := t.positives + t.negatives
	s.Accuracy, s.Weighted = (rows-missed-alarms)/rows, right/all
	s.Score = s.Weighted - float64(lengthPrice*float64(s.Simplified.Complexity()))
	return s
}

// snapshot reads the rules after a step and keeps them if they are the best so far.
func (t *trainer) snapshot(step int) (s *Checkpoint, best bool) {
	s = t.read(step)
	t.newest = s
	if s.Weighted > t.topAccuracy {
		t.topAccuracy, t.gained = s.Weighted, step
	}
	if t.best.Network == nil || s.Score > t.best.Score {
		s.Network = t.net.Clone()
		t.best, t.gained, best = *s, step, true
	}
	return s, best
}

// stalled reports whether a run has found rules, but no better ones for the share Patience of its steps. Early in a run the rules are too
// long to match any row, so the best set is empty, and the run continues.
func (t *trainer) stalled(step int) bool {
	waits := t.config.Steps / 3
	if p := t.config.Patience; p > 0 {
		waits = int(p * float64(t.config.Steps))
	}
	return len(t.best.Simplified) > 0 && step-t.gained > waits && step < t.config.Steps
}

// reviewed reports whether the run ends because of Config.Enough, which it asks only at reviews.
func (t *trainer) reviewed(step int) bool {
	return t.config.Enough != nil && step < t.config.Steps && step == t.config.NextReview(step) && t.config.Enough(t.best.Simplified)
}

// stop makes the current rules the best ones when a run ends early, if the best set is empty and less accurate. The empty set has the
// best score as long as the rules are long.
func (t *trainer) stop(step int) {
	if len(t.best.Simplified) > 0 {
		return
	}
	s := t.newest
	if s == nil || s.Step != step {
		s, _ = t.snapshot(step)
	}
	if s.Weighted > t.best.Weighted {
		s.Network = t.net.Clone()
		t.best = *s
	}
}

// blockRows is the number of rows that are transposed at a time to evaluate rules, so that this takes only a few hundred kB.
const blockRows = 4096

// countErrors returns the errors of a rule set by class and weight: positive rows that it misses, and negative rows that it covers
// (false alarms). The last column of the rows is the label. It transposes them by blocks.
func (c Config) countErrors(rows *bitmat.Rows, set rule.Set) (missed, alarms float64) {
	n := min(rows.Rows, blockRows)
	columns, answer, scratch := bitmat.New(n, rows.Cols), make([]uint64, bitmat.Words(n)), make([]uint64, bitmat.Words(n))
	for from := 0; from < rows.Rows; from += blockRows {
		if n = min(blockRows, rows.Rows-from); n < columns.Rows { // the last block
			columns, answer, scratch = bitmat.New(n, rows.Cols), answer[:bitmat.Words(n)], scratch[:bitmat.Words(n)]
		}
		rows.Slice(from, from+n).Transpose(columns)
		set.Match(answer, scratch, columns)
		labels := columns.Column(columns.Cols - 1)
		bitmat.AndNot(scratch, labels, answer)
		missed += c.mass(scratch, from/64)
		bitmat.AndNot(scratch, answer, labels)
		alarms += c.mass(scratch, from/64)
	}
	return missed, alarms
}
