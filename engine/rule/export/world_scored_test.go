package export_test

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/rule"
)

// scored has a scorecard, with conditions on columns of the rules and on another one.
func scored() *rule.Model {
	m := people()
	m.Rules = rule.Set{m.Rules[0], m.Rules[3]}
	m.Scorecard = &rule.Scorecard{Points: []int{2, 1}, Slope: 0.7, Offset: -0.9}
	for i, l := range []rule.Literal{is(25), not(1), is(6), is(11), not(15), is(16)} {
		m.Scorecard.Lines = append(m.Scorecard.Lines, rule.ScoreLine{Literal: l, Points: []int{3, -1, 1, -2}[i%4]})
	}
	return m
}

// manyPoints is scored with many rules: with more sums than a function of a spreadsheet takes.
func manyPoints(rules int) *rule.Model {
	m := scored()
	for i := range rules {
		m.Rules, m.Scorecard.Points = append(m.Rules, rule.Rule{is(4 + i%3), is(8)}), append(m.Scorecard.Points, 3)
	}
	return m
}

// decided is scored with a decision.
func decided(t *testing.T, d rule.Decision) *rule.Model {
	m, err := scored().WithDecision(&d)
	if err != nil {
		t.Fatal(err)
	}
	return &m
}

// voted are rules of which several must fire, with a scorecard.
func voted() *rule.Model {
	m := scored()
	m.Rules, m.K = append(m.Rules, rule.Rule{is(1)}, rule.Rule{not(11)}), 2
	m.Scorecard.Points = append(m.Scorecard.Points, 1, 3)
	return m
}

// randomlyScored draws a scorecard for a model, and how many rules must fire.
func randomlyScored(m *rule.Model, seed uint64) *rule.Model {
	r := rand.New(rand.NewPCG(seed, 5))
	m.Scorecard = &rule.Scorecard{Slope: 0.1 + r.Float64(), Offset: r.NormFloat64()}
	for range m.Rules {
		m.Scorecard.Points = append(m.Scorecard.Points, 1+r.IntN(rule.MaxPoints))
	}
	m.K = r.IntN(4)
	for range r.IntN(6) {
		l := rule.Literal{Feature: r.IntN(m.Encoder.Bits()), Not: r.IntN(2) == 0}
		m.Scorecard.Lines = append(m.Scorecard.Lines, rule.ScoreLine{Literal: l, Points: 1 + r.IntN(rule.MaxPoints) - 4*r.IntN(2)})
	}
	return m
}
