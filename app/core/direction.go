package core

import (
	"strings"
	"unicode/utf8"
)

// HardSpace is a space without a line break.
const HardSpace = "\u00a0"

// unbroken puts hard spaces around comparison signs and joins the ends of an interval, so that each stays on one line, and none begins with
// the dot between two conditions. It drops the characters that change the direction of all that follows them.
var unbroken = strings.NewReplacer("–", "–\u2060", "≤ ", "≤"+HardSpace, " < ", HardSpace+"<"+HardSpace, "> ", ">"+HardSpace,
	" · ", HardSpace+"· ", "≥ ", "≥"+HardSpace, "= ", "="+HardSpace, "≠ ", "≠"+HardSpace,
	"\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "", "\u202e", "", "\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "")

// Directed prepares a text of names and values for display. A comparison sign stays on one line with its number, and so does an interval. A
// left-to-right mark after each right-to-left word (Hebrew, Arabic) keeps the parts in order: without it, a browser would draw the 30 of
// “city = חיפה · 30 < age” on the left of the city. A short condition stays on one line.
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
	return joined(directed)
}

// joined puts a hard space before a comparison sign if the word before it and the value are short enough for a line of any screen.
func joined(text string) string {
	const most = 32 // letters, of which the narrowest lists at 320 pixels have more on a line
	words := strings.Split(text, " ")
	text = words[0]
	for i, word := range words[1:] {
		space := " "
		if sign, _, found := strings.Cut(word, HardSpace); found && sign != "" && strings.Contains("≤ ≥ = ≠ >", sign) &&
			utf8.RuneCountInString(words[i]+space+word) <= most {
			space = HardSpace
		}
		text += space + word
	}
	return text
}
