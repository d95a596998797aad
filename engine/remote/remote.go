// Package remote connects a session to its user through a port. Serve answers the requests from the port. Client sends
// them, and replaces crashed workers. Pool runs units on several workers in parallel. The package handles the order and
// the rate of messages, not their content.
package remote

import "io"

// Message is a message through a port.
type Message struct {
	Body []byte // JSON of package protocol
	// Raw is binary data of the message, the rows of a unit; nil without any. The receiver owns it.
	Raw  []byte
	File io.Reader // a file of the message, nil without one
	Lost string    // not empty if the other side has ended: the reason; no messages follow
}

// Port is one end of a connection.
type Port interface {
	// Send sends a message. It never blocks.
	Send(Message)
	// Receive returns the channel of messages from the other end, in order.
	Receive() <-chan Message
	// Close ends the other side immediately.
	Close()
}
