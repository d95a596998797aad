package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// labeler assigns cells to the positive or the negative class, and collects unknown labels.
type labeler struct {
	yes, no string      // the positive and the negative label
	rest    bool        // all labels other than yes are negative
	compare *Comparison // decides for numbers instead of yes and no; nil for none
	lenient bool        // labels may differ from yes and no as sameLabel allows
	unknownLabels

	yesNumber, noNumber float64 // yes and no as numbers, NaN for others; set by withNumbers
}

// withNumbers returns a copy of the labeler with yesNumber and noNumber set.
func (l labeler) withNumbers() *labeler {
	l.yesNumber, l.noNumber = math.NaN(), math.NaN()
	if x, ok := ParseNumber(l.yes); ok {
		l.yesNumber = x
	}
	if x, ok := ParseNumber(l.no); ok {
		l.noNumber = x
	}
	return &l
}

// The classes of a cell. A target with several classes counts them from 0.
const (
	unlabeled = iota - 1
	negative
	positive
)

// class returns the class of a cell of a column of texts.
func (l *labeler) class(text string) int {
	if l.compare != nil {
		if x, ok := ParseNumber(text); ok {
			return l.number(x)
		}
		l.addUnknown(text)
		return unlabeled
	}
	switch {
	case text == l.yes:
		return positive
	case text == l.no:
		return negative
	case l.lenient && sameLabel(text, l.yes) && !sameLabel(text, l.no):
		l.addVariant(text, l.yes)
		return positive
	case l.lenient && !l.rest && sameLabel(text, l.no) && !sameLabel(text, l.yes):
		l.addVariant(text, l.no)
		return negative
	case l.rest:
		return negative
	}
	l.addUnknown(text)
	return unlabeled
}

// number returns the class of a cell of a column of numbers; NaN is a missing cell.
func (l *labeler) number(x float64) int {
	switch {
	case math.IsNaN(x):
		return unlabeled
	case l.compare != nil && l.compare.Holds(x), l.compare == nil && x == l.yesNumber:
		return positive
	case l.compare != nil || x == l.noNumber || l.rest:
		return negative
	}
	return unlabeled
}

// sameLabel reports whether two labels are the same number, or differ in outer blanks, a final full stop and case only.
func sameLabel(a, b string) bool {
	if x, ok := ParseNumber(a); ok {
		y, ok := ParseNumber(b)
		return ok && x == y
	}
	return strings.EqualFold(bare(a), bare(b))
}

// SameLabels reports whether every text is the same label as some text of the list, see sameLabel.
func SameLabels(texts, labels []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool {
		return !slices.ContainsFunc(labels, func(label string) bool { return sameLabel(text, label) })
	})
}

// bare returns a label without surrounding blanks and a final full stop.
func bare(label string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(label), "."))
}

// Labels reads the classes of a column for the evaluation of a model, given the positive and negative class of its Target.
// The column may have other values than in the training table: labels that differ in form only match ("<=50K." and
// "<=50K"), rows with other labels count as unlabeled, and Notes mentions both. One class or both may be missing.
func (t *Table) Labels(name, positive, negative string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	c := &t.Columns[j]
	q := labeler{yes: positive, no: negative, lenient: true}
	if compare, ok := ParseComparison(positive); ok && negative == compare.Opposite().String() && !slices.Contains(c.Values, positive) {
		q.compare = &compare
	}
	q.rest = negative == not+positive && !slices.Contains(c.Values, negative)
	y := &Target{Column: j, Name: name, Positive: positive, Negative: negative}
	y.label(c, q.withNumbers())
	if q.rest && len(y.Rows) > 0 && !slices.Contains(y.Positives, true) { // the file may have other labels, such as 0 and 1
		y.Notes = append(y.Notes, fmt.Sprintf("no label is %q: all count as %q", positive, negative))
	}
	return y, nil
}

type cellLabeler interface {
	class(text string) int
	number(x float64) int       // NaN is a missing cell
	notes(unknown int) []string // about the labels; unknown is the number of rows with a value that belongs to none of the classes
}

