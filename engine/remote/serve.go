package remote

import (
	"context"
	"slices"
	"sync"
	"time"

	"drnet/engine/protocol"
)

// HandlerFunc handles a request, like engine.Session.Handle.
type HandlerFunc func(ctx context.Context, r protocol.Request, emit func(protocol.Event))

// WarmUpFunc prepares the program for requests, like engine.WarmUp. Its events are discarded; between them messages arrive.
type WarmUpFunc func(ctx context.Context, emit func(protocol.Event))

const (
	idleFor   = 200 * time.Millisecond // without a request before a warm-up; requests that follow one another come within it
	yieldEach = 10 * time.Millisecond  // between checks of the port during a request; a check costs about 20 µs
	sendEach  = 300 * time.Millisecond // between progress events: the page draws each, and that takes time from the run
	showEach  = 100 * time.Millisecond // between the epochs that a person wants to see one by one
)

// Serve answers the requests from the port, one after another, until the other side is lost. It calls yield on the
// goroutine of the handler to receive messages that are waiting outside the program. Pause blocks the handler in its
// emit; Stop cancels its context.
//
// When idle, it calls warmUp, unless that is nil. A request cancels the warm-up, which is then repeated until one is
// complete.
func Serve(port Port, yield func(), handle HandlerFunc, warmUp WarmUpFunc) {
	s := &server{port: port, yield: yield, handle: handle, asides: make(chan call, mostAsides)}
	work := make(chan call, 2) // the client sends one request at a time
	go s.receive(work)
	for {
		var idle <-chan time.Time
		if warmUp != nil {
			idle = time.After(idleFor)
		}
		select {
		case c, more := <-work:
			if !more {
				return
			}
			s.do(c)
		case <-idle:
			if s.warm(warmUp, work) {
				warmUp = nil
			}
		}
	}
}

// warm calls warmUp until a request arrives and reports whether none did.
func (s *server) warm(warmUp WarmUpFunc, work <-chan call) bool {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	warmUp(ctx, func(protocol.Event) {
		if now := time.Now(); now.Sub(s.yielded) >= yieldEach {
			s.yielded = now
			s.yield()
		}
		if len(work) > 0 {
			cancel()
		}
	})
	return ctx.Err() == nil
}

// mostAsides limits the pending queries about a paused run; a page sends one at a time.
const mostAsides = 16

// call is a request to handle.
type call struct {
	id      int
	request protocol.Request
	ctx     context.Context
	cancel  context.CancelFunc
}

type server struct {
	port   Port
	yield  func()
	handle HandlerFunc
	asides chan call // queries to answer while the active request is paused

	mu      sync.Mutex
	id      int                // of the active request, 0 for none
	cancel  context.CancelFunc // of the active request
	stopped bool               // it was cancelled, so it can no longer be paused
	paused  chan struct{}      // closed by Resume, Step and Stop; nil if not paused
	step    bool               // pause at the end of an epoch
	every   int                // epochs between progress events; 0 for as fast as the receiver accepts them

	epoch         int // steps per epoch of the active run; 0 before it starts
	yielded, sent time.Time
	held          []protocol.Event // the newest rate-limited events that are not sent yet: of the progress of each run, and of all others
	failed        error            // of the first event of the active request that could not be encoded
}

// receive reads messages while the handler is running. It executes controls immediately and queues requests.
func (s *server) receive(work chan<- call) {
	for m := range s.port.Receive() {
		if m.Lost != "" {
			break
		}
		id, r, err := protocol.DecodeRequest(m.Body)
		if err != nil {
			s.send(id, badSetting(err, "reload the page"))
			continue
		}
		if s.control(id, r) || s.setAside(id, r) {
			continue
		}
		switch full := r.(type) {
		case protocol.RunUnit:
			if r, err = full.WithRaw(m.Raw); err != nil {
				s.send(id, badSetting(err, "start again"))
				continue
			}
		case protocol.Load:
			full.File, full.Append = m.File, m.More
			if sized, ok := m.File.(interface{ Size() int64 }); ok && full.Size == 0 {
				full.Size = sized.Size()
			}
			r = full
		}
		ctx, cancel := context.WithCancel(context.Background())
		s.mu.Lock()
		s.id, s.cancel, s.stopped, s.step, s.every = id, cancel, false, false, 0
		s.mu.Unlock()
		work <- call{id, r, ctx, cancel}
	}
	s.control(0, protocol.Stop{})
	close(work)
}

