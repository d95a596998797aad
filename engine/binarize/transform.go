package binarize

import (
	"fmt"
	"math"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// Report says what a transformed table had that the fitted rows had not.
type Report struct {
	Gaps []Gap `json:"gaps,omitempty"` // columns with unseen or missing cells, in the order of the encoder
}

// Gap counts the cells of one column that are not answered as they stand.
type Gap struct {
	Column  string `json:"column"`
	Unseen  int    `json:"unseen,omitempty"`  // values that the fitted rows did not have: all bits are zero
	Missing int    `json:"missing,omitempty"` // missing (or no number, where there are thresholds), in a column without a feature for it: all bits are zero
	Filled  int    `json:"filled,omitempty"`  // missing, and replaced by the column's fill
}

// places of a cell among the bits of its column, besides the index of its value or of the first threshold it is
// at most.
const (
	unseen  = -1
	missing = -2
	other   = -3 // the second value of two, which has no bit
)

// Transform encodes the rows of a table: row i of the matrix is rows[i], column j is feature j. The table's columns
// are found by their names, whatever their order and kind; it may be another one than the encoder was fitted on.
// A column that it lacks is a *dataset.Error.
func (e *Encoder) Transform(t *dataset.Table, rows []int32) (*bitmat.Matrix, Report, error) {
	m := bitmat.New(len(rows), e.Bits())
	var report Report
	bit := 0
	places := make([]int32, len(rows))
	for i := range e.Columns {
		c := &e.Columns[i]
		j := t.Column(c.Name)
		if j < 0 {
			return nil, Report{}, &dataset.Error{Kind: dataset.Header, Message: fmt.Sprintf("the table has no column %q", c.Name),
				Hint: "the rules ask about it: choose a table with the columns that they were learnt from"}
		}
		c.place(places, &t.Columns[j], rows)
		gap := c.write(m, bit, places)
		if gap != (Gap{Column: c.Name}) {
			report.Gaps = append(report.Gaps, gap)
		}
		bit += c.bits()
	}
	return m, report, nil
}

// place finds the place of the cell of each row.
func (c *Column) place(places []int32, from *dataset.Column, rows []int32) {
	find := c.finder()
	if from.Values == nil {
		for i, row := range rows {
			if x := from.Number(int(row)); math.IsNaN(x) {
				places[i] = missing
			} else {
				places[i] = find.number(x)
			}
		}
		return
	}
	byCode := make([]int32, len(from.Values))
	for code, text := range from.Values {
		byCode[code] = find.text(text)
	}
	for i, row := range rows {
		if code := from.Codes.At(int(row)); code < 0 {
			places[i] = missing
		} else {
			places[i] = byCode[code]
		}
	}
}

// write sets the bits of the column, the first of which is bit, and counts the cells that have none.
func (c *Column) write(m *bitmat.Matrix, bit int, places []int32) Gap {
	gap := Gap{Column: c.Name}
	fill := int32(missing)
	if c.Fill != "" {
		find := c.finder()
		fill = find.text(c.Fill)
	}
	n := len(c.Thresholds) + len(c.Values)
	for i, place := range places {
		if place == missing {
			switch {
			case c.Missable:
				m.Set(i, bit+n)
			case fill != missing:
				gap.Filled++
			default:
				gap.Missing++
			}
			place = fill
		} else if place == unseen {
			gap.Unseen++
		}
		if place < 0 {
			continue
		}
		last := int(place) // a value sets its own bit, a number those of all thresholds from its place on
		if len(c.Thresholds) > 0 {
			last = n - 1
		}
		for k := int(place); k <= last; k++ {
			m.Set(i, bit+k)
		}
	}
	return gap
}

// finder finds the place of a cell in a column.
type finder struct {
	thresholds []float64
	texts      map[string]int32
	numbers    map[float64]int32 // the values that are numbers, however they are spelled
}

func (c *Column) finder() finder {
	f := finder{thresholds: c.Thresholds}
	if len(c.Thresholds) > 0 {
		return f
	}
	f.texts, f.numbers = map[string]int32{}, map[float64]int32{}
	for i, v := range c.Values {
		f.add(v, int32(i))
	}
	if c.Other != "" {
		f.add(c.Other, other)
	}
	return f
}

// add gives a value its place; of two spellings of one number, the first one stands for unknown spellings.
func (f *finder) add(value string, place int32) {
	f.texts[value] = place
	if x, ok := dataset.ParseNumber(value); ok {
		if _, taken := f.numbers[x]; !taken {
			f.numbers[x] = place
		}
	}
}

func (f *finder) number(x float64) int32 {
	if len(f.thresholds) > 0 {
		return int32(sort.SearchFloat64s(f.thresholds, x))
	}
	if place, ok := f.numbers[x]; ok {
		return place
	}
	return unseen
}

func (f *finder) text(text string) int32 {
	if place, ok := f.texts[text]; ok {
		return place
	}
	if x, ok := dataset.ParseNumber(text); ok {
		return f.number(x)
	}
	if f.thresholds != nil {
		return missing // no number where the rules ask for one
	}
	return unseen
}
