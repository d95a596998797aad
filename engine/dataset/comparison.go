package dataset

import (
	"math"
	"slices"
	"strings"
)

// Comparison compares numbers with a threshold, such as "> 20".
type Comparison struct {
	Op        string // ">", "≥", "<" or "≤"
	Threshold float64
}

// operators are the comparison operators: their spellings, their canonical form, and their opposite.
var operators = []struct{ written, op, opposite string }{
	{">=", "≥", "<"}, {"<=", "≤", ">"}, {"≥", "≥", "<"}, {"≤", "≤", ">"}, {">", ">", "≤"}, {"<", "<", "≥"},
}

// ParseComparison parses a comparison, with or without blanks: "> 20", ">=20", "≤ -1.5".
func ParseComparison(text string) (Comparison, bool) {
	text = strings.TrimSpace(text)
	for _, o := range operators {
		rest, ok := strings.CutPrefix(text, o.written)
		if !ok {
			continue
		}
		x, ok := ParseNumber(strings.TrimSpace(rest))
		return Comparison{o.op, x}, ok
	}
	return Comparison{}, false
}

// String returns the comparison in the form that ParseComparison parses: "> 20".
func (c Comparison) String() string { return c.Op + " " + FormatNumber(c.Threshold) }

// Opposite returns the comparison that holds for all other numbers.
func (c Comparison) Opposite() Comparison {
	for _, o := range operators {
		if o.op == c.Op {
			return Comparison{o.opposite, c.Threshold}
		}
	}
	panic("dataset: a comparison without an operator")
}

// Holds reports whether the comparison is true for x.
func (c Comparison) Holds(x float64) bool {
	switch c.Op {
	case ">":
		return x > c.Threshold
	case "≥":
		return x >= c.Threshold
	case "<":
		return x < c.Threshold
	}
	return x <= c.Threshold
}

// comparison parses a comparison for the column, optionally preceded by its name. Numbers may have a decimal comma if
// those of the column have one.
func (c *Column) comparison(text string) (Comparison, bool) {
	for _, text := range []string{text, strings.TrimPrefix(strings.TrimSpace(text), c.Name)} {
		if compare, ok := ParseComparison(text); ok {
			return compare, true
		}
		if c.Form.Decimal == "," {
			if compare, ok := ParseComparison(strings.Replace(text, ",", ".", 1)); ok {
				return compare, true
			}
		}
	}
	return Comparison{}, false
}

// span returns the smallest and the largest number of a column of numbers.
func (c *Column) span() (least, most float64) {
	if c.Levels != nil {
		return c.Levels[0], c.Levels[len(c.Levels)-1]
	}
	least, most = math.Inf(1), math.Inf(-1)
	for _, x := range c.Numbers {
		if x == x {
			least, most = min(least, x), max(most, x)
		}
	}
	return least, most
}

// middle returns an example of a threshold: a number near the median of a column of numbers, below the largest one.
func (c *Column) middle() float64 {
	const enough = 1 << 16 // cells that are sampled
	var some []float64
	for row := 0; row < c.rows(); row += c.rows()/enough + 1 {
		if x := c.Number(row); x == x {
			some = append(some, x)
		}
	}
	slices.Sort(some)
	some = append(some, math.Inf(1)) // in case the sample lacks numbers
	i := (len(some) - 1) / 2
	least, most := c.span()
	for i > 0 && some[i] >= most {
		i--
	}
	if some[i] >= most {
		return least
	}
	return some[i]
}
