package dataset

import (
	"slices"
	"strings"
)

// readings are the ways to read marks inside a number: the first half with a decimal point, the second with a comma.
var readings = [...]Form{
	{Decimal: "."},
	{Decimal: ".", Thousands: ","},
	{Decimal: ".", Thousands: blank},
	{Decimal: ".", Thousands: apostrophe},
	{Decimal: ","},
	{Decimal: ",", Thousands: "."},
	{Decimal: ",", Thousands: blank},
	{Decimal: ",", Thousands: apostrophe},
}

const (
	withPoint = 0x0f // readings with a decimal point, as bits
	withComma = 0xf0
	anyway    = withPoint | withComma
	dotGroups = 5 // the reading in which points group thousands
	half      = len(readings) / 2
	simpler   = 2 // readings of each half without blanks and apostrophes
)

// evidence is what the texts of one column say about how its numbers are written.
type evidence struct {
	rows   int     // that are not missing
	shapes []shape // in the order in which they were met
}

// shape counts texts that can be read in the same ways.
type shape struct {
	unit    string
	mask    uint8 // readings under which they are numbers
	point   bool  // they have a point
	comma   bool  // they have a comma
	rows    int
	example string
}

// survey looks at the different texts of a column, none of them a mark of missing cells; rows has the number of rows of
// each.
func survey(texts []string, rows []int) evidence {
	var e evidence
	for i, text := range texts {
		e.rows += rows[i]
		s := shapeOf(text)
		if s.mask == 0 {
			continue
		}
		at := slices.IndexFunc(e.shapes, func(t shape) bool {
			return s.mask == t.mask && s.point == t.point && s.comma == t.comma && s.unit == t.unit
		})
		if at < 0 {
			at = len(e.shapes)
			s.example = text
			e.shapes = append(e.shapes, s)
		}
		e.shapes[at].rows += rows[i]
	}
	return e
}

// shapeOf finds how a text can be read.
func shapeOf(text string) shape {
	var s shape
	if _, is := readNumber(text); is != notNumber {
		s.mask = anyway
		if dot := strings.IndexByte(text, '.'); dot >= 0 {
			s.mask, s.point = withPoint, true
			if _, is := readings[dotGroups].parseText(text); is != notNumber {
				s.mask |= 1 << dotGroups
			}
		}
		return s
	}
	if !mayBeNumber(text) {
		return s
	}
	s.unit = unitOf(text)
	s.point, s.comma = strings.Contains(text, "."), strings.Contains(text, ",")
	simple := !strings.ContainsAny(text, "'’ \u00a0\u202f") // the marks of the other readings
	if s.unit != "" {
		simple = false // there may be a blank before it
	}
	for i, f := range readings {
		if simple && i%half >= simpler { // as without any mark of thousands
			if s.mask&(1<<(i/half*half)) != 0 {
				s.mask |= 1 << i
			}
			continue
		}
		f.Unit = s.unit
		if _, is := f.parseText(text); is != notNumber {
			s.mask |= 1 << i
		}
	}
	return s
}

// mayBeNumber rules most words out at once: numbers begin and end with a digit, a mark or a unit.
func mayBeNumber(text string) bool {
	const longest = 60 // bytes; more digits are no number that a person wrote
	if text == "" || len(text) > longest {
		return false
	}
	first, last := text[0], text[len(text)-1]
	return numberBytes[first] && numberBytes[last] && strings.ContainsAny(text, "0123456789")
}

// numberBytes are those that a number can begin or end with.
var numberBytes = func() (set [256]bool) {
	for _, c := range []byte("0123456789+-.,") {
		set[c] = true
	}
	for _, text := range append(unitNames, "−") {
		set[text[0]], set[text[len(text)-1]] = true, true
	}
	return set
}()

func unitOf(text string) string {
	_, size := leadingSign(text)
	if text = text[size:]; text == "" || text[0]-'0' <= 9 && text[len(text)-1]-'0' <= 9 {
		return ""
	}
	for _, unit := range unitNames {
		if _, ok := cutUnit(text, unit); ok {
			return unit
		}
	}
	return ""
}
