package dataset

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// note adds a sentence to stand beside the name of the column.
func (c *inferrer) note(format string, values ...any) {
	c.notes = append(c.notes, fmt.Sprintf(format, values...))
}

// warn adds a sentence that the table shows, too.
func (c *inferrer) warn(format string, values ...any) {
	c.note(format, values...)
	c.warnings = append(c.warnings, fmt.Sprintf("column %q: ", c.name)+fmt.Sprintf(format, values...))
}

// numbersOf returns the number that each text is in the form, NaN where it is none or out of range.
func numbersOf(f Form, texts []string) []float64 {
	numbers := make([]float64, len(texts))
	for i, text := range texts {
		x, is := f.parseText(text)
		if is != isNumber {
			x = math.NaN()
		}
		numbers[i] = x
	}
	return numbers
}

// firstOther returns the first text that is no number of the form.
func (c *inferrer) firstOther(f Form) string {
	for _, text := range c.texts {
		if _, is := f.parseText(text); is == notNumber {
			return text
		}
	}
	return ""
}

// codes reports whether the texts look like numbers, but are codes, and says so.
func (c *inferrer) codes() bool {
	switch {
	case codes(c.texts):
		c.note("its values have leading zeros: they count as codes, not as numbers")
	case longCodes(c.texts):
		c.note("its numbers have too many digits to be told apart: they count as codes; make it numeric if they are numbers")
	default:
		return false
	}
	return true
}

// limits reports whether the column would be one of numbers, were it not for values such as <0.1, and says so.
func (c *inferrer) limits() bool {
	n, example := 0, ""
	for i, text := range c.texts {
		if !censored(text) {
			continue
		}
		if n += c.rows[i]; example == "" {
			example = text
		}
	}
	if n == 0 || c.verdict.rows == 0 || !isMost(n+c.verdict.rows, c.present) {
		return false
	}
	c.warn("%s of %s values are limits, not numbers, such as %q: it stays text; write numbers in the file, "+
		"or make it numeric to count them as missing", grouped(n), grouped(c.present), example)
	return true
}

// noteOdd says which values of a column of numbers are none, or cannot be held.
func (c *inferrer) noteOdd() {
	if c.odd == 0 {
		return
	}
	others, large, example := 0, 0, ""
	for i, text := range c.texts {
		switch _, is := c.form.parseText(text); is {
		case notNumber:
			others += c.rows[i]
		case outOfRange:
			if large += c.rows[i]; example == "" {
				example = text
			}
		}
	}
	if others > 0 {
		c.warn("%s of %s not numbers and count as missing, such as %q; make it a category if they matter",
			grouped(others), c.values(), c.firstOther(c.form))
	}
	if large > 0 {
		c.warn("%s of %s too large for a number and count as missing, such as %q; write it in another unit",
			grouped(large), c.values(), example)
	}
}

// values returns "29,000 values are".
func (c *inferrer) values() string {
	if c.present == 1 {
		return "1 value is"
	}
	return grouped(c.present) + " values are"
}

// noteNumbers says that a column of texts has many numbers among them.
func (c *inferrer) noteNumbers() {
	share := c.verdict.share
	if share < numbersNoticed || c.present < idRows {
		return
	}
	if c.verdict.hasMixed {
		c.warn("its numbers have different units, %s and %s: it counts as %s; make a column for each unit",
			unitName(c.verdict.form.Unit), unitName(c.verdict.mixed), c.kind)
		return
	}
	c.warn("%s of %s not numbers, such as %q: it counts as %s; make it numeric to count them as missing",
		grouped(c.present-c.verdict.rows), c.values(), c.firstOther(c.verdict.form), c.kind)
}

// noteForm says how numbers were read where a reader may be surprised.
func (c *inferrer) noteForm() {
	if c.verdict.ambiguous {
		x, _ := c.form.parseText(c.verdict.example)
		other := "point"
		if c.form.decimal() == '.' {
			other = "comma"
		}
		c.warn("%q was read as %s; if that is wrong, choose the decimal %s", c.verdict.example, FormatNumber(x), other)
	}
	if unit := c.form.Unit; unit != "" {
		for i, text := range c.texts {
			if x := c.numbers[i]; !math.IsNaN(x) {
				c.note("its numbers have the unit %s: %q counts as %s", unit, text, FormatNumber(x))
				break
			}
		}
	}
}

func (c *inferrer) noteDates(ambiguous bool) {
	if ambiguous {
		c.note("its values are dates (%s, or month before day): rules cannot ask about them", c.layout)
		return
	}
	c.note("its values are dates (%s): rules cannot ask about them", c.layout)
}

// look notes what is doubtful about a column of any kind; found says that its kind was not given.
func (c *inferrer) look(found bool) {
	most := -1
	for i := range c.texts {
		if most < 0 || c.rows[i] > c.rows[most] {
			most = i
		}
	}
	switch {
	case c.kind == Constant:
		c.note("it has one value only: rules cannot ask about it")
	case c.kind == ID && found:
		c.note("its values are different in every row, like a name or a row number: rules do not ask about them")
	case most >= 0 && c.kind.Usable() && float64(c.rows[most]) > dominant*float64(c.present):
		c.note("one value dominates: %q in %s of %s rows with a value", c.texts[most], grouped(c.rows[most]), grouped(c.present))
	}
	if c.numbers == nil {
		c.lookAtLetters()
	}
}

// lookAtLetters warns of letters that were damaged before the file was made.
func (c *inferrer) lookAtLetters() {
	wrong, lost := "", false
	for _, text := range c.texts {
		if wrong == "" {
			wrong = wrongLetters(text)
		}
		lost = lost || strings.Contains(text, "\ufffd")
	}
	if wrong != "" {
		c.warn("some letters look wrong (%s): the file was probably saved twice; save it again from its source as UTF-8", wrong)
	}
	if lost {
		c.warn("some letters are lost (\ufffd): they were so before the file was saved; save it again from its source as UTF-8")
	}
}

// wrongLetters returns the first letter of a text that is one of UTF-8 read as Windows-1252, such as Ã© for é, or "".
func wrongLetters(text string) string {
	for i, r := range text {
		rest := text[i:]
		switch r {
		case 'Ã', 'Â': // bytes C3 and C2, which begin the letters of western Europe
			next := []rune(rest[:min(len(rest), len("Ã€€"))])
			if len(next) > 1 && (next[1] >= '\u0080' && next[1] <= '\u00bf' || strings.ContainsRune("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ", next[1])) {
				return string(next[:2])
			}
		case 'â': // byte E2, which begins quotation marks and dashes
			if strings.HasPrefix(rest, "â€") {
				return string([]rune(rest)[:min(3, len([]rune(rest)))])
			}
		}
	}
	return ""
}

func unitName(unit string) string {
	if unit == "" {
		return "none"
	}
	return unit
}

// grouped writes a count with commas between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - groupDigits; i > 0; i -= groupDigits {
		text = text[:i] + "," + text[i:]
	}
	return text
}
