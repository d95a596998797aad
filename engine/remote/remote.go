// Package remote connects a session to its user through a port. Serve answers the requests from the port. Client sends
// them, and replaces crashed workers. Pool runs units on several workers in parallel. The package handles the order and
// the rate of messages, not their content.
package remote

import (
	"fmt"
	"io"
	"strings"
	"time"

	"drnet/engine/protocol"
)

// Message is a message through a port.
type Message struct {
	Body []byte    // JSON of package protocol
	Raw  []byte    // binary data that the receiver owns, the rows of a unit; nil without any
	File io.Reader // a file of the message, nil without one
	More io.Reader // a file whose rows follow; nil for none
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

// badSetting refuses a message that cannot be encoded or decoded.
func badSetting(err error, hint string) protocol.Refused {
	return protocol.Refused{Kind: protocol.BadSetting, Message: err.Error(), Hint: hint}
}

// exitReason describes why a worker ended, from its exit code and its output. For a panic the output is a message line
// and a stack trace, which is omitted.
func exitReason(code int, written string) string {
	const memory = "out of memory"
	first, _, _ := strings.Cut(strings.TrimSpace(written), "\n")
	switch {
	case strings.Contains(strings.ToLower(written), memory):
		return "it ran " + memory
	case first != "":
		return strings.TrimPrefix(first, "panic: ")
	}
	return fmt.Sprintf("it ended with code %d", code)
}

// Silence is measured in ticks of the waiting side, not in wall-clock time. A frozen, sleeping or busy page does not
// tick. It therefore does not mistake its own sleep for silence of the other side.
const (
	beatEach = 500 * time.Millisecond // interval of ticks; each tick sends a Ping
	lateBeat = 3 * beatEach           // longest tick that counts; ticks of a hidden page take a second

	quietBeats = 4  // ticks before a silence is reported: 2 s
	lostBeats  = 20 // ticks before the other side is dead: 10 s; see “When is a worker dead?” in RATIONALE.md
	stopBeats  = 5  // timeout of a Stop in ticks: 2 s plus the rest of the current tick
	startBeats = 40 // timeout of a Hello in ticks: 20 s; an answer takes about 30 ms, but the machine may be busy
)

// heartbeat counts the ticks since the last message from the other side.
type heartbeat struct {
	timer  *time.Timer // of the next tick, if it is scheduled
	going  bool        // a tick is scheduled
	last   time.Time   // when the current tick started
	silent int         // ticks since the last message
	told   bool        // the silence was reported
	waited int         // ticks since an answer is due
}

// next schedules the next tick.
func (p *heartbeat) next() {
	if !p.going {
		p.going, p.last = true, time.Now()
		p.timer.Reset(beatEach)
	}
}
