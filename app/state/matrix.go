package state

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
)

const askedCover asked = "cover"

// LeastTyped leaves rules out of the matrix that cover fewer training rows; WideMatrix shows every column of it.
type (
	LeastTyped struct{ Text string }
	WideMatrix struct{ Wanted bool }
)

func (LeastTyped) msg() {}
func (WideMatrix) msg() {}

// Coverage is how the rules in sight lie over the rows that they were learnt from, and what of it is shown.
type Coverage struct {
	Least string // rows that a rule must cover to be shown, as it was typed
	Wide  bool   // every column is shown
	Query core.Query[*protocol.Model, *protocol.Covered]
}

// Matrix is the rules with what they ask of each column.
type Matrix struct {
	Columns []MatrixColumn
	Rows    []MatrixRow
	All     int            // rows that come to the first rule; 0 while it is not known
	Rest    *protocol.Flow // what comes to no rule; nil while it is not known
	Most    int            // rows that the rule covers with the most of them
	Hidden  int            // rules that cover too few rows
	More    int            // rules that are not shown yet
	Left    int            // columns that are not shown
}

// MatrixColumn is a column that rules ask about.
type MatrixColumn struct {
	Name  string
	Range string // what its cells are: "17 to 90", "8 values"; "" while it is not known
	Uses  int    // rules that ask about it
	place int    // in the encoder
}

// MatrixRow is a rule. Flow is nil while it is not known.
type MatrixRow struct {
	Line   int // from 0 among all rules
	Number int // from 1 among those that are on
	Flow   *protocol.Flow
	Part   *Part // how it fares on the training rows, nil if that is not known
	Cells  []MatrixCell
}

// MatrixCell is what a rule asks of a column. The zero value asks nothing.
type MatrixCell struct {
	Text   string // without the name of the column: "> 35 and ≤ 60"
	Counts []int  // the distribution of the column; nil while it is not known
	Inside []int  // of it, rows that the rule covers
	// In says of each value whether the rule is true for it; nil for numbers, for which it is true from Low to High, within
	// Least and Most where the distribution ends. Known is false where a rule asks for no number at all.
	In          []bool
	Low, High   float64
	Least, Most float64
	Known       bool
}

const (
	matrixColumns = 12 // are shown at first: those of most rules
	matrixValues  = 4  // are listed in a cell
)

// lie changes what is shown of the matrix, and reports whether the message was about it.
func (st *Study) lie(m Msg) bool {
	switch m := m.(type) {
	case LeastTyped:
		st.Coverage.Least = m.Text
	case WideMatrix:
		st.Coverage.Wide = m.Wanted
	default:
		return false
	}
	return true
}

// askCover asks how the rules lie if that is to be seen.
func (s *State) askCover() {
	q, m := &s.Study.Coverage.Query, s.Study.Model()
	if s.Study.Tab == MatrixTab && s.Table != nil && q.Wants(m) {
		q.Ask(m, s.ask(protocol.Cover{Model: m}, pending{what: askedCover}))
	}
}

// Covered returns how the rules in sight lie, nil while that is not known.
func (st Study) Covered() *protocol.Covered {
	q, m := st.Coverage.Query, st.Model()
	if q.Value == nil || q.Of() != m || len(q.Value.Flow) != len(m.Rules) {
		return nil
	}
	return q.Value
}

// LeastComplaint says what is wrong with the rows that a rule must cover, "" if nothing is.
func (st Study) LeastComplaint() string {
	if text := strings.TrimSpace(st.Coverage.Least); text != "" {
		if _, ok := core.ParseInt(text); !ok {
			return "Type a whole number of rows."
		}
	}
	return ""
}

func (st Study) least() int {
	n, _ := core.ParseInt(strings.TrimSpace(st.Coverage.Least))
	return max(n, 0)
}

// Matrix lays the rules out by the columns that they ask about, those of most rules first.
func (st Study) Matrix() Matrix {
	p, known := st.Now(), st.Covered()
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
		if row.Part != nil && row.Part.Covered < st.least() {
			x.Hidden++
			continue
		}
		shown = append(shown, row)
	}
	if most := cardsAtOnce * (1 + st.More); len(shown) > most {
		shown, x.More = shown[:most], len(shown)-most
	}
	x.Rows = shown
	x.lay(p.Model, known, st.Coverage.Wide)
	return x
}

// lay fills the columns and the cells in.
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

// matrixCell is what the conditions of a rule on one column ask, over its distribution.
func matrixCell(r rule.Rule, features []binarize.Feature, c binarize.Column, d *protocol.Distribution, number int) MatrixCell {
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
