package remote_test

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"drnet/engine/protocol"
	"drnet/engine/remote"
)

func TestClient(t *testing.T) {
	a, b, bad := protocol.Load{Name: "a"}, protocol.Load{Name: "b"}, protocol.Load{Name: "bad"}
	tests := []struct {
		name    string
		workers []behavior
		do      func(w *fixture)
		want    []string
	}{
		{"greeting", nil, func(*fixture) {}, []string{"worker 1", "ready"}},
		{"requests in order", nil, func(w *fixture) {
			for _, r := range []protocol.Request{a, training(3), protocol.Apply{}, training(5)} {
				w.Send(r)
			}
			time.Sleep(time.Second)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a",
			"worker 1 trains y", "← started", "← progress", "← trained: 3", "← applied",
			"worker 1 trains y", "← started", "← progress", "← trained: 5",
		}},
		{"each table in a new worker", nil, func(w *fixture) {
			w.do(a)
			w.do(b)
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 2", "ready", "worker 2 reads b", "← loaded: b",
			"worker 2 trains y", "← started", "← trained: 0",
		}},
		{"a table to test on in the same worker", nil, func(w *fixture) {
			w.do(a)
			w.do(protocol.Load{Name: "t", Test: true})
		}, []string{"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 reads t", "← loaded: t"}},
		{"a table to test on is read again", nil, func(w *fixture) {
			w.do(a)
			w.do(protocol.Load{Name: "t", Test: true})
			w.do(named("crash"))
			w.do(training(0))
			w.do(b)
			w.do(named("crash"))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 reads t", "← loaded: t",
			"worker 1 trains crash", "← refused: crashed", "worker 2", "ready", "worker 2 reads a", "worker 2 reads t",
			"worker 2 trains y", "← started", "← trained: 0", "worker 3", "ready", "worker 3 reads b", "← loaded: b",
			"worker 3 trains crash", "← refused: crashed", "worker 4", "ready", "worker 4 reads b",
		}},
		{"a refused table leaves the one before", nil, func(w *fixture) {
			w.do(a)
			w.do(bad)
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 2", "ready", "worker 2 reads bad", "← refused: unread",
			"worker 2 reads a", "worker 2 trains y", "← started", "← trained: 0",
		}},
		{"a refused first table leaves none", nil, func(w *fixture) {
			w.do(bad)
			w.do(training(0))
		}, []string{"worker 1", "ready", "worker 1 reads bad", "← refused: unread", "worker 1 trains y", "← refused: no_table"}},
		{"a table that cannot be read again", []behavior{sound, refusing}, func(w *fixture) {
			w.do(a)
			w.do(named("crash"))
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains crash", "← refused: crashed",
			"worker 2", "ready", "worker 2 reads a", "← refused: unread", "worker 2 trains y", "← refused: no_table",
		}},
		{"lost in a training", nil, func(w *fixture) {
			w.do(a)
			w.do(named("crash"))
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains crash", "← refused: crashed",
			"worker 2", "ready", "worker 2 reads a", "worker 2 trains y", "← started", "← trained: 0",
		}},
		{"lost in every training", nil, func(w *fixture) {
			w.do(a)
			for range 3 {
				w.do(named("crash"))
			}
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a",
			"worker 1 trains crash", "← refused: crashed", "worker 2", "ready", "worker 2 reads a",
			"worker 2 trains crash", "← refused: crashed", "worker 3", "ready", "worker 3 reads a",
			"worker 3 trains crash", "← refused: crashed", "worker 4", "ready", "worker 4 reads a",
		}},
		{"lost while nothing is at work", nil, func(w *fixture) {
			w.do(a)
			w.all()[0].back.Send(remote.Message{Lost: "died"})
			w.settle()
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 2", "ready", "worker 2 reads a",
			"worker 2 trains y", "← started", "← trained: 0",
		}},
		{"a stop that is answered", nil, func(w *fixture) {
			w.do(a)
			w.do(named("y"))
			time.Sleep(stepTakes * 50)
			w.do(protocol.Stop{})
			time.Sleep(10 * time.Second)
		}, []string{"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains y", "← started", "← progress", "← trained: 51"}},
		{"a pause for long", nil, func(w *fixture) {
			w.do(a)
			w.do(training(80))
			time.Sleep(stepTakes * 50)
			w.do(protocol.Pause{})
			time.Sleep(time.Hour)
			w.do(protocol.Resume{})
			time.Sleep(time.Hour)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains y", "← started", "← progress", "← paused",
			"← progress", "← resumed", "← progress", "← trained: 80",
		}},
		{"a question beside a pause", nil, func(w *fixture) {
			w.do(a)
			w.do(training(80))
			time.Sleep(stepTakes * 50)
			w.do(protocol.Pause{})
			time.Sleep(time.Second)
			w.do(protocol.EvaluateNetwork{})
			w.do(protocol.Explain{})
			time.Sleep(time.Hour)
			w.do(protocol.Resume{})
			w.do(protocol.EvaluateNetwork{}) // remains pending
			time.Sleep(time.Hour)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains y", "← started", "← progress", "← paused",
			"← progress", "← weighed", "← explained", "← resumed", "← progress", "← trained: 80", "← weighed",
		}},
		{"a pause pressed twice", nil, func(w *fixture) {
			w.do(a)
			w.do(training(80))
			time.Sleep(stepTakes * 50)
			w.do(protocol.Pause{})
			w.do(protocol.Pause{})
			time.Sleep(time.Hour)
			w.do(protocol.Stop{})
			time.Sleep(time.Hour)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains y", "← started", "← progress", "← paused", "← paused",
			"← progress", "← trained: 60",
		}},
		{"no answer to a stop", nil, func(w *fixture) {
			w.do(a)
			w.do(named("hang"))
			time.Sleep(time.Hour)
			w.do(protocol.Stop{})
			time.Sleep(2*time.Second - time.Millisecond)
			w.note("2 s")
			time.Sleep(time.Second)
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains hang", "2 s", "← refused: crashed",
			"worker 2", "ready", "worker 2 reads a", "worker 2 trains y", "← started", "← trained: 0",
		}},
		{"no answer to a stop but progress", nil, func(w *fixture) {
			w.do(a)
			w.do(named("chatter"))
			w.do(protocol.Stop{})
			time.Sleep(10 * time.Second)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains chatter", "← progress", "← refused: crashed",
			"worker 2", "ready", "worker 2 reads a",
		}},
		{"an answer to a stop that takes long", nil, func(w *fixture) {
			w.do(a)
			w.do(named("thorough"))
			w.do(protocol.Stop{})
			time.Sleep(10 * time.Second)
		}, []string{"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains thorough", "← preparing", "← trained: 7"}},
		{"nothing is heard for a moment", nil, func(w *fixture) {
			w.do(a)
			w.do(named("busy 1400ms"))
			time.Sleep(time.Minute)
		}, []string{"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains busy 1400ms", "← started", "← trained: 7"}},
		{"nothing is heard for a while", nil, func(w *fixture) {
			w.do(a)
			w.do(named("busy 9400ms"))
			time.Sleep(1900 * time.Millisecond)
			w.note("1.9 s")
			time.Sleep(200 * time.Millisecond)
			w.note("2.1 s")
			time.Sleep(time.Minute)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains busy 9400ms", "← started", "1.9 s", "← silent", "2.1 s",
			"← pong", "← trained: 7",
		}},
		{"nothing is heard twice", nil, func(w *fixture) {
			w.do(a)
			for range 2 {
				w.do(named("busy 3s"))
				time.Sleep(time.Minute)
			}
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains busy 3s", "← started", "← silent", "← pong", "← trained: 7",
			"worker 1 trains busy 3s", "← started", "← silent", "← pong", "← trained: 7",
		}},
		{"nothing is heard any more", nil, func(w *fixture) {
			w.do(a)
			w.do(named("busy 1h"))
			time.Sleep(9400 * time.Millisecond)
			w.note("9.4 s")
			time.Sleep(700 * time.Millisecond)
			w.note("10.1 s")
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains busy 1h", "← started", "← silent", "9.4 s",
			"← refused: crashed",
			"worker 2", "← pong", "ready", "worker 2 reads a", "10.1 s", "worker 2 trains y", "← started", "← trained: 0",
		}},
		{"who does not want to wait stops", nil, func(w *fixture) {
			w.do(a)
			w.do(named("busy 1h"))
			time.Sleep(3 * time.Second)
			w.do(protocol.Stop{})
			time.Sleep(2600 * time.Millisecond)
			w.note("2.6 s")
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains busy 1h", "← started", "← silent", "← refused: crashed",
			"worker 2", "← pong", "ready", "worker 2 reads a", "2.6 s",
		}},
		{"a page that sleeps does not take that for the silence of the worker", nil, func(w *fixture) {
			w.do(a)
			w.sleeps = time.Hour
			w.do(named("busy 1h0m1s")) // it wakes a second later
			time.Sleep(2 * time.Hour)
		}, []string{"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains busy 1h0m1s", "← started", "← trained: 7"}},
		{"a silence while the table is read again", []behavior{sound, drowsy}, func(w *fixture) {
			w.do(a)
			w.do(named("crash"))
			w.do(training(0))
			time.Sleep(time.Minute)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains crash", "← refused: crashed",
			"worker 2", "ready", "worker 2 reads a", "← silent", "worker 3", "← pong", "ready", "worker 3 reads a",
			"worker 3 trains y", "← started", "← trained: 0",
		}},
		{"a stop before a table has a worker", []behavior{sound, mute, sound}, func(w *fixture) {
			w.do(a)
			w.do(b)
			w.do(protocol.Stop{})
			time.Sleep(time.Minute)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 2", "← refused: cancelled", "worker 3",
			"ready", "worker 3 reads a",
		}},
		{"a stop in the queue before a table", nil, func(w *fixture) {
			w.do(a)
			w.do(named("y"))
			w.Send(protocol.Stop{})
			w.Send(b)
			time.Sleep(time.Second)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains y", "← started", "← progress", "← trained: 1",
			"worker 2", "ready", "worker 2 reads b", "← loaded: b",
		}},
		{"a stop before the training has a table", []behavior{sound, mute, sound}, func(w *fixture) {
			w.do(a)
			w.do(named("crash"))
			w.do(named("y"))
			w.do(protocol.Stop{})
			time.Sleep(time.Minute)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains crash", "← refused: crashed",
			"worker 2", "← refused: cancelled", "worker 3", "ready", "worker 3 reads a",
		}},
		{"controls with nothing at work", nil, func(w *fixture) {
			w.do(protocol.Stop{})
			w.do(protocol.Pause{})
			w.do(protocol.Resume{})
			time.Sleep(time.Hour)
			w.do(a)
		}, []string{"worker 1", "ready", "worker 1 reads a", "← loaded: a"}},
		{"dead at once, twice", []behavior{dying, dying}, func(w *fixture) {
			w.note("request")
			w.do(a)
		}, []string{"worker 1", "worker 2", "← refused: crashed", "request", "worker 3", "ready", "worker 3 reads a", "← loaded: a"}},
		{"dead at once, always", []behavior{dying, dying, dying, dying}, func(w *fixture) {
			w.note("request")
			w.do(a)
		}, []string{"worker 1", "worker 2", "← refused: crashed", "request", "worker 3", "worker 4", "← refused: crashed"}},
		{"dead after the greeting, always", []behavior{fragile, fragile, fragile}, func(w *fixture) {
			w.settle()
			w.note("request")
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 2", "ready", "← refused: crashed", "request", "worker 3", "ready",
			"worker 3 trains y", "← refused: no_table", "worker 4", "ready",
		}},
		{"dead when the table is read again, always", []behavior{sound, sick, sick, sick, sound}, func(w *fixture) {
			w.do(a)
			w.do(named("crash"))
			w.do(training(0))
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains crash", "← refused: crashed",
			"worker 2", "ready", "worker 2 reads a", "worker 3", "ready", "worker 3 reads a", "← refused: crashed",
			"worker 4", "ready", "worker 4 reads a", "worker 5", "ready", "worker 5 reads a", "worker 5 trains y", "← started", "← trained: 0",
			"worker 5 trains y", "← started", "← trained: 0",
		}},
		{"dead when a new table is read", []behavior{sound, sick}, func(w *fixture) {
			w.do(a)
			w.do(b)
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 2", "ready", "worker 2 reads b", "← refused: crashed",
			"worker 3", "ready", "worker 3 reads a", "worker 3 trains y", "← started", "← trained: 0",
		}},
		{
			"nonsense",
			[]behavior{garbled, sound},
			func(w *fixture) { w.do(a) },
			[]string{"worker 1", "worker 2", "ready", "worker 2 reads a", "← loaded: a"},
		},
		{"never answers", []behavior{mute, mute, sound}, func(w *fixture) {
			time.Sleep(39 * time.Second)
			w.note("39 s")
			time.Sleep(2 * time.Second)
			w.do(a)
		}, []string{"worker 1", "worker 2", "39 s", "← refused: crashed", "worker 3", "ready", "worker 3 reads a", "← loaded: a"}},
		{"cannot be spawned", []behavior{unborn, unborn, sound}, func(w *fixture) {
			w.do(a)
			w.do(b)
		}, []string{"worker 1", "← refused: crashed", "worker 2", "← refused: crashed", "worker 3", "ready", "worker 3 reads b", "← loaded: b"}},
		{"cannot be spawned again", []behavior{sound, unborn, sound}, func(w *fixture) {
			w.do(a)
			w.do(b)
			w.do(training(0))
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 2", "← refused: crashed",
			"worker 3", "ready", "worker 3 reads a", "worker 3 trains y", "← started", "← trained: 0",
		}},
		{"another version", []behavior{foreign}, func(w *fixture) {
			w.note("request")
			w.do(a)
		}, []string{"worker 1", "← refused: version", "request", "worker 2", "ready", "worker 2 reads a", "← loaded: a"}},
		{"everything that waits is refused", []behavior{mute, mute}, func(w *fixture) {
			w.Send(a)
			w.Send(training(0))
			time.Sleep(time.Minute)
		}, []string{"worker 1", "worker 2", "← refused: crashed", "← refused: crashed"}},
		{"a request that cannot be written", nil, func(w *fixture) {
			unwritable := training(0)
			unwritable.Split.Share = math.NaN()
			w.do(a)
			w.Send(training(1))
			w.Send(unwritable)
			w.Send(protocol.Apply{})
			time.Sleep(time.Second)
		}, []string{
			"worker 1", "ready", "worker 1 reads a", "← loaded: a", "worker 1 trains y", "← started", "← progress", "← trained: 1",
			"← refused: setting", "← applied",
		}},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			w := newFixture(test.workers...)
			w.settle()
			test.do(w)
			compare(t, w.end(), test.want)
		})
	}
}

