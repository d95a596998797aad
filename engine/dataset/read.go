package dataset

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// checkEvery is the number of rows between two looks at the context.
const checkEvery = 4096

// Read reads a table of values separated by commas, semicolons, tabs or bars, whose first line has the names of the
// columns. Name is the file's, for the table only. The stream is read once and not kept; how it comes in pieces does
// not matter. Wrong files, columns that the options name in vain, and rows longer or shorter than the header are an
// *Error.
func Read(ctx context.Context, name string, r io.Reader, o Options) (*Table, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	t := &Table{Name: name}
	rd, err := open(t, r, o)
	if err != nil {
		return nil, err
	}
	if err := rd.header(); err != nil {
		return nil, err
	}
	if err := o.check(t); err != nil {
		return nil, err
	}
	if err := rd.rows(ctx, o); err != nil {
		return nil, err
	}
	return t, rd.finish(o)
}

// reader fills a table.
type reader struct {
	t        *Table
	source   *source
	csv      *csv.Reader
	builders []*builder
	line     int // last line of the last record
}

// open looks at the beginning of the stream, refuses wrong files and finds the dialect.
func open(t *Table, r io.Reader, o Options) (*reader, error) {
	buffered := bufio.NewReaderSize(r, headSize)
	head, err := buffered.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("dataset: read %q: %w", t.Name, err)
	}
	whole := err == io.EOF
	if strings.HasPrefix(string(head[:min(len(head), len(bom))]), bom) {
		t.Dialect.BOM = true
		head = head[len(bom):]
	}
	if err := checkHead(head); err != nil {
		return nil, err
	}
	t.Dialect.Encoding, t.Dialect.Header = "UTF-8", true
	delimiter := o.Delimiter
	if delimiter == 0 {
		t.Dialect.Found = true
		delimiter, t.Warnings = findDelimiter(head, whole)
	}
	t.Dialect.Delimiter, t.Dialect.LineEnd = string(delimiter), lineEnd(head)
	if t.Dialect.BOM {
		if _, err := buffered.Discard(len(bom)); err != nil {
			return nil, fmt.Errorf("dataset: read %q: %w", t.Name, err)
		}
	}
	rd := &reader{t: t, source: &source{r: buffered, cr: t.Dialect.LineEnd == "CR"}}
	rd.csv = csv.NewReader(bufio.NewReaderSize(rd.source, headSize))
	rd.csv.Comma = delimiter
	rd.csv.FieldsPerRecord = -1
	rd.csv.ReuseRecord = true
	rd.csv.TrimLeadingSpace = delimiter != '\t' && delimiter != ' ' // it would skip delimiters
	return rd, nil
}

// next returns the next record and its first line, or io.EOF. It counts the blank lines before it.
func (rd *reader) next() ([]string, int, error) {
	for {
		record, err := rd.csv.Read()
		if err != nil {
			return nil, 0, rd.failure(record, err)
		}
		line, _ := rd.csv.FieldPos(0)
		rd.t.BlankLines += line - rd.line - 1
		last := len(record) - 1
		rd.line, _ = rd.csv.FieldPos(last)
		rd.line += strings.Count(record[last], "\n")
		for j, cell := range record {
			record[j] = strings.TrimSpace(cell)
		}
		if last == 0 && record[0] == "" && len(rd.t.Columns) != 1 {
			rd.t.BlankLines++
			continue
		}
		return record, line, nil
	}
}

// failure turns an error of the CSV reader into our own.
func (rd *reader) failure(record []string, err error) error {
	var parse *csv.ParseError
	switch {
	case err == io.EOF:
		return io.EOF
	case !errors.As(err, &parse):
		return fmt.Errorf("dataset: read %q: %w", rd.t.Name, err)
	case parse.Err == csv.ErrBareQuote:
		return &Error{Kind: Quote, Line: parse.Line, Column: len(record) + 1, Message: `a quote " inside a value without quotes`,
			Hint: `put the value in quotes and write each " inside it twice`}
	}
	_, end := rd.csv.Read()
	if parse.Line > parse.StartLine || end == io.EOF {
		return &Error{Kind: UnterminatedQuote, Line: parse.StartLine, Column: len(record) + 1, Message: `a quote " is opened and not closed`,
			Hint: `add the missing ", or write each " inside a value in quotes twice`}
	}
	return &Error{Kind: Quote, Line: parse.Line, Column: len(record) + 1, Message: `text behind the closing quote " of a value`,
		Hint: `write each " inside a value in quotes twice`}
}

// rows reads all data rows into builders.
func (rd *reader) rows(ctx context.Context, o Options) error {
	missing := newTokens(o.MissingValues)
	for j := range rd.t.Columns {
		rd.builders = append(rd.builders, newBuilder(missing, o.Types[rd.t.Columns[j].Name]))
	}
	for {
		if rd.t.Rows%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		record, line, err := rd.next()
		if err == io.EOF {
			rd.t.BlankLines += rd.source.total() - rd.line
			return nil
		}
		if err != nil {
			return err
		}
		if err := rd.row(record, line); err != nil {
			return err
		}
	}
}

// row adds the cells of one row.
func (rd *reader) row(record []string, line int) error {
	if len(record) != len(rd.builders) {
		return &Error{Kind: Ragged, Line: line, Hint: fmt.Sprintf("often a %q inside a text without quotes", rd.csv.Comma),
			Message: fmt.Sprintf("%s, the header has %d", plural(len(record), "value"), len(rd.builders))}
	}
	for j, cell := range record {
		if err := rd.builders[j].add(cell, line); err != nil {
			err.Column = j + 1
			return err
		}
	}
	rd.t.Rows++
	return nil
}

// finish makes columns of the builders.
func (rd *reader) finish(o Options) error {
	if rd.t.Rows == 0 {
		return &Error{Kind: NoDataRows, Message: "the file has a header and no rows", Hint: "choose a file with rows of data"}
	}
	for j, b := range rd.builders {
		name := rd.t.Columns[j].Name
		column, warnings, err := b.column(name, o.Types[name])
		if err != nil {
			return err
		}
		rd.t.Columns[j] = column
		rd.t.Warnings = append(rd.t.Warnings, warnings...)
		rd.builders[j] = nil // the next column may use its memory
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