// control executes a control request and reports whether r is one. Pause, Resume and Step are answered even if they
// change nothing, because the client waits for it. Without an active request they are late, and the final event,
// already in transit, is their answer.
func (s *server) control(id int, r protocol.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	atWork := s.id != 0
	switch r := r.(type) {
	case protocol.Pause:
		if atWork && !s.stopped {
			s.pause(id)
		}
	case protocol.Resume, protocol.Step:
		if atWork {
			s.send(id, protocol.Resumed{}) // before the release, which may cause another event
			_, s.step = r.(protocol.Step)
			s.release()
		}
	case protocol.Pace:
		s.every = max(r.Epochs, 0)
	case protocol.Ping:
		s.send(id, protocol.Pong{})
	case protocol.Stop:
		if atWork {
			s.cancel()
			s.stopped = true
			s.release()
		}
	default:
		return false
	}
	return true
}

// pause pauses the handler at its next check.
func (s *server) pause(id int) {
	if s.step = false; s.paused == nil {
		s.paused = make(chan struct{})
	}
	s.send(id, protocol.Paused{})
}

// release continues a paused handler.
func (s *server) release() {
	if s.paused != nil {
		close(s.paused)
		s.paused = nil
	}
}

// do handles one request. It sends the final event after the request has left the server, so that later controls find
// no active request. An event that cannot be encoded ends the request.
func (s *server) do(c call) {
	s.epoch, s.failed = 0, nil
	var last protocol.Event
	s.handle(c.ctx, c.request, func(e protocol.Event) {
		switch {
		case last != nil || s.failed != nil:
		case protocol.Final(e):
			last = e
		default:
			if s.emit(c.id, e); s.failed != nil {
				c.cancel()
			}
		}
	})
	c.cancel()
	s.mu.Lock()
	s.release()
	if s.id == c.id {
		s.id, s.cancel = 0, nil
	}
	s.mu.Unlock()
	s.answerAsides()
	if s.flush(c.id); s.failed != nil {
		last = unwritable(s.failed)
	}
	s.sendFinal(c.id, last)
}

// emit sends an event of the active request, receives messages, and waits while the request is paused.
func (s *server) emit(id int, e protocol.Event) {
	if started, ok := e.(protocol.Started); ok {
		s.epoch = started.Epoch()
	}
	now := time.Now()
	if now.Sub(s.yielded) >= yieldEach {
		s.yield()
		held := s.wait(id, e)
		now = time.Now()
		s.yielded = now
		if held {
			s.sent = now
			return
		}
	}
	if p, ok := e.(protocol.Progress); ok && s.due(p) {
		s.show(id, p)
		return
	}
	if paced(e) {
		if now.Sub(s.sent) < sendEach {
			s.hold(e)
			return
		}
		s.sent = now
	}
	s.sendNow(id, e)
}

// sendNow sends the stored events and then e. An event that replaces a stored one is sent in its order.
func (s *server) sendNow(id int, e protocol.Event) {
	if !paced(e) {
		s.flush(id)
		s.held = []protocol.Event{e}
	} else {
		s.hold(e)
	}
	s.flush(id)
}

// due reports whether the run must be paused or shown after this step.
func (s *server) due(p protocol.Progress) bool {
	if s.epoch == 0 || p.Look == nil || p.Ended || p.Step%s.epoch != 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.stopped && (s.step || s.every > 0 && p.Step/s.epoch%s.every == 0)
}

