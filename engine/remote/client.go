package remote

import (
	"maps"
	"slices"
	"time"

	"drnet/engine/protocol"
)

// A Client uses a session through a port. It sends one request at a time, in the order of Send. Every new table gets a
// fresh worker, because the memory of WebAssembly never shrinks. A worker that crashed, hangs or ignores a stop is
// replaced. Its active request is then Refused as Crashed, and the table is loaded again for the next request.
type Client struct {
	spawn   func() (Port, error)
	ready   func()
	deliver func(id int, e protocol.Event)

	requests chan asked
	port     Port // nil without a worker

	line      []asked         // pending requests
	current   asked           // active request; its request is nil for none, and its id is ownID for the client's own
	wireID    int             // id of the current request on the wire
	paused    bool            // the current request is paused
	asides    map[int]bool    // ids of unanswered queries about paused requests
	loads     []protocol.Load // the user's table, and its test table if there is one
	held      int             // those of them that the worker has loaded
	used      bool            // the worker has read some table
	failures  int             // consecutive workers that crashed without a user request
	stopping  bool            // a Stop was sent for the current request
	heartbeat heartbeat
}

// asked is a request and its id.
type asked struct {
	id       int
	request  protocol.Request
	controls []protocol.Request // Step and Pace, of a pending request
}

// ownID is the id of events without a user request: the client's own requests, Silent and Pong, and failed workers.
const ownID = 0

// A client that has decoded an event of largeBody bytes takes a breath before it delivers it, so that the page, which shares its
// thread, responds between the two.
const (
	largeBody = 1 << 15
	breath    = time.Millisecond
)

// mostFailures is the number of consecutive worker failures after which the client gives up until the next request.
const mostFailures = 2

// NewClient returns a client that starts workers with spawn. It calls ready after the first answer of each worker. It
// passes every event to deliver, one at a time, with the id of its request. The id is 0 for Silent and Pong. It is also
// 0 for a Refused that reports a failed worker or a table that cannot be loaded again.
func NewClient(spawn func() (Port, error), ready func(), deliver func(id int, e protocol.Event)) *Client {
	c := &Client{
		spawn: spawn, ready: ready, deliver: deliver, requests: make(chan asked, 1), asides: map[int]bool{},
		heartbeat: heartbeat{timer: time.NewTimer(beatEach)},
	}
	go c.run()
	return c
}

// Send queues a request. Its id must be positive and unique. Every event of the request has this id, and the last one
// is final. This includes cancelled requests and crashed workers.
//
// Pause, Resume, Step, Pace and Stop refer to another request by its id, and their answers have this id. For a pending
// request, Stop removes it, which is Refused as Cancelled. Step and Pace take effect when it starts; Pause and Resume
// do nothing. For a request that has ended, all are ignored.
func (c *Client) Send(id int, r protocol.Request) {
	if id <= ownID {
		panic("remote: the id of a request is not positive")
	}
	c.requests <- asked{id: id, request: r}
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

// start starts a worker and sends the greeting.
func (c *Client) start() {
	c.held, c.used = 0, false
	var err error
	if c.port, err = c.spawn(); err != nil {
		c.port = nil
		c.giveUp(cannotStart(err.Error()))
		return
	}
	c.begin(asked{id: ownID, request: protocol.Hello{Version: protocol.Version}})
}

func cannotStart(why string) protocol.Refused {
	return protocol.Refused{Kind: protocol.Crashed, Message: "the engine cannot be started: " + why, Hint: "reload the page"}
}

// giveUp refuses all pending requests, or reports that no worker is available. The next request tries again.
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
	switch a.request.(type) {
	case protocol.Pause, protocol.Resume, protocol.Step, protocol.Pace, protocol.Stop:
		c.control(a.id, a.request)
		return
	case protocol.EvaluateNetwork, protocol.Explain:
		if c.current.request != nil && c.paused { // must not wait for the end of a paused request
			c.asides[a.id] = true
			c.write(-a.id, a)
			return
		}
	}
	c.line = append(c.line, a)
	if c.port == nil {
		c.failures = 0
		c.start()
	}
}

