package prepare

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Grouping divides rows by the values of some columns.
type Grouping struct{ columns []groupColumn }

// groupColumn divides rows by one column: by bands of a number, or by text.
type groupColumn struct {
	name   string
	bounds []float64 // of the bands, ascending; a band includes its upper bound; nil for texts
	parts  []string  // names of the groups; the last ones are other values and missing cells
	place  map[string]int
}

const (
	maxGroupColumns = 3
	maxGroupValues  = 12 // values of a column with their own group; the rarer ones share one
	groupBands      = 4  // bands of a column with more different numbers, divided at its quartiles

	missingGroup = "(missing)"
	otherGroup   = "(other values)"
)

// GroupBy returns a grouping for each column and, for several columns, one for their combinations. The values and the bands are fitted
// to the given rows of the table, all rows for nil. They do not depend on labels or predictions.
func GroupBy(t *dataset.Table, rows []int32, columns []string) ([]Grouping, error) {
	if n := len(columns); n < 1 || n > maxGroupColumns {
		return nil, protocol.BadSettingf(fmt.Sprintf("choose from 1 to %d columns", maxGroupColumns), "%d columns form groups", n)
	}
	if rows == nil {
		rows = bitmat.Indexes[int32](t.Rows)
	}
	var all Grouping
	var list []Grouping
	for i, name := range columns {
		at := t.Column(name)
		switch {
		case at < 0:
			return nil, t.NoColumn(name)
		case slices.Contains(columns[:i], name):
			return nil, protocol.BadSettingf("name each column once", "the column %q occurs twice", name)
		}
		c := newGroupColumn(&t.Columns[at], rows)
		list = append(list, Grouping{[]groupColumn{c}})
		all.columns = append(all.columns, c)
	}
	if len(columns) > 1 {
		list = append(list, all)
	}
	return list, nil
}

func newGroupColumn(c *dataset.Column, rows []int32) groupColumn {
	g := groupColumn{name: c.Name, place: map[string]int{}}
	counts, numbers := map[string]int{}, []float64(nil)
	for _, row := range rows {
		if text, ok := c.Text(int(row)); ok {
			counts[text]++
			if c.IsNumber() {
				numbers = append(numbers, c.Number(int(row)))
			}
		}
	}
	if len(counts) > maxGroupValues && c.IsNumber() {
		slices.Sort(numbers)
		for _, cut := range binarize.Quantiles(numbers, groupBands-1) { // rounded down to a number of the column, for readability
			at, found := slices.BinarySearch(numbers, cut)
			if !found {
				at--
			}
			g.bounds = append(g.bounds, numbers[at])
		}
		g.bounds = slices.Compact(g.bounds)
		g.parts = append(bands(g.bounds), missingGroup)
		return g
	}
	for text := range counts {
		g.parts = append(g.parts, text)
	}
	sort.Slice(g.parts, func(i, j int) bool {
		a, b := g.parts[i], g.parts[j]
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) < 0
	})
	if len(g.parts) > maxGroupValues {
		g.parts = g.parts[:maxGroupValues-1]
	}
	for i, text := range g.parts {
		g.place[text] = i
	}
	g.parts = append(g.parts, otherGroup, missingGroup)
	return g
}

// bands names the bands between ascending bounds: "≤ 28", "> 28, ≤ 37", "> 37".
func bands(bounds []float64) (names []string) {
	texts := dataset.FormatNumbers(bounds)
	for i, text := range texts {
		name := "≤ " + text
		if i > 0 {
			name = "> " + texts[i-1] + ", " + name
		}
		names = append(names, name)
	}
	return append(names, "> "+texts[len(texts)-1])
}

// part returns the index of the group of a row's cell.
func (g *groupColumn) part(c *dataset.Column, row int) int {
	missing := len(g.parts) - 1
	if g.bounds != nil {
		x := c.Parsed(row)
		if x != x {
			return missing
		}
		at, _ := slices.BinarySearch(g.bounds, x)
		return at
	}
	text, ok := c.Text(row)
	if !ok {
		return missing
	}
	if at, known := g.place[text]; known {
		return at
	}
	return missing - 1
}

// Groups returns the groups of some rows of a table, which must have the columns, and the index of each row's group.
func (g Grouping) Groups(t *dataset.Table, rows []int32) (out eval.Groups, of []int, err error) {
	of, place := make([]int, len(rows)), map[int]int{}
	for _, c := range g.columns {
		out.Columns = append(out.Columns, c.name)
		at := t.Column(c.name)
		if at < 0 {
			return out, nil, t.NoColumn(c.name)
		}
		for i, row := range rows {
			of[i] = of[i]*len(c.parts) + c.part(&t.Columns[at], int(row))
		}
	}
	for i, code := range of {
		at, known := place[code]
		if !known {
			at = len(out.List)
			place[code], out.List = at, append(out.List, eval.Group{Values: g.values(code)})
		}
		of[i] = at
	}
	return out, of, nil
}

// values returns the values of a combination, one for each column.
func (g Grouping) values(code int) []string {
	values := make([]string, len(g.columns))
	for i := len(g.columns) - 1; i >= 0; i-- {
		n := len(g.columns[i].parts)
		values[i], code = g.columns[i].parts[code%n], code/n
	}
	return values
}
