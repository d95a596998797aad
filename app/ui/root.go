// Package ui draws the page: every view is a function of the state. It decides nothing and computes nothing.
package ui

import (
	"io"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
	"drnet/engine/protocol"
)

// Engine is the worker behind the page.
type Engine interface {
	// Connect starts the engine and tells when all that the page will ever fetch has been fetched, or why it failed.
	// Every event goes to deliver. All three are called on any goroutine.
	Connect(deliver func(protocol.Event), ready func(), failed func(why string))
	// Send has a request done; its events go to deliver.
	Send(protocol.Request)
	// File wraps a file of the browser, without reading it.
	File(app.Value) io.Reader
}

// Root is the whole page: it holds the state, and passes messages on.
type Root struct {
	app.Compo
	Engine Engine // nil where the page is only drawn

	state *state.State // nil before the first message
	later func(state.Msg)
	waits bool // for the next part to be drawn
}

// breath is how long the page may do other things between two parts of a large drawing: about a frame.
const breath = 16 * time.Millisecond

// Render implements app.Composer.
func (r *Root) Render() app.UI { return page(r.current(), r) }

func (r *Root) current() state.State {
	if r.state == nil {
		return state.New()
	}
	return *r.state
}

// OnMount implements app.Mounter: it starts the engine.
func (r *Root) OnMount(ctx app.Context) {
	if r.Engine == nil {
		return
	}
	r.later = func(m state.Msg) {
		ctx.After(breath, func(app.Context) {
			r.waits = false
			r.send(m)
		})
	}
	later := func(m state.Msg) { ctx.Dispatch(func(app.Context) { r.send(m) }) }
	r.Engine.Connect(
		func(e protocol.Event) { later(state.Heard{Event: e, At: time.Now()}) },
		func() { later(state.Connected{}) },
		func(why string) { later(state.Failed{Why: why}) })
}

// send changes the state by a message and asks the engine for what follows from it.
func (r *Root) send(m state.Msg) {
	next, requests := state.Update(r.current(), m)
	r.state = &next
	for _, request := range requests {
		r.Engine.Send(request)
	}
	if next.Drawing() && !r.waits && r.later != nil {
		r.waits = true
		r.later(state.Drew{})
	}
}

// on returns a handler that sends a message. Handlers of one place in a list differ only by the message: give them
// the message's parts as scope, because go-app tells handlers apart by their code.
func (r *Root) on(m state.Msg) app.EventHandler {
	return func(app.Context, app.Event) { r.send(m) }
}

// typed returns a handler that sends what a field now holds.
func (r *Root) typed(message func(value string) state.Msg) app.EventHandler {
	return func(ctx app.Context, _ app.Event) { r.send(message(ctx.JSSrc().Get("value").String())) }
}

// choose sends the first of a list of files, if there is one.
func (r *Root) choose(files app.Value) {
	if r.Engine == nil || !files.Truthy() || files.Get("length").Int() == 0 {
		return
	}
	file := files.Index(0)
	r.send(state.FileChosen{Name: file.Get("name").String(), Size: int64(file.Get("size").Float()), File: r.Engine.File(file)})
}
