package dataset

import (
	"fmt"
	"slices"
)

const minTargetRows = 2 // one positive, one negative

// Target is the column to predict, as a question with the answers yes (positive) and no.
type Target struct {
	Column    int     // index in the table
	Name      string  // of the column
	Positive  string  // the value that the rules describe, or a comparison such as "> 20"
	Negative  string  // the other value if there are two, else "not " and the positive one; or the opposite comparison
	Rows      []int32 // that have a label, ascending
	Positives []bool  // one for each of Rows: is it positive?

	// Classes are the answers where each has its own, in the order of the column's values; see Table.Classes. Codes has
	// then the place of its class for each of Rows, and Positive, Negative and Positives are empty.
	Classes []string
	Codes   []uint8

	// Unlabelled is the number of rows that have no value in the column (for Labels: none that is an answer); they are
	// not among Rows.
	Unlabelled int

	Notes []string // how labels were read that are not written as they should be, as sentences
}

// Target makes the column of that name the one to predict. Positive is what rules will describe: a value of the column,
// or a Comparison for a column of numbers, with or without the column's name in front ("> 20", "price>20"). It may be ""
// if the column has two values, and then the rarer one is taken, or the later one if both are equally frequent.
func (t *Table) Target(name, positive string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	if t.Rows < minTargetRows {
		return nil, &Error{Kind: TooFewRows, Message: "the table has " + plural(t.Rows, "row"), Hint: "choose a table with rows of both kinds"}
	}
	c := &t.Columns[j]
	if c.Missing == c.rows() {
		return nil, &Error{Kind: TargetSingleClass, Message: fmt.Sprintf("target %q has no values", c.Name), Hint: otherColumn}
	}
	if len(c.Values) == constantValues || len(c.Levels) == constantValues {
		value, _ := c.firstText()
		return nil, c.singleClass(value)
	}
	say, err := c.question(positive)
	if err != nil {
		return nil, err
	}
	y := &Target{Column: j, Name: name, Positive: say.yes, Negative: say.no}
	y.label(c, say)
	return y, c.checkClasses(y, say)
}

// ownRules is the other way to predict a column of more than two values.
const ownRules = "let each value have rules of its own"

// otherColumn is the next step when a column cannot be the target.
const otherColumn = "choose a column with two values, or one value to tell from all others"

// question makes a question of what was asked for, or says why there is none.
func (c *Column) question(positive string) (question, error) {
	if value, ok := c.value(positive); ok {
		return question{yes: value, no: c.opposite(value), rest: true}, nil
	}
	if compare, ok := c.comparison(positive); ok {
		if !c.IsNumber() {
			return question{}, &Error{
				Kind: TargetNotBinary, Hint: c.valuesHint(),
				Message: fmt.Sprintf("target %q has no numbers to compare: no value of it is %s", c.Name, compare),
			}
		}
		return question{yes: compare.String(), no: compare.Opposite().String(), compare: &compare}, nil
	}
	switch {
	case positive != "" && c.Kind != ID:
		return question{}, &Error{Kind: TargetNotBinary, Message: fmt.Sprintf("target %q has no value %q", c.Name, positive), Hint: c.valuesHint()}
	case c.Kind == ID:
		return question{}, &Error{
			Kind: TargetTooManyValues, Hint: otherColumn,
			Message: fmt.Sprintf("target %q has another value in every row", c.Name),
		}
	case c.Kind == Numeric:
		hint := c.valuesHint()
		if len(c.Levels) > binaryValues && len(c.Levels) <= fewClasses {
			hint += ", or " + ownRules
		}
		return question{}, &Error{Kind: NeedsThreshold, Message: fmt.Sprintf("target %q has numbers, and rules tell two classes apart", c.Name), Hint: hint}
	case c.Kind == Date:
		return question{}, &Error{
			Kind: TargetTooManyValues, Hint: otherColumn,
			Message: fmt.Sprintf("target %q has dates, which are not two classes", c.Name),
		}
	case c.Kind == Text && c.Values != nil:
		return question{}, &Error{
			Kind: TargetTooManyValues, Hint: otherColumn,
			Message: fmt.Sprintf("target %q has %d different values", c.Name, len(c.Values)),
		}
	case c.Values == nil:
		return question{}, &Error{
			Kind: TargetTooManyValues, Hint: otherColumn,
			Message: fmt.Sprintf("target %q has too many different values", c.Name),
		}
	}
	return question{}, &Error{
		Kind: TargetNotBinary, Hint: "choose the value that the rules are to describe, or " + ownRules,
		Message: fmt.Sprintf("target %q has %d values: %s", c.Name, len(c.Values), quoteSome(c.Values)),
	}
}

