//go:build js && wasm

// Command worker is the engine as a web worker: it answers the page that started it until the page ends it.
package main

import (
	"drnet/engine"
	"drnet/engine/remote"
)

func main() {
	remote.Serve(remote.WorkerPort(), remote.Yield, engine.NewSession().Handle)
}
