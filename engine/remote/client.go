package remote

import (
	"maps"
	"slices"

	"drnet/engine/protocol"
)

// A Client uses a session behind a port. It sends one request at a time in the order of Send, gives every new table a
// fresh worker (the memory of WebAssembly never shrinks), and replaces a worker that died, does not stop, or has fallen silent:
// the request at work is then Refused as Crashed, and the table is loaded again, so that the next request finds it.
type Client struct {
	spawn   func() (Port, error)
	ready   func()
	deliver func(id int, e protocol.Event)

	requests chan asked
	port     Port // nil while there is no worker

	line      []queued       // waiting
	current   asked          // at work; its request is nil for none, and its id is ownID for the client's own
	wireID    int            // of the current one, on the wire
	paused    bool           // the current one is held
	asides    map[int]bool   // ids of the questions sent beside held requests that have no answer yet
	loaded    *protocol.Load // the table that the user has
	holds     bool           // the worker has it
	used      bool           // the worker has read some table
	failures  int            // workers in a row that died while nothing of the user's was at work
	stopping  bool           // the current one was told to stop
	heartbeat *heartbeat
}

// asked is a request and the id that its asker gave it.
type asked struct {
	id      int
	request protocol.Request
}

// queued is a request that waits, and the Step and Pace about it, which go with it.
type queued struct {
	asked
	controls []protocol.Request
}

// ownID is the id of what nobody asked for: the client's own requests, a silence and its end, a worker that cannot be started.
const ownID = 0

// mostFailures is how many workers in a row may fail by themselves before the client gives up until the next request.
const mostFailures = 2

// NewClient returns a client whose workers are made by spawn. It calls ready whenever a worker has answered for the first
// time, and passes every event to deliver, one at a time, with the id of its request. The id is 0 if the event belongs to no
// request: Silent, Pong, and a Refused that says that no worker can be started or that the table could not be loaded again.
func NewClient(spawn func() (Port, error), ready func(), deliver func(id int, e protocol.Event)) *Client {
	c := &Client{spawn: spawn, ready: ready, deliver: deliver, requests: make(chan asked, 1), asides: map[int]bool{}, heartbeat: newHeartbeat()}
	go c.run()
	return c
}

// Send asks for a request, which is done after those before it. Its id is positive and no other request's; every event of
// the request comes with it, the last of which is final, also if the request is cancelled or its worker dies.
//
// Pause, Resume, Step, Pace and Stop are about another request, and id is the id of that one: their answers come with it.
// If it still waits, Stop removes it, which is Refused as Cancelled; Step and Pace go with it when it begins; Pause and Resume
// do nothing. If it has ended, none of them does anything.
func (c *Client) Send(id int, r protocol.Request) {
	if id <= ownID {
		panic("remote: the id of a request is not positive")
	}
	c.requests <- asked{id, r}
}