// value returns the value of the column that was asked for, as the column writes it; the rarer one of two for "".
func (c *Column) value(positive string) (string, bool) {
	if positive == "" {
		if len(c.Values) == binaryValues && c.Kind != ID {
			return c.rarer(), true
		}
		return "", false
	}
	if c.Kind == ID {
		return "", false
	}
	x, isNumber := ParseNumber(positive)
	if i := slices.Index(c.Values, positive); i >= 0 {
		return positive, true
	}
	if c.Values != nil {
		written := FormatNumber(x)
		return written, isNumber && slices.Contains(c.Values, written)
	}
	for row := range c.rows() { // a column without a list of values, which is seldom the target
		if c.IsNumber() {
			if isNumber && c.Number(row) == x {
				return FormatNumber(x), true
			}
		} else if text, ok := c.Texts.At(row); ok && text == positive {
			return positive, true
		}
	}
	return "", false
}

// rarer returns the value of a two-valued column that fewer rows have, or the later one.
func (c *Column) rarer() string {
	var count [binaryValues]int
	for row := range c.Codes.Len() {
		if code := c.Codes.At(row); code >= 0 {
			count[code]++
		}
	}
	if count[0] < count[1] {
		return c.Values[0]
	}
	return c.Values[1]
}

// opposite returns what the rows without the value are called.
func (c *Column) opposite(value string) string {
	if len(c.Values) != binaryValues {
		return not + value
	}
	if c.Values[0] == value {
		return c.Values[1]
	}
	return c.Values[0]
}

// not comes before a value in the name of all others.
const not = "not "

// firstText returns the first value of the column.
func (c *Column) firstText() (string, bool) {
	for row := range c.rows() {
		if text, ok := c.Text(row); ok {
			return text, true
		}
	}
	return "", false
}

// checkClasses refuses a target all of whose rows are of one class.
func (c *Column) checkClasses(y *Target, say question) error {
	yes, no := slices.Contains(y.Positives, true), slices.Contains(y.Positives, false)
	switch {
	case yes && no:
		return nil
	case say.compare != nil:
		least, most := c.span()
		all := "every row"
		if !yes {
			all = "no row"
		}
		return &Error{Kind: TargetSingleClass, Message: fmt.Sprintf("%s has %s %s: its numbers are from %s to %s",
			all, c.Name, say.yes, FormatNumber(least), FormatNumber(most)), Hint: c.valuesHint()}
	}
	return c.singleClass(y.Positive)
}

func (c *Column) singleClass(value string) error {
	return &Error{Kind: TargetSingleClass, Message: fmt.Sprintf("target %q has one value only, %q", c.Name, value), Hint: otherColumn}
}

// valuesHint says what may be asked for.
func (c *Column) valuesHint() string {
	const many = 100 // values of which five give no idea of the others
	switch {
	case c.Values != nil && len(c.Values) <= many:
		return "its values are " + quoteSome(c.Values)
	case c.IsNumber():
		return fmt.Sprintf("give a threshold as the positive value, such as %s>%s", c.Name, FormatNumber(c.middle()))
	}
	return otherColumn
}

// GuessTarget returns the column that is most likely the one to predict: the last one with two values, or else the
// last one with a few, or -1.
func (t *Table) GuessTarget() int {
	for _, kind := range []Kind{Binary, Categorical} {
		for j := len(t.Columns) - 1; j >= 0; j-- {
			if c := &t.Columns[j]; c.Kind == kind {
				return j
			}
		}
	}
	return -1
}
