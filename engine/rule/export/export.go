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
	"strings"

	"drnet/engine/rule"
)

// Write writes a model in a format, given by its name. If the format cannot hold the model, the error is a *Unsupported.
func Write(m *rule.Model, format string, o Extras) (Document, error) {
	f, known := Find(format)
	write := writer(format)
	if !known || write == nil {
		return Document{}, &Unsupported{fmt.Sprintf("unknown format %q", format), "choose one of " + strings.Join(Names(), ", ")}
	}
	p, err := newPlan(m, o)
	if err != nil {
		return Document{}, err
	}
	text, err := write(p)
	return Document{Name: f.File, Type: f.MediaType + ";charset=utf-8", Text: text}, err
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
