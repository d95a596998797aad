package train

import (
	"reflect"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// A PlanCache holds results of the latest plan that take long to compute, for the next plan and its run, as most settings do not affect
// them. It belongs to one table. The zero value is empty.
type PlanCache struct {
	encoder      latest[*binarize.Encoder]
	associations latest[[]binarize.Association]
	repeats      latest[int]
}

// latest is a result with its inputs.
type latest[T any] struct {
	known   bool
	rows    [2]prepare.Subset
	columns []int
	options binarize.FitOptions
	value   T
}

// of returns the result for some rows, columns and options. It calls find unless the latest result has the same inputs. It does not keep
// errors.
func (l *latest[T]) of(
	rows [2]prepare.Subset, columns []int, o binarize.FitOptions, find func() (T, error),
) (T, error) {
	if l.known && l.rows[0].Same(rows[0]) && l.rows[1].Same(rows[1]) && slices.Equal(l.columns, columns) &&
		reflect.DeepEqual(l.options, o) {
		return l.value, nil
	}
	value, err := find()
	if err == nil {
		*l = latest[T]{true, rows, columns, o, value}
	}
	return value, err
}

// fit returns the encoder for the training rows.
func (tr *Trainer) fit(j prepare.Job, p *PlannedRun, columns []int, o binarize.FitOptions) (*binarize.Encoder, error) {
	kept, err := tr.Plans.encoder.of([2]prepare.Subset{p.Rows}, columns, o, func() (*binarize.Encoder, error) {
		e, err := p.Rows.Fit(j, columns, o)
		if err == nil {
			for i := range e.Columns {
				c := &e.Columns[i]
				c.Integers = len(c.Thresholds) > 0 && tr.Integers(c.Name, false)
			}
		}
		return e, err
	})
	if err != nil {
		return nil, err
	}
	e := *kept
	e.Target = o.Codebook[p.Target.Name].Label
	return &e, nil
}

// associations returns the associations of all usable columns with the classes of the training rows.
func (tr *Trainer) associations(j prepare.Job, p *PlannedRun) ([]binarize.Association, error) {
	columns := tr.Table.Usable(p.Target.Column)
	return tr.Plans.associations.of([2]prepare.Subset{p.Rows}, columns, binarize.FitOptions{}, func() ([]binarize.Association, error) {
		return tr.associate(j, p, columns)
	})
}

func (tr *Trainer) associate(j prepare.Job, p *PlannedRun, columns []int) (list []binarize.Association, err error) {
	associate := binarize.Associate(p.Rows.FitRows)
	for i, at := range columns {
		if err := j.Prepare(protocol.Fitting, i, len(columns)); err != nil {
			return nil, err
		}
		c := &tr.Table.Columns[at]
		if c.Kind == dataset.Date {
			c = &dataset.Column{Name: c.Name, Kind: dataset.Numeric, Computed: c.Hours(c.Layout)}
		}
		list = append(list, associate(c))
	}
	return list, nil
}

// repeats returns how many test rows equal some training row in all columns used and in the class.
func (tr *Trainer) repeats(p *PlannedRun, r protocol.Train) (int, error) {
	columns, err := tr.Columns(p.Target.Column, r)
	if err != nil || len(p.TestRows.Rows) == 0 {
		return 0, err
	}
	return tr.Plans.repeats.of([2]prepare.Subset{p.Rows, p.TestRows}, columns, binarize.FitOptions{}, func() (int, error) {
		return dataset.Repeats(tr.Hashes(p.TestRows, columns), tr.Hashes(p.Rows, columns)), nil
	})
}
