package remote

import "drnet/engine/protocol"

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
		h.send(protocol.Hello{Version: protocol.Version})
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

// send sends a request that can always be encoded.
func (h *helper) send(r protocol.Request) { h.write(h.id, r) }

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
