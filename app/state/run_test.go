package state_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"drnet/app/state"
	"drnet/engine/protocol"
)

const mostPoints = 600 // of a curve, as the design says

func TestCurveIsThinned(t *testing.T) {
	for _, n := range []int{0, 1, 599, 600, 601, 5000, 20_000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := withTable(state.Start{At: noon}, heard(started(), 0))
			for step := range n {
				s, _ = after(s, heard(progress(step+1), 1))
			}
			curve := s.Run.Curve
			if len(curve) > mostPoints || len(curve) < min(n, mostPoints/2) {
				t.Fatalf("%d points of %d", len(curve), n)
			}
			if n == 0 {
				return
			}
			if !slices.IsSortedFunc(curve, func(a, b state.Point) int { return a.Step - b.Step }) {
				t.Error("the points are out of order")
			}
			apart := n/len(curve) + 1 // at most twice as far as need be
			if first, last := curve[0].Step, curve[len(curve)-1].Step; first != 1 || last <= n-2*apart {
				t.Errorf("the curve goes from %d to %d, want 1 to about %d", first, last, n)
			}
		})
	}
}

func TestCurvePoints(t *testing.T) {
	none := progress(1)
	none.Now = nil
	untested := progress(2)
	untested.Now = &protocol.Snapshot{Train: 0.7}
	s := withTable(state.Start{At: noon}, heard(started(), 0), heard(none, 1), heard(untested, 1), heard(progress(3), 1))
	want := []state.Point{{Step: 2, Loss: 0.5, Train: 0.7, Phase: untested.Phase}, {Step: 3, Loss: 0.5, Train: 0.9, Test: 0.8, Phase: untested.Phase}}
	if !slices.Equal(s.Run.Curve, want) {
		t.Errorf("Curve = %+v, want %+v", s.Run.Curve, want)
	}
	if s.Run.Last.Step != 3 {
		t.Errorf("Last.Step = %d, want 3", s.Run.Last.Step)
	}
}

func TestLeft(t *testing.T) {
	tests := []struct {
		name     string
		messages []state.Msg
		want     time.Duration // below zero: not known
	}{
		{"not begun", nil, -1},
		{"too early", []state.Msg{heard(progress(10), 2.2)}, -1},
		{"a tenth", []state.Msg{heard(progress(100), 4)}, 18 * time.Second},
		{"half", []state.Msg{heard(progress(100), 4), heard(progress(500), 12)}, 10 * time.Second},
		{"all", []state.Msg{heard(progress(1000), 12)}, 0},
		{"held", []state.Msg{heard(progress(500), 11.5), heard(protocol.Paused{}, 12), heard(progress(501), 13)}, 9_960_079_840},
		{"held and gone on", []state.Msg{heard(progress(500), 12), heard(protocol.Paused{}, 12), heard(protocol.Resumed{}, 3612), heard(progress(500), 3612)}, 10 * time.Second},
		{"held twice", []state.Msg{heard(protocol.Paused{}, 3), heard(protocol.Resumed{}, 103), heard(protocol.Paused{}, 104), heard(protocol.Paused{}, 105),
			heard(protocol.Resumed{}, 204), heard(protocol.Resumed{}, 205), heard(progress(500), 212)}, 10 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			messages := append([]state.Msg{state.Start{At: at(0)}, heard(started(), 2)}, test.messages...)
			got, ok := withTable(messages...).Run.Left()
			if !ok {
				got = -1
			}
			if got != test.want {
				t.Errorf("Left() = %v, want %v", got, test.want)
			}
		})
	}
}

func TestEpoch(t *testing.T) {
	s := withTable(state.Start{At: noon})
	if made, all := s.Run.Epoch(); made != 0 || all != 0 {
		t.Errorf("Epoch() = %d, %d before it began, want 0, 0", made, all)
	}
	s, _ = after(s, heard(started(), 1), heard(progress(45), 2)) // 960 rows in batches of 48: 20 steps an epoch
	if made, all := s.Run.Epoch(); made != 2 || all != 50 {
		t.Errorf("Epoch() = %d, %d, want 2, 50", made, all)
	}
}
