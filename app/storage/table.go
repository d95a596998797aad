package storage

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"io"
)

// tableKey is the key of the table in a project file.
const tableKey = "table"

var errTable = errors.New("its table is not valid base64")

// writeTable writes the table as the last member of an unclosed object.
func writeTable(w io.Writer, table io.Reader) error {
	if _, err := io.WriteString(w, ",\n \""+tableKey+"\": \""); err != nil {
		return err
	}
	text := base64.NewEncoder(base64.StdEncoding, w)
	n, err := io.Copy(text, io.LimitReader(table, MaxTable+1))
	switch {
	case err != nil:
		return err
	case n > MaxTable:
		return ErrTableTooLarge
	}
	if err := text.Close(); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\"\n}\n")
	return err
}

// separate reads a JSON object and writes its decoded table to table; an empty string replaces the table in rest. It
// recognizes only strings and brackets: the caller parses rest as JSON.
func separate(r io.Reader, table io.Writer) (rest []byte, tabled bool, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	depth, value := 0, false // value: the next token at depth 1 is a value, not a key
	var key []byte
	for {
		b, err := in.ReadByte()
		if err == io.EOF {
			return rest, tabled, nil
		}
		if err != nil {
			return rest, tabled, err
		}
		rest = append(rest, b)
		if len(rest) > maxRest {
			return rest, tabled, ErrTooLarge
		}
		switch b {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ':':
			value = value || depth == 1
		case ',':
			value = value && depth != 1
		case '"':
			if depth == 1 && value && string(key) == tableKey {
				if tabled {
					return rest, tabled, errTable
				}
				if err := decode(in, table); err != nil {
					return rest, tabled, err
				}
				rest, tabled = append(rest, '"'), true
				continue
			}
			from := len(rest)
			if rest, err = text(in, rest); err != nil {
				return rest, tabled, err
			}
			if depth == 1 && !value {
				key = rest[from : len(rest)-1]
			}
		}
	}
}

// text appends a string up to its closing quote. It does not report the end of the input.
func text(in *bufio.Reader, to []byte) ([]byte, error) {
	for escaped := false; ; {
		b, err := in.ReadByte()
		if err == io.EOF {
			return append(to, ' '), nil
		}
		if err != nil {
			return to, err
		}
		to = append(to, b)
		switch {
		case len(to) > maxRest:
			return to, ErrTooLarge
		case escaped:
			escaped = false
		case b == '\\':
			escaped = true
		case b == '"':
			return to, nil
		}
	}
}

// decode writes the decoded base64 string to to, and reads its closing quote.
func decode(in *bufio.Reader, to io.Writer) error {
	until := &quoted{in: in}
	n, err := io.Copy(to, io.LimitReader(base64.NewDecoder(base64.StdEncoding.Strict(), until), MaxTable+1))
	switch {
	case n > MaxTable:
		return ErrTableTooLarge
	case until.err != nil && until.err != io.EOF:
		return until.err
	case err != nil:
		if _, corrupt := err.(base64.CorruptInputError); corrupt || err == io.ErrUnexpectedEOF {
			return errTable
		}
		return err
	}
	return nil
}

// quoted reads up to a quote.
type quoted struct {
	in  *bufio.Reader
	err error // why reading ended: io.EOF at the quote
}

var errEnds = errors.New("its table is truncated")

func (q *quoted) Read(p []byte) (int, error) {
	if q.err != nil {
		return 0, q.err
	}
	if _, err := q.in.Peek(1); err != nil {
		if q.err = err; err == io.EOF {
			q.err = errEnds
		}
		return 0, q.err
	}
	piece, _ := q.in.Peek(min(len(p), q.in.Buffered()))
	if i := bytes.IndexByte(piece, '"'); i >= 0 {
		piece, q.err = piece[:i], io.EOF
	}
	if bytes.IndexByte(piece, '\r') >= 0 || bytes.IndexByte(piece, '\n') >= 0 { // the decoder would ignore them
		q.err = errTable
		return 0, q.err
	}
	n := copy(p, piece)
	q.in.Discard(n)
	if q.err == io.EOF {
		q.in.Discard(1)
	}
	if n == 0 {
		return 0, q.err
	}
	return n, nil
}
