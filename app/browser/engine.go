//go:build js

package browser

import (
	"io"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/engine/protocol"
	"drnet/engine/remote"
)

// worker is the engine in a web worker. What is asked before it has started
// waits for it.
type worker struct {
	mu      sync.Mutex
	client  *remote.Client
	waiting []protocol.Request
}

// Connect implements ui.Engine. The engine is compiled once; every worker gets
// the compiled module.
func (w *worker) Connect(deliver func(protocol.Event), ready func(), failed func(why string)) {
	prefix := app.Getenv("GOAPP_ROOT_PREFIX")
	then(js.Global().Get("WebAssembly").Call("compileStreaming", js.Global().Call("fetch", prefix+"/engine.wasm")),
		func(module js.Value) {
			first := sync.OnceFunc(func() { w.settled(ready) })
			script := js.ValueOf(prefix + "/engine-worker.js")
			start := func() { w.start(remote.NewClient(remote.Spawner(script, module, keepsFiles), first, deliver)) }
			switch use() {
			case Retired:
				removeKept()
				start()
			case CachedWithHeaders: // the worker's own policy comes with its file
				js.Global().Call("goappInitServiceWorker")
				inCharge(start)
			default:
				js.Global().Call("goappInitServiceWorker")
				start()
			}
		},
		func(reason js.Value) { failed("the engine could not be loaded: " + reason.Call("toString").String()) })
}

func (w *worker) start(client *remote.Client) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.client = client
	for _, r := range w.waiting {
		client.Send(r)
	}
	w.waiting = nil
}

// Send implements ui.Engine.
func (w *worker) Send(r protocol.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.client == nil {
		w.waiting = append(w.waiting, r)
		return
	}
	w.client.Send(r)
}

// File implements ui.Engine.
func (w *worker) File(value app.Value) io.Reader { return remote.NewFile(native(value)) }

// native returns the value that go-app wraps; it has no method for it, so the
// value goes through a property of the window for a moment.
func native(value app.Value) js.Value {
	const property = "drnetHandOver"
	app.Window().Set(property, value)
	defer js.Global().Delete(property)
	return js.Global().Get(property)
}

// offlineWithin is how long the page waits for its service worker before it
// does without.
const offlineWithin = 10 * time.Second

// settled calls ready when nothing more will be fetched: the engine has
// answered, and the service worker, which keeps the files of the site, has
// taken charge or cannot be had.
func (w *worker) settled(ready func()) {
	inCharge(func() {
		closeAirlock()
		js.Global().Get("performance").Call("mark", "drnet-ready")
		js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "true")
		ready()
	})
}

// use is what the service worker of this site is for.
func use() Offline { return Offline(app.Getenv(OfflineSetting)) }

// inCharge calls do when the service worker has taken charge or cannot be had.
func inCharge(do func()) {
	do = sync.OnceFunc(do)
	workers := js.Global().Get("navigator").Get("serviceWorker")
	if workers.IsUndefined() || use() == Retired { // undefined at an insecure address
		do()
		return
	}
	time.AfterFunc(offlineWithin, do)
	then(workers.Get("ready"), func(js.Value) {
		if keepsFiles() {
			do()
			return
		}
		listen(workers, "controllerchange", do)
	}, func(js.Value) { do() })
}

// ownName is the name of what this site keeps in the browser, and begins those of its caches: it has the path, because another copy
// on the same host keeps its own.
func ownName() string { return "drnet-lab-" + app.Getenv("GOAPP_ROOT_PREFIX") + "/" }

// removeKept removes what earlier versions of the site may have kept after their service worker had ended.
func removeKept() {
	caches := js.Global().Get("caches")
	if caches.IsUndefined() {
		return
	}
	then(caches.Call("keys"), func(names js.Value) {
		for i := range names.Length() {
			if name := names.Index(i); strings.HasPrefix(name.String(), ownName()+"@") {
				caches.Call("delete", name)
			}
		}
	}, func(js.Value) {})
}

// keepsFiles reports whether the service worker is in charge: only then does the engine get helpers, because without it each
// would fetch the worker's script from the server again.
func keepsFiles() bool {
	workers := js.Global().Get("navigator").Get("serviceWorker")
	return !workers.IsUndefined() && workers.Get("controller").Truthy()
}

// airlock is the page's policy once everything is loaded: it may start the
// engine's worker again, which comes out of its own cache, and reach nobody, not
// even the server that it came from.
const airlock = "default-src 'none'; connect-src 'none'; img-src data:; script-src 'none'; style-src 'none'; worker-src 'self'"

// closeAirlock adds the policy to the page. A browser enforces it beside the
// first one, and nothing takes it back.
func closeAirlock() {
	document := js.Global().Get("document")
	meta := document.Call("createElement", "meta")
	meta.Set("httpEquiv", "Content-Security-Policy")
	meta.Set("content", airlock)
	document.Get("head").Call("append", meta)
}

func listen(target js.Value, event string, do func()) {
	target.Call("addEventListener", event, js.FuncOf(func(js.Value, []js.Value) any {
		do()
		return nil
	}))
}

// then waits for a promise without holding the page.
func then(promise js.Value, yes, no func(js.Value)) {
	callback := func(do func(js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			go do(args[0])
			return nil
		})
	}
	promise.Call("then", callback(yes), callback(no))
}
