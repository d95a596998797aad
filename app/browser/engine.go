//go:build js

package browser

import (
	"io"
	"sync"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/remote"
)

// engine is the engine in a web worker. Requests that come before it has started wait for it.
type engine struct {
	mu      sync.Mutex
	client  *remote.Client
	waiting []core.Request
}

// Connect implements page.Engine. The engine is compiled once; every worker gets the compiled module.
func (e *engine) Connect(deliver func(core.ID, protocol.Event), ready func(), failed func(why string)) {
	prefix := app.Getenv("GOAPP_ROOT_PREFIX")
	onSettled(js.Global().Get("WebAssembly").Call("compileStreaming", js.Global().Call("fetch", prefix+"/engine.wasm")),
		func(module js.Value) {
			first := sync.OnceFunc(func() { finishLoading(ready) })
			script := js.ValueOf(prefix + "/engine-worker.js")
			answered := func(id int, event protocol.Event) { deliver(core.ID(id), event) }
			start := func() { e.start(remote.NewClient(remote.Spawner(script, module, active), first, answered)) }
			switch offline() {
			case Retired:
				deleteCaches()
				start()
			case CachedWithHeaders: // the worker's own policy comes with its file
				js.Global().Call("goappInitServiceWorker")
				onceActive(start)
			default:
				js.Global().Call("goappInitServiceWorker")
				start()
			}
		},
		func(reason js.Value) { failed("the engine could not be loaded: " + reason.Call("toString").String()) })
}

func (e *engine) start(client *remote.Client) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.client = client
	for _, r := range e.waiting {
		client.Send(int(r.ID), r.Body)
	}
	e.waiting = nil
}

// Send implements page.Engine.
func (e *engine) Send(r core.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.client == nil {
		e.waiting = append(e.waiting, r)
		return
	}
	e.client.Send(int(r.ID), r.Body)
}

// File implements page.Engine.
func (e *engine) File(value app.Value) io.Reader { return remote.NewFile(native(value)) }

// native returns the JavaScript value that go-app wraps. go-app exports no method for it, so the value passes through a
// property of the window.
func native(value app.Value) js.Value {
	const property = "drnetHandOver"
	app.Window().Set(property, value)
	defer js.Global().Delete(property)
	return js.Global().Get(property)
}

// finishLoading calls ready when nothing more will be fetched. By then the engine has answered. The service worker,
// which caches the files of the site, is active or unavailable.
func finishLoading(ready func()) {
	onceActive(func() {
		closeAirlock()
		js.Global().Get("performance").Call("mark", "drnet-ready")
		js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "true")
		ready()
	})
}
