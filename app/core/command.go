package core

import (
	"reflect"
	"slices"
	"time"

	"drnet/engine/protocol"
)

// ID names a request to the engine. The page numbers its requests from 1; every event of a request comes back with its ID.
type ID int

// NoID is the ID of events that belong to no request, such as protocol.Silent.
const NoID ID = 0

// Command is a side effect of a message: a Request to the engine, an effect in the browser, or a change of what features share.
type Command any

// Request is a request to the engine. Pause, Resume, Step, Pace and Stop carry the ID of the request that they control.
type Request struct {
	ID   ID
	Body protocol.Request
}

// Effects in the browser.
type (
	// Focus moves the keyboard focus to an element after the page is rendered. Still prevents scrolling to the element.
	Focus struct {
		ID    string
		Still bool
	}
	// SaveFile downloads a text as a file; Kind is its media type.
	SaveFile struct {
		Name, Kind string
		Parts      []string
	}
	// CopyText copies a text to the clipboard.
	CopyText struct{ Text string }
)

// Changes of what features share.
type (
	// Say announces a sentence to screen readers; "" leaves the previous announcement.
	Say struct{ Text string }
	// Configure replaces the settings of the next run.
	Configure struct{ Setup Setup }
	// SetPlan replaces the plan of a run with the current settings.
	SetPlan struct {
		Plan    *protocol.Planned
		Problem *Problem
		Aim     Aim // of Plan
	}
	// ShowRules shows a model as a new revision; undoing restores the previous one. Classes is the multiclass model of the
	// revision, nil for a model of one class. Learned is the model before its edits, which undoing restores; empty if it has none.
	ShowRules struct {
		Revision Revision
		Classes  *protocol.MultiClass
		Learned  protocol.ModelFile
	}
	// Train starts a run with the current settings.
	Train struct{ At time.Time }
	// SetRun replaces the run. RunBegan follows when it has started.
	SetRun   struct{ Run Run }
	RunBegan struct{}
	// RunEnded reports that the run is over. Result is nil if it failed, or if a new run or the recovery of its rules follows. Unscored
	// means that only the training accuracy is known; Problem says why.
	RunEnded struct {
		Result   *protocol.Trained
		Unscored bool
		Problem  *Problem
	}
	// Edited reports an edit of the rules that can be undone. Text is a sentence about it.
	Edited struct{ Text string }
	// Send sends a message of another feature.
	Send struct{ Msg Msg }
)

// Query caches the engine's answer to a question that depends on a key. When the key changes, the question is asked again; at most
// one request is pending. The zero value has not been asked.
type Query[K comparable, V any] struct {
	Value   V        // the newest answer; the zero value before the first
	Problem *Problem // why the newest request failed; nil if it succeeded or is pending

	key     K    // of the newest question
	asked   bool // key is set
	answers K    // key of Value
	id      ID   // of the pending request, NoID for none
}

// Key returns the key of the newest question, the zero value before the first.
func (q *Query[K, V]) Key() K { return q.key }

// Of returns the key that Value answers.
func (q *Query[K, V]) Of() K { return q.answers }

// Request returns the request for the answer to a key. It returns nil while a request is pending, or if the newest one had the same key.
func (q *Query[K, V]) Request(key K, id ID, body protocol.Request) []Command {
	if q.id != NoID || q.asked && q.key == key {
		return nil
	}
	q.key, q.asked, q.id, q.Problem = key, true, id, nil
	return []Command{Request{ID: id, Body: body}}
}

// Ask is Request for a query whose key is the body of the request. It compares bodies by value, not by pointer.
func Ask[R protocol.Request, V any](q *Query[*R, V], body R, id ID) []Command {
	if q.asked && reflect.DeepEqual(*q.key, body) {
		return nil
	}
	return q.Request(&body, id, body)
}

// Hear stores the answer or the problem if the event answers or refuses the pending request of the query, and reports whether it does.
// After a cancelled request, the same key can be asked again.
func Hear[K comparable, E protocol.Event](q *Query[K, *E], h Heard) bool {
	if h.ID == NoID || h.ID != q.id {
		return false
	}
	switch e := h.Event.(type) {
	case E:
		q.id, q.Value, q.answers, q.Problem = NoID, &e, q.key, nil
	case protocol.Refused:
		q.id = NoID
		if p := ProblemOf(e); p.Cancelled() {
			q.asked = false
		} else {
			q.Problem = p
		}
	default:
		return false
	}
	return true
}