// show sends the state of the run at the end of an epoch, including its rules, rate-limited. It then pauses the run
// after a Step. It only reads and waits, so the result is the same.
func (s *server) show(id int, p protocol.Progress) {
	if p.Now == nil || p.Now.Step != p.Step {
		p.Now = p.Look()
	}
	s.mu.Lock()
	ends := s.step && !s.stopped
	s.mu.Unlock()
	if ends {
		p = whole(p)
	}
	time.Sleep(showEach - time.Since(s.sent))
	s.sent = time.Now()
	if s.sendNow(id, p); s.failed != nil {
		return
	}
	s.mu.Lock()
	if s.step && !s.stopped {
		s.pause(id)
	}
	paused := s.paused
	s.mu.Unlock()
	s.rest(paused)
}

// whole adds the complete network to the event at which a run is paused.
func whole(p protocol.Progress) protocol.Progress {
	if p.Draw != nil {
		p.Net, p.Draw = p.Draw(true), nil
	}
	return p
}

// hold stores an event in place of the older one that it replaces. Several runs may be active at the same time.
func (s *server) hold(e protocol.Event) {
	progress, ok := e.(protocol.Progress)
	s.held = append(slices.DeleteFunc(s.held, func(old protocol.Event) bool {
		before, also := old.(protocol.Progress)
		return ok == also && progress.Restart == before.Restart
	}), e)
}

// paced reports whether newer events of the kind replace older ones.
func paced(e protocol.Event) bool {
	switch e.(type) {
	case protocol.Reading, protocol.Preparing, protocol.Progress, protocol.Evaluating:
		return true
	}
	return false
}

// flush sends the stored events, so that the last one before another event or the end is never lost.
func (s *server) flush(id int) {
	for _, e := range s.held {
		if s.failed == nil {
			s.failed = s.send(id, e)
		}
	}
	s.held = nil
}

// wait blocks the handler while its request is paused and reports whether it was. It sends the event first, so that the
// client sees the state at the pause. Queries about it are answered during the pause.
func (s *server) wait(id int, e protocol.Event) (held bool) {
	s.mu.Lock()
	paused := s.paused
	s.mu.Unlock()
	if paused == nil {
		return false
	}
	if p, ok := e.(protocol.Progress); ok {
		e = whole(p)
	}
	s.sendNow(id, e)
	s.rest(paused)
	return true
}

// rest answers queries until the request continues; a nil channel is that of a request that is not paused.
func (s *server) rest(paused <-chan struct{}) {
	for paused != nil {
		select {
		case c := <-s.asides:
			s.answerAside(c)
		case <-paused:
			s.answerAsides()
			return
		}
	}
}

// setAside queues a query, which has a negative id, and reports whether r is one. Without a paused request the query is
// refused, because the request has continued meanwhile.
func (s *server) setAside(id int, r protocol.Request) bool {
	if id >= 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paused != nil && len(s.asides) < mostAsides {
		s.asides <- call{id: id, request: r, ctx: context.Background()}
		return true
	}
	s.send(id, protocol.Refused{Kind: protocol.Cancelled, Message: "the training is not held any more"})
	return true
}

// answerAsides answers the queries that wait.
func (s *server) answerAsides() {
	for len(s.asides) > 0 {
		s.answerAside(<-s.asides)
	}
}

// answerAside answers a query while the active request is paused. Only the final event is sent.
func (s *server) answerAside(c call) {
	s.handle(c.ctx, c.request, func(e protocol.Event) {
		if protocol.Final(e) {
			s.sendFinal(c.id, e)
		}
	})
}

// sendFinal sends the last event of a request, or a refusal if it cannot be encoded.
func (s *server) sendFinal(id int, e protocol.Event) {
	if err := s.send(id, e); err != nil {
		s.send(id, unwritable(err))
	}
}

func (s *server) send(id int, e protocol.Event) error {
	if p, ok := e.(protocol.Progress); ok && p.Draw != nil {
		p.Net = p.Draw(false)
		e = p
	}
	body, err := protocol.EncodeEvent(id, e)
	if err == nil {
		s.port.Send(Message{Body: body})
	}
	return err
}

// unwritable returns the final event of a request with a number that JSON cannot represent: a bug of the engine.
func unwritable(err error) protocol.Refused {
	return protocol.Refused{Kind: protocol.Crashed, Message: err.Error(), Hint: "train again with other settings"}
}
