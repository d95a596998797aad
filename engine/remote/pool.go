package remote

import (
	"context"
	"fmt"
	"slices"
	"time"

	"drnet/engine/protocol"
)

// A Pool runs units on helpers: workers with the same program and without a table. It implements train.Workers for the
// worker with the table, which waits for the results. Helpers exist for one call of Do.
type Pool struct {
	Size   int                  // maximum number of helpers
	Memory int64                // total memory limit in bytes, in terms of protocol.RunUnit.Memory
	Spawn  func() (Port, error) // starts a helper
	Alone  HandlerFunc          // runs a unit in this worker if fewer than two helpers are useful or none can be started
}

const (
	toldWithin      = 100 * time.Millisecond // an event callback that takes longer is blocked by a pause, so the helpers are paused too
	unitWithin      = time.Second            // the same for calls of unit, which take longer because they encode rows
	helperStopBeats = 3                      // timeout of a stopped helper in ticks: 1 to 1.5 s, less than stopBeats
	mostLost        = 3                      // a unit that loses this number of helpers is refused, as it probably crashes them
)

// Do implements train.Workers. If a helper is lost, another one restarts its unit, with the same result. A stopped
// unit that misses the timeout never has a final event.
func (p *Pool) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), told func(i int, e protocol.Event)) error {
	d := &doing{Pool: p, ctx: ctx, n: n, unit: unit, told: told, heard: make(chan heard), beats: time.NewTicker(beatEach), least: 2}
	defer d.end()
	return d.run()
}

// Aside runs a unit on a helper, and returns when the unit has ended. If only one helper is allowed, or if the helpers are lost, it reports
// no final event. It calls told on the caller's goroutine.
func (p *Pool) Aside(ctx context.Context, unit protocol.RunUnit, told func(e protocol.Event)) {
	if p.Size < 2 {
		return
	}
	elsewhere := *p
	elsewhere.Alone = func(context.Context, protocol.Request, func(protocol.Event)) {}
	d := &doing{
		Pool: &elsewhere, ctx: ctx, n: 1, unit: func(int) (protocol.RunUnit, error) { return unit, nil },
		told: func(_ int, e protocol.Event) { told(e) }, heard: make(chan heard), beats: time.NewTicker(beatEach), least: 1,
	}
	defer d.end()
	d.run() // the error is that of unit, which never fails here
}

// Helpers returns the number of helpers for n units that need each bytes; 0 for sequential execution.
func (p *Pool) Helpers(n int, each int64) int { return p.useful(n, each, 2) }

// useful is Helpers if at least least helpers are needed: it returns 0 for fewer.
func (p *Pool) useful(n int, each int64, least int) int {
	if most := min(p.allowed(each), n); most >= least {
		return most
	}
	return 0
}

// allowed returns the number of helpers that fit into the memory, at least one.
func (p *Pool) allowed(each int64) int { return int(max(min(int64(p.Size), p.Memory/max(each, 1)), 1)) }

// doing is the state of a call of Do.
type doing struct {
	*Pool
	ctx  context.Context
	n    int
	unit func(i int) (protocol.RunUnit, error)
	told func(i int, e protocol.Event)

	least    int     // with fewer helpers, units run in this worker
	next     int     // next unit to request
	waiting  []*task // units that were requested but are not active
	failed   error   // error of unit
	largest  int64   // memory in bytes of the largest unit so far
	helpers  []*helper
	failures int // consecutive helpers that were lost before they were ready
	heard    chan heard
	beats    *time.Ticker
}

// task is a requested unit that has not ended.
type task struct {
	i    int
	work protocol.RunUnit
	lost int // number of helpers lost while running it
}

func (d *doing) run() error {
	stop := d.ctx.Done()
	for {
		d.begin()
		if d.busy() == 0 && !d.more() {
			return d.failed
		}
		select {
		case h := <-d.heard:
			d.hear(h.helper, h.message)
		case <-d.beats.C:
			d.tick()
		case <-stop:
			stop = nil // the active units end, no more are started
			for _, h := range d.control(protocol.Stop{}) {
				h.within = helperStopBeats
			}
		}
	}
}

// more reports whether there are units left to start.
func (d *doing) more() bool {
	return d.failed == nil && d.ctx.Err() == nil && (d.next < d.n || len(d.waiting) > 0)
}

// begin assigns units to idle helpers and starts new helpers as needed.
func (d *doing) begin() {
	if !d.more() {
		return
	}
	if d.next == 0 { // the memory of the first unit determines the number of helpers
		if t := d.take(); t != nil {
			d.waiting = append(d.waiting, t)
		}
		if d.useful(d.n, d.largest, d.least) == 0 {
			d.alone()
			return
		}
	}
	d.spawn()
	if len(d.helpers) == 0 {
		d.alone()
		return
	}
	for _, h := range d.helpers {
		if !h.ready || h.task != nil || d.busy() >= d.allowed(d.largest) {
			continue
		}
		t := d.take()
		switch {
		case t == nil:
			return
		case d.busy() >= d.allowed(d.largest): // this unit is larger than the previous ones
			d.waiting = append(d.waiting, t)
		default:
			if err := h.begin(t); err != nil {
				d.tell(t, badSetting(err, "change the setting"))
			}
		}
	}
}

// active returns the helpers that run a unit.
func (d *doing) active() (list []*helper) {
	for _, h := range d.helpers {
		if h.task != nil {
			list = append(list, h)
		}
	}
	return list
}

func (d *doing) busy() int { return len(d.active()) }

