package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Card describes one rule.
type Card struct {
	Line    int // index among all rules, including disabled ones
	Number  int // number among the enabled rules, from 1, as in exports; 0 for a disabled rule
	Off     bool
	Pinned  bool
	Note    string
	Phrases []core.Phrase
	Parts   []Part   // training and test rows, or all rows; nil until they are known
	Covers  string   // text of the coverage; "" until it is known
	Adds    string   // text of the effect of removing the rule; "" until it is known
	Flags   []string // warnings about the rule
	Length  int      // number of conditions

	Covered, Right, Alone int // covered rows, correctly predicted rows among them, and rows covered by this rule only
}

// Part holds the statistics of a rule on one set of rows. Low and High bound the 95 % interval of its precision.
type Part struct {
	Name             string // "training", "held out"
	Covered          int
	Right, Low, High float64
}

// Sort is the order of the rules.
type Sort string

// The orders.
const (
	AsInModel   Sort = ""
	ByCoverage  Sort = "coverage"
	ByPrecision Sort = "precision"
	ByUnique    Sort = "unique"
	ByLength    Sort = "length"
)

// Sorts lists the orders with their labels.
var Sorts = [][2]string{
	{string(AsInModel), "as in the model"},
	{string(ByCoverage), "most rows first"},
	{string(ByPrecision), "most often right first"},
	{string(ByUnique), "most rows of its own first"},
	{string(ByLength), "shortest first"},
}

// cardKey identifies the input of the cards.
type cardKey struct {
	model  *protocol.Model
	scored *protocol.Scored
	stage  core.Stage
}

// refresh rebuilds the cards if their input has changed.
func (st *Set) refresh() {
	now := st.Now()
	key := cardKey{now.Model, now.Scored, st.Stage}
	if key == st.carded {
		return
	}
	before := len(st.Cards)
	restaged := key.stage != st.carded.stage
	st.carded = key
	if restaged || before == 0 {
		st.Drawn = 0
	}
	if st.Cards = st.cards(); st.Order == nil || restaged || len(st.Cards) != before {
		st.sort()
	}
}

func (st Set) cards() []Card {
	p := st.Now()
	if p.Model == nil {
		return nil
	}
	if st.Stage != core.Final {
		for _, row := range st.Stages() {
			if row.Stage == st.Stage && row.Known {
				m := protocol.Model{Model: p.Model.Model.WithLines(nil)}
				m.Rules = p.Rules(st.Stage)
				return cardsOf(&m, m.RuleStats(*row.Outcome), nil, nil)
			}
		}
		return nil
	}
	var fares []protocol.RuleStats
	if o, ok := p.Outcome(); ok {
		fares = p.Model.RuleStats(o)
	}
	var off, offTest []eval.RuleScore
	if p.Scored != nil {
		off, offTest = p.Scored.Off, p.Scored.OffTest
	}
	return cardsOf(p.Model, fares, off, offTest)
}

// cardsOf describes the rules of a model. The statistics in fares are of enabled rules, off and offTest are of
// disabled ones.
func cardsOf(m *protocol.Model, fares []protocol.RuleStats, off, offTest []eval.RuleScore) []Card {
	features := m.Encoder.Features()
	var cards []Card
	on, idle := 0, 0
	for k, line := range m.Lines() {
		c := Card{
			Line: k, Off: line.Off, Pinned: line.Pinned, Note: line.Note,
			Phrases: core.PhrasesByColumn(line.Rule, features), Length: len(line.Rule),
		}
		if line.Off {
			if idle < len(off) {
				c.idle(off[idle], offTest, idle)
			}
			idle++
		} else {
			if on < len(fares) {
				c.fares(fares[on])
			}
			on++
			c.Number = on
		}
		cards = append(cards, c)
	}
	return cards
}

func (c *Card) fares(f protocol.RuleStats) {
	covered := f.Train.Covered
	if f.Test != nil {
		covered += f.Test.Covered
	}
	c.scores(f.Train, f.Test)
	c.Covers, c.Adds = "Covers "+core.Plural(covered, "row", "rows")+c.aloneInWords()+".", core.Sentence(f.Adds())
	for _, r := range f.Remarks {
		c.Flags = append(c.Flags, core.Sentence(r.String()))
	}
}

// aloneInWords describes the unique coverage of the rule.
func (c *Card) aloneInWords() string {
	switch {
	case c.Covered == 0:
		return ""
	case c.Alone == 0:
		return ", none of them alone"
	case c.Alone == c.Covered:
		return ", all of them alone"
	}
	return ", " + core.Count(c.Alone) + " of them alone"
}

