package protocol

import (
	"fmt"
	"slices"
	"strings"
)

// delimiters maps common delimiters to their names.
var delimiters = map[string]string{",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank"}

// ReadAs describes how the file was parsed: "semicolon between values, decimal comma, Windows-1252, first row = names".
func (t TableSummary) ReadAs() string {
	d := t.Dialect
	between, known := delimiters[d.Delimiter]
	if !known {
		between = fmt.Sprintf("%q", d.Delimiter)
	}
	said := []string{between + " between values"}
	say := func(when bool, format string, values ...any) {
		if when {
			said = append(said, fmt.Sprintf(format, values...))
		}
	}
	say(d.Quote == "'", "single quotes around values")
	say(d.Escape != "", "%s before a quote inside a value", d.Escape)
	say(d.Decimal == ",", "decimal comma")
	say(d.Encoding != "", "%s", d.Encoding)
	say(d.Header, "first row = names")
	say(!d.Header, "no names in the file")
	say(d.Preamble > 0, "%s left out", Plural(d.Preamble, "title line", "title lines"))
	say(d.Comments > 0, "%s left out", Plural(d.Comments, "remark", "remarks"))
	say(d.Packed, "unpacked")
	return strings.Join(said, ", ")
}

// Doubts returns the warnings about the table and the notes of its columns, without duplicates.
func (t TableSummary) Doubts() []string {
	doubts := append([]string{}, t.Warnings...)
	for _, c := range t.Columns {
		name := fmt.Sprintf("%q", c.Name)
		for _, note := range c.Notes {
			if !strings.Contains(note, name) {
				note = "column " + name + ": " + note
			}
			if !slices.Contains(doubts, note) {
				doubts = append(doubts, note)
			}
		}
	}
	return doubts
}

// Plural returns a number with the words for one or for many: "1 row", "2 rows".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + many
}
