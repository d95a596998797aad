package csvfile

import "io"

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
	err        error // of the stream, except io.EOF
}

func newWindow(r io.Reader) *window {
	w := &window{r: r, buf: make([]byte, windowSize)}
	w.fill()
	return w
}

// unused returns the unused bytes.
func (w *window) unused() []byte { return w.buf[w.start:w.end] }

// use discards the first n bytes.
func (w *window) use(n int) { w.start += n }

// more moves the unused bytes to the front and reads on; a full window grows. It reports false at the end of the stream,
// after an error, or if a record is too long.
func (w *window) more() bool {
	if w.atEOF || w.err != nil {
		return false
	}
	if w.start == 0 && w.end == len(w.buf) {
		if len(w.buf) >= maxRecord {
			return false
		}
		w.buf = append(w.buf, make([]byte, len(w.buf))...)
	} else {
		w.end = copy(w.buf, w.buf[w.start:w.end])
		w.start = 0
	}
	w.fill()
	return true
}

// fill reads until the window is full or the stream has ended. io.ReadFull would hide the end of a truncated compressed
// file.
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
			if w.end > w.start && w.buf[w.end-1] == endMark {
				w.end--
			}
			return
		}
		if err != nil {
			w.err = err
			return
		}
	}
}
