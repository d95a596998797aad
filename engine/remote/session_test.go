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

// The session behind the port learns the same rules whether it is held or not.
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

// learn trains on a small table behind a port, does what it is told meanwhile, and returns the model as a file.
func learn(t *testing.T, meanwhile func(send func(protocol.Request))) (model []byte) {
	synctest.Test(t, func(t *testing.T) {
		session := engine.NewSession()
		s := serve(func(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
			session.Handle(ctx, r, func(e protocol.Event) {
				time.Sleep(stepTakes)
				emit(e)
			})
		})
		s.Send(remote.Message{Body: must(protocol.EncodeRequest(1, protocol.Load{Name: "xor.csv"})), File: strings.NewReader(xorTable + strings.Repeat(xorTable[6:], 20))})
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
