// Package crossval evaluates settings and learners by cross-validation. It assigns the rows to folds, trains a unit for
// each setting and fold, and merges the results of the units, wherever they ran.
package crossval

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"drnet/engine/baseline"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/multiclass"
	"drnet/engine/numeric"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/split"
	"drnet/engine/train"
)

// evaluation holds the rows, folds and grid of a cross-validation.
type evaluation struct {
	trainer     *train.Trainer
	job         prepare.Job
	request     protocol.Evaluate // as stored in a Part
	grid        grid
	parts       int // folds of each repeat
	kept        *dataset.Target
	columns     []int   // used as features
	train, test []int32 // positions in kept: dealt out to the folds, excluded from all folds
	splitter    split.By
	plans       []split.FoldPlan // of train, for each repeat
	random      []split.FoldPlan // the same for random folds, which ignore groups and times; nil unless requested
	numbers     []int            // of the units to run
	units       []protocol.UnitResult
	total, done int            // units
	shares      []float64      // of the steps of each unit, the share that is done
	sum         float64        // of shares
	clock       func() float64 // the trainer's; always 0 without one
	began       []float64      // of each unit
	groupings   []prepare.Grouping
	failed      error // of a comparison of groups
}

// Evaluate runs the requested units of an evaluation and merges their results.
func Evaluate(tr *train.Trainer, j prepare.Job, r protocol.Evaluate) (protocol.Event, error) {
	e, err := newEvaluation(tr, j, r)
	if err != nil {
		return nil, err
	}
	first := e.grid.share(r.Unit, r.Of)
	e.total = len(first)
	if r.ChosenOnly {
		first = slices.DeleteFunc(first, func(n int) bool { return e.grid.unit(n).Inner < 0 })
		e.total = len(first) + len(e.grid.chosen(func(int) int { return 0 }))
	}
	if err := e.run(first); err != nil {
		return nil, err
	}
	if r.ChosenOnly {
		chosen := e.grid.chosen(func(fold int) int { return preferred(e.units, e.grid, fold).Setting })
		if err := e.run(chosen); err != nil {
			return nil, err
		}
		inOrder(e.units)
	}
	part := protocol.EvaluationPart{
		Schema: protocol.PartSchema, Version: protocol.Version, Table: e.fingerprint(), Request: e.request,
		Folds: e.grid.folds, Units: e.units, Classes: e.kept.Classes,
	}
	switch {
	case r.Of > 0:
		return protocol.Evaluated{EvaluationPart: part}, nil
	case r.ChosenOnly:
		return summarize(part, e.grid), nil
	}
	return Merge([]protocol.EvaluationPart{part})
}

// run runs some units. Their progress is added to that of earlier calls.
func (e *evaluation) run(numbers []int) error {
	from, n := len(e.units), len(numbers)
	e.numbers = append(e.numbers, numbers...)
	e.units = append(e.units, make([]protocol.UnitResult, n)...)
	e.shares, e.began = append(e.shares, make([]float64, n)...), append(e.began, make([]float64, n)...)
	var err error
	if e.kept.Classes != nil {
		err = e.classUnits(from)
	} else {
		err = e.trainer.Do(e.job, n, func(i int) (protocol.RunUnit, error) { return e.unit(from + i) }, func(i int, event protocol.Event) {
			if worked, ok := event.(protocol.UnitDone); ok && worked.Status != drnet.Stopped {
				e.finish(from+i, protocol.Trained{Model: worked.Model, Steps: worked.Steps})
			}
			if p, ok := event.(protocol.Progress); ok {
				share := float64(p.Step) / float64(max(p.Steps, 1))
				if p.Restarts > 0 {
					share = (float64(p.Restart-1) + share) / float64(p.Restarts)
				}
				e.reach(from+i, share)
			}
			e.report()
		})
	}
	switch {
	case err != nil:
		return err
	case e.failed != nil:
		return e.failed
	case e.done < len(e.units):
		return context.Canceled
	}
	return nil
}

