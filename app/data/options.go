package data

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
)

// importOptions describe how to parse a file, as chosen and typed. The reader detects empty ones.
type importOptions struct {
	Delimiter string // a name of delimiters
	Decimal   string // "." or ","
	Header    string // "yes" or "no"
	Encoding  string
	Missing   string // markers of missing cells, separated by commas, or by spaces without a comma
}

// Option names an import option.
type Option string

// The import options.
const (
	DelimiterOption Option = "delimiter"
	DecimalOption   Option = "decimal"
	HeaderOption    Option = "header"
	EncodingOption  Option = "encoding"
	MissingOption   Option = "missing-values"
)

// delimiters lists the names and characters of the supported delimiters.
var delimiters = []struct {
	Name string
	Rune rune
}{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}, {"space", ' '}, {"colon", ':'}}

// optionsOf returns the options that a file was read with.
func optionsOf(o dataset.Options) importOptions {
	d := importOptions{Decimal: o.Decimal, Header: o.Header, Encoding: o.Encoding}
	for _, known := range delimiters {
		if known.Rune == o.Delimiter {
			d.Delimiter = known.Name
		}
	}
	marks := o.MissingValues
	if marks == nil {
		marks = dataset.DefaultMissing()
	}
	d.Missing = strings.Join(marks, ", ")
	if len(marks) == 1 && strings.Contains(marks[0], " ") {
		d.Missing += ","
	}
	return d
}

// with returns the options with one replaced.
func (d importOptions) with(f Option, text string) importOptions {
	switch f {
	case DelimiterOption:
		d.Delimiter = text
	case DecimalOption:
		d.Decimal = text
	case HeaderOption:
		d.Header = text
	case EncodingOption:
		d.Encoding = text
	case MissingOption:
		d.Missing = text
	}
	return d
}

// apply returns the options of the reader, based on the previous ones. It drops the chosen column types if the
// columns may change.
func (d importOptions) apply(o dataset.Options) dataset.Options {
	was := optionsOf(o)
	if was.Delimiter != d.Delimiter || was.Header != d.Header || was.Encoding != d.Encoding {
		o.Types = nil
	}
	o.Delimiter = 0
	for _, known := range delimiters {
		if known.Name == d.Delimiter {
			o.Delimiter = known.Rune
		}
	}
	o.Decimal, o.Header, o.Encoding, o.MissingValues = d.Decimal, d.Header, d.Encoding, d.marks()
	return o
}

// marks returns the markers of missing cells, nil for the default ones.
func (d importOptions) marks() []string {
	words := strings.Fields(d.Missing)
	if strings.Contains(d.Missing, ",") { // a marker may then contain spaces
		words = strings.Split(d.Missing, ",")
	}
	marks := []string{} // not nil, which would mean the default ones
	for _, word := range words {
		if word = strings.TrimSpace(word); word != "" {
			marks = append(marks, word)
		}
	}
	if slices.Equal(marks, dataset.DefaultMissing()) {
		return nil
	}
	return marks
}

// complaint describes an error in the options, "" if they are valid.
func (d importOptions) complaint() string {
	if len(d.marks()) > core.MaxMissingValues {
		return "Type at most 200 markers."
	}
	return ""
}

// options returns the import options as typed, or those that the table was read with.
func (m Model) options(c core.View) importOptions {
	if m.typed != nil {
		return *m.typed
	}
	return optionsOf(c.Source.Options)
}

// changed reports whether the options differ from those that the table was read with.
func (m Model) changed(c core.View) bool {
	was, now := optionsOf(c.Source.Options), m.options(c)
	was.Missing, now.Missing = strings.Join(was.marks(), ", "), strings.Join(now.marks(), ", ")
	return was != now
}
