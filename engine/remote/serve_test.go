package remote_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"drnet/engine/protocol"
	"drnet/engine/remote"
)

// end is one end of an in-memory connection. Either side can close it.
type end struct {
	in, out chan remote.Message
	closed  chan struct{}
}

const mostWaiting = 100_000 // messages: more than any test sends

func connection() (page, worker *end) {
	there, back, closed := make(chan remote.Message, mostWaiting), make(chan remote.Message, mostWaiting), make(chan struct{})
	return &end{back, there, closed}, &end{there, back, closed}
}

func (e *end) Send(m remote.Message)          { e.out <- m }
func (e *end) Receive() <-chan remote.Message { return e.in }
func (e *end) Close()                         { close(e.closed); e.out <- remote.Message{Lost: "closed"} }

func (e *end) request(id int, r protocol.Request) {
	e.Send(remote.Message{Body: must(protocol.EncodeRequest(id, r))})
}

// inBubble runs a subtest in a synctest bubble.
func inBubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

func must(body []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return body
}

// yield waits until all other goroutines are blocked: in a synctest bubble time advances only then.
func yield() { time.Sleep(time.Microsecond) }

const stepTakes = time.Millisecond

// train simulates a session that makes r.Network.Steps steps.
func train(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	steps := r.(protocol.Train).Network.Steps
	emit(protocol.Started{})
	made := 0
	for made < steps && ctx.Err() == nil {
		time.Sleep(stepTakes)
		made++
		emit(protocol.Progress{Step: made, Steps: steps})
	}
	emit(protocol.Trained{Steps: made})
}

// serving is an active server, seen from the other end.
type serving struct {
	*end
	began time.Time
	ended chan struct{}
}

func serve(handle remote.HandlerFunc) serving { return serveWarm(handle, nil) }

func serveWarm(handle remote.HandlerFunc, warmUp remote.WarmUpFunc) serving {
	page, worker := connection()
	s := serving{page, time.Now(), make(chan struct{})}
	go func() {
		defer close(s.ended)
		remote.Serve(worker, yield, handle, warmUp)
	}()
	return s
}

// drain ends the connection and calls a function for each event.
func (s serving) drain(heard func(id int, e protocol.Event, err error)) {
	synctest.Wait()
	s.Send(remote.Message{Lost: "the test is over"})
	<-s.ended
	close(s.in)
	for m := range s.in {
		heard(protocol.DecodeEvent(m.Body))
	}
}

// finish ends the connection and returns the events, one per line, with the number of progress events in between.
func (s serving) finish() []string {
	var lines []string
	progress := 0
	s.drain(func(id int, e protocol.Event, err error) {
		if _, ok := e.(protocol.Progress); ok && err == nil {
			progress++
			return
		}
		if progress > 0 {
			lines = append(lines, fmt.Sprintf("%d× progress", progress))
			progress = 0
		}
		lines = append(lines, describe(id, e, err))
	})
	return lines
}

