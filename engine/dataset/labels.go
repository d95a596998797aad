package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// question sorts cells into positive ones, negative ones and those that are no label.
type question struct {
	yes, no string
	rest    bool        // whatever is not yes is no
	compare *Comparison // instead, for numbers
	forms   bool        // labels may differ from yes and no in blanks, letter case and a full stop

	yesNumber, noNumber float64 // that yes and no are, NaN for texts; see numbers
}

// numbers returns the question with what is needed to ask it about numbers.
func (q question) numbers() question {
	q.yesNumber, q.noNumber = math.NaN(), math.NaN()
	if x, ok := ParseNumber(q.yes); ok {
		q.yesNumber = x
	}
	if x, ok := ParseNumber(q.no); ok {
		q.noNumber = x
	}
	return q
}

// class is what a cell is as a label.
type class int8

const (
	unlabelled class = iota
	negative
	positive
)

// text returns the class of a text, and whether it is written as it should be.
func (q *question) text(s string) (v class, exact bool) {
	if q.compare != nil {
		x, ok := ParseNumber(s)
		if !ok {
			return unlabelled, true
		}
		return q.number(x), true
	}
	switch {
	case s == q.yes:
		return positive, true
	case s == q.no:
		return negative, true
	case q.forms && sameLabel(s, q.yes) && !sameLabel(s, q.no):
		return positive, false
	case q.forms && !q.rest && sameLabel(s, q.no) && !sameLabel(s, q.yes):
		return negative, false
	case q.rest:
		return negative, true
	}
	return unlabelled, true
}

// number returns the class of a number, NaN being a missing cell.
func (q *question) number(x float64) class {
	switch {
	case math.IsNaN(x):
		return unlabelled
	case q.compare != nil && q.compare.Holds(x):
		return positive
	case q.compare == nil && x == q.yesNumber:
		return positive
	case q.compare != nil || x == q.noNumber || q.rest:
		return negative
	}
	return unlabelled
}

// sameLabel reports whether two labels differ in form only: blanks around them, a full stop behind, upper and lower case,
// the spelling of a number.
func sameLabel(a, b string) bool {
	if x, ok := ParseNumber(a); ok {
		y, ok := ParseNumber(b)
		return ok && x == y
	}
	return strings.EqualFold(bare(a), bare(b))
}

func bare(label string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(label), "."))
}

// Labels reads the classes of a table on which a model is to be tried, whose column of that name may have other values
// than the table that the model was learnt from. Positive and negative are those of the model's Target. Labels that
// differ from them in form only ("<=50K." for "<=50K") are taken for them; rows with other labels count as unlabelled;
// Notes says both. There may be one class, or none. The error is that of a column that is not there.
func (t *Table) Labels(name, positive, negative string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	c := &t.Columns[j]
	q := question{yes: positive, no: negative, forms: true}
	if compare, ok := ParseComparison(positive); ok && negative == compare.Opposite().String() && !slices.Contains(c.Values, positive) {
		q.compare = &compare
	}
	q.rest = negative == not+positive && !slices.Contains(c.Values, negative)
	y := &Target{Column: j, Name: name, Positive: positive, Negative: negative}
	y.label(c, q)
	return y, nil
}

// label fills the rows of the target.
func (y *Target) label(c *Column, q question) {
	q = q.numbers()
	present := c.rows() - c.Missing
	y.Rows, y.Positives = make([]int32, 0, present), make([]bool, 0, present)
	odd := strange{question: q}
	switch {
	case c.Codes != nil:
		byCode := make([]class, max(len(c.Values), len(c.Levels))+1) // the first is that of missing cells
		for code := range byCode[1:] {
			if c.Values != nil {
				byCode[code+1] = odd.see(c.Values[code])
			} else {
				byCode[code+1] = q.number(c.Levels[code])
			}
		}
		for row := range c.Codes.Len() {
			y.add(row, byCode[c.Codes.At(row)+1])
		}
	case c.Numbers != nil:
		for row, x := range c.Numbers {
			y.add(row, q.number(x))
		}
	default:
		for row := range c.Texts.Len() {
			if text, ok := c.Texts.At(row); ok {
				y.add(row, odd.see(text))
			}
		}
	}
	y.Unlabelled = c.rows() - len(y.Rows)
	y.Notes = odd.notes(y.Unlabelled - c.Missing)
}

func (y *Target) add(row int, v class) {
	if v != unlabelled {
		y.Rows = append(y.Rows, int32(row))
		y.Positives = append(y.Positives, v == positive)
	}
}

// strange collects labels that are not written as they should be.
type strange struct {
	question
	taken, as []string // labels, and what they were taken for
	unknown   []string
}

// see returns the class of a text, and remembers a strange one.
func (s *strange) see(text string) class {
	const most = 100 // that are kept to be shown
	v, exact := s.text(text)
	switch {
	case v == unlabelled && len(s.unknown) < most && !slices.Contains(s.unknown, text):
		s.unknown = append(s.unknown, text)
	case !exact && len(s.taken) < most && !slices.Contains(s.taken, text):
		s.taken = append(s.taken, text)
		if v == positive {
			s.as = append(s.as, s.yes)
		} else {
			s.as = append(s.as, s.no)
		}
	}
	return v
}

// notes says what was seen. Unknown is the number of rows whose label is no answer.
func (s *strange) notes(unknown int) []string {
	var notes []string
	switch {
	case len(s.taken) == 1:
		notes = append(notes, fmt.Sprintf("the label %q was taken for %q", s.taken[0], s.as[0]))
	case len(s.taken) > 1:
		notes = append(notes, fmt.Sprintf("the labels %s were taken for %s", andList(s.taken), andList(s.as)))
	}
	if unknown > 0 {
		which := ""
		if len(s.unknown) > 0 {
			which = " (" + quoteSome(s.unknown) + ")"
		}
		have, do := "rows have", "do"
		if unknown == 1 {
			have, do = "row has", "does"
		}
		notes = append(notes, fmt.Sprintf("%d %s a label that is neither %q nor %q%s and %s not count", unknown, have, s.yes, s.no, which, do))
	}
	return notes
}

// andList lists texts in quotes.
func andList(texts []string) string {
	if len(texts) == 2 {
		return fmt.Sprintf("%q and %q", texts[0], texts[1])
	}
	return quoteSome(texts)
}
