package train

import (
	"cmp"
	"context"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/numeric"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
	"drnet/engine/rule/scorecard"
	"drnet/engine/split"
)

// A Unit is a run with its restarts on encoded rows; it needs no table.
type Unit struct {
	Request     protocol.Train // with all defaults filled in; its Watch is unset because it does not affect the result
	Watch       bool
	quiet       bool       // events do not have the rules of the network
	Head        rule.Model // without rules
	config      drnet.Config
	weights     rule.Weights
	limits      rule.Limits
	Train, Test protocol.Bits // Test.X is nil without test rows
}

// Configure derives the remaining settings from the request and the classes of the training rows.
func (u *Unit) Configure(t eval.Truth) {
	c := t.Classes()
	u.weights = rule.NewWeights(u.Request.Network.Weight, c.Positives.Sum, c.Negatives.Sum)
	simplifier := u.Request.Simplifier(u.Head.Encoder)
	u.limits, u.config = simplifier.Limits, u.Request.Network
	u.config.Simplify = simplifier.Simplify
}

// Constant reports whether all training rows have the same class, which makes training pointless.
func (u *Unit) Constant() bool {
	n := bitmat.Count(u.Train.Labels)
	return n == 0 || n == u.Train.X.Rows
}

// CombinedRuns is the combined result of several runs.
type CombinedRuns struct {
	best    drnet.Checkpoint // with the highest score; the first in a tie
	net     *drnet.Sketch    // of the best run, nil if it is not watched
	restart int              // the run of best, from 1; 0 for a single run
	sets    []rule.Set       // of each run, the simplified rules and any better ones that a search from them found
	steps   int
	status  drnet.Status // of the best run, or drnet.Stopped
	gained  bool         // a search from the rules of a network found better ones
}

// merge combines the results of several runs, in order. A nil result means that the run was stopped early.
func merge(results []*CombinedRuns) CombinedRuns {
	if len(results) == 1 {
		return *results[0]
	}
	var t CombinedRuns
	stopped := false
	for i, r := range results {
		if r == nil {
			continue
		}
		t.steps += r.steps
		t.gained = t.gained || r.gained
		t.sets = append(t.sets, r.sets...)
		stopped = stopped || r.status == drnet.Stopped
		if t.restart == 0 || r.best.Score > t.best.Score {
			t.best, t.net, t.restart, t.status = r.best, r.net, i+1, r.status
		}
	}
	if stopped {
		t.status = drnet.Stopped
	}
	return t
}

// model returns a model without rules.
func (u *Unit) model() *protocol.Model {
	m := &protocol.Model{Schema: protocol.ModelSchema, Release: protocol.Release, Model: u.Head, Learned: protocol.Learned{
		Request: u.Request, Rows: u.Train.X.Rows, Features: u.Train.X.Cols,
	}}
	if u.Request.Classes == "" {
		for f := range u.Train.X.Cols {
			m.Learned.FeatureRows = append(m.Learned.FeatureRows, bitmat.Count(u.Train.X.Column(f)))
		}
	}
	return m
}

// Written returns the model for the best snapshot and its refinement.
func (u *Unit) Written(t CombinedRuns, refined *refine.Refinement) *protocol.Model {
	m := u.model()
	m.Learned.Step, m.Learned.Restart = t.best.Step, t.restart
	m.Learned.Trained, m.Learned.Simplified = u.Outcome(t.best.Set, 1), u.Outcome(t.best.Simplified, 1)
	m.Rules = t.best.Simplified
	if refined != nil {
		m.Rules = refined.Set
		if refined.Votes > 1 {
			m.K = refined.Votes
		}
		m.Learned.Refined = &protocol.Refined{Outcome: u.Outcome(refined.Set, m.Votes()), Price: refined.Price}
	}
	return m
}

