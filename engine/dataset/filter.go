package dataset

import (
	"math"
	"slices"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// Filter parses a filter of the rows by their cells in the column, and returns a function that reports whether a row passes. It may be:
//   - empty: all rows pass;
//   - "is missing" or "is known";
//   - in a numeric column: a number ("35"), an inclusive range ("20 to 30") or comparisons ("> 20 and ≤ 30"), see Typed;
//   - in a column of dates: a range or comparisons of whole days, in the layout of the column ("> 31.12.2023");
//   - in other columns, and of dates too: a part of the text in any letter case ("bern"), or = or ≠ and the whole text ("= Bern").
func (c *Column) Filter(text string) (func(row int) bool, error) {
	switch text = strings.TrimSpace(text); {
	case text == "":
		return func(int) bool { return true }, nil
	case strings.EqualFold(text, "is missing"):
		return c.IsMissing, nil
	case strings.EqualFold(text, "is known"):
		return func(row int) bool { return !c.IsMissing(row) }, nil
	case c.Kind == Numeric && c.IsNumber():
		return c.numberFilter(text)
	case c.Kind == Date && c.Layout != DateLayout{}:
		return c.dateFilter(text)
	}
	return c.textFilter(text), nil
}

func (c *Column) numberFilter(text string) (func(row int) bool, error) {
	list, ok := bounds(text, c.comparison, c.Typed)
	if x, is := c.Typed(text); is && !ok {
		list, ok = []Comparison{{"≥", x}, {"≤", x}}, true
	}
	if !ok {
		return nil, csvfile.NewError(BadFilter, "write a number, 20 to 30, > 20, > 20 and ≤ 30, is missing or is known",
			"%q is not a filter for the numbers of %q", text, c.Name)
	}
	return func(row int) bool { return within(list, c.Number(row)) }, nil
}

// dateFilter parses a filter of dates. A text that is neither a range nor a comparison is a part of a date, such as "2023" or "12.2023".
func (c *Column) dateFilter(text string) (func(row int) bool, error) {
	const day = 24
	days := func(text string) (float64, bool) {
		hours, ok := c.Layout.Hours(strings.TrimSpace(text))
		return math.Floor(float64(hours) / day), ok && !strings.Contains(text, ":") // a time would be ignored
	}
	list, ok := bounds(text, func(part string) (Comparison, bool) { return parseComparison(part, days) }, days)
	switch {
	case ok:
		hours := c.Hours(c.Layout)
		return func(row int) bool { return within(list, math.Floor(hours(row)/day)) }, nil
	case strings.ContainsAny(text, "<>≤≥"):
		day := ExampleDay(c.Layout)
		return nil, csvfile.NewError(BadFilter, "write a part of a date, > "+day+", "+day+" to "+day+", is missing or is known",
			"%q is not a filter for the dates of %q", text, c.Name)
	}
	return c.textFilter(text), nil
}

// within reports whether a value is known and all comparisons hold for it.
func within(list []Comparison, x float64) bool {
	return x == x && !slices.ContainsFunc(list, func(b Comparison) bool { return !b.Holds(x) })
}

// bounds parses a filter as comparisons that must all hold.
func bounds(text string, compare func(string) (Comparison, bool), value func(string) (float64, bool)) (list []Comparison, ok bool) {
	for _, between := range []string{" to ", "..", "…"} {
		if low, high, found := strings.Cut(text, between); found {
			from, known := value(low)
			to, too := value(high)
			return []Comparison{{"≥", from}, {"≤", to}}, known && too
		}
	}
	for part := range strings.SplitSeq(text, " and ") {
		b, ok := compare(part)
		if !ok {
			return nil, false
		}
		list = append(list, b)
	}
	return list, true
}

func (c *Column) textFilter(text string) func(row int) bool {
	part := strings.ToLower(text)
	holds := func(cell string) bool { return strings.Contains(strings.ToLower(cell), part) }
	if value, ok := strings.CutPrefix(text, "="); ok {
		value = strings.TrimSpace(value)
		holds = func(cell string) bool { return cell == value }
	} else if value, ok := strings.CutPrefix(text, "≠"); ok {
		value = strings.TrimSpace(value)
		holds = func(cell string) bool { return cell != value }
	}
	var byCode []bool
	if c.Codes != nil && c.Values != nil { // each value is tested once
		byCode = make([]bool, len(c.Values))
		for code, value := range c.Values {
			byCode[code] = holds(value)
		}
	}
	return func(row int) bool {
		if byCode != nil {
			code := c.Codes.At(row)
			return code >= 0 && byCode[code]
		}
		cell, ok := c.Text(row)
		return ok && holds(cell)
	}
}

// Comparison compares numbers with a threshold, such as "> 20".
type Comparison struct {
	Op        string // ">", "≥", "<" or "≤"
	Threshold float64
}

// operators are the spellings of comparison operators with their canonical form and its opposite; longer spellings come first.
var operators = []struct{ written, op, opposite string }{
	{">=", "≥", "<"}, {"<=", "≤", ">"}, {"≥", "≥", "<"}, {"≤", "≤", ">"}, {">", ">", "≤"}, {"<", "<", "≥"},
}

// ParseComparison parses a comparison, with or without blanks: "> 20", ">=20", "≤ -1.5".
func ParseComparison(text string) (Comparison, bool) { return parseComparison(text, ParseNumber) }

func parseComparison(text string, number func(string) (float64, bool)) (Comparison, bool) {
	text = strings.TrimSpace(text)
	for _, o := range operators {
		if rest, ok := strings.CutPrefix(text, o.written); ok {
			x, ok := number(strings.TrimSpace(rest))
			return Comparison{o.op, x}, ok
		}
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

// comparison parses a comparison with a number that Typed parses. The name of the column may precede it.
func (c *Column) comparison(text string) (Comparison, bool) {
	if compare, ok := parseComparison(text, c.Typed); ok {
		return compare, true
	}
	return parseComparison(strings.TrimPrefix(strings.TrimSpace(text), c.Name), c.Typed)
}

// Typed parses a number that a person typed for the column; see infer.NumberFormat.Typed.
func (c *Column) Typed(text string) (float64, bool) {
	least, most := c.span()
	return c.Form.Typed(text, least, most)
}

// span returns the smallest and the largest number of a column of numbers.
func (c *Column) span() (least, most float64) {
	if len(c.Levels) > 0 {
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

// middle returns an example of a threshold: a number near the median of the column that is below its largest number, if there is one.
func (c *Column) middle() float64 {
	const enough = 1 << 16 // cells that are sampled
	var some []float64
	for row := 0; row < c.rows(); row += c.rows()/enough + 1 {
		if x := c.Number(row); x == x {
			some = append(some, x)
		}
	}
	slices.Sort(some)
	some = append(some, math.Inf(1)) // the sample may contain no numbers
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
