package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

const (
	maxCategories  = 100 // more different texts than this are Text
	minIDRows      = 10  // in fewer rows all values may differ by chance
	mostlyNumbers  = 0.9 // share of numbers from which the other values of a column are worth a warning
	binaryValues   = 2
	constantValues = 1
)

// column makes the column from all its cells. Want is its kind, or "" if that is to be found.
func (b *builder) column(name string, want Kind) (Column, []string, error) {
	kind := want
	if kind == "" {
		kind = b.kind()
	}
	c := Column{Name: name, Kind: kind, Missing: b.empty}
	switch {
	case kind == Numeric:
		return b.numeric(c)
	case b.index == nil && kind == ID:
		c.Numbers = b.numbers
		return c, nil, nil
	case b.index == nil:
		b.toTexts()
	}
	b.categories(&c, want == "")
	if kind == Binary && len(c.Values) != binaryValues {
		return c, nil, &Error{Kind: Type, Hint: "leave its type to be found, or choose categorical",
			Message: fmt.Sprintf("column %q cannot be binary: it has %d different values", name, len(c.Values))}
	}
	return c, b.oddValues(c), nil
}

// kind finds the kind of the column.
func (b *builder) kind() Kind {
	if b.others == 0 {
		return b.kindOfNumbers()
	}
	n := len(b.texts)
	switch {
	case n == constantValues:
		return Constant
	case n == binaryValues:
		return Binary
	case n == b.rows() && n >= minIDRows:
		return ID
	case n > maxCategories:
		return Text
	}
	return Categorical
}

func (b *builder) kindOfNumbers() Kind {
	var few []float64 // the first different numbers, up to three
	least, most := math.Inf(1), math.Inf(-1)
	b.eachNumber(func(x float64) {
		least, most = min(least, x), max(most, x)
		if len(few) <= binaryValues && !slices.Contains(few, x) {
			few = append(few, x)
		}
	})
	switch {
	case len(few) == 0:
		return Empty
	case len(few) == constantValues:
		return Constant
	case len(few) == binaryValues:
		return Binary
	case b.isRun(least, most):
		return ID
	}
	return Numeric
}

// eachNumber calls f with the number of each cell that is not missing, in a column that has nothing but numbers.
func (b *builder) eachNumber(f func(x float64)) {
	for _, x := range b.numbers {
		if !math.IsNaN(x) {
			f(x)
		}
	}
	for _, code := range b.codes {
		if code >= 0 {
			f(b.values[code])
		}
	}
}

// isRun reports whether the numbers are consecutive integers, each in one row, as row numbers are.
func (b *builder) isRun(least, most float64) bool {
	rows := b.rows()
	if rows < minIDRows || b.empty > 0 || most-least != float64(rows-1) {
		return false
	}
	seen, run := make([]bool, rows), true
	b.eachNumber(func(x float64) {
		i := int(x - least)
		if run = run && x == math.Trunc(x) && !seen[i]; run {
			seen[i] = true
		}
	})
	return run
}

// numeric completes a column of numbers; in one that was asked to be numeric, texts become missing cells.
func (b *builder) numeric(c Column) (Column, []string, error) {
	if b.index != nil {
		b.toNumbers()
	}
	c.Numbers = b.numbers
	if b.others == 0 {
		return c, nil, nil
	}
	c.Missing += b.others
	return c, []string{fmt.Sprintf("column %q: %d values are not numbers and count as missing, the first is %q in line %d",
		c.Name, b.others, b.firstOther, b.firstLine)}, nil
}

// categories completes a column of codes: values ascending, and different spellings of a number as one value if
// merge is true and all values are numbers.
func (b *builder) categories(c *Column, merge bool) {
	numbers := b.others == 0
	order := make([]int32, len(b.texts))
	for code := range order {
		order[code] = int32(code)
	}
	slices.SortFunc(order, func(p, q int32) int {
		if numbers && b.values[p] != b.values[q] {
			return cmp.Compare(b.values[p], b.values[q])
		}
		return cmp.Compare(b.texts[p], b.texts[q])
	})
	place := make([]int32, len(order)) // old code -> new code
	for i, code := range order {
		text := b.texts[code]
		if merge && numbers {
			text = FormatNumber(b.values[code])
		}
		if i == 0 || text != c.Values[len(c.Values)-1] {
			c.Values = append(c.Values, text)
		}
		place[code] = int32(len(c.Values) - 1)
	}
	if numbers && merge {
		c.Levels = make([]float64, len(c.Values))
		for i, text := range c.Values {
			c.Levels[i], _ = ParseNumber(text)
		}
	}
	c.Codes = NewCodes(b.codes)
	c.Codes.Replace(place)
}

// oddValues warns of a column that would be numeric but for a few values, or for its decimal commas.
func (b *builder) oddValues(c Column) []string {
	present := b.rows() - b.empty
	if b.others > 0 && !slices.ContainsFunc(c.Values, func(v string) bool { return !hasDecimalComma(v) }) {
		return []string{fmt.Sprintf("column %q counts as %s: its values look like numbers with a decimal comma; save them with a point",
			c.Name, c.Kind)}
	}
	if b.others == 0 || b.rows() < minIDRows || float64(present-b.others) < mostlyNumbers*float64(present) {
		return nil
	}
	return []string{fmt.Sprintf("column %q counts as %s: %d of its %d values are not numbers, the first is %q in line %d",
		c.Name, c.Kind, b.others, present, b.firstOther, b.firstLine)}
}
