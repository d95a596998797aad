package dataset

import "fmt"

const (
	mostTexts      = 1000 // different texts above which a column is always Text
	manyTexts      = 100  // above which it is unless each is in textRows rows on average
	someTexts      = 20   // above which it is if there are more than half as many as rows
	textRows       = 10
	numbersNoticed = 0.5  // share of numbers from which a column of texts is said to have others
	dominant       = 0.99 // share of rows above which one value leaves little for rules to ask about
)

// summary is what a column has.
type summary struct {
	name     string
	missing  int      // cells that are missing
	texts    []string // the different texts of the others
	rows     []int    // rows of each text
	evidence evidence // survey(texts, rows)
}

// finding is what the column is.
type finding struct {
	kind    Kind
	form    Form      // of numbers
	numbers []float64 // by text, NaN where it is none; nil if the cells are to stay texts
	odd     int       // cells that are no numbers in a column of numbers, or are out of range: they count as missing
	layout  string    // of a Date, such as DD.MM.YYYY

	notes    []string // what is doubtful, as sentences to stand beside the name of the column
	warnings []string // the more serious of them, with the name
}

// infer finds the kind of a column unless want has it, and what its texts are then. It fails only if they cannot be
// what is wanted.
func infer(s summary, want Kind, h hint) (finding, *Error) {
	c := &inferrer{summary: s, verdict: s.evidence.verdict(h)}
	for _, n := range s.rows {
		c.present += n
	}
	var err *Error
	switch want {
	case "":
		c.find()
	case Numeric:
		err = c.toNumeric()
	case Binary:
		err = c.toBinary()
	case Date:
		err = c.toDate()
	default:
		c.kind = want
		if want == ID && c.allNumbers() {
			c.takeNumbers()
			c.kind = ID
		}
	}
	if err != nil {
		return finding{}, err
	}
	c.look(want == "")
	return c.finding, nil
}

// inferrer holds what infer works on.
type inferrer struct {
	summary
	verdict verdict
	present int // cells that are not missing
	finding
}

// find finds the kind.
func (c *inferrer) find() {
	switch {
	case c.present == 0:
		c.kind = Empty
	case c.codes() || c.limits():
		c.kind = c.kindOfTexts()
	case c.verdict.share >= numberShare:
		c.takeNumbers()
	case c.dates():
	default:
		c.kind = c.kindOfTexts()
		c.noteNumbers()
	}
}

// allNumbers reports whether all texts are numbers, and not codes.
func (c *inferrer) allNumbers() bool {
	return c.present > 0 && c.verdict.rows == c.present && !codes(c.texts) && !longCodes(c.texts)
}

// kindOfTexts returns the kind of the column if its cells are texts.
func (c *inferrer) kindOfTexts() Kind {
	switch n := len(c.texts); {
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

// takeNumbers makes the column one of numbers; what is none counts as missing.
func (c *inferrer) takeNumbers() {
	c.form = c.verdict.form
	c.numbers = numbersOf(c.form, c.texts)
	s := spreadOf(c.numbers, c.rows)
	c.odd = c.present - s.rows
	c.kind = s.kind(c.name, c.missing+c.odd)
	c.noteOdd()
	c.noteForm()
}

// toNumeric makes the column numeric, whatever it looks like, if any of it are numbers.
func (c *inferrer) toNumeric() *Error {
	if c.present > 0 && c.verdict.rows == 0 {
		return &Error{
			Kind: Type, Hint: "leave its type to be found, or choose categorical",
			Message: fmt.Sprintf("column %q cannot be numeric: none of its values is a number, such as %q", c.name, c.firstOther(c.verdict.form)),
		}
	}
	c.takeNumbers()
	c.kind = Numeric
	return nil
}

// toBinary makes the column binary if it has two different values.
func (c *inferrer) toBinary() *Error {
	n := len(c.texts)
	if c.allNumbers() {
		c.takeNumbers()
		if n = spreadOf(c.numbers, c.rows).different; n > 2 {
			n = len(c.texts)
		}
	}
	c.kind = Binary
	if n != 2 {
		return &Error{
			Kind: Type, Hint: "leave its type to be found, or choose categorical",
			Message: fmt.Sprintf("column %q cannot be binary: it has %s", c.name, plural(n, "different value")),
		}
	}
	return nil
}

// toDate makes the column one of dates if nearly all texts are.
func (c *inferrer) toDate() *Error {
	if c.present == 0 || c.dates() {
		c.kind = Date
		return nil
	}
	return &Error{
		Kind: Type, Hint: "leave its type to be found, or choose text",
		Message: fmt.Sprintf("column %q cannot be a date: its values, such as %q, are not dates written in one way", c.name, c.texts[0]),
	}
}

// dates makes the column one of dates if it has them.
func (c *inferrer) dates() bool {
	layout, ok, ambiguous := dates(c.texts, c.rows)
	if ok {
		c.kind, c.layout = Date, layout
		c.noteDates(ambiguous)
	}
	return ok
}
