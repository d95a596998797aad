//go:build js

package browser

import "syscall/js"

// airlock is the policy of the page once everything is loaded. The page may start the engine's worker again, from the
// service worker's cache. It can reach no server, not even its own.
const airlock = "default-src 'none'; connect-src 'none'; img-src data:; script-src 'none'; style-src 'none'; worker-src 'self'"

// closeAirlock adds the policy to the page. The browser enforces it together with the first policy, and neither can be
// withdrawn.
func closeAirlock() {
	document := js.Global().Get("document")
	meta := document.Call("createElement", "meta")
	meta.Set("httpEquiv", "Content-Security-Policy")
	meta.Set("content", airlock)
	document.Get("head").Call("append", meta)
}