// newEvaluation checks a request and assigns the rows to folds.
func newEvaluation(tr *train.Trainer, j prepare.Job, r protocol.Evaluate) (*evaluation, error) {
	e := &evaluation{trainer: tr, job: j, request: r, clock: tr.Clock}
	if e.clock == nil {
		e.clock = func() float64 { return 0 }
	}
	if len(e.request.Settings) == 0 {
		e.request.Settings = []protocol.SweepSetting{{}}
	}
	for _, setting := range e.request.Settings {
		if err := tr.Check(setting.Apply(r.Train)); err != nil {
			return nil, err
		}
	}
	if r.Bound != nil {
		return nil, protocol.BadSettingf("leave the bound out", "a bound is kept in training, not in a cross-validation")
	}
	folds := r.Split.Parts
	if len(r.Split.Folds) > 0 {
		folds = int(slices.Max(r.Split.Folds)) + 1
	}
	e.parts = folds
	e.grid = gridOf(folds*max(r.Repeats, 1), e.request)
	err := cmp.Or(checkFolds(folds), e.grid.check())
	switch {
	case r.Repeats < 0 || r.Repeats > 1 && (len(r.Split.Folds) > 0 || r.Split.Time != ""):
		return nil, protocol.BadSettingf("leave the repeats out", "given folds and folds by time cannot be repeated")
	case r.Random && r.Split.By() == "":
		return nil, protocol.BadSettingf("name a column that divides the rows", "random folds are compared with folds by a column")
	case err != nil:
		return nil, err
	case r.ChosenOnly && (r.Inner == 0 || r.Whole || r.Of > 0):
		return nil, protocol.BadSettingf("evaluate all settings", "chosen settings alone need inner folds, and no whole models or shares")
	case r.Of < 0 || r.Of > mostUnits || r.Of == 0 && r.Unit != 0 || r.Of > 0 && (r.Unit < 1 || r.Unit > r.Of):
		return nil, protocol.BadSettingf("number the shares from 1", "share %d of %d requested", r.Unit, r.Of)
	}
	var target *dataset.Target
	weighed := r.Train
	if target, e.kept, e.columns, err = tr.Labelled(&weighed); err != nil {
		return nil, err
	}
	if err := e.deal(r.Split); err != nil {
		return nil, err
	}
	if err := e.groupBy(r); err != nil {
		return nil, err
	}
	q := &e.request
	q.Positive, q.Encoding, q.Split.Folds, q.Split.Fold, q.Unit, q.Of = target.Positive, r.Encoding.Complete(), nil, 0, 0, 0
	return e, nil
}

// deal assigns each row to a fold, or to the test set outside all folds.
func (e *evaluation) deal(by protocol.Split) error {
	s := *e.trainer
	switch {
	case s.Test != nil && by.Share != 0:
		return protocol.BadSettingf("leave one of them out", "a test table excludes a test split")
	case len(by.Folds) > 0 && by.Share != 0:
		return protocol.BadSettingf("leave one of them out", "folds for all rows exclude a test split")
	}
	s.Test = nil // it does not affect the folds
	var err error
	if e.splitter, err = s.SplitBy(e.kept, e.columns, by); err != nil {
		return err
	}
	if len(by.Folds) > 0 {
		for k := range e.grid.folds {
			by.Fold = k
			if _, err := s.Split(e.kept, e.columns, by); err != nil {
				return err
			}
		}
		e.train, e.plans = bitmat.Indexes[int32](len(e.kept.Rows)), []split.FoldPlan{{Of: by.Folds}}
		return nil
	}
	if e.train, e.test, err = e.splitter.HoldOut(by.Share, by.Seed); err != nil {
		return err
	}
	dealt := e.splitter.At(e.train)
	for i := range max(e.request.Repeats, 1) {
		seed := by.Seed + uint64(i)<<32 // repeat 1 of a seed must differ from repeat 0 of the next seed
		plan, err := dealt.Folds(by.Parts, seed)
		if err != nil {
			return err
		}
		e.plans = append(e.plans, plan)
		if e.request.Random {
			e.random = append(e.random, split.FoldPlan{Of: split.Folds(dealt.Classes, by.Parts, seed)})
		}
	}
	return nil
}

