package dataset

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Dialect says how the file is written.
type Dialect struct {
	Delimiter string `json:"delimiter"`          // the character between two values
	Found     bool   `json:"found"`              // it was found, not given
	Quote     string `json:"quote,omitempty"`    // the character around values: a double or single quote, "" if none is used
	Escape    string `json:"escape,omitempty"`   // before a quote inside a value: "\\", or "" where quotes are doubled
	Encoding  string `json:"encoding"`           // such as "UTF-8" or "Windows-1252"
	BOM       bool   `json:"bom,omitempty"`      // the file began with a byte order mark
	LineEnd   string `json:"line_end,omitempty"` // "LF", "CRLF" or "CR", as the first line ends; "" if it does not
	Header    bool   `json:"header"`             // the names of the columns are the file's, not generated
	Preamble  int    `json:"preamble,omitempty"` // lines above the names (or the first row) that were left out
	Comments  int    `json:"comments,omitempty"` // lines between or below the rows that are no rows: comments and remarks
	Decimal   string `json:"decimal,omitempty"`  // the decimal mark of most columns with fractions, "" if none has any
	Packed    bool   `json:"packed,omitempty"`   // the file was compressed
}

// candidates are the delimiters that are looked for. Of two that fit equally well the first one is taken: a comma
// is the one that texts and numbers have most often.
var candidates = []rune{'\t', ';', '|', ','}

// headSize is how much of the file is looked at before it is read.
const headSize = 64 << 10

// maxHeadLines is how many lines of it are compared.
const maxHeadLines = 100

func isDelimiter(r rune) bool {
	return r != 0 && r != '"' && r != '\r' && r != '\n' && r != utf8.RuneError && utf8.ValidRune(r)
}

// fit says how well a delimiter explains the first lines.
type fit struct {
	fields int // values in the first line
	equal  int // lines with as many
	lines  int
}

// better reports whether f explains the lines better than g: it separates anything, then more equal lines, then
// more values.
func (f fit) better(g fit) bool {
	if (f.fields > 1) != (g.fields > 1) {
		return f.fields > 1
	}
	if a, b := f.equal*g.lines, g.equal*f.lines; a != b {
		return a > b
	}
	return f.fields > g.fields
}

// findDelimiter returns the delimiter that explains the beginning of the file best, and a warning if another one
// explains it as well. Whole says that head is all there is.
func findDelimiter(head []byte, whole bool) (rune, []string) {
	best, bestFit := ',', fit{}
	var warnings []string
	for _, c := range candidates {
		f := measure(head, byte(c), whole)
		switch {
		case f.better(bestFit):
			best, bestFit, warnings = c, f, nil
		case f.fields > 1 && f == bestFit:
			warnings = []string{fmt.Sprintf("the values are separated by %s, but could be by %s",
				delimiterName(best), delimiterName(c))}
		}
	}
	if bestFit.fields <= 1 {
		return ',', nil
	}
	return best, warnings
}

// measure counts the values in the first lines as the delimiter separates them; quoted ones may have it inside.
func measure(head []byte, delimiter byte, whole bool) fit {
	var f fit
	for len(head) > 0 && f.lines < maxHeadLines {
		fields, rest, ended := splitLine(head, delimiter)
		if !ended && !whole && f.lines > 0 {
			break // the line is cut off
		}
		if fields > 0 {
			if f.lines == 0 {
				f.fields = fields
			}
			if fields == f.fields {
				f.equal++
			}
			f.lines++
		}
		head = rest
	}
	return f
}

// splitLine counts the values of the first line of text, 0 if it is blank, and returns the text behind it.
func splitLine(text []byte, delimiter byte) (fields int, rest []byte, ended bool) {
	quoted, start := false, true // start: only blanks since the last delimiter
	blank := true
	fields = 1
	for i, c := range text {
		switch {
		case quoted:
			quoted = c != '"'
		case c == '"' && start:
			quoted, blank, start = true, false, false
		case c == '"' && i > 0 && text[i-1] == '"':
			quoted = true // a doubled quote inside a quoted value
		case c == delimiter:
			fields++
			start, blank = true, false
		case c == '\n' || c == '\r':
			if blank {
				fields = 0
			}
			return fields, text[i+1:], true
		case c != ' ' && c != '\t':
			start, blank = false, false
		}
	}
	if blank {
		fields = 0
	}
	return fields, nil, false
}

// lineEnd names how the first line ends.
func lineEnd(head []byte) string {
	i := bytes.IndexAny(head, "\r\n")
	switch {
	case i < 0:
		return ""
	case head[i] == '\n':
		return "LF"
	case i+1 < len(head) && head[i+1] == '\n':
		return "CRLF"
	case bytes.IndexByte(head, '\n') < 0:
		return "CR"
	}
	return "LF" // a CR inside the first line is text
}

func delimiterName(r rune) string {
	switch r {
	case ',':
		return "commas"
	case ';':
		return "semicolons"
	case '\t':
		return "tabs"
	case '|':
		return "bars"
	}
	return fmt.Sprintf("%q", r)
}
