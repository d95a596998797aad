package data

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
)

// Option names an import option.
type Option string

// The import options. QuoteOption, EscapeOption and CommentOption may be csvfile's "none". MissingOption lists markers of missing
// cells, separated by commas, or by spaces without a comma.
const (
	DelimiterOption Option = "delimiter" // a name of delimiters
	DecimalOption   Option = "decimal"   // "." or ","
	HeaderOption    Option = "header"    // "yes" or "no"
	EncodingOption  Option = "encoding"
	QuoteOption     Option = "quote"
	EscapeOption    Option = "escape"
	CommentOption   Option = "comment"
	SkipOption      Option = "skip" // lines at the beginning; "" for none
	MissingOption   Option = "missing-values"
)

// importOptions describe how to parse a file, as chosen and typed. The reader detects empty ones.
type importOptions map[Option]string

var delimiters = []struct {
	Name string
	Rune rune
}{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}, {"space", ' '}, {"colon", ':'}}

var commentMarks = []string{"#", "//", "%", ";", "!"}

func optionsOf(o dataset.Options) importOptions {
	d := importOptions{
		DecimalOption: o.Decimal, HeaderOption: o.Header, EncodingOption: o.Encoding, DelimiterOption: "",
		QuoteOption: o.Quote, EscapeOption: o.Escape, CommentOption: o.Comment, SkipOption: core.When(o.Skip > 0, strconv.Itoa(o.Skip)),
	}
	for _, known := range delimiters {
		if known.Rune == o.Delimiter {
			d[DelimiterOption] = known.Name
		}
	}
	marks := o.MissingValues
	if marks == nil {
		marks = dataset.DefaultMissing()
	}
	d[MissingOption] = strings.Join(marks, ", ")
	if len(marks) == 1 && strings.Contains(marks[0], " ") {
		d[MissingOption] += ","
	}
	return d
}

// apply returns o with these options. If they may lead to other columns or cells, it drops the types, values and date orders of columns.
func (d importOptions) apply(o dataset.Options) dataset.Options {
	was := optionsOf(o)
	for _, f := range []Option{DelimiterOption, HeaderOption, EncodingOption, QuoteOption, EscapeOption, CommentOption, SkipOption} {
		if was[f] != d[f] {
			o.Types, o.Values, o.DateOrder = nil, nil, nil
		}
	}
	o.Delimiter = 0
	for _, known := range delimiters {
		if known.Name == d[DelimiterOption] {
			o.Delimiter = known.Rune
		}
	}
	o.Decimal, o.Header, o.Encoding, o.MissingValues = d[DecimalOption], d[HeaderOption], d[EncodingOption], d.marks()
	o.Quote, o.Escape, o.Comment = d[QuoteOption], d[EscapeOption], strings.TrimSpace(d[CommentOption])
	o.Skip, _ = strconv.Atoi(cmp.Or(d[SkipOption], "0"))
	return o
}

// marks returns the markers of missing cells, nil for the default ones.
func (d importOptions) marks() []string {
	words := strings.Fields(d[MissingOption])
	if strings.Contains(d[MissingOption], ",") { // a marker may then contain spaces
		words = strings.Split(d[MissingOption], ",")
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
	if n, err := strconv.Atoi(cmp.Or(d[SkipOption], "0")); err != nil || n < 0 {
		return "Type the number of lines to skip, such as 3."
	}
	return ""
}

// options returns the import options as typed, or those that the table was read with.
func (m Model) options(c core.View) importOptions {
	if m.typed != nil {
		return m.typed
	}
	return optionsOf(c.Source.Options)
}

func (m Model) changed(c core.View) bool {
	was, now := optionsOf(c.Source.Options), maps.Clone(m.options(c))
	was[MissingOption], now[MissingOption] = strings.Join(was.marks(), ", "), strings.Join(now.marks(), ", ")
	return !maps.Equal(was, now)
}