// take returns the next unit to run, nil for none.
func (d *doing) take() *task {
	if !d.more() {
		return nil
	}
	if len(d.waiting) > 0 {
		t := d.waiting[0]
		d.waiting = d.waiting[1:]
		return t
	}
	t := &task{i: d.next}
	d.next++
	d.held(unitWithin, func() { t.work, d.failed = d.unit(t.i) })
	if d.failed != nil {
		return nil
	}
	d.largest = max(d.largest, t.work.Memory())
	return t
}

// alone runs all remaining units in this worker.
func (d *doing) alone() {
	for t := d.take(); t != nil; t = d.take() {
		d.Alone(d.ctx, t.work, func(e protocol.Event) { d.told(t.i, e) })
	}
}

func (d *doing) tell(t *task, e protocol.Event) { d.held(toldWithin, func() { d.told(t.i, e) }) }

// held calls a function that a pause may block. If it takes longer than within, the helpers are paused until it returns.
func (d *doing) held(within time.Duration, do func()) {
	paused := make(chan struct{})
	timer := time.AfterFunc(within, func() {
		d.control(protocol.Pause{})
		close(paused)
	})
	do()
	if timer.Stop() {
		return
	}
	<-paused
	d.control(protocol.Resume{})
}

// control sends Pause, Resume or Stop to all active helpers, which it returns.
func (d *doing) control(r protocol.Request) []*helper {
	active := d.active()
	for _, h := range active {
		h.write(h.id, r)
	}
	return active
}

// hear handles a message from a helper.
func (d *doing) hear(h *helper, m Message) {
	if m.Lost != "" {
		d.lost(h, m.Lost)
		return
	}
	h.silent = 0
	id, e, err := protocol.DecodeEvent(m.Body)
	switch {
	case err != nil:
		d.lost(h, err.Error())
		return
	case id != h.id:
		return // of a unit that has ended
	}
	switch e := e.(type) {
	case protocol.Paused, protocol.Resumed:
		return
	case protocol.Welcome:
		h.ready, h.within, d.failures = true, 0, 0
		return
	case protocol.Preparing:
		if h.within > 0 { // it was stopped and prepares its answer
			h.within = helperStopBeats
		}
	case protocol.Refused:
		if !h.ready {
			d.lost(h, e.Message)
			return
		}
	}
	if t := h.task; t != nil {
		if protocol.Final(e) {
			h.task, h.within = nil, 0
		}
		d.tell(t, e)
	}
}

// lost terminates a helper. Its unit runs again, unless it has lost too many helpers or the request was stopped.
func (d *doing) lost(h *helper, why string) {
	d.helpers = slices.DeleteFunc(d.helpers, func(other *helper) bool { return other == h })
	h.terminate()
	if !h.ready {
		d.failures++
	}
	t := h.task
	if t == nil {
		return
	}
	if t.lost++; t.lost < mostLost {
		d.waiting = append(d.waiting, t)
	} else if d.ctx.Err() == nil {
		message := fmt.Sprintf("part %d of %d ended unexpectedly %d times: %s", t.i+1, d.n, t.lost, why)
		const hint = "start again, with smaller settings if it happens twice"
		d.tell(t, protocol.Refused{Kind: protocol.Crashed, Message: message, Hint: hint})
	}
}

// tick terminates helpers that missed a timeout, and pings the active ones.
func (d *doing) tick() {
	for _, h := range slices.Clone(d.helpers) {
		switch {
		case h.late():
			d.lost(h, "it did not answer")
		case h.task != nil:
			h.write(0, protocol.Ping{})
		}
	}
}

func (d *doing) end() {
	d.beats.Stop()
	for _, h := range d.helpers {
		h.terminate()
	}
}

// helper is a worker that runs units for another worker.
type helper struct {
	port   Port
	id     int   // of the last request
	ready  bool  // it has answered Hello
	task   *task // active task, nil for none
	within int   // remaining ticks to answer Hello or Stop; 0 if no answer is due
	silent int   // ticks without a message during the active task
	gone   chan struct{}
}

// heard is a message from a helper.
type heard struct {
	helper  *helper
	message Message
}

// spawn starts and greets a helper for each unit, up to the limits, until too many fail to start.
func (d *doing) spawn() {
	useful := min(d.allowed(d.largest), d.busy()+len(d.waiting)+d.n-d.next)
	for len(d.helpers) < useful && d.failures < mostFailures {
		port, err := d.Spawn()
		if err != nil {
			d.failures++
			continue
		}
		h := &helper{port: port, gone: make(chan struct{}), within: startBeats}
		d.helpers = append(d.helpers, h)
		go h.listen(d.heard)
		h.id++
		h.write(h.id, protocol.Hello{Version: protocol.Version})
	}
}

// listen forwards the messages of the helper until it is terminated.
func (h *helper) listen(to chan<- heard) {
	for {
		select {
		case m := <-h.port.Receive():
			select {
			case to <- heard{h, m}:
			case <-h.gone:
				return
			}
		case <-h.gone:
			return
		}
	}
}

// begin sends a unit to the helper.
func (h *helper) begin(t *task) error {
	h.id++
	body, err := protocol.EncodeRequest(h.id, t.work)
	if err == nil {
		h.task, h.silent = t, 0
		h.port.Send(Message{Body: body, Raw: t.work.Raw()})
	}
	return err
}

// write sends a request that can always be encoded.
func (h *helper) write(id int, r protocol.Request) {
	if body, err := protocol.EncodeRequest(id, r); err == nil {
		h.port.Send(Message{Body: body})
	}
}

// late counts a tick and reports whether an answer or any sign of life of the helper is overdue.
func (h *helper) late() bool {
	if h.within > 0 {
		h.within--
		return h.within == 0
	}
	h.silent++
	return h.task != nil && h.silent >= lostBeats
}

func (h *helper) terminate() {
	close(h.gone)
	h.port.Close()
}
