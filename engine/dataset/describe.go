package dataset

import (
	"bytes"
	"fmt"
)

// describe writes down what the layout says: dialect, names and warnings.
func (rd *reader) describe() error {
	l, t := &rd.layout, rd.t
	d := l.dialect
	d.Encoding, d.BOM, d.Packed = t.Dialect.Encoding, t.Dialect.BOM, t.Dialect.Packed
	t.Dialect = d
	t.Warnings, t.BlankLines = l.warnings, l.blank
	if l.width > maxColumns {
		return &Error{
			Kind: TooManyColumns, Message: fmt.Sprintf("the table has %d columns", l.width),
			Hint: fmt.Sprintf("keep at most %d of them, or choose another delimiter", maxColumns),
		}
	}
	for j := range l.width {
		name := fmt.Sprintf("column%d", j+1)
		if l.names != nil {
			name = string(rd.letters.text([]byte(l.names[j]), d.Preamble+1))
		}
		t.Columns = append(t.Columns, Column{Name: name})
	}
	return nil
}

// tooWide refuses a head without a whole line that already has more separators than a table may have columns.
func tooWide(head []byte) error {
	for _, delimiter := range delimiters {
		if n := bytes.Count(head, []byte{delimiter}); n > maxColumns {
			return &Error{
				Kind: TooManyColumns, Line: 1, Message: fmt.Sprintf("the first line has more than %d values", n),
				Hint: fmt.Sprintf("keep at most %d columns, or choose a table with one row in each line", maxColumns),
			}
		}
	}
	return nil
}

// splitter returns what splits the rows behind the header.
func (l *layout) splitter() splitter {
	return splitter{syntax: l.syntax, cr: l.cr, comment: l.comment, line: l.skippedLines}
}

// warn adds a sentence to what is said of the table.
func (t *Table) warn(format string, values ...any) {
	t.Warnings = append(t.Warnings, fmt.Sprintf(format, values...))
}
