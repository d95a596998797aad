package remote_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing/synctest"
	"time"

	"drnet/engine/protocol"
	"drnet/engine/remote"
)

// behavior is the behavior of a worker.
type behavior string

const (
	sound    behavior = ""
	unborn   behavior = "unborn"   // it cannot be spawned
	dying    behavior = "dying"    // it crashes at once
	fragile  behavior = "fragile"  // it crashes after it has answered Hello
	mute     behavior = "mute"     // it never answers
	foreign  behavior = "foreign"  // it speaks another version
	sick     behavior = "sick"     // it crashes when it reads a table
	garbled  behavior = "garbled"  // it answers Hello with invalid data
	refusing behavior = "refusing" // it refuses every table
	drowsy   behavior = "drowsy"   // it stops responding when it reads a table
)

// fixture is a client with in-memory workers and a log of all events.
type fixture struct {
	*remote.Client
	natures []behavior // of the workers in spawn order; later workers are sound
	over    atomic.Bool
	sleeps  time.Duration // how long the page sleeps at its next event

	mu      sync.Mutex
	log     []string
	workers []*worker
	ids     int          // the id of the newest request
	newest  int          // the id of the newest request that is not a query
	open    map[int]bool // the ids of requests without a final event
	events  []string     // with their ids
}

// newFixture must be called in a synctest bubble.
func newFixture(natures ...behavior) *fixture {
	w := &fixture{natures: natures, open: map[int]bool{}}
	w.Client = remote.NewClient(w.spawn, func() { w.note("ready") }, func(id int, e protocol.Event) {
		w.answered(id, e)
		w.note("← %s", strings.TrimPrefix(describe(0, e, nil), "0 "))
		time.Sleep(w.sleeps)
		w.sleeps = 0
	})
	synctest.Wait()
	return w
}

// Send sends a request with a new id, or a control with the id of the newest request.
func (w *fixture) Send(r protocol.Request) {
	w.mu.Lock()
	id := max(w.newest, 1)
	switch r.(type) {
	case protocol.Pause, protocol.Resume, protocol.Step, protocol.Pace, protocol.Stop:
	default:
		w.ids++
		id = w.ids
		w.open[id] = true
		switch r.(type) {
		case protocol.EvaluateNetwork, protocol.Explain:
		default:
			w.newest = id
		}
	}
	w.mu.Unlock()
	w.Client.Send(id, r)
}

// answered records an event. It logs an event with an unknown id or after the final event as an error.
func (w *fixture) answered(id int, e protocol.Event) {
	w.mu.Lock()
	w.events = append(w.events, describe(id, e, nil))
	right := w.open[id]
	if protocol.Final(e) {
		delete(w.open, id)
	}
	w.mu.Unlock()
	if id == 0 {
		switch e.(type) {
		case protocol.Silent, protocol.Pong, protocol.Refused:
			right = true
		}
	}
	if !right {
		w.note("%s with the id %d", protocol.EventName(e), id)
	}
}

// byID returns the events with their ids, without consecutive duplicates.
func (w *fixture) byID() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Compact(slices.Clone(w.events))
}

func (w *fixture) note(format string, values ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, fmt.Sprintf(format, values...))
}

// do sends a request and waits until all goroutines are blocked, without advancing the clock.
func (w *fixture) do(r protocol.Request) {
	w.Send(r)
	w.settle()
}

func (w *fixture) settle() { time.Sleep(10 * time.Microsecond) }

// end ends the client. In production only closing the page does so.
func (w *fixture) end() []string {
	synctest.Wait()
	w.over.Store(true)
	w.mu.Lock()
	log := slices.CompactFunc(slices.Clone(w.log), func(a, b string) bool { return (a == "← progress" || a == "← preparing") && a == b })
	w.mu.Unlock()
	w.Send(protocol.Load{Name: "end"})
	w.settle()
	for _, each := range w.all() {
		each.Close()
	}
	return log
}

func (w *fixture) all() []*worker {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.workers
}

func (w *fixture) spawn() (remote.Port, error) {
	w.mayEnd()
	page, back := connection()
	w.mu.Lock()
	each := &worker{end: page, back: back, world: w}
	w.workers = append(w.workers, each)
	number := len(w.workers)
	w.mu.Unlock()
	w.note("worker %d", number)
	if err := each.begin(number, w.natures, each.handle); err != nil {
		return nil, err
	}
	return each, nil
}

func (w *fixture) mayEnd() {
	if w.over.Load() {
		runtime.Goexit()
	}
}

// worker is a worker and the client's port to it.
type worker struct {
	*end
	back   *end
	world  *fixture
	nature behavior
	number int
	table  string
	once   sync.Once

	mu       sync.Mutex
	busy     bool // its messages are withheld
	withheld []remote.Message
}

