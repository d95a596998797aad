package core

import "drnet/engine/protocol"

// ID names a request to the engine. The page numbers its requests from 1; every event of a request comes back with its ID.
type ID int

// NoID is the ID of events that belong to no request, such as protocol.Silent.
const NoID ID = 0

// Command is what a message leads to outside of the page's state: a Request to the engine, or an effect of the browser.
type Command interface{ Command() }

// Request asks the engine for something. Pause, Resume, Step, Pace and Stop carry the ID of the request they are about.
type Request struct {
	ID   ID
	Body protocol.Request
}

// Command implements the interface of that name.
func (Request) Command() {}