func describe(id int, e protocol.Event, err error) string {
	switch e := e.(type) {
	case nil:
		return err.Error()
	case protocol.Refused:
		return fmt.Sprintf("%d refused: %s", id, e.Kind)
	case protocol.Loaded:
		return fmt.Sprintf("%d loaded: %s", id, e.Table.Name)
	case protocol.Trained:
		return fmt.Sprintf("%d trained: %d", id, e.Steps)
	}
	return fmt.Sprintf("%d %s", id, protocol.EventName(e))
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func training(steps int) protocol.Train {
	r := protocol.Train{Target: "y"}
	r.Network.Steps = steps
	return r
}

func TestServe(t *testing.T) {
	tests := []struct {
		name string
		do   func(s serving)
		want []string
	}{
		{"in order", func(s serving) {
			s.request(1, training(1))
			s.request(2, training(2))
			time.Sleep(time.Second)
		}, []string{"1 started", "1× progress", "1 trained: 1", "2 started", "1× progress", "2 trained: 2"}},
		{"at most three progress events a second, and the last", func(s serving) {
			s.request(1, training(1000))
			time.Sleep(2 * time.Second)
		}, []string{"1 started", "5× progress", "1 trained: 1000"}},
		{"a ping is answered at work, held and at rest", func(s serving) {
			s.request(0, protocol.Ping{})
			time.Sleep(time.Second)
			s.request(1, training(50))
			time.Sleep(103 * stepTakes / 2 / 2)
			s.request(0, protocol.Ping{})
			time.Sleep(stepTakes)
			s.request(1, protocol.Pause{})
			time.Sleep(time.Second)
			s.request(0, protocol.Ping{})
			time.Sleep(time.Second)
			s.request(1, protocol.Resume{})
			time.Sleep(time.Second)
		}, []string{
			"0 pong", "1 started", "1× progress", "0 pong", "1 paused", "1× progress", "0 pong", "1 resumed",
			"1× progress", "1 trained: 50",
		}},
		{"pause holds and resume goes on", func(s serving) {
			s.request(1, training(150))
			time.Sleep(103 * stepTakes / 2)
			s.request(1, protocol.Pause{})
			time.Sleep(time.Hour)
			s.request(1, protocol.Resume{})
			time.Sleep(time.Second)
		}, []string{"1 started", "1× progress", "1 paused", "1× progress", "1 resumed", "1× progress", "1 trained: 150"}},
		{"pressed twice", func(s serving) {
			s.request(1, training(100))
			time.Sleep(21 * stepTakes / 2)
			for range 2 {
				s.request(1, protocol.Pause{})
			}
			time.Sleep(time.Minute)
			s.request(1, protocol.Resume{})
			time.Sleep(stepTakes * 5)
			s.request(1, protocol.Resume{})
			time.Sleep(time.Minute)
		}, []string{
			"1 started", "1× progress", "1 paused", "1 paused", "1× progress", "1 resumed", "1 resumed",
			"1× progress", "1 trained: 100",
		}},
		{"resume before the pause is noticed", func(s serving) {
			s.request(1, training(30))
			time.Sleep(stepTakes / 2)
			s.request(1, protocol.Pause{})
			s.request(1, protocol.Resume{})
			time.Sleep(time.Minute)
		}, []string{"1 started", "1 paused", "1 resumed", "2× progress", "1 trained: 30"}},
		{"stop while running", func(s serving) {
			s.request(1, training(1000))
			time.Sleep(111 * stepTakes / 2)
			s.request(1, protocol.Stop{})
			time.Sleep(stepTakes)
			s.request(2, training(1))
			time.Sleep(time.Second)
		}, []string{"1 started", "2× progress", "1 trained: 56", "2 started", "1× progress", "2 trained: 1"}},
		{"stop while paused", func(s serving) {
			s.request(1, training(1000))
			time.Sleep(111 * stepTakes / 2)
			s.request(1, protocol.Pause{})
			time.Sleep(time.Hour)
			s.request(1, protocol.Stop{})
			time.Sleep(time.Second)
		}, []string{"1 started", "1× progress", "1 paused", "1× progress", "1 trained: 60"}}, // it checks the port every 10 ms
		{"stop before the first step", func(s serving) {
			s.request(1, training(1000))
			s.request(1, protocol.Stop{})
			time.Sleep(time.Second)
		}, []string{"1 started", "1 trained: 0"}},
		{"no pause after a stop", func(s serving) {
			s.request(1, training(1000))
			time.Sleep(111 * stepTakes / 2)
			s.request(1, protocol.Pause{})
			s.request(1, protocol.Stop{})
			s.request(1, protocol.Pause{})
			time.Sleep(time.Hour)
		}, []string{"1 started", "1× progress", "1 paused", "1× progress", "1 trained: 56"}},
		{"controls with nothing at work", func(s serving) {
			s.request(1, protocol.Pause{})
			s.request(1, protocol.Resume{})
			s.request(1, protocol.Stop{})
			time.Sleep(time.Second)
			s.request(2, training(5))
			time.Sleep(time.Second)
			s.request(2, protocol.Pause{})
			s.request(2, protocol.Resume{})
			s.request(2, protocol.Stop{})
			time.Sleep(time.Second)
		}, []string{"2 started", "2× progress", "2 trained: 5"}},
		{"no message", func(s serving) {
			s.Send(remote.Message{Body: []byte("{")})
			s.Send(remote.Message{})
			s.Send(remote.Message{Body: []byte(`{"type":"dance","id":7,"body":{}}`)})
			s.Send(remote.Message{Body: []byte(`{"type":"train","id":8,"body":[]}`)})
			s.request(9, training(1))
			time.Sleep(time.Second)
		}, []string{
			"0 refused: setting", "0 refused: setting", "7 refused: setting", "8 refused: setting", "9 started",
			"1× progress", "9 trained: 1",
		}},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			s := serve(train)
			test.do(s)
			compare(t, s.finish(), test.want)
		})
	}
}

