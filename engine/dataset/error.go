package dataset

import "fmt"

// Kinds of errors. They are part of the output format, so that programs can tell them apart.
const (
	EmptyFile           = "empty_file"
	NoDataRows          = "no_data_rows"
	TooFewRows          = "too_few_rows"
	NotCSV              = "not_csv"
	BinaryFile          = "binary_file"
	Archive             = "archive"
	Spreadsheet         = "spreadsheet"
	Encoding            = "encoding"
	Delimiter           = "delimiter"
	Quote               = "quote"
	UnterminatedQuote   = "unterminated_quote"
	Ragged              = "ragged"
	Header              = "header" // also: a name that the header does not have
	MultipleTables      = "multiple_tables"
	NumberRange         = "number_range"
	LineTooLong         = "line_too_long"
	TooManyColumns      = "too_many_columns"
	TooLarge            = "too_large"
	Type                = "type"
	TargetSingleClass   = "target_single_class"
	TargetNotBinary     = "target_not_binary"
	TargetTooManyValues = "target_too_many_values"
	NeedsThreshold      = "needs_threshold"
	NoUsableFeatures    = "no_usable_features"
	BadFilter           = "filter" // of a column's cells
)

// Error says what is wrong with a file or with what was asked of it, and what can be done.
type Error struct {
	Kind    string // one of the constants above
	Line    int    // of the file, from 1; 0 if the error has no line
	Column  int    // value in that line, from 1; 0 if the error is about the whole line
	Message string // the problem: lower case, no full stop
	Hint    string // the next step, in the same form; may be empty
}

// Error returns the message with its position; the hint is left to whoever shows it.
func (e *Error) Error() string {
	switch {
	case e.Line > 0 && e.Column > 0:
		return fmt.Sprintf("dataset: line %d, column %d: %s", e.Line, e.Column, e.Message)
	case e.Line > 0:
		return fmt.Sprintf("dataset: line %d: %s", e.Line, e.Message)
	}
	return "dataset: " + e.Message
}

// quoteSome lists at most five of the texts in quotes, and how many more there are.
func quoteSome(texts []string) string {
	const most = 5 // enough to recognise a column, short enough for one line
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
