package prepare

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/numeric"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/split"
)

// Subset is a subset of a table's rows with their classes.
type Subset struct {
	Table *dataset.Table
	binarize.FitRows
	Weights []float64 // one for each row, from 0; nil weighs all the same
}

// Labeled returns all rows of a target.
func Labeled(t *dataset.Table, y *dataset.Target) Subset {
	return Subset{Table: t, FitRows: binarize.FitRows{Rows: y.Rows, Positives: y.Positives, Classes: y.Codes}}
}

// Unlabeled returns rows of a table without their classes.
func Unlabeled(t *dataset.Table, rows []int32) Subset {
	return Subset{Table: t, FitRows: binarize.FitRows{Rows: rows}}
}

// Same reports whether two subsets have the same rows, in the same order, with the same classes.
func (c Subset) Same(other Subset) bool {
	return c.Table == other.Table && slices.Equal(c.Rows, other.Rows) &&
		slices.Equal(c.Positives, other.Positives) && slices.Equal(c.Classes, other.Classes)
}

// At returns the rows at some positions of the subset.
func (c Subset) At(positions []int32) Subset {
	return Subset{c.Table, binarize.FitRows{
		Rows: split.At(c.Rows, positions), Positives: split.At(c.Positives, positions), Classes: split.At(c.Classes, positions),
	}, split.At(c.Weights, positions)}
}

// Divide returns the elements that meet a condition on the index and the element, then the others.
func Divide[E any](list []E, on func(i int, e E) bool) (yes, no []E) {
	for i, e := range list {
		if on(i, e) {
			yes = append(yes, e)
		} else {
			no = append(no, e)
		}
	}
	return yes, no
}

// First returns the first n rows.
func (c Subset) First(n int) Subset {
	c.Rows = c.Rows[:min(n, len(c.Rows))]
	c.Classes, c.Positives = c.Classes[:min(n, len(c.Classes))], c.Positives[:min(n, len(c.Positives))]
	c.Weights = c.Weights[:min(n, len(c.Weights))]
	return c
}

// Where reports for each row whether its class satisfies yes.
func (c Subset) Where(yes func(class int) bool) []bool {
	positives := make([]bool, len(c.Classes))
	for i, code := range c.Classes {
		positives[i] = yes(int(code))
	}
	return positives
}

// PerClass returns the number of rows of each of n classes.
func (c Subset) PerClass(n int) []int {
	counts := make([]int, n)
	for _, code := range c.Classes {
		counts[code]++
	}
	return counts
}

// ByRows returns the classes by descending row count. Ties keep their order.
func ByRows(counts []int) []int {
	order := bitmat.Indexes[int](len(counts))
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	return order
}

// Encode encodes the rows of a sample. It returns the zero value for an empty sample.
func (c Subset) Encode(j Job, e *binarize.Encoder, only []bool) (protocol.Bits, error) {
	if len(c.Rows) == 0 {
		return protocol.Bits{}, nil
	}
	x, _, err := Encode(j, e, c.Table, c.Rows, only)
	return protocol.Bits{X: x, Labels: PackLabels(c.Positives), Weights: c.Weights}, err
}

// PackLabels packs labels into a bit vector.
func PackLabels(positives []bool) []uint64 {
	packed := make([]uint64, bitmat.Words(len(positives)))
	for i, yes := range positives {
		if yes {
			bitmat.Set(packed, i)
		}
	}
	return packed
}

// EncodeRows is the number of rows to encode between two progress events. It is a multiple of the word size.
const EncodeRows = 1 << 15

