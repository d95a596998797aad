package binarize

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// Weekdays are the values of a weekday, in order.
var Weekdays = []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}

// operations lists all operations.
var operations = append([]Operation{Difference, Ratio}, DateParts...)

// DateParts are the operations on dates, which the settings name.
var DateParts = []Operation{Year, Month, Weekday, Hour, Days, Since}

const (
	autoParts = "auto"
	noParts   = "none"
	// manyYears is the least span of dates in years at which the year becomes a feature by default. Dates of a shorter span are likely
	// times of recording, while those of a longer span, such as dates of birth, describe the rows.
	manyYears = 20
	// mostPairs limits the pairs of date columns with a column for the days between them, as each adds as many features as any column.
	mostPairs = 20
)

// referenceLayout is that of Derived.Since.
var referenceLayout, _ = dataset.DateLayoutOf("YYYY-MM-DD")

// IsDate reports whether the operands are dates.
func (d *Derived) IsDate() bool { return d != nil && slices.Contains(DateParts, d.Op) }

func (d *Derived) isPair() bool { return d.Op == Days || !d.IsDate() }

// dateNumber computes the number of a row from the hours of its dates.
func (d *Derived) dateNumber(a, b float64) float64 {
	if a != a || d.isPair() && b != b {
		return math.NaN()
	}
	const hours = 24
	day := math.Floor(a / hours)
	year, month, _ := dataset.DayOf(int(a))
	switch d.Op {
	case Year:
		return float64(year)
	case Month:
		return float64(month)
	case Weekday: // 0000-03-01 is a Wednesday
		return math.Mod(day+2, float64(len(Weekdays)))
	case Hour:
		return a - float64(hours*day)
	case Since:
		return day - float64(d.Reference())
	}
	return math.Floor(b/hours) - day
}

// Reference returns the number of days of Since, counted from 0000-03-01.
func (d *Derived) Reference() int {
	hours, _ := referenceLayout.Hours(d.Since)
	return hours / 24
}

// ofDates returns the computed column of the hours of dates; b is nil for a single operand.
func (d *Derived) ofDates(a, b func(row int) float64) *dataset.Column {
	out := &dataset.Column{Name: d.Name(), Kind: dataset.Numeric, Computed: func(row int) float64 {
		if b == nil {
			return d.Number(a(row), 0)
		}
		return d.Number(a(row), b(row))
	}}
	if d.Op == Weekday {
		out.Kind, out.Values = dataset.Categorical, Weekdays
	}
	return out
}

// Hours returns the hours of the date in a row of a table, for a column of the encoder: -1 without a date, 0 if it is not a date column.
func (e *Encoder) Hours(c *EncodedColumn, t *dataset.Table, row int) float64 {
	if c.Layout == "" {
		return 0
	}
	if x := e.hours(&t.Columns[t.Column(c.Name)])(row); x == x {
		return x
	}
	return -1
}

// Guessed returns the date columns of a table for which neither the table nor the encoder tells whether day or month comes first.
func (e *Encoder) Guessed(t *dataset.Table) (columns []*dataset.Column) {
	for i := range e.Columns {
		own, dated := dataset.DateLayoutOf(e.Columns[i].Layout)
		if j := t.Column(e.Columns[i].Name); j >= 0 && dated && t.Columns[j].Layout.IsAmbiguous && own.First() == "" {
			columns = append(columns, &t.Columns[j])
		}
	}
	return columns
}

// hours returns a function for the hours of the dates of a column; nil for a nil column. It uses the layout found in this table. The layout
// of the encoder replaces it if there is none, or if the two differ and the found one is ambiguous or the user chose the order of day and
// month.
func (e *Encoder) hours(c *dataset.Column) func(row int) float64 {
	if c == nil {
		return nil
	}
	layout := c.Layout
	if k := e.Column(c.Name); k >= 0 {
		own, ok := dataset.DateLayoutOf(e.Columns[k].Layout)
		if ok && (layout.String() == "" || layout.Differs(own) && (layout.IsAmbiguous || e.Columns[k].Ordered)) {
			layout = own
		}
	}
	return c.Hours(layout)
}

// areWeekdays reports whether a column has values, and all of them are weekdays.
func areWeekdays(c *EncodedColumn) bool {
	stranger := func(value string) bool { return !slices.Contains(Weekdays, value) }
	return len(c.Values) > 0 && !slices.ContainsFunc(slices.Concat(c.Values, c.Rest), stranger) &&
		(c.Other == "" || !stranger(c.Other)) && (c.Fill == "" || !stranger(c.Fill))
}

// dates encodes date columns: first the columns themselves, without features, then the columns derived from them.
func (f *fitter) dates(t *dataset.Table, columns []int) (list []EncodedColumn) {
	f.dated = true
	var derived []EncodedColumn
	e := &Encoder{}
	fit := func(d Derived) {
		c := e.In(&EncodedColumn{Derived: &d}, t)
		out := EncodedColumn{}
		if d.Op == Weekday {
			out = f.column(c)
		} else {
			out = f.fitNumbers(c)
		}
		if out.Derived = &d; len(out.Thresholds)+len(out.Values) > 0 && t.Column(out.Name) < 0 {
			derived = append(derived, out)
		}
	}
	for _, j := range columns {
		for _, d := range f.parts(&t.Columns[j]) {
			fit(d)
		}
	}
	for _, d := range f.pairs(t, columns) {
		fit(d)
	}
	for _, j := range columns {
		c := &t.Columns[j]
		if slices.ContainsFunc(derived, func(d EncodedColumn) bool { return slices.Contains(d.Sources(), c.Name) }) {
			list = append(list, EncodedColumn{
				Name: c.Name, Layout: c.Layout.String(), Ordered: c.Layout.IsGiven,
				ColumnEntry: codebook.ColumnEntry{Label: f.o.Codebook[c.Name].Label},
			})
		}
	}
	sources := &Encoder{Columns: list}
	for i := range derived {
		derived[i].Label = sources.labelOf(derived[i].Derived)
	}
	return append(list, derived...)
}

