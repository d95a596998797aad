package rules

import (
	"cmp"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// Coverage holds the coverage of the current rules on their training rows, and the options of its view.
type Coverage struct {
	Least string // minimum coverage of a shown rule, as typed
	Wide  bool   // every column is shown
	Query core.Query[*protocol.Model, *protocol.Covered]
}

// Matrix lists the rules with their conditions by column.
type Matrix struct {
	Columns []MatrixColumn
	Rows    []MatrixRow
	All     int            // rows that reach the first rule; 0 until it is known
	Rest    *protocol.Flow // rows that no rule covers; nil until they are known
	Most    int            // largest coverage of a rule
	Hidden  int            // rules below the minimum coverage
	More    int            // rules beyond the limit of the view
	Left    int            // columns beyond the limit of the view
}

// MatrixColumn is a column with conditions.
type MatrixColumn struct {
	Name  string
	Range string // range of its cells: "17 to 90", "8 values"; "" until it is known
	Uses  int    // rules with conditions on it
	place int    // index in the encoder
}

// MatrixRow is a rule. Flow is nil until it is known.
type MatrixRow struct {
	Line   int // index among all rules
	Number int // number among the enabled rules, from 1
	Flow   *protocol.Flow
	Part   *Part // statistics on the training rows, nil if they are unknown
	Cells  []MatrixCell
}

// MatrixCell holds the conditions of a rule on one column. The zero value is empty.
type MatrixCell struct {
	Text   string // without the column name: "> 35 and ≤ 60"
	Counts []int  // distribution of the column; nil until it is known
	Inside []int  // the rows of Counts that the rule covers
	// In reports for each value whether the rule accepts it; nil for numbers. A numeric rule accepts Low to High,
	// within the range Least to Most of the distribution. Known is false if the rule accepts no number.
	In          []bool
	Low, High   float64
	Least, Most float64
	Known       bool
}

const (
	matrixColumns = 12 // columns shown at first: those used by most rules
	matrixValues  = 4  // values listed in a cell
)

// Covered returns the coverage of the current rules, nil until it is known.
func (m Model) Covered() *protocol.Covered {
	q, now := m.Coverage.Query, m.Model()
	if q.Value == nil || q.Of() != now || len(q.Value.Flow) != len(now.Rules) {
		return nil
	}
	return q.Value
}

// LeastComplaint returns why the minimum coverage is invalid, "" if it is valid.
func (m Model) LeastComplaint() string {
	if text := strings.TrimSpace(m.Coverage.Least); text != "" {
		if _, ok := setting.ParseInt(text); !ok {
			return "Type a whole number of rows."
		}
	}
	return ""
}

func (m Model) least() int {
	n, _ := setting.ParseInt(strings.TrimSpace(m.Coverage.Least))
	return max(n, 0)
}

// Matrix lays out the rules by column, with the most used columns first.
func (m Model) Matrix() Matrix {
	p, known := m.Now(), m.Covered()
	var x Matrix
	if p.Model == nil {
		return x
	}
	var scores []eval.RuleScore
	if o, ok := p.Outcome(); ok && len(o.Train.Rules) == len(p.Model.Rules) {
		scores = o.Train.Rules
	}
	if known != nil {
		x.All, x.Rest = known.Rows, &known.Rest
	}
	var shown []MatrixRow
	n := 0
	for line, l := range p.Model.Lines() {
		if l.Off {
			continue
		}
		row := MatrixRow{Line: line, Number: n + 1}
		if scores != nil {
			s := scores[n]
			low, high := s.Interval()
			row.Part = &Part{"training", s.Covered, s.Precision(), low, high}
			x.Most = max(x.Most, s.Covered)
		}
		if known != nil {
			row.Flow = &known.Flow[n]
		}
		n++
		if row.Part != nil && row.Part.Covered < m.least() {
			x.Hidden++
			continue
		}
		shown = append(shown, row)
	}
	if most := cardsAtOnce * (1 + m.More); len(shown) > most {
		shown, x.More = shown[:most], len(shown)-most
	}
	x.Rows = shown
	x.lay(p.Model, known, m.Coverage.Wide)
	return x
}

// lay fills in the columns and cells.
func (x *Matrix) lay(m *protocol.Model, known *protocol.Covered, wide bool) {
	features := m.Encoder.Features()
	uses := make([]int, len(m.Encoder.Columns))
	asks := make([]map[int]rule.Rule, len(x.Rows)) // by column
	for i, row := range x.Rows {
		asks[i] = map[int]rule.Rule{}
		for _, l := range m.Rules[row.Number-1] {
			c := features[l.Feature].Column
			if asks[i][c] == nil {
				uses[c]++
			}
			asks[i][c] = append(asks[i][c], l)
		}
	}
	for c, n := range uses {
		if n > 0 {
			x.Columns = append(x.Columns, MatrixColumn{Name: m.Encoder.Columns[c].Name, Uses: n, place: c})
		}
	}
	slices.SortStableFunc(x.Columns, func(a, b MatrixColumn) int { return cmp.Compare(b.Uses, a.Uses) })
	if most := matrixColumns; !wide && len(x.Columns) > most {
		x.Left, x.Columns = len(x.Columns)-most, x.Columns[:most]
	}
	for k := range x.Columns {
		c := x.Columns[k].place
		d := distributionOf(known, c)
		x.Columns[k].Range = cellsInWords(d)
		for i := range x.Rows {
			cell := MatrixCell{}
			if r := asks[i][c]; r != nil {
				cell = matrixCell(r, features, m.Encoder.Columns[c], d, x.Rows[i].Number-1)
			}
			x.Rows[i].Cells = append(x.Rows[i].Cells, cell)
		}
	}
}

func distributionOf(known *protocol.Covered, column int) *protocol.Distribution {
	if known == nil {
		return nil
	}
	for i := range known.Columns {
		if known.Columns[i].Column == column {
			return &known.Columns[i]
		}
	}
	return nil
}

func cellsInWords(d *protocol.Distribution) string {
	switch {
	case d == nil:
		return ""
	case d.Histogram != nil:
		return dataset.FormatNumber(d.Histogram.First) + " to " + dataset.FormatNumber(d.Histogram.Last)
	}
	return core.Plural(len(d.Values), "value", "values")
}

// matrixCell returns the conditions of a rule on one column, with the distribution of the column.
func matrixCell(r rule.Rule, features []binarize.Feature, c binarize.EncodedColumn, d *protocol.Distribution, number int) MatrixCell {
	cell := MatrixCell{Text: conditionsInWords(r, features)}
	if d == nil {
		return cell
	}
	if number < len(d.Inside) {
		cell.Inside = d.Inside[number]
	}
	if h := d.Histogram; h != nil {
		cell.Counts, cell.Least, cell.Most = h.Counts, h.Least, h.Most
		cell.Low, cell.High, cell.Known = interval(r, features, h)
		return cell
	}
	for i, v := range d.Values {
		cell.Counts = append(cell.Counts, v.Rows)
		cell.In = append(cell.In, accepts(r, features, v.Text, i >= len(c.Values)))
	}
	return cell
}