func (c *Client) run() {
	c.start()
	for {
		var incoming <-chan Message
		if c.port != nil {
			incoming = c.port.Receive()
		}
		select {
		case a := <-c.requests:
			c.submit(a)
		case m := <-incoming:
			c.receive(m)
		case <-c.heartbeat.timer.C:
			c.tick()
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
	c.begin(asked{ownID, protocol.Hello{Version: protocol.Version}})
}

func cannotStart(why string) protocol.Refused {
	return protocol.Refused{Kind: protocol.Crashed, Message: "the engine cannot be started: " + why, Hint: "reload the page"}
}

// giveUp refuses all that waits; if nothing does, it says once that there is no worker. The next request tries again.
func (c *Client) giveUp(because protocol.Refused) {
	line := c.line
	c.line = nil
	for _, q := range line {
		c.deliver(q.id, because)
	}
	if len(line) == 0 {
		c.deliver(ownID, because)
	}
}

func (c *Client) submit(a asked) {
	switch {
	case beside(a.request):
		c.control(a.id, a.request)
		return
	case c.current.request != nil && c.paused && aside(a.request): // it cannot wait for the end of what is held
		c.asides[a.id] = true
		c.write(-a.id, a)
		return
	}
	c.line = append(c.line, queued{asked: a})
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

// beside reports whether a request is about another one.
func beside(r protocol.Request) bool {
	switch r.(type) {
	case protocol.Pause, protocol.Resume, protocol.Step, protocol.Pace, protocol.Stop:
		return true
	}
	return false
}

// control sends Pause, Resume, Step, Pace or Stop after the request id if that is at work. If it still waits, see Send.
func (c *Client) control(id int, r protocol.Request) {
	_, stop := r.(protocol.Stop)
	if c.current.request != nil && id == c.current.id {
		c.write(c.wireID, asked{id, r})
		if stop && !c.stopping {
			c.stopping, c.heartbeat.waited = true, 0
		}
		return
	}
	i := slices.IndexFunc(c.line, func(q queued) bool { return q.id == id })
	if i < 0 {
		return
	}
	switch r.(type) {
	case protocol.Step, protocol.Pace:
		c.line[i].controls = append(c.line[i].controls, r)
	case protocol.Stop:
		c.line = slices.Delete(c.line, i, i+1)
		c.deliver(id, protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"})
	}
}

// tick looks after the worker while a request is at work: it is asked for a sign of life, and given up if none comes.
func (c *Client) tick() {
	p := c.heartbeat
	p.count()
	if c.current.request == nil || c.port == nil {
		return
	}
	if _, hello := c.current.request.(protocol.Hello); hello {
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
				c.deliver(ownID, protocol.Silent{})
			}
			c.write(0, asked{ownID, protocol.Ping{}})
		}
	}
	p.next()
}

// next begins a request if none is at work: first the table that a new worker lacks, then the next in line.
func (c *Client) next() {
	for c.current.request == nil && c.port != nil && (len(c.line) > 0 || c.loaded != nil && !c.holds) {
		newTable := false
		if len(c.line) > 0 {
			load, ok := c.line[0].request.(protocol.Load)
			newTable = ok && !load.Test
		}
		switch {
		case newTable && c.used:
			c.port.Close()
			c.start()
		case !newTable && c.loaded != nil && !c.holds:
			c.begin(asked{ownID, *c.loaded})
		default:
			q := c.line[0]
			c.line = c.line[1:]
			c.begin(q.asked)
			for _, r := range q.controls {
				c.control(q.id, r)
			}
		}
	}
}

func (c *Client) begin(a asked) {
	c.wireID++
	c.current, c.stopping = a, false
	c.heartbeat.begin()
	if _, ok := a.request.(protocol.Load); ok {
		c.used = true
	}
	c.write(c.wireID, a)
}

// write sends a request. One that cannot be written is refused; if it was to begin, it does not.
func (c *Client) write(wireID int, a asked) {
	body, err := protocol.EncodeRequest(wireID, a.request)
	if err != nil {
		if wireID < 0 {
			delete(c.asides, a.id)
		} else {
			c.current = asked{}
		}
		c.deliver(a.id, protocol.Refused{Kind: protocol.BadSetting, Message: err.Error(), Hint: "change the setting"})
		return
	}
	m := Message{Body: body}
	if load, ok := a.request.(protocol.Load); ok {
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
	if c.heartbeat.heard() {
		c.deliver(ownID, protocol.Pong{})
	}
	if id < 0 {
		c.answerAside(-id, e)
		return
	}
	if id != c.wireID || c.current.request == nil {
		return // of a request that has ended
	}
	switch e.(type) {
	case protocol.Paused:
		c.paused = true
	case protocol.Resumed:
		c.paused = false
	case protocol.Preparing:
		c.heartbeat.waited = 0 // by a stop: the answer is being written down
	}
	if c.current.id != ownID {
		c.failures = 0
	}
	switch {
	case protocol.Final(e):
		c.finish(e)
	case c.current.id != ownID:
		c.deliver(c.current.id, e)
	}
}

// answerAside passes on the answer to a question that was asked beside a held request.
func (c *Client) answerAside(id int, e protocol.Event) {
	if !c.asides[id] {
		return
	}
	delete(c.asides, id)
	c.deliver(id, e)
}

// finish notes what the end of the current request changed, and passes the event on.
func (c *Client) finish(e protocol.Event) {
	ended := c.current
	c.current, c.paused = asked{}, false
	refused, isRefused := e.(protocol.Refused)
	switch r := ended.request.(type) {
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
			c.loadEnded(r, isRefused, ended.id == ownID)
		}
	}
	if ended.id != ownID || isRefused {
		c.deliver(ended.id, e)
	}
}

// loadEnded keeps the table that was read. After a refusal the worker, which is new, has none: the table before it is
// loaded again, unless that itself was refused.
func (c *Client) loadEnded(r protocol.Load, refused, again bool) {
	switch {
	case !refused:
		c.loaded, c.holds = &r, true
	case again:
		c.loaded = nil
	default:
		c.holds = false
	}
}

// lost replaces the worker. What it was doing is refused as crashed, and so is what was asked beside it.
func (c *Client) lost(why string) {
	c.paused = false
	if c.port != nil {
		c.port.Close()
		c.port = nil
	}
	ended := c.current
	c.current = asked{}
	crashed := protocol.Refused{
		Kind: protocol.Crashed, Message: "the engine stopped unexpectedly: " + why,
		Hint: "the table is kept; start again, with smaller settings if it happens twice",
	}
	for _, id := range slices.Sorted(maps.Keys(c.asides)) {
		delete(c.asides, id)
		c.deliver(id, crashed)
	}
	if ended.id != ownID {
		c.deliver(ended.id, crashed)
	} else {
		c.failures++
	}
	if c.failures >= mostFailures {
		c.giveUp(cannotStart(why))
		return
	}
	c.start()
}
