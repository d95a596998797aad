//go:build js && wasm

// Command worker is the engine as a web worker: it answers the page that started it until the page ends it.
package main

import (
	"drnet/engine"
	"drnet/engine/remote"
)

// tableMemory is how many bytes a table may take. A worker has 4 GB and cannot be given more; beside the table it must hold
// its encoded rows, those packed for training, and what the collector has not swept yet.
const tableMemory = 1500 << 20

func main() {
	session := engine.NewSession()
	session.Memory = tableMemory
	remote.Serve(remote.WorkerPort(), remote.Yield, session.Handle)
}