// Encode transforms rows in chunks. A non-nil only selects the encoder columns; the bits of the others are zero.
func Encode(j Job, e *binarize.Encoder, t *dataset.Table, rows []int32, only []bool) (*bitmat.Matrix, binarize.Report, error) {
	x := bitmat.New(len(rows), e.Bits())
	needed, bits := Needed(e, only)
	if len(bits) == 0 {
		return x, binarize.Report{}, nil // rules without conditions need no bits
	}
	gaps := map[string]binarize.Gap{}
	for from := 0; from < len(rows); from += EncodeRows {
		if err := j.Prepare(protocol.Encoding, from, len(rows)); err != nil {
			return nil, binarize.Report{}, err
		}
		part, report, err := needed.Transform(t, rows[from:min(from+EncodeRows, len(rows))])
		if err != nil {
			return nil, binarize.Report{}, err
		}
		for k, bit := range bits {
			copy(x.Column(bit)[bitmat.Words(from):], part.Column(k))
		}
		for _, g := range report.Gaps {
			sum := gaps[g.Column]
			g.Unseen, g.Missing, g.Filled = g.Unseen+sum.Unseen, g.Missing+sum.Missing, g.Filled+sum.Filled
			g.Example = cmp.Or(sum.Example, g.Example)
			gaps[g.Column] = g
		}
	}
	var report binarize.Report
	for _, c := range e.Columns {
		if g, ok := gaps[c.Name]; ok {
			report.Gaps = append(report.Gaps, g)
		}
	}
	return x, report, nil
}

// Needed returns the selected part of an encoder, and the index of each of its bits in the whole encoder.
func Needed(e *binarize.Encoder, only []bool) (*binarize.Encoder, []int) {
	part, operands := &binarize.Encoder{Policy: e.Policy}, slices.Clone(only)
	if only != nil {
		e.AddOperands(operands)
	}
	var bits []int
	bit := 0
	for i := range e.Columns {
		next := bit + e.Columns[i].Bits()
		if only == nil || only[i] || e.Columns[i].Layout != "" && operands[i] { // without bits, but others are derived from it
			part.Columns = append(part.Columns, e.Columns[i])
			for b := bit; b < next; b++ {
				bits = append(bits, b)
			}
		}
		bit = next
	}
	return part, bits
}

// Present reports which columns of the encoder to encode, nil for all: those that the table has or the rules need. It also returns the
// names of the columns that the table lacks. It rejects a table that has none of the columns.
func Present(e *binarize.Encoder, t *dataset.Table, sets ...rule.Set) (columns []bool, lacks []string, err error) {
	columns = rule.UsedColumns(e, sets...)
	for i := range e.Columns {
		there := true
		for _, name := range e.Columns[i].Sources() {
			if t.Column(name) >= 0 {
				continue
			}
			if there = false; !slices.Contains(lacks, name) {
				lacks = append(lacks, name)
			}
		}
		columns[i] = columns[i] || there
	}
	switch {
	case len(lacks) == 0:
		return nil, nil, nil
	case !slices.Contains(columns, true):
		return nil, nil, dataset.NewError(dataset.Header, columnsHint, "the table lacks every column of the training table")
	}
	return columns, lacks, nil
}

// fitCells is the number of cells to process between two progress events.
const fitCells = 1 << 20

// Fit fits the encoder in groups of columns.
func (c Subset) Fit(j Job, columns []int, o binarize.FitOptions) (*binarize.Encoder, error) {
	e, err := binarize.Fit(c.Table, c.FitRows, nil, o) // validates the options and yields the error for no usable column
	if !noFeatures(err) {
		return nil, err
	}
	each := max(1, fitCells/len(c.Rows))
	dates, columns := Divide(columns, func(_, j int) bool { return c.Table.Columns[j].Kind == dataset.Date })
	groups := slices.Collect(slices.Chunk(columns, each))
	if len(dates) > 0 {
		groups = append(groups, dates) // together, for the days between them
	}
	for i, group := range groups {
		if err := j.Prepare(protocol.Fitting, i*each, len(columns)); err != nil {
			return nil, err
		}
		some, failed := binarize.Fit(c.Table, c.FitRows, group, o)
		switch {
		case noFeatures(failed):
		case failed != nil:
			return nil, failed
		case e == nil:
			e, err = some, nil
		default:
			e.Columns = append(e.Columns, some.Columns...)
		}
	}
	if err != nil || o.Derived != binarize.WithDerived {
		return e, err
	}
	return e, e.Derive(c.Table, c.FitRows, o, func(done, of int) error { return j.Prepare(protocol.Fitting, done, of) })
}

// noFeatures reports whether the columns lack usable features.
func noFeatures(err error) bool {
	table, ok := errors.AsType[*dataset.Error](err)
	return ok && table.Kind == dataset.NoUsableFeatures
}

