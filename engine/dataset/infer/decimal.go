package infer

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// decisiveShare is the share of rows from which numbers or dates decide the kind of a column.
const decisiveShare = 0.95

// slipShare is the greatest share of slips (typing errors). Numbers that fit only one decimal mark prove it unless they are at most this
// share of the numbers that fit both marks.
const slipShare = 0.01

// Hint holds external evidence for how a column is written.
type Hint struct {
	First     string // by the user: DayFirst or MonthFirst in dates; "" if not given
	Given     string // decimal mark by the user: "." or "," overrules everything else; "" if not given
	Proven    string // decimal mark by other columns, from ProvenDecimal
	Converted bool   // the numbers of the file have a point; texts in it are as people wrote them
	Delimiter string // of the file
	Encoding  string // of the file, if some of its texts are not UTF-8 and the encoding may be wrong
	Unit      string // unit of measurement, such as kg or AnyUnit, that numbers of a column wanted as Numeric may have; "" for none
}

// numberFit is the number format that fits a column best.
type numberFit struct {
	format    NumberFormat
	rows      int     // with a number of the format
	share     float64 // of the rows with a value
	proven    string  // the decimal mark that the numbers prove by themselves, or ""
	ambiguous bool    // nothing proves the decimal mark of some numbers
	bothMarks bool    // ambiguous, because fractions may have both marks; otherwise the other mark fits all numbers as well
	example   string  // a text with both readings, if ambiguous
	mixed     string  // a unit of other numbers, "none" for numbers without one; "" if all numbers have the unit of the format
}

// fit returns the number format that fits most rows. Its share is 0 without numbers.
func (c PatternCounts) fit(h Hint) numberFit {
	var best numberFit
	if h.Given == "" && h.Converted && !c.mayHaveCommas(h) {
		h.Given = "."
	}
	for _, unit := range c.units() {
		if f := c.fitUnit(unit, h); f.rows > best.rows {
			best = f
		}
	}
	if best.rows == 0 {
		return best
	}
	if i := slices.IndexFunc(c.patterns, func(p pattern) bool { return p.unit != best.format.Unit }); i >= 0 {
		best.mixed = cmp.Or(c.patterns[i].unit, "none")
	}
	best.share = float64(best.rows) / float64(c.rows)
	if c.infinite > best.rows || c.onlyClosed() {
		best.share = 0
	}
	return best
}

// mayHaveCommas reports whether a column of a converted file may be texts with decimal commas: a text of this column or another column
// proves decimal commas, and no text has a decimal point, which the converter writes for numbers.
func (c PatternCounts) mayHaveCommas(h Hint) bool {
	proven := h.Proven == ","
	for _, p := range c.patterns {
		if p.point && p.mask&withPoint != 0 {
			return false
		}
		proven = proven || p.mask&withPoint == 0
	}
	return proven
}

// onlyClosed reports whether nearly all numbers are like (5) or 5-: these may be references or open ranges rather than negative numbers.
func (c PatternCounts) onlyClosed() bool {
	const nearly = 0.9
	closed, all := 0, 0
	for _, p := range c.patterns {
		if all += p.rows; p.closed {
			closed += p.rows
		}
	}
	return float64(closed) > nearly*float64(all)
}

// fitUnit returns the format that fits the numbers of one unit best.
func (c PatternCounts) fitUnit(unit string, h Hint) numberFit {
	point, pointRows := c.best(unit, withPoint)
	comma, commaRows := c.best(unit, withComma)
	a := c.ambiguityOf(unit, 1<<point|1<<comma)
	mark, ambiguous := a.resolve(pointRows-commaRows, h)
	f := numberFit{format: NumberFormat{Unit: unit}, ambiguous: ambiguous}
	if ambiguous {
		f.example = a.example
	}
	switch more := pointRows - commaRows; {
	case more > 0 && !a.slips(more):
		f.proven = "."
	case more < 0 && !a.slips(-more):
		f.proven = ","
	}
	chosen := point
	if f.rows = pointRows; mark == "," {
		chosen, f.rows = comma, commaRows
	}
	switch separates, doubtful := c.separates(unit, chosen); {
	case !separates:
		chosen -= chosen % half
		_, f.rows = c.best(unit, 1<<chosen)
		f.ambiguous, f.example = false, ""
	case doubtful != "" && h.Given == "":
		f.ambiguous, f.bothMarks, f.example = true, true, doubtful
	}
	f.format.Thousands = readings[chosen].Thousands
	for _, p := range c.patterns {
		if p.unit != unit {
			continue
		}
		// A given comma is part of the format as well if it rules out numbers with a point.
		fits := p.mask&(1<<chosen) != 0
		f.format.Padded = f.format.Padded || fits && p.padded
		if fits && (mark == "." && p.point || mark == "," && p.comma) || h.Given == "," && p.point && !fits {
			f.format.Decimal = mark
		}
	}
	return f
}

