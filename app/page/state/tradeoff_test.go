package state_test

import (
	"strings"
	"testing"

	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/protocol"
)

func sweepAsked() tradeoff.EvaluationAsked {
	return tradeoff.EvaluationAsked{Kind: tradeoff.Sweep, At: noon}
}

// swept returns a state after a sweep.
func swept(messages ...state.Msg) (state.State, string) {
	s, _ := read(core.TabChosen{Tab: core.TradeOffTab})
	s, requests := after(s, append([]state.Msg{sweepAsked(), heard(coretest.Sweep(), 20)}, messages...)...)
	return s, asked(requests)
}

// During a sweep nothing else starts.
func TestSweepKeepsTheEngineBusy(t *testing.T) {
	s, _ := read(sweepAsked())
	if _, again := after(s, sweepAsked(), training.StartAsked{At: noon}); len(again) > 0 {
		t.Errorf("beside it was asked for %s", asked(again))
	}
	if got := s.Obstacle(); !s.Busy() || !strings.Contains(got, "Wait") {
		t.Errorf("obstacle to a training: %q", got)
	}
	s, _ = after(s, heard(protocol.Refused{Kind: protocol.BadSetting, Message: "no", Hint: "yes"}, 12))
	if s.Busy() || s.Obstacle() != "" || s.DataProblem != nil || s.Status != "No." {
		t.Errorf("refused: busy %v, obstacle %q, %+v, %q", s.Busy(), s.Obstacle(), s.DataProblem, s.Status)
	}
}

// A setting opens its model, and undo restores the previous one.
func TestSettingOpened(t *testing.T) {
	s, requests := swept(tradeoff.SettingOpened{Index: 1})
	if got := len(s.Rules.Model().Rules); got != 1 || s.Tab != core.TradeOffTab {
		t.Errorf("%d rules are shown, want 1", got)
	}
	if !strings.Contains(s.Status, "Opened 1 rule.") || strings.Contains(requests, "score") {
		t.Errorf("%q, asked for %q", s.Status, requests)
	}
	if s, _ = after(s, rules.Undone{}); len(s.Rules.Model().Rules) != 3 {
		t.Errorf("%d rules after undoing, want 3", len(s.Rules.Model().Rules))
	}
}

// Reading a table cancels a sweep on the previous one.
func TestReadingEndsASweep(t *testing.T) {
	s, _ := read(sweepAsked(), heard(protocol.Evaluating{Done: 1, Of: 48, Share: 0.1}, 1))
	s, requests := after(s, state.FileChosen{Name: "next.csv"})
	if got := asked(requests); got != "stop, load next.csv" {
		t.Errorf("asked for %q", got)
	}
	s, _ = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 2), heard(protocol.Loaded{Table: people()}, 3))
	if s.Busy() || s.Table == nil || s.Reading != "" {
		t.Errorf("busy %v, reading %q", s.Busy(), s.Reading)
	}
}

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