// Events of a request that has ended, and invalid events, are ignored.
func TestClientIgnoresWhatIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture()
		w.do(protocol.Load{Name: "a"})
		for id := range 5 {
			for _, e := range []protocol.Event{protocol.Progress{}, protocol.Trained{}, protocol.Paused{}} {
				w.all()[0].back.Send(remote.Message{Body: must(protocol.EncodeEvent(id, e))})
			}
		}
		w.settle()
		compare(t, w.end(), []string{"worker 1", "ready", "worker 1 reads a", "← loaded: a"})
	})
}

// A Step and a Pace for a pending run are kept until it starts, and are discarded if it is removed.
func TestClientStepsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture()
		for _, r := range []protocol.Request{protocol.Load{Name: "a"}, training(5), protocol.Pace{Epochs: 1}, protocol.Step{}} {
			w.Send(r)
		}
		time.Sleep(time.Second)
		got := w.end()
		slices.Sort(got) // the answer to Step may precede the first event of the run
		compare(t, got, []string{
			"ready", "worker 1", "worker 1 reads a", "worker 1 trains y", "← loaded: a", "← progress",
			"← resumed", "← started", "← trained: 5",
		})
	})
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(mute)
		for _, r := range []protocol.Request{training(5), protocol.Step{}, protocol.Stop{}} {
			w.do(r)
		}
		compare(t, w.end(), []string{"worker 1", "← refused: cancelled"})
	})
}

