package csvfile

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/dataset/infer"
)

// Kinds of errors in the bytes of a file.
const (
	EmptyFile         = "empty_file"
	NoDataRows        = "no_data_rows"
	NotCSV            = "not_csv"
	BinaryFile        = "binary_file"
	Archive           = "archive"
	Spreadsheet       = "spreadsheet"
	Encoding          = "encoding"
	Delimiter         = "delimiter"
	Quote             = "quote"
	UnterminatedQuote = "unterminated_quote"
	Ragged            = "ragged"
	Header            = "header" // also: a name that the header does not have
	MultipleTables    = "multiple_tables"
	LineTooLong       = "line_too_long"
	TooManyColumns    = "too_many_columns"
	TooLarge          = "too_large"
)

// Error is a problem with a file, or with a request about it, and the next step.
type Error struct {
	Kind    string // one of the constants of this package or of dataset
	Line    int    // of the file, from 1; 0 if the error does not concern a line
	Column  int    // value in that line, from 1; 0 if the error concerns the whole line
	Message string // the problem: lower case, no full stop
	Hint    string // the next step, in the same form; may be empty
}

// NewError returns an error without a position, with a formatted message. Inlined into its many callers, it would make the program of the
// page larger.
//
//go:noinline
func NewError(kind, hint, format string, values ...any) *Error {
	return &Error{Kind: kind, Hint: hint, Message: fmt.Sprintf(format, values...)}
}

// At returns the error with a position; a line or a column of 0 is unknown.
func (e *Error) At(line, column int) *Error {
	e.Line, e.Column = line, column
	return e
}

// Error returns the message with its position, without the hint.
func (e *Error) Error() string {
	switch {
	case e.Line > 0 && e.Column > 0:
		return fmt.Sprintf("dataset: line %d, column %d: %s", e.Line, e.Column, e.Message)
	case e.Line > 0:
		return fmt.Sprintf("dataset: line %d: %s", e.Line, e.Message)
	}
	return "dataset: " + e.Message
}

// Shorten returns the first characters of a text, with "…" behind them if it has more than most.
func Shorten(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

// QuoteList lists at most five texts in quotes, and the number of the others.
func QuoteList(texts []string) string {
	const most = 5 // enough to recognize a column, short enough for one line
	list := ""
	for i, text := range texts {
		if i == most {
			return list + fmt.Sprintf(" and %d more", len(texts)-most)
		}
		if i > 0 {
			list += ", "
		}
		list += fmt.Sprintf("%q", text)
	}
	return list
}

// FindName returns the index of the name that is equal to the given one, or else of the first that is equal if letter case and the folders
// before it are ignored, e.g. "data/Train.csv" for "train.csv"; -1 if there is none.
func FindName(names []string, name string) int {
	if k := slices.Index(names, name); k >= 0 {
		return k
	}
	return slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) || strings.EqualFold(path.Base(n), name) })
}

// Plural returns a count before the words for one or for many: "1 row is", "2 rows are".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return infer.GroupThousands(strconv.Itoa(n)) + " " + many
}

func openQuoteError(quote byte, line, column int) *Error {
	hint := fmt.Sprintf("add the missing %[1]c, or write each %[1]c inside a value in quotes twice", quote)
	return NewError(UnterminatedQuote, hint, "a quote %c is opened and not closed", quote).At(line, column)
}
