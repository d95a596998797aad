package csvfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"drnet/engine/dataset/infer"
)

// record passes a record on as a row, or counts it as an anomaly. Text is the record as it is written.
func (f *File) record(r *record, text []byte) error {
	a, cells, width := &f.anomalies, r.cells, len(f.Names)
	switch {
	case r.comment:
		a.comments.add(r.line)
		return nil
	case r.dashes:
		a.drawn.add(r.line)
		return nil
	case r.blank:
		f.BlankLines += r.lines
		a.gap, a.apart = true, true
		return nil
	case r.empty && (width > 1 || len(cells) > 1):
		a.empty.add(r.line)
		a.apart = true
		return nil
	case len(cells) == width+1 && f.layout.trailing && len(cells[width]) == 0:
		cells = cells[:width]
	}
	if len(cells) != width {
		return f.ragged(r, cells, text)
	}
	if f.isLone(cells) {
		if a.mayEnd() {
			a.pending = append(a.pending, remark{bytes.Clone(cells[0]), r.line, true})
			return nil
		}
		a.lone++
	}
	if f.Dialect.Header && !f.options.Named &&
		slices.EqualFunc(cells, f.layout.written, func(cell []byte, name string) bool { return string(cell) == name }) {
		f.flushPending(true)   // the title of a page
		a.repeated.add(r.line) // as in concatenated files
		return nil
	}
	if len(a.pending) > 0 {
		f.flushPending(false)
	}
	names := cells
	for a.apart && len(names) > 0 && len(names[len(names)-1]) == 0 {
		names = names[:len(names)-1] // another table may have fewer columns
	}
	if k := f.layout.probe; k >= 0 && (a.apart || !startsData(cells[k])) && f.layout.profile[:len(names)].areNames(names) {
		return a.otherNames(len(names), r.line)
	}
	a.gap, a.apart, a.foreign, a.texts = false, false, 0, 0
	a.full++
	if r.stray {
		a.stray.add(r.line)
	}
	if r.doubt {
		a.doubtful.add(r.line)
	}
	if r.formula {
		a.formulas.add(r.line)
	}
	f.add(cells, r.line)
	return nil
}

// openQuote handles a record whose quote is not closed. Its line is a row with the quote as text if it has as many values as the table,
// else it is left out. N is the number of bytes used, 0 if the text ends before the line does.
func (f *File) openQuote(text []byte) (n int) {
	r := &f.splitter.record
	line, column := r.line, len(r.cells)+1
	n, sure := f.splitter.literal(text, f.window.atEOF)
	switch {
	case n == 0:
	case sure && len(r.cells) == len(f.Names):
		f.anomalies.stray.add(line)
		f.add(r.cells, line)
	default:
		if f.anomalies.open.add(line); f.anomalies.open.n == 1 {
			f.anomalies.column = column
		}
	}
	return n
}

// ragged handles a record of another width.
func (f *File) ragged(r *record, cells [][]byte, text []byte) error {
	a, width := &f.anomalies, len(f.Names)
	if own := f.resplit(text); own != nil {
		a.other.add(r.line)
		f.add(own, r.line)
		return nil
	}
	if err := a.foreignRow(len(cells), r.line); err != nil {
		return err
	}
	if len(cells) == 1 && f.isRemark(cells[0]) {
		if a.gap {
			a.remarks.add(r.line)
		} else {
			a.pending = append(a.pending, remark{bytes.Clone(cells[0]), r.line, false})
		}
		return nil
	}
	a.gap, a.apart = false, false
	f.flushPending(false)
	switch {
	case len(cells) < width:
		a.short.add(r.line)
		f.add(cells, r.line)
	case slices.ContainsFunc(cells[width:], func(cell []byte) bool { return len(cell) > 0 }):
		a.long.add(r.line)
		a.longest = max(a.longest, len(cells))
	default:
		a.cut.add(r.line)
		f.add(cells[:width], r.line)
	}
	return nil
}

// otherNames counts a row that looks like the names of another table. Below a blank line or another such row, another table begins.
func (a *anomalies) otherNames(width, line int) error {
	a.names.add(line)
	if a.texts++; a.texts > 1 {
		line = a.begun
	} else if a.begun = line; !a.apart {
		return nil
	}
	return anotherTable(width, line)
}

// foreignRow counts a record of another width. Two records of the same other width below a blank line start another table.
func (a *anomalies) foreignRow(width, line int) error {
	const enough = 2
	switch {
	case width < enough:
		return nil
	case a.gap:
		a.foreign, a.width, a.begun = 1, width, line
	case a.foreign > 0 && a.width == width:
		a.foreign++
	}
	if a.foreign < enough {
		return nil
	}
	return anotherTable(width, a.begun)
}

func anotherTable(width, line int) error {
	return NewError(MultipleTables, "save each table in a file of its own", "another table begins here, with %d columns", width).At(line, 0)
}

// isRemark reports whether a line's only value is a remark, not the start of a row: below a blank line or another remark, several words,
// or a line such as _____ above the remarks.
func (f *File) isRemark(cell []byte) bool {
	const narrow, drawn = 2, 3
	a, wide := &f.anomalies, len(f.Names) > narrow
	if wide && len(cell) >= drawn && len(bytes.Trim(cell, "_-")) == 0 {
		return true
	}
	if _, isNumber := infer.ParseNumber(cell); isNumber || len(cell) == 0 || f.options.Missing.Has(cell) {
		return false
	}
	return a.gap || wide && (bytes.ContainsAny(cell, " :") || len(a.pending) > 0)
}

