package csvfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
)

const (
	mostUnpacked = 200      // times that a compressed file may grow: real tables shrink to a tenth, rarely to a hundredth
	freeUnpacked = 64 << 20 // bytes up to which any growth is accepted
)

// source is the text of a file as a stream, in UTF-8 or an encoding with one byte per character.
type source struct {
	io.Reader
	packed   *counter // bytes of the file
	unpacked *counter // decompressed bytes; nil if the file is not compressed
}

// openSource rejects files that are not text, decompresses and decodes them, and completes the dialect. Encoding is the
// given one, or "".
func openSource(r io.Reader, encoding string, d *Dialect) (*source, error) {
	s := &source{packed: &counter{Reader: r}}
	head := bufio.NewReaderSize(s.packed, peekSize)
	beginning, err := peek(head)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(beginning, []byte("\x1f\x8b")) {
		unpacked, err := gzip.NewReader(head)
		if err != nil {
			return nil, damaged(err)
		}
		d.Packed = true
		s.unpacked = &counter{Reader: unpacked, check: func(n int64) error {
			if n > freeUnpacked && n > mostUnpacked*s.packed.n {
				return NewError(TooLarge, "unpack it with a program that you trust, and choose the CSV file inside",
					"the compressed file grows to more than %d times its size", mostUnpacked)
			}
			return nil
		}}
		head = bufio.NewReaderSize(s.unpacked, peekSize)
		if beginning, err = peek(head); err != nil {
			return nil, err
		}
	}
	s.Reader = head
	return s, s.decode(head, beginning, encoding, d)
}

// peekSize is the number of bytes that identify the kind of a file.
const peekSize = 64 << 10

func peek(r *bufio.Reader) ([]byte, error) {
	beginning, err := r.Peek(peekSize)
	if err != nil && err != io.EOF {
		return nil, damaged(err)
	}
	return beginning, nil
}

// damaged returns the error for an error of the underlying stream.
func damaged(err error) error {
	if own, ok := err.(*Error); ok {
		return own
	}
	if err == gzip.ErrChecksum || err == gzip.ErrHeader || err == io.ErrUnexpectedEOF || strings.HasPrefix(err.Error(), "flate: ") {
		return NewError(Archive, "make or fetch it anew", "the compressed file is damaged or cut off")
	}
	return fmt.Errorf("dataset: read: %w", err)
}

// decode detects the encoding, discards the byte order mark, and converts UTF-16 to UTF-8.
func (s *source) decode(head *bufio.Reader, beginning []byte, encoding string, d *Dialect) error {
	d.Encoding = encodingNamed(encoding)
	for _, mark := range byteOrderMarks {
		if bytes.HasPrefix(beginning, []byte(mark.bytes)) {
			d.BOM = true
			if d.Encoding == "" || strings.HasPrefix(d.Encoding, "UTF") {
				d.Encoding = mark.encoding
			}
			n, _ := head.Discard(len(mark.bytes))
			beginning = beginning[n:]
			break
		}
	}
	if !d.BOM {
		if err := checkBytes(beginning); err != nil {
			return err
		}
		if d.Encoding == "" {
			d.Encoding = findWide(beginning)
		}
	}
	if _, ok := utf16[d.Encoding]; ok {
		s.Reader = fromWide(head, d.Encoding)
	} else if d.Encoding == "" {
		d.Encoding = utf8Name
	}
	return nil
}

// counter counts the bytes that pass through a reader.
type counter struct {
	io.Reader
	n     int64
	check func(n int64) error // rejects a count; nil accepts all
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	if c.check != nil && err == nil {
		err = c.check(c.n)
	}
	return n, err
}
