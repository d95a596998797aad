package export

import "slices"

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
}

// Formats lists all formats in the order in which they are offered.
var Formats = []Format{
	{Text, "text", "rules.txt", "text/plain"},
	{Markdown, "Markdown", "rules.md", "text/markdown"},
	{JSON, "model file (JSON)", "model.json", "application/json"},
	{CSV, "table of rules (CSV)", "rules.csv", "text/csv"},
	{SQL, "SQL", "rules.sql", "application/sql"},
	{Python, "Python", "rules.py", "text/x-python"},
	{R, "R", "rules.R", "text/x-r"},
	{JavaScript, "JavaScript", "rules.js", "text/javascript"},
	{Go, "Go", "rules.go", "text/x-go"},
	{Excel, "formula for Excel and LibreOffice", "rules-formula.txt", "text/plain"},
	{PMML, "PMML", "rules.pmml", "application/xml"},
	{HTML, "page with a form (HTML)", "rules.html", "text/html"},
}

// Find returns the format of a name.
func Find(name string) (f Format, ok bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// Names returns the names of all formats, in order.
func Names() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}
