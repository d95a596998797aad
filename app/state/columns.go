package state

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// PageSize is the number of columns shown at once, because a page with more columns renders slowly.
const PageSize = 50

// Shown returns the columns on the current page, and how many columns match the search.
func (s State) Shown() (columns []int, found int) {
	if s.Table == nil {
		return nil, 0
	}
	first := s.Page() * PageSize
	take := func(j int) {
		if found >= first && found < first+PageSize {
			columns = append(columns, j)
		}
		found++
	}
	sought := strings.ToLower(strings.TrimSpace(s.Browser.Sought))
	for j := range s.Table.Columns {
		if sought == "" || strings.Contains(strings.ToLower(s.Table.Columns[j].Name), sought) {
			take(j)
		}
	}
	return columns, found
}

const (
	partColumns = 5 // columns rendered at once, in a few milliseconds
	partRows    = 4 // preview rows rendered at once
	partsAtOnce = 2 // parts rendered at once when new content replaces the old
)

// Drawing reports whether some columns, preview rows, rules or neurons are not yet rendered.
func (s State) Drawing() bool {
	return s.drawingTable() || s.Rules.Drawing(s.Tab) || s.Network.Drawing(s.View())
}

func (s State) drawingTable() bool {
	columns, _ := s.Shown()
	seen := s.Seen()
	return s.Browser.Drawn*partColumns < len(columns) || seen != nil && (s.Browser.Drawn+1)*partRows < len(seen.Preview)
}

// Seen returns the table whose first rows are shown: the part read so far, or else the loaded table. It returns nil if
// there is neither.
func (s State) Seen() *protocol.TableSummary {
	if s.Peek != nil {
		return s.Peek
	}
	return s.Table
}

// Profiles returns the columns to render.
func (s State) Profiles() []int {
	columns, _ := s.Shown()
	return columns[:min(len(columns), s.Browser.Drawn*partColumns)]
}

// PreviewRows returns the preview rows to render.
func (s State) PreviewRows(t *protocol.TableSummary) [][]*string {
	return t.Preview[:min(len(t.Preview), (s.Browser.Drawn+1)*partRows)]
}

// Page returns the current page, from 0, limited to the pages of the unfiltered table.
func (s State) Page() int {
	if s.Table == nil {
		return 0
	}
	return max(0, min(s.Browser.Page, (len(s.Table.Columns)-1)/PageSize))
}

// Pages describes the columns shown, such as "1 to 50 of 784", and whether others precede and follow them.
func (s State) Pages() (words string, before, behind bool) {
	columns, found := s.Shown()
	first := s.Page() * PageSize
	if len(columns) == 0 {
		return "no column of this name", first > 0, false
	}
	return core.Count(first+1) + " to " + core.Count(first+len(columns)) + " of " + core.Count(found), first > 0, first+len(columns) < found
}

// PreviewColumns returns the columns shown in the preview, and describes the range if some are left out.
func (s State) PreviewColumns(t *protocol.TableSummary) (columns []int, which string) {
	if t == s.Table && len(t.Columns) > PageSize {
		columns, _ = s.Shown()
		words, _, _ := s.Pages()
		return columns, ", columns " + words
	}
	for j := range min(len(t.Columns), PageSize) {
		columns = append(columns, j)
	}
	if len(t.Columns) > PageSize {
		which = ", columns 1 to " + core.Count(PageSize) + " of " + core.Count(len(t.Columns))
	}
	return columns, which
}

// Used reports whether rules may use a column.
func (s State) Used(j int) bool {
	c := s.Column(j)
	return c != nil && c.Kind.Usable() && j != s.Setup.Target && !s.Setup.Ignore[c.Name]
}

func (s *State) use(m UseChosen) {
	c := s.Column(m.Column)
	if c == nil {
		return
	}
	s.Setup.Ignore = maps.Clone(s.Setup.Ignore)
	if m.Use {
		delete(s.Setup.Ignore, c.Name)
	} else {
		s.Setup.Ignore[c.Name] = true
	}
}

// Kinds lists the column types that a person can choose.
var Kinds = []dataset.Kind{dataset.Numeric, dataset.Binary, dataset.Categorical, dataset.Date, dataset.Text, dataset.ID}

// KindOf returns the type of a column and whether a person chose it. While the file is read again, it returns the
// requested type.
func (s State) KindOf(j int) (k dataset.Kind, overruled bool) {
	c := s.Column(j)
	if c == nil {
		return "", false
	}
	types := s.Source.Options.Types
	if a := s.waiting; a != nil {
		types = a.source.Options.Types
	}
	for _, a := range s.pending {
		if a.what == askedTable && a.again {
			types = a.source.Options.Types
		}
	}
	if k, overruled = types[c.Name]; overruled {
		return k, true
	}
	return c.Kind, false
}

// KindProblem returns why a column cannot have the chosen type, nil if nothing is wrong.
func (s State) KindProblem() *core.Problem {
	if s.Table == nil || s.DataProblem == nil || s.DataProblem.Kind != dataset.Type {
		return nil
	}
	return s.DataProblem
}