// fitScorecard fits the scorecard of a model on training rows. If the run was stopped, it uses at most quicklyScored of them. A set of a
// multiclass model gets none, as the probabilities of the classes would not sum to 1.
func (u *Unit) fitScorecard(m *protocol.Model, rows protocol.Bits, status drnet.Status) {
	if u.Request.Classes == "" {
		if status == drnet.Stopped {
			rows = sample(rows, quicklyScored)
		}
		rows = Drawn(rows)
		m.Scorecard = scorecard.Fit(m.Rules, m.Votes(), rows.X, rows.Labels)
	}
}

// quicklyScored limits the rows for the scorecard of a stopped run, as all rows take half a second in the page.
const quicklyScored = 8_192

// measureFinal scores the probabilities of a model on the rows of the unit, and sets the requested decision. An open threshold is chosen
// on the training rows.
func (u *Unit) measureFinal(m *protocol.Model) {
	o := &m.Learned.Simplified
	if m.Learned.Refined != nil {
		o = &m.Learned.Refined.Outcome
	}
	u.MeasureProbabilities(o, m.Scorecard, m.Rules, m.Votes())
	if d := u.Request.Decision; d != nil && m.Scorecard != nil {
		if decided, err := m.WithDecision(d); err == nil { // the request was checked
			m.Scorecard = decided.Scorecard
		}
	}
}

// MeasureProbabilities adds the scores of the probabilities on the rows of the unit to those of a rule set, if it has a scorecard.
func (u *Unit) MeasureProbabilities(o *protocol.Outcome, c *rule.Scorecard, set rule.Set, votes int) {
	if c == nil {
		return
	}
	o.Train.MeasureProbabilities(c.Probabilities(set, votes, u.Train.X), u.Train.Truth())
	if o.Test != nil {
		o.Test.MeasureProbabilities(c.Probabilities(set, votes, u.Test.X), u.Test.Truth())
	}
}

// Outcome returns the size and the scores of a rule set, of which votes rules must fire, on the rows of the unit.
func (u *Unit) Outcome(set rule.Set, votes int) protocol.Outcome {
	return u.OutcomeBy(set, func(set rule.Set, x *bitmat.Matrix) eval.Coverage { return eval.Cover(set, votes, x) })
}

// OutcomeBy is Outcome for rules whose coverage also depends on other rules.
func (u *Unit) OutcomeBy(set rule.Set, cover func(rule.Set, *bitmat.Matrix) eval.Coverage) protocol.Outcome {
	o := protocol.Outcome{Size: set.Size(), Train: eval.MeasureCoverage(nil, cover(set, u.Train.X), u.Train.Truth())}
	if u.Test.X != nil {
		o.Test = new(eval.MeasureCoverage(o.Train.Rules, cover(set, u.Test.X), u.Test.Truth()))
	}
	return o
}

// Work returns the request that runs the unit.
func (u *Unit) Work() protocol.RunUnit {
	w := protocol.RunUnit{Train: u.Request, Model: u.Head, Rows: u.Train, TestRows: u.Test}
	w.Watch = u.Watch
	return w
}

// RunUnit runs a unit.
func RunUnit(j prepare.Job, w protocol.RunUnit) (protocol.Event, error) {
	if err := cmp.Or(w.Model.Validate(), w.Network.Validate(), checkLearner(w.Train)); err != nil {
		return nil, err
	}
	if features := w.Model.Encoder.Bits(); w.Rows.X == nil || w.Rows.X.Rows == 0 || w.Rows.X.Cols != features ||
		w.TestRows.X != nil && w.TestRows.X.Cols != features {
		return nil, protocol.BadSettingf("start again", "the rows of the unit do not match its encoder")
	}
	u := Unit{Request: w.Train, Watch: w.Watch, quiet: w.Quiet, Head: w.Model, Train: w.Rows, Test: w.TestRows}
	u.Request.Watch = false
	u.Configure(u.Train.Truth())
	if isBaseline(u.Request) {
		return u.runBaseline(j)
	}
	s := u.newSearch(j)
	defer s.end()
	if w.SearchOnly {
		found := s.whole()
		if found.Interrupted {
			return protocol.UnitDone{Status: drnet.Stopped, Model: u.Written(CombinedRuns{}, nil)}, nil
		}
		return protocol.UnitDone{Status: drnet.Finished, Model: u.Written(CombinedRuns{}, &found)}, nil
	}
	t := u.restarts(s)
	var refined *refine.Refinement
	if u.Request.Refine != rule.NoPrice && !w.Unrefined {
		if refined = s.refine(&t); refined != nil {
			u.prune(j, refined)
		}
	}
	m := u.Written(t, refined)
	if !w.Unrefined && !w.Unscored {
		u.fitScorecard(m, s.rows, t.status)
		u.measureFinal(m)
	}
	done := protocol.UnitDone{Status: t.status, Steps: t.steps, Score: t.best.Score, Model: m}
	if !w.Quiet {
		done.Set, done.Sets, done.Net = protocol.PackedSet(t.best.Set), t.sets, t.net
	}
	return done, nil
}