// choice returns the training and test positions of a unit.
func (e *evaluation) choice(at protocol.UnitResult) (prepare.Parts, error) {
	p := prepare.Parts{Train: e.train, Test: e.test}
	if at.Fold >= 0 {
		plans := e.plans
		if at.Random {
			plans = e.random
		}
		p = fold(e.train, plans[at.Fold/e.parts], at.Fold%e.parts)
	}
	if at.Inner >= 0 {
		seed := e.request.Split.Seed + numeric.GoldenGamma*uint64(at.Fold+1)
		plan, err := e.splitter.At(p.Train).Folds(e.request.Inner, seed)
		if err != nil {
			return p, err
		}
		p = fold(p.Train, plan, at.Inner)
	}
	if !at.Random {
		p.Groups = e.splitter.Related(p.Train)
	}
	return p, nil
}

// fold returns the training and test positions of a fold of some positions.
func fold(positions []int32, plan split.FoldPlan, k int) (p prepare.Parts) {
	train, test := plan.Rows(k)
	return prepare.Parts{Train: split.At(positions, train), Test: split.At(positions, test)}
}

// unit prepares unit i to run.
func (e *evaluation) unit(i int) (protocol.RunUnit, error) {
	tr, p, err := e.plan(i)
	if err == nil {
		err = tr.EncodeAll(e.job, p)
	}
	if err != nil {
		return protocol.RunUnit{}, err
	}
	p.AddNumbers()
	if p.Test.X != nil {
		fires := make([]uint64, bitmat.Words(p.Test.X.Rows))
		rows := train.Drawn(p.Train)
		single, _ := baseline.Single(rows.X, rows.Labels)
		rule.Rule{single}.Match(fires, p.Test.X)
		e.units[i].Scores = &eval.Fold{Single: p.Test.Truth().Compare(fires).Accuracy()}
	}
	w := p.Work()
	w.Quiet, w.Unscored = true, e.units[i].Inner >= 0
	return w, nil
}

// classUnits runs multiclass units one after the other, from the given one on: the workers already train the sets of a unit in parallel.
func (e *evaluation) classUnits(from int) error {
	for i := from; i < len(e.numbers); i++ {
		if e.job.Ctx.Err() != nil {
			return nil
		}
		tr, p, err := e.plan(i)
		if err != nil {
			return err
		}
		event, err := multiclass.Train(tr, prepare.Job{Ctx: e.job.Ctx, Emit: func(protocol.Event) { e.report() }}, p)
		if err != nil {
			return err
		}
		if t := event.(protocol.Trained); t.Status != drnet.Stopped {
			e.finish(i, t)
			e.report()
		}
	}
	return nil
}

// innerReview is the share of a run of default length after which the network of an inner fold ends if it does not improve the rules. This
// is earlier than for an outer fold, since inner folds only choose a setting, and the network takes most of their time.
const innerReview = 0.01

// plan plans unit i: it chooses its rows and fits an encoder on the training rows. The returned trainer trains it.
func (e *evaluation) plan(i int) (*train.Trainer, *train.PlannedRun, error) {
	e.began[i] = e.clock()
	u := e.grid.unit(e.numbers[i])
	r, tr := e.request.Settings[u.Setting].Apply(e.request.Train), e.trainer
	if u.Fold >= 0 {
		r.Split.Share, r.Split.Fold = 0, u.Fold%e.parts
		fork := *tr
		tr = &fork
		tr.Test = nil
	} else {
		r.Split.Parts = 0
	}
	if u.Inner >= 0 && r.Network.Review == 0 && train.Reviews(r) {
		r.Network.Review = innerReview
	}
	p, err := tr.PlanOn(e.job, r, func(*dataset.Target, []int, protocol.Split) (prepare.Parts, error) { return e.choice(u) })
	if err != nil {
		return nil, nil, e.within(err, u)
	}
	if u.Fold >= 0 && len(p.TestRows.Rows) == 0 {
		return nil, nil, e.within(&dataset.Error{Kind: dataset.TooFewRows, Message: "no row to test on"}, u)
	}
	u.Rows, u.TestRows, u.Features, u.Network = len(p.Rows.Rows), len(p.TestRows.Rows), p.Started.Features, p.Request.Network
	e.units[i] = u
	return tr, p, nil
}

