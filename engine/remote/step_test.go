package remote_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

const stepsOfEpoch = 7

// lookable is train with epochs of stepsOfEpoch steps and rules that can be read.
func lookable(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	steps := r.(protocol.Train).Network.Steps
	emit(protocol.Started{Rows: 10*stepsOfEpoch + 3, Network: drnet.Config{Batch: 10}})
	made := 0
	for made < steps && ctx.Err() == nil {
		time.Sleep(stepTakes)
		made++
		emit(protocol.Progress{Step: made, Steps: steps, Look: func() *protocol.Snapshot { return &protocol.Snapshot{Step: made} }})
	}
	emit(protocol.Trained{Steps: made})
}

// log returns the events so far, including only the progress events with rules.
func (s serving) log() []string {
	var lines []string
	for len(s.in) > 0 {
		id, e, err := protocol.DecodeEvent((<-s.in).Body)
		if p, ok := e.(protocol.Progress); ok {
			if p.Now != nil {
				lines = append(lines, fmt.Sprintf("step %d, rules of %d", p.Step, p.Now.Step))
			}
			continue
		}
		lines = append(lines, strings.TrimPrefix(describe(id, e, err), "1 "))
	}
	return lines
}

func TestStep(t *testing.T) {
	tests := []struct {
		name  string
		steps int
		do    func(s serving)
		want  []string
	}{
		{
			"from the beginning", 20, func(s serving) { s.request(1, protocol.Step{}) },
			[]string{"started", "resumed", "step 7, rules of 7", "paused"},
		},
		{"again and again, to the end", 20, func(s serving) {
			for range 4 {
				s.request(1, protocol.Step{})
				time.Sleep(time.Second)
			}
		}, []string{"started", "resumed", "step 7, rules of 7", "paused", "resumed", "step 14, rules of 14", "paused", "resumed", "trained: 20"}},
		{"after a pause, to the end of that epoch", 50, func(s serving) {
			time.Sleep(10*stepTakes + stepTakes/2)
			s.request(1, protocol.Pause{})
			time.Sleep(time.Second)
			s.request(1, protocol.Step{})
		}, []string{"started", "paused", "resumed", "step 21, rules of 21", "paused"}},
		{"and then on", 20, func(s serving) {
			s.request(1, protocol.Step{})
			time.Sleep(time.Second)
			s.request(1, protocol.Resume{})
		}, []string{"started", "resumed", "step 7, rules of 7", "paused", "resumed", "trained: 20"}},
		{"and a stop", 20, func(s serving) {
			s.request(1, protocol.Step{})
			time.Sleep(time.Second)
			s.request(1, protocol.Stop{})
		}, []string{"started", "resumed", "step 7, rules of 7", "paused", "trained: 7"}},
		{"a pause before the epoch has ended", 20, func(s serving) {
			s.request(1, protocol.Step{})
			s.request(1, protocol.Pause{})
			time.Sleep(time.Second)
			s.request(1, protocol.Resume{})
		}, []string{"started", "resumed", "paused", "resumed", "trained: 20"}},
		{
			"a pace of two epochs", 50, func(s serving) { s.request(1, protocol.Pace{Epochs: 2}) },
			[]string{"started", "step 14, rules of 14", "step 28, rules of 28", "step 42, rules of 42", "trained: 50"},
		},
		{"a pace that is taken back", 50, func(s serving) {
			s.request(1, protocol.Pace{Epochs: 1})
			time.Sleep(150 * time.Millisecond)
			s.request(1, protocol.Pace{})
		}, []string{"started", "step 7, rules of 7", "step 14, rules of 14", "trained: 50"}},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			s := serve(lookable)
			s.request(1, training(test.steps))
			time.Sleep(stepTakes / 2)
			test.do(s)
			time.Sleep(10 * time.Second)
			compare(t, s.log(), test.want)
			s.finish()
		})
	}
}

