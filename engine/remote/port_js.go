//go:build js && wasm

package remote

import (
	"errors"
	"fmt"
	"sync"
	"syscall/js"
)

// Worker is the port of a worker to its owner: the page that started it or, for a helper, the worker that requested it.
type Worker struct {
	self    js.Value
	other   js.Value // the receiver of its messages
	in      *queue
	helpers map[int]*helperPort
	spawned int // number of helpers requested so far
}

// WorkerPort returns the port of this worker. The startup script has queued earlier messages; drain delivers them.
// Messages of a helper wait in its own port until it has a listener.
func WorkerPort() *Worker {
	self := js.Global()
	w := &Worker{self: self, other: self, in: newQueue(), helpers: map[int]*helperPort{}}
	if port := self.Get("owner"); port.Truthy() {
		w.other = port
		onMessage(port, func(data js.Value) { w.in.put(fromJS(data)) })
		return w
	}
	onMessage(self, func(data js.Value) {
		if !w.ofHelper(data) {
			w.in.put(fromJS(data))
		}
	})
	self.Call("drain")
	return w
}

// onMessage calls do with the data of each message of a port. The caller may release the handler.
func onMessage(port js.Value, do func(data js.Value)) js.Func {
	f := Callback(func(event js.Value) { do(event.Get("data")) })
	port.Set("onmessage", f)
	return f
}

// Callback returns a function for JavaScript, called with one value.
func Callback(do func(value js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(args[0])
		return nil
	})
}

// Helps reports whether the owner is a worker, which sends units.
func (w *Worker) Helps() bool { return !w.other.Equal(w.self) }

func (w *Worker) Send(m Message)          { post(w.other, m) }
func (w *Worker) Receive() <-chan Message { return w.in.out }
func (w *Worker) Close()                  { w.self.Call("close") }

// Spawner returns a function that starts workers from a script URL and sends each the compiled engine. The URL is a
// string, or a TrustedScriptURL where required. Workers may request helpers, which are started the same way.
func Spawner(script, module js.Value) func() (Port, error) {
	return func() (Port, error) {
		p := &pagePort{in: newQueue(), script: script, module: module, helpers: map[int]*webWorker{}}
		var err error
		p.owner, err = startWorker(script, module, js.Undefined(), func(data js.Value) {
			if !p.ofHelper(data) {
				p.in.put(fromJS(data))
			}
		}, func(why string) { p.in.put(Message{Lost: why}) })
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}

// pagePort is the page's port to a worker.
type pagePort struct {
	owner          *webWorker
	in             *queue
	script, module js.Value
	helpers        map[int]*webWorker // started for the worker
}

func (p *pagePort) Send(m Message)          { post(p.owner.value, m) }
func (p *pagePort) Receive() <-chan Message { return p.in.out }

func (p *pagePort) Close() {
	p.owner.end()
	for _, helper := range p.helpers {
		helper.end()
	}
	close(p.in.closed)
}

// webWorker is a worker that the page has started.
type webWorker struct {
	value     js.Value
	listeners map[string]js.Func // by event
}

// startWorker starts a worker and sends it the engine. A helper also receives the port to its owner.
func startWorker(script, module, port js.Value, heard func(data js.Value), failed func(why string)) (w *webWorker, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	w = &webWorker{js.Global().Get("Worker").New(script), map[string]js.Func{}}
	w.listen("message", func(event js.Value) { heard(event.Get("data")) })
	w.listen("error", func(event js.Value) {
		event.Call("preventDefault")
		failed("its script failed")
	})
	first := js.Global().Get("Object").New()
	first.Set("module", module)
	transfer := []any{}
	if port.Truthy() {
		first.Set("owner", port)
		transfer = append(transfer, port)
	}
	w.value.Call("postMessage", first, transfer)
	return w, nil
}

func (w *webWorker) listen(event string, do func(event js.Value)) {
	f := Callback(do)
	w.listeners[event] = f
	w.value.Call("addEventListener", event, f)
}

func (w *webWorker) end() {
	w.value.Call("terminate")
	for event, call := range w.listeners { // earlier messages of the worker may still be in transit
		w.value.Call("removeEventListener", event, call)
		call.Release()
	}
	clear(w.listeners)
}

// post sends a message. Its raw bytes are transferred, not copied.
func post(to js.Value, m Message) {
	o, transfer := toJS(m)
	to.Call("postMessage", o, transfer)
}

func toJS(m Message) (o js.Value, transfer []any) {
	o, transfer = js.Global().Get("Object").New(), []any{}
	o.Set("body", string(m.Body))
	if m.Raw != nil {
		raw := js.Global().Get("Uint8Array").New(len(m.Raw))
		js.CopyBytesToJS(raw, m.Raw)
		o.Set("raw", raw)
		transfer = append(transfer, raw.Get("buffer"))
	}
	if f, ok := m.File.(*BrowserFile); ok {
		o.Set("file", f.value)
	}
	if f, ok := m.More.(*BrowserFile); ok {
		o.Set("more", f.value)
	}
	return o, transfer
}

func fromJS(data js.Value) Message {
	if exit := data.Get("exit"); !exit.IsUndefined() {
		return Message{Lost: exitReason(exit.Int(), data.Get("reason").String())}
	}
	m := Message{Body: []byte(data.Get("body").String())}
	if raw := data.Get("raw"); !raw.IsUndefined() {
		m.Raw = make([]byte, raw.Length())
		js.CopyBytesToGo(m.Raw, raw)
	}
	if f := data.Get("file"); !f.IsUndefined() {
		m.File = NewFile(f)
	}
	if f := data.Get("more"); !f.IsUndefined() {
		m.More = NewFile(f)
	}
	return m
}

// Yield lets the browser deliver pending messages. It needs a message through a channel: a timer of 1 ms takes 4 ms,
// and a promise resolves before any message.
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
	onMessage(channel.Get("port1"), func(js.Value) { yielded <- struct{}{} })
	return channel.Get("port2")
}

