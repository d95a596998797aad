package csvfile

import (
	"bytes"
	"fmt"
	"slices"

	"drnet/engine/dataset/infer"
)

// layout is where the rows of a file start and how they are written.
type layout struct {
	syntax       syntax
	cr           bool            // a carriage return alone ends a line
	collapsed    bool            // several blanks form a single separator; the layout is that of the collapsed text
	comment      string          // prefix of comment lines between the rows; "" if there are none
	skip         int             // bytes of the head before the first row, with the header
	skippedLines int             // lines before the first row
	blank        int             // blank lines among them
	names        []string        // of the columns, all different; nil if the file has none
	written      [][]byte        // the names as the file has them, empty for none
	width        int             // number of columns
	profile      profile         // of the rows of the sample
	probe        int             // profile.probe, or -1: no row can be the header of another table
	seen         map[string]bool // values of the sample, unless the profile tells names from rows; else nil
	leading      bool            // rows start with a delimiter that does not end a column
	trailing     bool            // rows end with a delimiter that does not start a column
	dialect      Dialect         // as far as the head determines it
	warnings     []string
}

// tableRows returns the rows without comments, and the prefix of comments between the rows, "" if there are none.
func (s *sample) tableRows(o OpenOptions) (rows []row, comment string) {
	above := 0
	switch {
	case o.Converted || o.Comment == None:
	case o.Comment != "":
		comment = o.Comment
	default:
		comment, above = s.findComments()
	}
	for i, r := range s.rows {
		if !(i < above || comment != "" && hasPrefix(r.cells[0], comment)) {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		rows = s.rows
	}
	return rows, comment
}

// place finds the header, the first row and the width of the table in the sample, and sets the rest of the layout. It returns an error if
// there is another table above.
func (k *sniffer) place(l *layout, s *sample, o OpenOptions) *Error {
	rows, comment := s.tableRows(o)
	l.comment = comment
	s.mend(rows)
	if o.Named {
		l.width, l.dialect.Header = len(rows[0].cells), true
		k.header(l, rows[0], nil)
		l.skip, l.probe = rows[0].end, -1 // rows are counted from 1
		return nil
	}
	l.findLeading(rows)
	h, modal := tableStart(rows)
	l.width = modal
	named := -1
	if o.Header == "" {
		if named = findNames(rows, o.Names); named >= 0 {
			h = named
		}
	}
	if o.Header != "no" && named < 0 {
		h -= l.splitAbove(rows[:h], rows[h:])
	}
	if o.Header == "" && named < 0 && hasTable(rows[:h], len(rows)-h) {
		return anotherTable(modal, rows[h].line)
	}
	first, below := rows[h], rows[h+1:]
	switch {
	case o.Header == "yes" || h == named:
		l.dialect.Header = true
	case o.Header != "no":
		l.dialect.Header = isHeader(first, below)
	}
	l.findTrailing(first, below)
	l.findProfile(first, below, o.Header)
	if l.dialect.Header {
		var last row
		first, last = k.readNames(l, first, below, h == named)
		l.skip, l.skippedLines = last.end, last.line+last.lines-1
	} else {
		l.skip, l.skippedLines = first.start, first.line-1
		if o.Header != "no" {
			l.warn("the first line looks like data, not names: the columns are called %s", generated(l.width))
		}
	}
	k.countAbove(l, first)
	return nil
}

// findProfile sets the profile of the rows below the first, and what tells whether a row begins another table.
func (l *layout) findProfile(first row, below []row, header string) {
	top := below[:(len(below)+1)/2] // another table may begin in the second half
	if headerLines := 2; len(top) > 2*headerLines {
		top = top[headerLines:]
	}
	l.profile = profileOf(top, l.width)
	if l.probe = -1; header != "no" {
		l.probe = l.profile.probe(top)
	}
	if l.probe < 0 || l.dialect.Header && hasData([]row{first}) { // names such as years
		l.seen = map[string]bool{}
		for _, r := range top {
			for _, cell := range r.cells {
				l.seen[string(cell)] = len(cell) > 0
			}
		}
	}
}

// hasTable reports whether rows above a table are one themselves, rather than settings: at least half as many as the rows of the table have
// the same width, the first of them names, and numbers or dates below at least one of these.
func hasTable(above []row, rows int) bool {
	for len(above) > 0 {
		first, n := above[0], 1
		width := len(first.cells)
		for n < len(above) && len(above[n].cells) == width {
			n++
		}
		p := profileOf(above[1:n], width)
		if width > 1 && 2*n >= rows && filled(first.cells) == width && !hasData(above[:1]) && count(p, infer.CellType.IsData) > 0 &&
			isHeader(first, above[1:n]) {
			return true
		}
		above = above[n:]
	}
	return false
}

// readNames reads the names of the columns from one or several lines, and returns the first and the last of these. Named means that first
// has names of OpenOptions.Names: it is joined with other lines only if the joined names include more of them.
func (k *sniffer) readNames(l *layout, first row, below []row, named bool) (top, bottom row) {
	var joined [][]byte
	last, lines := first, 1
	if k.options.Header == "" {
		if n := l.groupLines(first, below); n > 0 && !named {
			first, last, below = below[n-1], below[n-1], below[n:]
		}
		wanted := foldedNames(k.options.Names)
		names, n := l.joinLines(first, below)
		if n > 0 && (!named || countNames(names, wanted) > countNames(first.cells, wanted)) {
			joined, last, below, lines = names, below[n-1], below[n:], n+1
		}
	}
	if joined != nil {
		l.warn("the names were joined from %d lines, the first is line %d", lines, first.line)
		l.nameColumns(joined, newSplitter(l.syntax, l.cr))
	} else {
		k.header(l, first, below)
	}
	for len(below) > 0 && l.continuesHeader(below) {
		last, below = below[0], below[1:]
		l.warn("the names have another line, which was left out (line %d)", last.line)
	}
	return first, last
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

// warn adds a warning. Inlined into its many callers, it would make the program of the page longer.
//
//go:noinline
func (l *layout) warn(format string, values ...any) {
	l.warnings = append(l.warnings, fmt.Sprintf(format, values...))
}

// countAbove counts the lines above the first line of the table, and warns of them.
func (k *sniffer) countAbove(l *layout, first row) {
	text := ""
	lines := 0
	p := newSplitter(syntax{delimiter: l.syntax.delimiter}, l.cr)
	for at := k.start; at < first.start; {
		n, out := p.next(k.head[at:first.start], true)
		if out != complete {
			break
		}
		switch {
		case p.record.blank:
			l.blank++
		case !p.record.dashes:
			if lines++; text == "" {
				text = string(bytes.TrimSpace(k.head[at : at+n]))
			}
		}
		at += n
	}
	l.dialect.Preamble = lines
	text = Shorten(text, 60)
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

// findLeading detects rows that all start with a bar, as Markdown writes them, and removes their empty first cell.
func (l *layout) findLeading(rows []row) {
	wide := wideRows(rows)
	edged := count(rows, func(r row) bool { return len(r.withoutEdge()) < len(r.cells) })
	if l.leading = l.syntax.delimiter == '|' && wide == edged && wide > 0; l.leading {
		for i := range rows {
			r := &rows[i]
			cells := r.withoutEdge()
			for j := range r.marked {
				r.marked[j] -= len(r.cells) - len(cells)
			}
			r.cells = cells
		}
		l.warn("every row starts with a separator: it was not taken for a column")
	}
}

// cells returns the cells of a record that stand for columns.
func (l *layout) cells(r *record) [][]byte {
	if l.leading {
		return r.withoutEdge()
	}
	return r.cells
}

// withoutEdge returns the cells without an empty first one; a single cell stays.
func (r *record) withoutEdge() [][]byte {
	if len(r.cells) > 1 && len(r.cells[0]) == 0 {
		return r.cells[1:]
	}
	return r.cells
}

// findTrailing detects rows that all end with a delimiter, and removes the empty last column. Otherwise it extends the width to that of a
// header that is wider than the rows.
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
		for i, r := range below {
			if len(r.cells) == l.width {
				below[i].cells = r.cells[:last]
			}
		}
		l.width, l.trailing = last, true
		if l.dialect.Header && n == last {
			l.warn("every row ends with a separator, the names (line %d) do not: it was not taken for a column; "+
				"check that none is missing between two names", first.line)
		} else {
			l.warn("every row ends with a separator: it was not taken for a column")
		}
		return
	}
	if l.dialect.Header && n > l.width && len(first.cells[n-1]) > 0 && !hasGap(first, l.width) {
		l.width = n // every column has a name, and some rows lack values
	}
}

// hasGap reports whether a header has one delimiter too many: it has a name for each column, and one empty cell that is not the last.
func hasGap(first row, width int) bool {
	return len(first.cells) == width+1 && filled(first.cells) == width && len(first.cells[width]) > 0
}

// continuesHeader reports whether the first row below the header belongs to it: a line of units (see hasUnits), of identifiers of Qualtrics
// or above these; or nothing in it looks like a value of the rows below, and it has a text in every column of numbers and dates. Unless all
// its cells are filled, there must be at least two such columns. If there are none, as in a survey, each cell must look like a name.
func (l *layout) continuesHeader(rows []row) bool {
	first, below := rows[0], rows[1:]
	if len(first.cells) != l.width || len(below) == 0 {
		return false
	}
	if hasImportIDs(first) || hasImportIDs(below[0]) || l.hasUnits(first, below) {
		return true
	}
	votes, data, labels, names := 0, 0, 0, 0
	for j, cell := range first.cells {
		vote := columnVote(cell, below[:min(len(below), comparedRows)], j)
		if vote < 0 {
			return false
		}
		if votes += vote; l.profile[j].IsData() {
			if data++; infer.TypeOf(cell).IsText() {
				labels++
			}
		}
		if vote > 0 {
			names++
		}
	}
	if data == 0 {
		return names > 2 && names == l.width && bytes.ContainsAny(first.text, " ?")
	}
	most := labels == data || labels > 2 && 2*labels > data && duplicates(first) == 0
	return most && (data > 1 || filled(first.cells) == l.width) && votes >= data
}

// hasImportIDs reports whether a row has the identifiers that Qualtrics writes below the names and the questions.
func hasImportIDs(r row) bool { return bytes.Contains(r.text, []byte(`"ImportId"`)) }

// hasUnits reports whether a row has only units: texts in columns of numbers or dates that do not occur in the rows below.
func (l *layout) hasUnits(first row, below []row) bool {
	if slices.ContainsFunc(first.cells, func(cell []byte) bool { return len(cell) > 0 && !infer.TypeOf(cell).IsText() }) {
		return false
	}
	units, p := 0, profileOf(below[:min(len(below), comparedRows)], l.width) // l.profile of a short table includes the units
	for j, cell := range first.cells {
		switch {
		case len(cell) == 0:
			continue
		case !p[j].IsData():
			return false
		case slices.ContainsFunc(below, func(r row) bool { return j < len(r.cells) && bytes.Equal(r.cells[j], cell) }):
			return false
		}
		units++
	}
	return units > 0
}

// groupLines returns the number of lines, from the first one, that are titles or names of groups of columns: merged cells make them have
// empty cells and few different texts, and the line below them has a different name for each column.
func (l *layout) groupLines(first row, below []row) int {
	const most = 3
	above := first
	for i, r := range below[:min(len(below), most)] {
		if filled(above.cells) == l.width || 2*(filled(above.cells)-duplicates(above)) > l.width {
			return 0
		}
		if filled(r.cells) == l.width && duplicates(r) == 0 && l.continuesHeader(below[i:]) {
			return i + 1
		}
		above = r
	}
	return 0
}

// header reads the names of the columns from one line. It keeps the blanks around them until nameColumns has compared them.
func (k *sniffer) header(l *layout, first row, below []row) {
	p := newSplitter(l.syntax, l.cr)
	p.raw = true
	if first.plain {
		p.quote = 0
	}
	if p.next(first.text, true); first.stray {
		width := len(first.cells)
		if l.leading {
			width++
		}
		p.mend(first.text, width)
	}
	cells := l.cells(&p.record)
	if first.stray {
		l.warn("the header has a stray quote, kept as text (line %d)", first.line)
	}
	if hasGap(first, l.width) {
		gap := slices.IndexFunc(first.cells, func(cell []byte) bool { return len(cell) == 0 })
		cells = slices.Delete(cells, gap, gap+1)
		l.warn("the header has a separator too many, which was left out (line %d)", first.line)
	}
	raw := cells[:min(len(cells), l.width)]
	if missing := l.width - len(raw); missing > 0 {
		if missing == 1 && len(first.cells) > 1 {
			raw = l.oneNameFewer(first.line, raw, below)
		}
		for len(raw) < l.width {
			raw = append(raw, nil)
		}
	}
	l.nameColumns(raw, p)
}

// oneNameFewer completes a header with one name fewer than the rows have values. The first name is missing if the first column may have row
// names, as R writes them: its values are all different, and the last column is not empty. Otherwise the last name is missing.
func (l *layout) oneNameFewer(line int, raw [][]byte, below []row) [][]byte {
	seen, last := map[string]bool{}, false
	for _, r := range below {
		if len(r.cells) == l.width {
			last = last || len(bytes.TrimSpace(r.cells[l.width-1])) > 0
			seen[string(r.cells[0])] = true
		}
	}
	const hint = "names may be above wrong columns"
	if full := count(below, func(r row) bool { return len(r.cells) == l.width }); last && len(seen) == full {
		l.warn("the header has one name fewer than the rows have values: it was read as lacking the first; %s (line %d)", hint, line)
		return append([][]byte{nil}, raw...)
	}
	l.warn("the header has one name fewer than the rows have values: it was read as lacking the last; %s (line %d)", hint, line)
	return raw
}

// nameColumns sets the names of the columns from the cells of the header. It numbers repeated names, e.g. "age (2)", and empty ones, e.g.
// "column3".
func (l *layout) nameColumns(raw [][]byte, p *splitter) {
	written := map[string]string{} // by name: the first cell with it, untrimmed
	taken := map[string]bool{}     // names of the header and generated ones
	last := map[string]int{}       // by repeated name: how many numbers were tried
	header := make([]string, len(raw))
	for j, cell := range raw {
		header[j] = string(p.unwrapped(p.trim(cell)))
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
		l.written = append(l.written, []byte(name))
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
