//go:build js && wasm

// Command worker is the engine as a web worker: it answers the page that started it, or does units for the worker that hired
// it, until the page ends it.
package main

import (
	"time"

	"drnet/engine"
	"drnet/engine/remote"
)

// tableMemory is how many bytes a table may take. A worker has 4 GB and cannot be given more; beside the table it must hold
// its encoded rows, those packed for training, and what the collector has not swept yet.
const tableMemory = 1500 << 20

// helperMemory is how many bytes helpers may take together. They are workers of their own, with 4 GB each; it is the computer
// that must have room for them beside the table.
const helperMemory = 1 << 30

func main() {
	session, port := engine.NewSession(), remote.WorkerPort()
	session.Memory = tableMemory
	began := time.Now()
	session.Clock = func() float64 { return time.Since(began).Seconds() }
	session.Workers = &remote.Pool{Size: remote.Cores(), Memory: helperMemory, Spawn: port.Spawn, Alone: session.Handle}
	remote.Serve(port, remote.Yield, session.Handle)
}
