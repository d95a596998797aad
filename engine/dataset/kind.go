package dataset

import (
	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// Kind is the kind of a column. It decides whether rules can use the column.
type Kind = infer.Kind

// The kinds of columns.
const (
	Numeric     = infer.Numeric     // numbers with more than two distinct values
	Binary      = infer.Binary      // exactly two distinct values, numbers or texts
	Categorical = infer.Categorical // a few distinct values
	Date        = infer.Date        // days or timestamps; rules cannot use them
	Text        = infer.Text        // too many distinct values for a rule to name them
	ID          = infer.ID          // unique per row, like a name or a row number
	Constant    = infer.Constant    // the same value in every row that has one
	Empty       = infer.Empty       // every cell is missing
)

// Form is how the numbers of a column are written in the file.
type Form = infer.NumberFormat

// DefaultMissing returns the texts that mark a missing cell unless Options list others.
func DefaultMissing() []string { return infer.DefaultMissing() }

// ParseNumber parses a decimal number such as -12, .5 or 1e5. It rejects words such as inf and nan, hexadecimal digits,
// underscores, leading zeros (00501), telephone numbers (+31612345678), and numbers beyond the range of float64.
func ParseNumber(s string) (float64, bool) { return infer.ParseNumber(s) }

// FormatNumber returns the shortest text that ParseNumber parses to x, with an exponent below 1e-6 and from 1e15 on.
func FormatNumber(x float64) string { return infer.FormatNumber(x) }

// Error is a problem with a file, or with a request about it, and the next step.
type Error = csvfile.Error

// Kinds of errors. They are part of the output format, so that programs can distinguish them.
const (
	EmptyFile           = csvfile.EmptyFile
	NoDataRows          = csvfile.NoDataRows
	TooFewRows          = "too_few_rows"
	NotCSV              = csvfile.NotCSV
	BinaryFile          = csvfile.BinaryFile
	Archive             = csvfile.Archive
	Spreadsheet         = csvfile.Spreadsheet
	Encoding            = csvfile.Encoding
	Delimiter           = csvfile.Delimiter
	UnterminatedQuote   = csvfile.UnterminatedQuote
	Ragged              = csvfile.Ragged
	Header              = csvfile.Header // also: a name that the header does not have
	MultipleTables      = csvfile.MultipleTables
	LineTooLong         = csvfile.LineTooLong
	TooManyColumns      = csvfile.TooManyColumns
	TooLarge            = csvfile.TooLarge
	Type                = "type"
	TargetSingleClass   = "target_single_class"
	TargetNotBinary     = "target_not_binary"
	TargetTooManyValues = "target_too_many_values"
	NeedsThreshold      = "needs_threshold"
	NoUsableFeatures    = "no_usable_features"
	BadFilter           = "filter" // of the cells of a column
)
