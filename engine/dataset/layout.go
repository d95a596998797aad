package dataset

import (
	"bytes"
	"fmt"
	"slices"
)

// place finds where the table begins in the reading of the head, and how wide it is.
func (k *sniffer) place(l *layout, s *sample, o Options) {
	comment, above := s.comments()
	l.comment = comment
	var rows []row // that may be of the table
	for i, r := range s.rows {
		if !(i < above || comment != "" && hasPrefix(r.cells[0], comment)) {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		rows = s.rows
	}
	h, modal := begin(rows)
	l.width = modal
	first, below := rows[h], rows[h+1:]
	switch {
	case o.Header == "yes":
		l.dialect.Header = true
	case o.Header != "no":
		l.dialect.Header = isHeader(first, below)
	}
	l.findTrailing(first, below)
	if l.dialect.Header {
		k.header(l, first)
		l.skip, l.skippedLines = first.end, first.line+first.lines-1
	} else {
		l.skip, l.skippedLines = first.start, first.line-1
		if o.Header != "no" {
			l.warn("the first line looks like data, not names: the columns are called %s", generated(l.width))
		}
	}
	k.countAbove(l, first)
}

// generated names the columns of a file without names.
func generated(width int) string {
	switch width {
	case 1:
		return "column1"
	case 2:
		return "column1 and column2"
	}
	return fmt.Sprintf("column1 to column%d", width)
}

func (l *layout) warn(format string, values ...any) {
	l.warnings = append(l.warnings, fmt.Sprintf(format, values...))
}

// countAbove counts the lines above the first line of the table, and says what they are.
func (k *sniffer) countAbove(l *layout, first row) {
	text := ""
	lines := 0
	p := splitter{syntax: syntax{delimiter: l.syntax.delimiter}, cr: l.cr}
	for at := k.start; at < first.start; {
		n, out := p.next(k.head[at:first.start], true)
		if out != complete {
			break
		}
		if p.record.blank {
			l.blank++
		} else if lines++; text == "" {
			text = string(bytes.TrimSpace(k.head[at : at+n]))
		}
		at += n
	}
	l.dialect.Preamble = lines
	const shown = 60 // characters of a line in a warning
	if runes := []rune(text); len(runes) > shown {
		text = string(runes[:shown]) + "…"
	}
	what := "names"
	if !l.dialect.Header {
		what = "first row"
	}
	switch {
	case lines == 1:
		l.warn("a line above the %s was left out: %q", what, text)
	case lines > 1:
		l.warn("%d lines above the %s were left out, the first is %q", lines, what, text)
	}
}

// commentPrefix returns the beginning that makes a line look like a comment, or "".
func commentPrefix(cell []byte) string {
	if typeOf(cell) == absentCell {
		return "" // such as #N/A
	}
	for _, prefix := range []string{"# ", "#", "-- ", "//", "% "} {
		if hasPrefix(cell, prefix) {
			return prefix
		}
	}
	return ""
}

func hasPrefix(text []byte, prefix string) bool { return bytes.HasPrefix(text, []byte(prefix)) }

// comments finds what lines that are comments begin with, "" if none between the rows are, and how many rows at the
// beginning of the sample are comments.
func (s *sample) comments() (prefix string, above int) {
	body := s.body()
	if len(body) == len(s.rows) {
		return "", 0
	}
	modal := modalWidth(body)
	for above < len(s.rows) && isComment(s.rows[above]) {
		above++
	}
	// A line such as #id,name is the header if it is as wide as the rows and these do not have one of their own.
	if last := above - 1; last >= 0 && len(s.rows[last].cells) == modal && modal > 1 && above < len(s.rows) &&
		!isHeader(s.rows[above], s.rows[above+1:]) {
		above--
	}
	found := ""
	for i, r := range s.rows {
		if !isComment(r) {
			continue
		}
		if i == above || i > above && len(r.cells) == modal && modal > 1 {
			return "", above // a row or the header
		}
		p := commentPrefix(r.cells[0])
		if found == "# " && p == "#" || found == "" {
			found = p
		}
	}
	if modal == 1 && above == 0 {
		return "", 0 // a text of the only column
	}
	return found, above
}

func isComment(r row) bool {
	return (len(r.marked) == 0 || r.marked[0] > 0) && commentPrefix(r.cells[0]) != ""
}

// modalWidth returns the most frequent width, of equally frequent ones the one that comes last.
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

// begin returns the index of the first row of the table, which may be its header, and how wide the table is. The table
// begins with the first row that is as wide as most, or one above it that is a header with one name too few or too
// many, or a row that is too short.
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

// isFullHeader reports whether the first row has the names of all columns, though most rows are shorter.
func isFullHeader(rows []row) bool {
	width, wide := len(rows[0].cells), 0
	for _, r := range rows[1:] {
		if len(r.cells) > width {
			return false
		}
		if len(r.cells) > 1 {
			wide++
		}
	}
	return width > 2 && 2*wide > len(rows) && filled(rows[0]) == width && duplicates(rows[0]) == 0 &&
		!hasData(rows[:1]) && hasData(rows[1:])
}

// belongs reports whether a row of another width belongs to the table whose rows come below it.
func belongs(above row, rows []row, first bool) bool {
	width := len(above.cells)
	off := width - len(rows[0].cells)
	switch {
	case width < 2 || filled(above) < width-1 || off < -1 || off > 1 && !first:
		return false
	case isHeader(rows[0], rows[1:]) && hasData(rows[1:]):
		return false // it is not needed as a header
	case !hasData([]row{above}):
		return true
	}
	return first && alike(above, rows)
}

// hasData reports whether any of the rows has a number or a date.
func hasData(rows []row) bool {
	return slices.ContainsFunc(rows, func(r row) bool {
		return slices.ContainsFunc(r.cells, func(cell []byte) bool { return typeOf(cell).isData() })
	})
}

// alike reports whether a row of another width has data where the rows have it, and texts where they have texts.
func alike(r row, rows []row) bool {
	for j, cell := range r.cells {
		if j < len(rows[0].cells) && typeOf(cell).isData() != typeOf(rows[0].cells[j]).isData() {
			return false
		}
	}
	return true
}

// filled counts the cells that are not empty.
func filled(r row) int {
	n := 0
	for _, cell := range r.cells {
		if len(cell) > 0 {
			n++
		}
	}
	return n
}

// isTitle reports whether a row of full width is a title: it has one text only, and the header comes below it.
func isTitle(rows []row, h int) bool {
	width := len(rows[h].cells)
	if width < 2 || filled(rows[h]) != 1 || len(rows[h].cells[0]) == 0 || typeOf(rows[h].cells[0]).isData() {
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

// findTrailing finds out whether a separator at the end of every row is no column, and settles the width.
func (l *layout) findTrailing(first row, below []row) {
	rows := below
	if !l.dialect.Header {
		rows = append([]row{first}, below...)
	}
	last := l.width - 1
	empty := 0
	for _, r := range rows {
		if len(r.cells) == l.width {
			if len(r.cells[last]) > 0 || len(r.marked) > 0 && r.marked[len(r.marked)-1] == last {
				empty = -1
				break
			}
			empty++
		}
	}
	if n := len(first.cells); l.width > 1 && empty > 0 && (!l.dialect.Header || n == last || n == l.width && len(first.cells[last]) == 0) {
		l.width, l.trailing = last, true
		l.warn("every row ends with a separator: it was not taken for a column")
		return
	}
	if n := len(first.cells); l.dialect.Header && n > l.width && len(first.cells[n-1]) > 0 {
		l.width = n // the rows lack values, no column lacks its name
	}
}
