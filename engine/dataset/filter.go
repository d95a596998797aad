package dataset

import (
	"fmt"
	"strings"
)

// Words of a filter that are about whether there is a value, and not about which.
const (
	filterMissing = "is missing"
	filterKnown   = "is known"
)

// Filter reads what a person wants to see of a column, and returns which rows that is. "is missing" and "is known" say whether
// there is a value. Of numbers it is one of them ("35"), a range with both ends in it ("20 to 30") or comparisons ("> 20",
// "> 20 and ≤ 30"); they may have the decimal comma of the column. Of other columns it is a part of the text in upper or lower
// case ("bern"), or with = or ≠ in front the whole of it ("= Bern"). An empty filter holds for all rows.
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

func (c *Column) numberFilter(text string) (func(row int) bool, error) {
	list, ok := c.bounds(text)
	if !ok {
		return nil, &Error{
			Kind: BadFilter, Message: fmt.Sprintf("%q is no filter for the numbers of %q", text, c.Name),
			Hint: "write a number, 20 to 30, > 20, > 20 and ≤ 30, is missing or is known",
		}
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

// bounds reads a filter of numbers as comparisons that must all hold.
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

// number reads a number as the column writes it, or with a point.
func (c *Column) number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	x, ok := ParseNumber(text)
	if !ok && c.Form.Decimal == "," && strings.Count(text, ",") == 1 {
		x, ok = ParseNumber(strings.Replace(text, ",", ".", 1))
	}
	return x, ok
}

func (c *Column) textFilter(text string) func(row int) bool {
	holds := func(cell string) bool { return strings.Contains(strings.ToLower(cell), text) }
	switch whole, equals := strings.CutPrefix(text, "="); {
	case equals:
		whole = strings.TrimSpace(whole)
		holds = func(cell string) bool { return cell == whole }
	case strings.HasPrefix(text, "≠"):
		whole = strings.TrimSpace(strings.TrimPrefix(text, "≠"))
		holds = func(cell string) bool { return cell != whole }
	default:
		text = strings.ToLower(text)
	}
	var byCode []bool
	if c.Codes != nil && c.Values != nil { // each value is looked at once
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