// idle describes a disabled rule by the effect of enabling it.
func (c *Card) idle(train eval.RuleScore, tests []eval.RuleScore, k int) {
	var test *eval.RuleScore
	lost, saved, covered := train.Lost, train.Saved, train.Covered
	if k < len(tests) {
		test = &tests[k]
		lost, saved, covered = lost+test.Lost, saved+test.Saved, covered+test.Covered
	}
	c.Covers = "Off. It would cover " + core.Plural(covered, "row", "rows") + "."
	if c.Adds = "Switched on: the same answers."; lost+saved > 0 {
		c.Adds = fmt.Sprintf("Switched on: %s and %s more.", core.Plural(lost, "right answer", "right answers"),
			core.Plural(saved, "mistake", "mistakes"))
	}
	c.scores(train, test)
}

func (c *Card) scores(train eval.RuleScore, test *eval.RuleScore) {
	c.Covered, c.Right, c.Alone = train.Covered, train.Right, train.Alone
	part := func(name string, s eval.RuleScore) {
		low, high := s.Interval()
		c.Parts = append(c.Parts, Part{name, s.Covered, s.Precision(), low, high})
	}
	if test == nil {
		part("all rows", train)
		c.Parts[0].Name = "rows"
		return
	}
	c.Covered, c.Right, c.Alone = c.Covered+test.Covered, c.Right+test.Right, c.Alone+test.Alone
	part("training", train)
	part("held out", *test)
}

// Words describes the precision of a rule on these rows: "right on 79 % of 965 rows, likely 76 to 81 %".
func (p Part) Words() string {
	if p.Covered == 0 {
		return "true on no row"
	}
	return fmt.Sprintf("right on %.0f %% of %s, likely %.0f to %.0f %%", 100*p.Right,
		core.Plural(p.Covered, "row", "rows"), 100*p.Low, 100*p.High)
}

// sort puts the cards in the selected order. Later score changes keep this order, so that cards do not move during
// edits.
func (st *Set) sort() {
	st.Order = make([]int, len(st.Cards))
	for i := range st.Order {
		st.Order[i] = i
	}
	slices.SortStableFunc(st.Order, func(a, b int) int {
		x, y := &st.Cards[a], &st.Cards[b]
		switch st.Sort {
		case ByCoverage:
			return cmp.Compare(y.Covered, x.Covered)
		case ByPrecision:
			return cmp.Compare(y.precision(), x.precision())
		case ByUnique:
			return cmp.Compare(y.Alone, x.Alone)
		case ByLength:
			return cmp.Compare(x.Length, y.Length)
		}
		return 0
	})
}

func (c *Card) precision() float64 {
	if c.Covered == 0 {
		return -1
	}
	return float64(c.Right) / float64(c.Covered)
}

// cardsAtOnce is the number of rules listed at first and added on request. The page draws them without a delay.
const cardsAtOnce = 25

// partCards is the number of cards drawn at a time. The first part draws one rule alone, so that it appears
// immediately. The second part draws the surroundings of the rules.
const partCards = 2

// Around reports whether the surroundings of the rules are drawn. Other tabs do not wait for rules.
func (st Set) Around(tab core.Tab) bool { return st.Drawn > 0 || tab != core.RulesTab }

// parted returns the number of cards drawn so far.
func (st Set) parted() int { return 1 + partCards*max(0, st.Drawn-1) }

// InSight returns the cards that match the search, in the selected order; more counts the matches beyond the limit.
func (st Set) InSight() (cards []Card, more int) {
	sought := strings.ToLower(strings.TrimSpace(st.Find))
	for _, i := range st.Order {
		if c := st.Cards[i]; sought == "" || c.has(sought) || c.Line == st.Editing {
			cards = append(cards, c)
		}
	}
	if most := cardsAtOnce * (1 + st.More); len(cards) > most {
		cards, more = cards[:most], len(cards)-most
	}
	return cards[:min(len(cards), st.parted())], more
}

// Drawing reports whether some listed cards are not drawn yet.
func (st Set) Drawing(tab core.Tab) bool {
	if tab != core.RulesTab || st.Model() == nil {
		return false
	}
	return !st.Around(tab) || st.parted() < min(len(st.Cards), cardsAtOnce*(1+st.More))
}

func (c Card) has(sought string) bool {
	if strings.Contains(strings.ToLower(c.Note), sought) {
		return true
	}
	return slices.ContainsFunc(c.Phrases, func(p core.Phrase) bool { return strings.Contains(strings.ToLower(p.Text), sought) })
}
