package remote

import "time"

// A silence is measured in beats of whoever waits, and not by the clock: a page that is frozen, asleep or busy makes none, so that it
// does not take its own sleep for the silence of the other side, which it could not hear meanwhile.
const (
	// beatEach is how far apart beats are. With each, whoever is waited for is asked for a sign of life.
	beatEach = 500 * time.Millisecond
	// lateBeat is what a beat may take. One that took longer does not count. In a hidden page each takes a second.
	lateBeat = 3 * beatEach

	// quietBeats are those after which a silence is told: 2 s.
	quietBeats = 4
	// lostBeats are those after which who is silent is taken for dead: 10 s. See “When is a worker dead?” in RATIONALE.md.
	lostBeats = 20
	// stopBeats are how many the answer to Stop may take: 2 s, and what is left of the one in which it was asked for.
	stopBeats = 5
	// startBeats are how many the answer to Hello may take: 20 s. It needs some 30 ms; a busy machine is no reason to give up.
	startBeats = 40
)

// heartbeat counts the beats since something was heard of the other side.
type heartbeat struct {
	timer  *time.Timer
	going  bool      // a beat will come
	last   time.Time // when the one before it came
	silent int       // beats since something was heard
	told   bool      // the silence was told
	waited int       // beats since an answer is awaited
}

func newHeartbeat() *heartbeat {
	p := &heartbeat{timer: time.NewTimer(0)}
	<-p.timer.C
	return p
}

// begin counts from now on, for a new request.
func (p *heartbeat) begin() {
	p.silent, p.waited = 0, 0
	p.next()
}

// next sees to it that another beat comes.
func (p *heartbeat) next() {
	if !p.going {
		p.going, p.last = true, time.Now()
		p.timer.Reset(beatEach)
	}
}

// count takes in a beat.
func (p *heartbeat) count() {
	p.going = false
	if time.Since(p.last) <= lateBeat {
		p.silent++
		p.waited++
	}
}

// quiet reports, once in a silence, that it has become one.
func (p *heartbeat) quiet() bool {
	if p.told || p.silent < quietBeats {
		return false
	}
	p.told = true
	return true
}

// heard ends a silence, and reports whether it was told.
func (p *heartbeat) heard() (told bool) {
	told, p.silent, p.told = p.told, 0, false
	return told
}
