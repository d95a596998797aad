// Package csvfile reads the bytes of a table of text as records: encoding, dialect, layout, header, rows. It knows
// nothing of columns beyond their names.
package csvfile

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"drnet/engine/dataset/infer"
)

// MaxColumns is the greatest width of a table: every column costs memory, and time to display.
const MaxColumns = 20_000

// File is an open table.
type File struct {
	Dialect  Dialect
	Names    []string // of the columns, all different
	Decoder  Decoder  // of the texts of cells
	Warnings []string // sentences about repaired or doubtful records

	BlankLines int // skipped lines without any text
	Repaired   int // rows with too few or too many values, or with stray quotes
	LeftOut    int // skipped rows

	options   OpenOptions
	source    *source
	window    *window
	layout    layout
	splitter  splitter
	anomalies anomalies
	used      int64 // bytes of the text that Rows has read
	add       func(cells [][]byte, line int)
}

// Open reads the beginning of a stream. It detects the encoding, the dialect and the layout unless the options give them,
// and rejects files that are not tables of text with an *Error. The result does not depend on how many bytes each Read of r returns.
func Open(r io.Reader, o OpenOptions) (*File, error) {
	if o.Converted {
		o.Delimiter, o.Encoding = ',', utf8Name
	}
	f := &File{options: o}
	var err error
	if o.Converted {
		f.source, f.Dialect.Encoding = &source{Reader: r, packed: new(counter)}, utf8Name
	} else if f.source, err = openSource(r, o.Encoding, &f.Dialect); err != nil {
		return nil, err
	}
	f.window = newWindow(f.source)
	if f.window.err != nil {
		return nil, Damaged(f.window.err)
	}
	if !o.Converted {
		if err := checkText(f.window.unused()); err != nil {
			return nil, err
		}
	}
	f.Decoder = Decoder{given: encodingNamed(o.Encoding)}
	if err := f.sniff(); err != nil {
		return nil, err
	}
	if err := f.describe(); err != nil {
		return nil, err
	}
	l := &f.layout
	f.splitter = splitter{syntax: l.syntax, cr: l.cr, comment: l.comment, line: l.skippedLines, rows: o.Converted}
	f.window.use(l.skip)
	f.used = int64(l.skip)
	return f, nil
}

// sniff detects the layout from the window, which grows until it has a whole record.
func (f *File) sniff() error {
	for {
		layout, wrong := sniff(f.window.unused(), f.window.atEOF, f.options)
		if wrong == nil && layout.collapsed {
			f.window = newWindow(collapse(io.MultiReader(bytes.NewReader(f.window.unused()), f.window.r)))
			o := f.options
			o.Delimiter = ' '
			said := layout.warnings[:1]
			layout, wrong = sniff(f.window.unused(), f.window.atEOF, o)
			layout.warnings, layout.dialect.Found = append(said, layout.warnings...), true
		}
		if wrong == nil {
			f.layout = layout
			return nil
		}
		if wrong.Kind != LineTooLong {
			return wrong
		}
		if err := tooWide(f.window.unused()); err != nil {
			return err // before sniffing a longer head in every syntax
		}
		if !f.window.more() {
			return wrong
		}
	}
}

// describe sets the dialect, the names and the first warnings from the layout.
func (f *File) describe() error {
	l := &f.layout
	d := l.dialect
	d.Encoding, d.BOM, d.Packed = f.Dialect.Encoding, f.Dialect.BOM, f.Dialect.Packed
	f.Dialect = d
	f.Warnings, f.BlankLines = l.warnings, l.blank
	if l.width > MaxColumns {
		return NewError(TooManyColumns, fmt.Sprintf("keep at most %d of them, or choose another delimiter", MaxColumns),
			"the table has %d columns", l.width)
	}
	for j := range l.width {
		name := fmt.Sprintf("column%d", j+1)
		if l.names != nil {
			name = string(f.Decoder.Text([]byte(l.names[j]), d.Preamble+1))
		}
		f.Names = append(f.Names, name)
	}
	if wrong := infer.WrongLetters(f.Names); wrong != "" {
		f.Warnings = append(f.Warnings, wrong)
	}
	f.Warnings = append(f.Warnings, f.otherSeparators()...)
	for _, name := range f.Names {
		const quotes = "“”„«»"
		if strings.TrimLeft(name, quotes) != name && strings.TrimRight(name, quotes) != name {
			f.Warnings = append(f.Warnings, fmt.Sprintf(`typographic quotes are part of names, such as %s, and of values: `+
				`replace them by straight ones (") in a text editor`, name))
			break
		}
	}
	return nil
}

