package dataset

import (
	"fmt"
	"io"
	"strings"
)

// header reads the names of the columns. All columns get a name, and no two the same.
func (rd *reader) header() error {
	record, line, err := rd.next()
	if err == io.EOF {
		return &Error{Kind: EmptyFile, Message: "the file has no text", Hint: "choose a file with a header and rows"}
	}
	if err != nil {
		return err
	}
	t := rd.t
	names := newNamer(record)
	var unnamed, repeated []string
	numbers := 0
	for j, name := range record {
		if err := checkText(name, line); err != nil {
			err.Column = j + 1
			return err
		}
		if _, ok := ParseNumber(name); ok {
			numbers++
		}
		unique := strings.Clone(names.unique(name, j)) // the reader's text is the whole line
		if name == "" {
			unnamed = append(unnamed, unique)
		} else if unique != name {
			repeated = append(repeated, unique)
		}
		t.Columns = append(t.Columns, Column{Name: unique})
	}
	if len(unnamed) > 0 {
		t.warn("%s without a name, now called %s", plural(len(unnamed), "column"), quoteSome(unnamed))
	}
	if len(repeated) > 0 {
		t.warn("%s with the name of another one, now called %s", plural(len(repeated), "column"), quoteSome(repeated))
	}
	if numbers == len(record) {
		t.warn("line %d has only numbers: it was taken for the names of the columns", line)
	}
	return nil
}

func (t *Table) warn(format string, values ...any) {
	t.Warnings = append(t.Warnings, fmt.Sprintf(format, values...))
}
