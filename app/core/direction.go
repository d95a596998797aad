package core

import "strings"

// Directed keeps the parts of a text in their order where names or values are Hebrew, Arabic or alike: an invisible mark ends each of
// them. Without it, what follows such a word, as the number in “city = חיפה · 30 < age”, is drawn before it.
func Directed(text string) string {
	const mark = "\u200e" // left to right
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
