package rule

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// A Phrase is the part of a rule about one column, for people: "age ≥ 30", "city is any of Bern, Rom". Its texts escape control
// characters.
type Phrase struct {
	Column    string // its name, as it is
	Text      string // with all values
	Short     string // Text, or a count instead of more than three values: "city: 8 of 14 values"
	Dots      string // "" or, if Short counts up to 24 values, "●" for each value that meets it and "○" for each other one
	OrMissing bool   // a missing cell meets it too
}

// Suffixes of a phrase that a missing cell meets too: in full, and as a mark that MissingNote explains.
const (
	OrMissing   = " (or missing)"
	MissingMark = "*"
)

// MissingNote explains MissingMark.
const MissingNote = MissingMark + " or missing"

// Integers reports whether a column of the open table holds only integers, so that "> 29" is "≥ 30". Trained says so of the training
// table; it is returned for a column that the open table lacks. Nil means that no table is open.
type Integers func(column string, trained bool) bool

// Of reports whether a column holds only integers: in the open table or, without one, in the training table.
func (known Integers) Of(c *binarize.EncodedColumn) bool {
	if known == nil {
		return c.Integers
	}
	return known(c.Name, c.Integers)
}

// Marked returns the text, with an end if a missing cell meets it too.
func (p Phrase) Marked(missing string) string {
	if p.OrMissing {
		return p.Text + missing
	}
	return p.Text
}

// A Typesetter writes rules for people.
type Typesetter struct {
	features []binarize.Feature
	columns  []columnStates
	integers Integers
	signs    signs
}

// signs are the relations as they stand between a column and a value.
type signs struct{ least, above, most, equal, unequal string }

var (
	symbols = signs{" ≥ ", " > ", " ≤ ", " = ", " ≠ "}
	spoken  = signs{" is at least ", " is more than ", " is at most ", " is ", " is not "}
)

// NewTypesetter writes rules over the features of a valid encoder.
func NewTypesetter(e *binarize.Encoder, integers Integers) *Typesetter {
	return &Typesetter{e.Features(), columnsOf(e), integers, symbols}
}

// whole reports whether a column holds only integers, and fills missing cells with one.
func (t *Typesetter) whole(column int) bool {
	c := t.columns[column]
	fill, _ := dataset.ParseNumber(c.Fill)
	return (t.integers.Of(c.EncodedColumn) || c.Derived.IsDate()) && fill == math.Trunc(fill)
}

// Spoken returns a typesetter of sentences: "age is at least 30", "city is any of Bern, Rom".
func (t Typesetter) Spoken() *Typesetter {
	t.signs = spoken
	return &t
}

// Phrases returns one phrase for each column that the rule uses.
func (t *Typesetter) Phrases(r Rule) (list []Phrase) {
	for _, d := range requirements(r, t.features, t.columns) {
		list = append(list, t.phrase(&d, dataset.EscapeControl(t.columns[d.column].Title()), t.whole(d.column)))
	}
	return list
}

// Relation writes conditions on one column without its name, in short: "≥ 30", "is none of Bern, Rom".
func (t *Typesetter) Relation(r Rule) string {
	d := requirements(r, t.features, t.columns)[0]
	p := t.phrase(&d, "", t.whole(d.column))
	p.Text = strings.TrimLeft(p.Short, ": ")
	return p.Marked(OrMissing)
}

// Line writes a rule on a single line; missing ends the phrases that a missing cell meets too.
func (t *Typesetter) Line(r Rule, missing string) string {
	var texts []string
	for _, p := range t.Phrases(r) {
		texts = append(texts, p.Marked(missing))
	}
	return cmp.Or(strings.Join(texts, " AND "), Always)
}

// Noted returns MissingNote between two texts, "" if no rule of the set needs it.
func (t *Typesetter) Noted(set Set, before, after string) string {
	for _, r := range set {
		if slices.ContainsFunc(t.Phrases(r), func(p Phrase) bool { return p.OrMissing }) {
			return before + MissingNote + after
		}
	}
	return ""
}

// phrase merges the conditions on one column into a phrase, for integers if whole. Contradictory conditions are all written.
func (t *Typesetter) phrase(d *requirement, name string, whole bool) Phrase {
	c := &t.columns[d.column]
	text, short, dots := "", "", ""
	var yes, no []*state // the states of known cells, by whether they meet the conditions
	missing, open := false, false
	for i := range c.states {
		switch s := &c.states[i]; {
		case s.kind == missingCell:
			missing = c.Missable && d.allowed[i]
		case s.kind == unseen:
			open = d.allowed[i] && c.Other == "" && c.Derived == nil // with Other, "sex = Female" means "sex ≠ Male" everywhere
		case d.allowed[i]:
			yes = append(yes, s)
		default:
			no = append(no, s)
		}
	}
	switch {
	case len(yes) == 0 && missing:
		text, missing = name+" is missing", false
	case len(yes) == 0:
		var parts []string
		for _, l := range d.literals {
			parts = append(parts, t.features[l.Feature].Relation(l.Not))
		}
		text = name + " " + strings.Join(parts, " and ")
	case len(no) == 0:
		text = name + " is known"
	case yes[0].kind == bin:
		text = c.between(t.signs, name, yes[0].low, yes[len(yes)-1].high, whole) + c.suffix()
	default:
		if text, short = c.among(name, yes, no, open, t.signs); short != "" {
			dots = c.dots(d.allowed)
		}
	}
	return Phrase{c.Name, text, cmp.Or(short, text), dots, missing}
}

