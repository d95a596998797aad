// Package infer finds the kind of a column from its texts: numbers and how they are written, dates, missing marks,
// identifiers and categories. It knows one grammar of these, which dialect detection shares. It knows nothing of files.
package infer

import (
	"fmt"
	"math"
	"slices"
)

const (
	mostTexts  = 1000 // distinct texts above which a column is always Text
	manyTexts  = 100  // distinct texts above which it is Text unless each text has textRows rows on average
	someTexts  = 20   // distinct texts above which it is Text if they are more than half of its rows
	textRows   = 10
	oddNoticed = 0.5  // share of numbers or dates from which a column of texts gets a note about its other values
	dominant   = 0.99 // share of rows with one value above which a note says so
)

// ColumnContent is the content of a column: its distinct texts and their frequencies.
type ColumnContent struct {
	Name     string
	Missing  int           // missing cells
	Texts    []string      // distinct texts of the other cells
	Rows     []int         // number of rows of each text
	Patterns PatternCounts // CountPatterns(Texts, Rows)
}

// Inference is the kind of a column and the values of its texts.
type Inference struct {
	Kind    Kind
	Format  NumberFormat // of its numbers
	Numbers []float64    // by text, NaN for a text that is not a number; nil if the cells remain texts
	Odd     int          // cells of a column of numbers that are not numbers or out of range; they count as missing
	Layout  DateLayout   // of a Date; of a Numeric column the layout to propose to the user if its numbers may be dates
	Either  int          // rows with dates that can be read with the day or the month first

	Notes  []string // sentences about how the column was read
	Doubts []string // sentences about what may be wrong, and needs a decision
}

// Mismatch is the error of KindOf if a column cannot have the wanted kind.
type Mismatch struct{ Message, Hint string }

// KindOf interprets the texts of a column as the wanted kind, or infers the kind if want is "". Only a wanted kind can cause an error.
func KindOf(s ColumnContent, want Kind, h Hint) (Inference, *Mismatch) {
	c := &inferrer{ColumnContent: s, fit: s.Patterns.fit(h), want: want}
	for _, n := range s.Rows {
		c.present += n
	}
	var err *Mismatch
	switch want {
	case "":
		c.find(h)
	case Numeric:
		err = c.toNumeric(h)
	case Binary:
		err = c.toBinary()
	case Date:
		err = c.toDate(h.First)
	default:
		c.Kind = want
		if want == ID && c.allNumbers() {
			c.takeNumbers()
			c.Kind = ID
		}
	}
	if err != nil {
		return Inference{}, err
	}
	c.noteValues(want == "", h.Encoding)
	return c.Inference, nil
}

// inferrer is the state of KindOf.
type inferrer struct {
	ColumnContent
	fit     numberFit
	present int  // cells that are not missing
	want    Kind // "" to find it
	told    bool // a note already says what most texts are
	Inference
}

func (c *inferrer) find(h Hint) {
	switch {
	case c.present == 0:
		c.Kind = Empty
	case c.noteCodes() || c.noteLimits():
		c.Kind = c.kindOfTexts()
	case c.fit.share >= decisiveShare:
		if !c.tryDayNumbers() {
			c.takeNumbers()
			c.proposeDates()
		}
	case c.tryDates(""):
	default:
		c.Kind = c.kindOfTexts()
		c.told = c.noteTimes() || c.noteDatedTexts() || c.noteDigits() || c.noteMeasures(h) || c.noteFlags() || c.noteNumbers() ||
			c.noteDates()
	}
}

// allNumbers reports whether all texts are numbers rather than codes.
func (c *inferrer) allNumbers() bool {
	return c.present > 0 && c.fit.rows == c.present && c.fit.share > 0 && !c.areCodes() && !areLongCodes(c.Texts)
}

func (c *inferrer) areCodes() bool { return areCodes(c.Texts) && !arePadded(c.Texts, c.Rows) }

// kindOfTexts returns the kind of the column if its cells remain texts.
func (c *inferrer) kindOfTexts() Kind {
	switch n := len(c.Texts); {
	case n == 0:
		return Empty
	case n == 1:
		return Constant
	case n == 2:
		return Binary
	case n == c.present && n >= idRows:
		return ID
	case n > mostTexts, n > manyTexts && c.present < textRows*n, n > someTexts && 2*n > c.present:
		return Text
	}
	return Categorical
}

// takeNumbers interprets the texts as numbers; all others count as missing.
func (c *inferrer) takeNumbers() {
	c.Format = c.fit.format
	c.Numbers = make([]float64, len(c.Texts))
	for i, text := range c.Texts {
		x, is := parse(c.Format, text)
		if is != IsNumber {
			x = math.NaN()
		}
		c.Numbers[i] = x
	}
	s := StatsOf(c.Numbers, c.Rows)
	c.Odd = c.present - s.Rows
	name := c.Name
	if c.Format.Thousands != "" || c.Format.Unit != "" {
		name = "" // the numbers are amounts: "Number" may name an ID, but not for 1,234
	}
	c.Kind = s.Kind(name, c.Missing+c.Odd)
	c.noteOdd()
	c.noteFormat()
}

