package dataset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// signatures are bytes of files that are not tables of text, and where they stand.
var signatures = []struct {
	at           int
	bytes        string
	kind, called string
}{
	{0, "BZh", Archive, "a bzip2 archive"},
	{0, "\xfd7zXZ\x00", Archive, "an xz archive"},
	{0, "7z\xbc\xaf\x27\x1c", Archive, "a 7z archive"},
	{0, "\x28\xb5\x2f\xfd", Archive, "a zstd archive"},
	{0, "Rar!\x1a\x07", Archive, "a RAR archive"},
	{257, "ustar", Archive, "a tar archive"},
	{0, "\x1f\x8b", Archive, "a gzip archive inside another one"},
	{0, "\xd0\xcf\x11\xe0", Spreadsheet, "an old Excel workbook"},
	{0, "%PDF-", BinaryFile, "a PDF document"},
	{0, "%!PS", BinaryFile, "a PostScript document"},
	{0, "{\\rtf", BinaryFile, "an RTF document"},
	{0, "\x89PNG", BinaryFile, "a PNG picture"},
	{0, "\xff\xd8\xff", BinaryFile, "a JPEG picture"},
	{0, "GIF8", BinaryFile, "a GIF picture"},
	{0, "II*\x00", BinaryFile, "a TIFF picture"},
	{0, "MM\x00*", BinaryFile, "a TIFF picture"},
	{0, "RIFF", BinaryFile, "a sound, film or picture"},
	{0, "OggS", BinaryFile, "a sound or film"},
	{0, "ID3", BinaryFile, "an MP3 sound"},
	{4, "ftyp", BinaryFile, "a film"},
	{0, "PAR1", BinaryFile, "a Parquet file"},
	{0, "ARROW1", BinaryFile, "an Arrow file"},
	{0, "ORC", BinaryFile, "an ORC file"},
	{0, "Obj\x01", BinaryFile, "an Avro file"},
	{0, "\x89HDF", BinaryFile, "an HDF5 file"},
	{0, "$FL2", BinaryFile, "an SPSS file"},
	{0, "<stata_dta>", BinaryFile, "a Stata file"},
	{0, "RDX", BinaryFile, "an R file"},
	{0, "SQLite format 3\x00", BinaryFile, "an SQLite database"},
	{0, "\x7fELF", BinaryFile, "a program"},
	{0, "MZ\x90\x00", BinaryFile, "a program"},
	{0, "\x00asm", BinaryFile, "a program"},
}

// hints say what to do with a file of that kind.
var hints = map[string]string{
	Archive:     "unpack it and choose the CSV file inside",
	Spreadsheet: "open it, save the sheet as CSV, and choose that file",
	BinaryFile:  "choose a table saved as CSV",
	NotCSV:      "choose a table saved as CSV",
}

func wrongFile(kind, called string) error {
	return &Error{Kind: kind, Message: "this is " + called, Hint: hints[kind]}
}

// checkBytes refuses a file whose beginning shows that it is no text.
func checkBytes(head []byte) error {
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return checkZip(head)
	}
	for _, s := range signatures {
		if len(head) >= s.at && bytes.HasPrefix(head[s.at:], []byte(s.bytes)) {
			return wrongFile(s.kind, s.called)
		}
	}
	return nil
}

// checkZip names the documents that are ZIP archives inside.
func checkZip(head []byte) error {
	has := func(name string) bool { return bytes.Contains(head, []byte(name)) }
	switch {
	case has("xl/"):
		return wrongFile(Spreadsheet, "an Excel workbook")
	case has("opendocument.spreadsheet"):
		return wrongFile(Spreadsheet, "an OpenDocument spreadsheet")
	case has("Index/"), has(".iwa"):
		return wrongFile(Spreadsheet, "a Numbers spreadsheet")
	case has("word/"), has("ppt/"), has("opendocument"):
		return wrongFile(BinaryFile, "an office document")
	case has("[Content_Types].xml"):
		return wrongFile(Spreadsheet, "an Excel workbook")
	}
	return wrongFile(Archive, "a ZIP archive")
}

// checkText refuses what is no table of text: nothing, too many control characters, markup, JSON. Head is decoded.
func checkText(head []byte) error {
	nothing := func(r rune) bool { return unicode.IsSpace(r) || r == 0 || r == endMark }
	if len(bytes.TrimFunc(head, nothing)) == 0 {
		return &Error{Kind: EmptyFile, Message: "the file is empty", Hint: "choose a file with names and rows"}
	}
	const tooMany = 0.05 // a damaged text may have a few; of random bytes it is 9 %
	controls := 0
	for _, c := range head {
		if c < ' ' && bytes.IndexByte(textControls, c) < 0 {
			controls++
		}
	}
	if float64(controls) > tooMany*float64(len(head)) {
		return wrongFile(BinaryFile, "not a text but binary data")
	}
	return checkMarkup(head)
}

// textControls are control characters that texts have: line ends, tabs, colours of terminals, the old mark of the end.
var textControls = []byte("\a\b\t\n\v\f\r\x1a\x1b")