// Kept returns the labeled rows that a request uses: the usable ones with a value in the column of the split, if there is one.
func (t Tables) Kept(target *dataset.Target, columns []int, r protocol.Train) *dataset.Target {
	kept := usable(t.Table, target, columns, r.Encoding.Policy)
	j := t.Table.Column(r.Split.By())
	if r.Split.By() == "" || j < 0 {
		return kept
	}
	c := &t.Table.Columns[j]
	times, timed := c.Times(kept.Rows)
	timed = timed && r.Split.Time != ""
	some, none := Divide(bitmat.Indexes[int32](len(kept.Rows)), func(i int, _ int32) bool {
		return !c.IsMissing(int(kept.Rows[i])) && !(timed && math.IsNaN(times[i]))
	})
	if len(none) == 0 {
		return kept
	}
	out := *kept
	out.Rows, out.Positives, out.Codes = split.At(kept.Rows, some), split.At(kept.Positives, some), split.At(kept.Codes, some)
	return &out
}

// usable returns the labeled rows; with binarize.Drop, only those without missing cells.
func usable(t *dataset.Table, target *dataset.Target, columns []int, policy binarize.Policy) *dataset.Target {
	if policy != binarize.Drop {
		return target
	}
	kept, c := *target, Labeled(t, target).Complete(t, columns)
	kept.Rows, kept.Positives, kept.Codes = c.Rows, c.Positives, c.Classes
	return &kept
}

// Parts holds the training and the test rows as positions in a target's rows. Groups has the groups of the training rows; in a split by
// time it is the rank of the row's time. It is nil if the rows are independent.
type Parts struct{ Train, Test, Groups []int32 }

// SplitBy returns the classes, groups or times by which a split divides usable rows. Columns are those used as features.
func (t Tables) SplitBy(kept *dataset.Target, columns []int, by protocol.Split) (split.By, error) {
	s := split.By{Classes: kept.Strata(), Column: by.By()}
	const hint = "leave one of them out"
	switch {
	case by.Identical != "" && by.Identical != protocol.Together:
		return s, protocol.BadSettingf("choose together, or nothing", "identical rows cannot be split by %q", by.Identical)
	case by.Identical != "" && len(by.Folds) > 0:
		return s, protocol.BadSettingf(hint, "given folds decide where identical rows go")
	case by.Identical != "" && s.Column != "":
		return s, protocol.BadSettingf(hint, "a split by %q decides where identical rows go", s.Column)
	case by.Identical != "" && t.Test == nil:
		s.Column, s.Groups = "identical rows", dataset.Firsts(t.Hashes(Labeled(t.Table, kept), columns))
		return s, nil
	case s.Column == "":
		return s, nil
	}
	j := t.Table.Column(s.Column)
	switch {
	case by.Group != "" && by.Time != "":
		return s, protocol.BadSettingf(hint, "a split by group excludes one by time")
	case t.Test != nil:
		return s, protocol.BadSettingf(hint, "a test table excludes a split by %q", s.Column)
	case len(by.Folds) > 0:
		return s, protocol.BadSettingf(hint, "given folds exclude a split by %q", s.Column)
	case j < 0:
		return s, t.Table.NoColumn(s.Column)
	case j == kept.Column:
		return s, protocol.BadSettingf("choose another column", "the target %q cannot divide the rows", s.Column)
	case by.Group != "":
		s.Groups = t.Table.Columns[j].Groups(kept.Rows)
		return s, nil
	}
	var ok bool
	if s.Times, ok = t.Table.Columns[j].Times(kept.Rows); !ok {
		return s, protocol.BadSettingf("choose a column of numbers or dates", "%q holds neither numbers nor dates", s.Column)
	}
	return s, nil
}

// Hashes returns a hash of each labeled row over the columns and the class; see dataset.Table.RowHashes. Columns are indexes into t.Table.
func (t Tables) Hashes(of Subset, columns []int) []uint64 {
	if of.Table != t.Table { // the test table has the columns that are used
		here := columns
		columns = nil
		for _, j := range here {
			if at := of.Table.Column(t.Table.Columns[j].Name); at >= 0 {
				columns = append(columns, at)
			}
		}
	}
	hashes := of.Table.RowHashes(columns, of.Rows)
	for i := range hashes {
		hashes[i] = numeric.Mix(hashes[i] + uint64(of.Class(i)))
	}
	return hashes
}

