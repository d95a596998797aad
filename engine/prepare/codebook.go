package prepare

import (
	"fmt"
	"maps"
	"slices"

	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// GroupNotes names the values in groups that the table lacks, as they may be misspelled. The book must fit the table.
func GroupNotes(t *dataset.Table, book codebook.Book) (notes []string) {
	for _, name := range slices.Sorted(maps.Keys(book)) {
		var grouped []string
		for _, g := range book[name].Groups {
			grouped = append(grouped, g.Values...)
		}
		if absent := absent(t, &t.Columns[t.Column(name)], grouped); len(absent) > 0 {
			notes = append(notes, fmt.Sprintf("the groups of column %q contain values that it does not have: %s", name, dataset.QuoteList(absent)))
		}
	}
	return notes
}

// absent returns the values that a column lacks. As in an encoder, all spellings of a number are one value.
func absent(t *dataset.Table, c *dataset.Column, values []string) []string {
	key := func(text string) string {
		if x, ok := dataset.ParseNumber(text); ok {
			return dataset.FormatNumber(x)
		}
		return text
	}
	left := map[string]bool{}
	for _, v := range values {
		left[key(v)] = true
	}
	for _, v := range slices.Concat(c.Values, dataset.FormatNumbers(c.Levels)) {
		delete(left, key(v))
	}
	for row := 0; c.Codes == nil && row < t.Rows && len(left) > 0; row++ { // too many values for a list
		if text, ok := c.Text(row); ok {
			delete(left, key(text))
		}
	}
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !left[key(v)] })
}
