package spreadsheet

import (
	"bytes"
	"io"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"drnet/engine/dataset/csvfile"
)

// References: ECMA-376, Office Open XML file formats, part 1, chapter 18. Names of parts are those of chapter 12.3.

// excel holds the parts that the sheets of an Excel workbook share.
type excel struct {
	formats  []format // by style of a cell
	date1904 bool     // dates count from 1904
	strings  []byte   // shared texts, each as a value of comma-separated text, concatenated
	ends     []int    // ends of these texts
}

// openExcel lists the sheets of an Excel workbook, and reads the parts that they share.
func (b *Workbook) openExcel(workbook string) error {
	x := new(excel)
	var sheets []Sheet
	var ids []string // of the parts of the sheets
	err := b.scan(workbook, func(s *scanner) error {
		if s.find("", 0) && string(s.name) != "workbook" {
			return errOther
		}
		for s.find("", 0) {
			switch string(s.name) {
			case "workbookPr":
				x.date1904 = isTrue(s.attr("date1904"))
			case "sheet":
				sheets = append(sheets, Sheet{Name: s.attr("name"), Hidden: strings.HasSuffix(strings.ToLower(s.attr("state")), "hidden")})
				ids = append(ids, s.attr("id"))
			}
		}
		return s.err
	})
	if err != nil {
		return err
	}
	links, err := b.links(workbook)
	if err != nil {
		return err
	}
	for k, id := range ids {
		if l := links[id]; l.kind == "worksheet" { // others are charts, macros or dialogs
			b.Sheets = append(b.Sheets, sheets[k])
			b.open = append(b.open, func() (rows, error) { return b.excelSheet(x, l.target) })
		}
	}
	if len(b.Sheets) == 0 && len(sheets) > 0 {
		return csvfile.NewError(csvfile.Spreadsheet, "choose a workbook with a table in a sheet",
			"the workbook consists of charts or macros, without a sheet of cells")
	}
	for _, l := range links {
		switch {
		case err != nil:
			return err
		case l.kind == "styles":
			err = b.scan(l.target, x.readStyles)
		case l.kind == "sharedStrings":
			err = b.scan(l.target, x.readStrings)
		}
	}
	return err
}

// link is a reference of a part to another one, its target.
type link struct{ kind, target string }

// links returns the references of a part by their identifiers. The part "" is the whole package.
func (b *Workbook) links(part string) (map[string]link, error) {
	links := map[string]link{}
	folder, file := path.Split(part)
	err := b.scan(folder+"_rels/"+file+".rels", func(s *scanner) error {
		for s.find("Relationship", 0) {
			target := s.attr("Target")
			if !strings.HasPrefix(target, "/") {
				target = folder + target
			}
			links[s.attr("Id")] = link{path.Base(s.attr("Type")), strings.TrimPrefix(path.Clean(target), "/")}
		}
		return s.err
	})
	return links, err
}

// readStyles reads the number formats.
func (x *excel) readStyles(s *scanner) error {
	codes := map[string]format{}
	for s.find("", 0) {
		switch string(s.name) {
		case "numFmt":
			codes[s.attr("numFmtId")] = parseFormat(s.attr("formatCode"))
		case "cellXfs":
			for depth := len(s.open); s.find("xf", depth); {
				id := s.attr("numFmtId")
				f, declared := codes[id]
				if !declared {
					f = builtIn(natural([]byte(id)))
				}
				x.formats = append(x.formats, f)
			}
			return nil // named styles follow, which cells do not refer to
		case "dxfs", "cellStyleXfs":
			s.skip()
		}
	}
	return s.err
}

// readStrings reads the shared texts.
func (x *excel) readStrings(s *scanner) error {
	var text []byte
	for s.find("si", 0) {
		text = richText(s, text[:0])
		x.strings = csvfile.AppendCell(x.strings, text)
		x.ends = append(x.ends, len(x.strings))
	}
	return s.err
}

// shared returns the shared text of an index in decimal digits; ok is false if there is none.
func (x *excel) shared(index []byte) (text []byte, ok bool) {
	k := natural(index)
	if k >= len(x.ends) || len(index) == 0 {
		return nil, false
	}
	start := 0
	if k > 0 {
		start = x.ends[k-1]
	}
	return x.strings[start:x.ends[k]], true
}

// richText appends the text of the element that was opened: of all its runs, without phonetic hints.
func richText(s *scanner, to []byte) []byte {
	inside := false
	for t := range s.inside {
		switch t {
		case opens:
			if inside = string(s.name) == "t"; string(s.name) == "rPh" {
				s.skip()
			}
		case closes:
			inside = false
		case chars:
			if inside {
				to = appendEscaped(to, s.text)
			}
		}
	}
	return to
}

// appendEscaped appends a text in which _x000D_ stands for a character that XML cannot have (ECMA-376, 22.4.2.4).
func appendEscaped(to, text []byte) []byte {
	const size = len("_x000D_")
	for {
		i := bytes.Index(text, []byte("_x"))
		if i < 0 {
			return append(to, text...)
		}
		to = append(to, text[:i]...)
		text = text[i:]
		if len(text) >= size && text[size-1] == '_' {
			if code, err := strconv.ParseUint(string(text[2:size-1]), 16, 16); err == nil {
				to = utf8.AppendRune(to, rune(code))
				text = text[size:]
				continue
			}
		}
		to = append(to, text[:2]...)
		text = text[2:]
	}
}

