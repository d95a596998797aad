package e2e

import (
	"slices"
	"testing"
)

// The learned rules satisfy the requirements set in the settings and next to the columns. The page reports their
// quality in more than one number.
func TestLimits(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1400, height: 1000})
	p.load("people.csv", people())
	p.click("Require in rules city")
	p.shot("must-1400")
	p.settings()
	p.choose("Class weights", "cost-sensitive")
	p.fill("Cost of a false negative", "0")
	p.waitText("#settings", "Type a number above 0, such as 5.")
	p.fill("Cost of a false negative", "3")
	p.choose("Negated conditions", "not allowed (no NOT)")
	p.fill("Max conditions per rule", "2")
	p.fill("Epochs", "300")
	see := func(selector, name string) {
		eval[bool](p, `document.querySelector("`+selector+`").scrollIntoView() === undefined`)
		p.shot(name)
	}
	see("#set-costs", "limits-1400")
	p.train()
	p.click("Precision, recall and other metrics")
	p.waitText("#metrics", "counted 3 times as much")
	p.waitText("#metrics", "balanced accuracy")
	p.waitText(".metrics", "Confusion matrix (test)")
	see("#metrics", "metrics-1400")
	p.resize(320, 900)
	see("#metrics", "metrics-320")
	p.resize(1400, 1000)

	m, _ := p.model()
	r := m.Learned.Request
	if r.Network.Weight != 3 || !r.Network.NoNot || r.MaxConditions != 2 || !slices.Equal(r.Require, []string{"city"}) {
		t.Errorf("learnt with %+v", r)
	}
	features, asked := m.Encoder.Features(), false
	for _, rule := range m.Rules {
		if len(rule) > 2 {
			t.Errorf("%q has more than 2 conditions", rule.Text(features))
		}
		for _, l := range rule {
			asked = asked || features[l.Feature].Name == "city"
			if l.Not {
				t.Errorf("%q has a negation", rule.Text(features))
			}
		}
	}
	if !asked {
		t.Errorf("no rule asks about the city:\n%s", m.Text(nil))
	}
}
