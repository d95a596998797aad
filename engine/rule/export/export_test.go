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

// Formulas returns those for a row of a sheet, each for the cell right of the one before.
func Formulas(m *rule.Model, o Extras, row int) (list []string, err error) {
	p, err := newPlan(m, o, true)
	if err != nil {
		return nil, err
	}
	formulas, err := p.formulas(row)
	return each(formulas, func(_ int, f formula) string { return f.text }), err
}

// CellName names a cell of a sheet.
func CellName(column, row int) string { return cellName(column, row) }

// Near reports whether a number is so near to a threshold of a column that a spreadsheet takes both for the same.
func Near(m *rule.Model, column int, x float64) bool {
	p, err := newPlan(m, Extras{}, true)
	return err != nil || nearThreshold(p.thresholds(column), x)
}
