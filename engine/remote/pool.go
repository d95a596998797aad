package remote

import (
	"context"
	"fmt"
	"slices"
	"time"

	"drnet/engine/protocol"
)

// A Pool has units done by helpers: workers that run the same program and have no table. It implements engine.Workers
// for the worker that has the table, which waits meanwhile. Helpers live as long as one call of Do.
type Pool struct {
	Size   int                  // helpers at most
	Memory int64                // bytes that they may take together, as protocol.RunUnit.Memory counts them
	Spawn  func() (Port, error) // starts a helper
	Alone  Handler              // does a unit where it is, if fewer than two helpers are of use or none can be had
}

const (
	// toldWithin is how long whoever is told of an event may take before the helpers are held too: a paused request
	// holds it.
	toldWithin = 100 * time.Millisecond
	// unitWithin is the same for whoever makes a unit, who has rows to encode.
	unitWithin = time.Second
	// helperStopBeats are how many a helper may take to end a unit that is stopped: 1 to 1.5 s, because the worker itself has only
	// stopBeats to answer.
	helperStopBeats = 3
	// mostLost is how many helpers a unit may cost before it is refused: more than chance takes away.
	mostLost = 3
)

// Do implements engine.Workers. A unit whose helper is lost is done again by another one, from its beginning; the result is
// the same. One that is stopped and does not end in time has no final event.
func (p *Pool) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), told func(i int, e protocol.Event)) error {
	d := &doing{Pool: p, ctx: ctx, n: n, unit: unit, told: told, heard: make(chan heard), beats: time.NewTicker(beatEach)}
	defer d.end()
	return d.run()
}

// Helpers returns how many helpers n units have of which each takes so many bytes; 0 if they are done one after the other.
func (p *Pool) Helpers(n int, each int64) int {
	if most := min(p.allowed(each), n); most > 1 {
		return most
	}
	return 0
}

// allowed returns how many helpers there is room for, at least one.
func (p *Pool) allowed(each int64) int {
	return int(max(min(int64(p.Size), p.Memory/max(each, 1)), 1))
}

// doing is a call of Do.
type doing struct {
	*Pool
	ctx  context.Context
	n    int
	unit func(i int) (protocol.RunUnit, error)
	told func(i int, e protocol.Event)

	next     int     // unit that was not asked for yet
	waiting  []*task // units that were, and are not at work
	failed   error   // of unit
	largest  int64   // bytes that a helper takes for the largest unit so far
	helpers  []*helper
	failures int // helpers in a row that were lost before they were ready
	heard    chan heard
	beats    *time.Ticker
}

// task is a unit that was asked for and has not ended.
type task struct {
	i    int
	work protocol.RunUnit
	lost int // helpers that it was given to and that were lost
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
			stop = nil
			d.stop()
		}
	}
}

// more reports whether there are units to begin.
func (d *doing) more() bool {
	return d.failed == nil && d.ctx.Err() == nil && (d.next < d.n || len(d.waiting) > 0)
}

// begin gives units to the helpers that have none, and hires helpers as far as they are of use.
func (d *doing) begin() {
	if !d.more() {
		return
	}
	if d.next == 0 { // how much room the first one takes says how many helpers there may be
		if t := d.take(); t != nil {
			d.waiting = append(d.waiting, t)
		}
		if d.Helpers(d.n, d.largest) == 0 {
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
		case d.busy() >= d.allowed(d.largest): // it is larger than those before
			d.waiting = append(d.waiting, t)
		default:
			d.give(h, t)
		}
	}
}

// busy counts the helpers that do a unit.
func (d *doing) busy() int {
	n := 0
	for _, h := range d.helpers {
		if h.task != nil {
			n++
		}
	}
	return n
}

// take returns the next unit to be done, nil for none.
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

// alone does all units that are left where the table is.
func (d *doing) alone() {
	for t := d.take(); t != nil; t = d.take() {
		d.Alone(d.ctx, t.work, func(e protocol.Event) { d.told(t.i, e) })
	}
}

func (d *doing) give(h *helper, t *task) {
	if err := h.begin(t); err != nil {
		d.tell(t, protocol.Refused{Kind: protocol.BadSetting, Message: err.Error(), Hint: "change the setting"})
	}
}

func (d *doing) tell(t *task, e protocol.Event) {
	d.held(toldWithin, func() { d.told(t.i, e) })
}

// held does what may be held by a pause. If it takes longer than it should, the helpers wait too. No beat is counted meanwhile.
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

// control sends Pause, Resume or Stop to all helpers that are at work.
func (d *doing) control(r protocol.Request) {
	for _, h := range d.helpers {
		if h.task != nil {
			h.send(r)
		}
	}
}

// stop ends the units at work; no other is begun.
func (d *doing) stop() {
	d.control(protocol.Stop{})
	for _, h := range d.helpers {
		if h.task != nil {
			h.within = helperStopBeats
		}
	}
}

// hear takes in what a helper says.
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
		if h.within > 0 { // it was stopped and writes its answer down
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

// lost dismisses a helper. Its unit is to be done again, unless it has cost too many helpers or is not wanted any more.
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
		d.tell(t, protocol.Refused{
			Kind:    protocol.Crashed,
			Message: fmt.Sprintf("part %d of %d ended unexpectedly %d times: %s", t.i+1, d.n, t.lost, why),
			Hint:    "start again, with smaller settings if it happens twice",
		})
	}
}

// tick gives up the helpers that have not answered in time, and asks those at work for a sign of life.
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
