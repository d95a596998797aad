package spreadsheet

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// The largest sheet of the programs that write workbooks.
const (
	mostRows    = 1 << 20
	mostColumns = 1 << 14
)

// row is a row of a sheet: its cells with a value, from left to right.
type row struct {
	number int // from 1
	repeat int // number of rows like this one, from it on
	hidden bool
	cells  []cell
	text   []byte // texts of all cells, each as a value of comma-separated text
	last   cell   // kind and format of the cell that addNumber appended, for addCell
}

// cell is a cell, or a run of identical cells.
type cell struct {
	column, repeat int    // the first column, from 0; number of columns
	end            int    // of its text in that of the row
	number         bool   // the cell is a number, perhaps with a unit
	as             format // format of a number
}

// rows yields the rows of a sheet that have a value, from the first to the last one.
type rows interface {
	// next sets the next row, and returns io.EOF after the last one.
	next(*row) error
	// notes returns notes on the sheet. They are complete after the last row.
	notes() *notes
}

// notes describe what the text of a sheet does not show.
type notes struct {
	hiddenRows      int
	hiddenColumns   [][2]int // half-open ranges [first, end) of columns from 0
	merged, unsaved places   // merged areas; formulas without a stored result
}

// places counts cells and keeps the name of the first.
type places struct {
	n     int
	first string
}

func (p *places) add(name string) {
	if p.n++; p.n == 1 {
		p.first = name
	}
}

// sentences describes the notes on a sheet with values in the used columns.
func (n *notes) sentences(used []bool) (list []string) {
	hidden := 0
	for _, c := range n.hiddenColumns {
		for j := max(0, c[0]); j < min(c[1], len(used)); j++ {
			if used[j] {
				hidden++
			}
		}
	}
	say := func(count int, one, many, format string, values ...any) {
		if count > 0 {
			list = append(list, csvfile.Plural(count, one, many)+fmt.Sprintf(format, values...))
		}
	}
	say(n.hiddenRows, "row is", "rows are", " hidden in the workbook, and read all the same")
	say(hidden, "column is", "columns are", " hidden in the workbook, and read all the same")
	say(n.merged.n, "merged area of cells has its", "merged areas of cells have their",
		" value in the first cell only (%s): the other cells are empty", n.merged.first)
	say(n.unsaved.n, "formula lacks a stored result and is", "formulas lack a stored result and are",
		" read as empty (%s): open the workbook in a spreadsheet program and save it to store them", n.unsaved.first)
	return list
}

// extent is the part of a sheet that has values.
type extent struct {
	first, last int     // first and last row with a value, from 1; 0 if there is none
	used        []bool  // by column: whether it has a value
	columns     int     // number of columns with a value
	values      int     // number of cells with a value, in rows that have more than one
	size        int     // bytes of the text, about
	units       []units // by column
}

// measure reads a sheet to its end.
func measure(in rows) (extent, error) {
	var e extent
	var r row
	for {
		err := in.next(&r)
		if err == io.EOF {
			return e, nil
		} else if err != nil {
			return e, err
		}
		if e.first == 0 {
			e.first = r.number
		}
		e.last = max(e.last, r.number+r.repeat-1)
		values, start := 0, 0
		for _, c := range r.cells {
			values += c.repeat
			e.use(c.column, c.repeat)
			for j := range c.repeat {
				e.units[c.column+j].add(r.number, c, r.text[start:c.end])
			}
			start = c.end
		}
		if values > 1 {
			e.values += values * r.repeat
		}
		e.size += (len(r.text) + values) * r.repeat
	}
}

func (e *extent) use(column, n int) {
	for len(e.used) < column+n {
		e.used, e.units = append(e.used, false), append(e.units, units{})
	}
	for j := column; j < column+n; j++ {
		if !e.used[j] {
			e.used[j] = true
			e.columns++
		}
	}
}

