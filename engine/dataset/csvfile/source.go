package csvfile

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"drnet/engine/dataset/charset"
)

const (
	maxGrowth = 200      // greatest ratio of decompressed to compressed bytes: that of tables is about 10, and rarely 100
	freeSize  = 64 << 20 // decompressed bytes that are accepted at any ratio
)

// Grown returns an error if n decompressed bytes are too many for the packed bytes that they came from, as in an archive that was made to
// use up memory or time (a decompression bomb). Name begins the message, such as "the archive".
func Grown(name string, n, packed int64) error {
	if n <= freeSize+maxGrowth*packed {
		return nil
	}
	return NewError(TooLarge, "unpack it with a program that you trust, and choose the table inside, saved as CSV",
		"%s grows to more than %d times its size", name, maxGrowth)
}

// source is the text of a file as a stream, in UTF-8 or an encoding with one byte per character.
type source struct {
	io.Reader
	packed   *counter // bytes of the file
	unpacked *counter // decompressed bytes; nil if the file is not compressed
}

// openSource decompresses and decodes a file, and sets Packed, Encoding and BOM of the dialect. It rejects files that are not text.
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
			return nil, Damaged(err)
		}
		d.Packed = true
		s.unpacked = &counter{Reader: unpacked, check: func(n int64) error {
			return Grown("the compressed file", n, s.packed.n)
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
		return nil, Damaged(err)
	}
	return beginning, nil
}

// Damaged returns the error to report for an error of the underlying stream: an *Error as it is, and one of kind Archive if the compressed
// data are damaged.
func Damaged(err error) error {
	if own, ok := err.(*Error); ok {
		return own
	}
	if err == gzip.ErrChecksum || err == gzip.ErrHeader || err == io.ErrUnexpectedEOF || strings.HasPrefix(err.Error(), "flate: ") {
		return NewError(Archive, "make or fetch it anew", "the compressed file is damaged or cut off")
	}
	return fmt.Errorf("dataset: read: %w", err)
}

// decode detects the encoding, discards the byte order mark, and converts the text to UTF-8 unless its cells are converted later.
func (s *source) decode(head *bufio.Reader, beginning []byte, encoding string, d *Dialect) error {
	d.Encoding = encodingNamed(encoding)
	for _, mark := range byteOrderMarks {
		if bytes.HasPrefix(beginning, []byte(mark.bytes)) {
			d.BOM = true
			if d.Encoding == "" || strings.HasPrefix(d.Encoding, "UTF") {
				d.Encoding = mark.encoding
			}
			for bytes.HasPrefix(beginning, []byte(mark.bytes)) { // programs may add one to a file that has it
				n, _ := head.Discard(len(mark.bytes))
				beginning = beginning[n:]
			}
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
	d.Encoding = cmp.Or(d.Encoding, utf8Name)
	if _, byBytes := pages[d.Encoding]; !byBytes && d.Encoding != utf8Name {
		s.Reader = charset.NewReader(head, d.Encoding)
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

const (
	// windowSize is the first size of the window in bytes: enough to detect the dialect, and for few system calls.
	windowSize = 256 << 10

	// maxRecord is the size of the longest record in bytes: an unclosed quote must not use up the memory.
	maxRecord = 64 << 20
)

// window is the part of a stream that is in memory. It is always full or at the end of the stream, so that the result
// does not depend on how the stream arrives in pieces.
type window struct {
	r          io.Reader
	buf        []byte
	start, end int   // of the unused bytes
	atEOF      bool  // the stream has ended
	cutOff     bool  // it ended with NUL bytes, which are not in the window
	err        error // of the stream, except io.EOF
}

func newWindow(r io.Reader) *window {
	w := &window{r: r, buf: make([]byte, windowSize)}
	w.fill()
	return w
}

func (w *window) unused() []byte { return w.buf[w.start:w.end] }

// use discards the first n bytes.
func (w *window) use(n int) { w.start += n }

// full reports whether the window holds a part of a single record, and cannot grow.
func (w *window) full() bool {
	return !w.atEOF && w.start == 0 && w.end == len(w.buf) && len(w.buf) >= maxRecord
}

// more moves the unused bytes to the front and reads on; a full window grows. It reports false at the end of the stream,
// after an error, or if a record is too long.
func (w *window) more() bool {
	if w.atEOF || w.err != nil || w.full() {
		return false
	}
	if w.start == 0 && w.end == len(w.buf) {
		w.buf = append(w.buf, make([]byte, len(w.buf))...)
	} else {
		w.end = copy(w.buf, w.buf[w.start:w.end])
		w.start = 0
	}
	w.fill()
	return true
}

// fill reads until the window is full or the stream ends. io.ReadFull would return io.ErrUnexpectedEOF for the end of every stream, which
// gzip returns for a truncated file.
func (w *window) fill() {
	const patience = 100 // consecutive reads without bytes
	for empty := 0; w.end < len(w.buf); empty++ {
		n, err := w.r.Read(w.buf[w.end:])
		if w.end += n; n > 0 {
			empty = 0
		} else if err == nil && empty == patience {
			err = io.ErrNoProgress
		}
		if err == io.EOF {
			w.atEOF = true
			rest := bytes.TrimRight(w.unused(), "\x00\x1a")
			w.cutOff = bytes.IndexByte(w.unused()[len(rest):], 0) >= 0
			w.end = w.start + len(rest)
			return
		}
		if err != nil {
			w.err = err
			return
		}
	}
}
