package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// contents is what the cells of a coded column are, each different text once.
type contents struct {
	summary         // the texts that are no marks of missing cells, decoded, by first occurrence
	index   []int32 // by code: place among the texts, or -1 for a mark
	marks   map[string]int
}

// column makes the column. Contents is nil for one that gave its codes up.
func (b *builder) column(c *contents, h hint) (Column, []string, error) {
	switch {
	case b.numbers != nil:
		column, warnings := b.measured()
		return column, warnings, nil
	case b.texts != nil:
		column, err := b.worded()
		return column, nil, err
	}
	f, wrong := infer(c.summary, b.want, h)
	if wrong != nil {
		return Column{}, nil, wrong
	}
	return b.coded(c, f), f.warnings, nil
}

// collect counts the cells of each text and sets the marks of missing cells apart.
func (b *builder) collect() *contents {
	count := make([]int, b.dictionary.len())
	b.codes.countInto(count)
	c := &contents{summary: summary{name: b.name}, index: make([]int32, len(count)), marks: map[string]int{}}
	for code, raw := range b.dictionary.texts() {
		if b.missing.is([]byte(raw)) {
			c.marks[raw] += count[code]
			c.missing += count[code]
			c.index[code] = -1
			continue
		}
		c.index[code] = int32(len(c.texts))
		c.texts = append(c.texts, string(b.letters.text([]byte(raw), int(b.lines[code]))))
		c.rows = append(c.rows, count[code])
	}
	c.evidence = survey(c.texts, c.rows)
	return c
}

// marksOf lists the marks of missing cells, the most frequent one first.
func marksOf(count map[string]int) []Mark {
	texts := slices.Sorted(maps.Keys(count))
	slices.SortStableFunc(texts, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	var marks []Mark
	for _, text := range texts {
		if rows := count[text]; rows > 0 {
			marks = append(marks, Mark{text, rows})
		}
	}
	return marks
}

// coded makes a column of codes, its levels or values ascending and the codes in their order.
func (b *builder) coded(c *contents, f finding) Column {
	out := Column{Name: b.name, Kind: f.kind, Missing: c.missing + f.odd, Odd: f.odd, Form: f.form, Notes: f.notes, Marks: marksOf(c.marks)}
	place := make([]int32, len(c.texts)) // of a text among the values
	if f.numbers == nil {
		out.Values = ordered(c.texts, place)
	} else {
		out.Levels = levels(f.numbers, place)
		if f.kind != Numeric && f.kind != ID {
			for _, x := range out.Levels {
				out.Values = append(out.Values, FormatNumber(x))
			}
		}
	}
	to := make([]int32, len(c.index))
	for code, k := range c.index {
		if to[code] = -1; k >= 0 {
			to[code] = place[k]
		}
	}
	b.codes.Replace(to)
	out.Codes = &b.codes
	return out
}

// levels returns the different numbers, ascending, and puts the place of each value among them into place; -1 for NaN.
func levels(values []float64, place []int32) []float64 {
	sorted := make([]float64, 0, len(values))
	for _, x := range values {
		if !math.IsNaN(x) {
			sorted = append(sorted, x)
		}
	}
	slices.Sort(sorted)
	sorted = slices.Clip(slices.Compact(sorted))
	for k, x := range values {
		if place[k] = -1; !math.IsNaN(x) {
			at, _ := slices.BinarySearch(sorted, x)
			place[k] = int32(at)
		}
	}
	return sorted
}

// ordered returns the different texts, ascending, and puts the place of each among them into place.
func ordered(texts []string, place []int32) []string {
	order := make([]int32, len(texts))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortFunc(order, func(p, q int32) int { return cmp.Compare(texts[p], texts[q]) })
	var list []string
	for _, k := range order {
		if len(list) == 0 || texts[k] != list[len(list)-1] { // two encodings of a text are one
			list = append(list, texts[k])
		}
		place[k] = int32(len(list) - 1)
	}
	return list
}

// measured makes a column of numbers that were too many for codes.
func (b *builder) measured() (Column, []string) {
	n := b.numbers
	s := spreadOf(n.cells, nil)
	out := Column{
		Name: b.name, Kind: s.kind(b.name, len(n.cells)-s.rows), Numbers: n.cells, Missing: len(n.cells) - s.rows,
		Odd: len(n.odd), Form: n.form, Marks: marksOf(n.marks),
	}
	if b.want == Numeric {
		out.Kind = Numeric
	}
	if len(n.odd) == 0 {
		return out, nil
	}
	note := fmt.Sprintf("%d of its %d values are not numbers and count as missing, the first is %q in line %d", len(n.odd), len(n.odd)+s.rows,
		n.odd[0].text, n.odd[0].line)
	out.Notes = []string{note}
	return out, []string{fmt.Sprintf("column %q: %s", b.name, note)}
}

// worded makes a column of texts that were too many for codes.
func (b *builder) worded() (Column, error) {
	out := Column{Name: b.name, Kind: Text, Texts: b.texts, Marks: marksOf(b.marks)}
	for _, mark := range out.Marks {
		out.Missing += mark.Rows
	}
	switch {
	case b.want == Binary || b.want == Categorical || b.want == Numeric:
		return out, &Error{
			Kind: Type, Message: fmt.Sprintf("column %q cannot be %s: it has more than %d different texts", b.name, b.want, maxTexts),
			Hint: "leave its type to be found",
		}
	case b.want != "":
		out.Kind = b.want
	case b.dates:
		out.Kind = Date
	case b.unique:
		out.Kind = ID
	}
	return out, nil
}
