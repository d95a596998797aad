package dataset

import (
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

// isDelimiter reports whether a character can separate values: it takes one byte and is no quote and no line end.
func isDelimiter(r rune) bool {
	return r > 0 && r < utf8.RuneSelf && r != '"' && r != '\'' && r != '\r' && r != '\n' && r != '\\'
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
