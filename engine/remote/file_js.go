//go:build js && wasm

package remote

import (
	"errors"
	"io"
	"syscall/js"
)

// File is a file of the browser. The page passes it on without reading it; the worker reads it as a stream.
type File struct {
	value  js.Value
	reader js.Value // of the stream, once it is read
	fills  bool     // the reader fills our buffers
	next   js.Value // the promise of the piece behind the last one: the browser reads it while that is worked on
	piece  js.Value // what is left of the last piece
}

// pieceSize is the most that the browser is asked for at a time. Two buffers of it go back and forth, so that a large
// file leaves no garbage behind.
const pieceSize = 1 << 20

// NewFile wraps a File or Blob.
func NewFile(value js.Value) *File { return &File{value: value} }

// Again returns the same file, to be read from its beginning.
func (f *File) Again() *File { return NewFile(f.value) }

// Size returns the number of bytes of the file.
func (f *File) Size() int64 { return int64(f.value.Get("size").Float()) }

// Read copies the next bytes of the file. It waits for the browser.
func (f *File) Read(p []byte) (int, error) {
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

// open gets a reader that fills our buffers, or where the browser has none for files, one that makes its own.
func (f *File) open() {
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

// ask has the browser read the next piece, into the memory of one that was used.
func (f *File) ask(used js.Value) {
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

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	yes := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{value: args[0]}
		return nil
	})
	no := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer yes.Release()
	defer no.Release()
	promise.Call("then", yes, no)
	o := <-done
	return o.value, o.err
}
