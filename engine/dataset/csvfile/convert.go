package csvfile

import "bytes"

// Converter reads a table of another format as comma-separated text, see OpenOptions.Converted. Its function appends the next lines of the
// text to its argument, and returns io.EOF with the last ones or afterwards.
type Converter struct {
	more func(to []byte) ([]byte, error)
	out  []byte
	used int // of out
	err  error
}

// NewConverter returns a converter whose text begins with head.
func NewConverter(head []byte, more func(to []byte) ([]byte, error)) *Converter {
	return &Converter{more: more, out: head}
}

// Read implements io.Reader.
func (c *Converter) Read(p []byte) (int, error) {
	for c.used == len(c.out) {
		if c.err != nil {
			return 0, c.err
		}
		c.used = 0
		c.out, c.err = c.more(c.out[:0])
	}
	n := copy(p, c.out[c.used:])
	c.used += n
	return n, nil
}

// ConvertedSize is the number of bytes that a converter should append at once.
const ConvertedSize = 32 << 10

// AppendCell appends a text as a cell of comma-separated text, with quotes if needed. It appends nothing for a text of blanks. Line ends
// become line feeds.
func AppendCell(to, text []byte) []byte {
	special := false
	for _, c := range text {
		special = special || c == '"' || c == ',' || c <= ' '
	}
	switch {
	case !special:
		return append(to, text...)
	case len(bytes.TrimSpace(text)) == 0:
		return to
	case !bytes.ContainsAny(text, "\",\r\n"):
		return append(to, text...)
	}
	to = append(to, '"')
	for i, c := range text {
		switch {
		case c == '"':
			to = append(to, `""`...)
		case c != '\r':
			to = append(to, c)
		case i+1 == len(text) || text[i+1] != '\n':
			to = append(to, '\n')
		}
	}
	return append(to, '"')
}
