package infer

import "strings"

// noteExponents warns of numbers that may have been codes: powers of ten such as 2E5 among whole numbers, which programs would write with a
// point or a sign, and numbers that a spreadsheet program shortened.
func (c *inferrer) noteExponents() {
	if c.want != "" || c.Format != (NumberFormat{Decimal: c.Format.Decimal}) {
		return
	}
	const longer = "11" // exponent from which spreadsheet programs shorten whole numbers to six digits
	large, example := c.count(func(text string) bool { return isShortened(text) && text[len(text)-len(longer):] >= longer })
	if large == c.present {
		c.warn("its numbers have at most six digits, such as %q, as if a spreadsheet program had shortened them: "+
			"if they are codes, export them again as text", example)
		return
	}
	rows, example := c.count(func(text string) bool {
		whole, exponent, ok := strings.Cut(text, "E")
		return ok && areDigits(whole) && areDigits(exponent)
	})
	if rows > 0 && c.Format.Decimal == "" {
		x, _ := ParseNumber(example)
		c.warn("%s of %s read as powers of ten, such as %q as %s: make it a category if they are codes",
			grouped(rows), c.values(), example, FormatNumber(x))
	}
}

// noteShortened warns of a column of codes, some of which a spreadsheet program took for numbers, and reports whether it is one.
func (c *inferrer) noteShortened() bool {
	rows, example := c.count(isShortened)
	codes, _ := c.count(func(text string) bool {
		letter := false
		for i := range len(text) {
			if !isLetter(text[i]) && text[i]-'0' > 9 {
				return false
			}
			letter = letter || isLetter(text[i])
		}
		return letter && strings.ContainsAny(text, "0123456789")
	})
	if rows == 0 || codes == 0 || !isMost(rows+codes, c.present) {
		return false
	}
	c.warn("%s of %s look like codes that a spreadsheet program took for numbers, such as %q: correct them in the file",
		grouped(rows), grouped(c.present)+" values", example)
	return true
}

// isShortened reports whether a text is a number as spreadsheet programs write long ones, such as 4.00638E+12 or 2.00E+05.
func isShortened(text string) bool {
	const longest = len("1.23456")
	whole, exponent, ok := strings.Cut(text, "E+")
	first, fraction, _ := strings.Cut(strings.Replace(whole, ",", ".", 1), ".")
	return ok && len(first) == 1 && areDigits(first+fraction) && len(whole) <= longest && areDigits(exponent) && len(exponent) == 2
}

func areDigits(text string) bool { return text != "" && digits(text) == len(text) }
