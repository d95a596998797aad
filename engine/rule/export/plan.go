package export

import (
	"slices"
	"strings"
	"unicode/utf8"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// plan is a model prepared for writing: the columns that its rules use, and the rules as conditions on them.
type plan struct {
	model    *rule.Model
	options  Extras
	sheet    bool // a spreadsheet evaluates the rules
	people   bool // the document is for people: its rules are typeset, and its values quoted
	typeset  *rule.Typesetter
	features []binarize.Feature
	columns  []column        // the input columns that the rules need, in the order of the encoder
	all      []column        // the columns, then those derived from them
	rules    [][]condition   // the rules, then the conditions of the scorecard as rules of one condition
	card     *rule.Scorecard // nil for a document without probabilities
	tests    []probe
	dateNote string // how the rows write dates, "" without date columns
}

// decisive returns the number of rules in p.rules that decide the prediction: all but the conditions of the scorecard.
func (p *plan) decisive() int {
	if p.card == nil {
		return len(p.rules)
	}
	return len(p.card.Points)
}

// points returns the points of each entry of p.rules.
func (p *plan) points() []int {
	list := slices.Clone(p.card.Points)
	for _, l := range p.card.Lines {
		list = append(list, l.Points)
	}
	return list
}

// probability returns the model's probability for a row for which these rules hold, numbered from 1.
func (p *plan) probability(fires []int) float64 {
	points, sum := p.points(), 0
	for _, k := range fires {
		sum += points[k-1]
	}
	return p.card.Probability(sum, p.decides(fires))
}

// decides reports whether the prediction is positive if these rules hold, numbered from 1 and ascending.
func (p *plan) decides(fires []int) bool {
	votes := p.model.Votes()
	return len(fires) >= votes && fires[votes-1] <= p.decisive() // higher numbers are conditions of the scorecard
}

// probabilities returns the probability of each sum in the range of the scorecard, where the rules hold or do not.
func (p *plan) probabilities(fires bool) (list []float64) {
	least, most := p.card.Range()
	for sum := least; sum <= most; sum++ {
		list = append(list, p.card.Probability(sum, fires))
	}
	return list
}

// kind is how rules test the cells of a column.
type kind int

const (
	measure  kind = iota // numbers that are compared with thresholds
	numbers              // numbers that are compared for equality
	texts                // texts, some of which may be numbers
	presence             // any cells: the rules only test whether they are missing
	dates                // texts in a date layout
)

// column is a column that some rule uses, perhaps as an operand.
type column struct {
	name    string
	encoded *binarize.EncodedColumn
	at      int // in the encoder
	from    *binarize.Derived
	of      []int // the operands of a derived column, indexes into plan.columns
	kind    kind
	fill    string // takes the place of a missing cell; "" if nothing does
	layout  dataset.DateLayout
	unit    string // of all numbers; "" for none

	// named has the values that the rules distinguish, in the order of the encoder: all values if a rule tests for any other value.
	// Of two spellings of a number, such as "1" and "1.0", the first also matches every further spelling.
	named []string
	// aside has unnamed values that are another spelling of a named number, and must not match it.
	aside []string
}

// numeric reports whether all cells of the column are numbers or missing.
func (c *column) numeric() bool { return c.kind == measure || c.kind == numbers }

type condition struct {
	column    int // index into plan.all
	op        binarize.Op
	not       bool
	threshold float64  // of AtMost
	values    []string // for Equals, the cells that count as its value

	// orMissing reports whether a missing cell meets this condition and all others of the rule on the column. Negations do,
	// and conditions that the column's fill meets.
	orMissing bool
}

// either returns yes for the condition, no for its negation.
func (c condition) either(yes, no string) string {
	if c.not {
		return no
	}
	return yes
}

// newPlan prepares a model. A scored document has the probabilities of the scorecard, if the model has a scorecard.
func newPlan(m *rule.Model, o Extras, scored bool) (*plan, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	var card *rule.Scorecard
	if scored && m.Scorecard != nil {
		card = m.Scorecard
		all := *m
		all.Rules, all.Scorecard = slices.Concat(m.Rules, card.Conditions()), nil
		m = &all
	}
	p := &plan{model: m, options: o, card: card, features: m.Encoder.Features(), typeset: rule.NewTypesetter(m.Encoder, o.Integers)}
	place := p.addColumns()
	const hint = "read the table with the encoding it has, and learn again"
	p.dateNote = p.dateTexts()
	invalid := func(text string) bool { return !utf8.ValidString(text) }
	if err := p.check(invalid, "a name or value is not valid UTF-8: ", hint); err != nil {
		return nil, err
	}
	bits, err := p.encode([][]cell{make([]cell, len(p.columns))})
	if err != nil {
		return nil, err
	}
	for _, r := range m.Rules {
		conditions := make([]condition, len(r))
		for i, l := range r {
			f := p.features[l.Feature]
			refuses := func(l rule.Literal) bool {
				return p.features[l.Feature].Column == f.Column && bits.Get(0, l.Feature) == l.Not
			}
			conditions[i] = condition{
				column: place[f.Column], op: f.Op, not: l.Not, threshold: f.Threshold, values: p.all[place[f.Column]].spellings(f.Value),
				orMissing: f.Op != binarize.Missing && !slices.ContainsFunc(r, refuses),
			}
			if d := p.all[place[f.Column]].from; f.Op == binarize.Rest && d != nil && d.Op == binarize.Weekday {
				conditions[i].op, conditions[i].values = binarize.Equals, otherWeekdays(m.Encoder.Columns[f.Column].Values)
			}
		}
		p.rules = append(p.rules, conditions)
	}
	p.tests, err = p.probes(mostTests)
	return p, err
}

// otherWeekdays returns the weekdays without a feature. Programs name them, since a computed weekday is never "another value".
func otherWeekdays(named []string) []string {
	return slices.DeleteFunc(slices.Clone(binarize.Weekdays), func(day string) bool { return slices.Contains(named, day) })
}

// addColumns adds the columns that the rules need, and returns the place in p.all of each column of the encoder. Derived columns are
// the last ones of an encoder.
func (p *plan) addColumns() []int {
	m := p.model
	asked := make([][]binarize.Feature, len(m.Encoder.Columns)) // the features in rules, by column of the encoder
	for _, l := range slices.Concat(m.Rules...) {
		f := p.features[l.Feature]
		asked[f.Column] = append(asked[f.Column], f)
	}
	needed := make([]bool, len(asked))
	for at, features := range asked {
		needed[at] = features != nil
	}
	m.Encoder.AddOperands(needed)
	place := make([]int, len(asked))
	for at := range asked {
		if place[at] = len(p.all); !needed[at] {
			continue
		}
		p.all = append(p.all, newColumn(&m.Encoder.Columns[at], at, asked[at]))
		p.all[place[at]].unit = p.options.Units[m.Encoder.Columns[at].Name]
		if d := m.Encoder.Columns[at].Derived; d != nil {
			for _, name := range m.Encoder.Columns[at].Sources() {
				p.all[place[at]].of = append(p.all[place[at]].of, slices.Index(p.names(), name))
			}
			continue
		}
		p.columns = p.all[:len(p.all):len(p.all)]
	}
	return place
}

// newColumn returns a column of the encoder for rules that use the given features of it.
func newColumn(from *binarize.EncodedColumn, at int, asked []binarize.Feature) column {
	c := column{name: from.Name, encoded: from, at: at, from: from.Derived, kind: kindOf(from), fill: from.Fill}
	c.layout, _ = dataset.DateLayoutOf(from.Layout)
	if from.Missable {
		c.fill = "" // missing cells have their own prediction
	}
	everything, texts := false, []string(nil) // must all values be named, or else these?
	for _, f := range asked {
		everything = everything || f.Op == binarize.Rest
		if f.Op == binarize.Equals {
			texts = append(texts, c.spellings(f.Value)...)
		}
	}
	wanted := func(value string) bool {
		return slices.ContainsFunc(texts, func(t string) bool { return t == value || sameNumber(t, value) })
	}
	for _, v := range from.Values {
		if list := c.spellings(v); everything || slices.ContainsFunc(list, wanted) {
			c.named = append(c.named, list...)
		}
	}
	for _, value := range append(slices.Clone(from.Rest), from.Other) {
		for _, v := range c.spellings(value) {
			if slices.ContainsFunc(c.named, func(n string) bool { return sameNumber(n, v) }) {
				c.aside = append(c.aside, v)
			}
		}
	}
	return c
}

// spellings returns the cells that count as a value: several if it is the name of a group. In a column of numbers, a name that is not
// a number is left out.
func (c *column) spellings(value string) []string {
	list := c.encoded.Spellings(value)
	if c.kind == numbers && len(list) > 1 {
		list = slices.DeleteFunc(list, func(v string) bool { _, ok := dataset.ParseNumber(v); return !ok })
	}
	return list
}

// kindOf returns the kind of a column. Values are numbers only if all of them are, and no two are the same number.
func kindOf(c *binarize.EncodedColumn) kind {
	switch {
	case c.Layout != "":
		return dates
	case len(c.Thresholds) > 0:
		return measure
	case len(c.Values) == 0:
		return presence
	}
	if _, ok := dataset.ParseNumber(c.Fill); c.Fill != "" && !ok {
		return texts
	}
	seen := map[float64]bool{}
	for _, v := range c.All() {
		x, ok := dataset.ParseNumber(v)
		if !ok && len(c.Spellings(v)) > 1 { // the name of a group of numbers
			continue
		}
		if !ok || seen[x] {
			return texts
		}
		seen[x] = true
	}
	return numbers
}

func sameNumber(a, b string) bool {
	x, ok := dataset.ParseNumber(a)
	y, too := dataset.ParseNumber(b)
	return ok && too && x == y
}

// check returns an error about the first text of p.strings that is refused.
func (p *plan) check(refused func(text string) bool, message, hint string) error {
	texts := p.strings()
	if i := slices.IndexFunc(texts, refused); i >= 0 {
		return &Unsupported{message + quote(texts[i]), hint}
	}
	return nil
}

// checkZero returns an error about a text with the zero character.
func (p *plan) checkZero(language string) error {
	zero := func(text string) bool { return strings.ContainsRune(text, 0) }
	return p.check(zero, language+" cannot hold the zero character in ", otherFormat)
}

// strings returns every text of the model that an export writes as data.
func (p *plan) strings() []string {
	list := append([]string{p.model.Target}, p.answers()...)
	for _, c := range p.columns {
		list = slices.Concat(list, []string{c.name, c.fill}, c.named, c.aside)
	}
	return list
}

// inputs returns the input columns that a condition depends on: its column, or the operands of that.
func (p *plan) inputs(c condition) []int {
	if of := p.all[c.column].of; of != nil {
		return of
	}
	return []int{c.column}
}

// readsOnly reports whether a condition depends on none but these columns.
func (p *plan) readsOnly(c condition, columns []int) bool {
	for _, j := range p.inputs(c) {
		if !slices.Contains(columns, j) {
			return false
		}
	}
	return true
}

func (p *plan) names() []string {
	return each(p.columns, func(_ int, c column) string { return c.name })
}

// titles returns the names of the columns for people.
func (p *plan) titles() []string {
	return each(p.columns, func(_ int, c column) string { return c.encoded.Title() })
}
