package dataset

import (
	"unicode"
	"unicode/utf8"
)

// Legible returns a text of a table as one line that says what is in it, for people: characters that would steer a terminal,
// end the line, or turn the direction of writing are escaped as Go does it, "\x1b", "\n", "\u202e", and so are bytes that are
// no UTF-8. Most texts have none, and are returned as they are. It is for showing: what programs read stays exact.
func Legible(text string) string {
	for i, r := range text {
		if steers(r) || r == utf8.RuneError {
			return text[:i] + escaped(text[i:])
		}
	}
	return text
}

// steers reports whether a character is not shown itself but changes how others are: a control character (C0, DEL, C1), a line
// or paragraph separator, a mark of direction, or a mark of byte order.
func steers(r rune) bool {
	switch {
	case r < 0x80:
		return r < ' ' || r == 0x7f
	case r == 0x2028, r == 0x2029, r == 0xfeff:
		return true
	}
	return r < 0xa0 || unicode.Is(unicode.Bidi_Control, r)
}

func escaped(text string) string {
	var b []byte
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == utf8.RuneError && n == 1:
			b = hex(append(b, `\x`...), rune(text[i]), 2)
		case r < 0x80 && steers(r):
			b = hex(append(b, `\x`...), r, 2)
		case steers(r):
			b = hex(append(b, `\u`...), r, 4)
		default:
			b = append(b, text[i:i+n]...)
		}
		i += n
	}
	return string(b)
}

// hex appends a number in hexadecimal digits.
func hex(b []byte, r rune, digits int) []byte {
	for digits--; digits >= 0; digits-- {
		b = append(b, "0123456789abcdef"[r>>(4*digits)&15])
	}
	return b
}
