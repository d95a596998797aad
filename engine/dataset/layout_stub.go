package dataset

import "fmt"

type layout struct {
	syntax
	cr                        bool
	skip, skippedLines, width int
	names                     []string
	trailing                  bool
	comment                   string
	dialect                   Dialect
	warnings                  []string
}

func sniff(head []byte, whole bool, o Options) (layout, *Error) {
	l := layout{syntax: syntax{delimiter: ',', quote: '"'}}
	s := splitter{syntax: l.syntax}
	n, _ := s.next(head, whole)
	l.skip, l.skippedLines, l.width = n, 1, len(s.record.cells)
	for _, c := range s.record.cells {
		l.names = append(l.names, string(c))
	}
	l.dialect = Dialect{Delimiter: ",", Found: true, Header: true, LineEnd: "LF"}
	return l, nil
}
func (t *Table) warn(format string, values ...any) {
	t.Warnings = append(t.Warnings, fmt.Sprintf(format, values...))
}
