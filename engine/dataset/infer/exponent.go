package infer

import "strings"

// noteExponents warns of numbers that may have been codes: powers of ten such as 2E5 among whole numbers, which programs would write with a
// point or a sign, and numbers that a spreadsheet program shortened.
func (c *inferrer) noteExponents() {
	const long = 1e11 // spreadsheet programs shorten whole numbers from here on
	short, example := c.count(isShortened)
	switch powers, power := c.count(isPower); {
	case c.want != "":
	case short == c.present && c.Numbers[0] >= long:
		c.warn("its numbers have at most six digits, such as %q, as if a spreadsheet program had shortened them: "+
			"if they are codes, export them again as text", example)
	case powers > 0 && c.Format == NumberFormat{}:
		c.warn("%s of %s read as powers of ten, such as %q: make it a category if they are codes", grouped(powers), c.values(), power)
	}
}

// isPower reports whether a text is two whole numbers with E between them.
func isPower(text string) bool {
	whole, exponent, _ := strings.Cut(text, "E")
	return areDigits(whole) && areDigits(exponent)
}

// isShortened reports whether a text is a number as spreadsheet programs write long ones, such as 4.00638E+12 or 2.00E+05.
func isShortened(text string) bool {
	const longest = len("1.23456E+11")
	whole, exponent, _ := strings.Cut(text, "E+")
	return len(text) <= longest && len(exponent) == 2 && areDigits(exponent) && whole != "" && areDigits(whole[:1]+whole[min(2, len(whole)):])
}

//go:noinline
func areDigits(text string) bool { return text != "" && digits(text) == len(text) }
