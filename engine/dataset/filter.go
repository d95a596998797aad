package dataset

import (
	"strings"

	"drnet/engine/dataset/csvfile"
)

// Filters that test whether there is a value.
const (
	filterMissing = "is missing"
	filterKnown   = "is known"
)

// Filter parses a filter of the rows by their cells in the column, and returns a function that reports whether a row
// passes. The filters "is missing" and "is known" test whether there is a value. A filter of numbers is a number ("35"), an
// inclusive range ("20 to 30") or comparisons ("> 20", "> 20 and ≤ 30"), with the decimal comma of the column if it has one.
// A filter of other columns is a part of the text in any letter case ("bern"), or the whole text after = or ≠ ("= Bern").
// All rows pass an empty filter.
func (c *Column) Filter(text string) (func(row int) bool, error) {
	switch text = strings.TrimSpace(text); {
	case text == "":
		return func(int) bool { return true }, nil
	case strings.EqualFold(text, filterMissing):
		return c.IsMissing, nil
	case strings.EqualFold(text, filterKnown):
		return func(row int) bool { return !c.IsMissing(row) }, nil
	case c.Kind == Numeric && c.IsNumber():
		return c.numberFilter(text)
	}
	return c.textFilter(text), nil
}

// numberFilter is Filter for a column of numbers.
func (c *Column) numberFilter(text string) (func(row int) bool, error) {
	list, ok := c.bounds(text)
	if !ok {
		return nil, csvfile.NewError(BadFilter, "write a number, 20 to 30, > 20, > 20 and ≤ 30, is missing or is known",
			"%q is not a filter for the numbers of %q", text, c.Name)
	}
	return func(row int) bool {
		x := c.Number(row)
		for _, b := range list {
			if !(x == x && b.Holds(x)) {
				return false
			}
		}
		return true
	}, nil
}

// bounds parses a filter of numbers as comparisons that must all hold.
func (c *Column) bounds(text string) (list []Comparison, ok bool) {
	for _, between := range []string{" to ", "..", "…"} {
		if low, high, found := strings.Cut(text, between); found {
			from, known := c.number(low)
			to, too := c.number(high)
			return []Comparison{{"≥", from}, {"≤", to}}, known && too
		}
	}
	if x, ok := c.number(text); ok {
		return []Comparison{{"≥", x}, {"≤", x}}, true
	}
	for _, part := range strings.Split(text, " and ") {
		b, ok := c.comparison(part)
		if !ok {
			return nil, false
		}
		list = append(list, b)
	}
	return list, true
}

// number parses a number with the decimal mark of the column or a point.
func (c *Column) number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	x, ok := ParseNumber(text)
	if !ok && c.Form.Decimal == "," && strings.Count(text, ",") == 1 {
		x, ok = ParseNumber(strings.Replace(text, ",", ".", 1))
	}
	return x, ok
}

// textFilter is Filter for all other columns.
func (c *Column) textFilter(text string) func(row int) bool {
	holds := func(cell string) bool { return strings.Contains(strings.ToLower(cell), text) }
	switch value, equals := strings.CutPrefix(text, "="); {
	case equals:
		value = strings.TrimSpace(value)
		holds = func(cell string) bool { return cell == value }
	case strings.HasPrefix(text, "≠"):
		value = strings.TrimSpace(strings.TrimPrefix(text, "≠"))
		holds = func(cell string) bool { return cell != value }
	default:
		text = strings.ToLower(text)
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
