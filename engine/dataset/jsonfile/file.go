// Package jsonfile finds the tables in a JSON text, and converts one to comma-separated text. A table is a list of objects or of lists,
// lines of JSON, an object of lists, an object of objects, or a single object; other objects may contain it, and in a list one
// may be before it. The package knows nothing of what the values mean.
package jsonfile

import (
	"bytes"
	"errors"
	"slices"
	"sort"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// Candidate is a table in a JSON text.
type Candidate struct {
	Name string // keys that lead to the table, with points between them; "" for the whole text
	Rows int

	at      int    // position of the first row in the text, or of its key
	keyed   bool   // the rows are members of an object
	named   bool   // their keys are names, or numbers such as years: they are the first column
	columns []list // columns of an object of lists; nil for a list of rows
	header  []byte // names of a list of lists, as a line of comma-separated text; nil if its first row may have them
}

// list is a column of an object of lists.
type list struct {
	name       string
	at, length int  // position of the list in the text; number of its values
	open       byte // '[', or '{' for an object whose keys number the rows, as pandas writes it
	keys       bool // the column has the keys of that object rather than its values
}

// areRowNumbers reports whether keys from this one on count rows, rather than being values such as years.
func areRowNumbers(first []byte) bool {
	first = bytes.TrimLeft(first, "0")
	return len(first) == 0 || string(first) == "1"
}

// JSON is a JSON text with its tables.
type JSON struct {
	Tables []Candidate // in descending order of rows

	scanner
	loose   []Candidate // objects of lists: they are tables only without lists of rows
	byName  []Candidate // rows by name: they are tables only without others
	skipped []string    // keys with other values, which are not in a table
}

// Parse finds the tables. It returns an *csvfile.Error if the text is damaged, with the line, or lacks a table.
func Parse(text []byte) (*JSON, error) {
	f := &JSON{scanner: scanner{text: text}}
	c := f.next()
	start := f.pos
	var err error
	switch second := f.second(); {
	case c == '[' && (second == '{' || second == '['):
		err = f.list("")
	case c == '{':
		err = f.object("")
	default:
		_, err = f.value()
	}
	if err == nil && f.next() != 0 {
		err = f.lines(start, c)
	}
	if err != nil {
		return nil, err
	}
	for _, found := range [][]Candidate{f.loose, f.byName} {
		if len(f.Tables) == 0 {
			f.Tables = found
		}
	}
	if len(f.Tables) == 0 && c == '{' {
		f.single(start)
	}
	if len(f.Tables) == 0 {
		return nil, csvfile.NewError(csvfile.NotCSV, `write the table as a list of objects, such as [{"age": 31}, {"age": 28}], or as CSV`,
			"the JSON text contains no table: neither a list of objects nor lists of equal length")
	}
	sort.SliceStable(f.Tables, func(i, j int) bool { return f.Tables[i].Rows > f.Tables[j].Rows })
	return f, nil
}

// lines reads a text of several values as the rows of a table. All must start with the bracket c, the first one at start.
func (f *JSON) lines(start int, c byte) error {
	f.Tables, f.loose, f.byName, f.skipped = nil, nil, nil, nil
	f.pos = start
	rows := 0
	for ; ; rows++ {
		switch got := f.next(); {
		case got == 0:
			f.Tables = []Candidate{{Rows: rows, at: start}}
			return nil
		case got != c || c != '{' && c != '[':
			return f.fail("text follows the end of the first value")
		}
		if _, err := f.value(); err != nil {
			return err
		}
	}
}

// single makes the whole text, which is an object, a table of one row unless some of its values are lists or objects.
func (f *JSON) single(start int) {
	f.pos = start
	if n, _ := f.scalars(true); n > 0 {
		f.Tables, f.skipped = []Candidate{{Rows: 1, at: start}}, nil
	}
}

// errOther ends the reading of an object that is not a table.
var errOther = errors.New("not a table")

// indexed reads the object at the current position as a table if its values are objects whose keys are not numbers. Without named, its own
// keys are numbers, as pandas writes with orient "index". With named, they are the names of at least three rows that begin with the same
// key and are not fewer than the keys of the first one, which may be columns instead. It reports whether it is a table; damage is
// reported when the object is read in another way.
func (f *JSON) indexed(path string, named bool) bool {
	t := Candidate{Name: strings.TrimSuffix(path, "."), keyed: true, named: named}
	least, first := 0, []byte(nil) // rows; the first key of the first row
	s := f.scanner
	s.pos++
	s.next()
	t.at, s.pos = s.pos, f.pos
	err := s.each(func(key []byte) error {
		if s.next() != '{' || !named && !isNumber(key) {
			return errOther
		}
		inside, _ := s.first()
		if t.Rows++; t.Rows == 1 {
			first, t.named = inside, named || !areRowNumbers(key)
		}
		if len(inside) > 0 && isNumber(inside) || named && (len(inside) == 0 || !bytes.Equal(inside, first)) {
			return errOther
		}
		if !named {
			_, err := s.value()
			return err
		}
		keys, err := s.row(mostInRow)
		if t.Rows == 1 {
			least = max(3, keys)
		}
		return err
	})
	if err != nil || t.Rows < least {
		return false
	}
	if f.pos = s.pos; named {
		f.byName = append(f.byName, t)
	} else {
		f.Tables = append(f.Tables, t)
	}
	return true
}

func isNumber(key []byte) bool { return len(bytes.Trim(key, "0123456789")) == 0 }

// object reads the object at the current position and finds the tables in it. Path is the path of its keys, with a point at the end.
func (f *JSON) object(path string) error {
	if _, value := f.first(); value == '{' && (f.indexed(path, false) || f.indexed(path, true)) {
		return nil
	}
	var lists []list
	known, start, members := len(f.Tables), f.scanner, 0
	err := f.each(func(key []byte) error {
		name, at := path+string(key), f.pos
		members++
		switch c := f.next(); {
		case c == '[' && (f.second() == '{' || f.second() == '['):
			return f.list(name)
		case c == '[' || c == '{' && f.numbered():
			n, err := f.scalars(false)
			if err != nil {
				return err
			}
			if n > 0 {
				lists = append(lists, list{name: string(key), at: at, length: n, open: c})
				return nil
			}
			f.pos = at
		}
		if f.next() == '{' {
			return f.object(name + ".")
		}
		f.skipped = append(f.skipped, name)
		_, err := f.value()
		return err
	})
	if err != nil || len(lists) == 0 || f.name(f.Tables[known:], path, lists) {
		return err
	}
	t := Candidate{Name: path[:max(0, len(path)-1)], Rows: lists[0].length, columns: lists}
	first, same := f.rowKeys(lists)
	isList := func(l list) bool { return l.open == '[' }
	switch {
	case !same && members == len(lists) && !slices.ContainsFunc(lists, isList):
		start.pos++
		start.next()
		f.byName = append(f.byName, Candidate{Name: t.Name, Rows: members, at: start.pos, keyed: true, named: true})
		return nil
	case first != nil && !areRowNumbers(first):
		keys := lists[slices.IndexFunc(lists, func(l list) bool { return !isList(l) })]
		keys.name, keys.keys = "key", true
		t.columns = append([]list{keys}, lists...)
	}
	for _, l := range lists {
		if !same || l.length != t.Rows {
			f.skipped = append(f.skipped, t.Name) // lists that are not columns
			return nil
		}
	}
	f.loose = append(f.loose, t)
	return nil
}

// rowKeys returns the first key of the objects among the lists, nil if there are none, and whether all of these have the same keys.
func (f *JSON) rowKeys(lists []list) (first []byte, same bool) {
	var keys []byte // with a line feed behind each
	same = true
	for _, l := range lists {
		if l.open != '{' {
			continue
		}
		var own []byte
		s := scanner{text: f.text, pos: l.at}
		_ = s.each(func(key []byte) error {
			own = append(append(own, key...), '\n')
			_, err := s.value()
			return err
		})
		if first == nil {
			keys, first = own, own[:bytes.IndexByte(own, '\n')]
		}
		same = same && bytes.Equal(own, keys)
	}
	return first, same
}

// name sets the header of the first of the tables that is a list of lists, from a list of as many names at the key "columns" of the same
// object. So pandas writes a table with orient "split", and Datasette the result of a query. It reports whether it found both.
func (f *JSON) name(tables []Candidate, path string, lists []list) bool {
	at := slices.IndexFunc(lists, func(l list) bool { return l.name == "columns" && l.open == '[' })
	if at < 0 {
		return false
	}
	k := slices.IndexFunc(tables, func(t Candidate) bool {
		beside := !strings.Contains(t.Name[len(path):], ".")
		return beside && f.text[t.at] == '[' && lists[at].length == len(f.cells(t.at))
	})
	if k < 0 {
		return false
	}
	tables[k].header = headerLine(bytes.Join(f.cells(lists[at].at), []byte(",")))
	return true
}

// cells returns the values of the list at a position, which was read before, as cells of comma-separated text.
func (f *JSON) cells(at int) (cells [][]byte) {
	s := scanner{text: f.text, pos: at}
	_ = s.each(func([]byte) error {
		raw, err := s.value()
		cells = append(cells, appendValue(nil, raw))
		return err
	})
	return cells
}

// list reads the list at the current position as a table. Its rows must be all objects or all lists, or a list of them is behind one object
// about them, as the World Bank writes it.
func (f *JSON) list(name string) error {
	t := Candidate{Name: name}
	first := f.second()
	err := f.each(func([]byte) error {
		start := f.pos
		if t.Rows++; t.Rows == 1 {
			t.at = start
		}
		if t.Rows == 2 && first == '{' && f.next() == '[' && f.second() == '{' {
			first = 0 // no row may follow
			return f.list(name)
		}
		raw, err := f.value()
		if err == nil && raw[0] != first {
			f.pos = start
			return f.fail("row %d is written in another way than the first one", t.Rows)
		}
		return err
	})
	if first == 0 {
		about := scanner{text: f.text, pos: t.at}
		_ = about.each(func(key []byte) error {
			f.skipped = append(f.skipped, strings.TrimPrefix(name+"."+string(key), "."))
			_, err := about.value()
			return err
		})
		return err
	}
	f.Tables = append(f.Tables, t)
	return err
}

// scalars reads a list or an object, and returns the number of its values. The number is 0 if some values are lists or objects, or if some
// keys are not numbers, unless named is set.
func (f *JSON) scalars(named bool) (n int, err error) {
	flat := true
	err = f.each(func(key []byte) error {
		raw, err := f.value()
		n++
		flat = flat && err == nil && (named || isNumber(key)) && raw[0] != '{' && raw[0] != '['
		return err
	})
	if !flat {
		n = 0
	}
	return n, err
}

// Find returns the table of that name, see csvfile.FindName; "" means the first one.
func (f *JSON) Find(name string) (Candidate, error) {
	if name == "" {
		return f.Tables[0], nil
	}
	names := make([]string, len(f.Tables))
	for k := range names {
		names[k] = f.Tables[k].Name
	}
	if k := csvfile.FindName(names, name); k >= 0 {
		return f.Tables[k], nil
	}
	return Candidate{}, csvfile.NewError(csvfile.NotCSV, "its tables are "+csvfile.QuoteList(names), "the JSON text lacks the table %q", name)
}
