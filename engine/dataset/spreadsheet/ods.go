package spreadsheet

import (
	"bytes"
	"cmp"
	"io"
	"strconv"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// Reference: OASIS, Open Document Format for Office Applications 1.3, part 3, chapter 9.

// contentPart is the part of an OpenDocument spreadsheet that has all sheets.
const contentPart = "content.xml"

// openDocument lists and measures the sheets of an OpenDocument spreadsheet. All are in one part, which it reads once.
func (b *Workbook) openDocument() error {
	const manifest = "META-INF/manifest.xml" // it lists the parts
	if b.parts[partName(manifest)] != nil {
		err := b.scan(manifest, func(s *scanner) error {
			if s.find("encryption-data", 0) {
				return ErrEncrypted
			}
			return s.err
		})
		if err != nil {
			return err
		}
	}
	hidden, style := map[string]bool{}, "" // whether a style hides sheets, by its name; name of the style being read
	return b.scan(contentPart, func(s *scanner) error {
		for s.find("", 0) {
			switch string(s.name) {
			case "style":
				style = s.attr("name")
			case "table-properties":
				hidden[style] = s.attr("display") == "false"
			case "body":
				if s.find("", 0) && string(s.name) != "spreadsheet" {
					return errOther
				}
			case "table":
				sheet := Sheet{Name: s.attr("name"), Hidden: hidden[s.attr("style-name")]}
				e, err := measure(&documentRows{s: s, depth: len(s.open)})
				if err != nil {
					return err
				}
				k := len(b.Sheets)
				b.Sheets = append(b.Sheets, sheet)
				b.open = append(b.open, func() (rows, error) { return b.documentSheet(k) })
				b.measured(k, e)
			}
		}
		return s.err
	})
}

// documentSheet opens sheet k, from 0.
func (b *Workbook) documentSheet(k int) (rows, error) {
	r, err := b.part(contentPart)
	if err != nil {
		return nil, err
	}
	s := newScanner(r)
	for s.find("table", 0) {
		if k == 0 {
			return &documentRows{s: s, depth: len(s.open)}, nil
		}
		k--
		s.skip()
	}
	return nil, s.err
}

// documentRows yields the rows of a table of an OpenDocument spreadsheet.
type documentRows struct {
	s     *scanner
	depth int // number of open elements after the start tag of the table
	n     notes

	columns int    // columns declared so far
	row     int    // number of the last row
	raw     []byte // text of the current cell
}

func (d *documentRows) notes() *notes { return &d.n }

func (d *documentRows) next(r *row) error {
	s := d.s
	for len(s.open) >= d.depth {
		switch s.next() {
		case ended:
			return s.err
		case opens:
			switch string(s.name) {
			case "table-row":
				if err := d.readRow(r); err != nil {
					return err
				} else if len(r.cells) > 0 {
					return nil
				}
			case "table-column":
				n := repeated(s, "number-columns-repeated")
				if isHidden(s) {
					d.n.hiddenColumns = append(d.n.hiddenColumns, [2]int{d.columns, d.columns + n})
				}
				d.columns += n
			case "table-column-group", "table-columns", "table-header-columns",
				"table-row-group", "table-rows", "table-header-rows":
			default:
				s.skip() // forms, shapes
			}
		}
	}
	return io.EOF
}

// repeated returns the number in an attribute of the start tag, at least 1: how many equal rows or columns the element stands for.
func repeated(s *scanner, name string) int {
	for key, value := range s.each {
		if string(key) == name {
			return max(1, natural(value))
		}
	}
	return 1
}

func isHidden(s *scanner) bool {
	visibility := s.attr("visibility")
	return visibility == "collapse" || visibility == "filter"
}

func (d *documentRows) readRow(r *row) error {
	s := d.s
	*r = row{
		number: d.row + 1, repeat: repeated(s, "number-rows-repeated"), hidden: isHidden(s),
		cells: r.cells[:0], text: r.text[:0],
	}
	column := 0
	for t := range s.inside {
		if t != opens {
			continue
		}
		if name := string(s.name); name != "table-cell" && name != "covered-table-cell" {
			s.skip()
			continue
		}
		n := repeated(s, "number-columns-repeated")
		start := len(r.text)
		d.readCell(r, column)
		if err := cmp.Or(s.err, r.addCell(column, n, start)); err != nil {
			return err
		}
		column += n
	}
	d.row += r.repeat
	if d.row > mostRows && len(r.cells) > 0 {
		return errMarkup
	}
	if r.hidden && len(r.cells) > 0 {
		d.n.hiddenRows += r.repeat
	}
	return s.err
}

// documentCell has the attributes of a cell.
type documentCell struct {
	kind, value, currency string
	truth                 string // TRUE or FALSE if the cell has such a formula
	failed                bool   // the formula has an error
	formula, hasString    bool   // the cell has a formula; value is a string
}

// readCell appends the value of the cell that was opened to the row.
func (d *documentRows) readCell(r *row, column int) {
	s := d.s
	var c documentCell
	for key, value := range s.each {
		switch string(key) {
		case "value-type":
			if c.failed = c.failed || string(value) == "error"; !c.failed {
				c.kind = string(value)
			}
		case "value", "date-value", "time-value", "boolean-value":
			c.value = string(value)
		case "string-value":
			c.value, c.hasString = attrText(value), true
		case "currency":
			c.currency = attrText(value)
		case "formula":
			c.formula = true
			if truth, is := strings.CutSuffix(string(value), "()"); is && c.kind != "boolean" {
				switch truth = strings.TrimPrefix(truth, "of:="); truth { // LibreOffice writes booleans from Excel as numbers like this
				case "TRUE", "FALSE":
					c.truth = truth
				}
			}
		case "number-columns-spanned", "number-rows-spanned":
			if natural(value) > 1 && (d.n.merged.n == 0 || d.n.merged.first != cellName(column, r.number)) {
				d.n.merged.add(cellName(column, r.number))
			}
		}
	}
	var paragraphs int
	d.raw, paragraphs = d.readText(d.raw[:0])
	if c.formula && c.kind == "" && paragraphs == 0 { // LibreOffice writes no kind for an empty text either
		d.n.unsaved.add(cellName(column, r.number))
	}
	c.appendValue(r, d.raw)
}

// appendValue appends the value of a cell with the given text to the row.
func (c documentCell) appendValue(r *row, text []byte) {
	if f, is := c.format(text); is {
		r.addNumber(f, []byte(c.value), false)
		return
	}
	r.text = c.appendText(r.text, text)
}

// format returns the format of a cell with the given text; is is false if the cell is not a number.
func (c documentCell) format(text []byte) (f format, is bool) {
	_, err := strconv.ParseFloat(c.value, 64)
	if err != nil || c.failed || c.truth != "" {
		return f, false
	}
	switch f.unit = currencies[c.currency]; {
	case c.kind == "percentage":
		f.shows = percent
	case c.kind == "float" && len(text) > 1 && text[0] == '0' && natural(text) > 0:
		f.shows, f.digits = code, len(text)
	case c.kind == "float" && len(text) > 0 && !(isDigit(text[0]) && isDigit(text[len(text)-1])):
		f.unit = unitIn(string(text))
	}
	return f, c.kind == "float" || c.kind == "percentage" || c.kind == "currency"
}

// appendText appends the value of a cell that is not a number.
func (c documentCell) appendText(to, text []byte) []byte {
	switch {
	case c.failed:
		return csvfile.AppendCell(to, errorMark(text))
	case c.truth != "":
		return append(to, c.truth...)
	case c.kind == "boolean":
		return csvfile.AppendCell(to, bytes.ToUpper([]byte(c.value)))
	case c.kind == "date":
		return csvfile.AppendCell(to, isoDate([]byte(c.value)))
	case c.kind == "time":
		if t, ok := appendPeriod(to, c.value); ok {
			return t
		}
	case c.hasString:
		return csvfile.AppendCell(to, []byte(c.value))
	}
	return csvfile.AppendCell(to, text)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

const daySeconds = 24 * 60 * 60

// appendPeriod appends a time such as PT36H15M00.5S as 36:15:00.5.
func appendPeriod(to []byte, text string) ([]byte, bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	if len(text) < 2 || text[0] != 'P' {
		return to, false
	}
	seconds, start := 0.0, 1
	for i := 1; i < len(text); i++ {
		unit := map[byte]float64{'D': daySeconds, 'H': 3600, 'M': 60, 'S': 1}[text[i]]
		if text[i] == 'T' {
			start = i + 1
		}
		if unit == 0 {
			continue
		}
		x, err := strconv.ParseFloat(text[start:i], 64)
		if err != nil {
			return to, false
		}
		seconds += x * unit
		start = i + 1
	}
	if negative {
		seconds = -seconds
	}
	return format{shows: duration}.appendTime(to, seconds/daySeconds, false)
}

// readText appends the text of the cell that was opened: its paragraphs, with line feeds between them, without comments.
func (d *documentRows) readText(to []byte) (text []byte, paragraphs int) {
	s := d.s
	inside := 0 // the number of open elements in a paragraph, 0 outside of one
	for t := range s.inside {
		switch t {
		case opens:
			switch name := string(s.name); {
			case name == "p" || name == "h":
				if paragraphs++; paragraphs > 1 {
					to = append(to, '\n')
				}
				inside = len(s.open)
			case name == "annotation" || name == "ruby-text" || name == "note":
				s.skip()
			case inside == 0:
			case name == "s":
				to = append(to, bytes.Repeat([]byte(" "), repeated(s, "c"))...)
			case name == "tab":
				to = append(to, '\t')
			case name == "line-break":
				to = append(to, '\n')
			}
		case closes:
			if len(s.open) < inside {
				inside = 0
			}
		case chars:
			if inside > 0 {
				to = append(to, s.text...)
			}
		}
	}
	return to, paragraphs
}
