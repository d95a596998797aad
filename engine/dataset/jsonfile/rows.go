package jsonfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"drnet/engine/dataset/csvfile"
)

// mostCells is the greatest number of cells: objects with few but different keys make a table of many, mostly empty, cells.
const mostCells = 1 << 31

// Records is a table as comma-separated text. It is an io.Reader.
type Records struct {
	*csvfile.Converter
	Named    bool     // the first line has the names of the columns, and each line below is a row
	Warnings []string // sentences about values that were left out or changed

	scanner
	table   Candidate
	name    []byte    // text of the key of the row, if the rows are keyed
	row     int       // index of the next row
	cursors []scanner // position in each column of an object of lists
	tree    *node     // keys of a list of objects
	fields  []*node   // nodes that are columns; in the first pass, that may be columns
	cells   [][]byte  // cells of the current row, by field; nil in the first pass

	repeated, firstRepeated int // number of rows in which a key is repeated; number of the first one, from 1
}

// node is a key in the objects of the rows. Objects inside of objects make a tree of them.
type node struct {
	name    string // name of the column: the keys of the path from the row, with points between them
	members map[string]*node
	order   []*node // members by first appearance
	key     string
	place   int  // index in the order of its siblings
	field   int  // index in the fields, -1 if it is not a field
	row     int  // number of the last row with the key, from 1
	filled  bool // a value is neither null nor an empty object
	lists   bool // a value is a list
}

// Open opens a table of the file. It reads all rows to find the columns, and Records then reads the rows again for the cells.
func (f *JSON) Open(t Candidate) (*Records, error) {
	r := &Records{table: t, scanner: scanner{text: f.text}, tree: &node{field: -1}}
	if len(f.skipped) > 0 {
		r.Warnings = append(r.Warnings, "outside of the table, these keys of the JSON text were left out: "+csvfile.QuoteList(f.skipped))
	}
	r.rewind()
	if t.columns != nil {
		r.Named = true
		for _, l := range t.columns {
			r.fields = append(r.fields, &node{name: l.name, filled: true})
		}
		r.Converter = csvfile.NewConverter(r.header(), r.more)
		return r, nil
	}
	if f.text[r.pos] != '{' {
		r.Named = t.header != nil
		r.Converter = csvfile.NewConverter(t.header, r.more)
		return r, nil
	}
	r.Named = true
	if t.named {
		r.fields = append(r.fields, &node{name: "key", filled: true})
	}
	for ; r.row < t.Rows; r.row++ {
		if err := r.object(r.tree); err != nil {
			return nil, err
		}
		r.toNext()
		if len(r.fields) > csvfile.MaxColumns {
			return nil, csvfile.NewError(csvfile.TooManyColumns, "write a list of objects with the same keys",
				"the objects have more than %d different keys", csvfile.MaxColumns)
		}
	}
	if len(r.fields)*t.Rows > mostCells {
		return nil, csvfile.NewError(csvfile.TooLarge, "write a list of objects with the same keys",
			"%d rows with %d different keys are too many", t.Rows, len(r.fields))
	}
	r.finish()
	r.rewind()
	r.Converter = csvfile.NewConverter(r.header(), r.more)
	return r, nil
}

// rewind returns to the first row.
func (r *Records) rewind() {
	r.row, r.pos = 0, r.table.at
	if r.table.keyed {
		r.readKey()
	}
	r.cursors = nil
	for _, l := range r.table.columns {
		r.cursors = append(r.cursors, scanner{text: r.text, pos: l.at + 1})
	}
}

// finish selects the columns after the first pass. A key with members is not a column if all its other values are null or empty objects.
func (r *Records) finish() {
	var lists []string
	kept := r.fields[:0]
	for _, n := range r.fields {
		if !n.filled && n.members != nil {
			n.field = -1
			continue
		}
		n.field = len(kept)
		kept = append(kept, n)
		if n.lists {
			lists = append(lists, n.name)
		}
	}
	r.fields, r.cells = kept, make([][]byte, len(kept))
	if len(lists) > 0 {
		r.Warnings = append(r.Warnings, "lists were kept as text: "+csvfile.QuoteList(lists))
	}
	if r.repeated > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s a key twice, of which the last value counts; the first is row %d",
			csvfile.Plural(r.repeated, "row has", "rows have"), r.firstRepeated))
	}
}

// object reads the object at the current position, whose node is n. The first pass finds the columns, the second one the cells.
func (r *Records) object(n *node) error {
	at, repeated := 0, false
	err := r.each(func(key []byte) error {
		if at == len(n.order) || n.order[at].key != string(key) {
			at = n.member(key)
		}
		m := n.order[at]
		at++
		repeated = repeated || m.row == r.row+1
		m.row = r.row + 1
		if r.next() == '{' && r.second() != '}' {
			return r.object(m)
		}
		raw, err := r.value()
		if err == nil {
			r.set(m, raw)
		}
		return err
	})
	if repeated {
		if r.repeated++; r.repeated == 1 {
			r.firstRepeated = r.row + 1
		}
	}
	return err
}

