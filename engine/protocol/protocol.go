// Package protocol defines the messages between a client (page or command) and the engine. It knows neither the
// transport nor the implementation of the engine.
//
// The contract:
//
//   - The client sends requests and the engine sends events. The first request is Hello, answered by Welcome. Both
//     sides must have the same Version.
//   - One request is active at a time. It is answered by any number of events. Exactly the last one is final
//     (see Final).
//   - Pause, Resume, Step, Pace and Stop are allowed only while a request is active. Pause and Resume are answered by
//     Paused and Resumed, Step by Resumed and later Paused. Stop makes the request end early, with its final event.
//   - Ping is allowed at any time, with the reserved id 0. It is answered by Pong with that id.
//   - While a request is paused, queries with a negative id (EvaluateNetwork, TraceRow) are allowed. Each is answered
//     by a single final event with its id. A late query is Refused as Cancelled.
//   - A message is one JSON object {"type", "id", "body"}; events repeat the id of their request. The bytes of a file
//     and the rows of a unit are sent separately from the message.
package protocol

// Version changes with every incompatible change of the messages.
const Version = 3

// Request is a message to the engine, of a type registered in codec.go. Its method returns its name on the wire.
type Request interface{ request() string }

// Event is a message from the engine, of a type registered in codec.go. Its method returns its name on the wire.
type Event interface{ event() string }

// Final reports whether the event ends its request.
func Final(e Event) bool {
	switch e.(type) {
	case Reading, Previewed, Preparing, Started, Progress, Evaluating, FoldResult, Paused, Resumed, Pong, Silent:
		return false
	}
	return true
}
