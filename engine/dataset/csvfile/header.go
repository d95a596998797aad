package csvfile

import (
	"bytes"
	"slices"
	"strconv"

	"drnet/engine/dataset/infer"
)

// comparedRows limits the rows that are compared with a possible header.
const comparedRows = 200

// isHeader reports whether the first row of a table is its header. Each column votes; repeated texts vote against. If the votes are equal,
// a row without numbers and dates is a header.
func isHeader(first row, below []row) bool {
	below = withoutCopies(first, below[:min(len(below), comparedRows)])
	if len(below) == 0 {
		return !hasData([]row{first})
	}
	vote, years := -duplicates(first), hasNumericNames(first, below)
	for j, cell := range first.cells {
		if years && infer.TypeOf(cell) == infer.NumberCell {
			vote++
		} else {
			vote += columnVote(cell, below, j)
		}
	}
	if vote != 0 {
		return vote > 0
	}
	return !hasData([]row{first}) && filled(first.cells) > 0
}

// withoutCopies removes the copies of the first row from the rows below it if they look like the repeated header of concatenated files: at
// most a tenth of the rows are copies, or all copies follow blank lines, or every other row has a number or date (or another width) and the
// first row does not.
func withoutCopies(first row, below []row) []row {
	const rare = 0.1
	last, apart := first, true
	others := withoutRows(below, func(r row) bool {
		same := repeats(r.cells, first.cells)
		apart = apart && (!same || r.line > last.line+last.lines)
		last = r
		return same
	})
	copies := len(below) - len(others)
	if apart || float64(copies) <= rare*float64(len(below)) {
		return others
	}
	data := count(others, func(r row) bool { return hasData([]row{r}) || len(r.cells) != len(first.cells) })
	if data == len(others) && data > 0 && !hasData([]row{first}) {
		return others
	}
	return below
}

// repeats reports whether a row has the names of a header in any letter case: at least two, perhaps without the last ones or with more
// behind, or the only one.
func repeats(cells, names [][]byte) bool {
	n := min(len(cells), len(names))
	return (n > 1 || len(cells) == len(names)) && slices.EqualFunc(cells[:n], names[:n], bytes.EqualFold)
}

