package csvfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"drnet/engine/dataset/infer"
)

// record adds a record as a row, or counts it as an anomaly. Text is the source of the record.
func (f *File) record(r *record, text []byte) error {
	f.mend(r, text)
	a, cells, width := &f.anomalies, f.layout.cells(r), len(f.Names)
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
	case a.gap && f.isNote(bytes.TrimSpace(text), len(cells)):
		a.remark(r.line)
		return nil
	case len(cells) == width+1 && f.layout.trailing && len(cells[width]) == 0:
		cells = cells[:width]
	}
	if len(cells) != width {
		return f.ragged(r, cells, text)
	}
	if f.continues(cells) {
		return NewError(NotCSV, printed, "a text of this drawn table continues in another line").At(r.line, 0)
	}
	if f.isLone(cells) {
		if a.mayEnd() {
			a.pending = append(a.pending, remark{bytes.Clone(cells[0]), r.line, true})
			a.titled = a.gap
			return nil
		}
		a.lone.add(r.line)
	}
	if f.hasNames(cells) {
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
	if a.gap && a.full > 0 && (a.titled || f.layout.mayBegin(cells)) {
		a.resumed.add(r.line)
	}
	a.row(r)
	f.add(cells, r.line)
	return nil
}

// hasNames reports whether a row repeats the names of the columns.
func (f *File) hasNames(cells [][]byte) bool {
	return f.Dialect.Header && !f.options.Named && repeats(cells, f.layout.written)
}

// mayBegin reports whether a row below a blank line may begin another table: a value does not fit its column or is the name of it, or
// names cannot be distinguished from rows, unless a value of the row occurs above.
func (l *layout) mayBegin(cells [][]byte) bool {
	for j, name := range l.written {
		if len(name) > 0 && bytes.Equal(name, cells[j]) {
			return true
		}
	}
	if l.seen == nil {
		return !l.profile.fits(cells)
	}
	return !slices.ContainsFunc(cells, func(cell []byte) bool { return l.seen[string(cell)] })
}

// row counts a row of the table, and its anomalies.
func (a *anomalies) row(r *record) {
	a.gap, a.apart, a.titled, a.foreign, a.headers = false, false, false, 0, 0
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
}

// openQuote handles a record with a quote that is not closed. If the quote is the only one, its line is a row with the quote as text,
// provided that it has as many values as the table. Otherwise the lines up to that of the quote are left out. N is the number of bytes
// used, 0 if the text ends before the line does.
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

// ragged handles a record of another width than the table: it repairs it, leaves it out, or rejects the file.
func (f *File) ragged(r *record, cells [][]byte, text []byte) error {
	a, width := &f.anomalies, len(f.Names)
	if own, delimiter := f.splitter.resplit(f.splitter.cr, text, r.line, width, f.layout.profile.fits); delimiter != 0 {
		a.other.add(r.line)
		f.add(own.cells, r.line)
		return nil
	}
	if err := a.foreignRow(len(cells), r.line); err != nil {
		return err
	}
	if len(cells) == 1 && f.isRemark(cells[0]) {
		if a.gap {
			a.remark(r.line)
		} else {
			a.pending = append(a.pending, remark{bytes.Clone(cells[0]), r.line, false})
		}
		return nil
	}
	a.gap, a.apart, a.titled = false, false, false
	again := f.hasNames(cells)
	f.flushPending(again) // the title of these names
	switch {
	case again:
		a.names.add(r.line)
	case len(cells) < width:
		a.short.add(r.line)
		f.add(cells, r.line)
	case filled(cells[width:]) > 0:
		a.long.add(r.line)
		a.longest = max(a.longest, len(cells))
	default:
		a.cut.add(r.line)
		f.add(cells[:width], r.line)
	}
	return nil
}

// otherNames counts a row that looks like the header of another table. It is an error below a blank line or another such row.
func (a *anomalies) otherNames(width, line int) error {
	a.names.add(line)
	if a.headers++; a.headers > 1 {
		line = a.begun
	} else if a.begun = line; !a.apart {
		return nil
	}
	return anotherTable(width, line)
}

// foreignRow counts a record of another width than the table. Two of the same width below a blank line are an error: another table.
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

func anotherTable(width, line int) *Error {
	return NewError(MultipleTables, "save each table in a file of its own", "another table begins here, with %d columns", width).At(line, 0)
}

// isRemark reports whether the only value of a line is a remark below the table rather than the first value of a row. It is one if it is
// not a number or missing mark and follows a blank line. In a table of at least three columns it is also one if it has a blank or a colon
// or follows another remark, or if it is drawn like _____ to separate remarks. Where rows start with a bar, it always is.
func (f *File) isRemark(cell []byte) bool {
	const narrow, drawn = 2, 3
	a, wide := &f.anomalies, len(f.Names) > narrow
	if wide && len(cell) >= drawn && len(bytes.Trim(cell, "_-")) == 0 {
		return true
	}
	if _, isNumber := infer.ParseNumber(cell); isNumber || len(cell) == 0 || f.options.Missing.Has(cell) {
		return false
	}
	return a.gap || f.layout.leading || wide && (bytes.ContainsAny(cell, " :") || len(a.pending) > 0)
}