// control sends Pause, Resume, Step, Pace or Stop for an active request. For a pending request, see Send.
func (c *Client) control(id int, r protocol.Request) {
	_, stop := r.(protocol.Stop)
	if c.current.request != nil && id == c.current.id {
		c.write(c.wireID, asked{id: id, request: r})
		if stop && !c.stopping {
			c.stopping, c.heartbeat.waited = true, 0
		}
		return
	}
	i := slices.IndexFunc(c.line, func(q asked) bool { return q.id == id })
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

// tick monitors the worker while a request is active: it sends a Ping, or replaces a worker without a sign of life.
func (c *Client) tick() {
	p := &c.heartbeat
	p.going = false
	if time.Since(p.last) <= lateBeat {
		p.silent++
		p.waited++
	}
	if c.current.request == nil || c.port == nil {
		return
	}
	_, hello := c.current.request.(protocol.Hello)
	switch {
	case hello && p.waited >= startBeats, !hello && c.stopping && p.waited >= stopBeats:
		c.lost("it did not answer")
	case hello:
	case p.silent >= lostBeats:
		c.lost("nothing was heard of it any more")
	default:
		if p.silent >= quietBeats && !p.told {
			p.told = true
			c.deliver(ownID, protocol.Silent{})
		}
		c.write(0, asked{id: ownID, request: protocol.Ping{}})
	}
	p.next()
}

// next starts a request if none is active. A new worker loads the current table before the next pending request.
func (c *Client) next() {
	for c.current.request == nil && c.port != nil && (len(c.line) > 0 || c.held < len(c.loads)) {
		newTable := false
		if len(c.line) > 0 {
			load, ok := c.line[0].request.(protocol.Load)
			newTable = ok && !load.Test
		}
		switch {
		case newTable && c.used:
			c.port.Close()
			c.start()
		case !newTable && c.held < len(c.loads):
			c.begin(asked{id: ownID, request: c.loads[c.held]})
		default:
			q := c.line[0]
			c.line = c.line[1:]
			c.begin(q)
			for _, r := range q.controls {
				c.control(q.id, r)
			}
		}
	}
}

func (c *Client) begin(a asked) {
	c.wireID++
	c.current, c.stopping = a, false
	c.heartbeat.silent, c.heartbeat.waited = 0, 0
	c.heartbeat.next()
	if _, ok := a.request.(protocol.Load); ok {
		c.used = true
	}
	c.write(c.wireID, a)
}

// write sends a request. If encoding fails, the request is refused and does not start.
func (c *Client) write(wireID int, a asked) {
	body, err := protocol.EncodeRequest(wireID, a.request)
	if err != nil {
		if wireID < 0 {
			delete(c.asides, a.id)
		} else {
			c.current = asked{}
		}
		c.deliver(a.id, badSetting(err, "change the setting"))
		return
	}
	m := Message{Body: body}
	if load, ok := a.request.(protocol.Load); ok {
		m.File, m.More = load.File, load.Append
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
	if len(m.Body) >= largeBody {
		time.Sleep(breath)
	}
	told := c.heartbeat.told
	c.heartbeat.silent, c.heartbeat.told = 0, false
	if told {
		c.deliver(ownID, protocol.Pong{})
	}
	if id < 0 { // the answer to a query about a paused request
		if c.asides[-id] {
			delete(c.asides, -id)
			c.deliver(-id, e)
		}
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
		c.heartbeat.waited = 0 // reset the stop timeout: the worker is preparing its answer
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

// finish updates the state after the current request and delivers its final event.
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
		switch own := ended.id == ownID; {
		case own && isRefused: // a table that was loaded before
			c.loads = c.loads[:c.held]
		case own:
			c.held++
		case isRefused && r.Test:
		case isRefused: // the new worker lacks a table: it loads the previous one again
			c.held = 0
		case r.Test && len(c.loads) > 0:
			c.loads, c.held = append(c.loads[:1:1], r), 2
		default:
			c.loads, c.held = []protocol.Load{r}, 1
		}
	}
	if ended.id != ownID || isRefused {
		c.deliver(ended.id, e)
	}
}

// lost replaces the worker. Its active request and queries are refused as Crashed.
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
		Hint: "loaded tables are kept; start again, with smaller settings or a smaller table if it happens twice",
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
