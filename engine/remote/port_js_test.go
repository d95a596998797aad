//go:build js && wasm

package remote

import (
	"bytes"
	"io"
	"strings"
	"syscall/js"
	"testing"
	"testing/iotest"
)

func bytesOf(p []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(array, p)
	return array
}

// inPieces returns a fake file whose stream delivers pieces of the given sizes.
func inPieces(content []byte, sizes ...int) js.Value {
	const script = `const pieces = arguments; return {
		size: 0,
		arrayBuffer: async () => new ArrayBuffer(0),
		stream() {
			return new ReadableStream({
				start(c) { for (const p of pieces[0]) c.enqueue(p); c.close(); }
			});
		}
	}`
	pieces := js.Global().Get("Array").New()
	for _, n := range sizes {
		n = min(n, len(content))
		pieces.Call("push", bytesOf(content[:n]))
		content = content[n:]
	}
	return js.Global().Get("Function").New(script).Invoke(pieces)
}

func TestFileRead(t *testing.T) {
	content := []byte(strings.Repeat("0123456789äöü\n", 1_000))
	tests := []struct {
		name string
		file js.Value
		want []byte
	}{
		{"blob", js.Global().Get("Blob").New([]any{bytesOf(content)}), content},
		{"empty blob", js.Global().Get("Blob").New(), nil},
		{"odd pieces", inPieces(content[:1000], 1, 0, 2, 513, 0, 0, 484), content[:1000]},
		{"no pieces", inPieces(nil), nil},
		{"an empty piece last", inPieces(content[:3], 3, 0), content[:3]},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if strings.HasSuffix(test.name, "blob") {
				if got := NewFile(test.file).Size(); got != int64(len(test.want)) {
					t.Errorf("Size() = %d, want %d", got, len(test.want))
				}
			}
			if test.name == "blob" {
				if err := iotest.TestReader(NewFile(test.file), test.want); err != nil {
					t.Error(err)
				}
			}
			// A file is read again after a worker was lost, as another File with the same value.
			for _, reader := range []io.Reader{NewFile(test.file), iotest.OneByteReader(NewFile(test.file))} {
				got, err := io.ReadAll(reader)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, test.want) {
					t.Fatalf("read %d bytes, want %d", len(got), len(test.want))
				}
			}
		})
	}
}

func TestFileReadFails(t *testing.T) {
	const script = `return {size: 0, arrayBuffer: async () => new ArrayBuffer(0), stream() { return new ReadableStream({
		pull(c) { c.error(new Error("the file has changed")); }
	}); } }`
	n, err := NewFile(js.Global().Get("Function").New(script).Invoke()).Read(make([]byte, 8))
	if n != 0 || err == nil || err.Error() != "Error: the file has changed" {
		t.Errorf("Read() = %d, %v", n, err)
	}
}

func TestMessageCrossing(t *testing.T) {
	blob := js.Global().Get("Blob").New([]any{"a,b\n"})
	tests := []struct {
		name string
		m    Message
	}{
		{"text", Message{Body: []byte("{\"name\":\"ä \U0001f600 \\u0000 \u2028\"}")}},
		{"empty", Message{Body: []byte{}}},
		{"file", Message{Body: []byte("{}"), File: NewFile(blob)}},
		{"raw bytes", Message{Body: []byte("{}"), Raw: []byte{0, 255, 7}}},
		{"no raw bytes", Message{Body: []byte("{}"), Raw: []byte{}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, transfer := toJS(test.m)
			got := fromJS(js.Global().Call("structuredClone", o, map[string]any{"transfer": transfer}))
			if raw := o.Get("raw"); !raw.IsUndefined() && raw.Length() > 0 {
				t.Error("the raw bytes were copied")
			}
			if !bytes.Equal(got.Body, test.m.Body) || !bytes.Equal(got.Raw, test.m.Raw) ||
				(got.Raw == nil) != (test.m.Raw == nil) || got.Lost != "" || (got.File == nil) != (test.m.File == nil) {
				t.Fatalf("got %q, %v, want %q, %v", got.Body, got.File, test.m.Body, test.m.File)
			}
			if got.File != nil {
				content, err := io.ReadAll(got.File)
				if string(content) != "a,b\n" || err != nil {
					t.Errorf("the file holds %q, %v", content, err)
				}
			}
		})
	}
}

