package remote_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"drnet/engine/bitmat"
	"drnet/engine/protocol"
	"drnet/engine/remote"
)

// A crew is a set of in-memory helpers and a log of all events. Its helpers answer a unit with one progress event per
// step of its network. The seed of the unit is its number.
type crew struct {
	remote.Pool
	natures []behavior // of the helpers in spawn order; later helpers are sound

	mu      sync.Mutex
	spawned []*worker
	log     []string
	steps   int // in total
	atWork  int
	most    int // active at the same time
}

const (
	muddled behavior = "muddled" // its rows arrive altered
	weak    behavior = "weak"    // it crashes at its third step
	deaf    behavior = "deaf"    // it ignores a stop
	lost    behavior = "lost"    // it stops responding at its third step
)

// newCrew must be called in a synctest bubble.
func newCrew(size int, natures ...behavior) *crew {
	c := &crew{natures: natures}
	c.Pool = remote.Pool{Size: size, Memory: 1 << 40, Spawn: c.spawn, Alone: c.alone}
	return c
}

func (c *crew) note(format string, values ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.log = append(c.log, fmt.Sprintf(format, values...))
}

// altered is a port that changes the sent messages.
type altered struct {
	*worker
	change func(*remote.Message)
}

func (a altered) Send(m remote.Message) { a.change(&m); a.end.Send(m) }

func (c *crew) spawn() (remote.Port, error) {
	owner, back := connection()
	h := &worker{end: owner, back: back, world: &fixture{}}
	c.mu.Lock()
	c.spawned = append(c.spawned, h)
	number := len(c.spawned)
	c.mu.Unlock()
	if err := h.begin(number, c.natures, func(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
		if w, ok := r.(protocol.RunUnit); ok {
			c.work(ctx, h, w, emit)
			return
		}
		h.greet(emit)
	}); err != nil {
		return nil, err
	}
	if h.nature == muddled {
		return altered{h, func(m *remote.Message) {
			if m.Raw != nil {
				m.Raw = m.Raw[:len(m.Raw)-1]
			}
		}}, nil
	}
	return h, nil
}

// work runs a unit like a session. The result is the sum of its labels.
func (c *crew) work(ctx context.Context, h *worker, w protocol.RunUnit, emit func(protocol.Event)) {
	c.note("helper %d begins %d", h.number, w.Network.Seed)
	c.busy(1)
	made := 0
	for made < w.Network.Steps && (ctx.Err() == nil || h.nature == deaf) && !h.dead() {
		time.Sleep(stepTakes)
		made++
		c.mu.Lock()
		c.steps++
		c.mu.Unlock()
		emit(protocol.Progress{Step: made})
		if (h.nature == weak || h.nature == lost) && made == 3 {
			break
		}
	}
	if h.nature == lost && made == 3 {
		c.busy(-1)
		h.busyFor(time.Hour)
		emit(protocol.UnitDone{})
		return
	}
	c.busy(-1) // before the pool receives the event and assigns another unit
	if h.nature == weak && made == 3 {
		h.die()
		return
	}
	emit(protocol.UnitDone{Steps: made, Score: float64(bitmat.Count(w.Rows.Labels))})
}

func (c *crew) busy(change int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.atWork += change
	c.most = max(c.most, c.atWork)
}

func (c *crew) alone(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	c.work(ctx, &worker{end: &end{closed: make(chan struct{})}}, r.(protocol.RunUnit), emit)
}

func (c *crew) stepsMade() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.steps
}

// unit returns a unit with a number of steps and i+1 positive labels.
func unit(i, steps int) protocol.RunUnit {
	w := protocol.RunUnit{Rows: protocol.Bits{X: bitmat.New(70, 2), Labels: make([]uint64, 2)}}
	bitmat.Ones(w.Rows.Labels[:1], i+1)
	w.Network.Steps, w.Network.Seed = steps, uint64(i)
	return w
}

// do runs n units of 20 steps each and returns the final events by unit, one per line.
func (c *crew) do(ctx context.Context, n int, told func(i int, e protocol.Event)) []string {
	results := make([]string, n)
	err := c.Do(ctx, n, func(i int) (protocol.RunUnit, error) { return unit(i, 20*(1+i%3)), nil }, func(i int, e protocol.Event) {
		if told != nil {
			told(i, e)
		}
		switch e := e.(type) {
		case protocol.UnitDone:
			results[i] += fmt.Sprintf("%d steps, score %v", e.Steps, e.Score)
		case protocol.Refused:
			results[i] += e.Kind + ": " + e.Message
		}
	})
	if err != nil {
		results = append(results, err.Error())
	}
	c.rest()
	return results
}

// rest checks that all helpers are terminated.
func (c *crew) rest() {
	time.Sleep(time.Second)
	synctest.Wait()
	for _, h := range c.spawned {
		if h.nature != unborn && !h.dead() {
			c.note("helper %d is still there", h.number)
		}
	}
}

