//go:build js

package browser

import (
	"slices"
	"sync"

	"drnet/engine/protocol"
)

// ids numbers the requests of a page that knows no ids, and tells which of them a control is about.
type ids struct {
	mu   sync.Mutex
	last int
	open []open // requests without a final event, in their order
}

type open struct {
	id    int
	aside bool // it may be asked beside a request that is held
}

// of returns the id of a request, or of the one that a control is about; 0 if there is none.
func (i *ids) of(r protocol.Request) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	aside := false
	switch r.(type) {
	case protocol.Pause, protocol.Resume, protocol.Stop:
		return i.oldest()
	case protocol.Step, protocol.Pace:
		return i.newest()
	case protocol.EvaluateNetwork, protocol.TraceRow:
		aside = true
	}
	i.last++
	i.open = append(i.open, open{i.last, aside})
	return i.last
}

func (i *ids) oldest() int {
	for _, o := range i.open {
		if !o.aside {
			return o.id
		}
	}
	if len(i.open) > 0 {
		return i.open[0].id
	}
	return 0
}

func (i *ids) newest() int {
	for _, o := range slices.Backward(i.open) {
		if !o.aside {
			return o.id
		}
	}
	return 0
}

// answered returns the event of a request as the page, which knows no ids, can understand it; nil if it is to hear nothing.
func (i *ids) answered(id int, e protocol.Event) protocol.Event {
	i.mu.Lock()
	defer i.mu.Unlock()
	at := slices.IndexFunc(i.open, func(o open) bool { return o.id == id })
	if at < 0 || !protocol.Final(e) {
		return e
	}
	aside := i.open[at].aside
	i.open = slices.Delete(i.open, at, at+1)
	if refused, ok := e.(protocol.Refused); ok && aside {
		switch {
		case refused.Kind == protocol.Cancelled: // it is no refusal of the request that is held
			return protocol.NetworkEvaluated{Problem: &refused}
		case at > 0: // the one that is held is refused too
			return nil
		}
	}
	return e
}