// label sets the rows and their classes from the cells of a column.
func (y *Target) label(c *Column, l cellLabeler) {
	present := c.rows() - c.Missing
	if y.Rows = make([]int32, 0, present); y.Classes != nil {
		y.Codes = make([]uint8, 0, present)
	} else {
		y.Positives = make([]bool, 0, present)
	}
	switch {
	case c.Codes != nil:
		byCode := make([]int, max(len(c.Values), len(c.Levels))+1) // the class of code k is byCode[k+1]; -1 is a missing cell
		byCode[0] = unlabeled
		for code := range byCode[1:] {
			if c.Values != nil {
				byCode[code+1] = l.class(c.Values[code])
			} else {
				byCode[code+1] = l.number(c.Levels[code])
			}
		}
		for row := range c.Codes.Len() {
			y.add(row, byCode[c.Codes.At(row)+1])
		}
	case c.Numbers != nil:
		for row, x := range c.Numbers {
			y.add(row, l.number(x))
		}
	default:
		for row := range c.Texts.Len() {
			if text, ok := c.Texts.At(row); ok {
				y.add(row, l.class(text))
			}
		}
	}
	y.Unlabelled = c.rows() - len(y.Rows)
	y.Notes = l.notes(y.Unlabelled - c.Missing)
	if marks := c.marksInWords(); marks != "" {
		y.Notes = append(y.Notes, fmt.Sprintf("column %q: %s", c.Name, marks))
	}
}

func (y *Target) add(row, class int) {
	if class == unlabeled {
		return
	}
	if y.Rows = append(y.Rows, int32(row)); y.Classes != nil {
		y.Codes = append(y.Codes, uint8(class))
	} else {
		y.Positives = append(y.Positives, class == positive)
	}
}

func (l *labeler) notes(unknown int) []string {
	var notes []string
	switch {
	case len(l.variants) == 1:
		notes = append(notes, fmt.Sprintf("the label %q was taken for %q", l.variants[0], l.classes[0]))
	case len(l.variants) > 1:
		notes = append(notes, fmt.Sprintf("the labels %s were taken for %s", andList(l.variants), andList(slices.Compact(l.classes))))
	}
	return append(notes, l.note(unknown, fmt.Sprintf("neither %q nor %q", l.yes, l.no))...)
}

func andList(texts []string) string {
	if len(texts) == 2 {
		return fmt.Sprintf("%q and %q", texts[0], texts[1])
	}
	return csvfile.QuoteList(texts)
}

// unknownLabels collects labels that differ from the names of the classes.
type unknownLabels struct {
	variants, classes []string // labels that differ in form only, and the class of each
	unknown           []string // labels without a class
}

// mostLabels is the number of labels that are kept for display.
const mostLabels = 100

func (u *unknownLabels) addVariant(label, class string) {
	if len(u.variants) < mostLabels && !slices.Contains(u.variants, label) {
		u.variants, u.classes = append(u.variants, label), append(u.classes, class)
	}
}

func (u *unknownLabels) addUnknown(label string) {
	if len(u.unknown) < mostLabels && !slices.Contains(u.unknown, label) {
		u.unknown = append(u.unknown, label)
	}
}

// note describes the rows without a class, if any. Relation says how their labels relate to the classes, such as "none of …".
func (u *unknownLabels) note(rows int, relation string) []string {
	if rows == 0 {
		return nil
	}
	labels := ""
	if len(u.unknown) > 0 {
		labels = " (" + csvfile.QuoteList(u.unknown) + ")"
	}
	have, do := "rows have", "do"
	if rows == 1 {
		have, do = "row has", "does"
	}
	return []string{fmt.Sprintf("%d %s a label that is %s%s and %s not count", rows, have, relation, labels, do)}
}

// MostClasses bounds the classes of Table.Classes: each class needs its own run.
const MostClasses = 100

// Classes makes the column of that name the target, and each of its values a class. There must be 2 to MostClasses of them.
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
	return FormatNumbers(c.Levels)
}

// ClassLabels reads the labels of a column for the evaluation of a model of these classes. Labels match as for Labels, rows with other
// labels count as unlabeled, and Notes mentions both.
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

// find returns the class of a text, and collects the text if it is not the name of a class. A text that is like several names is unlabeled.
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
