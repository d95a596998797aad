package state

import (
	"maps"
	"reflect"
	"slices"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Browse holds the rows shown from the table. The zero value shows none.
type Browse struct {
	Of      protocol.Selection // without filters; its model is nil while no rows are shown
	Filters map[string]string  // as typed, by column
	Page    int                // from 0
	Size    int                // rows per page
	All     bool               // show all columns, not only those with conditions

	Query core.Query[*protocol.ListRows, *protocol.RowPage]

	Parts     []string // the rows as CSV, as far as written
	Complete  bool     // all rows are written
	Writes    bool     // the CSV was requested
	Unwritten *core.Problem

	next int // the next row to write
}

// PageSizes lists the possible numbers of rows per page.
var PageSizes = []int{20, 50}

// mostColumns limits the columns shown at once: more would block the page.
const mostColumns = 30

const (
	askedRows asked = "rows"
	askedCSV  asked = "csv"
)

// browse handles the messages about the shown rows, and reports whether m is one.
func (s *State) browse(m Msg) bool {
	b := &s.Browse
	switch m := m.(type) {
	case RowsClosed:
		*b = Browse{Size: b.Size, All: b.All}
	case SideChosen:
		b.Of.Part, b.Page = m.Side, 0
		b.forget()
	case RowsTurned:
		b.Page = max(0, min(m.To, b.Pages()-1))
	case RowsSized:
		if slices.Contains(PageSizes, m.Size) {
			b.Page, b.Size = b.Page*b.size()/m.Size, m.Size
		}
	case RowsFiltered:
		b.Filters, b.Page = with(b.Filters, m.Column, m.Text), 0
		if m.Text == "" {
			delete(b.Filters, m.Column)
		}
		b.forget()
	case AllColumns:
		b.All = m.Wanted
	case RowsWritten:
		b.forget()
		b.Writes = true
	default:
		return false
	}
	return true
}

// RowsHeading is the ID of the heading of the rows.
const RowsHeading = "rows-title"

// openRows shows the rows of a selection, which refers to the current rules if it names no model.
func (s *State) openRows(m core.RowsAsked) {
	of := m.Of
	if of.Model == nil {
		of.Model = s.Study.Model()
	}
	if m.Whole && s.Whole.Model != nil {
		of.MultiClass = s.Whole.Model
		if i := slices.Index(of.MultiClass.Names, of.Answer); i >= 0 && of.MultiClass.Codes == nil {
			of.Model = of.MultiClass.Members[i] // its rules explain the prediction
		}
	}
	if s.Table == nil || of.Model == nil {
		return
	}
	s.Browse = Browse{Of: of, Size: s.Browse.Size, All: s.Browse.All}
	s.Status = s.RowsTitle() + "."
	s.do(core.Focus{ID: RowsHeading})
}

func (b *Browse) forget() {
	b.Parts, b.Complete, b.Writes, b.Unwritten, b.next = nil, false, false, nil, 0
}

func (b Browse) size() int {
	if b.Size == 0 {
		return PageSizes[0]
	}
	return b.Size
}

// Open reports whether rows are shown.
func (b Browse) Open() bool { return b.Of.Model != nil }

// Pages returns the number of pages, at least one.
func (b Browse) Pages() int {
	if b.Query.Value == nil {
		return 1
	}
	return max(1, (b.Query.Value.Total+b.size()-1)/b.size())
}

// selection returns the selection with the filters.
func (s State) selection() protocol.Selection {
	of := s.Browse.Of
	for _, name := range slices.Sorted(maps.Keys(s.Browse.Filters)) {
		if s.hasColumn(name) {
			of.Filters = append(of.Filters, protocol.Filter{Column: name, Text: s.Browse.Filters[name]})
		}
	}
	return of
}

func (s State) hasColumn(name string) bool {
	return slices.ContainsFunc(s.Table.Columns, func(c protocol.ColumnSummary) bool { return c.Name == name })
}

// RowColumns lists the columns to show, and counts the others. It includes the columns with conditions, the target
// and, if requested, all others.
func (s State) RowColumns() (names []string, left int) {
	m := s.Browse.Of.Model
	if m == nil || s.Table == nil {
		return nil, 0
	}
	take := func(name string) {
		if len(names) < mostColumns && !slices.Contains(names, name) && s.hasColumn(name) {
			names = append(names, name)
		}
	}
	for _, of := range []*protocol.Model{m, s.Browse.Of.Differ} {
		if of == nil {
			continue
		}
		asks := used(of)
		for i, c := range of.Encoder.Columns {
			if asks[i] {
				take(c.Name)
			}
		}
	}
	if s.Browse.All {
		for _, c := range s.Table.Columns {
			take(c.Name)
		}
	}
	return names, len(s.Table.Columns) - len(names)
}

// askRows requests the rows of the current page, and the next part of their CSV.
func (s *State) askRows() {
	b := &s.Browse
	if !b.Open() || s.Table == nil {
		return
	}
	columns, _ := s.RowColumns()
	r := &protocol.ListRows{Selection: s.selection(), From: b.Page * b.size(), Rows: b.size(), Columns: columns}
	if newest, ok := b.Query.Key(); ok && sameRows(newest, r) {
		r = newest
	}
	if b.Query.Wants(r) {
		b.Query.Ask(r, s.ask(*r, pending{what: askedRows}))
	}
	if b.Writes && !s.asking(askedCSV) {
		of := s.selection()
		s.ask(protocol.Predict{Of: &of, From: b.next, Rows: predictRows, Columns: true}, pending{what: askedCSV, model: b.Of.Model})
	}
}

// sameRows reports whether two requests are equal. Models are immutable, so that comparing pointers suffices.
func sameRows(a, b *protocol.ListRows) bool {
	if a == nil || a.Model != b.Model || a.MultiClass != b.MultiClass || a.Differ != b.Differ {
		return false
	}
	x, y := *a, *b
	x.Selection.Model, x.Selection.MultiClass, x.Selection.Differ = nil, nil, nil
	y.Selection.Model, y.Selection.MultiClass, y.Selection.Differ = nil, nil, nil
	return reflect.DeepEqual(x, y)
}

// hearCSV stores a part of the CSV.
func (s *State) hearCSV(e protocol.Predicted, a pending) {
	b := &s.Browse
	if !b.Writes || a.model != b.Of.Model {
		return
	}
	b.Parts = append(slices.Clip(b.Parts), e.CSV)
	if b.next = e.Next; e.Next == 0 {
		b.Complete, b.Writes = true, false
		s.Status = "The rows are written."
	}
}

// rowsRefused stores why a request for rows failed, and reports whether a is one.
func (s *State) rowsRefused(a pending, p *core.Problem) bool {
	b := &s.Browse
	switch {
	case a.what == askedRows:
		b.Query.Refuse(a.ID, p)
	case a.what == askedCSV && p.Cancelled():
		b.forget()
	case a.what == askedCSV:
		b.forget()
		b.Unwritten = p
	default:
		return false
	}
	return true
}

// RowLine is a shown row.
type RowLine struct {
	Row    int // number in the table, from 1
	Held   bool
	Answer string
	Truth  string
	Other  string // the prediction of the other of two models
	Wrong  bool
	Fires  string // the rules that fire: "R1, R3"
	Cells  []RowCell
}

// RowCell is a cell of a shown row.
type RowCell struct {
	Text    string
	Missing bool
	Asked   bool // a firing rule has a condition on it
}

// RowLines lists the rows of the current page.
func (s State) RowLines() []RowLine {
	b := s.Browse
	if b.Query.Value == nil {
		return nil
	}
	m := b.Of.Model
	features, lines := m.Encoder.Features(), m.Lines()
	asks := make([]map[string]bool, len(lines))
	for k, l := range lines {
		asks[k] = columnsOf(l.Rule, features)
	}
	var list []RowLine
	for _, r := range b.Query.Value.Rows {
		line := RowLine{
			Row: r.Row, Held: r.Held, Answer: r.Answer, Truth: r.Truth, Other: r.Other,
			Wrong: r.Answer != r.Truth, Fires: rulesInWords(r.Fires),
		}
		var by []int // rules that determine the relevant cells
		for _, at := range b.Of.Lines {
			by = append(by, at-1)
		}
		if len(by) == 0 {
			by = linesOn(lines, r.Fires)
		}
		for k, text := range r.Cells {
			c := RowCell{Missing: text == nil}
			if text != nil {
				c.Text = core.Clipped(*text)
			}
			c.Asked = k < len(b.Query.Of().Columns) && slices.ContainsFunc(by, func(at int) bool { return asks[at][b.Query.Of().Columns[k]] })
			line.Cells = append(line.Cells, c)
		}
		list = append(list, line)
	}
	return list
}

// ShownColumns returns the columns of the rows that RowLines lists.
func (b Browse) ShownColumns() []string {
	if b.Query.Value == nil {
		return nil
	}
	return b.Query.Of().Columns
}

func columnsOf(r rule.Rule, features []binarize.Feature) map[string]bool {
	names := map[string]bool{}
	for _, l := range r {
		names[features[l.Feature].Name] = true
	}
	return names
}

// linesOn returns the indexes of enabled rules, by their numbers from 1.
func linesOn(lines []rule.Line, numbers []int) []int {
	var places []int
	n := 0
	for k, l := range lines {
		if l.Off {
			continue
		}
		if n++; slices.Contains(numbers, n) {
			places = append(places, k)
		}
	}
	return places
}
