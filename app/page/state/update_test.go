package state_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"drnet/app/audit"
	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// Shorter names of what most tests need.
var noon, heard, people, richModel = coretest.Noon, coretest.Heard, coretest.Table, coretest.Model

func at(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }

func started() protocol.Started {
	return protocol.Started{Rows: 960, TestRows: 240, Network: drnet.Config{Batch: 48, Steps: 1000, Alternate: 100}}
}

func progress(step int) protocol.Progress {
	test := 0.8
	return protocol.Progress{
		Step: step, Steps: 1000, Phase: drnet.PhaseRules, Loss: 0.5,
		Now: &protocol.Snapshot{Step: step, Train: 0.9, Test: &test},
	}
}

func trained(rules int) protocol.Trained {
	m := new(protocol.Model)
	m.Learned.Simplified.Rules = rules
	m.Learned.Simplified.Train.Accuracy = 0.9
	return protocol.Trained{Status: drnet.Finished, Steps: 1000, Model: m}
}

// planned is the plan of a run on people.
func planned() protocol.Planned {
	return protocol.Planned{Started: protocol.Started{Rows: 960, TestRows: 240, Features: 12}, Columns: []protocol.Planning{
		{Name: "age", Features: 3, Thresholds: []float64{30, 40.25, 65}}, {Name: "city", Features: 3, Values: 3, Notes: []string{"one to note"}},
	}}
}

// update returns the state after a message, and the requests to the engine. An event without an ID answers the oldest
// pending request that it can answer.
func update(s state.State, m state.Msg) (state.State, []protocol.Request) {
	s, commands := state.Update(s, answering(s, m))
	return s, coretest.Requests(commands)
}

// answering sets the ID of the request that an event answers.
func answering(s state.State, m state.Msg) state.Msg {
	if h, ok := m.(core.Heard); ok && h.ID == core.NoID {
		h.ID = coretest.Answering(s.Pending(), h.Event)
		return h
	}
	return m
}

// after returns the state after the messages, and all requests to the engine.
func after(s state.State, messages ...state.Msg) (state.State, []protocol.Request) {
	var all []protocol.Request
	for _, m := range messages {
		var requests []protocol.Request
		s, requests = update(s, m)
		all = append(all, requests...)
	}
	return s, all
}

func withTable(messages ...state.Msg) state.State {
	s, _ := after(state.New(), state.Connected{}, state.FileChosen{Name: "people.csv"},
		heard(protocol.Loaded{Table: people()}, 0), heard(planned(), 0))
	s, _ = after(s, messages...)
	return s
}

