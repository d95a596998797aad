package protocol

import (
	"encoding/json"
	"fmt"
)

// envelope is how a message travels.
type envelope struct {
	Type string          `json:"type"`
	ID   int             `json:"id"`
	Body json.RawMessage `json:"body"`
}

// EncodeRequest writes a request; a file that belongs to it travels beside the bytes.
func EncodeRequest(id int, r Request) ([]byte, error) { return encode(id, r) }

// EncodeEvent writes an event of request id.
func EncodeEvent(id int, e Event) ([]byte, error) { return encode(id, e) }

func encode(id int, message any) ([]byte, error) {
	body, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("protocol: write %T: %w", message, err)
	}
	return json.Marshal(envelope{Name(message), id, body})
}

// Name returns the name of a message on the wire, such as "train". Closed sets: a type that is missing here is a mistake of this package.
func Name(message any) string {
	switch message.(type) {
	case Hello:
		return "hello"
	case Load:
		return "load"
	case Plan:
		return "plan"
	case Train:
		return "train"
	case RunUnit:
		return "work"
	case Evaluate:
		return "evaluate"
	case Apply:
		return "apply"
	case Explain:
		return "explain"
	case Score:
		return "score"
	case Predict:
		return "predict"
	case ListRows:
		return "rows"
	case Cover:
		return "cover"
	case Export:
		return "export"
	case EvaluateNetwork:
		return "weigh"
	case TraceRow:
		return "pass"
	case Pause:
		return "pause"
	case Resume:
		return "resume"
	case Step:
		return "step"
	case Pace:
		return "pace"
	case Stop:
		return "stop"
	case Ping:
		return "ping"
	case Welcome:
		return "welcome"
	case Refused:
		return "refused"
	case Reading:
		return "reading"
	case Previewed:
		return "peeked"
	case Loaded:
		return "loaded"
	case Preparing:
		return "preparing"
	case Planned:
		return "planned"
	case Started:
		return "started"
	case Progress:
		return "progress"
	case Trained:
		return "trained"
	case UnitDone:
		return "worked"
	case Evaluating:
		return "evaluating"
	case FoldResult:
		return "measured"
	case Evaluated:
		return "evaluated"
	case Applied:
		return "applied"
	case Explained:
		return "explained"
	case Scored:
		return "scored"
	case Predicted:
		return "predicted"
	case RowPage:
		return "picked"
	case Covered:
		return "covered"
	case Exported:
		return "exported"
	case NetworkEvaluated:
		return "weighed"
	case RowTraced:
		return "passed"
	case Paused:
		return "paused"
	case Resumed:
		return "resumed"
	case Pong:
		return "pong"
	case Silent:
		return "silent"
	}
	panic("protocol: a message of no known type")
}

// DecodeRequest reads a request and its number.
func DecodeRequest(message []byte) (id int, r Request, err error) {
	e, err := open(message)
	if err != nil {
		return 0, nil, err
	}
	switch e.Type {
	case "hello":
		r, err = body[Hello](e)
	case "load":
		r, err = body[Load](e)
	case "plan":
		r, err = body[Plan](e)
	case "train":
		r, err = body[Train](e)
	case "work":
		r, err = body[RunUnit](e)
	case "evaluate":
		r, err = body[Evaluate](e)
	case "apply":
		r, err = body[Apply](e)
	case "explain":
		r, err = body[Explain](e)
	case "score":
		r, err = body[Score](e)
	case "predict":
		r, err = body[Predict](e)
	case "rows":
		r, err = body[ListRows](e)
	case "cover":
		r, err = body[Cover](e)
	case "export":
		r, err = body[Export](e)
	case "weigh":
		r, err = body[EvaluateNetwork](e)
	case "pass":
		r, err = body[TraceRow](e)
	case "pause":
		r, err = body[Pause](e)
	case "resume":
		r, err = body[Resume](e)
	case "step":
		r, err = body[Step](e)
	case "pace":
		r, err = body[Pace](e)
	case "stop":
		r, err = body[Stop](e)
	case "ping":
		r, err = body[Ping](e)
	default:
		err = fmt.Errorf("protocol: there is no request %q", e.Type)
	}
	return e.ID, r, err
}

// DecodeEvent reads an event and the number of its request.
func DecodeEvent(message []byte) (id int, event Event, err error) {
	e, err := open(message)
	if err != nil {
		return 0, nil, err
	}
	switch e.Type {
	case "welcome":
		event, err = body[Welcome](e)
	case "refused":
		event, err = body[Refused](e)
	case "reading":
		event, err = body[Reading](e)
	case "peeked":
		event, err = body[Previewed](e)
	case "loaded":
		event, err = body[Loaded](e)
	case "preparing":
		event, err = body[Preparing](e)
	case "planned":
		event, err = body[Planned](e)
	case "started":
		event, err = body[Started](e)
	case "progress":
		event, err = body[Progress](e)
	case "trained":
		event, err = body[Trained](e)
	case "worked":
		event, err = body[UnitDone](e)
	case "evaluating":
		event, err = body[Evaluating](e)
	case "measured":
		event, err = body[FoldResult](e)
	case "evaluated":
		event, err = body[Evaluated](e)
	case "applied":
		event, err = body[Applied](e)
	case "explained":
		event, err = body[Explained](e)
	case "scored":
		event, err = body[Scored](e)
	case "predicted":
		event, err = body[Predicted](e)
	case "picked":
		event, err = body[RowPage](e)
	case "covered":
		event, err = body[Covered](e)
	case "exported":
		event, err = body[Exported](e)
	case "weighed":
		event, err = body[NetworkEvaluated](e)
	case "passed":
		event, err = body[RowTraced](e)
	case "paused":
		event, err = body[Paused](e)
	case "resumed":
		event, err = body[Resumed](e)
	case "pong":
		event, err = body[Pong](e)
	case "silent":
		event, err = body[Silent](e)
	default:
		err = fmt.Errorf("protocol: there is no event %q", e.Type)
	}
	return e.ID, event, err
}

func open(message []byte) (e envelope, err error) {
	if err := json.Unmarshal(message, &e); err != nil {
		return e, fmt.Errorf("protocol: no message: %w", err)
	}
	return e, nil
}

func body[T any](e envelope) (T, error) {
	var m T
	if err := json.Unmarshal(e.Body, &m); err != nil {
		return m, fmt.Errorf("protocol: damaged %q: %w", e.Type, err)
	}
	return m, nil
}
