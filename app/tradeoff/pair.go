package tradeoff

import (
	"fmt"
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// pair returns the two compared models; ok is false unless exactly two settings are compared.
func (m Model) pair() (left, right *protocol.Model, ok bool) {
	if len(m.compared) != 2 || m.points() == nil {
		return nil, nil, false
	}
	return m.sweep.Results[m.compared[0]].Model, m.sweep.Results[m.compared[1]].Model, true
}

// differing selects the rows that two models predict differently.
func differing(left, right *protocol.Model) protocol.Selection {
	return protocol.Selection{Model: left, Differ: right}
}

// comparison holds two models side by side.
type comparison struct {
	left, right         point
	leftName, rightName string // "Setting 3: 4 rules with 9 conditions"
	shared              []string
	changed             []change
	onlyLeft, onlyRight []string
}

// change is a pair of different rules that use the same columns.
type change struct{ left, right string }

// comparison compares the two chosen settings; ok is false unless two are chosen.
func (m Model) comparison() (c comparison, ok bool) {
	left, right, ok := m.pair()
	if !ok {
		return c, false
	}
	list := m.points()
	name := func(i int) string { return "Setting " + core.Count(i+1) + ": " + core.SizeInWords(list[i].outcome) }
	i, k := m.compared[0], m.compared[1]
	c = comparison{left: list[i], right: list[k], leftName: name(i), rightName: name(k)}
	a, b := texts(left), texts(right)
	a = slices.DeleteFunc(a, func(r ruleText) bool {
		k := slices.IndexFunc(b, func(other ruleText) bool { return other.text == r.text })
		if k >= 0 {
			c.shared = append(c.shared, r.text)
			b = slices.Delete(b, k, k+1)
		}
		return k >= 0
	})
	for _, r := range a {
		k := r.nearest(b)
		if k < 0 {
			c.onlyLeft = append(c.onlyLeft, r.text)
			continue
		}
		c.changed = append(c.changed, change{r.text, b[k].text})
		b = slices.Delete(b, k, k+1)
	}
	for _, r := range b {
		c.onlyRight = append(c.onlyRight, r.text)
	}
	return c, true
}

// ruleText is a rule as text. The two models may number their features differently.
type ruleText struct {
	text    string
	phrases []string
	columns []string // sorted
}

func texts(m *protocol.Model) []ruleText {
	features := m.Encoder.Features()
	var list []ruleText
	for _, r := range m.Rules {
		t := ruleText{text: r.Text(features), phrases: r.Phrases(features)}
		for _, p := range core.PhrasesByColumn(r, features) {
			t.columns = append(t.columns, p.Column)
		}
		slices.Sort(t.columns)
		list = append(list, t)
	}
	return list
}

// nearest returns the index of the rule on the same columns that shares the most conditions, -1 for none.
func (r ruleText) nearest(list []ruleText) int {
	best, most := -1, -1
	for k, other := range list {
		if !slices.Equal(r.columns, other.columns) {
			continue
		}
		same := 0
		for _, p := range r.phrases {
			if slices.Contains(other.phrases, p) {
				same++
			}
		}
		if same > most {
			best, most = k, same
		}
	}
	return best
}

// differInWords describes the number of rows on which the compared models differ, and reports whether any can be listed.
func (m Model) differInWords(c core.View) (words string, some bool) {
	left, right, _ := m.pair()
	page, problem := m.differ.Value, m.differ.Problem
	known := page != nil && m.differ.Of() == [2]*protocol.Model{left, right}
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
	return fmt.Sprintf("Their predictions differ on %s.", core.Plural(page.Total, "row", "rows")), true
}
