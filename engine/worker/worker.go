//go:build js && wasm

// Package worker is the engine as a web worker: it answers the page that started it, or does units for the worker that spawned
// it, until the page ends it.
package worker

import (
	"time"

	"drnet/engine"
	"drnet/engine/remote"
)

// tableMemory limits the size of a table in bytes. A worker has 4 GB; it also holds the encoded rows, those packed for
// training, and memory that is not collected yet.
const tableMemory = 1500 << 20

// helperMemory limits the memory of the helpers of a request in bytes; a search aside has one more. Each one is a worker with 4 GB;
// the computer needs room for them in addition to the table.
const helperMemory = 1 << 30

// Run answers requests. It does not return.
func Run() {
	session, port := engine.NewSession(), remote.WorkerPort()
	session.Memory = tableMemory
	began := time.Now()
	session.Clock = func() float64 { return time.Since(began).Seconds() }
	session.Workers = &remote.Pool{Size: remote.Cores(), Memory: helperMemory, Spawn: port.Spawn, Alone: session.Handle}
	warmUp := engine.WarmUp
	if port.Helps() { // its units begin at once
		warmUp = nil
	}
	remote.Serve(port, remote.Yield, session.Handle, warmUp)
}
