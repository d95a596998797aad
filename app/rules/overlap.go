package rules

import (
	"fmt"
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TimesRow counts the training rows on which a given number of rules fire.
type TimesRow struct {
	Words string // "1 rule"
	Rows  int
	Share float64
}

// Times counts the training rows by the number of rules that fire; nil until it is known.
func (m Model) Times() []TimesRow {
	c := m.Covered()
	if c == nil || c.Rows == 0 {
		return nil
	}
	const most = 5 // rules with separate lines
	var list []TimesRow
	for n, rows := range c.Times {
		switch {
		case n == 0:
			list = append(list, TimesRow{Words: "no rule"})
		case n <= most:
			list = append(list, TimesRow{Words: core.Plural(n, "rule", "rules")})
		case n == most+1:
			list = append(list, TimesRow{Words: "more than " + core.Plural(most, "rule", "rules")})
		}
		last := &list[len(list)-1]
		last.Rows += rows
		last.Share = float64(last.Rows) / float64(c.Rows)
	}
	return list
}

// Overlap is a pair of rules that cover common training rows.
type Overlap struct {
	Words string // "R2 and R5 share 312 rows: 80 % of R5, 12 % of R2."
	Name  string // "R2 and R5"
	Of    protocol.Selection
}

// Overlaps lists the pairs of rules that share the most training rows, and counts the other pairs that share some.
func (m Model) Overlaps() (list []Overlap, more int) {
	const most = 5
	c, o := m.Covered(), protocol.Outcome{}
	if c == nil {
		return nil, 0
	}
	if known, ok := m.Now().Outcome(); ok {
		o = known
	}
	for i, p := range c.Pairs {
		if i == most {
			return list, len(c.Pairs) - most
		}
		name := fmt.Sprintf("R%d and R%d", p.A, p.B)
		words := name + " share " + core.Plural(p.Rows, "row", "rows")
		if scores := o.Train.Rules; len(scores) == len(c.Flow) && scores[p.A-1].Covered > 0 && scores[p.B-1].Covered > 0 {
			small, large := p.B, p.A
			if scores[small-1].Covered > scores[large-1].Covered {
				small, large = large, small
			}
			words += fmt.Sprintf(": %s of R%d, %s of R%d", share(p.Rows, scores[small-1].Covered), small,
				share(p.Rows, scores[large-1].Covered), large)
		}
		list = append(list, Overlap{
			words + ".", name,
			protocol.Selection{Part: protocol.TrainingRows, Lines: []int{m.lineOf(p.A), m.lineOf(p.B)}},
		})
	}
	return list, 0
}

// share formats a share of rows as a percentage; only all rows are 100 %.
func share(n, of int) string {
	percent := int(100*float64(n)/float64(max(of, 1)) + 0.5)
	switch {
	case percent == 100 && n < of:
		return "nearly all"
	case percent == 0 && n > 0:
		return "less than 1 %"
	}
	return fmt.Sprintf("%d %%", percent)
}

// lineOf returns the position of an enabled rule among all rules, from 1.
func (m Model) lineOf(number int) int {
	return 1 + slices.IndexFunc(m.lines(), func(l rule.Line) bool { return l.Number == number })
}

// MostOverlap is the largest number of rules for which the table of pairs is shown.
const MostOverlap = 30

// OverlapTable counts the training rows that two rules both cover; the diagonal holds the coverage of each rule. It
// is nil if the counts are unknown or there are too many rules.
func (m Model) OverlapTable() [][]int {
	c := m.Covered()
	o, ok := m.Now().Outcome()
	if c == nil || !ok || len(o.Train.Rules) != len(c.Flow) || len(c.Flow) > MostOverlap || len(c.Flow) < 2 {
		return nil
	}
	table := make([][]int, len(c.Flow))
	for i := range table {
		table[i] = make([]int, len(c.Flow))
		table[i][i] = o.Train.Rules[i].Covered
	}
	for _, p := range c.Pairs {
		table[p.A-1][p.B-1], table[p.B-1][p.A-1] = p.Rows, p.Rows
	}
	return table
}
