package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/rules"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// inspected is a page with the rules of a model and one of them in the inspector, and its HTML. Whole makes the ages integers.
func inspected(m *protocol.Model, line int, whole bool) (*coretest.Page[rules.Model], func() string) {
	view := rules.New()
	view.Show(core.Revision{Model: m}, nil)
	page := coretest.NewPage(view)
	if h := page.View.Table.Columns[0].Histogram; whole {
		h.Least, h.Most, h.Counts = 16.5, 90.5, make([]int, 37)
	}
	page.Send(core.Refresh{}, rules.RuleSelected{Line: line}, rules.PartDrawn{})
	return page, func() string {
		return app.HTMLString(app.Div().Body(rules.View(page.Model, page.View, func(core.Msg) {}, app.Div())...))
	}
}

// A condition that a missing cell meets has a mark, which is read aloud in words and explained below the list. The list counts
// many values, which the inspector names; a default class that looks like a comparison is quoted.
func TestConditionsOfALine(t *testing.T) {
	const mark, note, inShort, named = ">*</span>", "* or missing: ", "job: 5 of 8 values", "job is any of b, c, d, e, f"
	many := rule.Rule{{Feature: 15, Not: true}, {Feature: 9, Not: true}}
	for _, test := range []struct {
		rule    rule.Rule
		chosen  int
		has, no []string
	}{
		{rule.Rule{{Feature: 3}}, rules.NoRule, []string{"city = Bern", "→ “&lt;=50K”"}, []string{mark, note}},
		{rule.Rule{{Feature: 6, Not: true}}, rules.NoRule, []string{"street = b", mark, "> (or missing)<", note}, nil},
		{many, rules.NoRule, []string{inShort}, []string{named}},
		{many, 0, []string{inShort, named}, nil},
	} {
		m := coretest.Model()
		m.Encoder.Columns = append(m.Encoder.Columns, binarize.EncodedColumn{
			Name: "job", Values: []string{"a", "b", "c", "d", "e", "f"}, Rest: []string{"g", "h"},
		})
		m.Rules, m.Negative = rule.Set{test.rule}, "<=50K"
		_, html := inspected(m, test.chosen, false)
		for _, text := range append(test.has, test.no...) {
			if has := strings.Contains(html(), text); has == slices.Contains(test.no, text) {
				t.Errorf("%v: the view has %q: %t", test.rule, text, has)
			}
		}
	}
}
