package state_test

import (
	"strings"
	"testing"

	"drnet/app/compare"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/protocol"
)

// A new table ends the benchmark on the old one, which keeps the engine busy.
func TestReadingEndsABenchmark(t *testing.T) {
	s, _ := read(compare.BenchmarkAsked{At: noon})
	if _, again := after(s, compare.BenchmarkAsked{At: noon}, training.StartAsked{At: noon}, sweepAsked()); len(again) > 0 ||
		s.Obstacle() == "" {
		t.Errorf("beside it was asked for %s", asked(again))
	}
	s, requests := after(s, state.FileChosen{Name: "next.csv"})
	if got := asked(requests); !strings.HasPrefix(got, "stop, load") {
		t.Errorf("asked for %s", got)
	}
	s, requests = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 1))
	if s.Compare.Active() || len(requests) > 0 {
		t.Errorf("it goes on: asked for %s", asked(requests))
	}
}

// A crash during the benchmark ends it, and is reported.
func TestBenchmarkCrashed(t *testing.T) {
	s, _ := read(compare.BenchmarkAsked{At: noon},
		heard(protocol.Refused{Kind: protocol.Crashed, Message: "the engine ended", Hint: "start again"}, 2))
	if s.Busy() || s.Problem != "The engine ended. Start again." || s.DataProblem != nil {
		t.Errorf("busy %v, problem %q, %+v", s.Busy(), s.Problem, s.DataProblem)
	}
}