// Text is a sheet as comma-separated text, with a line for each row: blank for rows without values. It leaves out columns
// without values. Read converts the sheet row by row; errors of the workbook are *csvfile.Error.
type Text struct {
	*csvfile.Converter
	Size int64 // bytes, about

	book *Workbook
	rows
	extent
	row
	place []int // by column: index among the used columns
	line  int   // number of the sheet's row that is written next
	total int64 // bytes written
}

func newText(b *Workbook, in rows, e extent) *Text {
	t := &Text{book: b, rows: in, extent: e, line: 1, place: make([]int, len(e.used)), Size: int64(e.size + e.last)}
	t.Converter = csvfile.NewConverter(nil, t.fill)
	n := 0
	for j, used := range e.used {
		if t.place[j] = n; used {
			n++
		}
	}
	return t
}

// fill appends the next lines, see csvfile.Converter.
func (t *Text) fill(out []byte) ([]byte, error) {
	for len(out) < csvfile.ConvertedSize {
		if t.repeat == 0 {
			if err := t.rows.next(&t.row); err != nil {
				return out, t.book.problem(err)
			}
			if t.number < t.line {
				return out, t.book.problem(errMarkup)
			}
		}
		for ; t.line < t.number && len(out) < csvfile.ConvertedSize; t.line++ {
			out = append(out, '\n')
		}
		if t.line == t.number {
			out = t.appendRow(out)
			t.line++
			t.number++
			t.repeat--
		}
	}
	t.total += int64(len(out))
	return out, t.book.afford(t.total)
}

// appendRow appends the current row as a line. Numbers get the unit of their column if they lack it, see units.
func (t *Text) appendRow(out []byte) []byte {
	start, at := 0, 0
	for _, c := range t.cells {
		for k := range c.repeat {
			for j := t.place[c.column+k]; at < j; at++ {
				out = append(out, ',')
			}
			if text, u := t.text[start:c.end], &t.units[c.column+k]; u.lacks(t.number, c) {
				out = u.as.appendNumber(out, text, false)
			} else {
				out = append(out, text...)
			}
		}
		start = c.end
	}
	for ; at < t.columns-1; at++ {
		out = append(out, ',')
	}
	return append(out, '\n')
}

// Warnings returns sentences about what the text does not show. They are complete after the text has been read.
func (t *Text) Warnings() []string { return t.rows.notes().sentences(t.used) }

// addNumber appends the text of a number in a format. addCell must follow.
func (r *row) addNumber(f format, text []byte, date1904 bool) {
	r.text = f.appendNumber(r.text, text, date1904)
	r.last = cell{number: f.shows <= percent, as: f}
}

// addCell adds a cell, or a run of repeat cells, whose text is that of the row from start on. A cell without text is left out.
func (r *row) addCell(column, repeat, start int) error {
	c := r.last
	if r.last = (cell{}); len(r.text) == start {
		return nil
	}
	last := len(r.cells) - 1
	if column+repeat > mostColumns || last >= 0 && column < r.cells[last].column+r.cells[last].repeat {
		return errMarkup
	}
	c.column, c.repeat, c.end = column, repeat, len(r.text)
	r.cells = append(r.cells, c)
	return nil
}

// cellName returns the name of a cell, such as B7; columns count from 0, rows from 1.
func cellName(column, row int) string {
	name := strconv.Itoa(row)
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// splitName returns the column and the row of a cell name such as B7, both from 1; 0 and 0 for another text.
func splitName(name []byte) (column, row int) {
	i := 0
	for i < len(name) && name[i] >= 'A' && name[i] <= 'Z' && i < len("XFD") {
		column = 26*column + int(name[i]-'A') + 1
		i++
	}
	row = natural(name[i:])
	if column == 0 || row == 0 {
		return 0, 0
	}
	return column, row
}

// natural reads a number of at most seven digits, as many as a row number has; it returns 0 for another text.
func natural(text []byte) int {
	const most = 7
	if len(text) > most {
		return 0
	}
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// isTrue reads a boolean attribute.
func isTrue(text string) bool { return text == "1" || strings.EqualFold(text, "true") }
