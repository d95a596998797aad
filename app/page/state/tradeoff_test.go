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

// A setting opens its model, and undo restores the previous one.
func TestSettingOpened(t *testing.T) {
	s, _ := read(core.TabChosen{Tab: core.TradeOffTab}, sweepAsked(), heard(coretest.Sweep(), 20))
	opened := tradeoff.SettingOpened{Index: 1}
	travel(t, s, func(s state.State) any {
		return facts("rules", len(s.Rules.Model().Rules), "tab", s.Tab, "said", strings.Contains(s.Status, "Opened 1 rule."))
	}, []journey{
		{"opened", steps(opened), "", "rules 1; tab trade; said"},
		{"undone", steps(opened, rules.Undone{}), "", "rules 3; tab trade; said"},
	})
}

// During a sweep or a benchmark nothing else starts. A refusal, a crash or a new table ends it.
func TestLongTasks(t *testing.T) {
	ready, _ := read()
	benchmark, sweep, start := compare.BenchmarkAsked{At: noon}, sweepAsked(), training.StartAsked{At: noon}
	next, cancelled := state.FileChosen{Name: "next.csv"}, heard(stopped, 2)
	refused := heard(protocol.Refused{Kind: protocol.BadSetting, Message: "no", Hint: "yes"}, 12)
	crashed := heard(protocol.Refused{Kind: protocol.Crashed, Message: "the engine ended", Hint: "start again"}, 2)
	travel(t, ready, func(s state.State) any {
		return facts("busy", s.Busy(), "obstacle", s.Obstacle(), "problem", s.Problem, "data", problem(s.DataProblem), "status", s.Status)
	}, []journey{
		{
			"a sweep", steps(sweep, sweep, start), "evaluate",
			"busy; obstacle Wait for the trade-off to end, or stop it.; status 48 runs have started.",
		},
		{"a sweep refused", steps(sweep, refused), "evaluate", "status No."},
		{
			"a table in a sweep", steps(sweep, heard(protocol.Evaluating{Done: 1, Of: 48, Share: 0.1}, 1), next), "evaluate, stop, load next.csv",
			"busy; obstacle Reading next.csv …; status Reading next.csv.",
		},
		{
			"and read", steps(sweep, next, cancelled, loaded(people(), 3)), "evaluate, stop, load next.csv, apply",
			"status Read people.csv: 1,200 rows, 9 columns.",
		},
		{
			"a benchmark", steps(benchmark, benchmark, start, sweep), "evaluate",
			"busy; obstacle Wait until the learners have been compared, or stop them.; status The benchmark of 7 learners has started.",
		},
		{"a benchmark crashed", steps(benchmark, crashed), "evaluate", "problem The engine ended. Start again."},
		{
			"a table in a benchmark", steps(benchmark, next), "evaluate, stop, load next.csv",
			"busy; obstacle Reading next.csv …; status Reading next.csv.",
		},
		{"which goes no further", steps(benchmark, next, cancelled), "evaluate, stop, load next.csv", "obstacle Reading next.csv …"},
	})
}
