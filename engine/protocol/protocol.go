// Package protocol holds every message between whoever shows the work (page, command) and the engine that does it.
// It is the one place where they agree; it knows nothing of how messages travel or what the engine does with them.
//
// The contract:
//
//   - Requests go in, events come out. The first request is Hello and is answered by Welcome; both sides must speak the
//     same Version.
//   - One request is at work at a time. It is answered by any number of events, of which exactly the last is final
//     (see Final).
//   - Beside a request at work, and only then, Pause, Resume, Step, Pace and Stop may be sent. Pause and Resume are answered by
//     Paused and Resumed, Step by Resumed and later Paused; Stop makes the request end early, with its final event.
//   - Ping may be sent at any time, with the id 0, which is no request's, and is answered by Pong with that id.
//   - While a request is paused, questions with a negative id (EvaluateNetwork, TraceRow) may be sent beside it. Each is answered by its one
//     final event, with that id; one that comes too late is Refused as Cancelled.
//   - A message is one JSON object {"type", "id", "body"}; id is the request's number, repeated by its events. The
//     bytes of a file and the bits of a unit travel beside the message, never in it.
package protocol

// Version changes with every change that an older side would misunderstand.
const Version = 3

// Request is a message to the engine: one of the types that codec.go registers. Its method returns its name on the wire.
type Request interface{ request() string }

// Event is a message from the engine: one of the types that codec.go registers. Its method returns its name on the wire.
type Event interface{ event() string }

// Final reports whether the event ends its request.
func Final(e Event) bool {
	switch e.(type) {
	case Reading, Previewed, Preparing, Started, Progress, Evaluating, FoldResult, Paused, Resumed, Pong, Silent:
		return false
	}
	return true
}
