package engine

import (
	"context"
	"fmt"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// lieAbout is how many words of encoded rows are kept while a training, which packs them in its own way, does not use
// them: 64 MB. More are dropped and encoded again when it has ended.
const lieAbout = 8 << 20

// train runs the stages in their order: target, rows, split, encoder, network, rules, scores. Everything that is fitted
// sees training rows only.
func (s *Session) train(ctx context.Context, r protocol.Train, emit func(protocol.Event)) (protocol.Event, error) {
	p, err := s.plan(r)
	if err != nil {
		return nil, err
	}
	emit(p.started)
	view := newView(p)
	x, labels := p.train.x, p.train.labels
	if len(labels)*x.Cols > lieAbout {
		p.train = part{}
	}
	result := drnet.Train(ctx, p.config, x, labels, func(step drnet.Progress) { emit(view.progress(step)) })
	if p.train.x == nil {
		if p.train, err = p.encode(s.table, p.kept, p.rows); err != nil {
			return nil, err
		}
	}
	m := p.model(r, result.Best)
	m.Learnt.Missing = s.options.MissingValues
	return protocol.Trained{Status: result.Status, Steps: result.Steps, Model: m}, nil
}

// part is the encoded rows of one side of a split.
type part struct {
	x      *bitmat.Matrix
	labels []uint64
}

// plan is a training before its first step.
type plan struct {
	target      *dataset.Target
	encoder     *binarize.Encoder
	config      drnet.Config
	kept        *dataset.Target // the rows that can be used
	rows        []int32         // positions in kept to train on
	train, test part            // test.x is nil if no rows are kept out
	started     protocol.Started
}

func (s *Session) plan(r protocol.Train) (*plan, error) {
	if s.table == nil {
		return nil, errNoTable
	}
	if err := r.Network.Validate(); err != nil {
		return nil, err
	}
	if err := r.Encoding.Validate(); err != nil {
		return nil, err
	}
	target, err := s.table.Target(r.Target, r.Positive)
	if err != nil {
		return nil, err
	}
	columns, err := s.columns(target.Column, r.Ignore)
	if err != nil {
		return nil, err
	}
	kept := usable(s.table, target, columns, r.Encoding.Policy)
	split, err := s.split(kept, r.Split)
	if err != nil {
		return nil, err
	}
	if err := learnable(kept, split.train); err != nil {
		return nil, err
	}
	p := &plan{target: target, kept: kept, rows: split.train}
	sample := binarize.Sample{Rows: pick(kept.Rows, split.train), Positives: pick(kept.Positives, split.train)}
	if p.encoder, err = binarize.Fit(s.table, sample, columns, r.Encoding); err != nil {
		return nil, err
	}
	if p.train, err = p.encode(s.table, kept, split.train); err != nil {
		return nil, err
	}
	if err := p.encodeTest(s, r, kept, split.test); err != nil {
		return nil, err
	}
	p.start(r, kept)
	return p, nil
}

// columns returns the columns that features may be made from.
func (s *Session) columns(target int, ignore []string) ([]int, error) {
	left := map[int]bool{}
	for _, name := range ignore {
		j := s.table.Column(name)
		if j < 0 {
			return nil, s.table.NoColumn(name)
		}
		left[j] = true
	}
	return slices.DeleteFunc(s.table.Usable(target), func(j int) bool { return left[j] }), nil
}

// usable returns the labelled rows, under Drop only those without missing cells.
func usable(t *dataset.Table, target *dataset.Target, columns []int, policy binarize.Policy) *dataset.Target {
	if policy != binarize.Drop {
		return target
	}
	kept := *target
	kept.Rows, kept.Positives = t.Complete(target.Rows, columns), nil
	for i, row := range target.Rows { // the complete rows are some of these, in the same order
		if n := len(kept.Positives); n < len(kept.Rows) && kept.Rows[n] == row {
			kept.Positives = append(kept.Positives, target.Positives[i])
		}
	}
	return &kept
}

// parts are positions in a target's rows.
type parts struct{ train, test []int32 }

func (s *Session) split(kept *dataset.Target, by protocol.Split) (parts, error) {
	var p parts
	switch {
	case s.test != nil && (len(by.Folds) > 0 || by.Share > 0):
		return p, &refused{protocol.BadSetting, "there is a test table, and a share of rows or a fold to test on", "leave one of them out"}
	case len(by.Folds) > 0:
		if len(by.Folds) != len(kept.Rows) {
			return p, &refused{protocol.BadSetting, fmt.Sprintf("the folds are for %d rows and the table has %d to use", len(by.Folds), len(kept.Rows)),
				"rows without a label, and under the policy drop incomplete rows, have no fold"}
		}
		p.train, p.test = dataset.FoldRows(by.Folds, by.Fold)
		if len(p.test) == 0 {
			return p, &refused{protocol.BadSetting, fmt.Sprintf("no row is in fold %d", by.Fold), "choose a fold that the folds file names"}
		}
	case !(by.Share >= 0 && by.Share < 1):
		return p, &refused{protocol.BadSetting, fmt.Sprintf("the share of rows to test on is %v", by.Share), "choose a number from 0 to less than 1, such as 0.2"}
	default:
		p.train, p.test = dataset.HoldOut(kept.Positives, by.Share, by.Seed)
	}
	return p, nil
}

// learnable reports training rows from which nothing can be learnt.
func learnable(kept *dataset.Target, train []int32) error {
	const least = 2 // a row of each class
	positives := 0
	for _, i := range train {
		if kept.Positives[i] {
			positives++
		}
	}
	switch {
	case len(train) < least:
		return &dataset.Error{Kind: dataset.TooFewRows, Message: fmt.Sprintf("too few rows to train on: %d", len(train)),
			Hint: "keep fewer rows out for the test, or treat missing cells in another way than leaving their rows out"}
	case positives == 0 || positives == len(train):
		return &dataset.Error{Kind: dataset.TargetSingleClass, Hint: "choose another target, or keep fewer rows out for the test",
			Message: fmt.Sprintf("all rows to train on have the same answer for %q", kept.Name)}
	}
	return nil
}

func (p *plan) encode(t *dataset.Table, kept *dataset.Target, positions []int32) (part, error) {
	x, _, err := p.encoder.Transform(t, pick(kept.Rows, positions))
	labels := make([]uint64, bitmat.Words(len(positions)))
	for i, k := range positions {
		if kept.Positives[k] {
			bitmat.Set(labels, i)
		}
	}
	return part{x, labels}, err
}

// encodeTest encodes the rows to test on: those kept out, or those of the test table.
func (p *plan) encodeTest(s *Session, r protocol.Train, kept *dataset.Target, positions []int32) error {
	from := s.table
	if s.test != nil {
		target, err := s.test.Target(r.Target, p.target.Positive)
		if err != nil {
			return err
		}
		from, kept = s.test, usable(s.test, target, p.columnsIn(s.test), r.Encoding.Policy)
		positions = make([]int32, len(kept.Rows))
		for i := range positions {
			positions[i] = int32(i)
		}
	}
	if len(positions) == 0 {
		return nil
	}
	var err error
	p.test, err = p.encode(from, kept, positions)
	return err
}

// columnsIn returns the columns of a table that the encoder asks about.
func (p *plan) columnsIn(t *dataset.Table) []int {
	var columns []int
	for _, c := range p.encoder.Columns {
		if j := t.Column(c.Name); j >= 0 { // Transform refuses a table that lacks one
			columns = append(columns, j)
		}
	}
	return columns
}

func (p *plan) start(r protocol.Train, kept *dataset.Target) {
	p.config = r.Network.Complete(p.train.x.Rows)
	p.config.Simplify = rule.NewSimplifier(p.encoder.Features()).Simplify
	judged := p.train
	p.started = protocol.Started{Rows: p.train.x.Rows, Features: p.train.x.Cols, Network: p.config,
		Unnamed: p.target.Unlabelled, Dropped: len(p.target.Rows) - len(kept.Rows),
		Positive: p.target.Positive, Negative: p.target.Negative}
	if r.Network.Batch > p.config.Batch {
		p.started.Asked = r.Network.Batch
	}
	if p.test.x != nil {
		judged = p.test
		p.started.TestRows = p.test.x.Rows
	}
	p.started.Majority = eval.Compare(judged.labels, judged.labels, judged.x.Rows).Majority()
}

// model writes down the best snapshot.
func (p *plan) model(r protocol.Train, best drnet.Snapshot) *protocol.Model {
	r.Positive, r.Encoding, r.Network, r.Split.Folds = p.target.Positive, r.Encoding.Complete(), p.config, nil
	return &protocol.Model{Schema: protocol.ModelSchema,
		Model: rule.Model{Target: p.target.Name, Positive: p.target.Positive, Negative: p.target.Negative,
			Encoder: p.encoder, Rules: best.Simplified},
		Learnt: protocol.Learnt{Request: r, Rows: p.train.x.Rows, Features: p.train.x.Cols, Step: best.Step,
			Trained: p.outcome(best.Set), Simplified: p.outcome(best.Simplified)}}
}

func (p *plan) outcome(set rule.Set) protocol.Outcome {
	o := protocol.Outcome{Rules: len(set), Conditions: set.Conditions(), Complexity: set.Complexity(), RuleComplexity: set.RuleComplexity(),
		Train: eval.Measure(set, p.train.x, p.train.labels)}
	if p.test.x != nil {
		test := eval.Measure(set, p.test.x, p.test.labels)
		o.Test = &test
	}
	return o
}

// pick returns the elements at the positions.
func pick[T any](elements []T, positions []int32) []T {
	picked := make([]T, len(positions))
	for i, k := range positions {
		picked[i] = elements[k]
	}
	return picked
}
