package dataset

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"drnet/engine/dataset/csvfile"
)

const (
	minTargetRows = 2 // one of each class
	binaryValues  = 2 // distinct values of a Binary column
)

// Target is the column to predict, with a positive and a negative class, or with several classes.
type Target struct {
	Column    int     // index in the table
	Name      string  // of the column
	Positive  string  // value that the rules predict, or a comparison such as "> 20"
	Negative  string  // the other value of two; "not " and the positive value if there are several others; or the opposite comparison
	Rows      []int32 // rows with a label, ascending
	Positives []bool  // whether each of Rows is positive

	// Classes are the classes of a multiclass target, in the order of the column's values; see Table.Classes. Codes has
	// the index of the class for each of Rows. Positive, Negative and Positives are then empty.
	Classes []string
	Codes   []uint8

	Unlabelled int // number of rows that are not in Rows: they lack a value in the column, or for Labels no known label

	Notes []string // sentences about labels that differ in form, and about unknown labels
}

// Target makes the column of that name the target. Positive is the class that rules will predict: a value of the column,
// or a Comparison for a column of numbers, optionally preceded by the name of the column ("> 20", "price>20"). It may be
// "" if the column has two values: then the rarer one is positive, or the later one if both are equally frequent.
func (t *Table) Target(name, positive string) (*Target, error) {
	j, err := t.targetColumn(name)
	if err != nil {
		return nil, err
	}
	c := &t.Columns[j]
	switch {
	case len(c.Values) == 1:
		return nil, c.singleClass(c.Values[0])
	case len(c.Levels) == 1:
		return nil, c.singleClass(FormatNumber(c.Levels[0]))
	}
	q, err := c.labeler(positive)
	if err != nil {
		return nil, err
	}
	y := &Target{Column: j, Name: name, Positive: q.yes, Negative: q.no}
	y.label(c, q.withNumbers())
	if others := c.others(q.withNumbers()); q.rest && len(others) > 1 {
		y.Notes = append(y.Notes,
			fmt.Sprintf("the labels %s count as %q: if one of them means unknown, count it as missing", csvfile.QuoteList(others), q.no))
	}
	return y, c.checkClasses(y, q)
}

// others returns the values of the column that count as negative.
func (c *Column) others(l *labeler) []string {
	texts := c.Values
	if texts == nil {
		texts = FormatNumbers(c.Levels)
	}
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return l.class(text) != negative })
}

// targetColumn returns the index of the column of that name if it has values.
func (t *Table) targetColumn(name string) (int, error) {
	j := t.Column(name)
	switch {
	case j < 0:
		return j, t.NoColumn(name)
	case t.Rows < minTargetRows:
		return j, csvfile.NewError(TooFewRows, "choose a table with rows of both kinds",
			"the table has %s", csvfile.Plural(t.Rows, "row", "rows"))
	case t.Columns[j].Missing == t.Columns[j].rows():
		return j, csvfile.NewError(TargetSingleClass, otherColumn, "target %q contains no values%s", name, t.Columns[j].afterwards())
	}
	return j, nil
}

// ownRules is the hint to make each value of the column a class.
const ownRules = "let each value have rules of its own"

// otherColumn is the hint if a column cannot be the target.
const otherColumn = "choose a column with two values, or one value to tell from all others"

// labeler returns the labeler for a positive class, or an error if the column does not allow it. The labeler is lenient, as that of Labels:
// a label must have the same class in training rows and in rows to evaluate.
func (c *Column) labeler(positive string) (labeler, error) {
	if value, ok := c.value(positive); ok {
		others := not + value
		if len(c.Values) == binaryValues {
			others = c.Values[1-slices.Index(c.Values, value)]
		}
		return labeler{yes: value, no: others, rest: true, lenient: true}, nil
	}
	if compare, ok := c.comparison(positive); ok {
		if !c.IsNumber() {
			return labeler{}, csvfile.NewError(TargetNotBinary, c.valuesHint(),
				"target %q is not numeric, and none of its values is %s", c.Name, compare)
		}
		return labeler{yes: compare.String(), no: compare.Opposite().String(), compare: &compare}, nil
	}
	return labeler{}, c.notBinary(positive)
}

// notBinary returns the error for a column without a labeler for the positive class.
func (c *Column) notBinary(positive string) error {
	tooMany := func(what string) error {
		return csvfile.NewError(TargetTooManyValues, otherColumn, "target %q has %s", c.Name, what)
	}
	switch {
	case positive != "" && c.Kind != ID:
		return csvfile.NewError(TargetNotBinary, c.valuesHint(), "target %q lacks the value %q", c.Name, positive)
	case c.Kind == ID:
		return tooMany("another value in every row")
	case c.Kind == Numeric:
		const few = 20 // distinct numbers up to which they are probably classes
		hint := c.valuesHint()
		if len(c.Levels) > binaryValues && len(c.Levels) <= few {
			hint += ", or " + ownRules
		}
		return csvfile.NewError(NeedsThreshold, hint, "target %q has numbers, and rules tell two classes apart", c.Name)
	case c.Kind == Date:
		return tooMany("dates, which are not two classes")
	case c.Kind == Text && c.Values != nil:
		return tooMany(fmt.Sprintf("%d different values", len(c.Values)))
	case c.Values == nil:
		return tooMany("too many different values")
	}
	return csvfile.NewError(TargetNotBinary, "choose the value that the rules are to describe, or "+ownRules,
		"target %q has %d values: %s", c.Name, len(c.Values), csvfile.QuoteList(c.Values))
}

