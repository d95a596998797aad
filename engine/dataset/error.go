package dataset

import "drnet/engine/dataset/csvfile"

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
