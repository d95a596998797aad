package csvfile

import (
	"bytes"
	"fmt"
)

// layout is where the rows of a file start and how they are written.
type layout struct {
	syntax       syntax
	cr           bool     // a carriage return alone ends a line
	comment      string   // prefix of comment lines between the rows; "" if there are none
	skip         int      // bytes of the head before the first row, with the header
	skippedLines int      // lines before the first row
	blank        int      // blank lines among them
	names        []string // of the columns, all different; nil if the file has none
	width        int      // number of columns
	trailing     bool     // rows end with a delimiter that does not start a column
	dialect      Dialect  // as far as the head determines it
	warnings     []string
}

// place finds the first row of the table in the sample, and its width.
func (k *sniffer) place(l *layout, s *sample, o OpenOptions) {
	comment, above := "", 0
	if !o.Converted {
		comment, above = s.findComments()
	}
	l.comment = comment
	var rows []row // that may belong to the table
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

// generated lists the names of the columns of a file without names.
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

// countAbove counts the lines above the first line of the table, and warns of them.
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

// findTrailing detects delimiters at the ends of all rows without a column, and sets the width.
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
	n := len(first.cells)
	unnamed := !l.dialect.Header || n == last || n == l.width && len(first.cells[last]) == 0
	if l.width > 1 && empty > 0 && unnamed {
		l.width, l.trailing = last, true
		l.warn("every row ends with a separator: it was not taken for a column")
		return
	}
	if l.dialect.Header && n > l.width && len(first.cells[n-1]) > 0 {
		l.width = n // every column has a name, and some rows lack values
	}
}

func (k *sniffer) header(l *layout, first row) {
	p := splitter{syntax: l.syntax, cr: l.cr, raw: true}
	p.next(first.text, true)
	raw := p.record.cells[:min(len(p.record.cells), l.width)]
	if missing := l.width - len(raw); missing > 0 {
		if missing == 1 && len(first.cells) > 1 { // as R writes row names
			raw = append([][]byte{nil}, raw...)
			l.warn("the header has one name fewer than the rows have values: it was read as lacking the first")
		}
		for len(raw) < l.width {
			raw = append(raw, nil)
		}
	}
	l.nameColumns(raw, &p)
}

// nameColumns gives the columns different names, from the cells of the header.
func (l *layout) nameColumns(raw [][]byte, p *splitter) {
	written := map[string]string{}                     // by name: the first cell with it
	taken, last := map[string]bool{}, map[string]int{} // names of the header and generated names; last number after a name
	header := make([]string, len(raw))
	for j, cell := range raw {
		header[j] = string(p.trim(cell))
		taken[header[j]] = true
	}
	unique := func(name string) string {
		numbered := name
		for taken[numbered] {
			last[name]++
			numbered = fmt.Sprintf("%s (%d)", name, last[name]+1)
		}
		taken[numbered] = true
		return numbered
	}
	var unnamed, repeated, blanks []string
	for j, name := range header {
		switch before, known := written[name]; {
		case name == "":
			name = unique(fmt.Sprintf("column%d", j+1))
			unnamed = append(unnamed, name)
		case !known:
			written[name] = string(raw[j])
		case before == string(raw[j]):
			name = unique(name)
			repeated = append(repeated, name)
		default:
			name = unique(name)
			blanks = append(blanks, name)
		}
		l.names = append(l.names, name)
	}
	warn := func(columns []string, what string) {
		if len(columns) > 0 {
			l.warn("%s %s, now called %s", Plural(len(columns), "column", "columns"), what, QuoteList(columns))
		}
	}
	warn(unnamed, "without a name")
	warn(repeated, "with the name of another one")
	warn(blanks, "with a name that differs from another one only in blanks")
}
