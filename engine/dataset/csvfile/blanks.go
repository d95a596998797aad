package csvfile

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"drnet/engine/dataset/infer"
)

// blanks returns the sample split at blanks, nil if that is not a table (see isTabular). Collapsed means that a run of blanks is one
// separator, as in columns of fixed width.
func (k *sniffer) blanks() (s *sample, collapsed bool) {
	cr := k.lineEnds()[0]
	if s = k.read(' ', cr); s.isTabular() {
		return s, false
	}
	head, _ := io.ReadAll(collapse(bytes.NewReader(k.head[k.start:])))
	c := &sniffer{head: head, atEOF: k.atEOF, line: k.line, options: k.options}
	if s = c.read(' ', cr); s.isTabular() {
		return s, true
	}
	return nil, false
}

// hasFixedWidths reports whether nearly every line has several blanks between two values.
func (s *sample) hasFixedWidths() bool {
	const nearly = 0.9 // a remark may follow
	fixed := count(s.rows, func(r row) bool { return bytes.Contains(bytes.TrimSpace(r.text), []byte("  ")) })
	return float64(fixed) >= nearly*float64(len(s.rows))
}

// startsWithNumbers reports whether tabs separate the rows, and the first cell of each row consists of at least three numbers with blanks
// between them: the file has columns of fixed width and a tab before the last one.
func (s *sample) startsWithNumbers() bool {
	const several = 3
	return s.syntax.delimiter == '\t' && !slices.ContainsFunc(s.rows, func(r row) bool {
		values := bytes.Fields(r.cells[0])
		return len(values) < several || slices.ContainsFunc(values, func(value []byte) bool { return infer.TypeOf(value).IsText() })
	})
}

// isTabular reports whether nearly all rows have as many values as the first row, at least three, and a number or date among them. The
// first row may have one name fewer than the others have values if their first values are all different: these are names of rows.
func (s *sample) isTabular() bool {
	const few, nearly = 3, 0.9 // values and rows; share of rows
	rows := withoutRows(s.rows, isComment)
	if len(rows) < few || s.unclosed > 0 {
		return false
	}
	width := len(rows[0].cells)
	named := modalWidth(rows[1:]) == width+1 && !hasData(rows[:1])
	if named {
		width++
	}
	seen := map[string]bool{}
	good := count(rows[1:], func(r row) bool {
		again := named && seen[string(r.cells[0])]
		seen[string(r.cells[0])] = true
		number := infer.TypeOf(bytes.TrimSpace(r.text)).IsData() // the whole line is one number, such as 1 234 567
		return !again && len(r.cells) == width && hasData([]row{r}) && !number
	})
	return width >= few && float64(good) >= nearly*float64(len(rows)-1)
}

// collapse returns the text of r with one blank for each run of blanks and tabs outside quotes, and none at the ends of lines.
func collapse(r io.Reader) io.Reader { return &collapser{r: bufio.NewReader(r)} }

type collapser struct {
	r               *bufio.Reader
	quoted          bool // inside quotes
	started, blanks bool // the line has begun; blanks precede the next byte
	held            byte // the next byte to return, 0 for none: it follows a blank that was returned
}

// Read implements io.Reader.
func (c *collapser) Read(p []byte) (n int, err error) {
	for n < len(p) {
		b := c.held
		if c.held = 0; b == 0 {
			if b, err = c.r.ReadByte(); err != nil {
				return n, err
			}
			switch {
			case b == '\n' || b == '\r':
				c.quoted, c.started, c.blanks = false, false, false
			case (b == ' ' || b == '\t') && !c.quoted:
				c.blanks = true
				continue
			default:
				c.quoted = c.quoted != (b == '"' && (c.quoted || c.blanks || !c.started))
				if c.started && c.blanks {
					b, c.held = ' ', b
				}
				c.started, c.blanks = true, false
			}
		}
		p[n] = b
		n++
	}
	return n, nil
}
