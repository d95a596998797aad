package rules

import (
	"cmp"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Card describes one rule. Set.Whole and Set.Rest are cards too: of the rows that some rule covers, and of those that none covers.
type Card struct {
	Line    int // index among all rules, including disabled ones
	Number  int // number among the enabled rules, from 1, as in exports; 0 for a disabled rule
	Off     bool
	Phrases []rule.Phrase
	Parts   []Part   // statistics on the training and the test rows, or on all rows; nil until they are known
	Effect  string   // the coverage of the rule and what changes without it, as sentences; "" until they are known
	Flags   []string // warnings about the rule
	Short   string   // the warnings in a few words
	remarks []eval.Remark
	Rule    rule.Rule
	rule.Mark
	Set  int    // index of its rule set in a multiclass model
	Says string // the predicted class, if the rules of all classes are listed in the order of a decision list; otherwise ""

	Shared rule.Phrase // a condition shown above the rules that share it; the zero value for none

	Covered, Right, Alone int // covered rows, correctly predicted rows among them, and rows covered by this rule only
	Rows                  int // all rows
	// Share is the share of all rows that the rule covers, by weight.
	Share float64

	of      protocol.Outcome
	without shorter
	fresh   bool // the scored rows are those of another table, not the ones the rule was fitted to
	many    bool // the rule is part of a model of several classes
}

// Part holds the statistics of a rule on some rows. Low and High bound the 95% interval of its precision; both are 0 where it was fitted.
type Part struct {
	Name             string // "train", "test", "all rows"
	Covered          int
	Right, Low, High float64
}

func partOf(name string, s eval.RuleScore, fitted bool) Part {
	part := Part{Name: name, Covered: s.Covered, Right: s.Precision()}
	if !fitted && s.Covered > 0 {
		part.Low, part.High = s.Interval()
	}
	return part
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
	ByShared    Sort = "shared"
)

var sorts = [][2]string{
	{string(AsInModel), "model order"},
	{string(ByCoverage), "coverage"},
	{string(ByPrecision), "precision"},
	{string(ByUnique), "unique coverage"},
	{string(ByLength), "length"},
	{string(ByShared), "shared conditions"},
}

// Listing says which rules are listed, and how. The zero value lists all of them in the order of the model.
type Listing struct {
	Sort   Sort
	Find   string // only rules that contain this text
	Column string // only rules with a condition on this column; "" for all
	Spoken bool   // the rules are written as sentences
	More   int    // number of times that more rules were requested
	Drawn  int    // number of batches rendered so far, see partCards: rendering all rules at once would block the page
}

type cardKey struct {
	version
	stage core.Stage
	table *protocol.TableSummary
}

// refresh rebuilds the cards of the sets whose rules, scores or stage have changed.
func (m *Model) refresh(c core.View) {
	described := false
	m.eachSet(func(_ int, st *Set) {
		now, before, restaged := st.Now(), len(st.Cards), st.Stage != st.carded.stage
		key := cardKey{version{now.Model, now.Scored}, st.Stage, c.Table}
		if key == st.carded {
			return
		}
		known := st.Cards
		if restaged || c.Table != st.carded.table {
			known = nil
		}
		st.carded, described = key, true
		st.describe(c)
		st.retain(known)
		if now.Scored == nil && c.Table != nil && c.Answers() {
			st.keep(known)
		}
		if st.Order == nil || restaged || len(st.Cards) != before || m.Sort == ByShared {
			st.sort(m.Sort)
		}
		if restaged {
			m.Drawn = 0
		}
		if grown := len(st.Cards) - before; m.Drawn > 0 && grown > 0 && grown <= partCards {
			m.Drawn++ // a few new rules are rendered without waiting for the next batch
		}
	})
	if described {
		m.number()
		m.spread()
	}
}

// number replaces the numbers of the rules by those in the decision list, if the rules of all classes form one.
func (m *Model) number() {
	list := m.list()
	if list == nil {
		return
	}
	m.eachSet(func(at int, st *Set) {
		numbers := list.Numbers(at, len(st.Cards))
		st.Cards = slices.Clone(st.Cards)
		for k, l := range st.lines() {
			if k < len(st.Cards) && !l.Off {
				st.Cards[k].Number = numbers[l.Number-1]
				st.Cards[k].flag(numbers)
			}
		}
	})
}

// describe sets the cards of the rules at the shown stage, and the cards Whole and Rest.
func (st *Set) describe(c core.View) {
	p := st.Now()
	m, scored := p.Model, p.Scored
	o, _ := p.Outcome()
	if st.Stage != core.Final && m != nil {
		rows := st.Stages()
		at := slices.IndexFunc(rows, func(row StageRow) bool { return row.Stage == st.Stage && row.Known })
		if m = nil; at >= 0 {
			m = &protocol.Model{Model: p.Model.WithRules(p.Rules(st.Stage))}
			o, scored = *rows[at].Outcome, nil
		}
	}
	st.Cards, st.Whole, st.Rest = nil, Card{}, Card{}
	if m != nil {
		st.Cards = cardsOf(c, m, o, scored, p.Foreign)
		st.Whole, st.Rest = sideOf(o, true, p.Foreign), sideOf(o, false, p.Foreign)
	}
}

// keep copies known statistics to the cards of rules that an edit has not changed, so that the list does not move until the rules are
// scored again. It must not be used if no new scores will follow, because some statistics depend on the other rules.
func (st *Set) keep(known []Card) {
	for i := range st.Cards {
		c := &st.Cards[i]
		k := slices.IndexFunc(known, func(b Card) bool { return b.Off == c.Off && slices.Equal(b.Phrases, c.Phrases) })
		if k >= 0 && c.Parts == nil {
			old := known[k]
			old.Line, old.Number, old.Mark, old.Phrases, old.Rule = c.Line, c.Number, c.Mark, c.Phrases, c.Rule
			*c = old
		}
	}
}

// cardsOf returns the cards of all rules of a model. The statistics of enabled rules are from the outcome o, the scores of disabled ones
// from scored, as far as known. Fresh tells that the rows are those of another table than the training table.
func cardsOf(v core.View, m *protocol.Model, o protocol.Outcome, scored *protocol.Scored, fresh bool) (cards []Card) {
	typeset, stats := v.Typeset(m), m.RuleStats(o)
	if scored == nil {
		scored = new(protocol.Scored)
	}
	off, offTest := scored.Off, scored.OffTest
	for k, line := range m.Lines() {
		c := Card{
			Line: k, Number: line.Number, Off: line.Off,
			Phrases: typeset.Phrases(line.Rule), Rule: line.Rule, Mark: line.Mark, Rows: rowsOf(o), of: o, fresh: fresh,
			many: v.MultiClass != nil,
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

// sideOf returns the card of the rows that some rule covers or, if covered is false, of those that no rule covers.
func sideOf(o protocol.Outcome, covered, fresh bool) (c Card) {
	c.of, c.Rows, c.fresh = o, rowsOf(o), fresh
	if c.score(o.Train.Confusion.Side(covered), nil); o.Test != nil {
		c.score(o.Train.Confusion.Side(covered), new(o.Test.Confusion.Side(covered)))
	}
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
	all, rows := train, c.of.Train.Confusion
	c.Parts = []Part{partOf("all rows", train, !c.fresh)}
	if test != nil && c.of.Test != nil {
		all, rows = train.Plus(*test), rows.Plus(c.of.Test.Confusion)
		c.Parts = []Part{partOf("train", train, true), partOf("test", *test, false)}
	}
	c.Covered, c.Right, c.Alone, c.Share = all.Covered, all.Right, all.Alone, all.Share(rows)
}

// sort puts the cards in the selected order. Later scores keep this order, so that cards do not move during edits.
func (st *Set) sort(by Sort) {
	st.Order, st.Shared = bitmat.Indexes[int](len(st.Cards)), nil
	if by == ByShared {
		st.share()
	}
	slices.SortStableFunc(st.Order, func(a, b int) int { return cmp.Compare(st.Cards[a].key(by), st.Cards[b].key(by)) })
}

// share groups the rules by common conditions: again and again, the condition that most of the remaining rules have forms the next group.
// A rule with a single condition is not grouped, because no condition would be left to list below the shared one.
func (st *Set) share() {
	left := st.Order
	st.Order, st.Shared = nil, make([]rule.Phrase, len(st.Cards))
	phrases := func(k int) []rule.Phrase {
		if list := st.Cards[k].Phrases; len(list) > 1 {
			return list
		}
		return nil
	}
	for shared := true; shared; {
		rules, most, common := map[rule.Phrase]int{}, 1, rule.Phrase{}
		for _, k := range left {
			for _, p := range phrases(k) {
				if rules[p]++; rules[p] > most {
					most, common = rules[p], p
				}
			}
		}
		var rest []int
		for _, k := range left {
			if slices.Contains(phrases(k), common) {
				st.Order, st.Shared[k] = append(st.Order, k), common
			} else {
				rest = append(rest, k)
			}
		}
		left, shared = rest, most > 1
	}
	st.Order = append(st.Order, left...)
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
		return float64(len(c.Rule))
	}
	return 0
}

// cardsAtOnce is the number of rules listed at first and added on request.
const cardsAtOnce = 25

// partCards is the number of rules in a batch, which are rendered at a time. The first batch appears immediately, before the inspector.
const partCards = 8

func (l Listing) limit() int { return cardsAtOnce * (1 + l.More) }

// around reports whether the inspector is rendered: in the rules tab only after the first batch of rules, in other tabs always.
func (l Listing) around(tab core.Tab) bool { return l.Drawn > 0 || tab != core.RulesTab }

// parted returns the number of cards that may be rendered so far.
func (l Listing) parted() int { return partCards * max(1, l.Drawn) }

// Drawing reports whether some listed cards, or the inspector, are not rendered yet.
func (m Model) Drawing(tab core.Tab) bool {
	n := 0
	m.eachSet(func(_ int, st *Set) { n += len(st.Cards) })
	return tab == core.RulesTab && m.Model() != nil && (!m.around(tab) || m.parted() < min(n, m.limit()))
}

// ClassGroup holds the listed rules of one rule set. A multiclass model has one group for each class, or a single one for a decision list.
type ClassGroup struct {
	Set   int
	Name  string // of the class; "" for a model of one class
	Rules int    // enabled ones of the set, listed or not
	Whole Card
	Cards []Card // in the selected order
}

// InSight returns the cards that match the search and the column; more counts the matches beyond the limit.
func (m Model) InSight() (groups []ClassGroup, more int) {
	listed := 0
	for i := range m.sets() {
		st := m.at(i)
		g := ClassGroup{Set: i, Whole: st.Whole}
		if m.Classes.Model != nil {
			g.Name = core.SetName(m.Classes.Model, i)
		}
		found := m.Find == "" && m.Column == ""
		for _, k := range st.Order {
			c := st.Cards[k]
			if c.Set = i; st.Shared != nil {
				c.Shared = st.Shared[k]
			}
			g.Rules += min(c.Number, 1)
			if !m.finds(c) && !(c.Line == st.Selected && st.Editing) {
				continue
			}
			g.Cards, found, listed = append(g.Cards, c), true, listed+1
		}
		if found {
			groups = append(groups, g)
		}
	}
	if m.Sort == AsInModel && m.listed() {
		groups = m.inOrder(groups)
	}
	left := min(m.limit(), m.parted())
	for i, g := range groups {
		groups[i].Cards = g.Cards[:min(left, len(g.Cards))]
		left -= len(groups[i].Cards)
	}
	return groups, max(listed-m.limit(), 0)
}

// finds reports whether a rule matches the search: its note or one of its conditions contains the text, and a condition is on the column.
func (l Listing) finds(c Card) bool {
	sought := strings.ToLower(strings.TrimSpace(l.Find))
	contains := func(text string) bool { return strings.Contains(strings.ToLower(text), sought) }
	return (contains(c.Note) || slices.ContainsFunc(c.Phrases, func(p rule.Phrase) bool { return contains(p.Text) })) &&
		(l.Column == "" || slices.ContainsFunc(c.Phrases, func(p rule.Phrase) bool { return p.Column == l.Column }))
}
