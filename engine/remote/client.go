package remote

import (
	"slices"

	"drnet/engine/protocol"
)

// A Client uses a session behind a port. It sends one request at a time in the order of Send, gives every new table a
// fresh worker (the memory of WebAssembly never shrinks), and replaces a worker that died, does not stop, or has fallen silent:
// the request at work is then Refused as Crashed, and the table is loaded again, so that the next request finds it.
type Client struct {
	spawn   func() (Port, error)
	ready   func()
	deliver func(protocol.Event)

	requests chan protocol.Request
	port     Port // nil while there is no worker

	line     []protocol.Request // waiting
	current  protocol.Request   // at work, nil for none
	id       int                // of the current one
	paused   bool               // the current one is held
	asides   int                // questions sent beside held requests: the negative number of the last one
	silent   bool               // the current one is the client's own; nobody hears of its events
	loaded   *protocol.Load     // the table that the user has
	holds    bool               // the worker has it
	used     bool               // the worker has read some table
	failures int                // workers in a row that died while nothing of the user's was at work
	stopping bool               // the current one was told to stop
	pulse    *pulse
}

// mostFailures is how many workers in a row may fail by themselves before the client gives up until the next request.
const mostFailures = 2

// NewClient returns a client whose workers are made by spawn. It calls ready whenever a worker has answered for the first
// time, and passes every event to deliver, one at a time.
func NewClient(spawn func() (Port, error), ready func(), deliver func(protocol.Event)) *Client {
	c := &Client{spawn: spawn, ready: ready, deliver: deliver, requests: make(chan protocol.Request, 1), pulse: newPulse()}
	go c.run()
	return c
}

// Send has a request done, after those before it; what is asked beside a request is sent at once, but Step and Pace wait for
// those before them to begin.
func (c *Client) Send(r protocol.Request) { c.requests <- r }

func (c *Client) run() {
	c.start()
	for {
		var incoming <-chan Message
		if c.port != nil {
			incoming = c.port.Receive()
		}
		select {
		case r := <-c.requests:
			c.submit(r)
		case m := <-incoming:
			c.receive(m)
		case <-c.pulse.timer.C:
			c.beat()
		}
		c.next()
	}
}

// start makes a worker and greets it.
func (c *Client) start() {
	c.holds, c.used = false, false
	var err error
	if c.port, err = c.spawn(); err != nil {
		c.port = nil
		c.giveUp(cannotStart(err.Error()))
		return
	}
	c.begin(protocol.Hello{Version: protocol.Version}, true)
}

func cannotStart(why string) protocol.Refused {
	return protocol.Refused{Kind: protocol.Crashed, Message: "the engine cannot be started: " + why, Hint: "reload the page"}
}

// giveUp refuses all that waits; if nothing does, it says once that there is no worker. The next request tries again.
func (c *Client) giveUp(because protocol.Refused) {
	refused := max(len(slices.DeleteFunc(c.line, waits)), 1)
	c.line = nil
	for range refused {
		c.deliver(because)
	}
}

func (c *Client) submit(r protocol.Request) {
	switch {
	case waits(r) && len(c.line) > 0: // it is about the newest
	case beside(r):
		c.control(r)
		return
	case c.current != nil && c.paused && aside(r): // it cannot wait for the end of what is held
		c.asides--
		c.write(c.asides, r)
		return
	}
	c.line = append(c.line, r)
	if c.port == nil {
		c.failures = 0
		c.start()
	}
}

// aside reports whether a request is a question that is answered beside one that is held.
func aside(r protocol.Request) bool {
	switch r.(type) {
	case protocol.EvaluateNetwork, protocol.TraceRow:
		return true
	}
	return false
}

// beside reports whether a request is about the one at work.
func beside(r protocol.Request) bool {
	switch r.(type) {
	case protocol.Pause, protocol.Resume, protocol.Step, protocol.Pace, protocol.Stop:
		return true
	}
	return false
}

// waits reports whether a request is about one that may wait itself.
func waits(r protocol.Request) bool {
	switch r.(type) {
	case protocol.Step, protocol.Pace:
		return true
	}
	return false
}

