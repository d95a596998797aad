//go:build js && wasm

package remote

import (
	"fmt"
	"sync"
	"syscall/js"
)

// Worker is the port of a worker to its owner: the page that started it or, for a helper, the worker that requested it.
type Worker struct {
	self    js.Value
	other   js.Value // the receiver of its messages
	in      *queue
	helpers map[int]*hired
	hires   int // number of helpers requested so far
}

// WorkerPort returns the port of this worker. The startup script has queued earlier messages; drain delivers them.
// Messages of a helper wait in its own port until it has a listener.
func WorkerPort() *Worker {
	self := js.Global()
	w := &Worker{self: self, other: self, in: newQueue(), helpers: map[int]*hired{}}
	if port := self.Get("employer"); port.Truthy() {
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
	f := callback(func(event js.Value) { do(event.Get("data")) })
	port.Set("onmessage", f)
	return f
}

// callback returns a function for JavaScript, called with one value.
func callback(do func(value js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(args[0])
		return nil
	})
}

func (w *Worker) Send(m Message)          { post(w.other, m) }
func (w *Worker) Receive() <-chan Message { return w.in.out }
func (w *Worker) Close()                  { w.self.Call("close") }

// Spawner returns a function that starts workers from a script URL and sends each the compiled engine. The URL is a
// string, or a TrustedScriptURL where required. Workers may request helpers, which are started the same way if allowed
// returns true.
func Spawner(script, module js.Value, allowed func() bool) func() (Port, error) {
	return func() (Port, error) {
		p := &pagePort{in: newQueue(), script: script, module: module, allowed: allowed, helpers: map[int]*webWorker{}}
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
	allowed        func() bool
	helpers        map[int]*webWorker // started for the worker
}

func (p *pagePort) Send(m Message)          { post(p.owner.value, m) }
func (p *pagePort) Receive() <-chan Message { return p.in.out }

func (p *pagePort) Close() {
	p.owner.end()
	for _, helper := range p.helpers {
		helper.end()
	}
	p.in.close()
}

// webWorker is a worker that the page has started.
type webWorker struct {
	value     js.Value
	listeners []listener
}

type listener struct {
	event string
	call  js.Func
}

// startWorker starts a worker and sends it the engine. A helper also receives the port to its owner.
func startWorker(script, module, port js.Value, heard func(data js.Value), failed func(why string)) (w *webWorker, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	w = &webWorker{value: js.Global().Get("Worker").New(script)}
	w.listen("message", func(event js.Value) { heard(event.Get("data")) })
	w.listen("error", func(event js.Value) {
		event.Call("preventDefault")
		failed("its script failed")
	})
	first := js.Global().Get("Object").New()
	first.Set("module", module)
	transfer := []any{}
	if port.Truthy() {
		first.Set("employer", port)
		transfer = append(transfer, port)
	}
	w.value.Call("postMessage", first, transfer)
	return w, nil
}

func (w *webWorker) listen(event string, do func(event js.Value)) {
	f := callback(do)
	w.listeners = append(w.listeners, listener{event, f})
	w.value.Call("addEventListener", event, f)
}

func (w *webWorker) end() {
	w.value.Call("terminate")
	for _, l := range w.listeners { // earlier messages of the worker may still be in transit
		w.value.Call("removeEventListener", l.event, l.call)
		l.call.Release()
	}
	w.listeners = nil
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
	closed  chan struct{}
}

func newQueue() *queue { return &queue{out: make(chan Message), closed: make(chan struct{})} }

// close discards the pending messages.
func (q *queue) close() { close(q.closed) }

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