// parts returns the columns to derive from a single date column.
func (f *fitter) parts(c *dataset.Column) (list []Derived) {
	asked, auto := f.o.datesOf(c.Name)
	hours, first, last := c.Hours(c.Layout), math.Inf(1), math.Inf(-1)
	for _, row := range f.sample.Rows {
		if x := hours(int(row)); x == x {
			first, last = min(first, x), max(last, x)
		}
	}
	if math.IsInf(first, 0) {
		return nil
	}
	year, month, day := dataset.DayOf(int(first))
	latest, _, _ := dataset.DayOf(int(last))
	for _, op := range asked {
		d := Derived{Op: op, Of: [2]string{c.Name}}
		switch {
		case op == Days || op == Weekday && !c.Layout.HasDays() || op == Hour && !c.Layout.HasTimes:
			continue
		case auto && op == Year && latest-year < manyYears:
			continue
		case op == Since:
			d.Since = fmt.Sprintf("%04d-%02d-%02d", year, month, day)
		}
		list = append(list, d)
	}
	return list
}

// pairs returns the derived columns of the days between two date columns. The first date of a pair is the one that is earlier in most rows.
func (f *fitter) pairs(t *dataset.Table, columns []int) (list []Derived) {
	columns = slices.DeleteFunc(slices.Clone(columns), func(j int) bool {
		asked, _ := f.o.datesOf(t.Columns[j].Name)
		return !slices.Contains(asked, Days)
	})
	for i, j := range columns {
		for _, k := range columns[:i] {
			if len(list) == mostPairs {
				return list
			}
			a, b := &t.Columns[k], &t.Columns[j]
			first, second, balance := a.Hours(a.Layout), b.Hours(b.Layout), 0
			for _, row := range f.sample.Rows {
				switch x, y := first(int(row)), second(int(row)); {
				case x < y:
					balance++
				case x > y:
					balance--
				}
			}
			d := Derived{Op: Days, Of: [2]string{a.Name, b.Name}}
			if balance < 0 {
				d.Of = [2]string{b.Name, a.Name}
			}
			list = append(list, d)
		}
	}
	return list
}

// DateChoice says which parts of dates become features, each as a list such as "year,weekday".
type DateChoice struct {
	All string            // for date columns that are not in Of
	Of  map[string]string // for single columns, by name
}

// A name may contain the semicolon that separates columns.
var escapeName, unescapeName = strings.NewReplacer("%", "%25", ";", "%3B"), strings.NewReplacer("%25", "%", "%3B", ";")

// ParseDateChoice parses a choice: "auto", "none" or a list such as "year,weekday", followed by choices for single columns, as in
// "auto; born=year,month". Empty means auto. It returns an error for an unknown part.
func ParseDateChoice(text string) (DateChoice, error) {
	c := DateChoice{All: autoParts, Of: map[string]string{}}
	for i, entry := range strings.Split(text, ";") {
		entry = strings.TrimSpace(entry)
		name, parts, single := "", entry, false
		if k := strings.LastIndex(entry, "="); k >= 0 {
			name, parts, single = unescapeName.Replace(strings.TrimSpace(entry[:k])), entry[k+1:], true
		}
		if !single && i > 0 {
			return c, fmt.Errorf("%q lacks the name of a column, such as admitted=%s", entry, entry)
		}
		var list []string
		for part := range strings.SplitSeq(parts, ",") {
			part = strings.TrimSpace(part)
			known := slices.Contains(DateParts, Operation(part)) || part == autoParts || part == noParts
			if !known && parts != "" {
				return c, fmt.Errorf("unknown part %q of a date: choose %s, none, or some of %s", part, autoParts, partList())
			}
			list = append(list, part)
		}
		if parts = strings.Join(list, ","); single {
			c.Of[name] = parts
		} else if parts != "" {
			c.All = parts
		}
	}
	return c, nil
}

func partList() string {
	var names []string
	for _, part := range DateParts {
		names = append(names, string(part))
	}
	return strings.Join(names, ", ")
}

// String writes the choice as ParseDateChoice reads it.
func (c DateChoice) String() string {
	text := c.All
	for _, name := range slices.Sorted(maps.Keys(c.Of)) {
		text += "; " + escapeName.Replace(name) + "=" + c.Of[name]
	}
	return text
}

// Parts returns the parts of a column, and whether they are the default: all parts but Since, which does not generalize to later rows.
// Fit also leaves out a default Year unless the dates span 20 years.
func (c DateChoice) Parts(column string) (parts []Operation, auto bool) {
	text, single := c.Of[column]
	if !single {
		text = c.All
	}
	for _, part := range DateParts {
		if auto = strings.Contains(text, autoParts); auto && part != Since || slices.Contains(strings.Split(text, ","), string(part)) {
			parts = append(parts, part)
		}
	}
	return parts, auto
}

// datesOf returns the parts of a date column to use, and whether they are the default.
func (o FitOptions) datesOf(column string) ([]Operation, bool) {
	choice, _ := ParseDateChoice(o.Dates)
	return choice.Parts(column)
}