// control sends Pause, Resume, Step, Pace or Stop after the request that the user has at work. If that still waits for a worker or
// its table, Stop takes it back, and there is nothing to pause.
func (c *Client) control(r protocol.Request) {
	_, stop := r.(protocol.Stop)
	switch {
	case c.current != nil && !c.silent:
		c.write(c.id, r)
		if stop && !c.stopping {
			c.stopping, c.pulse.waited = true, 0
		}
	case stop && len(c.line) > 0:
		if _, load := c.line[0].(protocol.Load); !load || len(c.line) == 1 { // a table that others wait for is not the one meant
			c.line = c.line[1:]
			c.forget()
			c.deliver(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"})
		}
	}
}

// beat looks after the worker while a request is at work: it is asked for a sign of life, and given up if none comes.
func (c *Client) beat() {
	p := c.pulse
	p.count()
	if c.current == nil || c.port == nil {
		return
	}
	if _, hello := c.current.(protocol.Hello); hello {
		if p.waited >= startBeats {
			c.lost("it did not answer")
		}
	} else {
		switch {
		case c.stopping && p.waited >= stopBeats:
			c.lost("it did not answer")
		case p.silent >= lostBeats:
			c.lost("nothing was heard of it any more")
		default:
			if p.quiet() {
				c.deliver(protocol.Silent{})
			}
			c.write(0, protocol.Ping{})
		}
	}
	p.next()
}

// next begins a request if none is at work: first the table that a new worker lacks, then the next in line.
func (c *Client) next() {
	for c.current == nil && c.port != nil && (len(c.line) > 0 || c.loaded != nil && !c.holds) {
		var load *protocol.Load
		if len(c.line) > 0 {
			if l, ok := c.line[0].(protocol.Load); ok && !l.Test {
				load = &l
			}
		}
		switch {
		case load != nil && c.used:
			c.port.Close()
			c.start()
		case load == nil && c.loaded != nil && !c.holds:
			c.begin(*c.loaded, true)
		default:
			r := c.line[0]
			c.line = c.line[1:]
			c.begin(r, false)
			for len(c.line) > 0 && waits(c.line[0]) {
				r, c.line = c.line[0], c.line[1:]
				c.control(r)
			}
		}
	}
}

// forget drops from the line what is about a request that will not begin.
func (c *Client) forget() {
	for len(c.line) > 0 && waits(c.line[0]) {
		c.line = c.line[1:]
	}
}

func (c *Client) begin(r protocol.Request, silent bool) {
	c.id++
	c.current, c.silent, c.stopping = r, silent, false
	c.pulse.begin()
	if _, ok := r.(protocol.Load); ok {
		c.used = true
	}
	c.write(c.id, r)
}

func (c *Client) write(id int, r protocol.Request) {
	body, err := protocol.EncodeRequest(id, r)
	if err != nil {
		c.current = nil
		c.deliver(protocol.Refused{Kind: protocol.BadSetting, Message: err.Error(), Hint: "change the setting"})
		return
	}
	m := Message{Body: body}
	if load, ok := r.(protocol.Load); ok {
		m.File = load.File
	}
	c.port.Send(m)
}

func (c *Client) receive(m Message) {
	if m.Lost != "" {
		c.lost(m.Lost)
		return
	}
	id, e, err := protocol.DecodeEvent(m.Body)
	if err != nil {
		c.lost(err.Error())
		return
	}
	if c.pulse.heard() {
		c.deliver(protocol.Pong{})
	}
	if id < 0 && id >= c.asides {
		if r, refused := e.(protocol.Refused); refused {
			e = tooLate(r)
		}
		c.deliver(e)
		return
	}
	if id != c.id || c.current == nil {
		return // of a request that has ended
	}
	switch e.(type) {
	case protocol.Paused:
		c.paused = true
	case protocol.Resumed:
		c.paused = false
	}
	if _, preparing := e.(protocol.Preparing); preparing {
		c.pulse.waited = 0 // by a stop: the answer is being written down
	}
	if !c.silent {
		c.failures = 0
	}
	if !protocol.Final(e) {
		c.tell(e)
		return
	}
	c.finish(e)
}

// tooLate is the answer to a question beside a held request that had no answer: it is no refusal of that request.
func tooLate(r protocol.Refused) protocol.Event { return protocol.NetworkEvaluated{Problem: &r} }

// finish notes what the end of the current request changed, and passes the event on.
func (c *Client) finish(e protocol.Event) {
	request, silent := c.current, c.silent
	c.current, c.paused = nil, false
	refused, isRefused := e.(protocol.Refused)
	switch r := request.(type) {
	case protocol.Hello:
		if isRefused {
			c.port.Close()
			c.port = nil
			c.giveUp(refused)
			return
		}
		c.ready()
		return
	case protocol.Load:
		if !r.Test {
			c.loadEnded(r, isRefused, silent)
		}
	}
	if !silent || isRefused {
		c.deliver(e)
	}
}

// loadEnded keeps the table that was read. After a refusal the worker, which is new, has none: the table before it is
// loaded again, unless that itself was refused.
func (c *Client) loadEnded(r protocol.Load, refused, silent bool) {
	switch {
	case !refused:
		c.loaded, c.holds = &r, true
	case silent:
		c.loaded = nil
	default:
		c.holds = false
	}
}

func (c *Client) tell(e protocol.Event) {
	if !c.silent {
		c.deliver(e)
	}
}

// lost replaces the worker. What it was doing is refused as crashed.
func (c *Client) lost(why string) {
	c.paused = false
	if c.port != nil {
		c.port.Close()
		c.port = nil
	}
	current, silent := c.current, c.silent
	c.current = nil
	if current != nil && !silent {
		c.deliver(protocol.Refused{
			Kind: protocol.Crashed, Message: "the engine stopped unexpectedly: " + why,
			Hint: "the table is kept; start again, with smaller settings if it happens twice",
		})
	}
	if current == nil || silent {
		c.failures++
	}
	if c.failures >= mostFailures {
		c.giveUp(cannotStart(why))
		return
	}
	c.start()
}