// member returns the place of the member with a key. It adds a new key.
func (n *node) member(key []byte) int {
	if m, known := n.members[string(key)]; known {
		return m.place
	}
	m := &node{key: string(key), name: string(key), place: len(n.order), field: -1}
	if n.name != "" {
		m.name = n.name + "." + m.key
	}
	if n.members == nil {
		n.members = map[string]*node{}
	}
	n.members[m.key] = m
	n.order = append(n.order, m)
	return m.place
}

// set takes the text of a value into account: as a cell, or in the first pass to find the columns.
func (r *Records) set(n *node, raw []byte) {
	if r.cells != nil {
		if n.field >= 0 {
			r.cells[n.field] = raw
		}
		return
	}
	n.filled = n.filled || raw[0] != 'n' && raw[0] != '{'
	n.lists = n.lists || raw[0] == '['
	if n.field < 0 {
		n.field = len(r.fields)
		r.fields = append(r.fields, n)
	}
}

// more appends the next rows, see csvfile.Converter.
func (r *Records) more(out []byte) (_ []byte, err error) {
	for ; r.row < r.table.Rows && len(out) < csvfile.ConvertedSize; r.row++ {
		if out, err = r.appendRow(out); err != nil {
			return out, err
		}
	}
	if r.row == r.table.Rows {
		return out, io.EOF
	}
	return out, nil
}

// header returns the line of names.
func (r *Records) header() (line []byte) {
	for j, n := range r.fields {
		if j > 0 {
			line = append(line, ',')
		}
		line = csvfile.AppendCell(line, []byte(n.name))
	}
	return headerLine(line)
}

// headerLine returns the names, which are comma-separated text, as a line.
func headerLine(names []byte) []byte {
	if len(bytes.TrimSpace(names)) == 0 {
		names = []byte("column1") // a blank line would not be a header
	}
	return append(names, '\n')
}

// appendRow appends the next row.
func (r *Records) appendRow(out []byte) (_ []byte, err error) {
	start, n := len(out), 0
	cell := func(raw []byte) {
		if n > 0 {
			out = append(out, ',')
		}
		out = appendValue(out, raw)
		n++
	}
	switch {
	case r.table.columns != nil:
		for j := range r.cursors {
			var key, raw []byte
			if key, raw, err = r.cursors[j].element(r.table.columns[j].open); r.table.columns[j].keys {
				raw = key // a number, see scalars
			}
			cell(raw)
		}
	case r.Named && r.table.header == nil:
		clear(r.cells)
		if r.table.named {
			r.cells[0] = r.name
		}
		err = r.object(r.tree)
		for _, raw := range r.cells {
			cell(raw)
		}
	default:
		err = r.each(func([]byte) error {
			raw, err := r.value()
			cell(raw)
			return err
		})
	}
	if r.toNext(); len(out) == start {
		out = append(out, `""`...) // otherwise a row of one missing cell would be a blank line, which is skipped
	}
	return append(out, '\n'), err
}

// toNext moves from the end of a row to the start of the next one.
func (r *Records) toNext() {
	if r.separator(); r.table.keyed && r.next() == '"' {
		r.readKey()
	}
}

// readKey reads the key of a row and its colon, which Parse has checked.
func (r *Records) readKey() {
	r.name, _ = r.value()
	r.next()
	r.pos++
	r.next()
}

// element reads the next value of a list or object with that opening bracket, with its key and the comma after it, and returns the key and
// the text of the value.
func (s *scanner) element(open byte) (key, raw []byte, err error) {
	s.next()
	if key, err = s.key(closing(open)); err != nil {
		return nil, nil, err
	}
	raw, err = s.value()
	s.separator()
	return key, raw, err
}

// separator skips a comma between two values.
func (s *scanner) separator() {
	if s.next() == ',' {
		s.pos++
	}
	s.next()
}

// appendValue appends a value as a cell: nothing for null and {}, and other objects and lists without blanks.
func appendValue(out, raw []byte) []byte {
	if len(raw) == 0 {
		return out
	}
	switch raw[0] {
	case '"':
		raw = unquote(raw)
	case '[', '{':
		var short bytes.Buffer
		if string(raw) == "{}" {
			return out
		}
		if json.Compact(&short, raw) == nil { // it fails if NaN is in the list
			raw = short.Bytes()
		}
	case 'n':
		return out
	}
	return csvfile.AppendCell(out, raw)
}
