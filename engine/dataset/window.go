package dataset

import "io"

const (
	// windowSize is how much of the file is looked at together: enough to find the dialect, and to make a system call
	// cheap.
	windowSize = 256 << 10

	// endMark ends files of old systems.
	endMark = 0x1a

	// maxRecord is the longest record: a quote that is never closed must not take all the memory.
	maxRecord = 64 << 20
)

// window is the part of a stream that is in memory. It is always filled as far as it goes, so that nothing depends on
// how the stream comes in pieces.
type window struct {
	r          io.Reader
	buf        []byte
	start, end int // of what is not used yet
	whole      bool
	err        error // of the stream, but for its end
}

func newWindow(r io.Reader) *window {
	w := &window{r: r, buf: make([]byte, windowSize)}
	w.fill()
	return w
}

// text returns what is not used yet.
func (w *window) text() []byte { return w.buf[w.start:w.end] }

// use takes the first n bytes away.
func (w *window) use(n int) { w.start += n }

// more moves the rest to the front and reads on; a window that is full grows. It reports false if there is nothing more
// or a record is too long.
func (w *window) more() bool {
	if w.whole || w.err != nil {
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

// fill reads until the window is full or the stream has ended. io.ReadFull would call a packed file that is cut off
// complete.
func (w *window) fill() {
	const patience = 100 // reads without bytes
	for empty := 0; w.end < len(w.buf); empty++ {
		n, err := w.r.Read(w.buf[w.end:])
		if w.end += n; n > 0 {
			empty = 0
		} else if err == nil && empty == patience {
			err = io.ErrNoProgress
		}
		if err == io.EOF {
			w.whole = true
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
