package state

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
)

// Dialect describes how to read a file, as chosen and typed. The reader detects empty fields.
type Dialect struct {
	Delimiter string // a name of Delimiters
	Decimal   string // "." or ","
	Header    string // "yes" or "no"
	Encoding  string
	Missing   string // markers of missing cells, separated by commas, or by spaces without a comma
}

// DialectField names a part of a dialect.
type DialectField string

// The parts of a dialect.
const (
	DelimiterField DialectField = "delimiter"
	DecimalField   DialectField = "decimal"
	HeaderField    DialectField = "header"
	EncodingField  DialectField = "encoding"
	MissingField   DialectField = "missing-values"
)

// Delimiters lists the names and characters of the supported delimiters.
var Delimiters = []struct {
	Name string
	Rune rune
}{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}, {"space", ' '}, {"colon", ':'}}

// dialectOf returns the dialect of read options.
func dialectOf(o dataset.Options) Dialect {
	d := Dialect{Decimal: o.Decimal, Header: o.Header, Encoding: o.Encoding}
	for _, known := range Delimiters {
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

func (d *Dialect) set(f DialectField, text string) {
	switch f {
	case DelimiterField:
		d.Delimiter = text
	case DecimalField:
		d.Decimal = text
	case HeaderField:
		d.Header = text
	case EncodingField:
		d.Encoding = text
	case MissingField:
		d.Missing = text
	}
}

// options returns the read options of the dialect, based on the previous ones. It drops the chosen column types if the
// columns may change.
func (d Dialect) options(o dataset.Options) dataset.Options {
	was := dialectOf(o)
	if was.Delimiter != d.Delimiter || was.Header != d.Header || was.Encoding != d.Encoding {
		o.Types = nil
	}
	o.Delimiter = 0
	for _, known := range Delimiters {
		if known.Name == d.Delimiter {
			o.Delimiter = known.Rune
		}
	}
	o.Decimal, o.Header, o.Encoding, o.MissingValues = d.Decimal, d.Header, d.Encoding, d.marks()
	return o
}

// marks returns the markers of missing cells, nil for the default ones.
func (d Dialect) marks() []string {
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

// Complaint describes an error in the typed dialect, "" if it is valid.
func (d Dialect) Complaint() string {
	if len(d.marks()) > core.MaxMissingValues {
		return "Type at most 200 texts."
	}
	return ""
}

// Redialled reports whether the dialect differs from the one that the table was read with.
func (s State) Redialled() bool {
	was := dialectOf(s.Source.Options)
	now := s.Dialect
	was.Missing, now.Missing = strings.Join(was.marks(), ", "), strings.Join(now.marks(), ", ")
	return was != now
}