// Progress events are sent about three times a second, in order with other events, and the last one is always sent.
func TestServePaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(func(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
			for i := range 250 {
				time.Sleep(stepTakes)
				emit(protocol.Reading{Bytes: int64(i + 1), Size: 250})
				if i == 120 {
					emit(protocol.Previewed{})
				}
			}
			for i := range 250 {
				time.Sleep(stepTakes)
				emit(protocol.Preparing{Done: i + 1, Of: 250})
			}
			emit(protocol.Loaded{})
		})
		s.request(1, protocol.Load{Name: "a"})
		time.Sleep(time.Second)
		var got []string
		s.drain(func(_ int, e protocol.Event, err error) {
			switch e := e.(type) {
			case protocol.Reading:
				got = append(got, fmt.Sprint("reading ", e.Bytes))
			case protocol.Preparing:
				got = append(got, fmt.Sprint("preparing ", e.Done))
			default:
				got = append(got, strings.TrimPrefix(describe(0, e, err), "0 "))
			}
		})
		compare(t, got, []string{
			"reading 1", "reading 121", "peeked", "preparing 51", "preparing 250", "loaded: ",
		})
	})
}

// sized is a file with a known size, like a browser file.
type sized struct{ *strings.Reader }

func TestServeFindsTheSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sizes []int64
		s := serve(func(_ context.Context, r protocol.Request, emit func(protocol.Event)) {
			sizes = append(sizes, r.(protocol.Load).Size)
			emit(protocol.Loaded{})
		})
		for id, load := range []protocol.Load{{}, {Size: 7}} {
			s.Send(remote.Message{Body: must(protocol.EncodeRequest(id+1, load)), File: sized{strings.NewReader("a,b\n")}})
			time.Sleep(time.Second)
		}
		s.finish()
		if !slices.Equal(sizes, []int64{4, 7}) {
			t.Errorf("the sizes are %v, want that of the file, and that of the request", sizes)
		}
	})
}

func TestServeEndsWithTheOtherSide(t *testing.T) {
	tests := []struct {
		name   string
		before func(s serving)
	}{
		{"idle", func(serving) {}},
		{"running", func(s serving) { s.request(1, training(1_000_000)) }},
		{"paused", func(s serving) {
			s.request(1, training(1_000_000))
			time.Sleep(50 * stepTakes)
			s.request(1, protocol.Pause{})
		}},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			s := serve(train)
			test.before(s)
			time.Sleep(100 * stepTakes)
			s.Send(remote.Message{Lost: "the page was closed"})
			time.Sleep(20 * stepTakes)
			select {
			case <-s.ended:
			default:
				t.Fatal("the server is still at work")
			}
		})
	}
}

