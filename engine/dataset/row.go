package dataset

import (
	"bytes"
	"fmt"
	"math"
)

// record takes a record in: as a row, or as what else it is.
func (rd *reader) record(r *record) error {
	rest, cells, width := &rd.rest, r.cells, len(rd.builders)
	switch {
	case r.comment:
		rest.comments.add(r.line)
		return nil
	case r.blank:
		rd.t.BlankLines += r.lines
		rest.gap = true
		return nil
	case r.empty && (width > 1 || len(cells) > 1):
		rest.empty.add(r.line)
		return nil
	case len(cells) == width+1 && rd.layout.trailing && len(cells[width]) == 0:
		cells = cells[:width]
	}
	if len(cells) != width {
		return rd.ragged(r, cells)
	}
	rest.gap, rest.foreign = false, 0
	if len(rest.pending) > 0 {
		rd.keepPending(false)
	}
	if rd.isHeader(cells) {
		rest.repeated.add(r.line)
		return nil
	}
	if r.stray {
		rest.stray.add(r.line)
	}
	rd.add(cells, r.line)
	return nil
}

// isHeader reports whether a row is the names once more, as where files were joined.
func (rd *reader) isHeader(cells [][]byte) bool {
	if !rd.t.Dialect.Header {
		return false
	}
	for j := range cells {
		if string(cells[j]) != rd.t.Columns[j].Name {
			return false
		}
	}
	return true
}

// ragged takes in a record of another width.
func (rd *reader) ragged(r *record, cells [][]byte) error {
	rest, width := &rd.rest, len(rd.builders)
	if err := rest.another(len(cells), r.line); err != nil {
		return err
	}
	if len(cells) == 1 && rd.isRemark(cells[0]) {
		if rest.gap {
			rest.remarks.add(r.line)
			return nil
		}
		rest.pending = append(rest.pending, remark{bytes.Clone(cells[0]), r.line})
		return nil
	}
	rest.gap = false
	rd.keepPending(false)
	if len(cells) < width {
		rest.short.add(r.line)
		rd.add(cells, r.line)
		return nil
	}
	for _, cell := range cells[width:] {
		if len(cell) > 0 {
			rest.long.add(r.line)
			rest.longest = max(rest.longest, len(cells))
			return nil
		}
	}
	rest.cut.add(r.line)
	rd.add(cells[:width], r.line)
	return nil
}

// another notes a record of another width than the table's. Two of them with the same number of values behind a blank
// line begin another table.
func (r *rest) another(width, line int) error {
	const enough = 2
	switch {
	case width < enough:
		return nil
	case r.gap:
		r.foreign, r.width, r.begun = 1, width, line
	case r.foreign > 0 && r.width == width:
		r.foreign++
	}
	if r.foreign < enough {
		return nil
	}
	return &Error{
		Kind: MultipleTables, Line: r.begun, Message: fmt.Sprintf("another table begins here, with %d columns", width),
		Hint: "save each table in a file of its own",
	}
}

// isRemark reports whether the only value of a line reads like a remark, not like the beginning of a row: it is a text
// behind a blank line, or of several words.
func (rd *reader) isRemark(cell []byte) bool {
	const narrow = 2
	if _, number := parseNumber(cell); number || len(cell) == 0 || rd.builders[0].missing.is(cell) {
		return false
	}
	return rd.rest.gap || len(rd.builders) > narrow && bytes.ContainsAny(cell, " :")
}

// keepPending makes rows of the lines that could have been remarks, unless the table has ended with them.
func (rd *reader) keepPending(ended bool) {
	for _, p := range rd.rest.pending {
		if ended {
			rd.rest.remarks.add(p.line)
			continue
		}
		rd.rest.short.add(p.line)
		rd.add([][]byte{p.text}, p.line)
	}
	rd.rest.pending = rd.rest.pending[:0]
}

// add appends a row, whose values may be fewer than there are columns.
func (rd *reader) add(cells [][]byte, line int) {
	if !rd.sample.keeps() {
		return
	}
	for j, b := range rd.builders[:len(cells)] {
		// Most cells are short and were seen before, in a column of few texts: what find and add do is written out for
		// them, because calls are what reading takes its time with, most of all as WebAssembly.
		cell := cells[j]
		n := len(cell)
		if n-1 < 2*wordSize && cap(cell) >= wordSize && b.codes.narrow != nil {
			key, tail := word(cell[:wordSize], 0), uint64(0)
			if n <= wordSize {
				key &= 1<<(wordSize*uint(n)) - 1
			} else {
				tail = word(cell, n-wordSize)
			}
			slots := b.dictionary.slots
			s := &slots[place(key, tail)&uint64(len(slots)-1)]
			if s.key == key && s.tail == tail && s.size == uint32(n) && uint32(s.code-1) < math.MaxUint8 {
				b.codes.narrow = append(b.codes.narrow, uint8(s.code))
				continue
			}
		}
		b.add(cell, line)
	}
	for _, b := range rd.builders[len(cells):] {
		b.add(nil, line)
	}
	rd.t.Rows++
}
