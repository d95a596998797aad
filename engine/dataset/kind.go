package dataset

import (
	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// Kind is the kind of a column. It decides whether rules can use the column.
type Kind = infer.Kind

// The kinds of columns, as infer documents them.
const (
	Numeric, Binary, Categorical = infer.Numeric, infer.Binary, infer.Categorical
	Date, Text, ID               = infer.Date, infer.Text, infer.ID
	Constant, Empty              = infer.Constant, infer.Empty
)

// Form is how the numbers of a column are written in the file.
type Form = infer.NumberFormat

// DateLayout is how the dates of a column are written.
type DateLayout = infer.DateLayout

// DayFirst and MonthFirst say what comes first in a date.
const DayFirst, MonthFirst = infer.DayFirst, infer.MonthFirst

// DateLayoutOf returns the layout that a text such as "DD.MM.YYYY hh:mm" describes.
func DateLayoutOf(text string) (DateLayout, bool) { return infer.LayoutOf(text) }

// ExampleDay returns a day as a layout writes it, without a time.
func ExampleDay(l DateLayout) string {
	l.HasTimes = false
	return l.Format(HoursOf(2024, 12, 31))
}

// Months returns the English names of the months, in order.
func Months() []string { return infer.Months() }

// ZoneNames returns the names of zones that may follow a time, in capitals.
func ZoneNames() []string { return infer.ZoneNames() }

// HoursOf returns the hours of midnight of a day, as DateLayout counts them.
func HoursOf(year, month, day int) int { return infer.HoursOf(year, month, day) }

// DayOf returns the calendar day of a number of hours, as DateLayout counts them.
func DayOf(hours int) (year, month, day int) { return infer.DayOf(hours) }

// Encodings returns the encodings that Options may name, the usual ones first.
func Encodings() []csvfile.NamedEncoding { return csvfile.Encodings() }

// DefaultMissing returns the texts that mark a missing cell unless Options list others.
func DefaultMissing() []string { return infer.DefaultMissing() }

// ParseNumber parses a decimal number such as -12, .5 or 1e5. It rejects words such as inf and nan, hexadecimal digits,
// underscores, leading zeros (00501), telephone numbers (+31612345678), and numbers beyond the range of float64.
func ParseNumber(s string) (float64, bool) { return infer.ParseNumber(s) }

// FormatNumber returns the shortest text that ParseNumber parses to x, with an exponent below 1e-6 and from 1e15 on.
func FormatNumber(x float64) string { return infer.FormatNumber(x) }

// GroupThousands inserts commas between the thousands of a number without an exponent.
func GroupThousands(decimal string) string { return infer.GroupThousands(decimal) }

// Plural returns a number with the words for one or for many: "1 row", "2,000 rows".
func Plural(n int, one, many string) string { return csvfile.Plural(n, one, many) }

// FormatNumbers returns the text of each number, nil without numbers.
func FormatNumbers(numbers []float64) (texts []string) {
	for _, x := range numbers {
		texts = append(texts, FormatNumber(x))
	}
	return texts
}

// Shorten returns a text, with "…" in place of what exceeds a number of characters.
func Shorten(text string, most int) string { return csvfile.Shorten(text, most) }

// QuoteList lists at most five texts in quotes, and the number of the others.
func QuoteList(texts []string) string { return csvfile.QuoteList(texts) }

// Error is a problem with a file, or with a request about it, and the next step.
type Error = csvfile.Error

// NewError returns an error without a position, with a formatted message.
func NewError(kind, hint, format string, values ...any) *Error {
	return csvfile.NewError(kind, hint, format, values...)
}

// Kinds of errors. They are part of the output format, so that programs can distinguish them.
const (
	EmptyFile, NoDataRows, NotCSV    = csvfile.EmptyFile, csvfile.NoDataRows, csvfile.NotCSV
	BinaryFile, Archive, Spreadsheet = csvfile.BinaryFile, csvfile.Archive, csvfile.Spreadsheet
	Encoding, Delimiter              = csvfile.Encoding, csvfile.Delimiter
	UnterminatedQuote, Ragged        = csvfile.UnterminatedQuote, csvfile.Ragged
	Header, MultipleTables           = csvfile.Header, csvfile.MultipleTables // also: a name that the header does not have
	LineTooLong, TooManyColumns      = csvfile.LineTooLong, csvfile.TooManyColumns
	TooLarge                         = csvfile.TooLarge

	Type                = "type"
	TooFewRows          = "too_few_rows"
	TargetSingleClass   = "target_single_class"
	TargetNotBinary     = "target_not_binary"
	TargetTooManyValues = "target_too_many_values"
	NeedsThreshold      = "needs_threshold"
	NoUsableFeatures    = "no_usable_features"
	BadFilter           = "filter" // of the cells of a column
)