// Each request has exactly one final event, whatever the handler does.
func TestServeEndsOnce(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name   string
		events []protocol.Event
		want   []string
	}{
		{"twice", []protocol.Event{protocol.Trained{Steps: 1}, protocol.Trained{Steps: 2}}, []string{"1 trained: 1"}},
		{"progress after it", []protocol.Event{protocol.Trained{Steps: 1}, protocol.Started{}}, []string{"1 trained: 1"}},
		{
			"final event that cannot be written",
			[]protocol.Event{protocol.Loaded{Table: protocol.TableSummary{Cells: []*protocol.Cell{{Number: &nan}}}}},
			[]string{"1 refused: crashed"},
		},
		{
			"event that cannot be written",
			[]protocol.Event{protocol.Started{Majority: nan}, protocol.Started{}, protocol.Trained{Steps: 3}},
			[]string{"1 refused: crashed"},
		},
		{
			"held progress that cannot be written",
			[]protocol.Event{protocol.Progress{Step: 1}, protocol.Progress{Step: 2, Loss: nan}, protocol.Trained{Steps: 3}},
			[]string{"1× progress", "1 refused: crashed"},
		},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			s := serve(func(_ context.Context, _ protocol.Request, emit func(protocol.Event)) {
				for _, e := range test.events {
					emit(e)
				}
			})
			s.request(1, training(1))
			compare(t, s.finish(), test.want)
		})
	}
}

func TestServePassesTheFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got protocol.Load
		s := serve(func(_ context.Context, r protocol.Request, emit func(protocol.Event)) {
			got = r.(protocol.Load)
			emit(protocol.Loaded{})
		})
		file := strings.NewReader("a,b\n")
		s.Send(remote.Message{Body: must(protocol.EncodeRequest(1, protocol.Load{Name: "t.csv"})), File: file})
		compare(t, s.finish(), []string{"1 loaded: "})
		if got.File != file || got.Name != "t.csv" {
			t.Errorf("the handler got %+v", got)
		}
	})
}

// A request that arrives before the active one has ended breaks the contract. The end of the first must not end the
// second.
func TestServeOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(train)
		s.request(1, training(20))
		s.request(2, training(100))
		time.Sleep(60 * stepTakes)
		s.request(2, protocol.Stop{})
		time.Sleep(time.Second)
		compare(t, s.finish(), []string{"1 started", "2× progress", "1 trained: 20", "2 started", "1× progress", "2 trained: 40"})
	})
}

// TestServeWarmUp checks that an idle server warms up, that a request ends the warm-up within its next events, and that it is
// repeated until one is complete.
func TestServeWarmUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const steps = 100
		var made []int // steps of each warm-up
		answered := func(_ context.Context, r protocol.Request, emit func(protocol.Event)) {
			emit(protocol.Trained{Steps: r.(protocol.Train).Network.Steps})
		}
		s := serveWarm(answered, func(ctx context.Context, emit func(protocol.Event)) {
			made = append(made, 0)
			step := &made[len(made)-1]
			for ; *step < steps && ctx.Err() == nil; *step++ {
				time.Sleep(stepTakes)
				emit(protocol.Progress{Step: *step})
			}
		})
		for id := range 4 { // the server is not idle between them
			time.Sleep(100 * time.Millisecond)
			s.request(id+1, training(id))
		}
		time.Sleep(100 * time.Millisecond)
		if made != nil {
			t.Error("a warm-up began between two requests")
		}
		time.Sleep(100*time.Millisecond + steps/2*stepTakes)
		s.request(5, training(4))
		time.Sleep(20 * time.Millisecond)
		if len(s.in) != 5 {
			t.Errorf("%d of 5 requests are answered", len(s.in))
		}
		time.Sleep(time.Minute)
		s.request(6, training(5))
		compare(t, s.finish(), []string{
			"1 trained: 0", "2 trained: 1", "3 trained: 2", "4 trained: 3", "5 trained: 4", "6 trained: 5",
		})
		if len(made) != 2 || made[0] > steps*3/4 || made[1] != steps {
			t.Errorf("the warm-ups made %d steps, want half of %d or little more, and then all", made, steps)
		}
	})
}
