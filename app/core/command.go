package core

import "drnet/engine/protocol"

// ID names a request to the engine. The page numbers its requests from 1; every event of a request comes back with its ID.
type ID int

// NoID is the ID of events that belong to no request, such as protocol.Silent.
const NoID ID = 0

// Command is a side effect of a message: a Request to the engine, or an effect in the browser.
type Command interface{ Command() }

// Request is a request to the engine. Pause, Resume, Step, Pace and Stop carry the ID of the request that they control.
type Request struct {
	ID   ID
	Body protocol.Request
}

// Command implements the interface of that name.
func (Request) Command() {}