// excelRows yields the rows of an Excel sheet.
type excelRows struct {
	*excel
	s *scanner
	n notes

	row    int    // number of the last row
	inData bool   // inside the element sheetData
	raw    []byte // text of the current cell
}

func (b *Workbook) excelSheet(x *excel, part string) (rows, error) {
	r, err := b.part(part)
	if err != nil {
		return nil, err
	}
	return &excelRows{excel: x, s: newScanner(r)}, nil
}

func (e *excelRows) notes() *notes { return &e.n }

func (e *excelRows) next(r *row) error {
	s := e.s
	for {
		switch s.next() {
		case ended:
			if s.err != nil {
				return s.err
			}
			return io.EOF
		case closes:
			e.inData = e.inData && string(s.name) != "sheetData"
		case opens:
			switch string(s.name) {
			case "sheetData":
				e.inData = true
			case "row":
				if !e.inData {
					s.skip()
				} else if err := e.readRow(r); err != nil {
					return err
				} else if len(r.cells) > 0 {
					return nil
				}
			case "mergeCell":
				e.n.merged.add(s.attr("ref"))
			case "col":
				if isTrue(s.attr("hidden")) {
					e.n.hiddenColumns = append(e.n.hiddenColumns, [2]int{natural([]byte(s.attr("min"))) - 1, natural([]byte(s.attr("max")))})
				}
			}
		}
	}
}

// readRow reads the row that was opened.
func (e *excelRows) readRow(r *row) error {
	s := e.s
	*r = row{number: e.row + 1, repeat: 1, cells: r.cells[:0], text: r.text[:0]}
	for key, value := range s.each {
		switch string(key) {
		case "r":
			r.number = natural(value)
		case "hidden":
			r.hidden = isTrue(string(value))
		}
	}
	if r.number <= e.row || r.number > mostRows {
		return errMarkup
	}
	e.row = r.number
	column := 0
	for t := range s.inside {
		if t != opens {
			continue
		}
		if string(s.name) != "c" {
			s.skip()
			continue
		}
		var err error
		if column, err = e.readCell(r, column); err != nil {
			return err
		}
	}
	if r.hidden && len(r.cells) > 0 {
		e.n.hiddenRows++
	}
	return s.err
}

// readCell reads the cell that was opened, and returns the column of the next one. The cell is in the given column unless it has a name.
func (e *excelRows) readCell(r *row, column int) (int, error) {
	s := e.s
	kind, style := byte('n'), 0
	for key, value := range s.each {
		switch {
		case len(key) != 1 || len(value) == 0:
		case key[0] == 'r':
			named, number := splitName(value)
			if number != r.number {
				return 0, errMarkup
			}
			column = named - 1
		case key[0] == 's':
			style = natural(value)
		case key[0] == 't':
			kind = kindOf(value)
		}
	}
	e.raw = e.raw[:0]
	formula, inside := false, false
	for t := range s.inside {
		switch t {
		case opens:
			switch string(s.name) {
			case "v":
				inside = true
			case "f":
				formula = true
			case "is":
				e.raw = richText(s, e.raw)
			default:
				s.skip()
			}
		case closes:
			inside = false
		case chars:
			if inside {
				e.raw = append(e.raw, s.text...)
			}
		}
	}
	if s.err != nil {
		return 0, s.err
	}
	if formula && len(e.raw) == 0 && kind != 't' {
		e.n.unsaved.add(cellName(column, r.number))
	}
	start := len(r.text)
	if err := e.appendCell(r, kind, style); err != nil {
		return 0, err
	}
	return column + 1, r.addCell(column, 1, start)
}

// kindOf returns a letter for the type of a cell: n number, b boolean, d date, e error, s shared text, i inline text, t text of a formula.
func kindOf(name []byte) byte {
	if string(name) == "str" {
		return 't'
	}
	return name[0]
}

// appendCell appends the value of a cell to the row.
func (e *excelRows) appendCell(r *row, kind byte, style int) error {
	text := bytes.TrimSpace(e.raw)
	switch {
	case len(text) == 0:
	case kind == 's':
		shared, ok := e.shared(text)
		if !ok {
			return errMarkup
		}
		r.text = append(r.text, shared...)
	case kind == 'b':
		word := "TRUE"
		if string(text) == "0" {
			word = "FALSE"
		}
		r.text = append(r.text, word...)
	case kind == 'd':
		r.text = csvfile.AppendCell(r.text, isoDate(text))
	case kind == 'i':
		r.text = csvfile.AppendCell(r.text, e.raw)
	case kind == 't':
		r.text = csvfile.AppendCell(r.text, appendEscaped(nil, e.raw))
	case kind == 'e':
		r.text = csvfile.AppendCell(r.text, errorMark(text))
	case bytes.ContainsAny(text, `,"`): // not a number
		r.text = csvfile.AppendCell(r.text, text)
	case style < len(e.formats):
		r.addNumber(e.formats[style], text, e.date1904)
	default:
		r.addNumber(format{}, text, false)
	}
	return nil
}

// isoDate removes the time of a date if it is midnight.
func isoDate(text []byte) []byte { return bytes.TrimSuffix(text, []byte("T00:00:00")) }

// errorMark returns the missing mark of an error of a formula: the error if it is a default missing mark, or else #N/A.
func errorMark(text []byte) []byte {
	switch string(text) {
	case "#DIV/0!", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#NAME?":
		return text
	}
	return []byte("#N/A")
}