func (c *inferrer) toNumeric(h Hint) *Mismatch {
	if m := c.fitMeasures(h); m.rows > c.fit.rows {
		c.fit = m
	}
	if c.present > 0 && c.fit.rows == 0 {
		_, example := c.countParsed(c.fit.format, NotNumber)
		return c.mismatch("numeric: none of its values is a number, such as %q", "categorical", example)
	}
	c.takeNumbers()
	c.Kind = Numeric
	return nil
}

func (c *inferrer) toBinary() *Mismatch {
	n := len(c.Texts)
	if c.allNumbers() {
		c.takeNumbers()
		if n = StatsOf(c.Numbers, c.Rows).distinct; n > 2 {
			n = len(c.Texts)
		}
	}
	c.Kind = Binary
	if n == 2 {
		return nil
	}
	values := "values"
	if n == 1 {
		values = "value"
	}
	return c.mismatch("binary: it has %d different %s", "categorical", n, values)
}

// proposeDates notes that the numbers may be dates.
func (c *inferrer) proposeDates() {
	var note string
	if c.Layout, note = ProposedDates(c.Name, c.Numbers); note != "" {
		c.note("%s", note)
	}
	if !slices.ContainsFunc(c.Texts, func(text string) bool { return !isStamp(text) }) {
		c.note("its numbers may be dates with a time, such as %q: write them as 2024-03-31 23:59 for rules about their parts", c.Texts[0])
	}
}

// toDate makes the column one of dates if nearly all texts are dates.
func (c *inferrer) toDate(first string) *Mismatch {
	if c.present == 0 || c.tryDates(first) || first == "" && slices.ContainsFunc(integerLayouts, c.tryIntegerDates) {
		c.Kind = Date
		return nil
	}
	if first != "" {
		wrong := c.mismatch("a date with the %s first: none of its values, such as %q, is one", "", first, c.Texts[0])
		wrong.Hint = "leave the order of its dates to be found"
		return wrong
	}
	if n, example := c.notDates(); n > 0 && n < c.present {
		return c.mismatch("a date: %s of %s not dates, such as %q", "text", grouped(n), c.values(), example)
	}
	return c.mismatch("a date: its values, such as %q, are not dates written in one way", "text", c.Texts[0])
}

// mismatch returns the error for a column that cannot have the wanted kind, and advises to choose another one.
func (c *inferrer) mismatch(format, other string, values ...any) *Mismatch {
	return &Mismatch{
		Message: fmt.Sprintf("column %q cannot be ", c.Name) + fmt.Sprintf(format, values...),
		Hint:    "leave its type to be found, or choose " + other,
	}
}

func (c *inferrer) tryDates(first string) bool {
	layout, ok, odd := dateLayout(c.Texts, c.Rows, first)
	if ok {
		c.takeDates(layout, odd)
	}
	return ok
}

// takeDates interprets the texts as dates. Odd is the number of cells that are not dates of the layout; they count as missing.
func (c *inferrer) takeDates(layout DateLayout, odd int) {
	var order string
	c.Kind = Date
	c.Layout, c.Either, order = layout.Settle(func(yield func(string, int) bool) {
		for i, text := range c.Texts {
			if !yield(text, c.Rows[i]) {
				return
			}
		}
	})
	if len(c.Texts) == 1 {
		c.note("it has one date only (%s): rules can ask about the days between it and another date", layout)
	} else {
		c.note("its values are dates (%s): rules can ask about their parts, such as the weekday", layout)
	}
	if order != "" {
		c.note("%s", order)
	}
	if rows, example := c.countNoDates(); rows > 0 && len(c.Texts) > 1 {
		c.warn("%d of its %d values, such as %q, may stand for no date: count them as missing if so", rows, c.present, example)
	}
	if odd > 0 {
		c.note("%d of its %d values are not such dates and count as missing", odd, c.present)
	}
}

// Kind is the kind of a column. It decides whether rules can use the column.
type Kind string

// The kinds of columns.
const (
	Numeric     Kind = "numeric"     // numbers with more than two distinct values
	Binary      Kind = "binary"      // exactly two distinct values, numbers or texts
	Categorical Kind = "categorical" // a few distinct values
	Date        Kind = "date"        // days or timestamps, of which rules use parts
	Text        Kind = "text"        // too many distinct values for a rule to name them
	ID          Kind = "id"          // unique per row, like a name or a row number
	Constant    Kind = "constant"    // the same value in every row that has one
	Empty       Kind = "empty"       // every cell is missing
)

// Usable reports whether features can be made from a column of this kind; a Date needs a layout too.
func (k Kind) Usable() bool { return k == Numeric || k == Binary || k == Categorical || k == Date }
