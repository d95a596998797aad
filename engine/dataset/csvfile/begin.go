package csvfile

import (
	"slices"

	"drnet/engine/dataset/infer"
)

// modalWidth returns the most frequent width, the last one among equals.
func modalWidth(rows []row) int {
	count := map[int]int{}
	for _, r := range rows {
		count[len(r.cells)]++
	}
	modal := 0
	for i := len(rows) - 1; i >= 0; i-- {
		if n := len(rows[i].cells); modal == 0 || count[n] > count[modal] {
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

// filled returns the number of cells that are not empty.
func filled(r row) int {
	n := 0
	for _, cell := range r.cells {
		if len(cell) > 0 {
			n++
		}
	}
	return n
}

// isTitle reports whether a row of full width is a title: it has a single text, and the header follows.
func isTitle(rows []row, h int) bool {
	width := len(rows[h].cells)
	if width < 2 || filled(rows[h]) != 1 || len(rows[h].cells[0]) == 0 || infer.TypeOf(rows[h].cells[0]).IsData() {
		return false
	}
	for i := h + 1; i < len(rows)-1; i++ {
		if n := filled(rows[i]); n != 1 {
			return n >= width-1 && len(rows[i].cells) == width && isHeader(rows[i], rows[i+1:]) &&
				(width > 2 || hasData(rows[i+1:]))
		}
	}
	return false
}
