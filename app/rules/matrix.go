package rules

import (
	"slices"
	"sort"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// CoverageView holds the coverage of the current rules on their training rows, and the options of its view.
type CoverageView struct {
	Least int  // minimum coverage of a shown rule, in training rows
	Wide  bool // every column is shown
	Query core.Query[protocol.Cover, *protocol.Covered]
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
	Number int // number among the enabled rules, from 1
	Name   string
	Flow   *protocol.Flow
	Part   *Part // statistics on the training rows, nil if they are unknown
	Cells  []MatrixCell
}

// MatrixCell holds the conditions of a rule on one column. The zero value is empty.
type MatrixCell struct {
	Text   string       // without the column name: "> 35 and ≤ 60"
	Counts []int        // distribution of the column; nil until it is known
	Inside []int        // the number of rows in each bar of Counts that the rule covers
	Spans  [][2]float64 // the accepted values or numbers, as shares of the width of the distribution
}

const matrixColumns = 12 // columns shown at first: those used by most rules

// Covered returns the coverage of the current rules, nil until it is known.
func (m Model) Covered() *protocol.Covered {
	q, now := m.Coverage.Query, m.Model()
	if q.Value == nil || q.Of() != (protocol.Cover{Model: now, MultiClass: m.list()}) || len(q.Value.Flow) != len(now.Rules) {
		return nil
	}
	return q.Value
}

// Matrix lays out the rules by column, with the most used columns first.
func (m Model) Matrix() (x Matrix) {
	p, known := m.Now(), m.Covered()
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
	numbers := m.Classes.Model.Numbers(m.Classes.At, len(p.Model.Rules))
	for _, l := range p.Model.Lines() {
		if l.Off {
			continue
		}
		row := MatrixRow{Number: l.Number, Name: core.RuleName(numbers[l.Number-1])}
		if scores != nil {
			part := partOf("train", scores[l.Number-1], true)
			row.Part, x.Most = &part, max(x.Most, part.Covered)
		}
		if known != nil {
			row.Flow = &known.Flow[l.Number-1]
		}
		if row.Part != nil && row.Part.Covered < m.Coverage.Least {
			x.Hidden++
		} else {
			x.Rows = append(x.Rows, row)
		}
	}
	sort.SliceStable(x.Rows, func(i, j int) bool { return numbers[x.Rows[i].Number-1] < numbers[x.Rows[j].Number-1] })
	if most := m.limit(); len(x.Rows) > most {
		x.Rows, x.More = x.Rows[:most], len(x.Rows)-most
	}
	x.lay(p.Model, rule.NewTypesetter(p.Model.Encoder, m.carded.table.Integers), known, m.Coverage.Wide)
	return x
}

func (x *Matrix) lay(m *protocol.Model, typeset *rule.Typesetter, known *protocol.Covered, wide bool) {
	features := m.Encoder.Features()
	uses := make([]int, len(m.Encoder.Columns))
	asks := make([]map[int]rule.Rule, len(x.Rows)) // by column
	for i, row := range x.Rows {
		asks[i] = m.Rules[row.Number-1].ByColumn(features)
		for c := range asks[i] {
			uses[c]++
		}
	}
	for c, n := range uses {
		if n > 0 {
			x.Columns = append(x.Columns, MatrixColumn{Name: m.Encoder.Columns[c].Title(), Uses: n, place: c})
		}
	}
	sort.SliceStable(x.Columns, func(i, j int) bool { return x.Columns[i].Uses > x.Columns[j].Uses })
	if !wide && len(x.Columns) > matrixColumns {
		x.Left, x.Columns = len(x.Columns)-matrixColumns, x.Columns[:matrixColumns]
	}
	distributions := map[int]*protocol.Distribution{} // by column
	if known != nil {
		for i := range known.Columns {
			distributions[known.Columns[i].Column] = &known.Columns[i]
		}
	}
	for k := range x.Columns {
		c := x.Columns[k].place
		d := distributions[c]
		x.Columns[k].Range = cellsInWords(d)
		for i := range x.Rows {
			cell := MatrixCell{}
			if r := asks[i][c]; r != nil {
				cell.Text = typeset.Relation(r)
				cell.draw(r, features, m.Encoder.Columns[c], d, x.Rows[i].Number-1)
			}
			x.Rows[i].Cells = append(x.Rows[i].Cells, cell)
		}
	}
}

// draw sets the distribution of the column, if it is known, and the parts that the rule with an index among the enabled ones accepts.
func (cell *MatrixCell) draw(r rule.Rule, features []binarize.Feature, c binarize.EncodedColumn, d *protocol.Distribution, number int) {
	if d == nil {
		return
	}
	if number < len(d.Inside) {
		cell.Inside = d.Inside[number]
	}
	cell.Counts, cell.Spans = d.Counts(), core.Spans(*d, r, features, c.Values)
}

// TimesRow counts the training rows for which a given number of rules hold.
type TimesRow struct {
	Words string // "1 rule"
	Rows  int
	Share float64
}

// Times counts the training rows by the number of rules that hold; nil until it is known.
func (m Model) Times() []TimesRow {
	c := m.Covered()
	if c == nil || c.Rows == 0 {
		return nil
	}
	const most = 5 // rules with separate lines
	var list []TimesRow
	for n, rows := range c.Times {
		if n <= most+1 {
			words := core.When(n > most, "more than ") + core.Plural(min(n, most), "rule", "rules")
			list = append(list, TimesRow{Words: core.Either(n == 0, "no rule", words)})
		}
		last := &list[len(list)-1]
		last.Rows += rows
		last.Share = float64(last.Rows) / float64(c.Rows)
	}
	return list
}

// Overlap is a pair of rules that cover some of the same training rows.
type Overlap struct {
	Words string // "R2 and R5 share 312 rows: 80% of R5, 12% of R2."
	Name  string // "R2 and R5"
	Of    protocol.Selection
}

// Overlaps lists the pairs of rules that share the most training rows, and counts the other pairs that share some.
func (m Model) Overlaps() (list []Overlap, more int) {
	const most = 5
	c := m.Covered()
	if c == nil {
		return nil, 0
	}
	o, _ := m.Now().Outcome()
	scores := o.Train.Rules
	for _, p := range c.Pairs[:min(most, len(c.Pairs))] {
		name := core.RuleName(p.A) + " and " + core.RuleName(p.B)
		words := name + " share " + core.Plural(p.Rows, "row", "rows")
		if len(scores) == len(c.Flow) && scores[p.A-1].Covered > 0 && scores[p.B-1].Covered > 0 {
			small, large := p.B, p.A
			if scores[small-1].Covered > scores[large-1].Covered {
				small, large = large, small
			}
			part := func(rule int) string {
				return core.PercentOf(p.Rows, scores[rule-1].Covered) + " of " + core.RuleName(rule)
			}
			words += ": " + part(small) + ", " + part(large)
		}
		of := protocol.Selection{Part: protocol.TrainingRows, Lines: []int{m.lineOf(p.A), m.lineOf(p.B)}}
		list = append(list, Overlap{words + ".", name, of})
	}
	return list, len(c.Pairs) - len(list)
}

// lineOf returns the position of an enabled rule among all rules, from 1.
func (m Model) lineOf(number int) int {
	return 1 + slices.IndexFunc(m.lines(), func(l rule.Line) bool { return l.Number == number })
}

// OverlapTable counts the training rows that each pair of rules covers and, on the diagonal, each rule. It is nil while unknown, and for
// fewer than 2 or more than 30 rules.
func (m Model) OverlapTable() [][]int {
	const most = 30
	c := m.Covered()
	o, ok := m.Now().Outcome()
	if c == nil || !ok || len(o.Train.Rules) != len(c.Flow) || len(c.Flow) > most || len(c.Flow) < 2 {
		return nil
	}
	table := make([][]int, len(c.Flow))
	for i := range table {
		table[i] = make([]int, len(c.Flow))
		table[i][i] = o.Train.Rules[i].Covered
	}
	for _, p := range c.Pairs {
		table[p.A-1][p.B-1], table[p.B-1][p.A-1] = p.Rows, p.Rows
	}
	return table
}
