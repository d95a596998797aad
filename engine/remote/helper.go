package remote

import "drnet/engine/protocol"

// helper is a worker that does units for another one.
type helper struct {
	port   Port
	id     int   // of the last request
	ready  bool  // it has answered the greeting
	task   *task // at work, nil for none
	within int   // beats that it has left to answer the greeting or a stop; 0 if nothing is awaited
	silent int   // beats since something was heard of it while it was at work
	gone   chan struct{}
}

// heard is what a helper says.
type heard struct {
	helper  *helper
	message Message
}

// spawn starts and greets as many helpers as there are units for, while they start at all.
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
		h.send(protocol.Hello{Version: protocol.Version})
	}
}

// listen passes on what the helper says, until it is dismissed.
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

// begin gives the helper a unit.
func (h *helper) begin(t *task) error {
	h.id++
	body, err := protocol.EncodeRequest(h.id, t.work)
	if err == nil {
		h.task, h.silent = t, 0
		h.port.Send(Message{Body: body, Raw: t.work.Raw()})
	}
	return err
}

// send sends a request that always can be written.
func (h *helper) send(r protocol.Request) { h.write(h.id, r) }

func (h *helper) write(id int, r protocol.Request) {
	if body, err := protocol.EncodeRequest(id, r); err == nil {
		h.port.Send(Message{Body: body})
	}
}

// late counts a beat, and reports whether an answer of the helper is overdue, or any sign of life.
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
