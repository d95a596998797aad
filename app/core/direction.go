package core

import "strings"

// HardSpace is a space without a line break.
const HardSpace = "\u00a0"

// unbroken keeps a sign and its number on one line.
var unbroken = strings.NewReplacer("≤ ", "≤"+HardSpace, " < ", HardSpace+"<"+HardSpace, "> ", ">"+HardSpace, "≥ ", "≥"+HardSpace,
	"= ", "="+HardSpace, "≠ ", "≠"+HardSpace)

// Directed prepares a text of names and values to be drawn: a sign stays on one line with its number. The parts keep their
// order where names or values are Hebrew, Arabic or alike: an invisible mark ends each of them. Without it, what follows such a word,
// as the number in “city = חיפה · 30 < age”, is drawn before it.
func Directed(text string) string {
	const mark = "\u200e" // left to right
	text = unbroken.Replace(text)
	directed, from, within := "", 0, false
	for i, r := range text {
		if r >= 0x590 && r < 0x900 || r >= 0xfb1d && r < 0xfeff {
			within = true
		} else if within && !strings.ContainsRune(" '’\"-", r) { // such signs occur in names
			directed, from, within = directed+text[from:i]+mark, i, false
		}
	}
	if directed += text[from:]; within {
		directed += mark
	}
	return directed
}
