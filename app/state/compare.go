package state

import (
	"fmt"
	"slices"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

const askedDiffer asked = "differ"

// CompareChosen puts a setting that was tried beside another one, or takes it away. Of three the one that was chosen first goes.
// DifferingRows shows the rows that the two answer differently.
type (
	CompareChosen struct {
		Index int
		On    bool
	}
	DifferingRows struct{}
)

func (CompareChosen) msg() {}
func (DifferingRows) msg() {}

// Reference is what settings are held against: an answer that needs no rules, or hardly any.
type Reference struct {
	Name            string
	Size            float64
	Accuracy, Error float64 // as of a Dot
}

// References lists what the settings are held against.
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

// compare changes which settings are compared.
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

// pair returns the two models that are compared; ok is false if there are not two.
func (s State) pair() (left, right *protocol.Model, ok bool) {
	t := s.Trade
	if len(t.Compared) != 2 || s.Dots() == nil {
		return nil, nil, false
	}
	return t.Tried.Results[t.Compared[0]].Model, t.Tried.Results[t.Compared[1]].Model, true
}

// differing is the selection of the rows that two models answer differently.
func differing(left, right *protocol.Model) protocol.Selection {
	return protocol.Selection{Model: left, Differ: right}
}

// askDiffer asks on how many rows the two models differ.
func (s *State) askDiffer() {
	left, right, ok := s.pair()
	q, key := &s.Trade.differ, [2]*protocol.Model{left, right}
	if ok && s.Table != nil && s.Study.Tab == TradeTab && q.Wants(key) {
		q.Ask(key, s.ask(protocol.ListRows{Selection: differing(left, right)}, pending{what: askedDiffer}))
	}
}

// Compared is two models side by side.
type Compared struct {
	Left, Right Dot
	LeftName    string // "setting 3: 4 rules with 9 conditions"
	RightName   string
	Shared      []string // rules that both have
	Changed     []Change
	OnlyLeft    []string
	OnlyRight   []string
	Differ      string // on how many rows they answer differently
	Browsable   bool   // there are such rows
}

// Change is a rule that asks about the same columns in both, and not the same.
type Change struct{ Left, Right string }

// Comparison holds the two chosen settings against each other; ok is false as long as there are not two.
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

// ruleText is a rule as it is read. The models may number their features in other ways.
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
		for _, p := range phrases(r, features) {
			t.columns = append(t.columns, p.Column)
		}
		slices.Sort(t.columns)
		list = append(list, t)
	}
	return list
}

// nearest returns the rule about the same columns that has the most conditions in common, -1 if there is none about them.
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

// differInWords says on how many rows two models differ, and whether there are any to look at.
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

// SizeText writes the size.
func (r Reference) SizeText() string { return dataset.FormatNumber(tenth(r.Size)) }
