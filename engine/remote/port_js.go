//go:build js && wasm

package remote

import (
	"errors"
	"fmt"
	"io"
	"syscall/js"
)

// WorkerPort returns the port of a worker to the page that started it. The glue in front of the program has kept the
// messages that came before; drain hands them over.
func WorkerPort() Port {
	self := js.Global()
	p := &workerPort{self, newQueue()}
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.in.put(fromJS(args[0].Get("data")))
		return nil
	}))
	self.Call("drain")
	return p
}

type workerPort struct {
	self js.Value
	in   *queue
}

func (p *workerPort) Send(m Message)          { p.self.Call("postMessage", toJS(m)) }
func (p *workerPort) Receive() <-chan Message { return p.in.out }
func (p *workerPort) Close()                  { p.self.Call("close") }

// Spawner returns a function that starts workers from a script URL (a string, or a TrustedScriptURL where those are
// required) and gives each the compiled engine.
func Spawner(script, module js.Value) func() (Port, error) {
	return func() (port Port, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v", r)
			}
		}()
		p := &pagePort{worker: js.Global().Get("Worker").New(script), in: newQueue()}
		p.listen("message", func(event js.Value) { p.in.put(fromJS(event.Get("data"))) })
		p.listen("error", func(event js.Value) {
			event.Call("preventDefault")
			p.in.put(Message{Lost: "its script failed"})
		})
		first := js.Global().Get("Object").New()
		first.Set("module", module)
		p.worker.Call("postMessage", first)
		return p, nil
	}
}

type pagePort struct {
	worker    js.Value
	in        *queue
	listeners []listener
}

type listener struct {
	event string
	call  js.Func
}

func (p *pagePort) listen(event string, do func(event js.Value)) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(args[0])
		return nil
	})
	p.listeners = append(p.listeners, listener{event, f})
	p.worker.Call("addEventListener", event, f)
}

func (p *pagePort) Send(m Message)          { p.worker.Call("postMessage", toJS(m)) }
func (p *pagePort) Receive() <-chan Message { return p.in.out }

func (p *pagePort) Close() {
	p.worker.Call("terminate")
	for _, l := range p.listeners { // what the worker sent before may still be under way
		p.worker.Call("removeEventListener", l.event, l.call)
		l.call.Release()
	}
	p.listeners = nil
}

func toJS(m Message) js.Value {
	o := js.Global().Get("Object").New()
	o.Set("body", string(m.Body))
	if f, ok := m.File.(*File); ok {
		o.Set("file", f.value)
	}
	return o
}

func fromJS(data js.Value) Message {
	if exit := data.Get("exit"); !exit.IsUndefined() {
		return Message{Lost: fmt.Sprintf("code %v %s", exit, data.Get("reason"))}
	}
	m := Message{Body: []byte(data.Get("body").String())}
	if f := data.Get("file"); !f.IsUndefined() {
		m.File = NewFile(f)
	}
	return m
}

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

// Yield lets the browser deliver the messages that wait. Only a message of its own through a channel does: after a
// timer of a millisecond it would take four, and a promise is served before any message.
func Yield() {
	channelOnce.Call("postMessage", 0)
	<-yielded
}

var (
	yielded     = make(chan struct{}, 1)
	channelOnce = newYieldChannel()
)

func newYieldChannel() js.Value {
	constructor := js.Global().Get("MessageChannel")
	if constructor.IsUndefined() {
		return js.Undefined()
	}
	channel := constructor.New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		yielded <- struct{}{}
		return nil
	}))
	return channel.Get("port2")
}
