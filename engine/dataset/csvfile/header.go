package csvfile

import (
	"bytes"
	"slices"
	"strconv"

	"drnet/engine/dataset/infer"
)

// compared is the number of rows that are compared with the first one.
const compared = 200

// isHeader reports whether the first row of a table has the names of its columns, by a vote of the columns.
func isHeader(first row, below []row) bool {
	below = withoutNames(first, below[:min(len(below), compared)])
	if len(below) == 0 {
		return !hasData([]row{first})
	}
	vote, years := -duplicates(first), namesLikeYears(first, below)
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
	return !hasData([]row{first}) && filled(first) > 0
}

// withoutNames returns the rows that differ from the first one, if they show that this one is repeated as in concatenated files: it is
// rare, or the only one without numbers.
func withoutNames(first row, below []row) []row {
	const rare = 0.1
	others := slices.DeleteFunc(slices.Clone(below), func(r row) bool { return slices.EqualFunc(r.cells, first.cells, bytes.Equal) })
	copies := len(below) - len(others)
	if float64(copies) <= rare*float64(len(below)) {
		return others
	}
	data := count(others, func(r row) bool { return hasData([]row{r}) || len(r.cells) != len(first.cells) })
	if data == len(others) && data > 0 && !hasData([]row{first}) {
		return others
	}
	return below
}