// queue is an unbounded channel. Its writers never block, because event handlers must not wait.
type queue struct {
	mu      sync.Mutex
	waiting []Message
	pumping bool
	out     chan Message
	closed  chan struct{} // by the owner, to discard the pending messages
}

func newQueue() *queue { return &queue{out: make(chan Message), closed: make(chan struct{})} }

func (q *queue) put(m Message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, m)
	if !q.pumping {
		q.pumping = true
		go q.pump()
	}
}

func (q *queue) pump() {
	for {
		q.mu.Lock()
		if len(q.waiting) == 0 {
			q.pumping = false
			q.mu.Unlock()
			return
		}
		m := q.waiting[0]
		q.waiting = q.waiting[1:]
		q.mu.Unlock()
		select {
		case q.out <- m:
		case <-q.closed:
			return
		}
	}
}

// The security policy of a worker forbids it to fetch or start anything, so the page starts its helpers. Worker and
// helper then communicate through their own channel. Worker and page exchange these messages, with the number of the
// helper:
//
//	{spawn: number, port}  to the page: start a helper and give it the port
//	{terminate: number}    to the page: end it
//	{lost: number, why}    to the worker: it has ended, or could not be started

// Cores returns the maximum number of parallel helpers. It is the number of cores, because the requesting worker is
// idle, but at most 8 to limit memory.
func Cores() int {
	const most = 8
	navigator := js.Global().Get("navigator")
	if navigator.IsUndefined() {
		return 1
	}
	cores := navigator.Get("hardwareConcurrency")
	if cores.Type() != js.TypeNumber { // some browsers do not report it
		return 1
	}
	return min(cores.Int(), most)
}

// Spawn starts a helper. A failure of the page is reported later.
func (w *Worker) Spawn() (Port, error) {
	if !w.other.Equal(w.self) {
		return nil, errors.New("a helper cannot start helpers")
	}
	channel := js.Global().Get("MessageChannel").New()
	w.spawned++
	h := &helperPort{worker: w, number: w.spawned, port: channel.Get("port1"), in: newQueue()}
	h.heard = onMessage(h.port, func(data js.Value) { h.in.put(fromJS(data)) })
	w.helpers[h.number] = h
	w.self.Call("postMessage", map[string]any{"spawn": h.number, "port": channel.Get("port2")}, []any{channel.Get("port2")})
	return h, nil
}

// helperPort is a worker's port to a helper.
type helperPort struct {
	worker *Worker
	number int
	port   js.Value
	in     *queue
	heard  js.Func
}

func (h *helperPort) Send(m Message)          { post(h.port, m) }
func (h *helperPort) Receive() <-chan Message { return h.in.out }

func (h *helperPort) Close() {
	if h.worker.helpers[h.number] != h {
		return
	}
	delete(h.worker.helpers, h.number)
	h.port.Set("onmessage", js.Null())
	h.port.Call("close")
	h.heard.Release()
	close(h.in.closed)
	h.worker.self.Call("postMessage", map[string]any{"terminate": h.number})
}

// ofHelper handles a message of the page about a helper and reports whether data is one.
func (w *Worker) ofHelper(data js.Value) bool {
	number := data.Get("lost")
	if number.IsUndefined() {
		return false
	}
	if h := w.helpers[number.Int()]; h != nil {
		h.in.put(Message{Lost: data.Get("why").String()})
	}
	return true
}

// ofHelper handles a request of the worker about a helper and reports whether data is one.
func (p *pagePort) ofHelper(data js.Value) bool {
	if number := data.Get("spawn"); !number.IsUndefined() {
		p.spawn(number.Int(), data.Get("port"))
		return true
	}
	number := data.Get("terminate")
	if number.IsUndefined() {
		return false
	}
	p.terminate(number.Int())
	return true
}

func (p *pagePort) spawn(number int, port js.Value) {
	lost := func(why string) {
		p.terminate(number)
		p.owner.value.Call("postMessage", map[string]any{"lost": number, "why": why})
	}
	helper, err := startWorker(p.script, p.module, port, func(data js.Value) { lost(fromJS(data).Lost) }, lost)
	if err != nil {
		lost(err.Error())
		return
	}
	p.helpers[number] = helper
}

func (p *pagePort) terminate(number int) {
	if helper := p.helpers[number]; helper != nil {
		delete(p.helpers, number)
		helper.end()
	}
}