// number returns how the numbers of the column are written.
func (c *columnStates) number() func(float64) string {
	n := len(c.Thresholds)
	if n == 0 { // an operand of a difference
		return Number
	}
	return NumberWithin(c.Thresholds[0], c.Thresholds[n-1])
}

// shown writes the number in a cell as conditions do; "" if that equals the text, or if the column lacks thresholds.
func (c *columnStates) shown(text string) string {
	if x, ok := dataset.ParseNumber(text); ok && len(c.Thresholds) > 0 {
		if shown := c.number()(x); shown != text {
			return shown
		}
	}
	return ""
}

// between writes a range of numbers, above low and at most high; one of them may be infinite, and the name may be empty.
func (c *columnStates) between(s signs, name string, low, high float64, whole bool) string {
	number := c.number()
	if whole {
		low, high = math.Floor(low), math.Floor(high)
	}
	switch least := low + 1; {
	case math.IsInf(low, -1):
		return name + s.most + number(high)
	case math.IsInf(high, 1) && whole:
		return name + s.least + number(least)
	case math.IsInf(high, 1):
		return name + s.above + number(low)
	case whole && least == high:
		return name + s.equal + number(high)
	case whole && 0 <= least && least < high:
		return name + " is " + number(least) + "–" + number(high)
	case name == "" || s == spoken:
		return name + s.above + number(low) + " and" + s.most + number(high)
	}
	return number(low) + " < " + name + " ≤ " + number(high)
}

// among lists the values that meet a condition, or those that do not, whichever are fewer. Values without a feature of their own are
// never listed. Open means that new values meet the condition too. Short counts more than three values; else it is "".
func (c *columnStates) among(name string, yes, no []*state, open bool, s signs) (text, short string) {
	const most = 3
	rest := len(c.Rest) > 0                               // some values share one feature
	others := rest && yes[len(yes)-1].lo == len(c.Values) // they meet the condition
	sign, words, list, more := s.equal, " is any of ", yes, ""
	if open {
		more = " or a new value"
	}
	if others || !rest && (len(no) < len(yes) || open && len(no) == len(yes)) {
		sign, words, list, more = s.unequal, " is none of ", no, ""
	}
	if len(list) == 1 {
		return name + sign + Quoted(dataset.EscapeControl(list[0].values[0])) + c.unit(list) + more, ""
	}
	values, met, all := []string{}, 0, 0
	for _, s := range list {
		values = append(values, quotedInList(dataset.EscapeControl(s.values[0])))
	}
	for _, s := range yes {
		met += len(s.values)
	}
	for i := range c.states {
		all += len(c.states[i].values)
	}
	if len(list) > most {
		short = fmt.Sprintf("%s: %d of %d values", name, met, all)
	}
	return name + words + strings.Join(values, ", ") + c.unit(list) + more, short
}

// dots draws which values meet a condition, in the order of the encoder; "" for more than 24 values.
func (c *columnStates) dots(allowed []bool) string {
	const most = 24
	text, n := "", 0
	for i, s := range c.states {
		dot := "○"
		if allowed[i] {
			dot = "●"
		}
		text, n = text+strings.Repeat(dot, len(s.values)), n+len(s.values)
	}
	if n > most {
		return ""
	}
	return text
}

// suffix returns the unit of the column as it follows a number.
func (c *columnStates) suffix() string { return dataset.EscapeControl(c.Suffix()) }

// unit returns the suffix for a list of values, "" if its last value is not a number.
func (c *columnStates) unit(list []*state) string {
	if _, number := dataset.ParseNumber(list[len(list)-1].values[0]); number {
		return c.suffix()
	}
	return ""
}

// Quoted writes a value for people: in quotes if it begins with an operator, or may be taken for several.
func Quoted(value string) string {
	if value == "" || strings.ContainsAny(value, ",*“”") || strings.ContainsRune("<>=≤≥≠!", []rune(value)[0]) {
		return "“" + value + "”"
	}
	return value
}

// quotedInList is Quoted for a list of values, which may be separated by “or”.
func quotedInList(value string) string {
	if strings.Contains(" "+value, " or ") {
		return "“" + value + "”"
	}
	return Quoted(value)
}

// Number writes a number for people: with thousands separators.
func Number(x float64) string {
	const least, most = 1e3, 1e15 // FormatNumber may write larger ones with an exponent
	text := dataset.FormatNumber(x)
	if a := math.Abs(x); a < least || a >= most {
		return text
	}
	return dataset.GroupThousands(text)
}

// NumberWithin returns Number for numbers of which the least and the greatest are known. Years (1500 to 2100) get no separators.
func NumberWithin(least, most float64) func(float64) string {
	const first, last = 1500, 2100
	if first <= least && most <= last {
		return dataset.FormatNumber
	}
	return Number
}