func (s *State) kindChosen(m KindChosen) {
	c := s.Column(m.Column)
	if c == nil || m.Kind != "" && !slices.Contains(Kinds, m.Kind) {
		return
	}
	o := s.Source.Options
	if o.Types = maps.Clone(o.Types); o.Types == nil {
		o.Types = map[string]dataset.Kind{}
	}
	if delete(o.Types, c.Name); m.Kind != "" {
		o.Types[c.Name] = m.Kind
	}
	s.readAgain(o)
}

// MissingInWords describes the missing cells of a column and their markers: "2.1 % missing: ?". It returns "" if no
// cell is missing.
func MissingInWords(c *protocol.ColumnSummary, rows int) string {
	if c.Missing == 0 || rows == 0 {
		return ""
	}
	text := core.Percent(float64(c.Missing)/float64(rows)) + " missing"
	if 1000*c.Missing < rows { // less than a tenth of a percent
		text = core.Count(c.Missing) + " missing"
	}
	var marks []string
	const most = 4 // markers that are listed
	for i, mark := range c.Marks {
		if i == most {
			marks = append(marks, core.Count(len(c.Marks)-most)+" more")
			break
		}
		if mark.Text == "" {
			marks = append(marks, "empty cells")
		} else {
			marks = append(marks, mark.Text)
		}
	}
	if c.Odd > 0 {
		marks = append(marks, core.Plural(c.Odd, "cell that is no number", "cells that are no numbers"))
	}
	if len(marks) > 0 {
		text += ": " + strings.Join(marks, ", ")
	}
	return text
}

// Frequent returns the values of a column, the most frequent first.
func Frequent(c *protocol.ColumnSummary) []protocol.Value {
	values := slices.Clone(c.Values)
	slices.SortStableFunc(values, func(a, b protocol.Value) int { return cmp.Compare(b.Rows, a.Rows) })
	return values
}

// Spread summarizes the values of a column: "17 to 90", "Private 69.7 %, State-gov 4.0 % and 6 more".
func Spread(c *protocol.ColumnSummary, rows int) string {
	if h := c.Histogram; h != nil && c.Kind == dataset.Numeric {
		return rangeInWords(h)
	}
	values := Frequent(c)
	if len(values) == 0 || rows == 0 {
		if c.Distinct > 0 {
			return core.Plural(c.Distinct, "value", "values")
		}
		return ""
	}
	const most = 2 // values that are listed
	var words []string
	for _, v := range values[:min(len(values), most)] {
		words = append(words, v.Text+" "+core.Percent(float64(v.Rows)/float64(rows)))
	}
	text := strings.Join(words, ", ")
	if n := len(values) - most; n > 0 {
		text += " and " + core.Count(n) + " more"
	}
	return text
}

// rangeInWords returns the range of a histogram.
func rangeInWords(h *protocol.Histogram) string {
	return dataset.FormatNumber(h.First) + " to " + dataset.FormatNumber(h.Last)
}

// Gives describes how many features a column yields, "" if unknown.
func (s State) Gives(j int) string {
	c := s.Column(j)
	switch {
	case c == nil || j == s.Setup.Target:
		return ""
	case !c.Kind.Usable():
		return "not used: rules cannot ask about it"
	case s.Setup.Ignore[c.Name]:
		return "left out by you"
	case s.Plan == nil:
		return ""
	}
	p := s.Planning(c.Name)
	if p == nil {
		return "gives no question"
	}
	text := core.Plural(p.Features, "yes/no question", "yes/no questions")
	if p.Others > 0 {
		text += "; " + core.Plural(p.Others, "rare value has none", "rare values have none")
	}
	return text
}

// Notes returns the notes of the reader and the plan about a column.
func (s State) Notes(j int) []string {
	c := s.Column(j)
	if c == nil {
		return nil
	}
	notes := slices.Clone(c.Notes)
	if p := s.Planning(c.Name); p != nil {
		notes = append(notes, p.Notes...)
	}
	for i := range notes {
		notes[i] = core.Sentence(notes[i])
	}
	return notes
}

// Warning is a warning about the table.
type Warning struct {
	Text   string
	Column int  // the column concerned, -1 for none
	Remedy bool // excluding the column resolves the warning
}

// Warnings returns the warnings about the table.
func (s State) Warnings() []Warning {
	if s.Table == nil || len(s.Table.Warnings) == 0 {
		return nil
	}
	places := make(map[string]int, len(s.Table.Columns))
	for j := range s.Table.Columns {
		places[s.Table.Columns[j].Name] = j
	}
	list := make([]Warning, len(s.Table.Warnings))
	for i, text := range s.Table.Warnings {
		list[i] = Warning{Text: core.Sentence(text), Column: -1}
		if _, rest, ok := strings.Cut(text, "column "); ok {
			if quoted, err := strconv.QuotedPrefix(rest); err == nil {
				name, _ := strconv.Unquote(quoted)
				if j, ok := places[name]; ok {
					list[i].Column, list[i].Remedy = j, s.Used(j)
				}
			}
		}
	}
	return list
}
