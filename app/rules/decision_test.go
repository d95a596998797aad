package rules_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/rules"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// probable is a model with probabilities of 100 training and 40 test rows.
func probable() *protocol.Model {
	m := coretest.Model()
	m.Scorecard = &rule.Scorecard{Points: []int{2, 1, 3}, Slope: 0.5, Offset: -1, Rows: 100}
	o, calibration := &m.Learned.Simplified, make([]eval.Bin, eval.Bins)
	calibration[2], calibration[8] = eval.Bin{Rows: 30, Positives: 6, Probability: 0.25}, eval.Bin{Rows: 10, Positives: 9, Probability: 0.8}
	o.Train.Levels = []eval.Level{{Probability: 0.8, Rows: 30, Positives: 24}, {Probability: 0.25, Rows: 70, Positives: 14}}
	test := o.Train
	test.Levels = []eval.Level{{Probability: 0.8, Rows: 10, Positives: 9}, {Probability: 0.25, Rows: 30, Positives: 6}}
	test.Reliability = calibration
	o.Test = &test
	return m
}

// The numbers of the decision follow the messages, and say what follows for the test rows. All changes are one revision.
func TestDecisionFollows(t *testing.T) {
	typed := func(field rules.DecisionField, text string) core.Msg {
		return rules.DecisionTyped{Field: field, Text: text}
	}
	page, html := inspected(probable(), rules.NoRule, false)
	say := func(messages ...core.Msg) []core.Msg { return messages }
	costed := rule.Decision{Threshold: 0.2, FalsePositive: 1, FalseNegative: 2.5}
	cheapest, banded := costed, costed
	// Of the training rows, 24 + 14 are positive: 1 · 6 + 2.5 · 14 = 41 from 0.8 on, 62 from 0.25 on.
	cheapest.Threshold, banded.Threshold = 0.525, 0.525
	banded.AskFrom, banded.AskTo = 0.2, 0.525
	beyond, plain := banded, costed
	beyond.Threshold, beyond.AskFrom, beyond.AskTo, plain.Threshold = 0.6, 0.275, 0.6, 0.6
	below := banded
	below.Threshold, below.AskFrom, below.AskTo = 0.1, 0.1, 0.425
	again, empty := beyond, beyond
	again.AskFrom, empty.AskFrom = 0.2, 0.5
	for _, step := range []struct {
		name     string
		messages []core.Msg
		want     rule.Decision
		has      []string
	}{
		{"at first", nil, rule.Decision{Threshold: 0.5}, []string{
			"Threshold 50.0%: 10 of 40 rows (test) are above it.", "Confusion matrix (test, from 50.0%)", "Type what an error costs",
			"Calibration error 0.062", "20–30%", "90.0%", `aria-valuetext="Threshold 50.0%: 10 of 40`,
		}},
		{"a threshold", say(rules.ThresholdMoved{To: 0.2}), rule.Decision{Threshold: 0.2}, []string{"40 of 40 rows (test) are above it."}},
		{"costs", say(typed(rules.FalsePositiveCost, "1"), typed(rules.FalseNegativeCost, " 2.5 ")), costed, []string{
			"The errors cost 25, 0.625 for each row.",
		}},
		{"high costs", say(typed(rules.FalsePositiveCost, "1000"), typed(rules.FalseNegativeCost, "2500")), rule.Decision{
			Threshold: 0.2, FalsePositive: 1000, FalseNegative: 2500,
		}, []string{"The errors cost 25,000, 625.000 for each row."}},
		{"lower costs", say(typed(rules.FalsePositiveCost, "1"), typed(rules.FalseNegativeCost, "2.5")), costed, nil},
		{"the cheapest", say(rules.CheapestAsked{}), cheapest, []string{
			"Threshold 52.5%: 10 of 40", "The errors cost 16, 0.400 for each row.",
		}},
		{"a band", say(typed(rules.AskFrom, "20")), banded, []string{
			"75.0% of the rows are left to a person. Errors: 10.0% of the other rows", "wrong on 20.0% of those in the band",
		}},
		{"a threshold below it", say(rules.ThresholdMoved{To: 0.1}), below, nil},
		{"a threshold beyond it", say(rules.ThresholdMoved{To: 0.6}), beyond, nil},
		{"a band that is none", say(typed(rules.AskTo, "10")), beyond, []string{
			`value="27.5"`, `value="10"`, "Not taken: the threshold 60.0% must be between the two, and both from 0% to 100%. The band from " +
				"27.5% to 60.0% still counts.",
		}},
		{"from beyond the threshold", say(typed(rules.AskFrom, "70")), beyond, []string{`value="70"`, `value="10"`, "Not taken"}},
		{"to beyond it too", say(typed(rules.AskTo, "80")), beyond, []string{`value="70"`, `value="80"`, "Not taken"}},
		{"a band again", say(typed(rules.AskFrom, "20"), typed(rules.AskTo, "60")), again, []string{"75.0% of the rows are left"}},
		{"a text", say(typed(rules.FalsePositiveCost, "much")), again, []string{"“much” is not a number"}},
		{"a band without rows", say(typed(rules.AskFrom, "50")), empty, []string{
			"0% of the rows are left to a person. Errors: 17.5% of the other rows.<",
		}},
		{"no band", say(typed(rules.AskTo, " ")), plain, []string{"in this band are left to a person"}},
		{"a curve", say(rules.CurveChosen{Curve: eval.Gain}), plain, []string{
			"Above the threshold: 25.0% of the rows with 60.0% of the positive rows.",
		}},
		{"no number of rows", say(rules.TopTyped{Text: "0"}), plain, []string{"“0” is not a number of rows"}},
	} {
		page.Send(step.messages...)
		got := page.Model.Decision()
		coretest.Equal(t, got, step.want, "%s", step.name)
		coretest.Contains(t, step.name, html(), step.has...)
	}
	page.Send(core.RulesOpened{})
	coretest.Equal(t, page.Model.Deciding.Trouble, "", "the message when other rules are shown")
	if page.Send(rules.Undone{}); len(page.Model.Revisions) != 2 || page.Model.Model().Decided() {
		t.Errorf("%d revisions; undone, the decision is %+v", len(page.Model.Revisions), page.Model.Decision())
	}
}

// Without probabilities by row there is nothing to decide; an edit of the rules takes them away.
func TestNoDecision(t *testing.T) {
	m := probable()
	m.Learned.Simplified.Test.Levels = nil // as in older files
	for name, m := range map[string]*protocol.Model{"an older file": m, "no scorecard": coretest.Model()} {
		page, html := inspected(m, rules.NoRule, false)
		coretest.Lacks(t, name, html(), `id="decision"`)
		if page.Send(rules.ThresholdMoved{To: 0.3}); m.Scorecard == nil && len(page.Model.Revisions) != 1 {
			t.Errorf("%s: a threshold is set", name)
		}
	}
}
