package dataset

import (
	"fmt"
	"io"
	"strings"
)

// header reads the names of the columns. All columns get a name, and no two the same.
func (rd *reader) header() error {
	record, line, err := rd.next()
	if err == io.EOF {
		return &Error{Kind: EmptyFile, Message: "the file has no text", Hint: "choose a file with a header and rows"}
	}
	if err != nil {
		return err
	}
	t := rd.t
	names := newNamer(record)
	var unnamed, repeated []string
	numbers := 0
	for j, name := range record {
		if err := checkText(name, line); err != nil {
			err.Column = j + 1
			return err
		}
		if _, ok := ParseNumber(name); ok {
			numbers++
		}
		unique := strings.Clone(names.unique(name, j)) // the reader's text is the whole line
		if name == "" {
			unnamed = append(unnamed, unique)
		} else if unique != name {
			repeated = append(repeated, unique)
		}
		t.Columns = append(t.Columns, Column{Name: unique})
	}
	if len(unnamed) > 0 {
		t.warn("%s without a name, now called %s", plural(len(unnamed), "column"), quoteSome(unnamed))
	}
	if len(repeated) > 0 {
		t.warn("%s with the name of another one, now called %s", plural(len(repeated), "column"), quoteSome(repeated))
	}
	if numbers == len(record) {
		t.warn("line %d has only numbers: it was taken for the names of the columns", line)
	}
	return nil
}

func (t *Table) warn(format string, values ...any) {
	t.Warnings = append(t.Warnings, fmt.Sprintf(format, values...))
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
