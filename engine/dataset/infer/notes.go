package infer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// note adds a fact. It is not inlined, because its copies would make the program 18 kB larger.
//
//go:noinline
func (c *inferrer) note(format string, values ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, values...))
}

// warn adds a doubt. It is not inlined for the same reason.
//
//go:noinline
func (c *inferrer) warn(format string, values ...any) {
	c.Doubts = append(c.Doubts, fmt.Sprintf(format, values...))
}

// count returns the number of rows whose text passes a test, and the first such text.
func (c *inferrer) count(test func(text string) bool) (rows int, first string) {
	for i, text := range c.Texts {
		if test(text) {
			rows, first = rows+c.Rows[i], cmp.Or(first, text)
		}
	}
	return rows, first
}

// countParsed counts the texts that give a status when they are parsed in a format.
func (c *inferrer) countParsed(f NumberFormat, status ParseStatus) (rows int, first string) {
	return c.count(func(text string) bool {
		_, is := parse(f, text)
		return is == status
	})
}

// countOdd counts the texts that are not numbers of a format: those that are numbers of another format, or those that are not numbers.
func (c *inferrer) countOdd(f NumberFormat, otherFormat bool) (rows int, first string) {
	return c.count(func(text string) bool {
		_, is := parse(f, text)
		return is == NotNumber && !isInfinite(text) && (TypeOf([]byte(latinDigits(text))) == NumberCell) == otherFormat
	})
}

// noteCodes notes codes that look like numbers, and reports whether the column has them.
func (c *inferrer) noteCodes() bool {
	switch {
	case c.areCodes():
		c.note("its values have leading zeros: they count as codes, not as numbers; make it numeric if they are numbers")
	case areLongCodes(c.Texts):
		c.note("its numbers have too many digits to be distinguished: they count as codes; make it numeric if they are numbers")
	default:
		return false
	}
	return true
}

// noteLimits warns of a column that would be numeric without censored values such as <0.1, and reports whether it is one.
func (c *inferrer) noteLimits() bool {
	n, example := c.count(isCensored)
	if n == 0 || c.fit.rows == 0 || !isMost(n+c.fit.rows, c.present) {
		return false
	}
	c.warn("%s of %s values are limits, not numbers, such as %q: it stays text; write numbers in the file, "+
		"or make it numeric to count them as missing", grouped(n), grouped(c.present), example)
	return true
}

// noteOdd warns of values in a column of numbers that are not numbers or out of range.
func (c *inferrer) noteOdd() {
	if c.Odd == 0 {
		return
	}
	if infinite, example := c.count(isInfinite[string]); infinite > 0 {
		c.warn("%s of %s infinite and count as missing, such as %q", grouped(infinite), c.values(), example)
	}
	if others, example := c.countOdd(c.Format, false); others > 0 {
		advice := "; make it a category if they matter"
		if c.want == Numeric { // so chosen, or so in the training table
			advice = ""
		}
		c.warn("%s of %s not numbers and count as missing, such as %q%s", grouped(others), c.values(), example, advice)
	}
	if others, example := c.countOdd(c.Format, true); others > 0 {
		c.warn("%s of %s written in another way than the other numbers and count as missing, such as %q",
			grouped(others), c.values(), example)
	}
	if large, example := c.countParsed(c.Format, OutOfRange); large > 0 {
		c.warn("%s of %s too large for a number and count as missing, such as %q; write it in another unit",
			grouped(large), c.values(), example)
	}
}

// isPower reports whether a text is two whole numbers with E between them, which programs would write with a point or a sign.
func isPower(text string) bool {
	whole := digits(text)
	return whole > 0 && whole+1 < len(text) && text[whole] == 'E' && whole+1+digits(text[whole+1:]) == len(text)
}

// latinDigits writes full-width, Arabic and other digits as 1, and their decimal and thousands marks as a point and a comma, for a test
// whether a text is a number.
func latinDigits(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '٫', r == '．':
			return '.'
		case r == '٬', r == '，':
			return ','
		case r >= utf8.RuneSelf && unicode.IsDigit(r):
			return '1'
		}
		return r
	}, text)
}

