package csvfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"drnet/engine/dataset/infer"
)

// record passes a record on as a row, or counts it as an anomaly.
func (f *File) record(r *record) error {
	a, cells, width := &f.anomalies, r.cells, len(f.Names)
	switch {
	case r.comment:
		a.comments.add(r.line)
		return nil
	case r.blank:
		f.BlankLines += r.lines
		a.gap = true
		return nil
	case r.empty && (width > 1 || len(cells) > 1):
		a.empty.add(r.line)
		return nil
	case len(cells) == width+1 && f.layout.trailing && len(cells[width]) == 0:
		cells = cells[:width]
	}
	if len(cells) != width {
		return f.ragged(r, cells)
	}
	a.gap, a.foreign = false, 0
	if len(a.pending) > 0 {
		f.flushPending(false)
	}
	if f.Dialect.Header && slices.EqualFunc(cells, f.Names, func(cell []byte, name string) bool { return string(cell) == name }) {
		a.repeated.add(r.line) // as in concatenated files
		return nil
	}
	if r.stray {
		a.stray.add(r.line)
	}
	f.add(cells, r.line)
	return nil
}

// ragged handles a record of another width.
func (f *File) ragged(r *record, cells [][]byte) error {
	a, width := &f.anomalies, len(f.Names)
	if err := a.foreignRow(len(cells), r.line); err != nil {
		return err
	}
	if len(cells) == 1 && f.isRemark(cells[0]) {
		if a.gap {
			a.remarks.add(r.line)
		} else {
			a.pending = append(a.pending, remark{bytes.Clone(cells[0]), r.line})
		}
		return nil
	}
	a.gap = false
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
	return NewError(MultipleTables, "save each table in a file of its own",
		"another table begins here, with %d columns", width).At(a.begun, 0)
}

// isRemark reports whether a line's only value is a remark, not the start of a row: below a blank line, or several words.
func (f *File) isRemark(cell []byte) bool {
	const narrow = 2
	if _, isNumber := infer.ParseNumber(cell); isNumber || len(cell) == 0 || f.options.Missing.Has(cell) {
		return false
	}
	return f.anomalies.gap || len(f.Names) > narrow && bytes.ContainsAny(cell, " :")
}

// flushPending passes on the pending rows, or counts them as remarks if the table has ended.
func (f *File) flushPending(ended bool) {
	a := &f.anomalies
	for _, p := range a.pending {
		if ended {
			a.remarks.add(p.line)
			continue
		}
		a.short.add(p.line)
		f.add([][]byte{p.text}, p.line)
	}
	a.pending = a.pending[:0]
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
	long              lineList // skipped: too many values
	empty, repeated   lineList // skipped: no values; the header again
	remarks           lineList // skipped: lines below the table
	comments          lineList // skipped: comments between the rows

	longest int // values of the longest skipped row

	pending []remark // short rows with one value: remarks if no full row follows
	gap     bool     // a blank line precedes this record
	foreign int      // rows of another, equal width since a blank line
	width   int      // width of these
	begun   int      // line of the first of these
}

// remark is a row with a single value.
type remark struct {
	text []byte
	line int
}

// report adds the counts and the warnings to the file.
func (a *anomalies) report(f *File) {
	say := func(l *lineList, one, many, hint string) {
		if l.n > 0 {
			f.Warnings = append(f.Warnings, fmt.Sprintf("%s (%s)%s", Plural(l.n, one, many), l.where(), hint))
		}
	}
	often := fmt.Sprintf("; often a %q inside a text without quotes", f.splitter.delimiter)
	say(&a.short, "row with too few values was filled up with missing ones", "rows with too few values were filled up with missing ones", "")
	say(&a.cut, "row ends in separators too many, which were left out", "rows end in separators too many, which were left out", "")
	say(&a.stray, "row has a stray quote inside a value in quotes, kept as text",
		"rows have stray quotes inside values in quotes, kept as text", "")
	say(&a.long, "row with too many values was left out", "rows with too many values were left out", often)
	say(&a.empty, "row without any value was left out", "rows without any value were left out", "")
	say(&a.repeated, "row that repeats the names was left out", "rows that repeat the names were left out", "")
	say(&a.remarks, "line below the table is not a row and was left out", "lines below the table are not rows and were left out", "")
	say(&a.comments, "comment between the rows was left out", "comments between the rows were left out", "")
	f.Repaired = a.short.n + a.cut.n + a.stray.n
	f.LeftOut += a.long.n + a.empty.n + a.repeated.n
	f.Dialect.Comments = a.remarks.n + a.comments.n
}
