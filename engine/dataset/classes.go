package dataset

import (
	"fmt"

	"drnet/engine/dataset/csvfile"
)

// MostClasses bounds the classes of Table.Classes: each class needs its own run.
const MostClasses = 100

// fewClasses is the number of distinct numbers up to which a column of numbers probably holds classes.
const fewClasses = 20

// Classes makes the column of that name the target, with each of its values as a class. The column may be numeric if it
// has at most MostClasses distinct numbers.
func (t *Table) Classes(name string) (*Target, error) {
	j, err := t.targetColumn(name)
	if err != nil {
		return nil, err
	}
	c := &t.Columns[j]
	classes := c.classes()
	switch {
	case len(classes) == 1:
		return nil, c.singleClass(classes[0])
	case len(classes) == 0 || len(classes) > MostClasses:
		many := "too many different values"
		if len(classes) > 0 {
			many = fmt.Sprintf("%d different values", len(classes))
		}
		return nil, csvfile.NewError(TargetTooManyValues, "choose a column with fewer values, or one value to tell from all others",
			"target %q has %s, and at most %d can have rules of their own", c.Name, many, MostClasses)
	}
	classOf := make([]int, len(classes))
	for i := range classOf {
		classOf[i] = i
	}
	y := &Target{Column: j, Name: name, Classes: classes}
	y.classify(c, classOf)
	return y, nil
}

// classes returns the distinct values of a column; nil for an ID, a date, or a column without codes.
func (c *Column) classes() []string {
	switch {
	case c.Kind == ID || c.Kind == Date || c.Codes == nil:
		return nil
	case c.Values != nil:
		return c.Values
	}
	list := make([]string, len(c.Levels))
	for i, x := range c.Levels {
		list[i] = FormatNumber(x)
	}
	return list
}

// ClassLabels reads the classes of a column for the evaluation of a model of these classes. Labels that differ in form
// only match, as for Labels; rows with other labels count as unlabeled; Notes mentions both.
func (t *Table) ClassLabels(name string, classes []string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	c := &t.Columns[j]
	y := &Target{Column: j, Name: name, Classes: classes}
	l := classLabeler{names: classes}
	if c.Codes == nil {
		y.classifyEach(c, &l)
	} else {
		classOf := make([]int, max(len(c.Values), len(c.Levels)))
		for code := range classOf {
			if c.Values != nil {
				classOf[code] = l.class(c.Values[code])
			} else {
				classOf[code] = l.class(FormatNumber(c.Levels[code]))
			}
		}
		y.classify(c, classOf)
	}
	y.Notes = l.notes(y.Unlabelled - c.Missing)
	return y, nil
}

// classify fills the rows of a target from a column with codes. ClassOf has the class of each code, -1 for none.
func (y *Target) classify(c *Column, classOf []int) {
	present := c.rows() - c.Missing
	y.Rows, y.Codes = make([]int32, 0, present), make([]uint8, 0, present)
	for row := range c.Codes.Len() {
		if code := c.Codes.At(row); code >= 0 {
			y.addClass(row, classOf[code])
		}
	}
	y.Unlabelled = c.rows() - len(y.Rows)
}

// classifyEach fills the rows of a target from a column without codes.
func (y *Target) classifyEach(c *Column, l *classLabeler) {
	known := map[string]int{}
	for row := range c.rows() {
		text, ok := c.Text(row)
		if !ok {
			continue
		}
		class, ok := known[text]
		if !ok {
			class = l.class(text)
			known[text] = class
		}
		y.addClass(row, class)
	}
	y.Unlabelled = c.rows() - len(y.Rows)
}

// addClass appends a row of a class, unless the class is -1.
func (y *Target) addClass(row, class int) {
	if class >= 0 {
		y.Rows, y.Codes = append(y.Rows, int32(row)), append(y.Codes, uint8(class))
	}
}

// Strata returns the class of each of Rows: 0 for negative and 1 for positive rows of a target with two classes.
func (y *Target) Strata() []uint8 {
	if y.Classes != nil {
		return y.Codes
	}
	codes := make([]uint8, len(y.Positives))
	for i, yes := range y.Positives {
		if yes {
			codes[i] = 1
		}
	}
	return codes
}

// Group makes a target of two classes from one of many: some classes are positive, the others negative.
func (y *Target) Group(positive func(class int) bool, yes, no string) *Target {
	out := &Target{Column: y.Column, Name: y.Name, Positive: yes, Negative: no, Rows: y.Rows, Unlabelled: y.Unlabelled, Notes: y.Notes}
	out.Positives = make([]bool, len(y.Codes))
	for i, code := range y.Codes {
		out.Positives[i] = positive(int(code))
	}
	return out
}

// classLabeler assigns texts to classes, and collects unknown labels.
type classLabeler struct {
	names []string
	unknownLabels
}

// class returns the class of a text, or -1, and collects labels that differ.
func (l *classLabeler) class(text string) int {
	for i, name := range l.names {
		if name == text {
			return i
		}
	}
	found := -1
	for i, name := range l.names {
		if sameLabel(text, name) {
			if found >= 0 {
				found = -1 // it matches two classes
				break
			}
			found = i
		}
	}
	if found < 0 {
		l.addUnknown(text)
	} else {
		l.addVariant(text, l.names[found])
	}
	return found
}

// notes describes the collected labels. Unknown is the number of rows without a class.
func (l *classLabeler) notes(unknown int) []string {
	var notes []string
	for i := range l.variants {
		notes = append(notes, fmt.Sprintf("the label %q was taken for %q", l.variants[i], l.classes[i]))
	}
	return append(notes, l.note(unknown, "none of "+csvfile.QuoteList(l.names))...)
}
