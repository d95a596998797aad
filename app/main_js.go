package main

import (
	"syscall/js"

	"drnet/app/browser"
	"drnet/engine/worker"
)

// One program is the page and the engine: two would each bring the runtime and the packages that both need.
func main() {
	if js.Global().Get("document").IsUndefined() {
		worker.Run()
		return
	}
	browser.Run()
}
