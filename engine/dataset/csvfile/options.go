package csvfile

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"drnet/engine/dataset/infer"
)

// OpenOptions override what Open detects. The zero value leaves everything to Open.
type OpenOptions struct {
	Delimiter rune         // character between two values; 0 to detect it
	Header    string       // "yes" or "no": the first line has the names of the columns; "" to detect it
	Encoding  string       // one of Encodings; "" to detect it
	Quote     string       // character around values, or None; "" to detect it
	Escape    string       // character before a quote inside a value, or None if it is doubled; "" to detect it
	Comment   string       // prefix of lines that are left out, or None; "" to detect it
	Skip      int          // lines to leave out at the beginning of the file
	Size      int64        // bytes of the file; 0 if unknown
	Missing   *infer.Marks // missing marks of the file, which are never remarks below a table
	Like      string       // character around values of a similar table, such as the training table; "" if it has none or is not known
	Names     []string     // of the columns of a similar table, such as the training table: the first row with most of them is the header

	// Converted means that a program made the text from a table in another format: UTF-8, commas, double quotes that are
	// doubled inside values, and line feeds. Nothing is detected, and no value is a comment. Line numbers count rows, even if
	// values contain line feeds.
	Converted bool
	// Named means that the first line of a converted text has the names of the columns and every other one is a row.
	Named bool
}

// None means a file without quotes, escapes or comments.
const None = "none"

// Validate returns an error for the first invalid field.
func (o OpenOptions) Validate() error {
	switch {
	case o.Delimiter != 0 && !isDelimiter(o.Delimiter):
		return NewError(Delimiter, "choose a character such as a comma, a semicolon or a tab",
			"%q cannot separate values", o.Delimiter)
	case o.Header != "" && o.Header != "yes" && o.Header != "no":
		return NewError(Header, "choose yes or no", "whether there is a header cannot be %q", o.Header)
	case o.Encoding != "" && encodingNamed(o.Encoding) == "":
		return NewError(Encoding, "choose one of "+encodingNames(),
			"the encoding %q is not known", o.Encoding)
	case !isMark(o.Quote) || o.Quote != "" && o.Quote == string(o.Delimiter):
		return NewError(Quote, `choose ", ' or none`, "%q cannot be the quote character", o.Quote)
	case !isMark(o.Escape):
		return NewError(Quote, `choose \ or none`, "%q cannot be the escape character", o.Escape)
	case len(o.Comment) > longestComment || strings.ContainsAny(o.Comment, "\r\n") || strings.TrimSpace(o.Comment) != o.Comment:
		return NewError(NotCSV, "choose a mark such as #, or none", "%q cannot begin comments", o.Comment)
	case o.Skip < 0:
		return NewError(NotCSV, "choose how many lines to skip, such as 3", "%d lines cannot be skipped", o.Skip)
	}
	return nil
}

// longestComment is the greatest length of a comment mark in bytes.
const longestComment = 8

// isMark reports whether a text can be given as the quote or the escape: "", None, or an ASCII character that is rare in texts and numbers.
func isMark(text string) bool {
	return text == "" || text == None || len(text) == 1 && strings.ContainsAny(text, "\"'`\\^~$%&*#!?/|")
}

// isDelimiter reports whether a character can separate values: one byte in UTF-8, not a quote, a backslash or a line end.
func isDelimiter(r rune) bool {
	return r > 0 && r < utf8.RuneSelf && r != '"' && r != '\'' && r != '\r' && r != '\n' && r != '\\'
}

// Dialect is how a file is written.
type Dialect struct {
	Delimiter string   `json:"delimiter"`          // character between two values
	Found     bool     `json:"found"`              // the delimiter was detected, not given
	Quote     string   `json:"quote,omitempty"`    // character around values: a double or single quote, "" if none is used
	Escape    string   `json:"escape,omitempty"`   // before a quote inside a value: "\\", or "" if quotes are doubled
	Encoding  string   `json:"encoding"`           // such as "UTF-8" or "Windows-1252"
	Readings  []string `json:"readings,omitempty"` // encodings other than Latin ones in which the letters make sense, if they look wrong
	BOM       bool     `json:"bom,omitempty"`      // the file starts with a byte order mark
	LineEnd   string   `json:"line_end,omitempty"` // "LF", "CRLF" or "CR", from the first line; "" without one
	Header    bool     `json:"header"`             // the file has the names of the columns
	Preamble  int      `json:"preamble,omitempty"` // skipped lines above the header or the first row
	Comments  int      `json:"comments,omitempty"` // skipped lines between or below the rows: comments and remarks
	Decimal   string   `json:"decimal,omitempty"`  // decimal mark of most columns with fractions, "" if none has any
	Packed    bool     `json:"packed,omitempty"`   // the file is compressed

	// Format is the format of a file that is not text, such as "xlsx": the file was converted. "" for a text.
	Format string `json:"format,omitempty"`
}

// delimiterWord names a delimiter in a sentence.
func delimiterWord(c byte) string {
	if word, ok := map[byte]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars"}[c]; ok {
		return word
	}
	return fmt.Sprintf("%q", rune(c))
}
