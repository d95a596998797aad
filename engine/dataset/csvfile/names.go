package csvfile

import "fmt"

// header sets the names of the columns.
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
	var warnings []string
	l.names, warnings = nameColumns(raw, &p)
	l.warnings = append(l.warnings, warnings...)
}

// nameColumns returns different names for the cells of the header.
func nameColumns(raw [][]byte, p *splitter) (names, warnings []string) {
	header := make([]string, len(raw))
	written := map[string]string{} // name -> its first cell
	for j, cell := range raw {
		trimmed := cell[p.blanksBefore(cell):]
		header[j] = string(trimmed[:len(trimmed)-p.blanksBehind(trimmed)])
	}
	made := newNamer(header)
	var unnamed, repeated, blanks []string
	for j, name := range header {
		unique := made.unique(name, j)
		names = append(names, unique)
		before, known := written[name]
		switch {
		case name == "":
			unnamed = append(unnamed, unique)
		case known && before != string(raw[j]):
			blanks = append(blanks, unique)
		case known:
			repeated = append(repeated, unique)
		default:
			written[name] = string(raw[j])
		}
	}
	warn := func(columns []string, what string) {
		if len(columns) > 0 {
			warnings = append(warnings, fmt.Sprintf("%s %s, now called %s", Plural(len(columns), "column", "columns"), what, QuoteList(columns)))
		}
	}
	warn(unnamed, "without a name")
	warn(repeated, "with the name of another one")
	warn(blanks, "with a name that differs from another one only in blanks")
	return names, warnings
}

// namer makes names unique.
type namer struct {
	taken map[string]bool // names of the header and generated names
	used  map[string]bool // names of the header that a column has
	count map[string]int  // last number after a name
}

func newNamer(header []string) *namer {
	n := &namer{taken: map[string]bool{}, used: map[string]bool{}, count: map[string]int{}}
	for _, name := range header {
		n.taken[name] = true
	}
	return n
}

// unique returns the name of column j. The first column with a name keeps it; the others get a number that makes the name
// unique.
func (n *namer) unique(name string, j int) string {
	if name == "" {
		name = fmt.Sprintf("column%d", j+1)
		if !n.taken[name] {
			n.taken[name] = true
			return name
		}
	} else if !n.used[name] {
		n.used[name] = true
		return name
	}
	for {
		n.count[name]++
		numbered := fmt.Sprintf("%s (%d)", name, n.count[name]+1)
		if !n.taken[numbered] {
			n.taken[numbered] = true
			return numbered
		}
	}
}