func asked(requests []protocol.Request) string {
	var words []string
	for _, r := range requests {
		word := protocol.RequestName(r)
		switch r := r.(type) {
		case protocol.Plan: // TestPlan covers these
			continue
		case protocol.Load:
			word += " " + r.Sample + r.Name
		case protocol.Train:
			word += " " + r.Target + "=" + r.Positive
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func problem(p *core.Problem) string {
	if p == nil {
		return ""
	}
	return p.Message + " " + p.Hint
}

// journey is a sequence of messages, with the requests to the engine that follow and the facts about the state after it.
type journey struct {
	name     string
	messages []state.Msg
	asked    string
	want     any
}

func steps(messages ...state.Msg) []state.Msg { return messages }

// travel checks journeys that begin with a state.
func travel(t *testing.T, from state.State, told func(s state.State) any, journeys []journey) {
	t.Helper()
	for _, test := range journeys {
		t.Run(test.name, func(t *testing.T) {
			s, requests := after(from, test.messages...)
			coretest.Equal(t, asked(requests), test.asked, "the requests")
			coretest.Equal(t, told(s), test.want, "the state")
		})
	}
}

// facts writes names with values: of true only the name, of zero nothing.
func facts(pairs ...any) string {
	var list []string
	for pair := range slices.Chunk(pairs, 2) {
		if !reflect.ValueOf(pair[1]).IsZero() {
			list = append(list, strings.TrimSuffix(fmt.Sprint(pair[0], " ", pair[1]), " true"))
		}
	}
	return strings.Join(list, "; ")
}

// loaded is the answer to a request for a table.
func loaded(table protocol.TableSummary, seconds float64) core.Heard {
	return heard(protocol.Loaded{Table: table}, seconds)
}

var (
	ragged  = protocol.Refused{Kind: "ragged", Message: "line 3 has 4 fields", Hint: "mend the line"}
	stopped = protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}
)

// tableFacts are what the page shows of the table and its target.
func tableFacts(s state.State) any {
	target := ""
	if c := s.TargetColumn(); c != nil {
		target = c.Name + "=" + s.Setup.Positive
	}
	return facts(
		"ready", s.Ready, "problem", s.Problem, "reading", s.Reading, "table", s.Table != nil,
		"target", target, "proposed", s.Setup.Proposed, "data", problem(s.DataProblem), "obstacle", s.Obstacle(), "status", s.Status,
		"run", s.Run.Phase)
}

func TestFirstTable(t *testing.T) {
	people, heart := people(), heart()
	file, built := state.FileChosen{Name: "people.csv"}, state.SampleChosen{Name: "heart-risk"}
	travel(t, state.New(), tableFacts, []journey{
		{"engine is there", steps(state.Connected{}), "", "ready; obstacle Drop a table first."},
		{"a file is read", steps(file), "load people.csv", "reading people.csv; obstacle Reading people.csv …; status Reading people.csv."},
		{
			"a file was read", steps(file, loaded(people, 0)), "load people.csv",
			"table; target rich=yes; proposed; status Read people.csv: 1,200 rows, 9 columns.",
		},
		{
			"a built-in table has its own target", steps(built, loaded(heart, 0)), "load heart-risk",
			"table; target risk=low; proposed; status Read heart-risk.csv: 10 rows, 2 columns.",
		},
		{
			"the button of the first screen also trains", steps(state.SampleChosen{Name: "heart-risk", Learn: true}, loaded(heart, 0)),
			"load heart-risk, train risk=low",
			"table; target risk=low; proposed; status Read heart-risk.csv: 10 rows, 2 columns.; run preparing",
		},
		{
			"two tables asked for at once", steps(built, file, loaded(heart, 0)), "load heart-risk, stop, load people.csv",
			"reading people.csv; table; target risk=low; proposed; obstacle Reading people.csv …; status Read heart-risk.csv: 10 rows, 2 columns.",
		},
		{
			"and both read", steps(file, built, loaded(people, 0), loaded(heart, 0)), "load people.csv, stop, load heart-risk",
			"table; target risk=low; proposed; status Read heart-risk.csv: 10 rows, 2 columns.",
		},
	})
}

// A sample that is watched trains for the whole run, and the user's own table afterwards as usual.
func TestWatchedSample(t *testing.T) {
	watched := steps(state.SampleChosen{Name: "heart-risk", Learn: true}, loaded(heart(), 0), heard(started(), 1), heard(learnt(), 2))
	own := steps(state.FileChosen{Name: "b.csv"}, loaded(people(), 3))
	for _, test := range []struct {
		messages []state.Msg
		want     string
	}{
		{watched, "100"},
		{slices.Concat(watched, steps(state.SampleChosen{Name: "heart-risk"}, loaded(heart(), 3))), "100"},
		{slices.Concat(watched, own), ""},
		{slices.Concat(watched, steps(settings.Typed{Field: setting.Review, Text: "20"}), own), "20"},
		{slices.Concat(own, steps(settings.Typed{Field: setting.Review, Text: "100"}), own), "100"},
	} {
		s, _ := after(state.New(), test.messages...)
		coretest.Equal(t, s.Setup.Text(setting.Review), test.want, "the review after %d messages", len(test.messages))
	}
}

func TestNextTable(t *testing.T) {
	bad, next := state.FileChosen{Name: "bad.csv"}, state.FileChosen{Name: "b.csv"}
	rules, count := settings.Typed{Field: setting.Rules, Text: "7"}, data.CountTyped{Column: 0, Text: "x"}
	dates := settings.Typed{Field: setting.Dates, Text: "year; age=month"}
	told := func(s state.State) any {
		own := facts("rules", s.Setup.Fields[setting.Rules], "cuts", len(s.Setup.Cuts), "ignored", len(s.Setup.Ignore),
			"dates", strings.TrimPrefix(s.Setup.Text(setting.Dates), "auto"))
		return fmt.Sprint(tableFacts(s), "; ", own)
	}
	travel(t, withTable(), told, []journey{
		{
			"a file is refused", steps(bad, heard(ragged, 0)), "load bad.csv",
			"ready; table; target rich=yes; proposed; data “bad.csv”: Line 3 has 4 fields. Mend the line.; " +
				"status “bad.csv”: Line 3 has 4 fields.; rules 50",
		},
		{
			"the next file takes the problem away", steps(bad, heard(ragged, 0), next), "load bad.csv, load b.csv",
			"ready; reading b.csv; table; target rich=yes; proposed; obstacle Reading b.csv …; status Reading b.csv.; rules 50",
		},
		{
			"a target of two values", steps(core.TargetChosen{Column: 2}), "",
			"ready; table; target rich=yes; status Read people.csv: 1,200 rows, 9 columns.; rules 50",
		},
		{
			"a new table keeps the settings but not the columns' own",
			steps(rules, count, dates, data.ColumnUsed{Column: 1}, next, loaded(people(), 4)), "load b.csv",
			"ready; table; target rich=yes; proposed; status Read people.csv: 1,200 rows, 9 columns.; rules 7; dates year",
		},
		{
			"reset", steps(settings.Typed{Field: setting.Rules, Text: "x"}, count, settings.Reset{}), "",
			"ready; table; target rich=yes; proposed; status Read people.csv: 1,200 rows, 9 columns.; rules 50",
		},
	})
}

func TestRuns(t *testing.T) {
	start, next := training.StartAsked{At: at(1)}, state.FileChosen{Name: "b.csv"}
	crash := heard(protocol.Refused{Kind: protocol.Crashed, Message: "the engine stopped", Hint: "start again"}, 3)
	begun := steps(start, heard(started(), 2))
	with := func(messages ...state.Msg) []state.Msg { return append(slices.Clone(begun), messages...) }
	again := func(messages ...state.Msg) []state.Msg { return append(with(heard(trained(2), 4), start), messages...) }
	const once, twice = "train rich=yes", "train rich=yes, train rich=yes"
	told := func(s state.State) any {
		kept, ok := s.Run.Kept()
		return facts(
			"run", s.Run.Phase, "begun", s.Run.Started != nil && s.Run.Started.Rows == 960, "learnt", s.Run.Model != nil, "kept", ok,
			"rules", kept.Rules, "before", s.Run.Before() != nil, "step", s.Run.Last.Step, "steps", s.Run.Steps, "length", s.Run.Length(),
			"stale", s.View().Stale(), "gone", !s.Ready, "problem", s.Problem, "why", problem(s.Run.Problem),
			"data", problem(s.DataProblem), "reading", s.Reading, "status", s.Status)
	}
	travel(t, withTable(), told, []journey{
		{"training begins", begun, once, "run training; begun; status Training has started."},
		{
			"training ends", with(heard(progress(500), 3), heard(trained(2), 4)), once,
			"run done; begun; learnt; kept; rules 2; step 500; steps 1000; length 1000; status Done. 2 rules, train accuracy 90.0%.",
		},
		{
			"a refused training leaves the rules of the one before", again(heard(ragged, 6)), twice,
			"run done; begun; learnt; kept; rules 2; steps 1000; length 1000; why Line 3 has 4 fields. Mend the line.; status Line 3 has 4 fields.",
		},
		{
			"the rules of the training before stay while the next one learns",
			again(heard(started(), 6), heard(progress(10), 7)), twice,
			"run training; begun; kept; before; step 10; length 1000; status Done. 2 rules, train accuracy 90.0%.",
		},
		{
			"and survive a next one that crashed", again(heard(started(), 6), heard(ragged, 7), start), twice + ", train rich=yes",
			"run preparing; before; status Line 3 has 4 fields.",
		},
		{
			"and go when it has ended", again(heard(started(), 6), heard(trained(1), 8)), twice,
			"run done; begun; learnt; kept; rules 1; steps 1000; length 1000; status Done. 1 rule, train accuracy 90.0%.",
		},
		{
			"no rule survives", with(heard(trained(0), 4)), once,
			"run done; begun; learnt; kept; steps 1000; length 1000; status Done. No rule survived.",
		},
		{
			"pause and resume", with(training.PauseAsked{}, heard(protocol.Paused{}, 3), training.PauseAsked{},
				training.ResumeAsked{}, heard(protocol.Resumed{}, 9), training.ResumeAsked{}), "train rich=yes, pause, resume",
			"run training; begun; status Training has started.",
		},
		{
			"stop before it began", steps(start, training.StopAsked{}, heard(stopped, 2)), "train rich=yes, stop",
			"status Read people.csv: 1,200 rows, 9 columns.",
		},
		{"a training is refused", steps(start, heard(ragged, 2)), once, "why Line 3 has 4 fields. Mend the line.; status Line 3 has 4 fields."},
		{"the engine is lost in a training", with(crash, start), twice, "run preparing; status The engine stopped."},
		{
			"the engine is lost with nothing at work", steps(crash, start), once,
			"run preparing; problem The engine stopped. Start again.; status Read people.csv: 1,200 rows, 9 columns.",
		},
		{"and found again", append(steps(crash), begun...), once, "run training; begun; status Training has started."},
		{
			"a new table in a training", with(next, training.PauseAsked{}), "train rich=yes, stop, load b.csv",
			"run stopping; begun; reading b.csv; status Reading b.csv.",
		},
		{
			"takes its place", with(next, heard(trained(1), 3), loaded(people(), 4)), "train rich=yes, stop, load b.csv",
			"status Read people.csv: 1,200 rows, 9 columns.",
		},
		{
			"what is late", with(heard(trained(1), 3), heard(progress(7), 4), heard(protocol.Paused{}, 4), heard(started(), 4)), once,
			"run done; begun; learnt; kept; rules 1; steps 1000; length 1000; status Done. 1 rule, train accuracy 90.0%.",
		},
	})
}

func sweepAsked() tradeoff.EvaluationAsked {
	return tradeoff.EvaluationAsked{Kind: tradeoff.Sweep, At: noon}
}

// A setting opens its model, and undo restores the previous one.
func TestSettingOpened(t *testing.T) {
	s, _ := read(core.TabChosen{Tab: core.TradeOffTab}, sweepAsked(), heard(coretest.Sweep(), 20))
	opened := tradeoff.SettingOpened{Index: 1}
	travel(t, s, func(s state.State) any {
		return facts("rules", len(s.Rules.Model().Rules), "tab", s.Tab, "said", strings.Contains(s.Status, "Opened 1 rule "))
	}, []journey{
		{"opened", steps(opened), "", "rules 1; tab trade; said"},
		{"undone", steps(opened, rules.Undone{}), "", "rules 3; tab trade"},
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
		{
			"a benchmark crashed", steps(benchmark, crashed), "evaluate",
			"problem The engine ended. Start again.; status The benchmark of 7 learners has started.",
		},
		{
			"a table in a benchmark", steps(benchmark, next), "evaluate, stop, load next.csv",
			"busy; obstacle Reading next.csv …; status Reading next.csv.",
		},
		{
			"stability while a table is read", steps(next, audit.StabilityAsked{At: noon}), "load next.csv",
			"obstacle Reading next.csv …; status Reading next.csv.",
		},
		{
			"which goes no further", steps(benchmark, next, cancelled), "evaluate, stop, load next.csv",
			"obstacle Reading next.csv …; status Stopped.",
		},
	})
}

func TestExampleInputs(t *testing.T) {
	e := state.Example{Rules: [][]rule.Phrase{
		{{Text: "b = 1", Column: "b"}, {Text: "a > 2", Column: "a"}},
		{{Text: "b = 2", Column: "b"}, {Text: "c", Column: "c"}},
	}}
	coretest.Equal(t, e.Inputs(), []string{"b", "a", "c"}, "Inputs()")
	if _, ok := state.New().Example(); ok {
		t.Error("a page without a table has an example")
	}
}
