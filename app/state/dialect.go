package state

import (
	"slices"
	"strings"

	"drnet/engine/dataset"
)

// Dialect is how a file is to be read, as it is chosen and typed: what is empty is found by the reader.
type Dialect struct {
	Delimiter string // a name of Delimiters
	Decimal   string // "." or ","
	Header    string // "yes" or "no"
	Encoding  string
	Missing   string // the texts that mark a missing cell, with commas between them, or with spaces if there is no comma
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

// Delimiters are the names and characters of the delimiters to choose from.
var Delimiters = []struct {
	Name string
	Rune rune
}{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}, {"space", ' '}, {"colon", ':'}}

// dialectOf returns the dialect that options ask for.
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

// options returns the options that the dialect asks for, over those that the file was read with. The types that were
// chosen for columns go when the columns may be others.
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

// marks returns the texts that mark a missing cell, nil for the usual ones.
func (d Dialect) marks() []string {
	words := strings.Fields(d.Missing)
	if strings.Contains(d.Missing, ",") { // and then a text may have spaces inside
		words = strings.Split(d.Missing, ",")
	}
	marks := []string{} // not nil, which would be the usual ones
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

const mostMarks = 200 // texts for missing cells: far more than any table has

// Complaint says what is wrong with what was typed, "" if nothing is.
func (d Dialect) Complaint() string {
	if len(d.marks()) > mostMarks {
		return "Type at most 200 texts."
	}
	return ""
}

// Redialled reports whether the dialect asks for anything else than the table was read with.
func (s State) Redialled() bool {
	was := dialectOf(s.Source.Options)
	now := s.Dialect
	was.Missing, now.Missing = strings.Join(was.marks(), ", "), strings.Join(now.marks(), ", ")
	return was != now
}
