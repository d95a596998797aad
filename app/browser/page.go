//go:build js

package browser

import (
	"encoding/json"
	"io"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/page"
	"drnet/app/page/state"
	"drnet/engine/protocol"
	"drnet/engine/remote"
)

// Run starts the page. It returns when the page is closed.
func Run() {
	e, s := new(engine), new(effects)
	example := exampleOfPage()
	root := func() app.Composer { return &page.Root{Engine: e, Storage: s, Example: example} }
	app.RouteFunc("/", root)
	app.RouteFunc("/index.html", root)
	if offline() == OneFile {
		app.RouteFunc(app.Window().URL().Path, root) // of the file
	}
	app.RunWhenOnBrowser()
}

// exampleOfPage returns the example that the builder of the site wrote into the page, or nil if unreadable.
func exampleOfPage() *state.Example {
	meta := app.Window().Get("document").Call("querySelector", "meta[name=drnet-example]")
	if !meta.Truthy() {
		return nil
	}
	var e *state.Example
	if json.Unmarshal([]byte(meta.Get("content").String()), &e) != nil {
		return nil
	}
	return e
}

// engine is the engine in a web worker. It holds requests until the worker has started.
type engine struct {
	mu      sync.Mutex
	client  *remote.Client
	waiting []core.Request
}

// Connect implements page.Engine. The worker runs the same program as the page, from the compiled module that go-app's loader has kept.
func (e *engine) Connect(deliver func(core.ID, protocol.Event), ready func()) {
	switch offline() {
	case Retired:
		deleteCaches()
	case OneFile: // needs no service worker
	default:
		js.Global().Call("goappInitServiceWorker") // the airlock forbids to register one
	}
	closeAirlock()
	first := sync.OnceFunc(func() { finishLoading(ready) })
	answered := func(id int, event protocol.Event) { deliver(core.ID(id), event) }
	e.start(remote.NewClient(remote.Spawner(js.Global().Get("drnetWorker"), js.Global().Get("drnetProgram")), first, answered))
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

// native returns the value that go-app wraps. It passes through a property of the window, because go-app exports no method.
func native(value app.Value) js.Value {
	const property = "drnetHandOver"
	app.Window().Set(property, value)
	defer js.Global().Delete(property)
	return js.Global().Get(property)
}

// airlock is the content security policy of the page once the engine starts: it reaches no server, but can start the worker again. The
// worker inherits the policy, because it starts from a blob; Firefox passes it the program only with 'wasm-unsafe-eval'.
const airlock = "default-src 'none'; connect-src 'none'; img-src data:; script-src 'wasm-unsafe-eval'; style-src 'none'; worker-src blob:"

// closeAirlock adds the airlock to the page. The browser enforces it from then on, and it cannot be withdrawn.
func closeAirlock() {
	document := js.Global().Get("document")
	meta := document.Call("createElement", "meta")
	meta.Set("httpEquiv", "Content-Security-Policy")
	meta.Set("content", airlock)
	document.Get("head").Call("append", meta)
}

// finishLoading calls ready when nothing more will be fetched: the service worker has cached the site, or is unavailable.
func finishLoading(ready func()) {
	onceActive(func() {
		js.Global().Get("performance").Call("mark", "drnet-ready")
		js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "true")
		ready()
	})
}

func offline() Offline { return Offline(app.Getenv(OfflineSetting)) }

// ownName returns the name of the database and the prefix of the caches. It holds the base path, because sites may share a host.
func ownName() string { return "drnet-lab-" + app.Getenv("GOAPP_ROOT_PREFIX") + "/" }

// onceActive calls do once the service worker is active, at the latest after ten seconds; at once if the page will not have one.
func onceActive(do func()) {
	do = sync.OnceFunc(do)
	workers := js.Global().Get("navigator").Get("serviceWorker")
	if workers.IsUndefined() || offline() == Retired || offline() == OneFile { // undefined at an insecure address
		do()
		return
	}
	const longest = 10 * time.Second // that the page waits
	time.AfterFunc(longest, do)
	onSettled(workers.Get("ready"), func(js.Value) {
		if workers.Get("controller").Truthy() {
			do()
			return
		}
		workers.Set("oncontrollerchange", remote.Callback(func(js.Value) { do() }))
	}, func(js.Value) { do() })
}

// deleteCaches deletes the caches of an earlier version whose service worker has already ended.
func deleteCaches() {
	caches := js.Global().Get("caches")
	if caches.IsUndefined() {
		return
	}
	onSettled(caches.Call("keys"), func(names js.Value) {
		for i := range names.Length() {
			if name := names.Index(i); strings.HasPrefix(name.String(), ownName()+"@") {
				caches.Call("delete", name)
			}
		}
	}, func(js.Value) {})
}
