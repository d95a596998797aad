package csvfile

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// format is a file format. It is recognized by any of several byte strings at an offset.
type format struct {
	kind, name string
	at         int
	marks      []string
}

// signatures are the formats of files that are not tables of text.
var signatures = []format{
	{Archive, "a bzip2 archive", 0, []string{"BZh"}},
	{Archive, "an xz archive", 0, []string{"\xfd7zXZ\x00"}},
	{Archive, "a 7z archive", 0, []string{"7z\xbc\xaf\x27\x1c"}},
	{Archive, "a zstd archive", 0, []string{"\x28\xb5\x2f\xfd"}},
	{Archive, "a RAR archive", 0, []string{"Rar!\x1a\x07"}},
	{Archive, "a tar archive", 257, []string{"ustar"}},
	{Archive, "an archive inside another one", 0, []string{"\x1f\x8b", "PK\x03\x04"}},
	{Spreadsheet, "an old Excel workbook", 0, []string{"\xd0\xcf\x11\xe0"}},
	{BinaryFile, "a PDF document", 0, []string{"%PDF-"}},
	{BinaryFile, "a PostScript document", 0, []string{"%!PS"}},
	{BinaryFile, "an RTF document", 0, []string{"{\\rtf"}},
	{BinaryFile, "a PNG picture", 0, []string{"\x89PNG"}},
	{BinaryFile, "a JPEG picture", 0, []string{"\xff\xd8\xff"}},
	{BinaryFile, "a GIF picture", 0, []string{"GIF8"}},
	{BinaryFile, "a TIFF picture", 0, []string{"II*\x00", "MM\x00*"}},
	{BinaryFile, "a sound, film or picture", 0, []string{"RIFF"}},
	{BinaryFile, "a sound or film", 0, []string{"OggS"}},
	{BinaryFile, "an MP3 sound", 0, []string{"ID3"}},
	{BinaryFile, "a film", 4, []string{"ftyp"}},
	{BinaryFile, "a Parquet file", 0, []string{"PAR1"}},
	{BinaryFile, "an Arrow file", 0, []string{"ARROW1", "FEA1"}},
	{BinaryFile, "an ORC file", 0, []string{"ORC"}},
	{BinaryFile, "an Avro file", 0, []string{"Obj\x01"}},
	{BinaryFile, "an HDF5 file", 0, []string{"\x89HDF"}},
	{BinaryFile, "an SPSS file", 0, []string{"$FL2", "$FL3"}},
	{BinaryFile, "a Stata file", 0, []string{
		"<stata_dta>", "q\x01\x01\x00", "q\x02\x01\x00", "r\x01\x01\x00", "r\x02\x01\x00", "s\x01\x01\x00", "s\x02\x01\x00",
	}},
	{BinaryFile, "a SAS file", 12, []string{"\xc2\xea\x81\x60\xb3\x14\x11\xcf"}},
	{BinaryFile, "an R workspace", 0, []string{"RDX", "RDA"}},
	{BinaryFile, "an R object", 0, []string{"X\n\x00\x00\x00", "A\n2\n", "A\n3\n"}},
	{BinaryFile, "a NumPy file", 0, []string{"\x93NUMPY"}},
	{BinaryFile, "a MATLAB file", 0, []string{"MATLAB 5.0 MAT-file"}},
	{BinaryFile, "an SQLite database", 0, []string{"SQLite format 3\x00"}},
	{BinaryFile, "a program", 0, []string{"\x7fELF", "MZ\x90\x00", "\x00asm"}},
}

// markup are the formats of web pages, XML documents, and scripts and printouts of databases, in small letters.
var markup = []format{
	{NotCSV, "a web page", 0, []string{"<!doctype", "<html", "<head", "<body", "<table", "<tr"}},
	{NotCSV, "an XML document", 0, []string{"<?xml", "<svg"}},
	{NotCSV, "a web page or XML document", 0, []string{"<!--"}},
	{NotCSV, "a table of LaTeX, AsciiDoc or a wiki", 0, []string{`\begin{`, `\documentclass`, "% latex table", "[options=", "[cols=", "{|"}},
	{NotCSV, "a script of SQL", 0, []string{
		"insert into ", "create table ", "drop table ", "pragma foreign_keys", "-- mysql dump", "-- mariadb dump", "-- phpmyadmin",
		"--\n-- postgresql", "--\r\n-- postgresql", "/*!",
	}},
	{NotCSV, "a SAS file", 0, []string{"header record*******library header"}},
	{NotCSV, "a calendar or an address book", 0, []string{"begin:vcalendar", "begin:vcard"}},
	{NotCSV, "a printout with one value a line", 0, []string{
		"-[ ", "─[ ", "* record 1\n", "* record 1\r\n", "expanded display is ", "*************************** 1. row *",
	}},
}

