package dataset

import (
	"bytes"
	"io"
	"strings"
)

const bom = "\xef\xbb\xbf" // UTF-8's byte order mark

// signatures are the first bytes of files that are not tables of text.
var signatures = []struct{ prefix, kind, name string }{
	{"\x1f\x8b", Archive, "a gzip archive"},
	{"BZh", Archive, "a bzip2 archive"},
	{"\xfd7zXZ\x00", Archive, "an xz archive"},
	{"7z\xbc\xaf\x27\x1c", Archive, "a 7z archive"},
	{"\x28\xb5\x2f\xfd", Archive, "a zstd archive"},
	{"\xd0\xcf\x11\xe0", Spreadsheet, "an old Excel workbook"},
	{"%PDF-", BinaryFile, "a PDF document"},
	{"\x89PNG", BinaryFile, "a PNG picture"},
	{"\xff\xd8\xff", BinaryFile, "a JPEG picture"},
	{"GIF8", BinaryFile, "a GIF picture"},
	{"PAR1", BinaryFile, "a Parquet file"},
	{"SQLite format 3\x00", BinaryFile, "an SQLite database"},
	{"\xff\xfe", Encoding, "a text in UTF-16"},
	{"\xfe\xff", Encoding, "a text in UTF-16"},
}

// hints say what to do with a file of that kind.
var hints = map[string]string{
	Archive:     "unpack it and choose the CSV file inside",
	Spreadsheet: "save it as CSV and choose that file",
	BinaryFile:  "choose a table saved as CSV",
	Encoding:    "save the file with the encoding UTF-8",
	NotCSV:      "choose a table saved as CSV",
}

func wrongFile(kind, name string) error {
	return &Error{Kind: kind, Message: "this is " + name, Hint: hints[kind]}
}

// checkHead refuses a file whose beginning shows that it is no table of text. Head has no UTF-8 mark any more.
func checkHead(head []byte) error {
	if len(bytes.TrimSpace(head)) == 0 {
		return &Error{Kind: EmptyFile, Message: "the file is empty", Hint: "choose a file with a header and rows"}
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		if bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("xl/")) {
			return wrongFile(Spreadsheet, "an Excel workbook")
		}
		return wrongFile(Archive, "a ZIP archive")
	}
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.prefix)) {
			return wrongFile(s.kind, s.name)
		}
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return wrongFile(BinaryFile, "not a text: it has NUL bytes")
	}
	return checkMarkup(head)
}

// checkMarkup refuses HTML, XML and JSON.
func checkMarkup(head []byte) error {
	const enough = 64 // bytes that tell markup from a header
	start := strings.ToLower(string(bytes.TrimSpace(head)[:min(enough, len(bytes.TrimSpace(head)))]))
	for _, prefix := range []string{"<!doctype", "<html", "<?xml", "<head", "<body", "<table", "<svg"} {
		if strings.HasPrefix(start, prefix) {
			return wrongFile(NotCSV, "a page or document of markup")
		}
	}
	if start[0] == '{' || start[0] == '[' {
		rest := strings.TrimSpace(start[1:])
		if rest == "" || strings.ContainsRune(`{["}]`, rune(rest[0])) {
			return wrongFile(NotCSV, "a JSON file")
		}
	}
	return nil
}

// source passes a stream on, counts its lines, and ends them by LF in a file that ends them by CR alone.
type source struct {
	r     io.Reader
	cr    bool
	lines int  // line ends so far
	last  byte // the last byte so far
}

// Read reads the next bytes of the stream.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if n > 0 {
		if s.cr {
			for i, c := range p[:n] {
				if c == '\r' {
					p[i] = '\n'
				}
			}
		}
		s.lines += bytes.Count(p[:n], []byte{'\n'})
		s.last = p[n-1]
	}
	return n, err
}

// total returns the number of lines, the last one with or without an end.
func (s *source) total() int {
	if s.last != '\n' && s.last != 0 {
		return s.lines + 1
	}
	return s.lines
}