// withoutRows returns the rows for which drop is false.
func withoutRows(rows []row, drop func(r row) bool) (kept []row) {
	for _, r := range rows {
		if !drop(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// columnVote returns the evidence that a cell is the name of column j of the rows below: positive for a name, negative for a value.
func columnVote(cell []byte, below []row, j int) int {
	const (
		strong = 4
		weak   = 1
		enough = 4 // texts below the cell: if they repeat each other, a value that occurs only in the cell is unlikely
	)
	t := infer.TypeOf(cell)
	if t == infer.AbsentCell {
		return 0
	}
	texts, data, dates, same, numbered := 0, 0, 0, 0, 0
	seen := map[string]bool{}
	for _, r := range below {
		if j >= len(r.cells) {
			continue
		}
		if hasDigit(r.cells[j]) {
			numbered++
		}
		switch u := infer.TypeOf(r.cells[j]); {
		case u == infer.AbsentCell:
		case u.IsData():
			if data++; u == infer.DateCell {
				dates++
			}
		default:
			texts++
			seen[string(r.cells[j])] = true
			if bytes.Equal(cell, r.cells[j]) {
				same++
			}
		}
	}
	repeated := len(seen) < texts
	switch {
	case data+texts == 0:
		return 0
	case t == infer.DateCell && dates+texts == 0:
		return weak // a date above numbers only, as in tables with a column for each day
	case t.IsData() && data > 0 && data >= texts:
		return -strong
	case t.IsData():
		return -weak
	case data > 4*texts, numbered == data+texts && numbered >= enough && !hasDigit(cell): // such as P001, <0.6 or 12.3*
		return strong
	case same > 0 && repeated && len(seen) > 1:
		return -strong // one of several categories
	case same > 0:
		return -weak
	case repeated && 2*len(seen) <= texts && texts >= enough:
		return weak
	}
	return 0
}

func hasDigit(cell []byte) bool { return bytes.ContainsAny(cell, "0123456789") }

// duplicates counts the cells that repeat an earlier text of the row. Column names are usually different.
func duplicates(first row) int {
	seen := map[string]bool{}
	n := 0
	for _, cell := range first.cells {
		if infer.TypeOf(cell) != infer.AbsentCell && seen[string(cell)] {
			n++
		}
		seen[string(cell)] = true
	}
	return n
}

// hasNumericNames reports whether the numbers in the first row are column names, all of them integers of at most four digits:
//   - years, next to a textual name, or several of them next to an empty cell above texts, e.g. `country;2019;2020` or `;2019;2020`. At
//     most a tenth of the values below may look like years, or half if the names are consecutive years;
//   - several consecutive integers next to a textual name, e.g. `subject;1;2;3`.
func hasNumericNames(first row, below []row) bool {
	const rarely = 10             // one in this many values
	named, labels := false, false // a column has a textual name; a column of texts has an empty name
	numbers, run, years, last := 0, true, true, 0
	values, yearValues := 0, 0 // in the rows below
	for j, cell := range first.cells {
		if t := infer.TypeOf(cell); t != infer.NumberCell {
			named = named || t.IsText() && columnVote(cell, below, j) >= 0
			labels = labels || len(cell) == 0 && slices.ContainsFunc(below, func(r row) bool {
				return j < len(r.cells) && infer.TypeOf(r.cells[j]).IsText()
			})
			continue
		}
		x, ok := shortInteger(cell)
		if !ok {
			return false
		}
		run = run && (numbers == 0 || x == last+1)
		years = years && isYear(x)
		last = x
		numbers++
		for _, r := range below {
			if j < len(r.cells) {
				values++
				if y, ok := shortInteger(r.cells[j]); ok && isYear(y) {
					yearValues++
				}
			}
		}
	}
	several := numbers > 1
	years = years && (rarely*yearValues <= values || run && several && 2*yearValues <= values)
	return named && numbers > 0 && (years || run && several) || labels && years && several
}

func isYear(x int) bool { return x >= 1900 && x < 2100 }

// shortInteger parses an integer of one to four digits. Parentheses are ignored: result tables number their columns (1), (2), (3).
func shortInteger(cell []byte) (x int, ok bool) {
	cell = bytes.Trim(cell, "()")
	n, err := strconv.ParseUint(string(cell), 10, 0)
	return int(n), err == nil && len(cell) <= 4
}

// modalWidth returns the most frequent width of the rows, or of equally frequent ones the one that occurs last.
func modalWidth(rows []row) int {
	widths := map[int]int{}
	for _, r := range rows {
		widths[len(r.cells)]++
	}
	modal := 0
	for _, r := range slices.Backward(rows) {
		if n := len(r.cells); modal == 0 || widths[n] > widths[modal] {
			modal = n
		}
	}
	return modal
}

// tableStart returns the index of the first row of the table, header or data, and the width of the table. The table starts at the first
// row of the modal width that is not a title, or one row above if that row belongs to the table despite its width.
func tableStart(rows []row) (h, width int) {
	if isWideHeader(rows) {
		return 0, len(rows[0].cells)
	}
	modal := modalWidth(withoutTitles(rows))
	for h < len(rows)-1 && (len(rows[h].cells) != modal || isTitle(rows, h)) {
		h++
	}
	if len(rows[h].cells) != modal {
		return 0, modal
	}
	if h > 0 && belongs(rows[h-1], rows[h:], h == 1) {
		h--
	}
	return h, modal
}

// isWideHeader reports whether the first row is a complete header of rows that may lack their last cells: no row is wider than it, and the
// modal width may be smaller.
func isWideHeader(rows []row) bool {
	width := len(rows[0].cells)
	if slices.ContainsFunc(rows, func(r row) bool { return len(r.cells) > width }) {
		return false
	}
	return width > 2 && 2*wideRows(rows[1:]) > len(rows) && filled(rows[0].cells) == width && duplicates(rows[0]) == 0 &&
		!hasData(rows[:1]) && hasData(rows[1:])
}

// belongs reports whether a row of another width is the header of the rows below it, with one name too few or too many, or as the first
// row of the file perhaps a row of data. Only the first row may exceed the width of the table by more than one cell.
func belongs(above row, rows []row, first bool) bool {
	width := len(above.cells)
	for width > 0 && len(above.cells[width-1]) == 0 { // separators too many at the end
		width--
	}
	off := width - len(rows[0].cells)
	switch {
	case width < 2 || filled(above.cells) < width-1 || off < -1 || off > 1 && !first:
		return false
	case isHeader(rows[0], rows[1:]) && hasData(rows[1:]):
		return false // the table already has a header
	case !hasData([]row{above}):
		return true
	}
	return first && alike(above, rows[0])
}

// hasData reports whether any cell of the rows is a number or a date. It, filled and count are not inlined, because their copies would make
// the program of the page larger.
//
//go:noinline
func hasData(rows []row) bool {
	return slices.ContainsFunc(rows, func(r row) bool {
		return slices.ContainsFunc(r.cells, func(cell []byte) bool { return infer.TypeOf(cell).IsData() })
	})
}

// alike reports whether two rows have numbers and dates in the same columns, as far as the shorter one reaches.
func alike(a, b row) bool {
	n := min(len(a.cells), len(b.cells))
	return slices.EqualFunc(a.cells[:n], b.cells[:n], func(x, y []byte) bool {
		return infer.TypeOf(x).IsData() == infer.TypeOf(y).IsData()
	})
}

// filled counts the cells that are not empty.
//
//go:noinline
func filled(cells [][]byte) int {
	return count(cells, func(cell []byte) bool { return len(cell) > 0 })
}

// count returns how many elements of a list meet a condition.
//
//go:noinline
func count[E any](list []E, f func(E) bool) int {
	n := 0
	for _, e := range list {
		if f(e) {
			n++
		}
	}
	return n
}

// isTitle reports whether rows[h], a row of full width, is a title above the header: a text in its first cell, perhaps a few more values,
// and an empty last cell, e.g. `Sales;;;` or `Region;North;;`. The first row below with more values must be the header: it names most
// columns, and most rows below it have more values than the title. Other titles may stand between.
func isTitle(rows []row, h int) bool {
	width := len(rows[h].cells)
	texts := filled(rows[h].cells)
	if width < 2 || texts == width || len(rows[h].cells[width-1]) > 0 || len(rows[h].cells[0]) == 0 ||
		infer.TypeOf(rows[h].cells[0]).IsData() {
		return false
	}
	const few = 2
	used := usedColumns(rows[h+1:], width)
	sparse := texts <= few && 2*texts <= used
	for i := h + 1; i < len(rows)-1; i++ {
		n, below := filled(rows[i].cells), rows[i+1:]
		if n == 1 || n <= texts && sparse {
			continue
		}
		like := count(below, func(r row) bool { return filled(r.cells) <= texts && len(r.cells[0]) > 0 })
		named := len(rows[i].cells[0]) > 0 || texts == 1 // otherwise rows[h] may name groups of columns
		return n > texts && named && (n >= width-1 || sparse && 2*n > used && 2*like < len(below)) && len(rows[i].cells) == width &&
			isHeader(rows[i], below) && (width > 2 && texts == 1 || hasData(below))
	}
	return false
}

// usedColumns returns how many of the first width columns have a value in any row.
func usedColumns(rows []row, width int) int {
	used := make([]bool, width)
	for _, r := range rows {
		for j, cell := range r.cells[:min(len(r.cells), width)] {
			used[j] = used[j] || len(cell) > 0
		}
	}
	return count(used, func(is bool) bool { return is })
}

// joinLines joins the lines of a header whose upper lines name groups of columns in merged cells, e.g. `size;;color` over `min;max;` gives
// the names "size min", "size max" and "color". N is the number of lines used below the first one; it is 0, and names is nil, if the first
// line alone is the header.
func (l *layout) joinLines(first row, below []row) (names [][]byte, n int) {
	const most = 2
	if len(first.cells) < l.width {
		return nil, 0
	}
	lines := []row{first}
	lowest := slices.Clone(first.cells[:l.width]) // the last name of each column
	for n < min(len(below), most) && (l.addsNames(lowest, below[n], below[n+1:]) || n > 0 && l.namesIndex(below[n], below[n+1:])) {
		for j, cell := range below[n].cells {
			if len(cell) > 0 {
				lowest[j] = cell
			}
		}
		lines = append(lines, below[n])
		n++
	}
	if n == 0 {
		return nil, 0
	}
	groups := make([][]byte, len(lines)) // by line: the name of the group that the column is in
	for j := range l.width {
		var name []byte
		for i, line := range lines {
			if cell := line.cells[j]; len(cell) > 0 {
				groups[i] = cell
				clear(groups[i+1:])
				parts := slices.DeleteFunc(slices.Clone(groups[:i+1]), func(part []byte) bool { return len(part) == 0 })
				name = bytes.Join(parts, []byte(" "))
			}
		}
		names = append(names, name)
	}
	return names, n
}

// addsNames reports whether the row r continues a header of several lines, given the lowest name of each column so far and the rows below
// r. It must name at least one column that still lacks a name. A column lacks one if its name is empty, e.g. the second column of `size;`
// over `min;max`. For a year, a date, or any cell of a header that pandas wrote, it also lacks one if its name repeats that of the column
// to its left, e.g. `size;size` over `2019;2020`. In columns with a name, texts may be units, and a year or date is accepted only if the
// next column lacks a name.
//
// Rows of data look similar. So r must be the header of the rows below, or leave the first column and all columns of numbers and dates
// empty while nearly all rows below fill them.
func (l *layout) addsNames(lowest [][]byte, r row, below []row) bool {
	if len(r.cells) != l.width || !hasData(below) {
		return false
	}
	repeats := func(j int) bool { return j > 0 && j < l.width && bytes.Equal(lowest[j], lowest[j-1]) }
	// The cells of r are below names that are repeated for each column of a group. Its first cell names r if the next line names the
	// index.
	pandas := len(r.cells[0]) == 0 || len(below) > 0 && l.namesIndex(below[0], below[1:])
	for j, cell := range r.cells {
		pandas = pandas && (j == 0 || len(cell) == 0 || len(lowest[j]) > 0 && (repeats(j) || repeats(j+1)))
	}
	names := 0
	for j, cell := range r.cells {
		t := infer.TypeOf(cell)
		lacks := func(j int) bool { return j < l.width && (len(lowest[j]) == 0 || (t.IsData() || pandas) && repeats(j)) }
		switch year, _ := shortInteger(cell); {
		case t == infer.AbsentCell:
		case t == infer.NumberCell && !isYear(year), t.IsData() && !lacks(j) && !lacks(j+1):
			return false
		case lacks(j):
			names++
		}
	}
	if names == 0 {
		return false
	}
	p := profileOf(below, l.width) // l.profile of a short table includes the lines of its header
	if p.filled(r.cells) > 0 {
		return isHeader(r, below)
	}
	return len(r.cells[0]) == 0 && l.areFilled(p, below)
}

// areFilled reports whether nearly all rows have the full width, a value in the first column, and at least two numbers or dates.
func (l *layout) areFilled(p profile, rows []row) bool {
	const enough = 2 // numbers and dates
	full := count(rows, func(r row) bool { return len(r.cells) == l.width && len(r.cells[0]) > 0 && p.filled(r.cells) >= enough })
	return float64(full) >= usual*float64(len(rows))
}

// namesIndex reports whether a row below joined names names only the first column, as pandas writes the name of an index.
func (l *layout) namesIndex(r row, below []row) bool {
	return len(r.cells) == l.width && filled(r.cells) == 1 && infer.TypeOf(r.cells[0]).IsText() && hasData(below) &&
		l.areFilled(profileOf(below, l.width), below)
}
