package dataset

import (
	"cmp"
	"slices"
)

// numberShare is the share of a column's rows from which it is one of numbers.
const numberShare = 0.95

// doubtful is the share of the rows with two readings up to which those that decide may be slips.
const doubtful = 0.01

// hint is what is known of the decimal mark from outside a column.
type hint struct {
	given     string // by the user: "." or ",", which overrules everything; "" if it is to be found
	found     string // what the other columns prove, by provenDecimal
	delimiter string // of the file
}

// verdict is the form that explains a column best.
type verdict struct {
	form      Form
	rows      int     // that are numbers of the form
	share     float64 // of the rows that are not missing
	ambiguous bool    // the column can as well be read with the other decimal mark, and nothing proves either
	example   string  // a text that has two readings, if ambiguous
	mixed     string  // another unit (or "", with form.Unit not "") that some numbers have
	hasMixed  bool
}

// verdict weighs the evidence. Without any number its share is 0.
func (e evidence) verdict(h hint) verdict {
	var v verdict
	for _, unit := range e.units() {
		w := e.weigh(unit, h)
		if w.rows > v.rows {
			v = w
		}
	}
	if v.rows == 0 {
		return v
	}
	for _, s := range e.shapes {
		if s.unit != v.form.Unit {
			v.mixed, v.hasMixed = s.unit, true
			break
		}
	}
	v.share = float64(v.rows) / float64(e.rows)
	return v
}

// weigh finds the form of the numbers of one unit.
func (e evidence) weigh(unit string, h hint) verdict {
	point, pointRows := e.best(unit, withPoint)
	comma, commaRows := e.best(unit, withComma)
	d := e.doubtOf(unit, 1<<point|1<<comma)
	mark, ambiguous := d.choose(pointRows-commaRows, h)
	v := verdict{form: Form{Unit: unit}, ambiguous: ambiguous}
	if ambiguous {
		v.example = d.example
	}
	chosen := point
	if v.rows = pointRows; mark == "," {
		chosen, v.rows = comma, commaRows
	}
	v.form.Thousands = readings[chosen].Thousands
	for _, s := range e.shapes {
		if s.unit != unit {
			continue
		}
		// a given comma is named as well where it rules numbers with a point out
		used := s.mask&(1<<chosen) != 0 && (mark == "." && s.point || mark == "," && s.comma)
		if used || h.given == "," && s.point && s.mask&(1<<chosen) == 0 {
			v.form.Decimal = mark
		}
	}
	return v
}

// best returns the one of the readings in the set that explains most rows, the simplest of equal ones.
func (e evidence) best(unit string, set uint8) (reading, rows int) {
	rows = -1
	for i := range readings {
		if set&(1<<i) == 0 {
			continue
		}
		n := 0
		for _, s := range e.shapes {
			if s.unit == unit && s.mask&(1<<i) != 0 {
				n += s.rows
			}
		}
		if n > rows {
			reading, rows = i, n
		}
	}
	return reading, rows
}

// doubt counts the rows whose texts are other numbers with the other decimal mark.
type doubt struct {
	rows    int
	comma   bool // some of them have a comma: 1,234, not 1.234
	example string
}

// doubtOf finds the texts that can be read in both ways of the set.
func (e evidence) doubtOf(unit string, both uint8) doubt {
	var d doubt
	for _, s := range e.shapes {
		if s.unit != unit || s.mask&both != both || !s.point && !s.comma {
			continue
		}
		if d.rows += s.rows; d.example == "" || s.comma && !d.comma {
			d.example = s.example
		}
		d.comma = d.comma || s.comma
	}
	return d
}

// slips reports whether so few rows speak for one decimal mark that they may be slips.
func (d doubt) slips(rows int) bool { return float64(rows) <= doubtful*float64(d.rows) }

// choose returns the decimal mark of a column in which a point explains so many rows more than a comma, and whether it
// is a guess. 1.234 is 1234 only where commas are the decimal marks for sure; 1,234 is 1.234 in a file whose other
// columns have decimal commas, or whose semicolons make room for them.
func (d doubt) choose(more int, h hint) (mark string, ambiguous bool) {
	expected := h.found
	if expected == "" && h.delimiter == ";" {
		expected = ","
	}
	switch {
	case h.given != "":
		return h.given, false
	case more > 0:
		return ".", d.comma && d.slips(more) && expected == ","
	case more < 0 && !d.slips(-more):
		return ",", false
	case more < 0 && !d.comma:
		return ",", true
	case d.rows == 0:
		return ".", false
	case !d.comma && h.found != ",":
		return ".", expected == ","
	case expected == ",":
		return ",", !d.comma || h.found == ""
	}
	return ".", more < 0 || h.found == ""
}

// proven returns the decimal mark that the column proves by itself, or "".
func (e evidence) proven() string {
	v := e.verdict(hint{})
	if v.share < numberShare {
		return ""
	}
	point, pointRows := e.best(v.form.Unit, withPoint)
	comma, commaRows := e.best(v.form.Unit, withComma)
	d := e.doubtOf(v.form.Unit, 1<<point|1<<comma)
	switch more := pointRows - commaRows; {
	case more > 0 && !d.slips(more):
		return "."
	case more < 0 && !d.slips(-more):
		return ","
	}
	return ""
}

// provenDecimal returns the decimal mark that most columns of a file prove, or "" if none does or both do equally.
func provenDecimal(columns []evidence) string {
	more := 0
	for _, e := range columns {
		switch e.proven() {
		case ".":
			more++
		case ",":
			more--
		}
	}
	switch {
	case more > 0:
		return "."
	case more < 0:
		return ","
	}
	return ""
}

// units returns the units that occur, none first.
func (e evidence) units() []string {
	var found []string
	for _, s := range e.shapes {
		if !slices.Contains(found, s.unit) {
			found = append(found, s.unit)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return found
}
