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
	people   bool // read the document: its rules are typeset, and its values quoted
	typeset  *rule.Typesetter
	features []binarize.Feature
	columns  []column // in the order of the encoder
	rules    [][]condition
	tests    []probe
}

// kind is how the rules read the cells of a column.
type kind int

const (
	measure  kind = iota // numbers, compared with thresholds
	numbers              // numbers, compared with single numbers
	texts                // texts, some of which may be numbers
	presence             // anything: the rules only test for missing cells
)

// column is a column that some rule uses.
type column struct {
	name string
	at   int // in the encoder
	kind kind
	fill string // takes the place of a missing cell; "" if nothing does

	// named are the values to distinguish, in the order of the encoder. Of two values of the same number, the first
	// also matches all other spellings. The list holds all values if a rule uses the rest of them.
	named []string
	// aside are further values that are the same number as a named one, spelled in another way.
	aside []string
}

// numeric reports whether all cells of the column are numbers or missing.
func (c *column) numeric() bool { return c.kind == measure || c.kind == numbers }

type condition struct {
	column    int // index into plan.columns
	op        binarize.Op
	not       bool
	threshold float64 // AtMost, and Equals in a column of numbers
	value     string  // Equals

	// orMissing reports whether a missing cell meets this condition and all others of the rule on the column:
	// negations, and conditions that the column's fill meets.
	orMissing bool
}

// either returns yes for the condition, no for its negation.
func (c condition) either(yes, no string) string {
	if c.not {
		return no
	}
	return yes
}

func newPlan(m *rule.Model, o Extras) (*plan, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	p := &plan{model: m, options: o, features: m.Encoder.Features(), typeset: rule.NewTypesetter(m.Encoder, o.Integers)}
	asked := make([][]binarize.Feature, len(m.Encoder.Columns)) // the features in rules, by column of the encoder
	for _, l := range slices.Concat(m.Rules...) {
		f := p.features[l.Feature]
		asked[f.Column] = append(asked[f.Column], f)
	}
	place := make([]int, len(asked)) // of each column of the encoder in p.columns
	for at := range asked {
		if place[at] = len(p.columns); asked[at] != nil {
			p.columns = append(p.columns, newColumn(&m.Encoder.Columns[at], at, asked[at]))
		}
	}
	const hint = "read the table with the encoding it has, and learn again"
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
				column: place[f.Column], op: f.Op, not: l.Not, threshold: f.Threshold, value: f.Value,
				orMissing: f.Op != binarize.Missing && !slices.ContainsFunc(r, refuses),
			}
		}
		p.rules = append(p.rules, conditions)
	}
	p.tests, err = p.probes(mostTests)
	return p, err
}

// newColumn returns a column of the encoder, of which rules ask some features.
func newColumn(from *binarize.EncodedColumn, at int, asked []binarize.Feature) column {
	c := column{name: from.Name, at: at, kind: kindOf(from), fill: from.Fill}
	if from.Missable {
		c.fill = "" // missing cells have their own prediction
	}
	everything := slices.ContainsFunc(asked, func(f binarize.Feature) bool { return f.Op == binarize.Rest })
	wanted := func(value string) bool {
		return everything || slices.ContainsFunc(asked, func(f binarize.Feature) bool {
			return f.Op == binarize.Equals && (f.Value == value || sameNumber(f.Value, value))
		})
	}
	for _, v := range from.Values {
		if wanted(v) {
			c.named = append(c.named, v)
		}
	}
	for _, v := range append(slices.Clone(from.Rest), from.Other) {
		if slices.ContainsFunc(c.named, func(n string) bool { return sameNumber(n, v) }) {
			c.aside = append(c.aside, v)
		}
	}
	return c
}

// kindOf returns the kind of a column's cells. Values are numbers only if all are, and no two are equal.
func kindOf(c *binarize.EncodedColumn) kind {
	switch {
	case len(c.Thresholds) > 0:
		return measure
	case len(c.Values) == 0:
		return presence
	}
	values := slices.Concat(c.Values, c.Rest)
	if c.Other != "" {
		values = append(values, c.Other)
	}
	if _, ok := dataset.ParseNumber(c.Fill); c.Fill != "" && !ok {
		return texts
	}
	seen := map[float64]bool{}
	for _, v := range values {
		x, ok := dataset.ParseNumber(v)
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

// check returns an error about the first text that is refused.
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

func (p *plan) names() []string {
	return each(p.columns, func(_ int, c column) string { return c.name })
}
