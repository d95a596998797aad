package rules

import (
	"cmp"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Card describes one rule, or the rows without a rule.
type Card struct {
	Line    int // index among all rules, including disabled ones
	Number  int // number among the enabled rules, from 1, as in exports; 0 for a disabled rule
	Off     bool
	Pinned  bool
	Note    string
	Phrases []core.Phrase
	Parts   []Part   // training and test rows, or all rows; nil until they are known
	Effect  string   // the coverage of the rule and what changes without it, as sentences; "" until they are known
	Flags   []string // warnings about the rule
	Short   string   // the warnings in a few words
	Length  int      // number of conditions

	Covered, Right, Alone int // covered rows, correctly predicted rows among them, and rows covered by this rule only
	Rows                  int // all rows
}

// Part holds the statistics of a rule on one set of rows. Low and High bound the 95 % interval of its precision.
type Part struct {
	Name             string // "train", "test", "all rows"
	Covered          int
	Right, Low, High float64
}

func partOf(name string, s eval.RuleScore) Part {
	low, high := s.Interval()
	return Part{name, s.Covered, s.Precision(), low, high}
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
	{string(AsInModel), "model order"},
	{string(ByCoverage), "coverage"},
	{string(ByPrecision), "precision"},
	{string(ByUnique), "unique coverage"},
	{string(ByLength), "length"},
}

// cardKey identifies the input of the cards.
type cardKey struct {
	version
	stage core.Stage
}

// refresh rebuilds the cards if their input has changed.
func (st *Set) refresh() {
	now := st.Now()
	key := cardKey{version{now.Model, now.Scored}, st.Stage}
	if key == st.carded {
		return
	}
	before, restaged := len(st.Cards), key.stage != st.carded.stage
	st.carded = key
	if restaged || before == 0 {
		st.Drawn = 0
	}
	if st.Cards, st.Rest = st.cards(); st.Order == nil || restaged || len(st.Cards) != before {
		st.sort()
	}
	if st.Drawn > 0 && len(st.Cards) <= before+partCards {
		st.Drawn += max(0, len(st.Cards)-before) // few new rules are drawn at once
	}
}

// cards describes the rules of the stage, and the rows without a rule.
func (st Set) cards() (list []Card, rest Card) {
	p := st.Now()
	if p.Model != nil && st.Stage == core.Final {
		o, _ := p.Outcome()
		return cardsOf(p.Model, o, p.Scored), restOf(o)
	}
	for _, row := range st.Stages() {
		if row.Stage == st.Stage && row.Known {
			m := protocol.Model{Model: p.Model.Model.WithLines(nil)}
			m.Rules = p.Rules(st.Stage)
			return cardsOf(&m, *row.Outcome, nil), restOf(*row.Outcome)
		}
	}
	return nil, rest
}

// cardsOf describes the rules of a model: enabled ones with their statistics, disabled ones with their scores, as far as known.
func cardsOf(m *protocol.Model, o protocol.Outcome, scored *protocol.Scored) (cards []Card) {
	features, stats := m.Encoder.Features(), m.RuleStats(o)
	if scored == nil {
		scored = new(protocol.Scored)
	}
	off, offTest := scored.Off, scored.OffTest
	for k, line := range m.Lines() {
		c := Card{
			Line: k, Number: line.Number, Off: line.Off, Pinned: line.Pinned, Note: line.Note,
			Phrases: core.PhrasesByColumn(line.Rule, features), Length: len(line.Rule), Rows: rowsOf(o),
		}
		switch {
		case line.Number > 0 && line.Number <= len(stats):
			c.describe(stats[line.Number-1])
		case line.Off && len(off) > 0:
			var test *eval.RuleScore
			if len(offTest) > 0 {
				test, offTest = &offTest[0], offTest[1:]
			}
			c.describeOff(off[0], test)
			off = off[1:]
		}
		cards = append(cards, c)
	}
	return cards
}

// restOf describes the rows that no rule covers. They are predicted as negative.
func restOf(o protocol.Outcome) Card {
	score := func(c eval.Confusion) eval.RuleScore {
		return eval.RuleScore{Covered: c.TrueNegatives + c.FalseNegatives, Right: c.TrueNegatives}
	}
	var test *eval.RuleScore
	if o.Test != nil {
		test = new(score(o.Test.Confusion))
	}
	c := Card{Rows: rowsOf(o)}
	c.score(score(o.Train.Confusion), test)
	return c
}

// rowsOf returns the number of rows that an outcome was measured on.
func rowsOf(o protocol.Outcome) int {
	n := o.Train.Confusion.Rows()
	if o.Test != nil {
		n += o.Test.Confusion.Rows()
	}
	return n
}

// score sets the counts and the parts. The test scores are nil without test rows.
func (c *Card) score(train eval.RuleScore, test *eval.RuleScore) {
	c.Covered, c.Right, c.Alone = train.Covered, train.Right, train.Alone
	if test == nil {
		c.Parts = []Part{partOf("all rows", train)}
		return
	}
	c.Covered, c.Right, c.Alone = c.Covered+test.Covered, c.Right+test.Right, c.Alone+test.Alone
	c.Parts = []Part{partOf("train", train), partOf("test", *test)}
}

// sort puts the cards in the selected order. Later scores keep this order, so that cards do not move during edits.
func (st *Set) sort() {
	st.Order = make([]int, len(st.Cards))
	for i := range st.Order {
		st.Order[i] = i
	}
	slices.SortStableFunc(st.Order, func(a, b int) int { return cmp.Compare(st.Cards[a].key(st.Sort), st.Cards[b].key(st.Sort)) })
}

// key returns the number that an order sorts the card by: the lowest comes first.
func (c *Card) key(by Sort) float64 {
	switch by {
	case ByCoverage:
		return -float64(c.Covered)
	case ByPrecision:
		return -float64(c.Right) / float64(max(c.Covered, 1))
	case ByUnique:
		return -float64(c.Alone)
	case ByLength:
		return float64(c.Length)
	}
	return 0
}

// cardsAtOnce is the number of rules listed at first and added on request.
const cardsAtOnce = 25

// partCards is the number of rules drawn at a time. The first ones appear immediately, before the inspector.
const partCards = 8

// limit returns the number of rules to list.
func (st Set) limit() int { return cardsAtOnce * (1 + st.More) }

// Around reports whether more than the first rules is drawn. Other tabs do not wait for rules.
func (st Set) Around(tab core.Tab) bool { return st.Drawn > 0 || tab != core.RulesTab }

// parted returns the number of cards drawn so far.
func (st Set) parted() int { return partCards * max(1, st.Drawn) }

// InSight returns the cards that match the search, in the selected order; more counts the matches beyond the limit.
func (st Set) InSight() (cards []Card, more int) {
	sought := strings.ToLower(strings.TrimSpace(st.Find))
	for _, i := range st.Order {
		if c := st.Cards[i]; sought == "" || c.has(sought) || c.Line == st.Selected && st.Editing {
			cards = append(cards, c)
		}
	}
	listed := min(len(cards), st.limit())
	return cards[:min(listed, st.parted())], len(cards) - listed
}

// Drawing reports whether some listed cards are not drawn yet.
func (st Set) Drawing(tab core.Tab) bool {
	return tab == core.RulesTab && st.Model() != nil && (!st.Around(tab) || st.parted() < min(len(st.Cards), st.limit()))
}

func (c Card) has(sought string) bool {
	contains := func(text string) bool { return strings.Contains(strings.ToLower(text), sought) }
	return contains(c.Note) || slices.ContainsFunc(c.Phrases, func(p core.Phrase) bool { return contains(p.Text) })
}
