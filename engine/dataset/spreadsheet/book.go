// Package spreadsheet lists the sheets of a workbook of Excel or LibreOffice (.xlsx, .xlsm or .ods), and converts one to
// comma-separated text. It writes numbers, dates and units as dataset/infer reads them. It knows nothing of tables.
package spreadsheet

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// Sheet describes a sheet of a workbook.
type Sheet struct {
	Name    string
	Rows    int // from the first to the last one with a value
	Columns int // columns with a value
	Hidden  bool
}

// Workbook is an open workbook. It stays compressed in memory.
type Workbook struct {
	Format string // "xlsx" or "ods"
	Sheets []Sheet

	ctx      context.Context
	parts    map[string]*zip.File
	packed   int64 // bytes of the file
	unpacked int64 // bytes of all parts that were read, decompressed

	open    []func() (rows, error) // by sheet
	extents []extent               // by sheet
}

// mostEntries is the greatest number of parts of a workbook: more may be made to use up memory or time.
const mostEntries = 10_000

// Is reports whether an archive is a workbook or another office document, supported or not.
func Is(z *zip.Reader) bool {
	for _, f := range z.File {
		if name := partName(f.Name); name == "xl/workbook.xml" || name == "xl/workbook.bin" || name == "index/document.iwa" ||
			name == contentPart || name == "[content_types].xml" {
			return true
		}
	}
	return false
}

// partName returns the canonical name of a part: letter case does not matter, and some programs write backslashes.
func partName(name string) string { return strings.ToLower(strings.ReplaceAll(name, `\`, "/")) }

// Open opens a workbook and measures its sheets. Packed is its size in bytes. If the archive is not a workbook that can be read,
// the error is a *csvfile.Error. Open and Text return the error of the context unchanged.
func Open(ctx context.Context, z *zip.Reader, packed int64) (*Workbook, error) {
	b := &Workbook{ctx: ctx, parts: map[string]*zip.File{}, packed: packed}
	if len(z.File) > mostEntries {
		return nil, csvfile.NewError(csvfile.TooLarge, "open it in a spreadsheet program and save the sheet alone",
			"the workbook consists of %d parts", len(z.File))
	}
	for _, f := range z.File {
		b.parts[partName(f.Name)] = f
	}
	if err := b.list(); err != nil {
		return nil, b.problem(err)
	}
	if len(b.Sheets) == 0 {
		return nil, b.problem(errMarkup)
	}
	for k := len(b.extents); k < len(b.Sheets); k++ {
		in, err := b.open[k]()
		if err != nil {
			return nil, b.problem(err)
		}
		e, err := measure(in)
		if err != nil {
			return nil, b.problem(err)
		}
		b.measured(k, e)
	}
	return b, nil
}

// list sets the format and the sheets. It rejects formats that cannot be read.
func (b *Workbook) list() error {
	switch {
	case b.parts["xl/workbook.bin"] != nil:
		return b.wrong("a binary Excel workbook (.xlsb)", "open it in a spreadsheet program and save it as .xlsx")
	case b.parts["index/document.iwa"] != nil:
		return b.wrong("a Numbers spreadsheet", "export it as Excel workbook (.xlsx) or CSV")
	case b.parts[contentPart] != nil:
		b.Format = "ods"
		return b.openDocument()
	}
	b.Format = "xlsx"
	workbook := "xl/workbook.xml"
	if links, err := b.links(""); err == nil {
		for _, l := range links {
			if l.kind == "officeDocument" {
				workbook = l.target
			}
		}
	}
	if b.parts[partName(workbook)] == nil {
		return errOther
	}
	return b.openExcel(workbook)
}

func (b *Workbook) wrong(name, hint string) error {
	return csvfile.NewError(csvfile.Spreadsheet, hint, "this is %s", name)
}

var errOther = csvfile.NewError(csvfile.BinaryFile, "choose a workbook or a table saved as CSV", "this is an office document")

// ErrEncrypted is the error of a workbook with a password.
var ErrEncrypted = csvfile.NewError(csvfile.Spreadsheet, "open it in a spreadsheet program and save it without a password",
	"the workbook is encrypted")

// measured sets the extent of sheet k, the next one without an extent.
func (b *Workbook) measured(k int, e extent) {
	s := &b.Sheets[k]
	if s.Columns = e.columns; e.last > 0 {
		s.Rows = e.last - e.first + 1
	}
	b.extents = append(b.extents, e)
}

// Find returns the index of the sheet of that name, see csvfile.FindName. For "" it returns the visible sheet with the most values,
// not counting rows of a single value, and the first of several such sheets. It returns a hidden sheet only if all visible ones are empty.
func (b *Workbook) Find(name string) (int, error) {
	best, names := 0, make([]string, len(b.Sheets))
	for k, s := range b.Sheets {
		if names[k] = s.Name; b.rank(k) > b.rank(best) {
			best = k
		}
	}
	if name != "" {
		best = csvfile.FindName(names, name)
	}
	if best < 0 {
		return 0, csvfile.NewError(csvfile.Spreadsheet, "the sheets are "+csvfile.QuoteList(names), "sheet %q does not exist", name)
	}
	return best, nil
}

// rank returns how likely a sheet is the table: the greater, the more likely.
func (b *Workbook) rank(k int) int {
	switch s := b.Sheets[k]; {
	case s.Rows == 0:
		return 0
	case s.Hidden:
		return 1
	}
	return 2 + b.extents[k].values
}

// Read opens a sheet by its index.
func (b *Workbook) Read(k int) (*Text, error) {
	e := b.extents[k]
	if e.last == 0 {
		return nil, csvfile.NewError(csvfile.EmptyFile, "choose another sheet or workbook", "sheet %q is empty", b.Sheets[k].Name)
	}
	in, err := b.open[k]()
	if err != nil {
		return nil, b.problem(err)
	}
	return newText(b, in, e), nil
}

// part opens a part.
func (b *Workbook) part(name string) (io.Reader, error) {
	f := b.parts[partName(name)]
	if f == nil {
		return nil, fmt.Errorf("it lacks %s", name)
	}
	const encrypted = 1 // of the flags of an entry
	if f.Flags&encrypted != 0 {
		return nil, ErrEncrypted
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &part{Workbook: b, r: r}, nil
}

// scan passes a part to a function that reads it.
func (b *Workbook) scan(name string, read func(*scanner) error) error {
	r, err := b.part(name)
	if err != nil {
		return err
	}
	return read(newScanner(r))
}

// part is the stream of a part. It fails if the context ends or the workbook grows too much.
type part struct {
	*Workbook
	r io.Reader
}

func (p *part) Read(to []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := p.r.Read(to)
	p.unpacked += int64(n)
	if err == nil {
		err = p.afford(p.unpacked)
	}
	return n, err
}

// afford returns an error if the workbook grows too much for its size when n bytes of it were read, see csvfile.Grown.
func (b *Workbook) afford(n int64) error {
	const passes = 2 // a sheet is measured, then read
	return csvfile.Grown("the workbook", n/passes, b.packed)
}

// problem returns the error to report for an error of reading the workbook.
func (b *Workbook) problem(err error) error {
	switch own := err.(type) {
	case nil:
		return nil
	case *csvfile.Error:
		return own
	}
	if err == io.EOF || err == b.ctx.Err() {
		return err
	}
	name := map[string]string{"xlsx": "Excel workbook", "ods": "OpenDocument spreadsheet"}[b.Format]
	return csvfile.NewError(csvfile.Spreadsheet, "open it in a spreadsheet program and save it anew, or fetch it once more",
		"the %s is damaged: %s", name, strings.TrimPrefix(err.Error(), "zip: "))
}