// best returns the reading of the set that fits most rows, the simplest one if several fit equally.
func (c PatternCounts) best(unit string, set uint8) (reading, rows int) {
	rows = -1
	for i := range readings {
		if set&(1<<i) == 0 {
			continue
		}
		n := 0
		for _, p := range c.patterns {
			if p.unit == unit && p.mask&(1<<i) != 0 {
				n += p.rows
			}
		}
		if n > rows {
			reading, rows = i, n
		}
	}
	return reading, rows
}

// separates reports whether the commas or points that group thousands in a reading can do so in the column. A text such as 1,234.5 proves
// it. Texts such as 0,516 next to 1,234 prove a decimal comma, unless they are slips. Other readings lack such marks and pass. Doubtful
// is a text such as 1,234 if nothing proves the marks, and other numbers have three decimals, such as 8.516: both may be ways to write
// fractions.
func (c PatternCounts) separates(unit string, reading int) (ok bool, doubtful string) {
	other, own := uint8(withComma), uint8(withPoint)
	if reading >= half {
		other, own = own, other
	}
	unsure, against, mark, decimals := 0, 0, readings[reading].Thousands, false
	for _, p := range c.patterns {
		marked := mark == "," && p.comma || mark == "." && p.point
		switch {
		case p.unit != unit:
		case !marked:
			decimals = decimals || (p.point || p.comma) && p.mask&other != 0
		case p.mask&other == 0: // such as 1,234.5
			return true, ""
		case p.mask&own == 0:
			against += p.rows
		default:
			if unsure += p.rows; doubtful == "" {
				doubtful = p.example
			}
		}
	}
	if !decimals {
		doubtful = ""
	}
	return float64(against) <= slipShare*float64(unsure), doubtful
}

// ambiguity counts the numbers of a column that fit both decimal marks.
type ambiguity struct {
	rows    int    // rows of numbers with a mark: 1,234 and 1.234 depend on the decimal mark
	comma   bool   // some of these have a comma
	example string // one of these, with a comma if any has one
	wholes  int    // distinct numbers without a mark
	plain   int    // rows of numbers without a mark
	large   bool   // some of these are 1000 or more
}

// ambiguityOf counts the numbers of a unit that fit both readings of the set, one for each decimal mark.
func (c PatternCounts) ambiguityOf(unit string, both uint8) ambiguity {
	var a ambiguity
	for _, p := range c.patterns {
		if p.unit != unit || p.mask&both != both {
			continue
		}
		if !p.point && !p.comma {
			a.wholes, a.plain, a.large = a.wholes+p.texts, a.plain+p.rows, a.large || p.large
			continue
		}
		if a.rows += p.rows; a.example == "" || p.comma && !a.comma {
			a.example = p.example
		}
		a.comma = a.comma || p.comma
	}
	return a
}

// slips reports whether a number of rows is low enough to be slips among the ambiguous rows.
func (a ambiguity) slips(rows int) bool { return float64(rows) <= slipShare*float64(a.rows) }

// mayGroup reports whether the marks of the ambiguous numbers may group thousands: the numbers without a mark are below 1000, and too many
// to be slips. Measurements with three decimals would include shorter numbers such as 1.5 far more often than whole ones.
func (a ambiguity) mayGroup() bool {
	const least = 3 // whole numbers: 0 and 100 may be the ends of a scale
	return a.wholes >= least && !a.large && !a.slips(a.plain)
}

// resolve returns the decimal mark of a column, and whether it is a guess. More is the number of rows that fit a decimal point, less those
// that fit a decimal comma. If neither is proven, 1.234 is 1234 only if other columns prove decimal commas, and 1,234 is 1.234 if they do
// or the delimiter is a semicolon.
func (a ambiguity) resolve(more int, h Hint) (mark string, ambiguous bool) {
	expected := h.Proven
	if expected == "" && h.Delimiter == ";" {
		expected = ","
	}
	switch {
	case h.Given != "":
		return h.Given, false
	case more > 0:
		return ".", a.comma && a.slips(more) && expected == ","
	case more < 0 && !a.slips(-more):
		return ",", false
	case more < 0 && !a.comma:
		return ",", true
	case a.rows == 0:
		return ".", false
	case !a.comma && h.Proven != ",":
		return ".", expected == "," || h.Proven == "" && a.mayGroup()
	case expected == ",":
		return ",", !a.comma || h.Proven == ""
	}
	return ".", more < 0 || h.Proven == ""
}

