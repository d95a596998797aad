package rules

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// The title of the precision says on which rows it is measured, and whether it has an interval.
func TestTitleOfPrecision(t *testing.T) {
	test := eval.RuleScore{Covered: 4, Right: 3}
	for want, c := range map[string]Card{
		">Precision<":                                 {},
		">Precision, with 95% interval<":              {fresh: true},
		">Precision, on test rows with 95% interval<": {of: protocol.Outcome{Test: new(eval.Scores)}},
	} {
		c.score(eval.RuleScore{Covered: 20, Right: 15}, &test)
		html := app.HTMLString(cardParts(core.View{}, func(core.Msg) {}, c))
		coretest.Contains(t, "the title", strings.ReplaceAll(html, "\n", ""), want)
	}
}

// In a decision list the remarks on a rule call the others by their places, as the list does.
func TestRemarksNameRulesOfTheList(t *testing.T) {
	c := Card{remarks: []eval.Remark{{Flag: eval.Subsumed, Logic: true, Of: 2}, {Flag: eval.LowSupport, Rows: 3}}}
	c.flag(nil)
	coretest.Equal(t, c.Short, "inside rule 2, n = 3", "without a list")
	for range 2 { // the numbers are given after each change
		c.flag([]int{3, 14})
	}
	coretest.Equal(t, c.Short, "inside rule 14, n = 3", "in a list")
	coretest.Equal(t, c.Flags[0], "Inside rule 14: where it holds, that one holds too.", "in a sentence")
	c.remarks = []eval.Remark{{Flag: eval.Unsatisfied}}
	c.flag([]int{3})
	coretest.Equal(t, c.Short, "decides no row", "after rules that decide its rows")
}

// The interval of a rule without rows would span the whole bar.
func TestPartWithoutRows(t *testing.T) {
	coretest.Equal(t, partOf("test", eval.RuleScore{}, false), Part{Name: "test"}, "no rows")
}

// A precision is a whole percentage, but never 100% if a row is wrong.
func TestPrecision(t *testing.T) {
	for want, p := range map[string]Part{
		"no rows":           {},
		"100%":              {Covered: 9, Right: 1},
		"67% [30–90]":       {Covered: 9, Right: 2. / 3, Low: 0.3, High: 0.9},
		"99.8% [99.7–99.9]": {Covered: 6_000, Right: 0.9983, Low: 0.9969, High: 0.9991},
	} {
		coretest.Equal(t, p.precision(), want, "%+v", p)
	}
}
