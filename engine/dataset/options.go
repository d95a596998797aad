package dataset

import (
	"fmt"
	"slices"
	"strings"
)

// Options overrule what Read finds by itself. The zero value leaves everything to Read.
type Options struct {
	// Delimiter separates the values of a line. Zero means that it is found among comma, semicolon, tab and bar.
	Delimiter rune `json:"delimiter,omitempty"`

	// Decimal is the mark before the fraction of a number: "." or ",". Empty means that it is found for each column.
	Decimal string `json:"decimal,omitempty"`

	// Header says whether the first line has the names of the columns: "yes" or "no". Empty means that it is found.
	Header string `json:"header,omitempty"`

	// Encoding names how the file writes characters: one of Encodings. Empty means that it is found.
	Encoding string `json:"encoding,omitempty"`

	// Sample is about how many rows to keep, chosen at random. Zero means all.
	Sample int `json:"sample,omitempty"`

	// Size is the number of bytes of the file; zero means that it is not known. With Memory it allows to refuse a file
	// before it is read.
	Size int64 `json:"-"`

	// Memory is the number of bytes that the table may take. Zero means that it does not matter.
	Memory int64 `json:"-"`

	// MissingValues are the texts that mark a missing cell, besides the empty one, which always does. A number
	// stands for all its spellings. Nil means DefaultMissing; an empty list that only empty cells are missing.
	MissingValues []string `json:"missing_values"`

	// Types names the kind of columns for which it is not to be found: Numeric, Binary, Categorical, Text or ID.
	// A cell that is no number is missing in a column that is to be Numeric.
	Types map[string]Kind `json:"types,omitempty"`
}

// DefaultMissing returns the texts that mark a missing cell unless Options say otherwise.
func DefaultMissing() []string { return slices.Clone(defaultMissing) }

// Validate reports the first field that no table could be read with.
func (o Options) Validate() error {
	switch {
	case o.Delimiter != 0 && !isDelimiter(o.Delimiter):
		return &Error{
			Kind: Delimiter, Message: fmt.Sprintf("%q cannot separate values", o.Delimiter),
			Hint: "choose a character such as a comma, a semicolon or a tab",
		}
	case o.Decimal != "" && o.Decimal != "." && o.Decimal != ",":
		return &Error{Kind: Type, Message: fmt.Sprintf("%q cannot be a decimal mark", o.Decimal), Hint: "choose a point or a comma"}
	case o.Header != "" && o.Header != "yes" && o.Header != "no":
		return &Error{Kind: Header, Message: fmt.Sprintf("whether there is a header cannot be %q", o.Header), Hint: "choose yes or no"}
	case o.Encoding != "" && encodingNamed(o.Encoding) == "":
		return &Error{
			Kind: Encoding, Message: fmt.Sprintf("the encoding %q is not known", o.Encoding),
			Hint: "choose one of " + strings.Join(Encodings(), ", "),
		}
	case o.Sample < 0:
		return &Error{Kind: TooFewRows, Message: fmt.Sprintf("a sample cannot have %d rows", o.Sample), Hint: "choose how many rows to keep, such as 100000"}
	}
	for _, name := range sortedNames(o.Types) {
		switch kind := o.Types[name]; kind {
		case Numeric, Binary, Categorical, Date, Text, ID:
		default:
			return &Error{
				Kind: Type, Message: fmt.Sprintf("column %q cannot be made %q", name, string(kind)),
				Hint: "choose numeric, binary, categorical, date, text or id",
			}
		}
	}
	return nil
}

// check reports the first column name in the options that the table does not have.
func (o Options) check(t *Table) error {
	for _, name := range sortedNames(o.Types) {
		if t.Column(name) < 0 {
			return t.NoColumn(name)
		}
	}
	return nil
}

// NoColumn is the error for a column name that the table does not have.
func (t *Table) NoColumn(name string) error {
	names := make([]string, len(t.Columns))
	for j := range names {
		names[j] = t.Columns[j].Name
	}
	return &Error{
		Kind: Header, Message: fmt.Sprintf("there is no column %q", name),
		Hint: "the columns are " + quoteSome(names),
	}
}

func sortedNames(types map[string]Kind) []string {
	names := make([]string, 0, len(types))
	for name := range types {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
