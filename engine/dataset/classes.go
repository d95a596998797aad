package dataset

import (
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset/csvfile"
)

// MostClasses bounds the classes of Table.Classes: each class needs its own run.
const MostClasses = 100

// Classes makes the column of that name the target, with each of its values, at most MostClasses, as a class.
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
	return t.ClassLabels(name, classes)
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
	y := &Target{Column: j, Name: name, Classes: classes}
	y.label(&t.Columns[j], &classLabeler{names: classes})
	return y, nil
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
	out := *y
	out.Positive, out.Negative, out.Classes, out.Codes = yes, no, nil, nil
	out.Positives = make([]bool, len(y.Codes))
	for i, code := range y.Codes {
		out.Positives[i] = positive(int(code))
	}
	return &out
}

// classLabeler assigns texts to classes, and collects unknown labels.
type classLabeler struct {
	names []string
	known map[string]int // the classes of the texts so far
	unknownLabels
}

func (l *classLabeler) number(x float64) int {
	if math.IsNaN(x) {
		return unlabeled
	}
	return l.class(FormatNumber(x))
}

func (l *classLabeler) class(text string) int {
	class, ok := l.known[text]
	if !ok {
		if l.known == nil {
			l.known = map[string]int{}
		}
		class = l.find(text)
		l.known[text] = class
	}
	return class
}

// find returns the class of a text, and collects labels that differ.
func (l *classLabeler) find(text string) int {
	if i := slices.Index(l.names, text); i >= 0 {
		return i
	}
	var same []int
	for i, name := range l.names {
		if sameLabel(text, name) {
			same = append(same, i)
		}
	}
	if len(same) != 1 {
		l.addUnknown(text)
		return unlabeled
	}
	l.addVariant(text, l.names[same[0]])
	return same[0]
}

func (l *classLabeler) notes(unknown int) []string {
	var notes []string
	for i := range l.variants {
		notes = append(notes, fmt.Sprintf("the label %q was taken for %q", l.variants[i], l.classes[i]))
	}
	return append(notes, l.note(unknown, "none of "+csvfile.QuoteList(l.names))...)
}
