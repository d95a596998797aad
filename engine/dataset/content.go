package dataset

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/spreadsheet"
)

// Sheet is one of several tables in a file, such as a sheet of a workbook or a file of an archive.
type Sheet struct {
	Name    string `json:"name"`
	Rows    int    `json:"rows,omitempty"`    // from the first to the last one with a value; 0 if unknown or empty
	Columns int    `json:"columns,omitempty"` // columns with a value; 0 if unknown or empty
	Hidden  bool   `json:"hidden,omitempty"`  // the program that wrote the file does not show it
	Bytes   int64  `json:"bytes,omitempty"`   // of a file in an archive, unpacked
}

// content is the text of the table in a file, for csvfile.
type content struct {
	text     io.Reader
	size     int64           // of the text in bytes; 0 if unknown
	format   string          // such as "xlsx" if the text was converted, see csvfile.OpenOptions.Converted; "" for a text file
	rows     int             // of the table; 0 if unknown
	named    bool            // see csvfile.OpenOptions.Named
	packed   bool            // the file is compressed
	sheets   []Sheet         // of the file; nil if it has one table without a name
	sheet    string          // name of the sheet that is read
	codes    map[string]bool // names of columns of numbers that are categories
	warnings func() []string // sentences about the conversion, complete after the text has been read; nil for none
}

// input is a file before its format is known.
type input struct {
	head    []byte // its first bytes
	start   string // csvfile.Beginning of the head
	stream  io.Reader
	options Options
	packed  bool // the file is in an archive
}

// openContent returns the text of the table in a file: converted from another format, or the file itself.
func openContent(ctx context.Context, in *input) (*content, error) {
	file, o := bufio.NewReaderSize(in.stream, csvfile.HeadSize), in.options
	in.head, _ = file.Peek(csvfile.HeadSize) // an error will be reported when the file is read
	in.start, in.stream = csvfile.Beginning(in.head), file
	// These open the formats that are not text. Each returns nil, without reading, for files of other formats.
	for _, open := range []func(context.Context, *input) (*content, error){openZip, openCompound, openJSON, openARFF} {
		if c, err := open(ctx, in); c != nil || err != nil {
			return c, err
		}
	}
	if o.Sheet != "" {
		return nil, csvfile.NewError(csvfile.Spreadsheet, "leave the sheet out",
			"the file does not consist of sheets: %q cannot be read", o.Sheet)
	}
	return &content{text: file, size: o.Size}, nil
}

// has reports whether the file starts with these bytes.
func (in *input) has(mark string) bool { return bytes.HasPrefix(in.head, []byte(mark)) }

// mostHeld is the greatest size in bytes of a file that must be kept in memory, because its format cannot be read as a stream.
const mostHeld = 256 << 20

// all reads the whole file.
func (in *input) all() ([]byte, error) {
	var file bytes.Buffer
	if size := in.options.Size; size > 0 && size <= mostHeld {
		file.Grow(int(size) + bytes.MinRead)
	}
	if _, err := file.ReadFrom(io.LimitReader(in.stream, mostHeld+1)); err != nil {
		return nil, csvfile.Damaged(err)
	}
	if file.Len() > mostHeld {
		return nil, csvfile.NewError(csvfile.TooLarge, "save the table as CSV: a text may have any size",
			"the file is larger than the %d MB that are read of its format", mostHeld>>20)
	}
	return file.Bytes(), nil
}

// allText reads the whole file as decompressed text; packed says whether it was compressed.
func (in *input) allText() (text []byte, packed bool, err error) {
	stream, dialect, err := csvfile.OpenText(in.stream)
	if err != nil {
		return nil, false, err
	}
	in.stream = stream
	text, err = in.all()
	return text, dialect.Packed, err
}

// openZip opens a workbook of Excel or LibreOffice, or a table in an archive.
func openZip(ctx context.Context, in *input) (*content, error) {
	if !in.has("PK\x03\x04") && !in.has("PK\x05\x06") {
		return nil, nil
	}
	packed, err := in.all()
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		kind := csvfile.Archive
		if bytes.Contains(in.head, []byte("[Content_Types].xml")) || bytes.Contains(in.head, []byte("opendocument")) {
			kind = csvfile.Spreadsheet
		}
		return nil, csvfile.NewError(kind, "open it in the program that wrote it and save it anew, or fetch it once more",
			"the archive or workbook is damaged or cut off")
	}
	if !spreadsheet.Is(z) {
		return openArchive(ctx, z, in)
	}
	return openBook(ctx, z, in.options.Sheet, int64(len(packed)))
}

func openBook(ctx context.Context, z *zip.Reader, sheet string, packed int64) (*content, error) {
	book, err := spreadsheet.Open(ctx, z, packed)
	if err != nil {
		return nil, err
	}
	k, err := book.Find(sheet)
	if err != nil {
		return nil, err
	}
	text, err := book.Read(k)
	if err != nil {
		return nil, err
	}
	c := &content{text: text, size: text.Size, format: book.Format, sheet: book.Sheets[k].Name}
	tables := 0 // visible sheets that may be tables
	for _, s := range book.Sheets {
		c.sheets = append(c.sheets, Sheet{Name: s.Name, Rows: s.Rows, Columns: s.Columns, Hidden: s.Hidden})
		if !s.Hidden && s.Rows > 1 && s.Columns > 1 {
			tables++
		}
	}
	c.warnings = func() []string {
		list := text.Warnings()
		if sheet == "" && tables > 1 {
			list = append(list, fmt.Sprintf("%d sheets of the workbook have rows and columns; %q was read, which has the most values: "+
				"choose another one if that is not the table", tables, c.sheet))
		}
		return list
	}
	return c, nil
}

// openCompound rejects files in the Compound File format of Microsoft: old Excel workbooks, and workbooks with a password.
func openCompound(_ context.Context, in *input) (*content, error) {
	if !in.has("\xd0\xcf\x11\xe0") {
		return nil, nil
	}
	file, err := in.all()
	if err != nil {
		return nil, err
	}
	if bytes.Contains(file, []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")) {
		return nil, spreadsheet.ErrEncrypted
	}
	return nil, csvfile.NewError(csvfile.Spreadsheet, "open it in a spreadsheet program and save it as .xlsx or CSV",
		"this is an old Excel workbook")
}
