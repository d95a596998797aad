package remote

import "sync"

// queue is an unbounded channel. Its writers never block, because event handlers must not wait.
type queue struct {
	mu      sync.Mutex
	waiting []Message
	pumping bool
	out     chan Message
	closed  chan struct{}
}

func newQueue() *queue { return &queue{out: make(chan Message), closed: make(chan struct{})} }

// close discards the pending messages.
func (q *queue) close() { close(q.closed) }

func (q *queue) put(m Message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, m)
	if !q.pumping {
		q.pumping = true
		go q.pump()
	}
}

func (q *queue) pump() {
	for {
		q.mu.Lock()
		if len(q.waiting) == 0 {
			q.pumping = false
			q.mu.Unlock()
			return
		}
		m := q.waiting[0]
		q.waiting = q.waiting[1:]
		q.mu.Unlock()
		select {
		case q.out <- m:
		case <-q.closed:
			return
		}
	}
}