// begin starts the worker with the behavior of its number, counted from 1; later workers are sound.
func (w *worker) begin(number int, natures []behavior, handle func(context.Context, protocol.Request, func(protocol.Event))) error {
	w.number = number
	if number <= len(natures) {
		w.nature = natures[number-1]
	}
	switch w.nature {
	case unborn:
		return errors.New("no worker")
	case dying:
		w.back.Send(remote.Message{Lost: "died"})
	case mute:
	default:
		go remote.Serve(busy{w}, yield, handle, nil)
	}
	return nil
}

// busy is the port of a worker that may block all its messages.
type busy struct{ *worker }

func (b busy) Receive() <-chan remote.Message { return b.back.Receive() }
func (b busy) Close()                         {}

func (b busy) Send(m remote.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.withheld = append(b.withheld, m); !b.busy {
		b.flush()
	}
}

func (w *worker) flush() {
	for _, m := range w.withheld {
		w.back.Send(m)
	}
	w.withheld = nil
}

// busyFor blocks all messages of the worker for a time.
func (w *worker) busyFor(d time.Duration) {
	w.mu.Lock()
	w.busy = true
	w.mu.Unlock()
	select {
	case <-time.After(d):
	case <-w.closed:
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy = false
	w.flush()
}

func (w *worker) Receive() <-chan remote.Message {
	w.world.mayEnd()
	return w.end.Receive()
}

func (w *worker) Close() { w.once.Do(w.end.Close) }

func (w *worker) dead() bool {
	select {
	case <-w.closed:
		return true
	default:
		return false
	}
}

// handle simulates a session without tables and training. The names in requests control it.
func (w *worker) handle(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	switch r := r.(type) {
	case protocol.Hello:
		w.greet(emit)
	case protocol.Load:
		w.load(r, emit)
	case protocol.EvaluateNetwork:
		emit(protocol.NetworkEvaluated{})
	case protocol.Explain:
		emit(protocol.Explained{})
	case protocol.Train:
		w.world.note("worker %d trains %s", w.number, r.Target)
		switch {
		case w.table == "":
			emit(protocol.Refused{Kind: protocol.NoTable})
		case r.Target == "hang":
			<-w.closed
			emit(protocol.Trained{})
		case r.Target == "chatter": // and ignores a stop
			for !w.dead() {
				time.Sleep(stepTakes)
				emit(protocol.Progress{})
			}
			emit(protocol.Trained{})
		case r.Target == "thorough": // and takes long to prepare its answer
			<-ctx.Done()
			for range 50 {
				time.Sleep(100 * time.Millisecond)
				emit(protocol.Preparing{})
			}
			emit(protocol.Trained{Steps: 7})
		case r.Target == "crash":
			w.die()
		case strings.HasPrefix(r.Target, "busy "): // for a duration
			d, err := time.ParseDuration(r.Target[len("busy "):])
			if err != nil {
				panic(err)
			}
			emit(protocol.Started{})
			w.busyFor(d)
			emit(protocol.Trained{Steps: 7})
		default:
			train(ctx, r, emit)
		}
	default:
		emit(protocol.Applied{})
	}
}

func (w *worker) greet(emit func(protocol.Event)) {
	switch w.nature {
	case foreign:
		emit(protocol.Refused{Kind: protocol.BadVersion})
		return
	case garbled:
		w.back.Send(remote.Message{Body: []byte("?")})
	}
	emit(protocol.Welcome{})
	if w.nature == fragile {
		go func() { time.Sleep(time.Microsecond); w.back.Send(remote.Message{Lost: "died"}) }()
	}
}

func (w *worker) load(r protocol.Load, emit func(protocol.Event)) {
	w.world.note("worker %d reads %s", w.number, r.Name)
	switch {
	case w.nature == sick:
		w.die()
	case w.nature == drowsy:
		w.busyFor(time.Hour)
		emit(protocol.Refused{Kind: protocol.Unread})
	case w.nature == refusing || strings.HasPrefix(r.Name, "bad"):
		emit(protocol.Refused{Kind: protocol.Unread})
	default:
		time.Sleep(time.Microsecond)
		if !r.Test {
			w.table = r.Name
		}
		emit(protocol.Loaded{Table: protocol.TableSummary{Name: r.Name}})
	}
}

// die ends the worker without an answer.
func (w *worker) die() {
	w.back.Send(remote.Message{Lost: "died"})
	<-w.closed
	runtime.Goexit()
}

func named(target string) protocol.Train {
	r := training(1000)
	r.Target = target
	return r
}
