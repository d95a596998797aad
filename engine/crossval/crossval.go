// Package crossval evaluates settings and learners by cross-validation. It assigns the rows to folds, trains a unit for
// each setting and fold, and merges the results of the units, wherever they ran.
package crossval

import (
	"context"
	"fmt"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/multiclass"
	"drnet/engine/numeric"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// evaluation holds the rows, folds and grid of a cross-validation.
type evaluation struct {
	trainer     *train.Trainer
	request     protocol.Evaluate // as stored in a Part
	grid        grid
	kept        *dataset.Target
	train, test []int32 // positions in kept: dealt out to the folds, excluded from all folds
	folds       []uint8 // of kept, all of which are in train if they were given
}

// Evaluate runs the requested units of an evaluation and merges their results.
func Evaluate(tr *train.Trainer, j prepare.Job, r protocol.Evaluate) (protocol.Event, error) {
	e, err := newEvaluation(tr, r)
	if err != nil {
		return nil, err
	}
	numbers := e.grid.share(r.Unit, r.Of)
	units := make([]protocol.UnitResult, len(numbers))
	w := newWatch(tr, j, len(numbers))
	if e.kept.Classes != nil {
		err = e.classUnits(j, numbers, units, w)
	} else {
		err = tr.Do(j, len(numbers), func(i int) (protocol.RunUnit, error) {
			w.begin(i)
			work, u, err := e.unit(j, numbers[i])
			units[i] = u
			return work, err
		}, func(i int, event protocol.Event) {
			if worked, ok := event.(protocol.UnitDone); ok && worked.Status != drnet.Stopped {
				e.finish(&units[i], protocol.Trained{Model: worked.Model, Steps: worked.Steps})
				w.end(i, &units[i])
			}
			w.report(i, event)
		})
	}
	switch {
	case err != nil:
		return nil, err
	case w.done < len(numbers):
		return nil, context.Canceled
	}
	part := protocol.EvaluationPart{
		Schema: protocol.PartSchema, Version: protocol.Version, Table: e.fingerprint(), Request: e.request,
		Folds: e.grid.folds, Units: units,
	}
	if r.Of > 0 {
		return protocol.Evaluated{EvaluationPart: part}, nil
	}
	return Merge([]protocol.EvaluationPart{part})
}

// newEvaluation checks a request and assigns the rows to folds.
func newEvaluation(tr *train.Trainer, r protocol.Evaluate) (*evaluation, error) {
	e := &evaluation{trainer: tr, request: r}
	if len(e.request.Settings) == 0 {
		e.request.Settings = []protocol.SweepSetting{{}}
	}
	for _, setting := range e.request.Settings {
		if err := tr.Check(setting.Apply(r.Train)); err != nil {
			return nil, err
		}
	}
	var err error
	if e.grid, err = gridOf(e.request); err != nil {
		return nil, err
	}
	var target *dataset.Target
	weighed := r.Train
	if target, e.kept, _, err = tr.Labelled(&weighed); err != nil {
		return nil, err
	}
	if err := e.deal(r.Split); err != nil {
		return nil, err
	}
	q := &e.request
	q.Positive, q.Encoding, q.Split.Folds, q.Split.Fold, q.Unit, q.Of = target.Positive, r.Encoding.Complete(), nil, 0, 0, 0
	return e, nil
}

// deal assigns each row to a fold, or to the test set outside all folds.
func (e *evaluation) deal(by protocol.Split) error {
	s := *e.trainer
	if s.Test != nil {
		if by.Share != 0 {
			return protocol.BadSettingf("leave one of them out", "a test table excludes a test split")
		}
		s.Test = nil // it does not affect the folds
	}
	if len(by.Folds) > 0 {
		if by.Share != 0 {
			return protocol.BadSettingf("leave one of them out", "folds for all rows exclude a test split")
		}
		for k := range e.grid.folds {
			by.Fold = k
			if _, err := s.Split(e.kept, by); err != nil {
				return err
			}
		}
		e.train, e.folds = bitmat.Indexes[int32](len(e.kept.Rows)), by.Folds
		return nil
	}
	base, err := s.Split(e.kept, protocol.Split{Share: by.Share, Seed: by.Seed})
	if err != nil {
		return err
	}
	e.train, e.test = base.Train, base.Test
	e.folds = make([]uint8, len(e.kept.Rows))
	e.spread(e.folds, e.train, by.Parts, by.Seed)
	return nil
}

// spread assigns the rows at some positions to folds.
func (e *evaluation) spread(folds []uint8, positions []int32, n int, seed uint64) {
	for i, f := range dataset.Folds(prepare.At(e.kept.Strata(), positions), n, seed) {
		folds[positions[i]] = f
	}
}

// choice returns the training and test positions of a unit.
func (e *evaluation) choice(at protocol.UnitResult) prepare.Parts {
	p := prepare.Parts{Train: e.train, Test: e.test}
	if at.Fold < 0 {
		return p
	}
	p.Train, p.Test = divide(p.Train, e.folds, at.Fold)
	if at.Inner < 0 {
		return p
	}
	inner := make([]uint8, len(e.kept.Rows))
	e.spread(inner, p.Train, e.request.Inner, e.request.Split.Seed+numeric.GoldenGamma*uint64(at.Fold+1))
	p.Train, p.Test = divide(p.Train, inner, at.Inner)
	return p
}

// divide splits positions into those outside of a fold and those in it.
func divide(positions []int32, folds []uint8, fold int) (outside, inside []int32) {
	for _, i := range positions {
		if int(folds[i]) == fold {
			inside = append(inside, i)
		} else {
			outside = append(outside, i)
		}
	}
	return outside, inside
}

// unit prepares a unit to run.
func (e *evaluation) unit(j prepare.Job, number int) (protocol.RunUnit, protocol.UnitResult, error) {
	tr, p, u, err := e.plan(j, number)
	if err == nil {
		err = tr.EncodeAll(j, p)
	}
	if err != nil {
		return protocol.RunUnit{}, u, err
	}
	p.AddNumbers()
	if p.Test.X != nil {
		u.Scores = &eval.Fold{Single: singleAccuracy(p)}
	}
	return p.Work(), u, nil
}

// singleAccuracy returns the test accuracy of the best single condition of the training rows.
func singleAccuracy(p *train.PlannedRun) float64 {
	fires := make([]uint64, bitmat.Words(p.Test.X.Rows))
	rule.Rule{eval.Single(p.Train.X, p.Train.Labels)}.Match(fires, p.Test.X)
	return eval.Compare(fires, p.Test.Labels, p.Test.X.Rows).Accuracy()
}

// classUnits runs multiclass units one after the other: the workers train the sets of each.
func (e *evaluation) classUnits(j prepare.Job, numbers []int, units []protocol.UnitResult, w *watch) error {
	for i, number := range numbers {
		if j.Ctx.Err() != nil {
			return nil
		}
		w.begin(i)
		tr, p, u, err := e.plan(j, number)
		if err != nil {
			return err
		}
		event, err := multiclass.Train(tr, prepare.Job{Ctx: j.Ctx, Emit: func(protocol.Event) { w.tell() }}, p)
		if err != nil {
			return err
		}
		if t := event.(protocol.Trained); t.Status != drnet.Stopped {
			units[i] = u
			e.finish(&units[i], t)
			w.end(i, &units[i])
			w.tell()
		}
	}
	return nil
}

// plan plans a unit: it chooses its rows and fits an encoder on the training rows. The returned trainer trains it.
func (e *evaluation) plan(j prepare.Job, number int) (*train.Trainer, *train.PlannedRun, protocol.UnitResult, error) {
	u := e.grid.unit(number)
	r, tr := e.request.Settings[u.Setting].Apply(e.request.Train), e.trainer
	if u.Fold >= 0 {
		r.Split.Share, r.Split.Fold = 0, u.Fold
		fork := *tr
		tr = &fork
		tr.Test = nil
	} else {
		r.Split.Parts = 0
	}
	p, err := tr.PlanOn(j, r, func(*dataset.Target, protocol.Split) (prepare.Parts, error) { return e.choice(u), nil })
	if err != nil {
		return nil, nil, u, within(err, u)
	}
	if u.Fold >= 0 && len(p.TestRows.Rows) == 0 {
		return nil, nil, u, within(&dataset.Error{Kind: dataset.TooFewRows, Message: "no row to test on"}, u)
	}
	u.Rows, u.TestRows, u.Features, u.Network = len(p.Rows.Rows), len(p.TestRows.Rows), p.Started.Features, p.Request.Network
	return tr, p, u, nil
}

// within names the fold whose rows cause an error.
func within(err error, u protocol.UnitResult) error {
	table, ok := err.(*dataset.Error)
	if !ok || u.Fold < 0 {
		return err
	}
	where := fmt.Sprintf("in fold %d", u.Fold)
	if u.Inner >= 0 {
		where = fmt.Sprintf("in inner fold %d of fold %d", u.Inner, u.Fold)
	}
	const hint = "choose fewer folds, or a table with more rows of either class"
	return &dataset.Error{Kind: table.Kind, Message: where + ": " + table.Message, Hint: hint}
}

// finish stores the result of a unit.
func (e *evaluation) finish(u *protocol.UnitResult, t protocol.Trained) {
	u.Steps = t.Steps
	if o := t.Outcome(); o.Test != nil {
		f := eval.Fold{
			Accuracy: o.Test.Accuracy, Majority: o.Test.Majority, Rules: float64(o.Rules), Conditions: float64(o.Conditions),
			Complexity: float64(o.Complexity), RuleComplexity: o.RuleComplexity, TrainAccuracy: o.Train.Accuracy,
		}
		if u.Scores != nil {
			f.Single = u.Scores.Single
		}
		if t.Model != nil { // only binary rules have these measures
			l, test := &t.Model.Learned, *o.Test
			f.Metrics, f.Confusion = test.Metrics(l.Weights()), &test.Confusion
			f.Learnt = eval.Learnt{
				Accuracy: l.Trained.Test.Accuracy, Rules: float64(l.Trained.Rules), Complexity: float64(l.Trained.Complexity),
				RuleComplexity: l.Trained.RuleComplexity,
			}
			if l.Refined != nil {
				f.Price = l.Refined.Price
			}
		}
		u.Scores = &f
	}
	if u.Fold >= 0 {
		return
	}
	if u.Model, u.MultiClass = t.Model, t.MultiClass; u.Model != nil {
		e.trainer.Remember(u.Model)
	}
}

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
