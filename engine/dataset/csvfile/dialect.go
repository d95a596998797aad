package csvfile

import "fmt"

// Dialect is how a file is written.
type Dialect struct {
	Delimiter string `json:"delimiter"`          // character between two values
	Found     bool   `json:"found"`              // the delimiter was detected, not given
	Quote     string `json:"quote,omitempty"`    // character around values: a double or single quote, "" if none is used
	Escape    string `json:"escape,omitempty"`   // before a quote inside a value: "\\", or "" if quotes are doubled
	Encoding  string `json:"encoding"`           // such as "UTF-8" or "Windows-1252"
	BOM       bool   `json:"bom,omitempty"`      // the file starts with a byte order mark
	LineEnd   string `json:"line_end,omitempty"` // "LF", "CRLF" or "CR", from the first line; "" without one
	Header    bool   `json:"header"`             // the file has the names of the columns
	Preamble  int    `json:"preamble,omitempty"` // skipped lines above the header or the first row
	Comments  int    `json:"comments,omitempty"` // skipped lines between or below the rows: comments and remarks
	Decimal   string `json:"decimal,omitempty"`  // decimal mark of most columns with fractions, "" if none has any
	Packed    bool   `json:"packed,omitempty"`   // the file is compressed
}

// delimiterWord names a delimiter in a sentence.
func delimiterWord(c byte) string {
	switch c {
	case ',':
		return "commas"
	case ';':
		return "semicolons"
	case '\t':
		return "tabs"
	case '|':
		return "bars"
	}
	return fmt.Sprintf("%q", rune(c))
}