// ProvenDecimal returns the decimal mark that more columns of a file prove than the other one; "" if equally many do.
func ProvenDecimal(columns []PatternCounts) string {
	count := map[string]int{}
	for _, c := range columns {
		if f := c.fit(Hint{}); f.share >= decisiveShare {
			count[f.proven]++
		}
	}
	switch more := count["."] - count[","]; {
	case more > 0:
		return "."
	case more < 0:
		return ","
	}
	return ""
}

// units returns the units that occur, the shortest first: "" if there are numbers without a unit.
func (c PatternCounts) units() []string {
	var found []string
	for _, p := range c.patterns {
		if !slices.Contains(found, p.unit) {
			found = append(found, p.unit)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return len(found[i]) < len(found[j]) })
	return found
}

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
	simpler   = 2 // number of readings of each half that have neither blanks nor apostrophes: the first ones
)

// PatternCounts counts the number patterns of a column. They decide the number format.
type PatternCounts struct {
	rows     int // with a value other than infinity and those of isAbsence
	infinite int // rows with an infinite value
	patterns []pattern
}

// pattern counts texts that are numbers under the same readings.
type pattern struct {
	unit    string
	mask    uint8 // the readings under which they are numbers
	point   bool  // they have a point
	comma   bool  // they have a comma
	padded  bool  // they have leading zeros
	closed  bool  // they are in parentheses or have a minus behind them
	large   bool  // they have more than three digits, and neither a point nor a comma
	texts   int   // number of distinct texts
	rows    int
	example string // the first text
}

// CountPatterns counts the patterns of the distinct texts of a column that are not missing marks, each in rows[i] rows.
func CountPatterns(texts []string, rows []int) PatternCounts {
	var c PatternCounts
	for i, text := range texts {
		if isInfinite(text) {
			c.infinite += rows[i]
			continue
		}
		if isAbsence(text) {
			continue
		}
		c.rows += rows[i]
		s := patternOf(text)
		if s.mask == 0 {
			continue
		}
		s.large = !s.point && !s.comma && len(strings.TrimFunc(text, func(r rune) bool { return r < '0' || r > '9' })) > 3
		at := slices.IndexFunc(c.patterns, func(t pattern) bool {
			t.texts, t.rows, t.example = 0, 0, ""
			return s == t
		})
		if at < 0 {
			at = len(c.patterns)
			s.example = text
			c.patterns = append(c.patterns, s)
		}
		c.patterns[at].rows += rows[i]
		c.patterns[at].texts++
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
			if _, is := parse(readings[dotGroups], text); is != NotNumber {
				s.mask |= 1 << dotGroups
			}
		}
		return s
	}
	if plain := unpad(text); len(plain) < len(text) {
		s = patternOf(plain)
		s.padded = s.mask != 0
		return s
	}
	if !mayBeNumber(text) {
		return s
	}
	s.unit = unitOf(text)
	sign, _ := cutSign(text)
	s.closed = strings.ContainsRune(text, ')') || sign != 0 && text[len(text)-1] == '-' && !isAccountingZero(text, s.unit)
	s.point, s.comma = strings.Contains(text, "."), strings.Contains(text, ",")
	simple := s.unit == "" && !strings.ContainsAny(text, "'’ \u00a0\u202f\u2009\u2007")
	for i, f := range readings {
		if simple && i%half >= simpler { // without blanks and apostrophes, this reading is the one without thousands marks
			if s.mask&(1<<(i/half*half)) != 0 {
				s.mask |= 1 << i
			}
			continue
		}
		f.Unit = s.unit
		if _, is := parse(f, text); is != NotNumber {
			s.mask |= 1 << i
		}
	}
	return s
}

// mayBeNumber quickly rejects most words: a number starts and ends with a digit, a mark or a unit, and has a digit or the dash for 0.
func mayBeNumber(text string) bool {
	if text == "" {
		return false
	}
	first, last := text[0], text[len(text)-1]
	return numberBytes[first] && numberBytes[last] && strings.ContainsAny(text, "0123456789-") && strings.Trim(text, "-") != ""
}

// numberBytes is the set of bytes that a number can start or end with.
var numberBytes = func() (set [256]bool) {
	for _, c := range []byte("0123456789+-.,()") {
		set[c] = true
	}
	for _, text := range append(unitNames, "−") {
		set[text[0]], set[text[len(text)-1]] = true, true
	}
	return set
}()

// unitOf returns the unit of a text that may be a number, "" if it has none.
func unitOf(text string) string {
	if _, text = cutSign(text); text == "" || text[0]-'0' <= 9 && text[len(text)-1]-'0' <= 9 {
		return ""
	}
	for _, unit := range unitNames {
		if _, ok := cutUnit(text, unit); ok {
			return unit
		}
	}
	return ""
}