var allDone = []string{"20 steps, score 1", "40 steps, score 2", "60 steps, score 3", "20 steps, score 4", "40 steps, score 5"}

// TestPool checks that the results are the same as in sequential execution, whatever happens to the helpers.
func TestPool(t *testing.T) {
	for _, test := range []struct {
		name    string
		size    int
		natures []behavior
		most    int // active at the same time
		spawned int
	}{
		{"none", 0, nil, 1, 0},
		{"one helper is of no use", 1, nil, 1, 0},
		{"two", 2, nil, 2, 2},
		{"as many as units", 5, nil, 5, 5},
		{"more than units", 8, nil, 5, 5},
		{"one dies at work", 2, []behavior{sound, weak}, 2, 3},
		{"all die at work", 3, []behavior{weak, weak, weak}, 3, 6},
		{"one falls silent at work", 2, []behavior{sound, lost}, 2, 2},
		{"all fall silent at work", 3, []behavior{lost, lost, lost}, 3, 6},
		{"one cannot be spawned", 3, []behavior{sound, unborn, sound}, 3, 4},
		{"one dies at once", 2, []behavior{dying, sound}, 2, 3},
		{"one never answers", 2, []behavior{mute, sound}, 1, 2},
		{"none answers", 2, []behavior{mute, mute}, 1, 2},
		{"none can be spawned", 3, []behavior{unborn, unborn}, 1, 2},
		{"all die at once", 3, []behavior{dying, dying, dying, dying}, 1, 4},
		{"another version", 2, []behavior{foreign, foreign, foreign}, 1, 3},
		{"one speaks nonsense", 2, []behavior{garbled}, 2, 3},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			c := newCrew(test.size, test.natures...)
			compare(t, c.do(t.Context(), 5, nil), allDone)
			if c.most != test.most || len(c.spawned) != test.spawned {
				t.Errorf("%d helpers were spawned and %d at work at the same time, want %d and %d", len(c.spawned), c.most, test.spawned, test.most)
			}
			for _, line := range c.log {
				if strings.Contains(line, "still there") {
					t.Error(line)
				}
			}
		})
	}
}

func TestPoolRefuses(t *testing.T) {
	for _, test := range []struct {
		name    string
		natures []behavior
		want    string // for one of the units
	}{
		{"three deaths of one unit", []behavior{weak, sound, weak, weak}, " of 5 ended unexpectedly 3 times: died"},
		{"damaged rows", []behavior{muddled, sound}, "setting: protocol: the rows of a unit are damaged"},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			c := newCrew(2, test.natures...)
			got := c.do(t.Context(), 5, nil)
			if !slices.ContainsFunc(got, func(line string) bool { return strings.HasSuffix(line, test.want) }) {
				t.Errorf("got %q, want %q among them", got, test.want)
			}
		})
	}
}

// The helpers pause while the receiver of their events is paused, and the results are the same.
func TestPoolIsHeld(t *testing.T) {
	for _, where := range []string{"told", "unit"} {
		inBubble(t, where, func(t *testing.T) {
			c := newCrew(3)
			held := 0
			hold := func() {
				held++
				time.Sleep(2 * time.Second) // until the others are paused
				before := c.stepsMade()
				time.Sleep(time.Hour)
				if after := c.stepsMade(); after != before {
					t.Errorf("%d steps were made in an hour's pause", after-before)
				}
			}
			results := make([]int, 6)
			err := c.Do(t.Context(), len(results), func(i int) (protocol.RunUnit, error) {
				if where == "unit" && i == 3 {
					hold()
				}
				return unit(i, 5000*(1+i%3)), nil
			}, func(i int, e protocol.Event) {
				if p, ok := e.(protocol.Progress); ok && where == "told" && i == 1 && p.Step > 1000*(held+1) && held < 3 {
					hold()
				}
				if w, ok := e.(protocol.UnitDone); ok {
					results[i] = w.Steps
				}
			})
			if err != nil || held == 0 || !slices.Equal(results, []int{5000, 10_000, 15_000, 5000, 10_000, 15_000}) {
				t.Errorf("held %d times, results %v, %v", held, results, err)
			}
			c.rest()
		})
	}
}

// A unit that runs aside is answered by a helper or, without one, not at all; this worker never runs it.
func TestPoolAside(t *testing.T) {
	for _, test := range []struct {
		name    string
		size    int
		natures []behavior
		want    string
	}{
		{"a second core", 2, nil, "20 steps"},
		{"the helper dies at work", 2, []behavior{weak}, "20 steps"},
		{"one core", 1, nil, ""},
		{"none can be spawned", 2, []behavior{unborn, unborn, unborn}, ""},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			c, got := newCrew(test.size, test.natures...), ""
			c.Aside(t.Context(), unit(0, 20), func(e protocol.Event) {
				if done, ok := e.(protocol.UnitDone); ok {
					got = fmt.Sprintf("%d steps", done.Steps)
				}
			})
			c.rest()
			if got != test.want || slices.ContainsFunc(c.log, func(line string) bool { return strings.Contains(line, "helper 0") }) {
				t.Errorf("answered with %q, want %q; %q", got, test.want, c.log)
			}
		})
	}
}

