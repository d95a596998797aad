// Package remote puts a port between a session and whoever uses it: Serve answers requests that come through the port,
// Client sends them, and replaces a worker that died; Pool has units done by several workers at the same time. It knows the
// order of messages and the pace, not what they mean.
package remote

import "io"

// Message is what travels through a port.
type Message struct {
	Body []byte    // JSON of package protocol
	Raw  []byte    // what belongs to it and is no text: the bits of a unit; nil without any. It is the receiver's from then on
	File io.Reader // a file that belongs to it, nil without one
	Lost string    // not empty: the other side has ended, and this is why; nothing else comes
}

// Port is one end of a connection.
type Port interface {
	// Send passes a message on. It never waits.
	Send(Message)
	// Receive returns the channel of messages from the other end, in their order.
	Receive() <-chan Message
	// Close ends the other side at once, whatever it is doing.
	Close()
}