// TestClientIDs checks that every event has the id of its request, and that controls apply to the request with their
// id.
func TestClientIDs(t *testing.T) {
	const answer = "3 resumed" // comes at any time: another goroutine sends it than the events of the run
	load, long := protocol.Load{Name: "a"}, training(80)
	tests := []struct {
		name    string
		workers []behavior
		do      func(w *fixture, send func(id int, r protocol.Request))
		want    []string
	}{
		{"in any order", nil, func(_ *fixture, send func(int, protocol.Request)) {
			send(7, load)
			send(3, training(5))
			send(5, protocol.Apply{})
		}, []string{"7 loaded: a", "3 started", "3 progress", "3 trained: 5", "5 applied"}},
		{"a stop of one that waits", nil, func(_ *fixture, send func(int, protocol.Request)) {
			send(1, load)
			send(2, long)
			send(3, protocol.Apply{})
			send(4, protocol.Apply{})
			send(3, protocol.Stop{})
		}, []string{"1 loaded: a", "2 started", "3 refused: cancelled", "2 progress", "2 trained: 80", "4 applied"}},
		{"a stop of a table that others wait for", []behavior{mute}, func(_ *fixture, send func(int, protocol.Request)) {
			send(1, load)
			send(2, long)
			send(1, protocol.Stop{})
			send(2, protocol.Stop{})
		}, []string{"1 refused: cancelled", "2 refused: cancelled"}},
		{"a stop of one that has ended", nil, func(_ *fixture, send func(int, protocol.Request)) {
			send(1, load)
			send(2, long)
			send(1, protocol.Stop{})
		}, []string{"1 loaded: a", "2 started", "2 progress", "2 trained: 80"}},
		{"a step of one that waits", nil, func(_ *fixture, send func(int, protocol.Request)) {
			send(1, load)
			send(2, training(5))
			send(3, training(7))
			send(3, protocol.Step{})
		}, []string{"1 loaded: a", "2 started", "2 progress", "2 trained: 5", "3 started", "3 progress", "3 trained: 7", answer}},
		{"a question beside a pause", nil, func(w *fixture, send func(int, protocol.Request)) {
			send(1, load)
			send(2, long)
			send(2, protocol.Pause{})
			time.Sleep(time.Second)
			send(9, protocol.EvaluateNetwork{})
			send(8, protocol.Explain{})
			send(2, protocol.Resume{})
		}, []string{
			"1 loaded: a", "2 started", "2 paused", "2 progress", "9 weighed", "8 explained", "2 resumed", "2 progress", "2 trained: 80",
		}},
		{"lost", nil, func(_ *fixture, send func(int, protocol.Request)) {
			send(1, load)
			send(2, named("crash"))
			send(3, protocol.Apply{})
		}, []string{"1 loaded: a", "2 refused: crashed", "3 applied"}},
		{"none can be started", []behavior{unborn, unborn}, func(_ *fixture, send func(int, protocol.Request)) {
			send(4, load)
		}, []string{"0 refused: crashed", "4 refused: crashed"}},
		{"all that waits is refused", []behavior{mute, mute}, func(_ *fixture, send func(int, protocol.Request)) {
			send(4, load)
			send(2, long)
		}, []string{"4 refused: crashed", "2 refused: crashed"}},
		{"a silence", nil, func(_ *fixture, send func(int, protocol.Request)) {
			send(1, load)
			send(2, named("busy 3s"))
		}, []string{"1 loaded: a", "2 started", "0 silent", "0 pong", "2 trained: 7"}},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			w := newFixture(test.workers...)
			w.settle()
			test.do(w, func(id int, r protocol.Request) {
				w.Client.Send(id, r)
				w.settle()
			})
			time.Sleep(time.Minute)
			got := w.byID()
			if i := slices.Index(got, answer); i >= 0 {
				got = append(slices.Compact(slices.Delete(got, i, i+1)), answer)
			}
			compare(t, got, test.want)
			w.end()
		})
	}
}
