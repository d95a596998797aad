package csvfile

import (
	"bytes"
	"strings"
	"unicode"
)

// signatures identify files that are not tables of text by bytes at an offset.
var signatures = []struct {
	at         int
	bytes      string
	kind, name string
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

// hints are the next steps for each kind of wrong file.
var hints = map[string]string{
	Archive:     "unpack it and choose the CSV file inside",
	Spreadsheet: "open it, save the sheet as CSV, and choose that file",
	BinaryFile:  "choose a table saved as CSV",
	NotCSV:      "choose a table saved as CSV",
}

func wrongFile(kind, name string) error {
	return NewError(kind, hints[kind], "this is %s", name)
}

// checkBytes rejects a file whose first bytes are not text.
func checkBytes(head []byte) error {
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return checkZip(head)
	}
	for _, s := range signatures {
		if len(head) >= s.at && bytes.HasPrefix(head[s.at:], []byte(s.bytes)) {
			return wrongFile(s.kind, s.name)
		}
	}
	return nil
}

// checkZip rejects a ZIP archive, and names the document formats that use it.
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

// checkText rejects decoded text that is not a table: empty, too many control characters, markup, JSON.
func checkText(head []byte) error {
	isEmpty := func(r rune) bool { return unicode.IsSpace(r) || r == 0 || r == endMark }
	if len(bytes.TrimFunc(head, isEmpty)) == 0 {
		return NewError(EmptyFile, "choose a file with names and rows", "the file is empty")
	}
	const tooMany = 0.05 // share of control characters: low in damaged texts, 9 % in random bytes
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

// endMark ends the files of old systems.
const endMark = 0x1a

// textControls are the control characters of texts: line ends, tabs, terminal colors, the end mark of old systems.
var textControls = []byte("\a\b\t\n\v\f\r\x1a\x1b")

// markup lists the beginnings of web pages and XML documents.
var markup = []struct{ prefix, name string }{
	{"<!doctype", "a web page"},
	{"<html", "a web page"},
	{"<head", "a web page"},
	{"<body", "a web page"},
	{"<table", "a web page"},
	{"<?xml", "an XML document"},
	{"<svg", "an XML document"},
	{"<!--", "a web page or XML document"},
}

// checkMarkup rejects HTML, XML and JSON.
func checkMarkup(head []byte) error {
	const enough = 64 // bytes that distinguish markup from a header
	trimmed := bytes.TrimSpace(head)
	if len(trimmed) == 0 {
		return nil
	}
	start := strings.ToLower(string(trimmed[:min(enough, len(trimmed))]))
	for _, m := range markup {
		if strings.HasPrefix(start, m.prefix) {
			return wrongFile(NotCSV, m.name)
		}
	}
	switch {
	case strings.HasPrefix(start, "version https://git-lfs"):
		return NewError(NotCSV, "fetch the file with git lfs pull",
			"this is a pointer of Git LFS, not the file itself")
	case isJSON(start):
		return wrongFile(NotCSV, "a JSON file")
	}
	return nil
}

// isJSON reports whether a text starts like an object or a list, rather than a name in brackets.
func isJSON(start string) bool {
	if start[0] != '{' && start[0] != '[' {
		return false
	}
	rest := strings.TrimSpace(start[1:])
	return rest == "" || strings.ContainsRune(`{["}]`, rune(rest[0])) ||
		start[0] == '[' && strings.Trim(rest, "0123456789.,-+e \t\r\n]") == ""
}
