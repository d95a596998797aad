package dataset

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// EscapeControl escapes the control characters of a text for display on one line: characters that control a terminal, end the
// line, or change the direction of writing, and bytes that are not UTF-8. It writes them as Go does: "\x1b", "\n", "\u202e".
// Texts without such characters are returned unchanged. Output for programs must not be escaped.
func EscapeControl(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool { return isControl(r) || r == utf8.RuneError })
	if i < 0 {
		return text
	}
	b := []byte(text[:i])
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch k := strings.IndexRune("\n\r\t", r); {
		case k >= 0:
			b = append(b, '\\', "nrt"[k])
		case r == utf8.RuneError && n == 1, r < 0x80 && isControl(r):
			b = fmt.Appendf(b, `\x%02x`, text[i])
		case isControl(r):
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, text[i:i+n]...)
		}
		i += n
	}
	return string(b)
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
