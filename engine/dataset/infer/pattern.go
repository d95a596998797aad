package infer

import (
	"slices"
	"strings"
)

// readings are the possible meanings of the marks inside a number: first with a decimal point, then with a comma.
var readings = [...]NumberFormat{
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
	withPoint = 0x0f // mask of the readings with a decimal point
	withComma = 0xf0 // mask of the readings with a decimal comma
	anyMark   = withPoint | withComma
	dotGroups = 5 // the reading in which points group thousands
	half      = len(readings) / 2
	simpler   = 2 // readings of each half without blanks and apostrophes
)

// PatternCounts counts the number patterns of a column. They decide the number format.
type PatternCounts struct {
	rows     int // with a value
	patterns []pattern
}

// pattern counts texts that are numbers under the same readings.
type pattern struct {
	unit    string
	mask    uint8 // the readings under which they are numbers
	point   bool  // they have a point
	comma   bool  // they have a comma
	rows    int
	example string
}

// CountPatterns counts the patterns of the distinct texts of a column that are not missing marks, each in rows[i] rows.
func CountPatterns(texts []string, rows []int) PatternCounts {
	var c PatternCounts
	for i, text := range texts {
		c.rows += rows[i]
		s := patternOf(text)
		if s.mask == 0 {
			continue
		}
		at := slices.IndexFunc(c.patterns, func(t pattern) bool {
			return s.mask == t.mask && s.point == t.point && s.comma == t.comma && s.unit == t.unit
		})
		if at < 0 {
			at = len(c.patterns)
			s.example = text
			c.patterns = append(c.patterns, s)
		}
		c.patterns[at].rows += rows[i]
	}
	return c
}

// patternOf returns the pattern of a text. Its mask is 0 if the text is not a number under any reading.
func patternOf(text string) pattern {
	var s pattern
	if _, is := readNumber(text); is != NotNumber {
		s.mask = anyMark
		if dot := strings.IndexByte(text, '.'); dot >= 0 {
			s.mask, s.point = withPoint, true
			if _, is := readings[dotGroups].parseText(text); is != NotNumber {
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
	// Neither marks of the other readings nor a blank before the unit.
	simple := s.unit == "" && !strings.ContainsAny(text, "'’ \u00a0\u202f")
	for i, f := range readings {
		if simple && i%half >= simpler { // the same as without thousands marks
			if s.mask&(1<<(i/half*half)) != 0 {
				s.mask |= 1 << i
			}
			continue
		}
		f.Unit = s.unit
		if _, is := f.parseText(text); is != NotNumber {
			s.mask |= 1 << i
		}
	}
	return s
}

// longestNumber is the length in bytes of the longest number that is not digits alone.
const longestNumber = 60

// mayBeNumber quickly rejects most words: a number starts and ends with a digit, a mark or a unit.
func mayBeNumber(text string) bool {
	if text == "" || len(text) > longestNumber {
		return false
	}
	first, last := text[0], text[len(text)-1]
	return numberBytes[first] && numberBytes[last] && strings.ContainsAny(text, "0123456789")
}

// numberBytes is the set of bytes that a number can start or end with.
var numberBytes = func() (set [256]bool) {
	for _, c := range []byte("0123456789+-.,") {
		set[c] = true
	}
	for _, text := range append(unitNames, "−") {
		set[text[0]], set[text[len(text)-1]] = true, true
	}
	return set
}()

// unitOf returns the unit of a text that may be a number, "" if it has none.
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
