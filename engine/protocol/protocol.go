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
//   - While a request is paused, queries with a negative id (EvaluateNetwork, Explain) are allowed. Each is answered
//     by a single final event with its id. A late query is Refused as Cancelled.
//   - A message is one JSON object {"type", "id", "body"} with its fields in this order and without blanks between them; events
//     repeat the id of their request. The bytes of a file and the rows of a unit are sent separately from the message.
package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"drnet/engine/dataset"
)

// head is a message on the wire without its body.
type head struct {
	Type string `json:"type"`
	ID   int    `json:"id"`
}

// bodyField separates the head of a message from its body.
const bodyField = `,"body":`

// requests maps the wire name of each request to its type.
var requests = registry[Request](
	Request.request,
	Hello{}, Load{}, Plan{}, Train{}, RunUnit{}, Evaluate{}, Apply{}, Explain{}, Score{}, Predict{}, ListRows{},
	Cover{}, ByGroup{}, Stability{}, TraceBound{}, Export{}, EvaluateNetwork{}, Pause{}, Resume{}, Step{}, Pace{}, Stop{}, Ping{},
)

// events maps the wire name of each event to its type.
var events = registry[Event](
	Event.event,
	Welcome{}, Refused{}, Reading{}, Previewed{}, Loaded{}, Preparing{}, Planned{}, Started{}, Found{}, Progress{},
	Trained{}, UnitDone{}, Evaluating{}, FoldResult{}, Evaluated{}, Applied{}, Explained{}, Scored{},
	Predicted{}, RowPage{}, Covered{}, GroupsCompared{}, StabilityMeasured{}, BoundTraced{}, Exported{}, NetworkEvaluated{}, Paused{},
	Resumed{}, Pong{}, Silent{},
)

// registry maps the wire names of messages to their types. Decoding uses reflection, because a generic function for
// each type adds 20 kB to the compressed engine.
func registry[M any](name func(M) string, messages ...M) map[string]reflect.Type {
	types := make(map[string]reflect.Type, len(messages))
	for _, m := range messages {
		types[name(m)] = reflect.TypeOf(m)
	}
	return types
}

// RequestName returns the name of a request on the wire, such as "train".
func RequestName(r Request) string { return r.request() }

// EventName returns the name of an event on the wire, such as "trained".
func EventName(e Event) string { return e.event() }

// EncodeRequest encodes a request. The file of a request is sent separately.
func EncodeRequest(id int, r Request) ([]byte, error) { return encode(id, r.request(), r) }

// EncodeEvent encodes an event of the request with this id.
func EncodeEvent(id int, e Event) ([]byte, error) { return encode(id, e.event(), e) }

func encode(id int, name string, message any) ([]byte, error) {
	body, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("protocol: write %q: %w", name, err)
	}
	start, err := json.Marshal(head{name, id})
	return slices.Concat(start[:len(start)-1], []byte(bodyField), body, []byte("}")), err
}

// DecodeRequest decodes a request and its id.
func DecodeRequest(message []byte) (id int, r Request, err error) {
	return decode[Request](message, "request", requests)
}

// DecodeEvent decodes an event and the id of its request.
func DecodeEvent(message []byte) (id int, e Event, err error) {
	return decode[Event](message, "event", events)
}

// decode reads the head and the body one after the other. Together, the body would be scanned twice more: a quarter of the time.
func decode[M any](message []byte, kind string, types map[string]reflect.Type) (id int, m M, err error) {
	start, body, found := bytes.Cut(message, []byte(bodyField))
	if found {
		start = append(slices.Clip(start), '}')
		if body, found = bytes.CutSuffix(body, []byte("}")); !found {
			return 0, m, fmt.Errorf("protocol: no message: %w", io.ErrUnexpectedEOF)
		}
	}
	var h head
	if err := json.Unmarshal(start, &h); err != nil {
		return 0, m, fmt.Errorf("protocol: no message: %w", err)
	}
	t, ok := types[h.Type]
	if !ok {
		return h.ID, m, fmt.Errorf("protocol: unknown %s %q", kind, h.Type)
	}
	read := reflect.New(t)
	if err = json.Unmarshal(body, read.Interface()); err != nil {
		err = fmt.Errorf("protocol: damaged %q: %w", h.Type, err)
	}
	return h.ID, read.Elem().Interface().(M), err
}

// Version changes with every incompatible change of the messages.
const Version = 5

// Release is the version of the page, the command and the engine, as the changelog names it.
const Release = "0.2.0"

// Request is a message to the engine, of a registered type. Its method returns its name on the wire.
type Request interface{ request() string }

// Event is a message from the engine, of a registered type. Its method returns its name on the wire.
type Event interface{ event() string }

// Final reports whether the event ends its request.
func Final(e Event) bool {
	switch e.(type) {
	case Reading, Previewed, Preparing, Started, Found, Progress, Evaluating, FoldResult, Paused, Resumed, Pong, Silent:
		return false
	}
	return true
}

// Refuse returns a Refused as an error.
func Refuse(kind, message, hint string) error { return Refused{kind, message, hint} }

// BadSettingf returns the refusal of a setting; the hint says what to do.
func BadSettingf(hint, format string, args ...any) error {
	return Refused{BadSetting, fmt.Sprintf(format, args...), hint}
}

// Error returns the message.
func (r Refused) Error() string { return r.Message }

// Refusal converts an error into an event. Unknown errors are reported as invalid settings.
func Refusal(err error) Refused {
	if refused, ok := errors.AsType[Refused](err); ok {
		return refused
	}
	if table, ok := errors.AsType[*dataset.Error](err); ok {
		return Refused{Kind: table.Kind, Message: Plain(table), Hint: table.Hint}
	}
	if errors.Is(err, context.Canceled) {
		return Refused{Kind: Cancelled, Message: "stopped"}
	}
	return Refused{Kind: BadSetting, Message: Plain(err), Hint: "change the setting"}
}

// Plain returns the message of an error without the package prefix, which means nothing to users.
func Plain(err error) string {
	message := err.Error()
	for _, name := range []string{"dataset: ", "codebook: ", "binarize: ", "drnet: ", "protocol: ", "rule: "} {
		message = strings.TrimPrefix(message, name)
	}
	return message
}