// A run that was paused before it started knows its epochs.
func TestStepFromAPauseBeforeTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(func(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
			emit(protocol.Preparing{})
			time.Sleep(50 * time.Millisecond) // encodes
			lookable(ctx, r, emit)
		})
		s.request(1, training(40))
		time.Sleep(20 * time.Millisecond)
		s.request(1, protocol.Pause{})
		time.Sleep(time.Second)
		s.request(1, protocol.Step{})
		time.Sleep(time.Second)
		compare(t, s.log()[1:], []string{"paused", "started", "resumed", "step 7, rules of 7", "paused"})
		s.finish()
	})
}

// A query during a pause is answered although the request ends without another check.
func TestQueryBeforeTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(func(_ context.Context, r protocol.Request, emit func(protocol.Event)) {
			if _, ok := r.(protocol.Explain); ok {
				emit(protocol.Explained{})
				return
			}
			emit(protocol.Started{})
			time.Sleep(time.Second) // waits for helpers
			emit(protocol.Trained{})
		})
		s.request(1, training(5))
		time.Sleep(100 * time.Millisecond)
		s.request(1, protocol.Pause{})
		s.request(-2, protocol.Explain{})
		time.Sleep(10 * time.Second)
		compare(t, s.log(), []string{"started", "paused", "-2 explained", "trained: 0"})
		s.finish()
	})
}

// With a pace, every selected epoch is shown, and no faster than sendEach.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(lookable)
		s.request(1, training(70))
		s.request(1, protocol.Pace{Epochs: 1})
		began := time.Now()
		var last time.Duration
		shown := 0
		for range 10 {
			_, e, err := protocol.DecodeEvent((<-s.in).Body)
			for p, ok := e.(protocol.Progress); !ok || p.Step%stepsOfEpoch != 0; p, ok = e.(protocol.Progress) {
				_, e, err = protocol.DecodeEvent((<-s.in).Body)
			}
			if err != nil {
				t.Fatal(err)
			}
			now := time.Since(began)
			if shown++; shown > 1 && now-last < 100*time.Millisecond {
				t.Errorf("epoch %d was shown %v after the one before", shown, now-last)
			}
			last = now
		}
		time.Sleep(time.Second)
		s.finish()
	})
}

// sketching simulates a session that trains a watched network.
func sketching(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	if w, ok := r.(protocol.EvaluateNetwork); ok {
		emit(protocol.NetworkEvaluated{Covers: []int{w.Model.Learned.Step}})
		return
	}
	for step := 1; step <= 300 && ctx.Err() == nil; step++ {
		time.Sleep(stepTakes)
		emit(protocol.Progress{Step: step, Draw: func(whole bool) *drnet.Sketch { return &drnet.Sketch{Rules: step, Whole: whole} }})
	}
	emit(protocol.Trained{})
}

// TestNetworksTravel checks that every sent progress event has the network of its step. The network at a pause is
// complete, and queries about it are answered by id. A query without a paused request is cancelled.
func TestNetworksTravel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(sketching)
		ask := func(id int) {
			m := new(protocol.Model)
			m.Learned.Step = -id
			s.request(id, protocol.EvaluateNetwork{Model: m})
		}
		s.request(1, training(300))
		time.Sleep(111 * stepTakes / 2)
		ask(-1)
		time.Sleep(stepTakes)
		s.request(1, protocol.Pause{})
		time.Sleep(time.Minute)
		ask(-2)
		ask(-3)
		time.Sleep(time.Minute)
		s.request(1, protocol.Resume{})
		time.Sleep(time.Minute)
		var got []string
		s.drain(func(id int, e protocol.Event, err error) {
			switch e := e.(type) {
			case protocol.Progress:
				if e.Net == nil || e.Net.Rules != e.Step {
					t.Errorf("step %d has the network %+v", e.Step, e.Net)
				}
				if e.Net.Whole {
					got = append(got, "whole")
				}
			case protocol.NetworkEvaluated:
				got = append(got, fmt.Sprint(id, " weighed ", e.Covers))
			default:
				got = append(got, describe(id, e, err))
			}
		})
		compare(t, got, []string{"-1 refused: cancelled", "1 paused", "whole", "-2 weighed [2]", "-3 weighed [3]", "1 resumed", "1 trained: 0"})
	})
}