// isNote reports whether a line below a blank one is a remark although it has n > 1 values: prose with commas, such as "Source: Office,
// 2023", or, where blanks separate the values, a text in parentheses, such as "(60 rows affected)".
func (f *File) isNote(text []byte, n int) bool {
	if f.splitter.delimiter == ' ' {
		return bytes.HasPrefix(text, []byte("(")) && bytes.HasSuffix(text, []byte(")"))
	}
	return n < len(f.Names) && infer.TypeOf(text) == infer.ProseCell
}

// remark counts a line below a blank one that is not a row.
func (a *anomalies) remark(line int) {
	a.remarks.add(line)
	a.titled = true
}

// continues reports whether a row continues texts of the row above, as psql and SQLite draw texts of several lines: it has texts, but
// neither a first value nor numbers or dates.
func (f *File) continues(cells [][]byte) bool {
	return f.anomalies.drawn.n > 0 && f.layout.probe >= 0 && len(cells[0]) == 0 && f.layout.profile.filled(cells) == 0
}

// isLone reports whether a row of at least three columns has a text in the first one and nothing else. Spreadsheet programs save a remark
// below the table like that.
func (f *File) isLone(cells [][]byte) bool {
	const narrow = 2
	return len(cells) > narrow && filled(cells[1:]) == 0 &&
		!f.options.Named && infer.TypeOf(cells[0]).IsText() && !f.options.Missing.Has(cells[0])
}

// mayEnd reports whether a lone row may be a remark below the table: fewer rows are pending than full, and lone rows are rare.
func (a *anomalies) mayEnd() bool { return len(a.pending) < a.full && a.loneAreRare() }

// loneAreRare reports whether at most a tenth as many lone rows as full ones have turned out to be rows.
func (a *anomalies) loneAreRare() bool {
	const rare = 0.1
	return float64(a.lone.n) <= rare*float64(a.full)
}

// flushPending adds the pending rows, or counts them as remarks if the table has ended.
func (f *File) flushPending(ended bool) {
	a := &f.anomalies
	for _, p := range a.pending {
		if ended {
			a.remarks.add(p.line)
			continue
		}
		if p.padded {
			a.lone.add(p.line)
		} else {
			a.short.add(p.line)
		}
		f.add([][]byte{p.text}, p.line)
	}
	a.pending = a.pending[:0]
	slices.Sort(a.remarks.first) // remarks below the pending ones may have been counted before
}

// lineList counts lines and keeps the numbers of the first ones.
type lineList struct {
	n     int
	first []int
}

// add is not inlined, because its many copies would make the program of the page longer.
//
//go:noinline
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
	other             lineList // repaired: another delimiter, see resplit
	lone              lineList // rows with a single text that were followed by others, see isLone
	doubtful          lineList // rows in which a delimiter may be part of a text, see record.doubt
	long              lineList // skipped: too many values
	open              lineList // skipped: quotes that are not closed
	names             lineList // skipped: names of another table
	empty, repeated   lineList // skipped: no values; the header again
	remarks           lineList // skipped: lines below the table
	comments          lineList // skipped: comments between the rows
	drawn             lineList // skipped: lines of dashes
	resumed           lineList // rows below blank lines
	formulas          lineList // rows with cells such as ="00123", see splitter.unwrapped

	longest int // values of the longest skipped row
	column  int // of the first open quote

	pending []remark // rows with one value since the last other row: remarks if no full row follows
	gap     bool     // a blank line was read since the last row
	titled  bool     // a remark was read since that blank line
	apart   bool     // a blank line or a row without values was read since the last row
	full    int      // rows with as many values as columns
	foreign int      // rows of the other width since a blank line
	width   int      // that width
	begun   int      // line of the first foreign row, or of the first header
	headers int      // rows that look like names since the last full row
}

// remark is a row with a single value.
type remark struct {
	text   []byte
	line   int
	padded bool // empty cells follow the value
}

// report sets the counts of the file and adds the warnings.
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
	if slices.Sort(a.lone.first); a.loneAreRare() {
		say(&a.lone, "row has a text in the first column and nothing else", "rows have a text in the first column and nothing else",
			"; remove headings from the file")
	}
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
	const block = 4 // rows: shorter ones between blank lines are a style
	if block*a.resumed.n <= a.full {
		say(&a.resumed, "row follows a blank line", "rows follow blank lines", ": check that no other table begins there")
	}
	say(&a.remarks, "line below the table is not a row and was left out", "lines below the table are not rows and were left out", "")
	say(&a.comments, "comment between the rows was left out", "comments between the rows were left out", "")
	say(&a.drawn, "line of dashes was left out", "lines of dashes were left out", "")
	say(&a.formulas, `row has values written like ="00123", read as the text between the quotes`,
		`rows have values written like ="00123", read as the text between the quotes`, ": programs of exported rules need them so")
	f.Repaired = a.short.n + a.cut.n + a.stray.n + a.other.n
	f.LeftOut += a.long.n + a.open.n + a.empty.n + a.repeated.n + a.names.n
	f.Dialect.Comments = a.remarks.n + a.comments.n
}
