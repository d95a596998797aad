package prepare

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Differences returns sentences about how the test table differs from the training table: missing column names, columns that
// only one of them has, types, values that the training table lacks, and shifted distributions.
func (t Tables) Differences() []string {
	test, notes, err := ByPosition(t.Test, t.Table.TrainedColumns(), "", &binarize.Encoder{})
	if err != nil {
		return nil // it needs an encoder with columns
	}
	say := func(format string, values ...any) { notes = append(notes, fmt.Sprintf(format, values...)) }
	var missing, other []string
	var shifts []eval.Shift
	for j := range t.Table.Columns {
		c := &t.Table.Columns[j]
		at := test.Column(c.Name)
		if at < 0 {
			missing = append(missing, c.Name)
			continue
		}
		d := &test.Columns[at]
		if !haveValues(c, d) {
			continue
		}
		text, rows := unseen(c, d)
		switch {
		case c.IsNumber() != d.IsNumber() && c.Kind == d.Kind:
			say("column %q has numbers in one table and texts in the other", c.Name)
			continue
		case c.IsNumber() != d.IsNumber():
			say("column %q is %s in the training table and %s in the test table", c.Name, c.Kind, d.Kind)
			continue
		case rows > 0 && dataset.SameLabels(d.Values, c.Values): // which column is the target may still change
			say("column %q has its values in another form, such as %q: they match only if it is the target", c.Name, text)
			continue
		case rows > 0 && rows == test.Rows-d.Missing:
			say("column %q shares no value with the training table; one is %q", c.Name, text)
			continue
		case rows > 0:
			say("column %q has values that the training table lacks, such as %q: %s", c.Name, text, protocol.Plural(rows, "test row", "test rows"))
		}
		if s := shiftOf(c, d, t.Table.Rows, test.Rows); s.Moved {
			shifts = append(shifts, s)
		}
	}
	for _, d := range test.Columns {
		if t.Table.Column(d.Name) < 0 {
			other = append(other, d.Name)
		}
	}
	notes = append(notes, unmatched(missing, other)...)
	sort.SliceStable(shifts, func(i, j int) bool { return cmp.Less(shifts[j].Index, shifts[i].Index) })
	const most = 5 // enough to see that the tables differ
	for _, s := range shifts[:min(len(shifts), most)] {
		say("column %q is distributed differently: %v", s.Column, s)
	}
	if more := len(shifts) - most; more > 0 {
		say("%s more distributed differently", protocol.Plural(more, "column is", "columns are"))
	}
	return notes
}

// unmatched says which columns the test table lacks, and which the training table.
func unmatched(missing, other []string) (notes []string) {
	if len(missing) > 0 {
		note := "the test table lacks " + dataset.QuoteList(missing) +
			": rules cannot use a column that it lacks, so exclude it, unless it is the target"
		if len(other) > 0 {
			note += ", or rename it in the file if it has another name there"
		}
		notes = append(notes, note)
	}
	if len(other) > 0 {
		notes = append(notes, "the training table lacks these columns of the test table, which are not used: "+dataset.QuoteList(other))
	}
	return notes
}

// haveValues reports whether two columns have values to compare. Dates do not: rules use their parts.
func haveValues(c, d *dataset.Column) bool {
	if c.Kind == dataset.Date && d.Kind == dataset.Date && !(c.IsNumber() && d.IsNumber()) {
		return false
	}
	return c.Usable() && d.Usable() && c.Texts == nil && d.Texts == nil
}

// unseen returns a value of a categorical column that the column of another table lacks, and the number of rows with such values.
func unseen(of, in *dataset.Column) (value string, rows int) {
	if of.Values == nil || in.Values == nil || of.IsNumber() {
		return "", 0
	}
	for row := range in.Codes.Len() {
		code := in.Codes.At(row)
		if code < 0 || slices.Contains(of.Values, in.Values[code]) {
			continue
		}
		if rows++; rows == 1 {
			value = in.Values[code]
		}
	}
	return value, rows
}

// shiftOf compares a column of two tables. The bins are the tenths of the numbers in the first table, or its most frequent values. Missing
// cells have their own bin.
func shiftOf(c, d *dataset.Column, n, m int) eval.Shift {
	place, bins := binsOf(c, n)
	return eval.NewShift(c.Name, countBins(c, n, place, bins), countBins(d, m, place, bins))
}

// sampled returns how many rows of a table are compared: more change nothing that counts.
func sampled(rows int) int { return max(1, min(rows, 20_000)) }

// countBins counts the rows of a column in bins.
func countBins(c *dataset.Column, rows int, place func(c *dataset.Column, row int) int, bins int) []int {
	counts, n := make([]int, bins), sampled(rows)
	for i := range n {
		counts[place(c, i*rows/n)]++
	}
	return counts
}

// binsOf returns the number of bins of a column, and a function for the bin of a row, 0 for a missing cell.
func binsOf(c *dataset.Column, rows int) (place func(c *dataset.Column, row int) int, bins int) {
	if !c.IsNumber() {
		const most = 20
		known := map[string]int{}
		for _, text := range mostFrequent(c, most) {
			known[text] = len(known) + 1
		}
		return func(c *dataset.Column, row int) int {
			text, is := c.Text(row)
			k, common := known[text]
			switch {
			case !is:
				return 0
			case !common:
				return len(known) + 1
			}
			return k
		}, len(known) + 2
	}
	cuts := tenths(c, rows)
	return func(c *dataset.Column, row int) int {
		x := c.Number(row)
		if x != x {
			return 0
		}
		k, _ := slices.BinarySearch(cuts, x)
		return k + 1
	}, len(cuts) + 2
}

// mostFrequent returns the most frequent texts of a column.
func mostFrequent(c *dataset.Column, most int) []string {
	counts := make([]int, len(c.Values))
	for row := range c.Codes.Len() {
		if code := c.Codes.At(row); code >= 0 {
			counts[code]++
		}
	}
	var texts []string
	for _, k := range ByRows(counts)[:min(most, len(counts))] {
		texts = append(texts, c.Values[k])
	}
	return texts
}

// tenths returns the numbers that divide a column into ten parts of about equal size.
func tenths(c *dataset.Column, rows int) (cuts []float64) {
	var numbers []float64
	for n, i := sampled(rows), 0; i < n; i++ {
		if x := c.Number(i * rows / n); x == x {
			numbers = append(numbers, x)
		}
	}
	slices.Sort(numbers)
	const parts = 10
	for k := 1; k < parts && len(numbers) > 0; k++ {
		cuts = append(cuts, numbers[k*len(numbers)/parts])
	}
	return slices.Compact(cuts)
}