// noteDigits warns of a column of numbers with other digits than 0 to 9, which remain texts, and reports whether it is one.
func (c *inferrer) noteDigits() bool {
	rows, example := c.count(func(text string) bool {
		latin := latinDigits(text)
		return latin != text && TypeOf([]byte(latin)) == NumberCell
	})
	if !isMost(rows, c.present) {
		return false
	}
	c.warn("its numbers are written with other digits than 0 to 9, such as %q: it counts as %s; "+
		"write them with 0 to 9 for rules with thresholds", example, c.Kind)
	return true
}

// values returns the number of values with its verb: "29,000 values are".
func (c *inferrer) values() string {
	if c.present == 1 {
		return "1 value is"
	}
	return grouped(c.present) + " values are"
}

// noteNumbers warns of a column of texts with many numbers, and reports whether it is one.
func (c *inferrer) noteNumbers() bool {
	if c.fit.share < oddNoticed || c.present < idRows {
		return false
	}
	if c.fit.mixed != "" {
		c.warn("its numbers have different units, %s and %s: it counts as %s; make a column for each unit",
			cmp.Or(c.fit.format.Unit, "none"), c.fit.mixed, c.Kind)
		return true
	}
	what := "not numbers"
	n, example := c.countOdd(c.fit.format, false)
	if n == 0 {
		what = "written in another way than the other numbers"
		_, example = c.countOdd(c.fit.format, true)
	}
	c.warn("%s of %s %s, such as %q: it counts as %s; make it numeric to count them as missing",
		grouped(c.present-c.fit.rows), c.values(), what, example, c.Kind)
	return true
}

// noteFlags warns of a column that would be numeric if its numbers lacked flags and units behind them, and reports whether it is one. If
// all have one, they may be categories.
func (c *inferrer) noteFlags() bool {
	flagged, example := c.count(isFlagged)
	absent, _ := c.count(isAbsence)
	what, categories := "a unit or a flag", c.fit.rows == 0 && c.Kind != ID && c.Kind != Text
	if strings.HasPrefix(example, "'") {
		what, categories = "an apostrophe before them", len(c.Texts) < 3
	}
	if categories || c.fit.mixed != "" || flagged == 0 || !isMost(c.fit.rows+flagged+absent, c.present) {
		return false
	}
	c.warn("%s of %s numbers with %s, such as %q: it counts as %s; write the numbers alone for rules with thresholds",
		grouped(flagged), c.values(), what, example, c.Kind)
	return true
}

// isFlagged reports whether a text is a number with flags or the name of a unit behind a blank, such as "12.3 b" or "12.30 CR", or with a
// letter for thousands, millions or billions, or behind an apostrophe, which marks texts in spreadsheets. Codes such as '007 are not
// flagged.
func isFlagged(text string) bool {
	if marked, ok := strings.CutPrefix(text, "'"); ok {
		p := patternOf(marked)
		return p.mask != 0 && !p.padded
	}
	number, flag, _ := strings.Cut(text, " ")
	if last := len(text) - 1; flag == "" && last > 0 && strings.IndexByte("KMBk", text[last]) >= 0 {
		number, flag = text[:last], "k"
	}
	return isFlag(strings.ToLower(flag)) && patternOf(number).mask != 0
}

// noteFormat notes how numbers were read if the user may not expect it.
func (c *inferrer) noteFormat() {
	c.noteReading()
	if n, example := c.countThousands(); n > 0 {
		c.warn("%s of %s written with three decimals, such as %q, and the others with two: write %s if the mark separates thousands",
			grouped(n), c.values(), example, strings.Replace(example, string(c.Format.decimal()), "", 1))
	}
	if version := c.version(); version != "" {
		c.warn("%q and %q count as the same number: make it a category if its values are versions", version, version+"0")
	}
	if rows, example := c.count(isPower); rows > 0 && c.want == "" && c.Format.Decimal == "" {
		c.warn("%s of %s read as powers of ten, such as %q: make it a category if they are codes", grouped(rows), c.values(), example)
	}
	if c.Format.Padded {
		c.note("some of its numbers have leading zeros: make it a category if they are codes")
	}
}

