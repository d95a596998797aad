package prepare

import (
	"errors"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// fitCells is the number of cells to process between two progress events.
const fitCells = 1 << 20

// Fit fits the encoder in groups of columns.
func (c Subset) Fit(j Job, columns []int, o binarize.FitOptions) (*binarize.Encoder, error) {
	e, err := c.fitSome(nil, o) // validates the options and yields the error for no usable column
	if !isKind(err, dataset.NoUsableFeatures) {
		return nil, err
	}
	each := max(1, fitCells/len(c.Rows))
	for i := 0; i < len(columns); i += each {
		if err := j.Prepare(protocol.Fitting, i, len(columns)); err != nil {
			return nil, err
		}
		some, err := c.fitSome(columns[i:min(i+each, len(columns))], o)
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

func (c Subset) fitSome(columns []int, o binarize.FitOptions) (*binarize.Encoder, error) {
	return binarize.Fit(c.Table, binarize.FitRows{Rows: c.Rows, Positives: c.Positives, Classes: c.Classes}, columns, o)
}

// isKind reports whether err is a dataset error of a kind.
func isKind(err error, kind string) bool {
	var table *dataset.Error
	return errors.As(err, &table) && table.Kind == kind
}