// restarts trains the networks one after another, each with its own seed, while s searches from their rules.
func (u *Unit) restarts(s *search) CombinedRuns {
	n := max(u.Request.Restarts, 1)
	results := make([]*CombinedRuns, n)
	for i := range n {
		view, c := newReporter(u), u.config
		c.Seed, c.Enough, c.RowWeights = c.Seed+uint64(i), s.enough(), u.Train.Weights
		if n > 1 {
			view.restart, view.restarts = i+1, n
		}
		var last protocol.Progress
		r := drnet.Train(s.job.Ctx, c, u.Train.X, u.Train.Labels, func(step drnet.StepReport) {
			last = view.progress(step)
			s.tell()
			s.job.Emit(last)
		})
		if last.Ended = last.Restarts > 0; last.Ended {
			s.job.Emit(last)
		}
		sets := append([]rule.Set{r.Best.Simplified}, s.gained...)
		results[i] = &CombinedRuns{
			best: r.Best, net: view.whole(r.Best.Network), sets: sets, steps: r.Steps, status: r.Status, gained: len(sets) > 1,
		}
	}
	return merge(results)
}

// refinement returns the refiner for a price, with the weights and the groups of some rows.
func (u *Unit) refinement(price float64, rows protocol.Bits) refine.Refiner {
	r := refine.Refiner{
		Price: price, Form: u.Request.Form, Weights: u.weights, RowWeights: meanOne(rows.Weights), Groups: rows.Groups,
		Limits: u.limits, Simplify: u.config.Simplify,
	}
	if u.Request.Split.Time != "" {
		r.Groups, r.Times = nil, rows.Groups
	}
	return r
}

// balance estimates what balanced class weights would change. It returns nil if the rules find at least half of the positive rows, if
// the classes have weights, or if balanced weights do not find more.
func (u *Unit) balance(j prepare.Job, refined *refine.Refinement, rows protocol.Bits) *protocol.BalancedEstimate {
	if refined.Votes > 1 {
		return nil
	}
	now := eval.MeasureAnswers(refined.Set.MatchVotes(refined.Votes, rows.X), rows.Truth()).Metrics(rule.Weights{})
	if yes, no := u.weights.Each(); yes != no || now.Recall == nil || *now.Recall >= 0.5 {
		return nil
	}
	validated := func(w rule.Weights) eval.Confusion {
		r := u.refinement(refined.SearchPrice(rows.X.Rows), rows)
		r.Weights = w
		positive, predicted := r.Validate(j.Ctx, rows.X, rows.Labels)
		n := bitmat.Words(len(predicted))
		answers, t := make([]uint64, n), eval.Truth{Labels: make([]uint64, n), Rows: len(predicted), Weights: split.At(rows.Weights, predicted)}
		bitmat.PickBits(answers, positive, predicted)
		bitmat.PickBits(t.Labels, rows.Labels, predicted)
		return t.Compare(answers)
	}
	n := rows.Truth().Classes()
	out := protocol.BalancedEstimate{
		Equal: validated(rule.Weights{}), Balanced: validated(rule.NewWeights(rule.Balanced, n.Positives.Sum, n.Negatives.Sum)),
	}
	if j.Ctx.Err() != nil || out.Balanced.TruePositives <= out.Equal.TruePositives {
		return nil
	}
	return &out
}

