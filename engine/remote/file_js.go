//go:build js && wasm

package remote

import (
	"errors"
	"io"
	"syscall/js"
)

// BrowserFile is a browser file. The page passes it on without reading it; the worker reads it as a stream.
type BrowserFile struct {
	value  js.Value
	reader js.Value // of the stream, once reading has started
	fills  bool     // the reader fills our buffers
	next   js.Value // promise of the next piece, which the browser reads ahead
	piece  js.Value // the unread rest of the current piece
}

// pieceSize is the buffer size of a read. Two buffers are reused alternately, so that large files produce no garbage.
const pieceSize = 1 << 20

// NewFile wraps a File or Blob.
func NewFile(value js.Value) *BrowserFile { return &BrowserFile{value: value} }

// Again returns the same file, positioned at its start.
func (f *BrowserFile) Again() *BrowserFile { return NewFile(f.value) }

// Size returns the size of the file in bytes.
func (f *BrowserFile) Size() int64 { return int64(f.value.Get("size").Float()) }

// Read copies the next bytes of the file. It blocks until the browser delivers them.
func (f *BrowserFile) Read(p []byte) (int, error) {
	if f.reader.IsUndefined() {
		f.open()
		f.ask(js.Undefined())
	}
	for f.piece.IsUndefined() || f.piece.Length() == 0 {
		piece, err := await(f.next)
		if err != nil {
			return 0, err
		}
		if piece.Get("done").Bool() {
			return 0, io.EOF
		}
		used := f.piece
		f.piece = piece.Get("value")
		f.ask(used)
	}
	n := js.CopyBytesToGo(p, f.piece)
	f.piece = f.piece.Call("subarray", n)
	return n, nil
}

// open creates a reader that fills our buffers, or a default reader if the browser does not support this for files.
func (f *BrowserFile) open() {
	stream := f.value.Call("stream")
	defer func() {
		if recover() != nil {
			f.reader = stream.Call("getReader")
		}
	}()
	mode := js.Global().Get("Object").New()
	mode.Set("mode", "byob")
	f.reader, f.fills = stream.Call("getReader", mode), true
}

// ask makes the browser read the next piece into a used buffer.
func (f *BrowserFile) ask(used js.Value) {
	if !f.fills {
		f.next = f.reader.Call("read")
		return
	}
	buffer := js.Global().Get("ArrayBuffer")
	if used.IsUndefined() {
		buffer = buffer.New(pieceSize)
	} else {
		buffer = used.Get("buffer")
	}
	f.next = f.reader.Call("read", js.Global().Get("Uint8Array").New(buffer))
}

func await(promise js.Value) (js.Value, error) {
	values, problems := make(chan js.Value, 1), make(chan js.Value, 1)
	yes := callback(func(value js.Value) { values <- value })
	no := callback(func(problem js.Value) { problems <- problem })
	defer yes.Release()
	defer no.Release()
	promise.Call("then", yes, no)
	select {
	case value := <-values:
		return value, nil
	case problem := <-problems:
		return js.Value{}, errors.New(problem.Call("toString").String())
	}
}