// columnVote returns whether a cell is the name of the cells below it: positive for a name, negative for a value.
func columnVote(cell []byte, below []row, j int) int {
	const (
		strong = 4
		weak   = 1
		enough = 4 // texts, so that one more distinct value is unlikely
	)
	t := infer.TypeOf(cell)
	if t == infer.AbsentCell {
		return 0
	}
	texts, data, dates, same := 0, 0, 0, 0
	seen := map[string]bool{}
	for _, r := range below {
		if j >= len(r.cells) {
			continue
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
		return weak // a date above numbers, as in tables with a column for each day
	case t.IsData() && data > 0 && data >= texts:
		return -strong
	case t.IsData():
		return -weak
	case data > 4*texts:
		return strong
	case same > 0 && repeated && len(seen) > 1:
		return -strong
	case same > 0:
		return -weak
	case repeated && 2*len(seen) <= texts && texts >= enough:
		return weak
	}
	return 0
}

// duplicates counts the repeated texts of the first row; names are usually different.
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

// namesLikeYears reports whether the numbers in the first row are names next to a textual name: years such as 2019 and
// 2020 above values that are rarely years, or at least two consecutive integers such as 1, 2, 3. Several years may stand next to an empty
// cell above texts.
func namesLikeYears(first row, below []row) bool {
	const rarely = 10 // one in so many values
	text, label, numbers, run, years, last := false, false, 0, true, true, 0
	values, like := 0, 0 // below, and those like years
	for j, cell := range first.cells {
		if t := infer.TypeOf(cell); t != infer.NumberCell {
			text = text || t.IsText() && columnVote(cell, below, j) >= 0
			label = label || len(cell) == 0 && slices.ContainsFunc(below, func(r row) bool {
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
					like++
				}
			}
		}
	}
	several := numbers > 1
	years = years && (rarely*like <= values || run && several && 2*like <= values)
	return text && numbers > 0 && (years || run && several) || label && years && several
}

func isYear(x int) bool { return x >= 1900 && x < 2100 }

// shortInteger parses one to four digits, perhaps in parentheses: tables of results number their columns so.
func shortInteger(cell []byte) (x int, ok bool) {
	cell = bytes.Trim(cell, "()")
	n, err := strconv.ParseUint(string(cell), 10, 0)
	return int(n), err == nil && len(cell) <= 4
}

// modalWidth returns the most frequent width, the last one among equals.
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

// begin returns the index of the first row of the table, which may be its header, and the width of the table. That is
// the first row of the modal width, or the row above it in two cases: it is a header with one name too few or too many,
// or it is a row that is too short.
func begin(rows []row) (h, width int) {
	if isFullHeader(rows) {
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

// isFullHeader reports whether the first row has the names of all columns although most rows are shorter.
func isFullHeader(rows []row) bool {
	width := len(rows[0].cells)
	if slices.ContainsFunc(rows, func(r row) bool { return len(r.cells) > width }) {
		return false
	}
	return width > 2 && 2*wideRows(rows[1:]) > len(rows) && filled(rows[0]) == width && duplicates(rows[0]) == 0 &&
		!hasData(rows[:1]) && hasData(rows[1:])
}

// belongs reports whether a row of another width belongs to the table below it.
func belongs(above row, rows []row, first bool) bool {
	width := len(above.cells)
	off := width - len(rows[0].cells)
	switch {
	case width < 2 || filled(above) < width-1 || off < -1 || off > 1 && !first:
		return false
	case isHeader(rows[0], rows[1:]) && hasData(rows[1:]):
		return false // the table has a header without it
	case !hasData([]row{above}):
		return true
	}
	return first && alike(above, rows)
}

// hasData reports whether any row has a number or a date.
func hasData(rows []row) bool {
	return slices.ContainsFunc(rows, func(r row) bool {
		return slices.ContainsFunc(r.cells, func(cell []byte) bool { return infer.TypeOf(cell).IsData() })
	})
}

// alike reports whether a row of another width has data and texts in the same columns as the rows.
func alike(r row, rows []row) bool {
	n := min(len(r.cells), len(rows[0].cells))
	return slices.EqualFunc(r.cells[:n], rows[0].cells[:n], func(a, b []byte) bool {
		return infer.TypeOf(a).IsData() == infer.TypeOf(b).IsData()
	})
}

func filled(r row) int {
	return count(r.cells, func(cell []byte) bool { return len(cell) > 0 })
}

func count[E any](list []E, f func(E) bool) int {
	n := 0
	for _, e := range list {
		if f(e) {
			n++
		}
	}
	return n
}

// isTitle reports whether a row of full width is a title: it has few texts, such as one or a setting and its value, and empty cells behind,
// and the header follows, perhaps below more rows with few values. The header names most columns, and few rows below it are like the title.
func isTitle(rows []row, h int) bool {
	width := len(rows[h].cells)
	texts := filled(rows[h])
	if width < 2 || texts == width || len(rows[h].cells[width-1]) > 0 || len(rows[h].cells[0]) == 0 ||
		infer.TypeOf(rows[h].cells[0]).IsData() {
		return false
	}
	const few = 2
	used := usedColumns(rows[h+1:], width)
	sparse := texts <= few && 2*texts <= used
	for i := h + 1; i < len(rows)-1; i++ {
		n, below := filled(rows[i]), rows[i+1:]
		if n == 1 || n <= texts && sparse {
			continue
		}
		like := count(below, func(r row) bool { return filled(r) <= texts && len(r.cells[0]) > 0 })
		named := len(rows[i].cells[0]) > 0 || texts == 1 // else a group of columns may stand above it
		return n > texts && named && (n >= width-1 || sparse && 2*n > used && 2*like < len(below)) && len(rows[i].cells) == width &&
			isHeader(rows[i], below) && (width > 2 && texts == 1 || hasData(below))
	}
	return false
}

// usedColumns returns the number of columns of rows of a width that have a value.
func usedColumns(rows []row, width int) int {
	used := make([]bool, width)
	for _, r := range rows {
		for j, cell := range r.cells[:min(len(r.cells), width)] {
			used[j] = used[j] || len(cell) > 0
		}
	}
	return count(used, func(is bool) bool { return is })
}

// joinLines joins the names of columns with those of their groups in the lines above, whose cells are merged, and returns the number of
// lines below the first one that it used, 0 if the first one has the names.
func (l *layout) joinLines(first row, below []row) (names [][]byte, n int) {
	const most = 2
	if len(first.cells) < l.width {
		return nil, 0
	}
	lines, found := []row{first}, first
	found.cells = slices.Clone(first.cells[:l.width])
	for n < min(len(below), most) && (l.namesMore(found, below[n], below[n+1:]) || n > 0 && l.namesRows(below[n], below[n+1:])) {
		for j, cell := range below[n].cells {
			if len(cell) > 0 {
				found.cells[j] = cell
			}
		}
		lines = append(lines, below[n])
		n++
	}
	if n == 0 {
		return nil, 0
	}
	groups := make([][]byte, len(lines)) // of the column, by line
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

// namesMore reports whether a row has names of columns without one. Years and dates may also stand below a name that is that of the column
// before, or that a column without one follows; texts below names may be units, unless the first one is empty and all others stand below
// such names, as pandas writes them. The row is like names by its texts above numbers and dates, or it has neither these nor the first
// value, although nearly all rows below have them.
func (l *layout) namesMore(found, r row, below []row) bool {
	if len(r.cells) != l.width || !hasData(below) {
		return false
	}
	same := func(j int) bool { return j > 0 && j < l.width && bytes.Equal(found.cells[j], found.cells[j-1]) }
	names, pairs := 0, len(r.cells[0]) == 0
	for j, cell := range r.cells {
		pairs = pairs && (len(cell) == 0 || len(found.cells[j]) > 0 && (same(j) || same(j+1)))
	}
	for j, cell := range r.cells {
		t := infer.TypeOf(cell)
		lacks := func(j int) bool { return j < l.width && (len(found.cells[j]) == 0 || (t.IsData() || pairs) && same(j)) }
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
	p := profileOf(below, l.width) // that of the layout knows the names of a short table for rows
	if p.filled(r.cells) > 0 {
		return isHeader(r, below)
	}
	return len(r.cells[0]) == 0 && l.areFilled(p, below)
}

// areFilled reports whether nearly all rows have the first value, and several numbers and dates.
func (l *layout) areFilled(p profile, rows []row) bool {
	const enough = 2 // numbers and dates
	full := count(rows, func(r row) bool { return len(r.cells) == l.width && len(r.cells[0]) > 0 && p.filled(r.cells) >= enough })
	return float64(full) >= usual*float64(len(rows))
}

// namesRows reports whether a row below joined names has a name for the first column and nothing else, as pandas names its index.
func (l *layout) namesRows(r row, below []row) bool {
	return len(r.cells) == l.width && filled(r) == 1 && infer.TypeOf(r.cells[0]).IsText() && hasData(below) &&
		l.areFilled(profileOf(below, l.width), below)
}
