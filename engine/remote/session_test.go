package remote_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"drnet/engine"
	"drnet/engine/protocol"
	"drnet/engine/remote"
)

const xorTable = "a,b,y\n0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n"

// The session behind the port learns the same rules with and without pauses.
func TestPauseChangesNoModel(t *testing.T) {
	straight := learn(t, func(func(protocol.Request)) {})
	held := learn(t, func(send func(protocol.Request)) {
		for range 3 {
			time.Sleep(37*stepTakes + stepTakes/2)
			send(protocol.Pause{})
			time.Sleep(time.Hour)
			send(protocol.Resume{})
		}
	})
	if !bytes.Equal(straight, held) {
		t.Errorf("the model after pauses is\n%s\nwithout them\n%s", held, straight)
	}
}

// Showing every epoch or running one epoch at a time does not change the rules either. The rules are read at the end of
// each epoch, which changes nothing.
func TestStepsChangeNoModel(t *testing.T) {
	straight := learn(t, func(func(protocol.Request)) {})
	stepped := learn(t, func(send func(protocol.Request)) {
		send(protocol.Step{})
		for range 20 {
			time.Sleep(time.Second)
			send(protocol.Step{})
		}
		time.Sleep(time.Second)
		send(protocol.Pace{Epochs: 2})
		send(protocol.Resume{})
	})
	if !bytes.Equal(straight, stepped) {
		t.Errorf("the model made by steps is\n%s\nand without them\n%s", stepped, straight)
	}
}

// learn trains on a small table behind a port, calls meanwhile during the run, and returns the model file.
func learn(t *testing.T, meanwhile func(send func(protocol.Request))) (model []byte) {
	synctest.Test(t, func(t *testing.T) {
		session := engine.NewSession()
		s := serve(func(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
			session.Handle(ctx, r, func(e protocol.Event) {
				time.Sleep(stepTakes)
				emit(e)
			})
		})
		s.Send(remote.Message{
			Body: must(protocol.EncodeRequest(1, protocol.Load{Name: "xor.csv"})),
			File: strings.NewReader(xorTable + strings.Repeat(xorTable[6:], 20)),
		})
		time.Sleep(time.Second)
		r := protocol.Train{Target: "y", Positive: "yes"}
		r.Network.Steps, r.Network.Rules, r.Network.Seed = 300, 8, 3
		s.request(2, r)
		meanwhile(func(r protocol.Request) { s.request(2, r) })
		time.Sleep(time.Minute)
		for len(s.in) > 0 {
			_, e, err := protocol.DecodeEvent((<-s.in).Body)
			switch e := e.(type) {
			case protocol.Trained:
				model = must(e.Model.Write())
			case protocol.Refused:
				t.Fatalf("refused: %+v %v", e, err)
			}
		}
		s.finish()
	})
	if model == nil {
		t.Fatal("no model came")
	}
	return model
}

// With any number of helpers for its restarts, the session learns the same rules as without.
func TestRestartsByHelpers(t *testing.T) {
	want, _ := restarts(t, 1, "")
	for _, size := range []int{2, 3, 8} {
		for _, nature := range []behavior{sound, weak} {
			got, spawned := restarts(t, size, nature)
			if least := min(size, 5); spawned < least {
				t.Errorf("%d helpers were spawned, want %d at least", spawned, least)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("with %d helpers, the first of which was %q, the model is\n%s\nand alone\n%s", size, nature, got, want)
			}
		}
	}
}

// restarts trains five networks on a small table with size helpers and returns the model file. The first helper may be
// weak; each helper is slower than the previous one.
func restarts(t *testing.T, size int, first behavior) (model []byte, spawned int) {
	synctest.Test(t, func(t *testing.T) {
		owner := engine.NewSession()
		owner.Workers = &remote.Pool{Size: size, Memory: 1 << 40, Alone: owner.Handle, Spawn: func() (remote.Port, error) {
			here, there := connection()
			spawned++
			h, number := &worker{end: here, back: there, world: &fixture{}}, spawned
			session, events := engine.NewSession(), 0
			go remote.Serve(there, yield, func(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
				session.Handle(ctx, r, func(e protocol.Event) {
					time.Sleep(time.Duration(number) * stepTakes)
					if events++; events == 50 && number == 1 && first == weak {
						h.die()
					}
					emit(e)
				})
			}, nil)
			return h, nil
		}}
		handle := func(r protocol.Request) (last protocol.Event) {
			owner.Handle(t.Context(), r, func(e protocol.Event) { last = e })
			return last
		}
		handle(protocol.Load{Name: "xor.csv", File: strings.NewReader(xorTable + strings.Repeat(xorTable[6:], 20))})
		r := protocol.Train{Target: "y", Positive: "yes", Restarts: 5}
		r.Network.Steps, r.Network.Rules, r.Network.Seed = 300, 8, 3
		r.Split.Share = 0.2
		announced := handle(protocol.Plan{Train: r}).(protocol.Planned)
		if want := min(size, 5); want > 1 && (announced.Helpers != want || announced.HelperMemory < int64(want)<<20) ||
			want == 1 && announced.Helpers != 0 {
			t.Errorf("%d helpers were announced in %d bytes, want %d", announced.Helpers, announced.HelperMemory, want)
		}
		trained, ok := handle(r).(protocol.Trained)
		if !ok {
			t.Fatal("the training was refused")
		}
		model = must(trained.Model.Write())
	})
	return model, spawned
}
