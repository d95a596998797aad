package protocol

import (
	"encoding/json"
	"fmt"
)

// envelope is a message on the wire.
type envelope struct {
	Type string          `json:"type"`
	ID   int             `json:"id"`
	Body json.RawMessage `json:"body"`
}

// requests is the registry of all requests: the name on the wire of each, and how its body is decoded.
var requests = registry(
	request[Hello](), request[Load](), request[Plan](), request[Train](), request[RunUnit](), request[Evaluate](),
	request[Apply](), request[Explain](), request[Score](), request[Predict](), request[ListRows](),
	request[Cover](), request[Export](), request[EvaluateNetwork](), request[TraceRow](), request[Pause](),
	request[Resume](), request[Step](), request[Pace](), request[Stop](), request[Ping](),
)

// events is the registry of all events.
var events = registry(
	event[Welcome](), event[Refused](), event[Reading](), event[Previewed](), event[Loaded](), event[Preparing](),
	event[Planned](), event[Started](), event[Progress](), event[Trained](), event[UnitDone](),
	event[Evaluating](), event[FoldResult](), event[Evaluated](), event[Applied](), event[Explained](),
	event[Scored](), event[Predicted](), event[RowPage](), event[Covered](), event[Exported](),
	event[NetworkEvaluated](), event[RowTraced](), event[Paused](), event[Resumed](), event[Pong](),
	event[Silent](),
)

// entry decodes messages of one type.
type entry[M any] struct {
	name   string
	decode func(envelope) (M, error)
}

func request[T Request]() entry[Request] {
	var zero T
	return entry[Request]{zero.request(), func(e envelope) (Request, error) { return body[T](e) }}
}

func event[T Event]() entry[Event] {
	var zero T
	return entry[Event]{zero.event(), func(e envelope) (Event, error) { return body[T](e) }}
}

func registry[M any](entries ...entry[M]) map[string]entry[M] {
	byName := make(map[string]entry[M], len(entries))
	for _, e := range entries {
		byName[e.name] = e
	}
	return byName
}

// RequestName returns the name of a request on the wire, such as "train".
func RequestName(r Request) string { return r.request() }

// EventName returns the name of an event on the wire, such as "trained".
func EventName(e Event) string { return e.event() }

// EncodeRequest writes a request; a file that belongs to it travels beside the bytes.
func EncodeRequest(id int, r Request) ([]byte, error) { return encode(id, r.request(), r) }

// EncodeEvent writes an event of request id.
func EncodeEvent(id int, e Event) ([]byte, error) { return encode(id, e.event(), e) }

func encode(id int, name string, message any) ([]byte, error) {
	body, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("protocol: write %q: %w", name, err)
	}
	return json.Marshal(envelope{name, id, body})
}

// DecodeRequest reads a request and its id.
func DecodeRequest(message []byte) (id int, r Request, err error) {
	return decode(message, "request", requests)
}

// DecodeEvent reads an event and the id of its request.
func DecodeEvent(message []byte) (id int, e Event, err error) {
	return decode(message, "event", events)
}

func decode[M any](message []byte, kind string, known map[string]entry[M]) (id int, m M, err error) {
	var e envelope
	if err := json.Unmarshal(message, &e); err != nil {
		return 0, m, fmt.Errorf("protocol: no message: %w", err)
	}
	entry, ok := known[e.Type]
	if !ok {
		return e.ID, m, fmt.Errorf("protocol: there is no %s %q", kind, e.Type)
	}
	m, err = entry.decode(e)
	return e.ID, m, err
}

func body[T any](e envelope) (T, error) {
	var m T
	if err := json.Unmarshal(e.Body, &m); err != nil {
		return m, fmt.Errorf("protocol: damaged %q: %w", e.Type, err)
	}
	return m, nil
}