// sample returns the rows, or a sample of most of them if they are more.
func sample(of protocol.Bits, most int) protocol.Bits {
	if of.X.Rows <= most {
		return of
	}
	return pick(of, refine.SampleRows(of.X.Rows, most))
}

// pick returns the rows at some positions.
func pick(of protocol.Bits, rows []int32) protocol.Bits {
	labels := make([]uint64, bitmat.Words(len(rows)))
	bitmat.PickBits(labels, of.Labels, rows)
	out := protocol.Bits{X: of.X.Pick(rows), Labels: labels, Groups: split.At(of.Groups, rows), Weights: split.At(of.Weights, rows)}
	for _, column := range of.Numbers {
		out.Numbers = append(out.Numbers, split.At(column, rows))
	}
	return out
}

// Drawn returns as many rows without weights, drawn in proportion to their weights. It is for algorithms without row weights.
func Drawn(of protocol.Bits) protocol.Bits {
	if of.Weights == nil {
		return of
	}
	rows := DrawnRows(of.Weights)
	of.Weights = nil
	return pick(of, rows)
}

// DrawnRows returns len(weights) positions, drawn in proportion to the weights.
func DrawnRows(weights []float64) []int32 {
	rows := make([]int32, len(weights))
	numeric.Draw(rows, weights, 0.5)
	return rows
}

// meanOne returns weights with mean 1, nil for none.
func meanOne(weights []float64) []float64 {
	if weights == nil {
		return nil
	}
	sum, out := 0.0, make([]float64, len(weights))
	for _, w := range weights {
		sum += w
	}
	for i, w := range weights {
		out[i] = float64(w*float64(len(weights))) / max(sum, math.SmallestNonzeroFloat64)
	}
	return out
}

// prune shortens the rules found on a sample, using all training rows.
func (u *Unit) prune(j prepare.Job, refined *refine.Refinement) {
	if u.Train.X.Rows > refine.MaxRows(u.Head.Encoder.Bits()) && refined.Votes == 1 {
		refined.Set = u.refinement(refined.Price, u.Train).Prune(context.WithoutCancel(j.Ctx), refined.Set, u.Train.X, u.Train.Labels)
	}
}

// A reporter converts training steps into events. It formats the rules of new snapshots and scores them on the test rows.
type reporter struct {
	unit      *Unit
	typeset   *rule.Typesetter
	now, best *protocol.Snapshot
	read      func() *drnet.Checkpoint // the rules after the newest step
	look      func() *protocol.Snapshot

	restart, restarts int // from 1; 0 for a single run

	net   *drnet.Network                 // the current network
	draw  func(whole bool) *drnet.Sketch // draws the current network; nil if it is not watched
	drawn *drnet.Sketch                  // the last drawing in part, nil if it is out of date
}

// typesetter writes rules of the unit.
func (u *Unit) typesetter() *rule.Typesetter {
	return rule.NewTypesetter(u.Head.Encoder, nil)
}

func newReporter(u *Unit) *reporter {
	v := &reporter{unit: u, typeset: u.typesetter()}
	v.look = func() *protocol.Snapshot { return v.snapshot(v.read()) }
	if u.Watch {
		v.draw = func(whole bool) *drnet.Sketch {
			if whole {
				return v.whole(v.net)
			}
			if v.drawn == nil {
				s := v.net.Sketch(mostLines)
				covers(&s, v.net, u.Train, mostCounted)
				v.drawn = &s
			}
			return v.drawn
		}
	}
	return v
}