// noteReading gives a number with two readings, or one with a unit, as an example of how the numbers were read.
func (c *inferrer) noteReading() {
	text, unit, reading := c.fit.example, "", "was read as"
	if c.Format.Unit != "" {
		unit, reading = "its numbers have the unit "+c.Format.Unit+": ", "counts as"
	}
	if c.fit.ambiguous {
		x, _ := parse(c.Format, text)
		remedy := "choose the decimal point"
		switch {
		case c.fit.bothMarks:
			remedy = "write all numbers with the same decimal mark"
		case c.Format.decimal() == '.':
			remedy = "choose the decimal comma"
		}
		c.warn("%s%q %s %s; if that is wrong, %s", unit, text, reading, FormatNumber(x), remedy)
	} else if i := slices.IndexFunc(c.Numbers, func(x float64) bool { return !math.IsNaN(x) }); unit != "" && i >= 0 {
		c.note("%s%q %s %s", unit, c.Texts[i], reading, FormatNumber(c.Numbers[i]))
	}
}

// countThousands returns the number of rows whose decimal mark may separate thousands, and the first such text, e.g. 1.234 among amounts of
// money such as 12.50. Numbers with three decimals, none of which looks like a measurement, must be fewer than those with two.
func (c *inferrer) countThousands() (rows int, example string) {
	mark, cents := string(c.Format.decimal()), 0
	for i, text := range c.Texts {
		whole, part, ok := strings.Cut(text, mark)
		if !ok || math.IsNaN(c.Numbers[i]) {
			continue
		}
		whole = strings.TrimLeftFunc(whole, func(r rune) bool { return r < '0' || r > '9' })
		switch n := digits(whole); {
		case digits(part) == groupDigits-1:
			cents += c.Rows[i]
		case digits(part) != groupDigits || n == 0 || n > groupDigits || n < len(whole) || whole[0] == '0':
			return 0, "" // a measurement
		default:
			rows, example = rows+c.Rows[i], cmp.Or(example, text)
		}
	}
	if rows >= cents {
		return 0, ""
	}
	return rows, example
}

// version returns a text such as 1.1 if 1.10 occurs as well and all texts may be versions, "" otherwise. Measurements would include
// numbers such as 1.05 or 12.
func (c *inferrer) version() (version string) {
	for _, text := range c.Texts {
		whole, part, ok := strings.Cut(text, ".")
		if !ok || !isShort(whole) || !isShort(part) || part[0] == '0' && part != "0" {
			return ""
		}
		if version == "" && len(part) == 1 && part != "0" && slices.Contains(c.Texts, text+"0") {
			version = text
		}
	}
	return version
}

// isShort reports whether a text is one or two digits.
func isShort(text string) bool {
	return (len(text) == 1 || len(text) == 2) && digits(text) == len(text)
}

// noteDates notes dates in several formats, which remain texts, and warns of a column of texts if at least half are dates. It reports
// whether the column has either.
func (c *inferrer) noteDates() bool {
	others, example := c.notDates()
	dates := c.present - others
	switch {
	case isMost(dates, c.present):
		c.note("its values are dates in several formats, and remain texts: write them in one, such as 2024-03-31, for rules about them")
	case float64(dates) >= oddNoticed*float64(c.present) && c.present >= idRows:
		c.warn("%s of %s not dates, such as %q: it counts as %s; write dates or empty cells for rules about dates",
			grouped(others), c.values(), example, c.Kind)
	default:
		return false
	}
	return true
}

