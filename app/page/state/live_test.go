package state_test

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/protocol"
)

// conjunctions reads rules from lines whose conditions are separated by " & ".
func conjunctions(lines ...string) (list [][]string) {
	for _, line := range lines {
		list = append(list, strings.Split(line, " & "))
	}
	return list
}

func TestMatchRules(t *testing.T) {
	tests := []struct {
		name        string
		before, now [][]string
		want        []int
	}{
		{"none", nil, nil, []int{}},
		{"all new", nil, conjunctions("a ≤ 1"), []int{-1}},
		{"all gone", conjunctions("a ≤ 1"), nil, []int{}},
		{"the same", conjunctions("a ≤ 1", "b = x"), conjunctions("a ≤ 1", "b = x"), []int{0, 1}},
		{"moved", conjunctions("a ≤ 1", "b = x", "c > 2"), conjunctions("c > 2", "a ≤ 1"), []int{2, 0}},
		{"a condition more", conjunctions("a ≤ 1", "b = x"), conjunctions("a ≤ 1", "b = x & c > 2"), []int{0, 1}},
		{"a condition less", conjunctions("b = x & c > 2 & d = y"), conjunctions("b = x & d = y"), []int{0}},
		{"another threshold", conjunctions("a ≤ 1"), conjunctions("a ≤ 2"), []int{0}},
		{"an interval of the same column", conjunctions("a ≤ 1"), conjunctions("0 < a ≤ 1"), []int{0}},
		{"with or missing", conjunctions("a ≤ 1 & b = x"), conjunctions("(a ≤ 2 or missing) & b = x"), []int{0}},
		{"nothing in common", conjunctions("a ≤ 1"), conjunctions("b = x"), []int{-1}},
		{"too little in common", conjunctions("a ≤ 1 & b = x & c > 2 & d = y"), conjunctions("a ≤ 1"), []int{-1}},
		{"the likest", conjunctions("a ≤ 1 & b = x", "a ≤ 1 & b = x & c > 2"), conjunctions("a ≤ 1 & b = x & c > 3"), []int{1}},
		{"each once", conjunctions("a ≤ 1 & b = x"), conjunctions("a ≤ 1 & b = y", "a ≤ 1 & b = z"), []int{0, -1}},
		{"equal ones", conjunctions("a ≤ 1", "a ≤ 1"), conjunctions("a ≤ 1", "a ≤ 1"), []int{0, 1}},
		{"signs in names", conjunctions("a > b ≤ 1"), conjunctions("a > b ≤ 2"), []int{0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := core.MatchRules(test.before, test.now); !slices.Equal(got, test.want) {
				t.Errorf("MatchRules() = %v, want %v", got, test.want)
			}
		})
	}
}

// said writes a list as text: the mark before each rule, and changed conditions in underscores.
func said(l core.Live) string {
	var lines []string
	for _, r := range l.Rules {
		var parts []string
		for _, c := range r.Conditions {
			if c.Changed {
				c.Text = "_" + c.Text + "_"
			}
			parts = append(parts, c.Text)
		}
		lines = append(lines, strings.TrimSpace(string(r.Mark)+" "+strings.Join(parts, " & ")))
	}
	return strings.Join(lines, "; ")
}

// look is progress with these rules.
func look(step int, second float64, now [][]string) state.Msg {
	p := progress(step)
	p.Now = &protocol.Snapshot{Step: step, Rules: now}
	return heard(p, second)
}

func TestLiveRules(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0))
	step := 0
	for _, at := range []struct {
		second float64
		now    [][]string // nil: only the time advances
		want   string
	}{
		{1, conjunctions("a ≤ 1", "b = x"), "a ≤ 1; b = x"},           // the first snapshot is not compared
		{1.5, conjunctions("a ≤ 1", "b = x & c > 2"), "a ≤ 1; b = x"}, // too early to be read
		{2, conjunctions("a ≤ 1", "b = x & c > 2"), "a ≤ 1; changed b = x & _c > 2_"},
		{3, conjunctions("b = x & c > 2", "d = y"), "changed b = x & _c > 2_; new d = y; removed a ≤ 1"},
		{4.1, conjunctions("b = x & c > 2", "d = y"), "b = x & c > 2; new d = y; removed a ≤ 1"},
		{4.5, nil, "b = x & c > 2; new d = y; removed a ≤ 1"},
		{5.2, nil, "b = x & c > 2; d = y"},
		{5.5, [][]string{}, "b = x & c > 2; d = y"},
		{6.3, nil, "removed b = x & c > 2; removed d = y"},
		{8.4, nil, ""},
	} {
		if at.now == nil {
			s, _ = after(s, training.MarksExpired{At: heard(nil, at.second).At})
		} else {
			step += 10
			s, _ = after(s, look(step, at.second, at.now))
		}
		if got := said(s.Run.Live); got != at.want {
			t.Errorf("after %v s the list is %q, want %q", at.second, got, at.want)
		}
	}
	if s.Run.Live.Marked() {
		t.Error("marks are left")
	}
	if s, _ = after(s, look(step+10, 8.5, conjunctions("a ≤ 1")), heard(protocol.Paused{}, 8.6)); said(s.Run.Live) != "new a ≤ 1" {
		t.Errorf("paused, the list is %q, not that of the newest rules", said(s.Run.Live))
	}
}

// A long list is cut, and rules that move past the cut are not marked as removed.
func TestLongListIsCut(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0))
	var many [][]string
	for _, c := range "abcdefghijklmnopqrst" {
		many = append(many, []string{string(c) + " = 1"})
	}
	s, _ = after(s, look(1, 1, many))
	slices.Reverse(many)
	s, _ = after(s, look(2, 2, many))
	if l := s.Run.Live; len(l.Rules) != 12 || l.More != 8 || strings.Contains(said(l), "removed") || strings.Contains(said(l), "new") {
		t.Errorf("the list is %q and %d more", said(l), l.More)
	}
}