// otherSeparators warns of rows that a spreadsheet program saved in one column, or with its own separators behind those of the file.
func (f *File) otherSeparators() []string {
	names := f.layout.written
	if len(names) < 2 {
		return nil
	}
	if last := names[len(names)-1]; bytes.HasSuffix(last, []byte(";;")) || bytes.HasSuffix(last, []byte(",,")) {
		return []string{fmt.Sprintf("the lines end in %q, which is part of the last column: remove these separators in a text editor",
			last[len(last)-2:])}
	}
	if filled(names) == 1 && bytes.ContainsAny(names[0], ",;\t") {
		return []string{"each row is one text with several values, in the first column: split it in a spreadsheet program"}
	}
	return nil
}

// tooWide rejects a head without a complete line that already has more delimiters than a table may have columns.
func tooWide(head []byte) error {
	for _, delimiter := range delimiters {
		if n := bytes.Count(head, []byte{delimiter}); n > MaxColumns {
			hint := fmt.Sprintf("keep at most %d columns, or choose a table with one row in each line", MaxColumns)
			return NewError(TooManyColumns, hint, "the first line has more than %d values", n).At(1, 0)
		}
	}
	return nil
}

// Rows calls add for each row of the text in memory, and reports whether the stream continues: then More must be called before the next
// Rows. A row may have fewer cells than the table has columns: the others are missing. The cells are valid during the call.
func (f *File) Rows(add func(cells [][]byte, line int)) (more bool, err error) {
	f.add = add
	for {
		text := f.window.unused()
		n, out := f.splitter.next(text, f.window.atEOF)
		if out != complete {
			if n = f.incomplete(text, out); n == 0 {
				return !f.window.atEOF, nil
			}
			f.window.use(n)
			f.used += int64(n)
			continue
		}
		f.window.use(n)
		f.used += int64(n)
		if err := f.record(&f.splitter.record, text[:n]); err != nil {
			return false, err
		}
	}
}

// incomplete handles a record that does not end in the text, and returns the number of bytes used, 0 if more text may end it.
func (f *File) incomplete(text []byte, out outcome) (n int) {
	if out == partial && f.window.full() { // more text does not fit into memory
		_, out = f.splitter.next(text, true)
	}
	if out != unclosed {
		return 0
	}
	return f.openQuote(text)
}

// More reads more of the stream into memory.
func (f *File) More() error {
	switch {
	case f.window.more():
		return nil
	case f.window.err != nil:
		return Damaged(f.window.err)
	}
	return NewError(LineTooLong, "choose a table saved as CSV with one row in each line",
		"the row is longer than %d MB", maxRecord>>20).At(f.splitter.record.line, 0)
}

// Finish ends reading after the last row and adds warnings about anomalies. Rows is the number of rows that the caller kept. It returns an
// error if there are none, or fewer than rows with too many values or with unclosed quotes.
func (f *File) Finish(rows int) error {
	f.flushPending(true)
	a := &f.anomalies
	if a.long.n > rows {
		hint := fmt.Sprintf("often a %q inside a text without quotes, or another character separates the values", f.splitter.delimiter)
		return NewError(Ragged, hint, "%s, the table has %d, and so it is with %s",
			Plural(a.longest, "value", "values"), len(f.Names), Plural(a.long.n, "row", "rows")).At(a.long.first[0], 0)
	}
	if a.open.n > rows {
		return openQuoteError(f.splitter.quote, a.open.first[0], a.column)
	}
	if rows == 0 {
		return NewError(NoDataRows, "choose a file with rows of data, or say that this one has no header", "the file has a header and no rows")
	}
	if f.window.cutOff {
		f.Warnings = append(f.Warnings, "NUL bytes at the end of the file were left out: it may be cut off")
	}
	a.report(f)
	return nil
}

// Lines estimates the number of lines of the file from its beginning; ok is false if its size is unknown.
func (f *File) Lines() (lines float64, ok bool) {
	text := f.window.unused()
	n := float64(max(bytes.Count(text, []byte{'\n'}), bytes.Count(text, []byte{'\r'}), 1))
	switch {
	case f.window.atEOF:
		return n, true
	case f.options.Size <= 0:
		return 0, false
	}
	return n * (f.textSize() / float64(len(text))), true
}

// textSize estimates the bytes of the decompressed file from the growth of its beginning.
func (f *File) textSize() float64 {
	size := float64(f.options.Size)
	if read := float64(f.source.packed.n); read > 0 && f.source.unpacked != nil {
		return size * float64(f.source.unpacked.n) / read
	}
	return size
}

// Extrapolate estimates a count for the whole file from the count so far; 0 if the size of the file is unknown.
func (f *File) Extrapolate(n int) float64 {
	if f.options.Size <= 0 || f.used == 0 {
		return 0
	}
	return float64(n) * f.textSize() / float64(f.used)
}