// noteTimes notes times of day and durations, which remain texts, and reports whether the column has them.
func (c *inferrer) noteTimes() bool {
	const year = 4 // digits of the hours of a year, since workbooks have long durations
	times, example := c.count(func(text string) bool { return isTime(text, year) })
	if !isMost(times, c.present) {
		return false
	}
	c.note("its values are times, such as %q, and remain texts: write them as numbers, such as hours, so that rules can have thresholds",
		example)
	return true
}

// noteDatedTexts notes texts that contain a date, or look like one in an unknown format, and reports whether the column has them.
func (c *inferrer) noteDatedTexts() bool {
	odd, example := c.count(func(text string) bool {
		first, _, _ := strings.Cut(text, " ")
		_, rest, _ := strings.Cut(text, ", ")
		stamp := strings.TrimSuffix(strings.Replace(text, "T", "", 1), "Z") // of 20141013T000000
		month := isDate("1-"+text) && isLetter(text[0])                     // Mar-24
		w := strings.IndexByte(text, 'W')
		week := (w == 4 || w == 5) && digits(text) == 4 && len(text) == w+3 // 2024-W05
		return !isDate(text) && (month || week || isDate(first) || isDate(rest) || hasDate(text) || isStamp(stamp))
	})
	if dates, _ := c.count(isDate); odd == 0 || !isMost(odd+dates, c.present) {
		return false
	}
	c.note("its values look like dates, such as %q, and remain texts: write them as 2024-03-31 17:05 for rules about them", example)
	return true
}

// hasDate reports whether a text may contain a date: among its numbers that no letter precedes are exactly one year and at least one day.
func hasDate(text string) bool {
	years, days := 0, 0
	for i := 0; i < len(text); i++ {
		n := digits(text[i:])
		if n == 0 || i > 0 && isLetter(text[i-1]) {
			i += n
			continue
		}
		switch x, _ := strconv.Atoi(text[i : i+n]); {
		case n == len("2024") && x >= firstYear && x <= lastYear:
			years++
		case n <= 2 && x >= 1 && x <= 31:
			days++
		}
		i += n
	}
	return years == 1 && days > 0 && len(text) <= maxDate
}

// notDates counts the texts that are not dates of the calendar, such as 18.00.00 for a time.
func (c *inferrer) notDates() (rows int, first string) {
	return c.count(func(text string) bool { return !isDate(text) })
}

// noteValues notes doubtful values of a column of any kind. Found is false if the user gave the kind.
func (c *inferrer) noteValues(found bool, encoding string) {
	most := 0 // rows with the most frequent value
	if len(c.Rows) > 0 {
		most = slices.Max(c.Rows)
	}
	switch {
	case c.Kind == Constant && c.Missing > 0: // such as a box that is ticked or empty
		c.note("it has one value only: rules cannot ask about it; make it a category for rules about its missing cells")
	case c.Kind == Constant:
		c.note("it has one value only: rules cannot ask about it")
	case c.Kind == ID && found && !c.told:
		c.note("its values are unique per row (ID), like a name or a row number: rules do not use them")
	case c.Kind == Text && found && len(c.Notes)+len(c.Doubts) == 0: // otherwise a sentence has given the reason
		c.note("it has %s different texts, too many for rules, which do not use them", grouped(len(c.Texts)))
	case len(c.Texts) == 1: // a date to count days from, or made a category by the user: missing or not is its content
	case c.Kind.Usable() && float64(most) > dominant*float64(c.present):
		c.note("one value dominates: %q in %s of %s rows with a value",
			c.Texts[slices.Index(c.Rows, most)], grouped(most), grouped(c.present))
	}
	if c.Numbers == nil {
		c.noteLetters(encoding)
	}
	if c.Kind == Binary || c.Kind == Categorical {
		c.noteSpellings()
	}
}

