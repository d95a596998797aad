package dataset

import (
	"context"
	"fmt"
	"io"
)

// Read reads a table of values separated by commas, semicolons, tabs or bars. Name is the file's, for the table only. The
// stream is read once and not kept; how it comes in pieces does not matter. Dialect, encoding, names and kinds are found
// unless the options name them. What was repaired or left out is counted and said in the table's warnings; wrong files,
// and what cannot be read without damage, are an *Error.
func Read(ctx context.Context, name string, r io.Reader, o Options) (*Table, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	rd := &reader{t: &Table{Name: name}, options: o}
	if err := rd.open(r); err != nil {
		return nil, err
	}
	if err := rd.rows(ctx); err != nil {
		return nil, err
	}
	return rd.t, rd.finish()
}

// reader fills a table.
type reader struct {
	t        *Table
	options  Options
	source   *source
	window   *window
	layout   layout
	splitter splitter
	letters  letters
	builders []*builder
	rest     rest // what is not a row as it should be
	sample   sampler
	used     int64 // bytes of text
}

// open looks at the beginning of the stream, refuses wrong files, finds the layout, and makes a builder for each column.
func (rd *reader) open(r io.Reader) error {
	var err error
	if rd.source, err = openSource(r, rd.options, &rd.t.Dialect); err != nil {
		return err
	}
	rd.window = newWindow(rd.source)
	if rd.window.err != nil {
		return damaged(rd.window.err)
	}
	if err := checkText(rd.window.text()); err != nil {
		return err
	}
	named := encodingNamed(rd.options.Encoding)
	rd.letters = letters{page: pages[named], given: named == utf8Name}
	layout, wrong := sniff(rd.window.text(), rd.window.whole, rd.options)
	for wrong != nil && wrong.Kind == LineTooLong {
		if err := tooWide(rd.window.text()); err != nil {
			return err // before a longer head is looked at in every syntax
		}
		if !rd.window.more() {
			break
		}
		layout, wrong = sniff(rd.window.text(), rd.window.whole, rd.options)
	}
	if wrong != nil {
		return wrong
	}
	rd.layout = layout
	if err := rd.describe(); err != nil {
		return err
	}
	if err := rd.options.check(rd.t); err != nil {
		return err
	}
	rd.splitter = layout.splitter()
	rd.window.use(layout.skip)
	rd.used = int64(layout.skip)
	missing := newMarks(rd.options.MissingValues)
	h := hint{given: rd.options.Decimal, delimiter: rd.t.Dialect.Delimiter}
	for _, c := range rd.t.Columns {
		rd.builders = append(rd.builders, &builder{
			name: c.Name, missing: missing, letters: &rd.letters,
			want: rd.options.Types[c.Name], hint: h, dictionary: newDictionary(),
		})
	}
	return rd.plan()
}

// maxColumns is the greatest width of a table: every column costs some memory, and a page that shows it more.
const maxColumns = 20_000

// rows reads all records.
func (rd *reader) rows(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	first := true
	for {
		n, out := rd.splitter.next(rd.window.text(), rd.window.whole)
		if out == unclosed {
			return rd.unclosed()
		}
		if out == complete {
			rd.window.use(n)
			rd.used += int64(n)
			if err := rd.record(&rd.splitter.record); err != nil {
				return err
			}
			continue
		}
		if rd.window.whole {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if first {
			first = false
			if err := rd.afford(rd.expected()); err != nil {
				return err
			}
			rd.reserve()
		} else if err := rd.afford(rd.held()); err != nil {
			return err
		}
		if !rd.window.more() {
			return rd.stuck()
		}
	}
}

// stuck says why the window cannot take more.
func (rd *reader) stuck() error {
	if rd.window.err != nil {
		return damaged(rd.window.err)
	}
	return &Error{
		Kind: LineTooLong, Line: rd.splitter.record.line, Message: fmt.Sprintf("the row is longer than %d MB", maxRecord>>20),
		Hint: `a quote " may be open from there on: close it, or write each " inside a value in quotes twice`,
	}
}

func (rd *reader) unclosed() error {
	r := &rd.splitter.record
	quote := string(rd.splitter.quote)
	return &Error{
		Kind: UnterminatedQuote, Line: r.line, Column: len(r.cells) + 1, Message: fmt.Sprintf("a quote %s is opened and not closed", quote),
		Hint: fmt.Sprintf("add the missing %s, or write each %s inside a value in quotes twice", quote, quote),
	}
}

// finish makes columns of the builders, and says what is to be said.
func (rd *reader) finish() error {
	rd.keepPending(true)
	t := rd.t
	if rd.rest.long.n > t.Rows {
		return &Error{
			Kind: Ragged, Line: rd.rest.long.first[0], Hint: fmt.Sprintf("often a %q inside a text without quotes, or another character separates the values", rd.splitter.delimiter),
			Message: fmt.Sprintf("%s, the table has %d, and so it is with %s", plural(rd.rest.longest, "value"), len(rd.builders), plural(rd.rest.long.n, "row")),
		}
	}
	if t.Rows == 0 {
		return &Error{Kind: NoDataRows, Message: "the file has a header and no rows", Hint: "choose a file with rows of data"}
	}
	rd.rest.say(t, rd.splitter.delimiter)
	rd.sample.say(t)
	if err := rd.columns(); err != nil {
		return err
	}
	rd.letters.say(t)
	return nil
}

// columns makes the columns. What the numbers of one prove about the decimal mark decides where another leaves it open.
func (rd *reader) columns() error {
	t, found := rd.t, make([]*contents, len(rd.builders))
	var evidences []evidence
	for j, b := range rd.builders {
		if b.numbers == nil && b.texts == nil {
			found[j] = b.collect()
			evidences = append(evidences, found[j].evidence)
		}
	}
	h := hint{given: rd.options.Decimal, found: provenDecimal(evidences), delimiter: t.Dialect.Delimiter}
	for j, b := range rd.builders {
		column, warnings, err := b.column(found[j], h)
		if err != nil {
			return err
		}
		t.Columns[j] = column
		t.Warnings = append(t.Warnings, warnings...)
		rd.builders[j], found[j] = nil, nil // the next column may use their memory
	}
	t.Dialect.Decimal = usualDecimal(t)
	return nil
}

// usualDecimal returns the decimal mark of most columns that have one, a point if both are as frequent.
func usualDecimal(t *Table) string {
	points, commas := 0, 0
	for j := range t.Columns {
		switch t.Columns[j].Form.Decimal {
		case ".":
			points++
		case ",":
			commas++
		}
	}
	switch {
	case commas > points:
		return ","
	case points > 0:
		return "."
	}
	return ""
}
