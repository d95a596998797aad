package dataset

import (
	"cmp"
	"fmt"
	"slices"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// contents is the content of a column with codes.
type contents struct {
	infer.ColumnContent         // texts without missing marks, decoded, by first occurrence
	index               []int32 // by code: index of the text, or -1 for a missing mark
}

// column makes the column and returns its warnings. Contents is nil for a column without codes.
func (b *builder) column(c *contents, h infer.Hint) (Column, []string, error) {
	switch {
	case b.numbers != nil:
		column, warnings := b.ofNumbers()
		return column, warnings, nil
	case b.texts != nil:
		column, err := b.ofTexts()
		return column, nil, err
	}
	f, wrong := infer.KindOf(c.ColumnContent, b.want, h)
	if wrong != nil {
		return Column{}, nil, &Error{Kind: Type, Message: wrong.Message, Hint: wrong.Hint}
	}
	return b.coded(c, f), f.Warnings, nil
}

// collect counts the cells of each text, separately for missing marks.
func (b *builder) collect() *contents {
	count := make([]int, b.dictionary.len())
	b.codes.countInto(count)
	c := &contents{ColumnContent: infer.ColumnContent{Name: b.name}, index: make([]int32, len(count))}
	b.marks = map[string]int{}
	for code, raw := range b.dictionary.texts() {
		if b.missing.Has([]byte(raw)) {
			b.marks[raw] += count[code]
			c.Missing += count[code]
			c.index[code] = -1
			continue
		}
		c.index[code] = int32(len(c.Texts))
		c.Texts = append(c.Texts, string(b.decoder.Text([]byte(raw), int(b.lines[code]))))
		c.Rows = append(c.Rows, count[code])
	}
	c.Patterns = infer.CountPatterns(c.Texts, c.Rows)
	return c
}

// marksOf lists the missing marks by descending frequency.
func marksOf(count map[string]int) []MissingMark {
	var marks []MissingMark
	for text, rows := range count {
		if rows > 0 {
			marks = append(marks, MissingMark{text, rows})
		}
	}
	slices.SortFunc(marks, func(a, b MissingMark) int { return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Text, b.Text)) })
	return marks
}

// coded makes a column of codes. Codes are in the ascending order of its levels or values.
func (b *builder) coded(c *contents, f infer.Inference) Column {
	out := Column{
		Name: b.name, Kind: f.Kind, Missing: c.Missing + f.Odd, Odd: f.Odd, Form: f.Format,
		Notes: f.Notes, Marks: marksOf(b.marks),
	}
	order := make([]int32, len(c.Texts)) // index of each text among the values
	if f.Numbers == nil {
		out.Values = distinct(c.Texts, order) // a text may occur in two encodings
	} else {
		out.Levels = distinct(f.Numbers, order)
		if f.Kind != Numeric && f.Kind != ID {
			for _, x := range out.Levels {
				out.Values = append(out.Values, FormatNumber(x))
			}
		}
	}
	to := make([]int32, len(c.index))
	for code, k := range c.index {
		if to[code] = -1; k >= 0 {
			to[code] = order[k]
		}
	}
	b.codes.Replace(to)
	out.Codes = &b.codes
	return out
}

// distinct returns the distinct values, ascending, and sets the index of each value among them; -1 for NaN.
func distinct[T cmp.Ordered](values []T, index []int32) []T {
	list := slices.Clone(values)
	slices.Sort(list)
	list = slices.Compact(list)
	for len(list) > 0 && list[0] != list[0] { // NaN is less than all numbers, and differs from itself
		list = list[1:]
	}
	for k, x := range values {
		at, found := slices.BinarySearch(list, x)
		if index[k] = int32(at); !found {
			index[k] = -1
		}
	}
	return slices.Clip(list)
}

// ofNumbers makes a column of numbers without codes, and returns its warnings.
func (b *builder) ofNumbers() (Column, []string) {
	n := b.numbers
	s := infer.StatsOf(n.cells, nil)
	missing := len(n.cells) - s.Rows
	out := Column{
		Name: b.name, Kind: s.Kind(b.name, missing), Numbers: n.cells, Missing: missing,
		Odd: len(n.odd), Form: n.form, Marks: marksOf(b.marks),
	}
	if b.want == Numeric {
		out.Kind = Numeric
	}
	if len(n.odd) == 0 {
		return out, nil
	}
	note := fmt.Sprintf("%d of its %d values are not numbers and count as missing, the first is %q in line %d",
		len(n.odd), len(n.odd)+s.Rows, n.odd[0].text, n.odd[0].line)
	out.Notes = []string{note}
	return out, []string{fmt.Sprintf("column %q: %s", b.name, note)}
}

// ofTexts makes a column of texts without codes.
func (b *builder) ofTexts() (Column, error) {
	out := Column{Name: b.name, Kind: Text, Texts: b.texts, Marks: marksOf(b.marks)}
	for _, mark := range out.Marks {
		out.Missing += mark.Rows
	}
	switch {
	case b.want == Binary || b.want == Categorical || b.want == Numeric:
		return out, csvfile.NewError(Type, "leave its type to be found",
			"column %q cannot be %s: it has more than %d different texts", b.name, b.want, maxTexts)
	case b.want != "":
		out.Kind = b.want
	case b.dates:
		out.Kind = Date
	case b.unique:
		out.Kind = ID
	}
	return out, nil
}