func TestExitIsLoss(t *testing.T) {
	o := js.Global().Get("Object").New()
	o.Set("exit", 2)
	o.Set("reason", "out of memory")
	if got, want := fromJS(o).Lost, "it ran out of memory"; got != want {
		t.Errorf("Lost = %q, want %q", got, want)
	}
}

// Yield receives messages that are waiting outside the program. Node delivers up to 1,000 messages of one channel
// before those of another; a browser keeps the order.
func TestYieldLetsMessagesIn(t *testing.T) {
	const patience = 3_000
	channel := js.Global().Get("MessageChannel").New()
	heard := 0
	f := js.FuncOf(func(js.Value, []js.Value) any { heard++; return nil })
	defer f.Release()
	channel.Get("port1").Set("onmessage", f)
	defer channel.Get("port1").Call("close")
	for round := range 3 {
		channel.Get("port2").Call("postMessage", 0)
		for n := 0; heard == round && n < patience; n++ {
			Yield()
		}
		if heard != round+1 {
			t.Fatalf("%d messages came in, want %d", heard, round+1)
		}
	}
}

// fakeWorker replaces the page's Worker and returns a function for the last one created.
func fakeWorker(t *testing.T) (last func() js.Value) {
	const script = `globalThis.Worker = class extends EventTarget {
		constructor(script) {
			super();
			if (script === "refused" || globalThis.noWorkers) throw new Error("no worker allowed");
			this.posted = []; this.ended = false; globalThis.lastWorker = this;
		}
		postMessage(m) { this.posted.push(m); }
		terminate() { this.ended = true; }
		say(data) { this.dispatchEvent(Object.assign(new Event("message"), {data})); }
		fail() { return this.dispatchEvent(new Event("error", {cancelable: true})); }
	}`
	js.Global().Get("Function").New(script).Invoke()
	t.Cleanup(func() { js.Global().Delete("Worker"); js.Global().Delete("lastWorker") })
	return func() js.Value { return js.Global().Get("lastWorker") }
}

func say(worker js.Value, m Message) {
	o, _ := toJS(m)
	worker.Call("say", o)
}

func TestSpawner(t *testing.T) {
	last := fakeWorker(t)
	module := js.Global().Get("Object").New()
	port, err := Spawner(js.ValueOf("engine-worker.js"), module)()
	if err != nil {
		t.Fatal(err)
	}
	worker := last()
	port.Send(Message{Body: []byte("hello")})
	if n := worker.Get("posted").Length(); n != 2 || !worker.Get("posted").Index(0).Get("module").Equal(module) {
		t.Errorf("posted %d messages, want the module and one more", n)
	}
	for _, body := range []string{"one", "two", "three"} {
		say(worker, Message{Body: []byte(body)})
	}
	for _, want := range []string{"one", "two", "three"} {
		if m := <-port.Receive(); string(m.Body) != want {
			t.Errorf("received %q, want %q", m.Body, want)
		}
	}
	if worker.Call("fail").Bool() {
		t.Error("the error was not kept off the console")
	}
	if m := <-port.Receive(); m.Lost == "" {
		t.Errorf("received %+v, want a loss", m)
	}
	port.Close()
	if !worker.Get("ended").Bool() {
		t.Error("the worker goes on")
	}
	say(worker, Message{Body: []byte("late")}) // must not reach a released function
}

func TestSpawnerFails(t *testing.T) {
	fakeWorker(t)
	port, err := Spawner(js.ValueOf("refused"), js.Undefined())()
	if port != nil || err == nil || !strings.Contains(err.Error(), "no worker allowed") {
		t.Errorf("got %v, %v", port, err)
	}
}