// value returns the positive class as the column writes it; ok is false if it is not a value of the column. For "" it is the rarer of two
// values, the later one if both are equally frequent.
func (c *Column) value(positive string) (string, bool) {
	if positive == "" {
		if len(c.Values) != binaryValues || c.Kind == ID {
			return "", false
		}
		count := make([]int, binaryValues)
		if c.Codes.countInto(count); count[0] < count[1] {
			return c.Values[0], true
		}
		return c.Values[1], true
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
	for row := range c.rows() { // a column without a list of values, which is rarely the target
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

// not precedes a value in the name of all others.
const not = "not "

// checkClasses returns an error if all rows of a target are of one class.
func (c *Column) checkClasses(y *Target, q labeler) error {
	yes, no := slices.Contains(y.Positives, true), slices.Contains(y.Positives, false)
	switch {
	case yes && no:
		return nil
	case q.compare != nil:
		least, most := c.span()
		all := "every row"
		if !yes {
			all = "no row"
		}
		return csvfile.NewError(TargetSingleClass, c.valuesHint(),
			"%s has %s %s: its numbers are from %s to %s", all, c.Name, q.yes, FormatNumber(least), FormatNumber(most))
	}
	return c.singleClass(y.Positive)
}

func (c *Column) singleClass(value string) error {
	return csvfile.NewError(TargetSingleClass, otherColumn, "target %q has one value only, %q%s", c.Name, value, c.afterwards())
}

// marksInWords describes the missing marks of a column that are not empty, "" if there are none.
func (c *Column) marksInWords() string {
	var parts []string
	for _, mark := range c.Marks {
		if mark.Text != "" {
			parts = append(parts, fmt.Sprintf("%q in %s", mark.Text, csvfile.Plural(mark.Rows, "row", "rows")))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + " counts as missing"
}

// afterwards returns the end of a sentence about a column: its missing marks after a colon, if there are any.
func (c *Column) afterwards() string {
	if marks := c.marksInWords(); marks != "" {
		return ": " + marks
	}
	return ""
}

// valuesHint lists possible positive classes.
func (c *Column) valuesHint() string {
	const many = 100 // values: QuoteList shows five, which are not a useful sample of more
	switch {
	case c.Values != nil && len(c.Values) <= many:
		return "its values are " + csvfile.QuoteList(c.Values)
	case c.IsNumber():
		return fmt.Sprintf("give a threshold as the positive value, such as %q", ">"+FormatNumber(c.middle()))
	}
	return otherColumn
}

// targetWords are typical names of targets. The list is short, because a word must rarely name another column.
var targetWords = []string{
	"target", "label", "class", "outcome", "response", "churn", "attrition", "survived", "default", "diagnosis", "fraud",
}

// NamesAnswer reports whether the name of a column is typical of a target: one of targetWords, or "y" unless the column is numeric, because
// y may be a coordinate. The name of a binary column need only contain such a word.
func NamesAnswer(name string, kind Kind) bool {
	name = strings.TrimFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	isAnswer := func(word string) bool { return name == word || kind == Binary && strings.Contains(name, word) }
	return name == "y" && kind != Numeric || slices.ContainsFunc(targetWords, isAnswer)
}

// GuessTarget returns the index of the likely target, or -1: a column with a typical name (see NamesAnswer), else the last binary column,
// else the last categorical one. If several have a typical name, a binary column is preferred to a categorical one and this to a numeric
// one, and of the same kind the last is chosen. See isFeature for an exception.
func (t *Table) GuessTarget() int {
	for _, named := range []bool{true, false} {
		for _, kind := range []Kind{Binary, Categorical, Numeric} {
			for j, c := range slices.Backward(t.Columns) {
				if c.Kind == kind && (NamesAnswer(c.Name, kind) && !t.isFeature(j) || !named && kind != Numeric) {
					return j
				}
			}
		}
	}
	return -1
}

// isFeature reports whether a column with "default" in its name is probably a feature, as in the bank marketing data of UCI: at least
// three columns, among them the last one of the table, have the same two texts, and this column is not the last.
func (t *Table) isFeature(j int) bool {
	const several = 3
	c, last, alike := &t.Columns[j], -1, 0
	for i := range t.Columns {
		if slices.Equal(t.Columns[i].Values, c.Values) {
			last, alike = i, alike+1
		}
	}
	return strings.Contains(strings.ToLower(c.Name), "default") && c.Kind == Binary && c.Levels == nil &&
		alike >= several && last == len(t.Columns)-1 && last != j
}