// noteSpellings notes the first two values that differ only by letter case, by invisible characters, or by the encoding of accents: é is
// one code point, or e and a combining mark.
func (c *inferrer) noteSpellings() {
	byVisible, byAccents := map[string]string{}, map[string]string{} // texts, by visible characters in small letters; by accentKeys
	for _, text := range c.Texts {
		visible := strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Cf, r) {
				return -1
			}
			return unicode.ToLower(r)
		}, text)
		own, opposite := accentKeys(visible)
		other, how := byVisible[visible], "letter case"
		switch {
		case other == "":
			other, how = byAccents[opposite], "the encoding of accents"
		case !strings.EqualFold(other, text):
			how = "invisible characters"
		}
		if other != "" {
			c.note("%q and %q differ by %s only: write them alike, or group them, if they mean the same", other, text, how)
			return
		}
		byVisible[visible], byAccents[own] = text, text
	}
}

// accentKeys returns keys of a text for comparison: own for its encoding of accents, and opposite for the other encoding. Two texts differ
// only in the encoding if the own key of one is the opposite key of the other. In a key all accented letters are equal, and a NUL byte at
// the end means combining marks.
func accentKeys(text string) (own, opposite string) {
	const accented, first, composed = '\u0300', 'à', "йёїў"
	var found []rune
	combining := false
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r) && len(found) > 0:
			found[len(found)-1], combining = accented, true
		case r >= first && unicode.Is(unicode.Latin, r) || strings.ContainsRune(composed, r):
			found = append(found, accented)
		default:
			found = append(found, r)
		}
	}
	own = string(found)
	if opposite = own + "\x00"; combining {
		own, opposite = opposite, own
	}
	return own, opposite
}

// noteLetters warns of letters that were damaged before the file was saved. Encoding is Hint.Encoding: if letters are lost in it, it may be
// the wrong one, and nothing else is reported.
func (c *inferrer) noteLetters(encoding string) {
	wrong, lost := "", false
	for _, text := range c.Texts {
		if wrong == "" {
			wrong = wrongLetters(text)
		}
		lost = lost || strings.Contains(text, "\ufffd")
	}
	if lost && encoding != "" {
		c.warn("some letters could not be read as %s (\ufffd): choose another encoding, or save the file as UTF-8", encoding)
		return
	}
	if wrong != "" {
		c.warn("some letters look wrong (%s): the file was probably saved twice; save it again from its source as UTF-8", wrong)
	}
	if lost {
		c.warn("some letters are lost (\ufffd): they were so before the file was saved; save it again from its source as UTF-8")
	}
}

// WrongLetters warns of the letters of names that were damaged before the file was saved, "" if there are none.
func WrongLetters(names []string) string {
	for _, name := range names {
		if wrong := wrongLetters(name); wrong != "" {
			return fmt.Sprintf("some letters of the name %q look wrong (%s): the file was probably saved twice; "+
				"save it again from its source as UTF-8",
				name, wrong)
		}
	}
	return ""
}

// wrongLetters returns the first letter of a text that is UTF-8 decoded as Windows-1252, such as Ã© for é, or as ISO-8859-1; or "".
func wrongLetters(text string) string {
	for i, r := range text {
		if r >= 0x80 && r < 0xa0 { // control characters, which no text has: bytes of Windows-1252 read as ISO-8859-1
			return fmt.Sprintf("U+%04X", r)
		}
		rest := text[i:]
		switch r {
		case 'Ã', 'Â': // bytes C3 and C2, the first bytes of western European letters
			next := []rune(rest[:min(len(rest), len("Ã€€"))])
			const windows1252 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ" // its letters for the bytes 80 to 9F
			if len(next) > 1 && (next[1] >= '\u0080' && next[1] <= '\u00bf' || strings.ContainsRune(windows1252, next[1])) {
				return string(next[:2])
			}
		case 'â': // byte E2, the first byte of quotation marks and dashes
			if strings.HasPrefix(rest, "â€") {
				return string([]rune(rest)[:min(3, len([]rune(rest)))])
			}
		}
	}
	return ""
}

// grouped writes a count with commas between thousands.
func grouped(n int) string { return GroupThousands(strconv.Itoa(n)) }
