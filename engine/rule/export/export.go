// Package export writes a model down for other programs and for people: rules become SQL, Python, a spreadsheet's formula,
// a page with a form. It knows nothing of how rules are learnt, and reads nothing back.
//
// All programs answer as the model does. A row maps the names of columns to cells; a cell is a number, a text or
// missing, written as dataset.ParseNumber and dataset.FormatNumber write it: without blanks around it, units or decimal
// commas. The texts that marked missing cells where the model was learnt are not known to the programs: make them null
// first. Each program carries rows to test itself with. They are made from the rules, and none is a row of the table.
package export

import (
	"fmt"
	"slices"

	"drnet/engine/rule"
)

// Format names a form of writing.
type Format string

// The formats. The model file itself, which has the name JSON, is written by the protocol.
const (
	Text       Format = "text"
	Markdown   Format = "markdown"
	CSV        Format = "csv" // a table of the rules
	SQL        Format = "sql" // of SQLite and PostgreSQL alike
	Python     Format = "python"
	R          Format = "r"
	JavaScript Format = "javascript"
	Go         Format = "go"
	Excel      Format = "excel" // a formula, which LibreOffice knows too
	PMML       Format = "pmml"  // 4.4, RuleSetModel
	HTML       Format = "html"  // a page with a form
)

// writers are the formats in the order in which they are offered.
var writers = []struct {
	format     Format
	name, kind string // of the file
	write      func(*plan) (string, error)
}{
	{Text, "rules.txt", "text/plain", (*plan).text},
	{Markdown, "rules.md", "text/markdown", (*plan).markdown},
	{CSV, "rules.csv", "text/csv", (*plan).table},
	{SQL, "rules.sql", "application/sql", (*plan).sql},
	{Python, "rules.py", "text/x-python", (*plan).python},
	{R, "rules.R", "text/x-r", (*plan).r},
	{JavaScript, "rules.js", "text/javascript", (*plan).javascript},
	{Go, "rules.go", "text/x-go", (*plan).golang},
	{Excel, "rules-formula.txt", "text/plain", (*plan).excel},
	{PMML, "rules.pmml", "application/xml", (*plan).pmml},
	{HTML, "rules.html", "text/html", (*plan).html},
}

// Formats returns the formats in the order in which they are offered.
func Formats() []Format {
	formats := make([]Format, len(writers))
	for i, w := range writers {
		formats[i] = w.format
	}
	return formats
}

// Options are what a file says beside the rules. The zero value says nothing.
type Options struct {
	// Notes are sentences about the model, such as how it fares or that it was edited by hand.
	Notes []string
	// Answers has the answer of each rule where they have different ones. Then the rules stand in an order, the first one that
	// fires answers, and the model's Positive is of no meaning. Nil is one answer for all.
	Answers []string
	// Train and Test have for each rule the rows that it covers, for the table of the rules. Nil means not known.
	Train, Test []rule.Counts
}

// File is a model written down. Its text is UTF-8.
type File struct {
	Name string // as the file may be called; no name of a column is in it
	Type string // its media type
	Text string
}

// Write writes a model in a format. What the format cannot hold is an error of type *Refusal.
func Write(m *rule.Model, f Format, o Options) (File, error) {
	for _, w := range writers {
		if w.format != f {
			continue
		}
		p, err := newPlan(m, o)
		if err != nil {
			return File{}, err
		}
		text, err := w.write(p)
		return File{Name: w.name, Type: w.kind + ";charset=utf-8", Text: text}, err
	}
	return File{}, &Refusal{fmt.Sprintf("there is no format %q", string(f)), "choose one of " + join(Formats())}
}

// Refusal says what a format cannot hold, and what to do about it.
type Refusal struct{ Message, Hint string }

func (r *Refusal) Error() string { return r.Message }

func join(formats []Format) (list string) {
	for i, f := range formats {
		if i > 0 {
			list += ", "
		}
		list += string(f)
	}
	return list
}

// Known reports whether there is such a format.
func Known(f Format) bool { return slices.Contains(Formats(), f) }