// within adds to an error the fold whose rows cause it, and a hint if fewer folds would help.
func (e *evaluation) within(err error, u protocol.UnitResult) error {
	table, ok := err.(*dataset.Error)
	if !ok || u.Fold < 0 {
		return err
	}
	where, least := fmt.Sprintf("in fold %d", u.Fold), 2 // rows of a class: one to test on, and one to learn from
	if u.Inner >= 0 {
		where, least = fmt.Sprintf("in inner fold %d of fold %d", u.Inner, u.Fold), 3
	}
	hint := "choose fewer folds, or a table with more rows of either class"
	if n := e.rarest(); table.Kind == dataset.TargetSingleClass && n < least {
		hint = fmt.Sprintf("%s in the rarer class, too few for any number of folds: choose a table with more of them, or another target",
			protocol.Plural(n, "row is", "rows are"))
	}
	return &dataset.Error{Kind: table.Kind, Message: where + ": " + table.Message, Hint: hint}
}

// rarest returns the number of rows of the rarer one of two classes.
func (e *evaluation) rarest() int {
	positives := 0
	for _, yes := range e.kept.Positives {
		if yes {
			positives++
		}
	}
	return min(positives, len(e.kept.Rows)-positives)
}

// finish stores and reports the result of unit i.
func (e *evaluation) finish(i int, t protocol.Trained) {
	u := &e.units[i]
	u.Steps = t.Steps
	if o := t.File().Outcome(); o.Test != nil {
		f := eval.Fold{
			Accuracy: o.Test.Accuracy, Majority: o.Test.Majority, Rules: float64(o.Rules), Conditions: float64(o.Conditions),
			Complexity: float64(o.Complexity), RuleComplexity: o.RuleComplexity, TrainAccuracy: o.Train.Accuracy,
		}
		if u.Scores != nil {
			f.Single = u.Scores.Single
		}
		if t.Model != nil { // only binary rules have these measures
			l, test := &t.Model.Learned, *o.Test
			f.Metrics, f.Confusion, f.Reliability = test.Metrics(l.Weights()), &test.Confusion, test.Reliability
			if t.Model.Decided() {
				f.Decision = test.Decide(*t.Model.Scorecard.Decision)
			}
			f.Learnt = eval.Learnt{
				Accuracy: l.Trained.Test.Accuracy, Rules: float64(l.Trained.Rules), Complexity: float64(l.Trained.Complexity),
				RuleComplexity: l.Trained.RuleComplexity,
			}
			if l.Refined != nil {
				f.Price = l.Refined.Price
			}
		}
		if c := t.MultiClass; c != nil {
			f.Classes = c.Learned.Outcome.Test
			f.Metrics = f.Classes.Metrics()
			if refined := c.Members[0].Learned.Refined; refined != nil && c.Listed() {
				f.Price = refined.Price
			}
		}
		u.Scores = &f
	}
	if u.Fold < 0 {
		u.ModelFile = t.File()
	} else if u.Inner < 0 && e.failed == nil {
		u.Groups, e.failed = e.groups(*u, t.Model)
	}
	if u.Model != nil {
		e.trainer.Remember(u.Model)
	}
	e.done++
	e.reach(i, 1)
	u.Seconds = e.clock() - e.began[i]
	result := *u
	result.ModelFile = protocol.ModelFile{}
	e.job.Emit(protocol.FoldResult{Unit: result})
}

func (e *evaluation) report() {
	e.job.Emit(protocol.Evaluating{Done: e.done, Of: e.total, Share: min(e.sum/float64(e.total), 1)})
}

func (e *evaluation) reach(i int, share float64) {
	e.sum += share - e.shares[i]
	e.shares[i] = share
}
