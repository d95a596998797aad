//go:build js && wasm

package remote

import (
	"errors"
	"syscall/js"
)

// The security policy of a worker forbids it to fetch or start anything, so the page starts its helpers. Worker and
// helper then communicate through their own channel. Worker and page exchange these messages, with the number of the
// helper:
//
//	{hire: number, port}   to the page: start a helper and give it the port
//	{dismiss: number}      to the page: end it
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
	w.hires++
	h := &hired{worker: w, number: w.hires, port: channel.Get("port1"), in: newQueue()}
	h.heard = onMessage(h.port, func(data js.Value) { h.in.put(fromJS(data)) })
	w.helpers[h.number] = h
	w.self.Call("postMessage", map[string]any{"hire": h.number, "port": channel.Get("port2")}, []any{channel.Get("port2")})
	return h, nil
}

// hired is a worker's port to a helper.
type hired struct {
	worker *Worker
	number int
	port   js.Value
	in     *queue
	heard  js.Func
}

func (h *hired) Send(m Message)          { post(h.port, m) }
func (h *hired) Receive() <-chan Message { return h.in.out }

func (h *hired) Close() {
	if h.worker.helpers[h.number] != h {
		return
	}
	delete(h.worker.helpers, h.number)
	h.port.Set("onmessage", js.Null())
	h.port.Call("close")
	h.heard.Release()
	h.in.close()
	h.worker.self.Call("postMessage", map[string]any{"dismiss": h.number})
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
	if number := data.Get("hire"); !number.IsUndefined() {
		p.spawn(number.Int(), data.Get("port"))
		return true
	}
	number := data.Get("dismiss")
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
	if !p.allowed() {
		lost("the page starts no helpers")
		return
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