// hints are the next steps by kind of wrong file, and by format if a program can convert it to CSV.
var hints = map[string]string{
	Archive:     "unpack it and choose the CSV file inside",
	Spreadsheet: "open it, save the sheet as CSV, and choose that file",
	BinaryFile:  "choose a table saved as CSV",
	NotCSV:      "choose a table saved as CSV",

	"a Parquet file":     pandas("parquet"),
	"an Arrow file":      pandas("feather"),
	"an ORC file":        pandas("orc"),
	"an HDF5 file":       pandas("hdf"),
	"a SAS file":         pandas("sas"),
	"a Stata file":       "write it as CSV, in Stata with: export delimited NAME.csv",
	"an SPSS file":       `save it as CSV in SPSS or PSPP, or in R: write.csv(haven::read_sav("FILE"), "NAME.csv", row.names = FALSE)`,
	"an R object":        `write it as CSV, in R: write.csv(readRDS("FILE"), "NAME.csv", row.names = FALSE)`,
	"an R workspace":     `write a table of it as CSV, in R: load("FILE"), then write.csv(TABLE, "NAME.csv", row.names = FALSE)`,
	"a web page":         "open it in Excel or LibreOffice, save the table as CSV, and choose that file",
	"an XML document":    "if it is a table, open it in Excel or LibreOffice, save it as CSV, and choose that file",
	"a LIBSVM file":      "write it as CSV, in Python with: sklearn.datasets.load_svmlight_file and numpy.savetxt",
	"a script of SQL":    "run it in a database, and write a table of that as CSV",
	"an SQLite database": `write a table of it as CSV: sqlite3 -header -csv FILE "select * from TABLE" > NAME.csv`,

	"a printout with one value a line": printed,
	"a table drawn with lines":         printed,
}

const printed = "write it as CSV, for example by psql --csv, by mysql --batch with tabs, or by .mode csv in DuckDB or SQLite"

// pandas returns the next step for a format that this Python library reads.
func pandas(format string) string {
	return fmt.Sprintf(`write it as CSV, in Python: import pandas; pandas.read_%s("FILE").to_csv("NAME.csv", index=False)`, format)
}

func wrongFile(kind, name string) error {
	return NewError(kind, cmp.Or(hints[name], hints[kind]), "this is %s", name)
}

// reject returns the error for the first format whose mark the text starts with, or nil.
func reject(formats []format, text string) error {
	for _, f := range formats {
		if slices.ContainsFunc(f.marks, func(mark string) bool { return strings.HasPrefix(text[min(f.at, len(text)):], mark) }) {
			return wrongFile(f.kind, f.name)
		}
	}
	return nil
}

// checkBytes rejects a file whose first bytes are not text.
func checkBytes(head []byte) error {
	return reject(signatures, string(head))
}

// checkText rejects decoded text that is not a table: empty, too many control characters, markup, JSON.
func checkText(head []byte) error {
	isEmpty := func(r rune) bool { return unicode.IsSpace(r) || r == 0 || r == endMark }
	if len(bytes.TrimFunc(head, isEmpty)) == 0 {
		return NewError(EmptyFile, "choose a file with names and rows", "the file is empty")
	}
	const tooMany = 0.05                   // share of control characters: low in damaged texts, 9% in random bytes
	const known = "\a\b\t\n\v\f\r\x1a\x1b" // line ends, tabs, terminal colors, the end mark of old systems
	controls := count(head, func(c byte) bool { return c < ' ' && strings.IndexByte(known, c) < 0 })
	if float64(controls) > tooMany*float64(len(head)) {
		return wrongFile(BinaryFile, "not a text but binary data")
	}
	const enough = 64 // bytes, to tell markup from a header
	trimmed := bytes.TrimSpace(head)
	start := strings.ToLower(string(trimmed[:min(enough, len(trimmed))]))
	if err := reject(markup, start); err != nil {
		return err
	}
	switch {
	case isDrawn(trimmed):
		return wrongFile(NotCSV, "a table drawn with lines")
	case isListing(string(trimmed)):
		return wrongFile(NotCSV, "a printout with one value a line")
	case isSparse(string(trimmed)):
		return wrongFile(NotCSV, "a LIBSVM file")
	case strings.HasPrefix(start, "version https://git-lfs"):
		return NewError(NotCSV, "fetch the file with git lfs pull", "this is a pointer of Git LFS, not the file itself")
	case IsJSON(string(trimmed)):
		return wrongFile(NotCSV, "a JSON file")
	}
	return nil
}

// isDrawn reports whether one of the first lines consists of lines and corners of a box, as psql, DuckDB and Polars draw them.
func isDrawn(text []byte) bool {
	const enough = 3 // lines, to find the top of the box or the line below its names
	for i, line := range bytes.SplitN(text, []byte("\n"), enough+1) {
		corners := strings.Trim(strings.TrimSpace(string(line)), "─━═")
		if i < enough && corners != "" && strings.Trim(corners, "─━═┌┬┐├┼┤└┴┘┏┳┓┡╇┩╒╤╕╞╪╡╔╦╗╠╬╣╭╮") == "" {
			return true
		}
	}
	return false
}

// isSparse reports whether the first two lines have a number and then numbers of columns with their values, as in +1 3:0.5 7:1.
func isSparse(text string) bool {
	lines := strings.SplitN(text, "\n", 3)
	return len(lines) > 1 && isSparseLine(lines[0]) && isSparseLine(lines[1])
}

