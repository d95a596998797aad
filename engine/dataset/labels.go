package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// labeling assigns cells to the positive or the negative class.
type labeling struct {
	yes, no string
	rest    bool        // all other labels are negative
	compare *Comparison // for numbers, in place of labels
	lenient bool        // labels may differ from yes and no in blanks, letter case and a full stop

	yesNumber, noNumber float64 // yes and no as numbers, NaN if they are not; see labeler
}

// labeler returns the labeler of the labeling, with the numbers of its labels.
func (q labeling) labeler() *labeler {
	q.yesNumber, q.noNumber = math.NaN(), math.NaN()
	if x, ok := ParseNumber(q.yes); ok {
		q.yesNumber = x
	}
	if x, ok := ParseNumber(q.no); ok {
		q.noNumber = x
	}
	return &labeler{labeling: q}
}

// The classes of a cell. A target with several classes counts them from 0.
const (
	unlabeled = iota - 1
	negative
	positive
)

// text returns the class of a text. Exact is false if the text differs from the label in form.
func (q *labeling) text(s string) (class int, exact bool) {
	if q.compare != nil {
		x, ok := ParseNumber(s)
		if !ok {
			return unlabeled, true
		}
		return q.number(x), true
	}
	switch {
	case s == q.yes:
		return positive, true
	case s == q.no:
		return negative, true
	case q.lenient && sameLabel(s, q.yes) && !sameLabel(s, q.no):
		return positive, false
	case q.lenient && !q.rest && sameLabel(s, q.no) && !sameLabel(s, q.yes):
		return negative, false
	case q.rest:
		return negative, true
	}
	return unlabeled, true
}

// number returns the class of a number; NaN is a missing cell.
func (q *labeling) number(x float64) int {
	switch {
	case math.IsNaN(x):
		return unlabeled
	case q.compare != nil && q.compare.Holds(x):
		return positive
	case q.compare == nil && x == q.yesNumber:
		return positive
	case q.compare != nil || x == q.noNumber || q.rest:
		return negative
	}
	return unlabeled
}

// sameLabel reports whether two labels are equal, ignoring blanks around them, a full stop at the end, letter case, and
// the spelling of a number.
func sameLabel(a, b string) bool {
	if x, ok := ParseNumber(a); ok {
		y, ok := ParseNumber(b)
		return ok && x == y
	}
	return strings.EqualFold(bare(a), bare(b))
}

// bare returns a label without surrounding blanks and a final full stop.
func bare(label string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(label), "."))
}

// Labels reads the classes of a column for the evaluation of a model, whose Target has the given positive and negative
// class. The column may have other values than the training table. Labels that differ in form only ("<=50K." for
// "<=50K") match; rows with other labels count as unlabeled; Notes mentions both. There may be one class, or none. Labels
// returns an error if the column does not exist.
func (t *Table) Labels(name, positive, negative string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	c := &t.Columns[j]
	q := labeling{yes: positive, no: negative, lenient: true}
	if compare, ok := ParseComparison(positive); ok && negative == compare.Opposite().String() && !slices.Contains(c.Values, positive) {
		q.compare = &compare
	}
	q.rest = negative == not+positive && !slices.Contains(c.Values, negative)
	y := &Target{Column: j, Name: name, Positive: positive, Negative: negative}
	y.label(c, q.labeler())
	return y, nil
}

// cellLabeler assigns cells to classes.
type cellLabeler interface {
	class(text string) int
	number(x float64) int       // NaN is a missing cell
	notes(unknown int) []string // about the labels; unknown is the number of rows without a class
}

// label fills the rows of the target.
func (y *Target) label(c *Column, l cellLabeler) {
	present := c.rows() - c.Missing
	if y.Rows = make([]int32, 0, present); y.Classes != nil {
		y.Codes = make([]uint8, 0, present)
	} else {
		y.Positives = make([]bool, 0, present)
	}
	switch {
	case c.Codes != nil:
		byCode := make([]int, max(len(c.Values), len(c.Levels))+1) // the first one is the class of missing cells
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
}

// add appends a row of a class.
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

// labeler is a labeling that collects unknown labels.
type labeler struct {
	labeling
	unknownLabels
}

// class returns the class of a text, and collects labels that differ.
func (l *labeler) class(text string) int {
	class, exact := l.text(text)
	switch {
	case class == unlabeled:
		l.addUnknown(text)
	case !exact && class == positive:
		l.addVariant(text, l.yes)
	case !exact:
		l.addVariant(text, l.no)
	}
	return class
}

func (l *labeler) notes(unknown int) []string {
	var notes []string
	switch {
	case len(l.variants) == 1:
		notes = append(notes, fmt.Sprintf("the label %q was taken for %q", l.variants[0], l.classes[0]))
	case len(l.variants) > 1:
		notes = append(notes, fmt.Sprintf("the labels %s were taken for %s", andList(l.variants), andList(l.classes)))
	}
	return append(notes, l.note(unknown, fmt.Sprintf("neither %q nor %q", l.yes, l.no))...)
}

// andList lists texts in quotes.
func andList(texts []string) string {
	if len(texts) == 2 {
		return fmt.Sprintf("%q and %q", texts[0], texts[1])
	}
	return csvfile.QuoteList(texts)
}