// Split divides usable rows into training and test rows, by folds or by share. Columns are those used as features.
func (t Tables) Split(kept *dataset.Target, columns []int, by protocol.Split) (Parts, error) {
	var p Parts
	s, err := t.SplitBy(kept, columns, by)
	if err != nil {
		return p, err
	}
	if by.Parts != 0 && len(by.Folds) == 0 && t.Test == nil {
		const fewest, most = 2, 256
		if by.Parts < fewest || by.Parts > most {
			return p, protocol.BadSettingf("choose a number from 2 to 256", "%d folds requested", by.Parts)
		}
		plan, err := s.Folds(by.Parts, by.Seed)
		if err != nil {
			return p, err
		}
		if p.Train, p.Test = plan.Rows(by.Fold); len(p.Test) == 0 {
			return p, protocol.BadSettingf("choose a fold below their number", "fold %d is empty", by.Fold)
		}
		p.Groups = s.Related(p.Train)
		return p, nil
	}
	switch {
	case t.Test != nil && (len(by.Folds) > 0 || by.Share > 0 || by.Parts > 0):
		return p, protocol.BadSettingf("leave one of them out", "a test table excludes a test split and folds")
	case len(by.Folds) > 0:
		if len(by.Folds) != len(kept.Rows) {
			return p, protocol.BadSettingf("rows without a label get no fold, nor incomplete rows under the policy drop",
				"folds are given for %d rows, but the table has %d usable rows", len(by.Folds), len(kept.Rows))
		}
		p.Train, p.Test = split.FoldRows(by.Folds, by.Fold)
		if len(p.Test) == 0 {
			return p, protocol.BadSettingf("choose a fold of the folds file", "fold %d is empty", by.Fold)
		}
	case !(by.Share >= 0 && by.Share < 1):
		return p, protocol.BadSettingf("choose a number from 0 to less than 1, such as 0.2", "the test split is %v", by.Share)
	default:
		if p.Train, p.Test, err = s.HoldOut(by.Share, by.Seed); err != nil {
			return p, err
		}
	}
	p.Groups = s.Related(p.Train)
	return p, nil
}

// Trainable returns an error if the rows are too few or have a single class.
func (c Subset) Trainable(target string) error {
	const least = 2 // a row of each class
	rows := len(c.Rows)
	switch {
	case rows < least:
		return dataset.NewError(dataset.TooFewRows, "choose a table with more rows or a smaller test split, or keep the rows with missing cells",
			"too few training rows: %d", rows)
	case !(c.Majority() < 1) && c.Weights != nil:
		return dataset.NewError(dataset.TargetSingleClass, "choose another target or other weights, or a smaller test split",
			"all training rows with a weight above 0 have the same value of %q", target)
	case c.Majority() == 1:
		return dataset.NewError(dataset.TargetSingleClass, "choose another target or a smaller test split",
			"all training rows have the same value of %q", target)
	}
	return nil
}

// Measurable returns an error if there are test rows, but all have weight 0.
func (c Subset) Measurable() error {
	if len(c.Rows) == 0 || c.Majority() > 0 {
		return nil
	}
	return dataset.NewError(dataset.TooFewRows, "choose other weights, or a larger test split", "all test rows have the weight 0")
}

// A Job is the context of an active request.
type Job struct {
	Ctx  context.Context
	Emit func(protocol.Event)
}

// Prepare emits the progress of a stage, during which the transport may receive messages. It returns an error if the
// request was stopped. Callers call it at least every tenth of a second.
func (j Job) Prepare(stage protocol.PreparationStage, done, of int) error {
	j.Emit(protocol.Preparing{Stage: stage, Done: done, Of: of})
	return j.Ctx.Err()
}

// WithoutCancel returns a job that ignores cancellation, to finish the answer after a stop.
func (j Job) WithoutCancel() Job { return Job{Ctx: context.WithoutCancel(j.Ctx), Emit: j.Emit} }
