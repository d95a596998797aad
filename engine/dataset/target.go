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
	Positive  string  // the value that the rules describe
	Negative  string  // the other value if there are two, else "not " and the positive one
	Rows      []int32 // that have a value in the column, ascending
	Positives []bool  // one for each of Rows: is it the positive value?

	// Unlabelled is the number of rows that have no value in the column; they are not among Rows.
	Unlabelled int
}

// Target makes the column of that name the one to predict. Positive is the value that rules will describe; it may be
// "" if the column has two values, and then the rarer one is taken, or the later one if both are equally frequent.
func (t *Table) Target(name, positive string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	if t.Rows < minTargetRows {
		return nil, &Error{Kind: TooFewRows, Message: "the table has " + plural(t.Rows, "row"), Hint: "choose a table with rows of both kinds"}
	}
	c := &t.Columns[j]
	if err := c.checkTarget(positive); err != nil {
		return nil, err
	}
	if positive == "" {
		positive = c.rarer()
	}
	y := &Target{Column: j, Name: name, Unlabelled: c.Missing}
	if y.Positive = c.label(positive, y); y.Positive == "" {
		return nil, c.noValue(positive)
	}
	if !slices.Contains(y.Positives, false) {
		return nil, c.singleClass(y.Positive)
	}
	y.Negative = c.opposite(y.Positive)
	return y, nil
}

// otherColumn is the next step when a column cannot be the target.
const otherColumn = "choose a column with two values, or one value to tell from all others"

// checkTarget reports a column that nothing can be predicted in.
func (c *Column) checkTarget(positive string) error {
	switch {
	case c.Kind == Empty:
		return &Error{Kind: TargetSingleClass, Message: fmt.Sprintf("target %q has no values", c.Name), Hint: otherColumn}
	case len(c.Values) == 1:
		return c.singleClass(c.Values[0])
	case c.Kind == ID:
		return &Error{Kind: TargetTooManyValues, Hint: otherColumn,
			Message: fmt.Sprintf("target %q has another value in every row", c.Name)}
	case c.Kind == Binary || positive != "":
		return nil
	case c.Kind == Numeric:
		return &Error{Kind: NeedsThreshold, Message: fmt.Sprintf("target %q has numbers, which cannot be split at a threshold yet", c.Name),
			Hint: otherColumn}
	case c.Kind == Text:
		return &Error{Kind: TargetTooManyValues, Hint: otherColumn,
			Message: fmt.Sprintf("target %q has %d different values", c.Name, len(c.Values))}
	case len(c.Values) != binaryValues:
		return &Error{Kind: TargetNotBinary, Hint: "choose the value that the rules are to describe",
			Message: fmt.Sprintf("target %q has %d values: %s", c.Name, len(c.Values), quoteSome(c.Values))}
	}
	return nil
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

// label fills the rows of the target and whether each is positive. It returns the positive value as the column
// writes it, or "" if no row has it.
func (c *Column) label(positive string, y *Target) string {
	x, isNumber := ParseNumber(positive)
	code := slices.Index(c.Values, positive)
	if code < 0 && isNumber {
		code = slices.Index(c.Values, FormatNumber(x))
	}
	found := ""
	for row := range c.rows() {
		if c.IsMissing(row) {
			continue
		}
		yes := false
		switch {
		case c.Values != nil:
			yes = int(c.Codes.At(row)) == code
		case c.IsNumber():
			yes = isNumber && c.Number(row) == x
		default:
			text, _ := c.Text(row)
			yes = text == positive
		}
		if yes && found == "" {
			found, _ = c.Text(row)
		}
		y.Rows = append(y.Rows, int32(row))
		y.Positives = append(y.Positives, yes)
	}
	return found
}

func (c *Column) singleClass(value string) error {
	return &Error{Kind: TargetSingleClass, Message: fmt.Sprintf("target %q has one value only, %q", c.Name, value), Hint: otherColumn}
}

// opposite returns what the rows without the value are called.
func (c *Column) opposite(value string) string {
	if len(c.Values) != binaryValues {
		return "not " + value
	}
	if c.Values[0] == value {
		return c.Values[1]
	}
	return c.Values[0]
}

func (c *Column) noValue(value string) error {
	e := &Error{Kind: TargetNotBinary, Message: fmt.Sprintf("target %q has no value %q", c.Name, value)}
	if c.Values != nil {
		e.Hint = "its values are " + quoteSome(c.Values)
	} else {
		e.Hint = "choose a number that occurs in it, or a column with two values"
	}
	return e
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