// Forget discards the answer and ignores the answer to a pending request.
func (q *Query[K, V]) Forget() { *q = Query[K, V]{} }

// Predictions is a CSV of rows and predictions that the engine writes in parts. The zero value has requested nothing.
type Predictions struct {
	Wanted   bool     // requested and incomplete
	Complete bool     // all rows are written
	Parts    []string // written so far, in order
	Next     int      // the next row to write
	Problem  *Problem // why it cannot be written

	id ID // of the pending request, NoID for none
}

// predictedRows is the number of rows written at a time: a few megabytes.
const predictedRows = 50_000

// Ask requests the next part, if one is wanted and no request is pending.
func (p *Predictions) Ask(r protocol.Predict, id ID) []Command {
	if !p.Wanted || p.id != NoID {
		return nil
	}
	p.id, r.From, r.Rows = id, p.Next, predictedRows
	return []Command{Request{ID: id, Body: r}}
}

// Hear stores a part, or the problem of a refusal, which discards all parts. It reports whether the event belongs to the pending request.
func (p *Predictions) Hear(h Heard) bool {
	if p.id == NoID || h.ID != p.id {
		return false
	}
	switch e := h.Event.(type) {
	case protocol.Predicted:
		p.id, p.Next, p.Parts = NoID, e.Next, append(slices.Clip(p.Parts), e.CSV)
		p.Wanted, p.Complete = e.Next != 0, e.Next == 0
	case protocol.Refused:
		problem := ProblemOf(e)
		if *p = (Predictions{}); !problem.Cancelled() {
			p.Problem = problem
		}
	}
	return true
}

// Task is a long task of the engine that a user can stop. The zero value has not begun.
type Task struct {
	Done, Of int     // number of finished parts, and of all parts
	Share    float64 // finished share of the work, from 0 to 1
	Stopping bool
	Problem  *Problem // why it failed, nil if it did not

	id        ID        // of the request, NoID while no task is running
	begun     bool      // the engine has reported progress
	since, at time.Time // start of the task, and time of the newest progress
}

// Active reports whether the task is running.
func (t Task) Active() bool { return t.id != NoID }

// Begin starts a task.
func (t *Task) Begin(r protocol.Request, at time.Time, id ID) Request {
	*t = Task{id: id, since: at, at: at}
	return Request{ID: id, Body: r}
}

// Stop stops the task if it is running.
func (t *Task) Stop() []Command {
	if !t.Active() || t.Stopping {
		return nil
	}
	t.Stopping = true
	return []Command{Request{ID: t.id, Body: protocol.Stop{}}}
}

// Hear handles an event, and reports whether it belongs to the task. A final event ends the task. The engine ignores a Stop that arrives
// before it has begun the task, so Hear sends it again with the first progress.
func (t *Task) Hear(h Heard) (commands []Command, own bool) {
	if !t.Active() || h.ID != t.id {
		return nil, false
	}
	switch e := h.Event.(type) {
	case protocol.Evaluating:
		early := t.Stopping && !t.begun
		if t.Done, t.Of, t.Share, t.at, t.begun = e.Done, e.Of, e.Share, h.At, true; early {
			return []Command{Request{ID: t.id, Body: protocol.Stop{}}}, true
		}
	case protocol.Refused:
		p := ProblemOf(e)
		if *t = (Task{}); p.Cancelled() {
			return []Command{Say{Text: "Stopped."}}, true
		}
		if t.Problem = p; p.Kind != protocol.Crashed { // the page reports a crash
			commands = []Command{Say{Text: p.Message}}
		}
		return commands, true
	default:
		if protocol.Final(e) {
			*t = Task{}
		}
	}
	return nil, true
}

// InWords describes the progress: "12 of 48 runs, about 30 s left". Done is the finished part, here "12 of 48 runs", or "" at the start.
func (t Task) InWords(done string) string {
	switch {
	case t.Stopping:
		return "Stopping …"
	case done == "":
		return "Starting …"
	}
	return done + leftInWords(t.at.Sub(t.since), t.Share)
}
