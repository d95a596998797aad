package dataset

import "fmt"

// MostClasses bounds Table.Classes: each class has a training of its own.
const MostClasses = 100

// fewClasses is the number of different numbers up to which a column of numbers is likely to hold classes.
const fewClasses = 20

// Classes makes the column of that name the one to predict, each of its values being an answer. It may hold numbers, if
// there are not more than MostClasses different ones.
func (t *Table) Classes(name string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	if t.Rows < minTargetRows {
		return nil, &Error{Kind: TooFewRows, Message: "the table has " + plural(t.Rows, "row"), Hint: "choose a table with rows of both kinds"}
	}
	c := &t.Columns[j]
	classes := c.classes()
	switch {
	case c.Missing == c.rows():
		return nil, &Error{Kind: TargetSingleClass, Message: fmt.Sprintf("target %q has no values", c.Name), Hint: otherColumn}
	case len(classes) == constantValues:
		return nil, c.singleClass(classes[0])
	case len(classes) == 0 || len(classes) > MostClasses:
		many := "too many different values"
		if len(classes) > 0 {
			many = fmt.Sprintf("%d different values", len(classes))
		}
		return nil, &Error{
			Kind: TargetTooManyValues, Hint: "choose a column with fewer values, or one value to tell from all others",
			Message: fmt.Sprintf("target %q has %s, and at most %d can have rules of their own", c.Name, many, MostClasses),
		}
	}
	places := make([]int, len(classes))
	for i := range places {
		places[i] = i
	}
	y := &Target{Column: j, Name: name, Classes: classes}
	y.classify(c, places)
	return y, nil
}

// classes returns the different values of a column; none if they were not kept, are dates, or another in every row.
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

// ClassLabels reads the classes of a table on which a model of these classes is to be tried. Labels that differ from them
// in form only are taken for them, as by Labels; rows with other labels count as unlabelled; Notes says both.
func (t *Table) ClassLabels(name string, classes []string) (*Target, error) {
	j := t.Column(name)
	if j < 0 {
		return nil, t.NoColumn(name)
	}
	c := &t.Columns[j]
	y := &Target{Column: j, Name: name, Classes: classes}
	if c.Codes == nil {
		y.readEach(c)
		return y, nil
	}
	odd := strangeClasses{classes: classes}
	places := make([]int, max(len(c.Values), len(c.Levels)))
	for code := range places {
		if c.Values != nil {
			places[code] = odd.see(c.Values[code])
		} else {
			places[code] = odd.see(FormatNumber(c.Levels[code]))
		}
	}
	y.classify(c, places)
	y.Notes = odd.notes(y.Unlabelled - c.Missing)
	return y, nil
}

// classify fills the rows of a target from a column of codes. Places has for each code the class, -1 for none.
func (y *Target) classify(c *Column, places []int) {
	present := c.rows() - c.Missing
	y.Rows, y.Codes = make([]int32, 0, present), make([]uint8, 0, present)
	for row := range c.Codes.Len() {
		if code := c.Codes.At(row); code >= 0 {
			y.class(row, places[code])
		}
	}
	y.Unlabelled = c.rows() - len(y.Rows)
}

// readEach fills the rows from a column that is not coded, which has very many different values.
func (y *Target) readEach(c *Column) {
	odd := strangeClasses{classes: y.Classes}
	seen := map[string]int{}
	for row := range c.rows() {
		text, ok := c.Text(row)
		if !ok {
			continue
		}
		class, known := seen[text]
		if !known {
			class = odd.see(text)
			seen[text] = class
		}
		y.class(row, class)
	}
	y.Unlabelled = c.rows() - len(y.Rows)
	y.Notes = odd.notes(y.Unlabelled - c.Missing)
}

func (y *Target) class(row, class int) {
	if class >= 0 {
		y.Rows, y.Codes = append(y.Rows, int32(row)), append(y.Codes, uint8(class))
	}
}

// Strata returns the class of each of Rows: 0 and 1 where there are a positive and a negative one.
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

// Group makes a target of two answers of one of many: some classes are positive, and the others negative.
func (y *Target) Group(positive func(class int) bool, yes, no string) *Target {
	out := &Target{Column: y.Column, Name: y.Name, Positive: yes, Negative: no, Rows: y.Rows, Unlabelled: y.Unlabelled, Notes: y.Notes}
	out.Positives = make([]bool, len(y.Codes))
	for i, code := range y.Codes {
		out.Positives[i] = positive(int(code))
	}
	return out
}

// strangeClasses collects labels that are not written as the classes are.
type strangeClasses struct {
	classes            []string
	taken, as, unknown []string
}

// see returns the class of a text, -1 if it is none, and remembers a strange one.
func (s *strangeClasses) see(text string) int {
	const most = 100 // that are kept to be shown
	for i, class := range s.classes {
		if class == text {
			return i
		}
	}
	found := -1
	for i, class := range s.classes {
		if sameLabel(text, class) {
			if found >= 0 {
				found = -1 // it could be either
				break
			}
			found = i
		}
	}
	switch {
	case found >= 0 && len(s.taken) < most:
		s.taken, s.as = append(s.taken, text), append(s.as, s.classes[found])
	case found < 0 && len(s.unknown) < most:
		s.unknown = append(s.unknown, text)
	}
	return found
}

// notes says what was seen. Unknown is the number of rows whose label is no class.
func (s *strangeClasses) notes(unknown int) []string {
	var notes []string
	for i := range s.taken {
		notes = append(notes, fmt.Sprintf("the label %q was taken for %q", s.taken[i], s.as[i]))
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
		notes = append(notes, fmt.Sprintf("%d %s a label that is none of %s%s and %s not count", unknown, have, quoteSome(s.classes), which, do))
	}
	return notes
}
