package state

import (
	"fmt"
	"slices"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

const askedDiffer asked = "differ"

// CompareChosen adds a setting to the comparison or removes it. Of three settings, the one chosen first is removed.
// DifferingRows shows the rows that the two models predict differently.
type (
	CompareChosen struct {
		Index int
		On    bool
	}
	DifferingRows struct{}
)

func (CompareChosen) msg() {}
func (DifferingRows) msg() {}

// Reference is a baseline for the settings: a constant prediction or a single condition.
type Reference struct {
	Name            string
	Size            float64
	Accuracy, Error float64 // as of a Dot
}

// References lists the baselines of the settings.
func (s State) References() []Reference {
	if s.Trade.Tried == nil || len(s.Trade.Tried.Results) == 0 {
		return nil
	}
	t := s.Trade.Tried.Results[0]
	list := []Reference{{"always the more frequent answer", 0, t.Mean.Majority, t.Error.Majority}}
	if t.Mean.Single > 0 {
		one := protocol.Outcome{Rules: 1, Conditions: 1, Complexity: 2, RuleComplexity: 1}
		list = append(list, Reference{"the best single condition", Axes[s.Trade.Axis].of(one), t.Mean.Single, t.Error.Single})
	}
	return list
}

// compare changes the settings that are compared.
func (t *Trade) compare(m CompareChosen) {
	if t.Tried == nil || m.Index < 0 || m.Index >= len(t.Tried.Results) {
		return
	}
	t.Compared = slices.DeleteFunc(slices.Clone(t.Compared), func(i int) bool { return i == m.Index })
	if m.On {
		t.Compared = append(t.Compared, m.Index)
	}
	const two = 2
	if n := len(t.Compared); n > two {
		t.Compared = t.Compared[n-two:]
	}
}

// pair returns the two compared models; ok is false unless exactly two settings are compared.
func (s State) pair() (left, right *protocol.Model, ok bool) {
	t := s.Trade
	if len(t.Compared) != 2 || s.Dots() == nil {
		return nil, nil, false
	}
	return t.Tried.Results[t.Compared[0]].Model, t.Tried.Results[t.Compared[1]].Model, true
}

// differing selects the rows that two models predict differently.
func differing(left, right *protocol.Model) protocol.Selection {
	return protocol.Selection{Model: left, Differ: right}
}

// askDiffer requests the number of rows on which the two models differ.
func (s *State) askDiffer() {
	left, right, ok := s.pair()
	q, key := &s.Trade.differ, [2]*protocol.Model{left, right}
	if ok && s.Table != nil && s.Tab == core.TradeOffTab && q.Wants(key) {
		q.Ask(key, s.ask(protocol.ListRows{Selection: differing(left, right)}, pending{what: askedDiffer}))
	}
}

// Compared holds two models side by side.
type Compared struct {
	Left, Right Dot
	LeftName    string // "setting 3: 4 rules with 9 conditions"
	RightName   string
	Shared      []string // rules of both models
	Changed     []Change
	OnlyLeft    []string
	OnlyRight   []string
	Differ      string // number of rows predicted differently, as text
	Browsable   bool   // at least one row differs
}

// Change is a pair of different rules that use the same columns.
type Change struct{ Left, Right string }

// Comparison compares the two chosen settings; ok is false unless two are chosen.
func (s State) Comparison() (c Compared, ok bool) {
	left, right, ok := s.pair()
	if !ok {
		return c, false
	}
	t, dots := s.Trade, s.Dots()
	name := func(i int) string { return "Setting " + core.Count(i+1) + ": " + sizeInWords(dots[i].Outcome) }
	c = Compared{Left: dots[t.Compared[0]], Right: dots[t.Compared[1]], LeftName: name(t.Compared[0]), RightName: name(t.Compared[1])}
	a, b := texts(left), texts(right)
	for i := 0; i < len(a); i++ {
		if k := slices.IndexFunc(b, func(r ruleText) bool { return r.text == a[i].text }); k >= 0 {
			c.Shared = append(c.Shared, a[i].text)
			a, b = slices.Delete(a, i, i+1), slices.Delete(b, k, k+1)
			i--
		}
	}
	for _, r := range a {
		k := r.nearest(b)
		if k < 0 {
			c.OnlyLeft = append(c.OnlyLeft, r.text)
			continue
		}
		c.Changed = append(c.Changed, Change{r.text, b[k].text})
		b = slices.Delete(b, k, k+1)
	}
	for _, r := range b {
		c.OnlyRight = append(c.OnlyRight, r.text)
	}
	c.Differ, c.Browsable = s.differInWords()
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

// differInWords describes the number of rows on which two models differ, and reports whether any can be listed.
func (s State) differInWords() (words string, some bool) {
	t := s.Trade
	left, right, _ := s.pair()
	known := t.differ.Value != nil && t.differ.Of() == [2]*protocol.Model{left, right}
	switch {
	case t.differ.Problem != nil:
		return t.differ.Problem.Message + " " + t.differ.Problem.Hint, false
	case !known && s.Busy():
		return "The rows are compared when the engine has ended what it is at.", false
	case !known:
		return "Comparing the rows …", false
	case t.differ.Value.Total == 0:
		return "Both give the same answer to every row of the table that has a label.", false
	}
	return fmt.Sprintf("They answer differently on %s of the table.", core.Plural(t.differ.Value.Total, "row", "rows")), true
}

// ErrorInWords writes an accuracy with its standard error: "84.0 % ± 1.2".
func ErrorInWords(accuracy, standard float64) string {
	return core.Percent(accuracy) + " ± " + bare(standard)
}

// SizeText returns the size as text.
func (r Reference) SizeText() string { return dataset.FormatNumber(tenth(r.Size)) }
