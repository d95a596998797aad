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
	"strings"

	"drnet/engine/rule"
)

// Write writes a model in a format, given by its name. If the format cannot hold the model, the error is a *Refusal.
func Write(m *rule.Model, format string, o Options) (File, error) {
	f, known := Find(format)
	write := writer(format)
	if !known || write == nil {
		return File{}, &Refusal{fmt.Sprintf("there is no format %q", format), "choose one of " + strings.Join(Names(), ", ")}
	}
	p, err := newPlan(m, o)
	if err != nil {
		return File{}, err
	}
	text, err := write(p)
	return File{Name: f.File, Type: f.MediaType + ";charset=utf-8", Text: text}, err
}

// writer returns the function that writes a format of Formats, nil for JSON and unknown formats. It is a switch, and not a field
// of Formats, so that a program that only lists the formats does not link them.
func writer(format string) func(*plan) (string, error) {
	switch format {
	case Text:
		return (*plan).writeText
	case Markdown:
		return (*plan).writeMarkdown
	case CSV:
		return (*plan).writeCSV
	case SQL:
		return (*plan).writeSQL
	case Python:
		return (*plan).writePython
	case R:
		return (*plan).writeR
	case JavaScript:
		return (*plan).writeJavaScript
	case Go:
		return (*plan).writeGo
	case Excel:
		return (*plan).writeExcel
	case PMML:
		return (*plan).writePMML
	case HTML:
		return (*plan).writeHTML
	}
	return nil
}
