package dataset

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// EscapeControl escapes the control characters of a text for display on one line: characters that control a terminal, end the
// line, or change the direction of writing, and bytes that are not UTF-8. It writes them as Go does: "\x1b", "\n", "\u202e".
// Texts without such characters are returned unchanged. Output for programs must not be escaped.
func EscapeControl(text string) string {
	for i, r := range text {
		if isControl(r) || r == utf8.RuneError {
			return text[:i] + escaped(text[i:])
		}
	}
	return text
}

// isControl reports whether a character is invisible and changes the display of others: a control character (C0, DEL, C1), a
// line or paragraph separator, a directional mark, or a byte order mark.
func isControl(r rune) bool {
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
		switch k := strings.IndexRune("\n\r\t", r); {
		case k >= 0:
			b = append(b, '\\', "nrt"[k])
		case r == utf8.RuneError && n == 1:
			b = hex(append(b, `\x`...), rune(text[i]), 2)
		case r < 0x80 && isControl(r):
			b = hex(append(b, `\x`...), r, 2)
		case isControl(r):
			b = hex(append(b, `\u`...), r, 4)
		default:
			b = append(b, text[i:i+n]...)
		}
		i += n
	}
	return string(b)
}

func hex(b []byte, r rune, digits int) []byte {
	for digits--; digits >= 0; digits-- {
		b = append(b, "0123456789abcdef"[r>>(4*digits)&15])
	}
	return b
}
