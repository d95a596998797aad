package export

import "drnet/engine/rule"

// What the tests in package export_test see of the inside.

// A Column is a column that the rules of a model ask about.
type Column struct {
	Name    string
	At      int // in the encoder
	Numeric bool
}

// Columns returns the columns that the rules of a model ask about.
func Columns(m *rule.Model) ([]Column, error) {
	p, err := newPlan(m, Extras{}, true)
	if err != nil {
		return nil, err
	}
	list := make([]Column, len(p.columns))
	for j, c := range p.columns {
		list[j] = Column{c.name, c.at, c.numeric()}
	}
	return list, nil
}

// Probes returns up to most rows made from the rules of a model: a float64, a string or nil for each column.
func Probes(m *rule.Model, most int) ([][]any, error) {
	p, err := newPlan(m, Extras{}, true)
	if err != nil {
		return nil, err
	}
	probes, err := p.probes(most)
	var rows [][]any
	for _, t := range probes {
		row := make([]any, len(t.cells))
		for j, c := range t.cells {
			row[j] = c
		}
		rows = append(rows, row)
	}
	return rows, err
}

// A Sheet writes the formulas of a model.
type Sheet struct{ plan *plan }

// NewSheet prepares the formulas of a model.
func NewSheet(m *rule.Model, o Extras) (Sheet, error) {
	p, err := newPlan(m, o, true)
	return Sheet{p}, err
}

// Formulas returns those for a row, each for the cell right of the one before.
func (s Sheet) Formulas(row int) ([]string, error) {
	formulas, err := s.plan.formulas(row)
	return each(formulas, func(_ int, f formula) string { return f.text }), err
}

// Near reports whether a number is so near to a threshold of a column that a spreadsheet takes both for the same.
func (s Sheet) Near(column int, x float64) bool { return nearThreshold(s.plan.thresholds(column), x) }

// CellName names a cell of a sheet.
func CellName(column, row int) string { return cellName(column, row) }