// A stop ends the active units with their current results. No other units are started, and the pool returns quickly.
func TestPoolStops(t *testing.T) {
	for _, test := range []struct {
		name    string
		natures []behavior
		after   time.Duration
		within  time.Duration
		want    []string
	}{
		{"before anything", nil, 0, 0, []string{"", "", "", "", ""}},
		{"before a helper is ready", []behavior{mute, mute}, 5 * time.Millisecond, 5 * time.Millisecond, []string{"", "", "", "", ""}},
		{"at work", nil, 51 * stepTakes, 75 * stepTakes, []string{"", "11", "20", "31", "40"}},
		{"one hangs", []behavior{mute, sound}, 10 * stepTakes, 30 * stepTakes, []string{"", "", "", "", "10"}},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			c := newCrew(2, test.natures...)
			ctx, cancel := context.WithCancel(t.Context())
			began := time.Now()
			if test.after == 0 {
				cancel()
			} else {
				time.AfterFunc(test.after, cancel)
			}
			got := c.do(ctx, 5, nil)
			cancel()
			for i, line := range got { // the first ready helper is random
				got[i], _, _ = strings.Cut(line, " steps")
			}
			slices.Sort(got)
			compare(t, got, test.want)
			if took := time.Since(began) - time.Second; took > test.within { // do waits for a second
				t.Errorf("it took %v, want at most %v", took, test.within)
			}
		})
	}
}

// A helper that hangs in its unit is terminated after a stop. Its unit lacks a final event, but the other one has one.
func TestPoolStopsWhatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrew(2, deaf)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		began, finals := time.Now(), 0
		err := c.Do(ctx, 3, func(i int) (protocol.RunUnit, error) { return unit(i, 1_000_000), nil }, func(i int, e protocol.Event) {
			if protocol.Final(e) {
				finals++
			}
		})
		if took := time.Since(began); err != nil || finals != 1 || took < 2*time.Second || took > 3*time.Second {
			t.Errorf("it ended with %v and %d final events after %v, want 1 after 2.5 s", err, finals, took)
		}
		c.rest()
	})
}

func TestPoolUnitFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrew(2)
		failed := errors.New("no room")
		var ended []int
		err := c.Do(t.Context(), 9, func(i int) (protocol.RunUnit, error) {
			if i == 3 {
				return protocol.RunUnit{}, failed
			}
			return unit(i, 20), nil
		}, func(i int, e protocol.Event) {
			if protocol.Final(e) {
				ended = append(ended, i)
			}
		})
		slices.Sort(ended)
		if err != failed || !slices.Equal(ended, []int{0, 1, 2}) {
			t.Errorf("Do() = %v after %v, want %v after 0, 1, 2", err, ended, failed)
		}
		c.rest()
	})
}

// Units are requested in order, and only when a helper is available.
func TestPoolAsksLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrew(2)
		asked, ended := 0, 0
		err := c.Do(t.Context(), 12, func(i int) (protocol.RunUnit, error) {
			if i != asked || asked-ended >= 2 {
				t.Errorf("unit %d was asked for when %d had been and %d had ended", i, asked, ended)
			}
			asked++
			return unit(i, 20), nil
		}, func(_ int, e protocol.Event) {
			if protocol.Final(e) {
				ended++
			}
		})
		if err != nil || ended != 12 {
			t.Errorf("%d units ended, %v", ended, err)
		}
		c.rest()
	})
}

// The memory limit and the largest unit so far bound the number of helpers.
func TestPoolMemory(t *testing.T) {
	one := unit(0, 20).Memory()
	for _, test := range []struct {
		name   string
		memory int64
		large  int // unit with four times the memory, -1 for none
		most   int // active at the same time
	}{
		{"for one", 2*one - 1, -1, 1},
		{"for three", 3 * one, -1, 3},
		{"for four, then one", 4 * one, 5, 4},
		{"the first is too large", one, 0, 1},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			c := newCrew(8)
			c.Memory = test.memory
			large := false
			err := c.Do(t.Context(), 12, func(i int) (protocol.RunUnit, error) {
				w := unit(i, 20)
				if i == test.large {
					w.Rows = protocol.Bits{X: bitmat.New(1<<20, 1), Labels: make([]uint64, 1<<14)}
					w.Network.Rules = int(3 * one / 64)
				}
				return w, nil
			}, func(i int, e protocol.Event) {
				if i == test.large {
					if c.busy(0); c.atWork > 1 {
						t.Errorf("%d others are at work beside the large unit", c.atWork-1)
					}
					large = true
				}
			})
			if err != nil || c.most != test.most || large != (test.large >= 0) {
				t.Errorf("%v, %d at work at the same time, want %d", err, c.most, test.most)
			}
			c.rest()
		})
	}
}
