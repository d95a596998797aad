//go:build js && wasm

package remote

import (
	"encoding/hex"
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
	digest chan string
}

// pieceSize is the buffer size of a read. Two buffers are reused alternately, so that large files produce no garbage.
const pieceSize = 1 << 20

// NewFile wraps a File or Blob.
func NewFile(value js.Value) *BrowserFile { return &BrowserFile{value: value} }

// mostDigested is the size in bytes of the largest file with a digest: the browser needs all of it in memory.
const mostDigested = 128 << 20

// Digest returns the SHA-256 of the file in hexadecimal digits once it is read, or "" if the file is too large. The browser
// computes it while the file is read: in Go it would take longer than reading.
func (f *BrowserFile) Digest() string { return <-f.digest }

func (f *BrowserFile) startDigest() {
	f.digest = make(chan string, 1)
	go func() {
		defer close(f.digest)
		subtle := js.Global().Get("crypto").Get("subtle") // undefined on a page without TLS
		if f.Size() > mostDigested || subtle.IsUndefined() {
			return
		}
		content, err := await(f.value.Call("arrayBuffer"))
		if err != nil {
			return
		}
		if sum, err := await(subtle.Call("digest", "SHA-256", content)); err == nil {
			text := make([]byte, sum.Get("byteLength").Int())
			js.CopyBytesToGo(text, js.Global().Get("Uint8Array").New(sum))
			f.digest <- hex.EncodeToString(text)
		}
	}()
}

// Again returns the same file, positioned at its start.
func (f *BrowserFile) Again() *BrowserFile { return NewFile(f.value) }

// Size returns the size of the file in bytes.
func (f *BrowserFile) Size() int64 { return int64(f.value.Get("size").Float()) }

// Read copies the next bytes of the file. It blocks until the browser delivers them.
func (f *BrowserFile) Read(p []byte) (int, error) {
	if f.reader.IsUndefined() {
		f.open()
		f.startDigest()
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
	yes := Callback(func(value js.Value) { values <- value })
	no := Callback(func(problem js.Value) { problems <- problem })
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