// isLone reports whether a row of several columns has a text in the first one and nothing else, as spreadsheet programs save a remark
// below the table.
func (f *File) isLone(cells [][]byte) bool {
	const narrow = 2
	return len(cells) > narrow && !slices.ContainsFunc(cells[1:], func(cell []byte) bool { return len(cell) > 0 }) &&
		!f.options.Named && infer.TypeOf(cells[0]).IsText() && !f.options.Missing.Has(cells[0])
}

// mayEnd reports whether a row with a single text may be a remark below the table: such rows are few, and rare above.
func (a *anomalies) mayEnd() bool {
	const rare = 0.1
	return len(a.pending) < a.full && float64(a.lone) <= rare*float64(a.full)
}

// flushPending passes on the pending rows, or counts them as remarks if the table has ended.
func (f *File) flushPending(ended bool) {
	a := &f.anomalies
	for _, p := range a.pending {
		if ended {
			a.remarks.add(p.line)
			continue
		}
		if p.padded {
			a.lone++
		} else {
			a.short.add(p.line)
		}
		f.add([][]byte{p.text}, p.line)
	}
	a.pending = a.pending[:0]
	slices.Sort(a.remarks.first) // others may stand below
}

// lineList counts lines and keeps the numbers of the first ones.
type lineList struct {
	n     int
	first []int
}

func (l *lineList) add(line int) {
	const shown = 5
	if l.n++; len(l.first) < shown {
		l.first = append(l.first, line)
	}
}

// where names the lines: "line 7", "lines 7, 9 and 12", "lines 7, 9, 12, 15, 18 and 40 more".
func (l *lineList) where() string {
	texts := make([]string, len(l.first))
	for i, line := range l.first {
		texts[i] = fmt.Sprint(line)
	}
	switch more := l.n - len(l.first); {
	case l.n == 1:
		return "line " + texts[0]
	case more > 0:
		return fmt.Sprintf("lines %s and %d more", strings.Join(texts, ", "), more)
	}
	last := len(texts) - 1
	return "lines " + strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// anomalies counts records that were repaired or skipped.
type anomalies struct {
	short, cut, stray lineList // repaired: too few values; empty values beyond the last column; stray quotes
	other             lineList // repaired: another delimiter
	doubtful          lineList // rows that quotes inside texts may split at the wrong places
	long              lineList // skipped: too many values
	open              lineList // skipped: quotes that are not closed
	names             lineList // skipped: names of another table
	empty, repeated   lineList // skipped: no values; the header again
	remarks           lineList // skipped: lines below the table
	comments          lineList // skipped: comments between the rows
	drawn             lineList // skipped: lines of dashes
	formulas          lineList // rows with formulas of texts

	longest int // values of the longest skipped row
	column  int // of the first open quote

	pending []remark // rows with one value: remarks if no full row follows
	gap     bool     // a blank line precedes this record
	apart   bool     // a blank line or a row without values precedes it
	full    int      // rows with as many values as columns
	lone    int      // rows above others with a single text, see isLone
	foreign int      // rows of another, equal width since a blank line
	width   int      // width of these
	begun   int      // line of the first of these, or of texts
	texts   int      // rows that look like names since the last ordinary row
}

// remark is a row with a single value.
type remark struct {
	text   []byte
	line   int
	padded bool // empty cells follow the value
}

// report adds the counts and the warnings to the file.
func (a *anomalies) report(f *File) {
	say := func(l *lineList, one, many, hint string) {
		if l.n > 0 {
			f.Warnings = append(f.Warnings, fmt.Sprintf("%s (%s)%s", Plural(l.n, one, many), l.where(), hint))
		}
	}
	often := fmt.Sprintf("; often a %q inside a text without quotes", f.splitter.delimiter)
	const wrong = ": values may be in wrong columns"
	say(&a.short, "row with too few values was filled up at the end", "rows with too few values were filled up at the end", wrong)
	say(&a.cut, "row has a separator too many, taken for its last", "rows have separators too many, taken for their last", wrong)
	say(&a.doubtful, "row has quotes inside values, perhaps around a separator",
		"rows have quotes inside values, perhaps around a separator", wrong)
	say(&a.other, "row has another separator than the others, and was split at it",
		"rows have another separator than the others, and were split at it", "")
	say(&a.stray, "row has a stray quote, kept as text", "rows have stray quotes, kept as text", "")
	say(&a.open, "line with a quote that is not closed was left out", "lines with quotes that are not closed were left out", "")
	say(&a.long, "row with too many values was left out", "rows with too many values were left out", often)
	say(&a.empty, "row without any value was left out", "rows without any value were left out", "")
	say(&a.repeated, "row that repeats the names was left out", "rows that repeat the names were left out", "")
	say(&a.names, "row that looks like the names of another table was left out", "rows that look like the names of other tables were left out",
		": rows below may belong to other columns")
	say(&a.remarks, "line below the table is not a row and was left out", "lines below the table are not rows and were left out", "")
	say(&a.comments, "comment between the rows was left out", "comments between the rows were left out", "")
	say(&a.drawn, "line of dashes was left out", "lines of dashes were left out", "")
	say(&a.formulas, `row has values written like ="00123", read as the text between the quotes`,
		`rows have values written like ="00123", read as the text between the quotes`, ": programs of exported rules need them so")
	f.Repaired = a.short.n + a.cut.n + a.stray.n + a.other.n
	f.LeftOut += a.long.n + a.open.n + a.empty.n + a.repeated.n + a.names.n
	f.Dialect.Comments = a.remarks.n + a.comments.n
}
