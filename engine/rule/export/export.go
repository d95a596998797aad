// Package export writes a model for other programs and for people: as SQL, Python, a spreadsheet formula, an HTML form and more. It
// does not know how rules are learned, and reads nothing back.
//
// All programs predict as the model does. A row maps the names of columns to cells; a cell is a number, a text or missing, in the
// notation of dataset.ParseNumber and dataset.FormatNumber: without surrounding blanks, units or decimal commas. Programs do not
// know the missing markers of the training data: convert them to null first. Each program carries test rows, which are made from
// the rules; none is a row of the table.
package export

import (
	"fmt"
	"slices"
	"strings"

	"drnet/engine/rule"
)

// Names of the formats.
const (
	Text       = "text"
	Markdown   = "markdown"
	JSON       = "json" // the model file; package protocol writes it
	CSV        = "csv"  // a table of the rules
	SQL        = "sql"  // for SQLite and PostgreSQL alike
	Python     = "python"
	R          = "r"
	JavaScript = "javascript"
	Go         = "go"
	Excel      = "excel" // a formula, also for LibreOffice
	PMML       = "pmml"  // 4.4, RuleSetModel
	HTML       = "html"  // a page with a form
)

// A Format describes a format.
type Format struct {
	Name      string // as the command line takes it
	Label     string // for people
	File      string // the proposed file name; it contains no name of a column
	MediaType string // without parameters

	Probabilities bool // the file has the probabilities of a model with a scorecard
}

// Formats lists all formats in the order in which they are offered.
var Formats = []Format{
	{Text, "text", "rules.txt", "text/plain", false},
	{Markdown, "Markdown", "rules.md", "text/markdown", false},
	{JSON, "model file (JSON)", "model.json", "application/json", true},
	{CSV, "table of rules (CSV)", "rules.csv", "text/csv", false},
	{SQL, "SQL", "rules.sql", "application/sql", true},
	{Python, "Python", "rules.py", "text/x-python", true},
	{R, "R", "rules.R", "text/x-r", true},
	{JavaScript, "JavaScript", "rules.js", "text/javascript", true},
	{Go, "Go", "rules.go", "text/x-go", true},
	{Excel, "formula for Excel and LibreOffice", "rules-formula.txt", "text/plain", true},
	{PMML, "PMML", "rules.pmml", "application/xml", false},
	{HTML, "interactive calculator (HTML)", "rules.html", "text/html", true},
}

// Find returns the format of a name.
func Find(name string) (f Format, ok bool) {
	if i := slices.Index(Names(), name); i >= 0 {
		return Formats[i], true
	}
	return f, false
}

// Names returns the names of all formats, in order.
func Names() []string { return each(Formats, func(_ int, f Format) string { return f.Name }) }

// Extras holds additions to the rules in an export. The zero value adds nothing.
type Extras struct {
	// Learner is what learned the rules in DR-Net Lab; "" for DR-Net.
	Learner string
	// Notes are sentences about the model, such as its accuracy or that it was edited.
	Notes []string
	// Answers holds the prediction of each rule of a decision list: the first rule that holds decides, and the model's
	// Positive is ignored. It is nil for a set of rules, which all predict Positive.
	Answers []string
	// Train and Test have the coverage of each rule; nil if it is unknown.
	Train, Test []rule.Counts
	// Units has the unit after all numbers of a column, such as "%", by the column's name. A spreadsheet stores 48% as 0.48.
	Units map[string]string
	// Integers reports which columns of the open table hold only integers; nil without a table.
	Integers rule.Integers
}

// Document is a model in a format. Its text is UTF-8.
type Document struct {
	Name string // the proposed file name
	Type string // its media type
	Text string
}

// Unsupported is the error for a model that a format cannot represent, with a hint.
type Unsupported struct{ Message, Hint string }

func (r *Unsupported) Error() string { return r.Message }

const otherFormat = "choose another format" // the hint of most errors

// Write writes a model in a format, given by its name. If the format cannot hold the model, the error is a *Unsupported.
func Write(m *rule.Model, format string, o Extras) (Document, error) {
	f, _ := Find(format)
	write, ok := map[string]func(*plan) (string, error){ // not in Formats: a program that only lists these does not link the writers
		Text: (*plan).writeText, Markdown: (*plan).writeMarkdown, CSV: (*plan).writeCSV, SQL: (*plan).writeSQL,
		Python: pythonDialect.program, R: rDialect.program, JavaScript: (*plan).writeJavaScript, Go: goDialect.program,
		Excel: (*plan).writeExcel, PMML: (*plan).writePMML, HTML: (*plan).writeHTML,
	}[format]
	if !ok {
		return Document{}, &Unsupported{fmt.Sprintf("unknown format %q", format), "choose one of " + strings.Join(Names(), ", ")}
	}
	p, err := newPlan(m, o, f.Probabilities)
	if err != nil {
		return Document{}, err
	}
	p.people = format == Text || format == Markdown || format == HTML
	text, err := write(p)
	return Document{Name: f.File, Type: f.MediaType + ";charset=utf-8", Text: text}, err
}
