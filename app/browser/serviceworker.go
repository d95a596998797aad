//go:build js

package browser

import (
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// serviceWorkerTimeout limits how long the page waits for its service worker.
const serviceWorkerTimeout = 10 * time.Second

// offline returns what the service worker of this site does.
func offline() Offline { return Offline(app.Getenv(OfflineSetting)) }

// ownName returns the name of this site's database, which is also the prefix of its caches. It contains the path, because
// another copy of the site on the same host has its own.
func ownName() string { return "drnet-lab-" + app.Getenv("GOAPP_ROOT_PREFIX") + "/" }

// onceActive calls do when the service worker is active, or when there will be none.
func onceActive(do func()) {
	do = sync.OnceFunc(do)
	workers := js.Global().Get("navigator").Get("serviceWorker")
	if workers.IsUndefined() || offline() == Retired { // undefined at an insecure address
		do()
		return
	}
	time.AfterFunc(serviceWorkerTimeout, do)
	onSettled(workers.Get("ready"), func(js.Value) {
		if active() {
			do()
			return
		}
		onEvent(workers, "controllerchange", do)
	}, func(js.Value) { do() })
}

// active reports whether the service worker is active. Only then does the engine get helpers: without it each would fetch
// the worker's script from the server.
func active() bool {
	workers := js.Global().Get("navigator").Get("serviceWorker")
	return !workers.IsUndefined() && workers.Get("controller").Truthy()
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