// checkMarkup refuses HTML, XML and JSON.
func checkMarkup(head []byte) error {
	const enough = 64 // bytes that tell markup from a header
	trimmed := bytes.TrimSpace(head)
	if len(trimmed) == 0 {
		return nil
	}
	start := strings.ToLower(string(trimmed[:min(enough, len(trimmed))]))
	for _, prefix := range []string{"<!doctype", "<html", "<head", "<body", "<table"} {
		if strings.HasPrefix(start, prefix) {
			return wrongFile(NotCSV, "a web page")
		}
	}
	for _, prefix := range []string{"<?xml", "<svg"} {
		if strings.HasPrefix(start, prefix) {
			return wrongFile(NotCSV, "an XML document")
		}
	}
	switch {
	case strings.HasPrefix(start, "<!--"):
		return wrongFile(NotCSV, "a web page or XML document")
	case strings.HasPrefix(start, "version https://git-lfs"):
		return &Error{Kind: NotCSV, Message: "this is a pointer of Git LFS, not the file itself", Hint: "fetch the file with git lfs pull"}
	case isJSON(start):
		return wrongFile(NotCSV, "a JSON file")
	}
	return nil
}

// isJSON reports whether a text begins like an object or a list, and not like a name in brackets.
func isJSON(start string) bool {
	if start[0] != '{' && start[0] != '[' {
		return false
	}
	rest := strings.TrimSpace(start[1:])
	return rest == "" || strings.ContainsRune(`{["}]`, rune(rest[0])) ||
		start[0] == '[' && strings.Trim(rest, "0123456789.,-+e \t\r\n]") == ""
}

// A compressed file may grow to mostUnpacked times its size: tables that people have shrink to a tenth, rarely to a
// hundredth. Up to freeUnpacked bytes it does not matter.
const (
	mostUnpacked = 200
	freeUnpacked = 64 << 20
)

// source is the text of a file as a stream of UTF-8 or of an encoding with one byte for a character.
type source struct {
	io.Reader
	packed   *counter // the file's own bytes
	unpacked *counter // nil if it was not compressed
}

// counter counts the bytes that pass.
type counter struct {
	io.Reader
	n     int64
	check func(n int64) error // nil if any number will do
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	if c.check != nil && err == nil {
		err = c.check(c.n)
	}
	return n, err
}

// openSource refuses files that are no text, unpacks and decodes. It completes the dialect.
func openSource(r io.Reader, o Options, d *Dialect) (*source, error) {
	s := &source{packed: &counter{Reader: r}}
	head := bufio.NewReaderSize(s.packed, peekSize)
	beginning, err := peek(head)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(beginning, []byte("\x1f\x8b")) {
		unpacked, err := gzip.NewReader(head)
		if err != nil {
			return nil, damaged(err)
		}
		d.Packed = true
		s.unpacked = &counter{Reader: unpacked, check: func(n int64) error {
			if n > freeUnpacked && n > mostUnpacked*s.packed.n {
				return &Error{
					Kind: TooLarge, Message: fmt.Sprintf("the compressed file grows to more than %d times its size", mostUnpacked),
					Hint: "unpack it with a program that you trust, and choose the CSV file inside",
				}
			}
			return nil
		}}
		head = bufio.NewReaderSize(s.unpacked, peekSize)
		if beginning, err = peek(head); err != nil {
			return nil, err
		}
	}
	s.Reader = head
	return s, s.decode(head, beginning, o, d)
}

// peekSize is how many bytes tell what kind of file it is.
const peekSize = 64 << 10

func peek(r *bufio.Reader) ([]byte, error) {
	beginning, err := r.Peek(peekSize)
	if err != nil && err != io.EOF {
		return nil, damaged(err)
	}
	return beginning, nil
}

// damaged is an error of the stream below the text.
func damaged(err error) error {
	if own, ok := err.(*Error); ok {
		return own
	}
	if err == gzip.ErrChecksum || err == gzip.ErrHeader || err == io.ErrUnexpectedEOF || strings.HasPrefix(err.Error(), "flate: ") {
		return &Error{Kind: Archive, Message: "the compressed file is damaged or cut off", Hint: "make or fetch it anew"}
	}
	return fmt.Errorf("dataset: read: %w", err)
}

// decode finds the encoding, takes its mark away, and turns two bytes a character into UTF-8.
func (s *source) decode(head *bufio.Reader, beginning []byte, o Options, d *Dialect) error {
	d.Encoding = encodingNamed(o.Encoding)
	for _, mark := range byteOrderMarks {
		if bytes.HasPrefix(beginning, []byte(mark.bytes)) {
			d.BOM = true
			if d.Encoding == "" || strings.HasPrefix(d.Encoding, "UTF") {
				d.Encoding = mark.encoding
			}
			n, _ := head.Discard(len(mark.bytes))
			beginning = beginning[n:]
			break
		}
	}
	if !d.BOM {
		if err := checkBytes(beginning); err != nil {
			return err
		}
		if d.Encoding == "" {
			d.Encoding = findWide(beginning)
		}
	}
	if _, ok := wide[d.Encoding]; ok {
		s.Reader = fromWide(head, d.Encoding)
	} else if d.Encoding == "" {
		d.Encoding = utf8Name
	}
	return nil
}
