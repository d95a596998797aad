package core

import (
	"math"
	"slices"

	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// ModelPair is a choice of at most two models of a list, by their numbers, and the rows that the two predict differently.
type ModelPair struct {
	Chosen []int

	differ Query[[2]*protocol.Model, *protocol.RowPage]
}

// Choose adds a model to the pair or removes it. A third model replaces the one that was chosen first.
func (p *ModelPair) Choose(number int, on bool) {
	p.Chosen = slices.DeleteFunc(slices.Clone(p.Chosen), func(k int) bool { return k == number })
	if on {
		p.Chosen = append(p.Chosen, number)
	}
	const two = 2
	p.Chosen = p.Chosen[max(len(p.Chosen)-two, 0):]
}

// Of returns the two models; ok is false unless two are chosen and model returns both.
func (p ModelPair) Of(model func(number int) *protocol.Model) (two [2]*protocol.Model, ok bool) {
	if len(p.Chosen) != len(two) {
		return two, false
	}
	for i, number := range p.Chosen {
		if two[i] = model(number); two[i] == nil {
			return two, false
		}
	}
	return two, true
}

// Ask requests the number of rows on which two models differ.
func (p *ModelPair) Ask(two [2]*protocol.Model, c View) []Command {
	if !c.Idle() || c.Table == nil {
		return nil
	}
	return p.differ.Request(two, c.Free, protocol.ListRows{Selection: Differing(two)})
}

// Hear stores the answer to Ask, and reports whether the event was that answer.
func (p *ModelPair) Hear(h Heard) bool { return Hear(&p.differ, h) }

// DifferInWords describes the number of rows on which two models differ, and reports whether any can be listed.
func (p ModelPair) DifferInWords(two [2]*protocol.Model, c View) (words string, some bool) {
	page, problem := p.differ.Value, p.differ.Problem
	known := page != nil && p.differ.Of() == two
	switch {
	case problem != nil:
		return problem.Message + " " + problem.Hint, false
	case !known && c.Busy:
		return "The rows are compared when the engine is idle.", false
	case !known:
		return "Comparing rows …", false
	case page.Total == 0:
		return "Both models predict the same class for every labeled row.", false
	}
	return "Their predictions differ on " + Plural(page.Total, "row", "rows") + ".", true
}

// Differing selects the rows that two models predict differently.
func Differing(two [2]*protocol.Model) protocol.Selection {
	return protocol.Selection{Model: two[0], Differ: two[1]}
}

// RuleDifference holds the rules of two models side by side, as texts.
type RuleDifference struct {
	Shared  []string
	Changed [][2]string // different rules on the same columns
	Only    [2][]string // of each model
}

// Compare compares the rules of two models. Integers reports which columns of their table hold only integers.
func Compare(two [2]*protocol.Model, integers rule.Integers) (c RuleDifference) {
	a, b := texts(two[0], integers), texts(two[1], integers)
	matches := match(len(a), len(b), func(i, k int) float64 { return a[i].likeness(b[k]) })
	for i, k := range matches {
		switch {
		case k < 0:
			c.Only[0] = append(c.Only[0], a[i].text)
		case a[i].text == b[k].text:
			c.Shared = append(c.Shared, a[i].text)
		default:
			c.Changed = append(c.Changed, [2]string{a[i].text, b[k].text})
		}
	}
	for k, r := range b {
		if !slices.Contains(matches, k) {
			c.Only[1] = append(c.Only[1], r.text)
		}
	}
	return c
}

// ruleText is a rule as text. Literals cannot be compared, because two models may number their features differently.
type ruleText struct {
	text    string
	phrases []string
	columns []string // sorted
}

func texts(m *protocol.Model, integers rule.Integers) []ruleText {
	typeset := rule.NewTypesetter(m.Encoder, integers)
	var list []ruleText
	for _, r := range m.Rules {
		t := ruleText{text: typeset.Line(r, rule.OrMissing)}
		for _, p := range typeset.Phrases(r) {
			t.phrases, t.columns = append(t.phrases, p.Marked(rule.OrMissing)), append(t.columns, p.Column)
		}
		slices.Sort(t.columns)
		list = append(list, t)
	}
	return list
}

// likeness is 0 for rules on different columns, the maximum for equal rules, and otherwise 1 plus the number of shared conditions.
func (r ruleText) likeness(other ruleText) float64 {
	if !slices.Equal(r.columns, other.columns) {
		return 0
	} else if r.text == other.text {
		return math.MaxFloat64
	}
	same := 1.
	for _, p := range r.phrases {
		if slices.Contains(other.phrases, p) {
			same++
		}
	}
	return same
}