func (v *reporter) progress(step drnet.StepReport) protocol.Progress {
	v.net = step.Network
	if step.Snapshot != nil || !large(v.net) {
		v.drawn = nil
	}
	out := protocol.Progress{
		Draw: v.draw, Step: step.Step, Steps: v.unit.config.Steps, Phase: step.Phase,
		Loss: step.Loss, Restart: v.restart, Restarts: v.restarts,
	}
	if v.unit.quiet {
		return out
	}
	v.read = step.Look
	if step.Snapshot != nil {
		v.now = v.snapshot(step.Snapshot)
		if step.Best {
			v.best = v.now
		}
	}
	out.Now, out.Best, out.Look = v.now, v.best, v.look
	return out
}

func (v *reporter) snapshot(s *drnet.Checkpoint) *protocol.Snapshot {
	out := v.unit.snapshot(v.typeset, s.Simplified, 1, s.Accuracy)
	out.Step = s.Step
	return out
}

// snapshot describes rules, of which votes must fire, with a given training accuracy.
func (u *Unit) snapshot(t *rule.Typesetter, set rule.Set, votes int, train float64) *protocol.Snapshot {
	out := &protocol.Snapshot{Train: train, Conditions: set.Conditions(), Rules: [][]string{}}
	for _, r := range set {
		out.Rules = append(out.Rules, brief(t.Phrases(r)))
	}
	if out.Conditions <= protocol.MaxListedConditions {
		out.Set = set
	}
	if u.Test.X != nil {
		out.Test = new(accuracy(set, votes, u.Test))
	}
	return out
}

// accuracy returns the share of the rows that a set predicts correctly if votes of its rules must fire.
func accuracy(set rule.Set, votes int, rows protocol.Bits) float64 {
	return rows.Truth().Compare(set.MatchVotes(votes, rows.X)).Accuracy()
}

// brief returns the first conditions of a rule as text. Early in a run there are hundreds, too many to display several times a second.
func brief(phrases []rule.Phrase) (conditions []string) {
	const most = 12
	for _, p := range phrases[:min(len(phrases), most)] {
		p.Text = p.Short
		conditions = append(conditions, p.Marked(rule.OrMissing))
	}
	switch more := len(phrases) - most; {
	case phrases == nil:
		return []string{rule.Always}
	case more > 0:
		conditions = append(conditions, protocol.Plural(more, "more condition", "more conditions"))
	}
	return conditions
}

const (
	mostLines = 64 // lines per rule during a run; more are indistinguishable
	// mostCounted limits the words read to count coverage during a run: a few milliseconds, several times a second. It does not
	// apply to a paused or finished run.
	mostCounted = 2 << 20
	// mostWeights limits the networks that are drawn completely, or more often than at snapshots: with 5,000 columns, a network has
	// five million weights and takes a second to draw.
	mostWeights = 1 << 19
)

func large(n *drnet.Network) bool { return n.Rules*n.Features > mostWeights }

// whole draws a network completely, or the strongest weights of a large one. It returns nil if the network is not watched.
func (v *reporter) whole(n *drnet.Network) *drnet.Sketch {
	if v.draw == nil || n == nil {
		return nil
	}
	var s drnet.Sketch
	if large(n) {
		s = n.Sketch(mostLines)
	} else {
		s = n.Whole()
	}
	covers(&s, n, v.unit.Train, math.MaxInt)
	return &s
}

// covers counts the rows that each rule covers, unless this would read more than most words.
func covers(s *drnet.Sketch, n *drnet.Network, rows protocol.Bits, most int) {
	if rows.X == nil {
		return
	}
	words := bitmat.Words(rows.X.Rows)
	sum := 0
	for _, neuron := range s.Neurons {
		sum += words * (len(neuron.Lines) + neuron.More + 1)
	}
	if sum > most {
		return
	}
	fires := make([]uint64, words)
	for k := range s.Neurons {
		n.Rule(s.Neurons[k].Rule).Match(fires, rows.X)
		s.Neurons[k].Covers = bitmat.Count(fires)
	}
}