// isSparseLine does not take times such as 10:30 for columns with values.
func isSparseLine(line string) bool {
	fields, times := strings.Fields(line), true
	if len(fields) == 0 {
		return false
	}
	if _, err := strconv.ParseFloat(fields[0], 64); err != nil {
		return false
	}
	for _, field := range fields[1:] {
		column, value, _ := strings.Cut(field, ":")
		number, err := strconv.Atoi(column)
		_, wrong := strconv.ParseFloat(value, 64)
		if wrong != nil || err != nil && column != "qid" || number < 0 {
			return false
		}
		times = times && len(value) == len("30")
	}
	return !times
}

// isListing reports whether the first two paragraphs have the same names, at least two, before " = " or ": ", as in SQLite's mode line.
func isListing(text string) bool {
	const most = 999 // lines
	first, names, n := "", "", 0
	for _, line := range strings.SplitN(text+"\n\n", "\n", most) {
		name, _, ok := strings.Cut(strings.Replace(line, " = ", ": ", 1), ": ")
		switch {
		case ok:
			names += strings.TrimSpace(name) + "\n"
			n++
		case strings.TrimSpace(line) != "":
			return false
		case first != "" && names != "":
			return names == first && n > 1
		case names != "":
			first, names, n = names, "", 0
		}
	}
	return false
}

// endMark (Ctrl-Z) ends text files of CP/M and DOS.
const endMark = 0x1a

// IsJSON reports whether a file with this beginning is a JSON text, sound or damaged, rather than a table whose first cell has brackets.
// In a table, the first line goes on with a separator, and has neither brackets nor a line end behind it.
func IsJSON(start string) bool {
	text := []byte(start) // once: a file may begin with thousands of comments
	for n := CommentSize(text); n > 0; n = CommentSize(text) {
		text = bytes.TrimSpace(text[n:])
	}
	start = string(text)
	if start == "" || start[0] != '{' && start[0] != '[' {
		return false
	}
	first := strings.TrimSpace(start[1:])
	likely := first == "" || strings.IndexByte(`{["}]`, first[0]) >= 0 ||
		start[0] == '[' && strings.Trim(first, "0123456789.,-+e \t\r\n]") == ""
	line := start
	if n := strings.IndexAny(start, "\r\n"); n >= 0 {
		line = start[:n]
	}
	end, quoted := closingBracket(line)
	if end == 0 {
		return likely || len(line) == 1
	}
	separator := ","
	if start[0] == '{' {
		separator = ":"
	}
	several := quoted || strings.Contains(line[:end], separator)
	rest := strings.Trim(line[end:], " ")
	switch next := strings.Trim(rest, " ,;|\t"); {
	case next == "": // the line is one value
		return several || likely
	case strings.IndexByte("{[]}", next[0]) >= 0: // a list goes on or ends
		return several
	default: // a text follows: at once only if the value is damaged
		return quoted && next[0] == rest[0]
	}
}

// CommentSize returns the number of bytes of a comment of JavaScript that a text begins with, 0 if it does not.
func CommentSize(text []byte) int {
	for _, mark := range [][2]string{{"//", "\n"}, {"/*", "*/"}} {
		if bytes.HasPrefix(text, []byte(mark[0])) {
			if n := bytes.Index(text[2:], []byte(mark[1])); n >= 0 {
				return 2 + n + len(mark[1])
			}
			return len(text)
		}
	}
	return 0
}

// closingBracket returns the position behind the bracket that closes the first one of a line, 0 if none does, and whether there are double
// quotes before. Brackets between them do not count.
func closingBracket(line string) (end int, quotes bool) {
	depth, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			i++
		case c == '"':
			quoted, quotes = !quoted, true
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1, quotes
			}
		}
	}
	return 0, quotes
}

// IsARFF reports whether a file with this beginning, in lower case, is a table of Weka.
func IsARFF(start string) bool {
	for line := range strings.Lines(start) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '%' {
			return strings.HasPrefix(line, "@relation")
		}
	}
	return false
}

// HeadSize is the number of bytes that the format of a file is recognized by: comments of some kilobytes may come first in an ARFF file.
const HeadSize = 32 << 10

// Beginning returns the decompressed text of the first bytes of a file, in small letters and without blanks around it.
func Beginning(head []byte) string {
	if packed, err := gzip.NewReader(bytes.NewReader(head)); err == nil {
		head = make([]byte, HeadSize)
		n, _ := io.ReadFull(packed, head) // an error is expected, because the head ends before the file
		head = head[:n]
	}
	s, err := openSource(bytes.NewReader(head), "", new(Dialect))
	if err != nil {
		return ""
	}
	text, _ := io.ReadAll(s)
	return strings.ToLower(string(bytes.TrimSpace(text)))
}

// OpenText returns the decompressed text of a file and its dialect as far as the first bytes show it: Packed, Encoding and BOM. UTF-16 is
// converted to UTF-8; other text keeps its bytes.
func OpenText(r io.Reader) (io.Reader, Dialect, error) {
	var d Dialect
	s, err := openSource(r, "", &d)
	return s, d, err
}
