package train

import (
	"errors"
	"fmt"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// PlannedRun is a run before its first step.
type PlannedRun struct {
	Unit     // Train and Test are set when the rows are encoded
	Target   *dataset.Target
	notes    []string // assumptions, as sentences
	Rows     Subset   // training rows
	TestRows Subset   // test rows
	Started  protocol.Started
}

// plan prepares a run up to the encoding of its rows.
func (tr *Trainer) plan(j Job, r protocol.Train) (*PlannedRun, error) {
	return tr.PlanOn(j, r, tr.Split)
}

// PlanOn plans a run with a custom split of the rows.
func (tr *Trainer) PlanOn(j Job, r protocol.Train, choice func(*dataset.Target, protocol.Split) (Parts, error)) (*PlannedRun, error) {
	if err := tr.Check(r); err != nil {
		return nil, err
	}
	target, kept, columns, err := tr.Labelled(&r)
	if err != nil {
		return nil, err
	}
	if err := j.Prepare(protocol.Fitting, 0, len(columns)); err != nil {
		return nil, err
	}
	split, err := choice(kept, r.Split)
	if err != nil {
		return nil, err
	}
	watch := r.Watch
	r.Watch = false
	p := &PlannedRun{
		Unit: Unit{
			Request: r, Watch: watch,
			Head: rule.Model{Target: target.Name, Positive: target.Positive, Negative: target.Negative},
		}, Target: target,
		Rows: Choose(tr.Table, kept, split.Train), TestRows: Choose(tr.Table, kept, split.Test),
	}
	if err := learnable(target.Name, p.Rows); err != nil {
		return nil, err
	}
	if p.Head.Encoder, err = fit(j, p.Rows, columns, r.Encoding); err != nil {
		return nil, err
	}
	if tr.Test != nil {
		if p.TestRows, err = p.TestTable(tr, r); err != nil {
			return nil, err
		}
	}
	p.start(len(target.Rows) - len(kept.Rows))
	tr.helpers(p)
	return p, nil
}

// Check rejects settings that are out of range. It returns an error if no table is loaded.
func (tr *Trainer) Check(r protocol.Train) error {
	if tr.Table == nil {
		return ErrNoTable
	}
	if err := r.Network.Validate(); err != nil {
		return err
	}
	if err := r.Encoding.Validate(); err != nil {
		return err
	}
	if err := checkLearner(r); err != nil {
		return err
	}
	return afterwards(r)
}

// Labelled returns the target, its usable rows, and the columns available as features. It returns an error if the
// request names a column or a class that the table lacks.
func (tr *Trainer) Labelled(r *protocol.Train) (target, kept *dataset.Target, columns []int, err error) {
	if target, err = tr.Target(*r); err != nil {
		return nil, nil, nil, err
	}
	if err := weigh(r, target); err != nil {
		return nil, nil, nil, err
	}
	if err := tr.required(*r); err != nil {
		return nil, nil, nil, err
	}
	if columns, err = tr.Columns(target.Column, r.Ignore); err != nil {
		return nil, nil, nil, err
	}
	return target, Usable(tr.Table, target, columns, r.Encoding.Policy), columns, nil
}

// afterwards rejects invalid settings of the stages after training.
func afterwards(r protocol.Train) error {
	switch {
	case !(r.Refine >= 0 && r.Refine <= rule.MaxPrice) && r.Refine != rule.NoPrice:
		return protocol.Refuse(protocol.BadSetting, fmt.Sprintf("the price of a condition is %v", r.Refine),
			"choose a share of the rows from 0 to 1, such as 0.0003")
	case r.MaxConditions < 0 || r.MaxConditions > mostConditions:
		return protocol.Refuse(protocol.BadSetting, fmt.Sprintf("a rule is to have %d conditions at most", r.MaxConditions),
			fmt.Sprintf("choose a number from 1 to %d", mostConditions))
	case r.Restarts < 0 || r.Restarts > protocol.MaxRestarts:
		return protocol.Refuse(protocol.BadSetting, fmt.Sprintf("there are to be %d trainings", r.Restarts),
			fmt.Sprintf("choose a number from 1 to %d", protocol.MaxRestarts))
	case r.Classes != "" && r.Classes != protocol.ClassesEach && r.Classes != protocol.ClassesCodes:
		return protocol.Refuse(protocol.BadSetting, fmt.Sprintf("classes are to be told apart by %q", r.Classes), "choose each or codes")
	case r.Classes == "" && len(r.Order) > 0:
		return protocol.Refuse(protocol.BadSetting, "an order of classes is given, and one value is told from all others",
			"let each value have rules of its own")
	case r.Classes != "" && r.Positive != "":
		return protocol.Refuse(protocol.BadSetting,
			fmt.Sprintf("the rules are to describe %q, and each class is to have rules of its own", r.Positive), "choose one of both")
	}
	return nil
}

// fitCells is the number of cells to process between two progress events.
const fitCells = 1 << 20

// fit creates the encoder in groups of columns.
func fit(j Job, from Subset, columns []int, o binarize.FitOptions) (*binarize.Encoder, error) {
	e, err := fitSome(from, nil, o) // validates the options and yields the error for no usable column
	if !isKind(err, dataset.NoUsableFeatures) {
		return nil, err
	}
	each := max(1, fitCells/len(from.Rows))
	for i := 0; i < len(columns); i += each {
		if err := j.Prepare(protocol.Fitting, i, len(columns)); err != nil {
			return nil, err
		}
		some, err := fitSome(from, columns[i:min(i+each, len(columns))], o)
		switch {
		case isKind(err, dataset.NoUsableFeatures):
		case err != nil:
			return nil, err
		case e == nil:
			e = some
		default:
			e.Columns = append(e.Columns, some.Columns...)
		}
	}
	if e == nil {
		return nil, err
	}
	return e, nil
}

func fitSome(from Subset, columns []int, o binarize.FitOptions) (*binarize.Encoder, error) {
	return binarize.Fit(from.Table, binarize.FitRows{Rows: from.Rows, Positives: from.Positives, Classes: from.Classes}, columns, o)
}

// TestTable returns the usable rows of the test table.
func (p *PlannedRun) TestTable(tr *Trainer, r protocol.Train) (Subset, error) {
	t, note, err := ByPosition(tr.Test, NamesOf(tr.Table), r.Target, p.Head.Encoder)
	if err != nil {
		return Subset{}, err
	}
	if note != "" {
		p.notes = append(p.notes, "test table: "+note)
	}
	target, err := p.labelsIn(t)
	if err != nil {
		return Subset{}, err
	}
	for _, note := range target.Notes {
		p.notes = append(p.notes, "test table: "+note)
	}
	if missing := t.Columns[target.Column].Missing; missing > 0 {
		p.notes = append(p.notes, fmt.Sprintf("test table: %s no label and %s not count",
			Plural(missing, "row has", "rows have"), verb(missing, "does", "do")))
	}
	columns, err := columnsIn(t, p.Head.Encoder)
	if err != nil {
		return Subset{}, err
	}
	kept := Usable(t, target, columns, r.Encoding.Policy)
	if len(kept.Rows) == 0 {
		return Subset{}, &dataset.Error{
			Kind: dataset.TooFewRows, Hint: "choose a test table with such rows, or none",
			Message: "the test table has no row with " + p.either() + " that can be used",
		}
	}
	return Subset{Table: t, Rows: kept.Rows, Positives: kept.Positives, Classes: kept.Codes}, nil
}

// columnsIn returns the table columns that an encoder uses.
func columnsIn(t *dataset.Table, e *binarize.Encoder) ([]int, error) {
	columns := make([]int, len(e.Columns))
	for i, c := range e.Columns {
		if columns[i] = t.Column(c.Name); columns[i] < 0 {
			return nil, Lacks(c.Name)
		}
	}
	return columns, nil
}

func (p *PlannedRun) start(dropped int) {
	asked, rows := p.Request, len(p.Rows.Rows)
	r := &p.Request
	r.Network = shorter(asked, rows).Complete(rows)
	r.Positive, r.Encoding, r.Split.Folds = p.Target.Positive, asked.Encoding.Complete(), nil
	p.Configure(p.Rows.count(), rows)
	p.Started = protocol.Started{
		Rows: rows, TestRows: len(p.TestRows.Rows), Features: p.Head.Encoder.Bits(),
		Network: r.Network, Notes: p.notes, Unnamed: p.Target.Unlabelled, Dropped: dropped, Positive: p.Target.Positive,
		Negative: p.Target.Negative,
	}
	if asked.Network.Batch > r.Network.Batch {
		p.Started.Asked = asked.Network.Batch
	}
	judged := p.Rows
	if len(p.TestRows.Rows) > 0 {
		judged = p.TestRows
	}
	p.Started.Majority = float64(judged.most()) / float64(len(judged.Rows))
	if names := p.Target.Classes; names != nil {
		rows, held := p.Rows.PerClass(len(names)), p.TestRows.PerClass(len(names))
		for i, name := range names {
			p.Started.Classes = append(p.Started.Classes, protocol.ClassRows{Name: name, Rows: rows[i], Test: held[i]})
		}
		p.Started.Notes = append(slices.Clone(p.notes), FewRows(p.Started.Classes)...)
	}
}

// refinedShare divides the default number of steps if the rules are refined. A quarter of the steps yields equally good
// rules.
const refinedShare = 4

// shorter returns the network settings. It reduces the steps if they are unset and the rules are refined.
func shorter(r protocol.Train, rows int) drnet.Config {
	c := r.Network
	if r.Refine != rule.NoPrice && c.Steps == 0 && c.Epochs == 0 {
		c.Steps = c.Complete(rows).Steps / refinedShare
	}
	return c
}

// Planned answers Plan.
func (tr *Trainer) Planned(j Job, r protocol.Plan) (protocol.Event, error) {
	p, err := tr.plan(j, r.Train)
	if err != nil {
		return nil, err
	}
	out := protocol.Planned{Started: p.Started}
	for i, c := range p.Head.Encoder.Columns {
		if err := j.Prepare(protocol.Fitting, i, len(p.Head.Encoder.Columns)); err != nil {
			return nil, err
		}
		one := binarize.Encoder{Columns: p.Head.Encoder.Columns[i : i+1]}
		column := &tr.Table.Columns[tr.Table.Column(c.Name)]
		look := p.checkLeakage(column)
		planning := protocol.Planning{
			Name: c.Name, Features: one.Bits(), Thresholds: slices.Clone(c.Thresholds),
			Values: len(c.Values), Missable: c.Missable, Notes: look.notes(),
		}
		if len(c.Values) > 0 && c.Other == "" {
			planning.Others = max(look.values-len(c.Values), 0)
		}
		out.Columns = append(out.Columns, planning)
	}
	if r.Trial {
		if out.Seconds, err = tr.trial(j, p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// FewRows names the classes with very few training rows.
func FewRows(classes []protocol.ClassRows) (notes []string) {
	const few = 10 // even perfect precision may be chance
	for _, c := range classes {
		switch {
		case c.Rows == 0 && c.Test > 0:
			notes = append(notes, fmt.Sprintf("%q has no row to train on: it is never answered, and its %s cannot be right",
				c.Name, Plural(c.Test, "test row", "test rows")))
		case c.Rows == 0:
			notes = append(notes, fmt.Sprintf("%q has no row to train on: it is never answered", c.Name))
		case c.Rows < few:
			notes = append(notes, fmt.Sprintf("%q has only %s to train on: rules for it may be luck", c.Name, Plural(c.Rows, "row", "rows")))
		}
	}
	return notes
}

// isKind reports whether err is a dataset error of a kind.
func isKind(err error, kind string) bool {
	var table *dataset.Error
	return errors.As(err, &table) && table.Kind == kind
}
