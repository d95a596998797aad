package dataset

import (
	"context"
	"slices"

	"drnet/engine/dataset/csvfile"
)

// append adds the rows of the file Options.More, which must have columns of the same names. The kinds are inferred later, from all rows.
func (rd *reader) append(ctx context.Context) error {
	more := &reader{t: &Table{}, options: rd.options}
	more.options.Sheet, more.options.Sample = "", 0
	if more.options.Trained.Quote == "" && rd.content.format == "" {
		more.options.Trained.Quote = rd.file.Dialect.Quote
	}
	if more.options.Trained.Columns == nil { // for names that differ in their spelling
		for _, c := range rd.t.Columns {
			more.options.Trained.Columns = append(more.options.Trained.Columns, TrainedColumn{Name: c.Name})
		}
	}
	if err := more.open(ctx, rd.options.More); err != nil {
		return err
	}
	place := make([]int, len(more.t.Columns))
	var others []string
	for j, c := range more.t.Columns {
		if place[j] = rd.t.Column(c.Name); place[j] < 0 {
			others = append(others, c.Name)
		}
	}
	for _, c := range rd.t.Columns {
		if more.t.Column(c.Name) < 0 {
			others = append(others, c.Name)
		}
	}
	if len(others) > 0 {
		return csvfile.NewError(Header, "name them alike, or leave them out of both files",
			"the files cannot be joined: only one has %s", csvfile.QuoteList(others))
	}
	rd.first = rd.t.Rows
	_, decimal := rd.collect()
	cells := make([][]byte, len(place))
	err := rd.rows(ctx, more.file, func(got [][]byte, line int) {
		more.add(got, line)
		clear(cells)
		for j, cell := range got {
			cells[place[j]] = cell
		}
		rd.add(cells, line)
	})
	if err != nil {
		return err
	}
	f := more.file
	if err := f.Finish(rd.t.Rows - rd.first); err != nil {
		return err
	}
	if _, other := more.collect(); decimal != "" && other != "" && other != decimal { // 1.512 of one file would be read as 1512
		return csvfile.NewError(Type, "save both with the same decimal mark",
			"the files cannot be joined: numbers have a decimal point in one of them, and a decimal comma in the other")
	}
	for _, text := range more.warnings() {
		rd.file.Warnings = append(rd.file.Warnings, "appended file: "+text)
	}
	rd.file.BlankLines += f.BlankLines
	rd.file.Repaired += f.Repaired
	rd.file.LeftOut += f.LeftOut
	return nil
}

// compareAppended doubts columns whose values differ enough from row first on, where the appended file begins, that they may have another
// meaning there.
func (t *Table) compareAppended(first int) {
	for j := range t.Columns {
		c := &t.Columns[j]
		var before, after string
		switch {
		case c.Kind == Numeric:
			before, after = c.spans(first)
		case c.Kind == Binary || c.Kind == Categorical:
			before, after = c.disjoint(first)
		}
		if before != after {
			c.doubt("it has %s in the appended file, and %s before: write them alike if they mean the same", after, before)
		}
	}
}

// spans returns the ranges of the numbers before row first and from it on, if the median of one side is outside of the range of the other:
// one may have another unit. It returns "" for both otherwise, and if each side has a single number.
func (c *Column) spans(first int) (before, after string) {
	var sides [2][]float64
	for row := range c.rows() {
		if x := c.Number(row); x == x {
			side := min(row/first, 1)
			sides[side] = append(sides[side], x)
		}
	}
	a, b := sides[0], sides[1]
	slices.Sort(a)
	slices.Sort(b)
	out := func(a, b []float64) bool {
		return len(a) > 0 && len(b) > 0 && (a[len(a)/2] < b[0] || a[len(a)/2] > b[len(b)-1])
	}
	if !out(a, b) && !out(b, a) || a[0] == a[len(a)-1] && b[0] == b[len(b)-1] { // each file may be of one site or year
		return "", ""
	}
	span := func(a []float64) string { return FormatNumber(a[0]) + " to " + FormatNumber(a[len(a)-1]) }
	return span(a), span(b)
}

// disjoint returns the values before row first and from it on, if no value is on both sides and the column has more than two. It returns ""
// for both otherwise.
func (c *Column) disjoint(first int) (before, after string) {
	sides := make([]int, len(c.Values)) // 1 for a value before the row, 2 for one after it, 3 for one of both
	for row := range c.rows() {
		if code := c.Codes.At(row); code >= 0 {
			sides[code] |= 1 << min(row/first, 1)
		}
	}
	var values [2][]string
	for i, side := range sides {
		if side == 3 {
			return "", ""
		}
		values[side-1] = append(values[side-1], c.Values[i])
	}
	if len(c.Values) == binaryValues || len(values[0]) == 0 || len(values[1]) == 0 {
		return "", ""
	}
	return csvfile.QuoteList(values[0]), csvfile.QuoteList(values[1])
}
