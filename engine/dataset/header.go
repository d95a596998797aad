package dataset

import (
	"bytes"
	"fmt"
)

// compared is the number of rows that the first one is compared with.
const compared = 200

// isHeader reports whether the first row of a table has the names of its columns: every column has a vote.
func isHeader(first row, below []row) bool {
	below = below[:min(len(below), compared)]
	if len(below) == 0 {
		for _, cell := range first.cells {
			if typeOf(cell).isData() {
				return false
			}
		}
		return true
	}
	vote := 0
	years := namesLikeYears(first, below)
	for j, cell := range first.cells {
		if years && typeOf(cell) == numberCell {
			vote++
		} else {
			vote += columnVote(cell, below, j)
		}
	}
	vote -= duplicates(first)
	if vote != 0 {
		return vote > 0
	}
	return !hasData([]row{first}) && filled(first) > 0
}

// columnVote says whether a cell is the name of the cells below it: above 0 for a name, below 0 for a value.
func columnVote(cell []byte, below []row, j int) int {
	const (
		strong = 4
		weak   = 1
		enough = 4 // texts, so that one more value would be unlikely
	)
	t := typeOf(cell)
	if t == absentCell {
		return 0
	}
	texts, data, same := 0, 0, 0
	seen := map[string]bool{}
	for _, r := range below {
		if j >= len(r.cells) {
			continue
		}
		switch u := typeOf(r.cells[j]); {
		case u == absentCell:
		case u.isData():
			data++
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
	case t.isData() && data > 0 && data >= texts:
		return -strong
	case t.isData():
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

// duplicates counts the texts of the first row that it has more than once: names are different, as a rule.
func duplicates(first row) int {
	seen := map[string]bool{}
	n := 0
	for _, cell := range first.cells {
		if typeOf(cell) != absentCell && seen[string(cell)] {
			n++
		}
		seen[string(cell)] = true
	}
	return n
}

// namesLikeYears reports whether the numbers in the first row are names, such as 2019, 2020 or 1, 2, 3, beside a text
// that is one: years above values that are none, or at least
// two numbers that ascend by one.
func namesLikeYears(first row, below []row) bool {
	text, numbers, run, years := false, 0, true, true
	last := 0
	for j, cell := range first.cells {
		if typeOf(cell) == absentCell {
			continue
		}
		if typeOf(cell) != numberCell {
			text = text || columnVote(cell, below, j) >= 0 && typeOf(cell).isText()
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
				y, ok := shortInteger(r.cells[j])
				years = years && !(ok && isYear(y))
			}
		}
	}
	return text && numbers > 0 && (years || run && numbers > 1)
}

func isYear(x int) bool { return x >= 1900 && x < 2100 }

// shortInteger reads digits of which there are at most four.
func shortInteger(cell []byte) (x int, ok bool) {
	if n := leadingDigits(cell); n == 0 || n > 4 || n < len(cell) {
		return 0, false
	}
	for _, c := range cell {
		x = 10*x + int(c-'0')
	}
	return x, true
}

// header gives the columns their names.
func (k *sniffer) header(l *layout, first row) {
	p := splitter{syntax: l.syntax, cr: l.cr, raw: true}
	p.next(first.text, true)
	raw := p.record.cells[:min(len(p.record.cells), l.width)]
	if missing := l.width - len(raw); missing > 0 {
		if missing == 1 && len(first.cells) > 1 { // as R writes the names of rows
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

// nameColumns makes names of the cells of the header, no two of them the same.
func nameColumns(raw [][]byte, p *splitter) (names, warnings []string) {
	header := make([]string, len(raw))
	written := map[string]string{} // name -> first cell it was made of
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
	say := func(columns []string, what string) {
		if len(columns) > 0 {
			warnings = append(warnings, fmt.Sprintf("%s %s, now called %s", plural(len(columns), "column"), what, quoteSome(columns)))
		}
	}
	say(unnamed, "without a name")
	say(repeated, "with the name of another one")
	say(blanks, "with a name that differs from another one only in blanks")
	return names, warnings
}

// namer makes names different.
type namer struct {
	taken map[string]bool // names of the header, and those made
	used  map[string]bool // names of the header that a column has got
	count map[string]int  // numbers tried behind a name
}

func newNamer(header []string) *namer {
	n := &namer{taken: map[string]bool{}, used: map[string]bool{}, count: map[string]int{}}
	for _, name := range header {
		n.taken[name] = true
	}
	return n
}

// unique returns the name of column j: the first column of a name keeps it, the others get a number behind it, such
// that no other column is called so.
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
