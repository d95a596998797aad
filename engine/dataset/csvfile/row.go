package csvfile

import (
	"bytes"
	"fmt"
	"slices"

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
	if f.isHeader(cells) {
		a.repeated.add(r.line)
		return nil
	}
	if r.stray {
		a.stray.add(r.line)
	}
	f.add(cells, r.line)
	return nil
}

// isHeader reports whether a row repeats the header, as in concatenated files.
func (f *File) isHeader(cells [][]byte) bool {
	return f.Dialect.Header && slices.EqualFunc(cells, f.Names, func(cell []byte, name string) bool { return string(cell) == name })
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
			return nil
		}
		a.pending = append(a.pending, remark{bytes.Clone(cells[0]), r.line})
		return nil
	}
	a.gap = false
	f.flushPending(false)
	if len(cells) < width {
		a.short.add(r.line)
		f.add(cells, r.line)
		return nil
	}
	if slices.ContainsFunc(cells[width:], func(cell []byte) bool { return len(cell) > 0 }) {
		a.long.add(r.line)
		a.longest = max(a.longest, len(cells))
		return nil
	}
	a.cut.add(r.line)
	f.add(cells[:width], r.line)
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
	return &Error{
		Kind: MultipleTables, Line: a.begun, Message: fmt.Sprintf("another table begins here, with %d columns", width),
		Hint: "save each table in a file of its own",
	}
}

// isRemark reports whether the only value of a line is a remark rather than the start of a row: a text below a blank
// line, or one of several words.
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
