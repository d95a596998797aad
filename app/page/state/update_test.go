package state_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }

// people is a table with a column of every type.
func people() protocol.TableSummary { return coretest.Table() }

func heard(e protocol.Event, seconds float64) core.Heard {
	return core.Heard{Event: e, At: at(seconds)}
}

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

func TestSession(t *testing.T) {
	start := training.StartAsked{At: at(1)}
	refusal := protocol.Refused{Kind: "ragged", Message: "line 3 has 4 fields", Hint: "mend the line"}
	crash := protocol.Refused{Kind: protocol.Crashed, Message: "the engine stopped", Hint: "start again"}
	stopped := protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}
	begun := []state.Msg{start, heard(started(), 2)}
	with := func(messages ...state.Msg) []state.Msg { return append(slices.Clone(begun), messages...) }
	tests := []struct {
		name     string
		from     state.State
		messages []state.Msg
		asked    string
		got      func(s state.State) []any
		want     []any
	}{
		{
			"engine is there", state.New(),
			[]state.Msg{state.Connected{}},
			"",
			func(s state.State) []any { return []any{s.Engine, s.Problem, s.Obstacle()} },
			[]any{core.Ready, "", "Drop a table first."},
		},
		{
			"engine is not there", state.New(),
			[]state.Msg{state.SampleChosen{Name: "monk-1"}, state.Failed{Why: "no network"}, state.FileChosen{Name: "a.csv"}},
			"load monk-1",
			func(s state.State) []any {
				return []any{s.Engine, s.Problem, s.Reading, problem(s.DataProblem), s.Obstacle()}
			},
			[]any{core.Gone, "No network.", "", "No network. Reload the page.", "The engine could not be started."},
		},
		{
			"a file is read", state.New(),
			[]state.Msg{state.FileChosen{Name: "people.csv"}},
			"load people.csv",
			func(s state.State) []any { return []any{s.Reading, s.Table == nil, s.Obstacle()} },
			[]any{"people.csv", true, "Reading people.csv …"},
		},
		{
			"a file was read", state.New(),
			[]state.Msg{state.FileChosen{Name: "people.csv"}, heard(protocol.Loaded{Table: people()}, 0)},
			"load people.csv",
			func(s state.State) []any {
				return []any{s.Reading, s.Table.Rows, s.Setup.Target, s.Setup.Positive, s.Setup.Proposed, s.Obstacle(), s.Status}
			},
			[]any{"", 1200, 2, "yes", true, "", "Read people.csv: 1,200 rows, 9 columns."},
		},
		{
			"a file is refused", withTable(),
			[]state.Msg{state.FileChosen{Name: "bad.csv"}, heard(refusal, 0)},
			"load bad.csv",
			func(s state.State) []any {
				return []any{s.Reading, problem(s.DataProblem), s.Table.Name, s.Status, s.Obstacle()}
			},
			[]any{"", "Line 3 has 4 fields. Mend the line.", "people.csv", "Line 3 has 4 fields.", ""},
		},
		{
			"the next file takes the problem away", withTable(),
			[]state.Msg{state.FileChosen{Name: "bad.csv"}, heard(refusal, 0), state.FileChosen{Name: "c.csv"}},
			"load bad.csv, load c.csv",
			func(s state.State) []any { return []any{s.Reading, problem(s.DataProblem)} },
			[]any{"c.csv", ""},
		},
		{
			"a built-in table has its own target", state.New(),
			[]state.Msg{state.SampleChosen{Name: "heart-risk"}, heard(protocol.Loaded{Table: heart()}, 0)},
			"load heart-risk",
			func(s state.State) []any { return []any{s.Setup.Target, s.Setup.Positive, s.Setup.Proposed} },
			[]any{1, "low", true},
		},
		{
			"two tables asked for at once", state.New(),
			[]state.Msg{state.SampleChosen{Name: "heart-risk"}, state.FileChosen{Name: "people.csv"}, heard(protocol.Loaded{Table: heart()}, 0)},
			"load heart-risk, stop, load people.csv",
			func(s state.State) []any { return []any{s.Reading, s.Setup.Target, s.Obstacle()} },
			[]any{"people.csv", 1, "Reading people.csv …"},
		},
		{
			"and both read", state.New(),
			[]state.Msg{
				state.FileChosen{Name: "people.csv"},
				state.SampleChosen{Name: "heart-risk"},
				heard(protocol.Loaded{Table: people()}, 0), heard(protocol.Loaded{Table: heart()}, 0),
			},
			"load people.csv, stop, load heart-risk",
			func(s state.State) []any { return []any{s.Reading, s.Setup.Target, s.Setup.Positive} },
			[]any{"", 1, "low"},
		},
		{
			"a target of two values", withTable(),
			[]state.Msg{core.TargetChosen{Column: 2}},
			"",
			func(s state.State) []any { return []any{s.Setup.Positive, s.Setup.Proposed} },
			[]any{"yes", false},
		},
		{
			"a target of three values", withTable(),
			[]state.Msg{core.TargetChosen{Column: 1}, start, settings.PositiveChosen{Value: 1}, start},
			"train city=Rom",
			func(s state.State) []any { return []any{s.Setup.Positive, s.Run.Phase} },
			[]any{"Rom", core.Preparing},
		},
		{
			"a target that cannot be", withTable(),
			[]state.Msg{core.TargetChosen{Column: 3}, start},
			"",
			func(s state.State) []any { return []any{s.Run.Phase} },
			[]any{core.Idle},
		},
		{
			"training begins", withTable(), with(), "train rich=yes",
			func(s state.State) []any { return []any{s.Run.Phase, s.Run.Started.Rows, s.Status} },
			[]any{core.Training, 960, "Training has started."},
		},
		{
			"training once at a time", withTable(), with(start), "train rich=yes",
			func(s state.State) []any { return []any{s.Run.Phase} },
			[]any{core.Training},
		},
		{
			"training ends", withTable(), with(heard(progress(500), 3), heard(trained(2), 4)), "train rich=yes",
			func(s state.State) []any {
				return []any{s.Run.Phase, s.Run.Model != nil, s.Run.Steps, s.Run.Length(), s.Status, s.Stale()}
			},
			[]any{core.Done, true, 1000, 1000, "Done. 2 rules, train accuracy 90.0 %.", false},
		},
		{
			"a refused training leaves the rules of the one before", withTable(),
			with(heard(trained(2), 4), start, heard(refusal, 6)), "train rich=yes, train rich=yes",
			func(s state.State) []any {
				return []any{s.Run.Phase, s.Run.Model != nil, problem(s.Run.Problem)}
			},
			[]any{core.Done, true, "Line 3 has 4 fields. Mend the line."},
		},
		{
			"the rules of the training before stay while the next one learns", withTable(),
			with(heard(trained(2), 4), start, heard(started(), 6), heard(progress(10), 7)),
			"train rich=yes, train rich=yes",
			func(s state.State) []any {
				kept, ok := s.Run.Kept()
				return []any{s.Run.Phase, s.Run.Before() != nil, ok, kept.Rules}
			},
			[]any{core.Training, true, true, len(progress(10).Now.Rules)},
		},
		{
			"and survive a next one that crashed", withTable(),
			with(heard(trained(2), 4), start, heard(started(), 6), heard(refusal, 7), start),
			"train rich=yes, train rich=yes, train rich=yes",
			func(s state.State) []any { return []any{s.Run.Phase, s.Run.Before() != nil} },
			[]any{core.Preparing, true},
		},
		{
			"and go when it has ended", withTable(),
			with(heard(trained(2), 4), start, heard(started(), 6), heard(trained(1), 8)),
			"train rich=yes, train rich=yes",
			func(s state.State) []any {
				return []any{s.Run.Phase, s.Run.Before() == nil, s.Run.Model.Learned.Simplified.Rules}
			},
			[]any{core.Done, true, 1},
		},
		{
			"no rule survives", withTable(), with(heard(trained(0), 4)), "train rich=yes",
			func(s state.State) []any { return []any{s.Status} },
			[]any{"Done. No rule survived."},
		},
		{
			"pause and resume", withTable(), with(training.PauseAsked{}, heard(protocol.Paused{}, 3), training.PauseAsked{},
				training.ResumeAsked{}, heard(protocol.Resumed{}, 9), training.ResumeAsked{}),
			"train rich=yes, pause, resume", func(s state.State) []any { return []any{s.Run.Phase, s.Status} },
			[]any{core.Training, "Training has started."},
		},
		{
			"stop", withTable(),
			with(training.StopAsked{}, training.StopAsked{}, training.PauseAsked{}, heard(trained(1), 4)),
			"train rich=yes, stop",
			func(s state.State) []any { return []any{s.Run.Phase} },
			[]any{core.Done},
		},
		{
			"stop goes on stopping, and is said again when the training begins", withTable(),
			[]state.Msg{start, training.StopAsked{}, heard(started(), 2), heard(progress(1), 2), heard(protocol.Paused{}, 2)},
			"train rich=yes, stop, stop",
			func(s state.State) []any { return []any{s.Run.Phase} },
			[]any{core.Stopping},
		},
		{
			"stop while paused", withTable(),
			with(training.PauseAsked{}, heard(protocol.Paused{}, 3), training.StopAsked{}),
			"train rich=yes, pause, stop",
			func(s state.State) []any { return []any{s.Run.Phase} },
			[]any{core.Stopping},
		},
		{
			"stop before it began", withTable(),
			[]state.Msg{start, training.StopAsked{}, heard(stopped, 2)},
			"train rich=yes, stop",
			func(s state.State) []any { return []any{s.Run.Phase, problem(s.Run.Problem)} },
			[]any{core.Idle, ""},
		},
		{
			"stop with nothing at work", withTable(),
			[]state.Msg{training.StopAsked{}, training.PauseAsked{}, training.ResumeAsked{}},
			"",
			func(s state.State) []any { return []any{s.Run.Phase} },
			[]any{core.Idle},
		},
		{
			"a training is refused", withTable(),
			[]state.Msg{start, heard(refusal, 2)},
			"train rich=yes",
			func(s state.State) []any {
				return []any{s.Run.Phase, problem(s.Run.Problem), problem(s.DataProblem), s.Status}
			},
			[]any{core.Idle, "Line 3 has 4 fields. Mend the line.", "", "Line 3 has 4 fields."},
		},
		{
			"the engine is lost in a training", withTable(), with(heard(crash, 3), start), "train rich=yes, train rich=yes",
			func(s state.State) []any { return []any{s.Run.Phase, problem(s.Run.Problem), s.Problem} },
			[]any{core.Preparing, "", ""},
		},
		{
			"the engine is lost with nothing at work", withTable(),
			[]state.Msg{heard(crash, 3), start},
			"train rich=yes",
			func(s state.State) []any { return []any{s.Engine, s.Problem} },
			[]any{core.Ready, "The engine stopped. Start again."},
		},
		{
			"and found again", withTable(), append([]state.Msg{heard(crash, 3)}, begun...), "train rich=yes",
			func(s state.State) []any { return []any{s.Problem, s.Run.Phase} },
			[]any{"", core.Training},
		},
		{
			"a new table in a training", withTable(),
			with(state.FileChosen{Name: "b.csv"}, training.PauseAsked{}),
			"train rich=yes, stop, load b.csv",
			func(s state.State) []any { return []any{s.Run.Phase, s.Reading} },
			[]any{core.Stopping, "b.csv"},
		},
		{
			"takes its place", withTable(), with(state.FileChosen{Name: "b.csv"}, heard(trained(1), 3),
				heard(protocol.Loaded{Table: people()}, 4)), "train rich=yes, stop, load b.csv",
			func(s state.State) []any { return []any{s.Run.Phase, s.Run.Model == nil, s.Reading} },
			[]any{core.Idle, true, ""},
		},
		{
			"what is late", withTable(), with(heard(trained(1), 3), heard(progress(7), 4),
				heard(protocol.Paused{}, 4), heard(started(), 4)), "train rich=yes",
			func(s state.State) []any { return []any{s.Run.Phase, s.Run.Last.Step} },
			[]any{core.Done, 0},
		},
		{
			"a new table keeps the settings but not the columns' own", withTable(),
			[]state.Msg{
				settings.Typed{Field: setting.Rules, Text: "7"},
				data.CountTyped{Column: 0, Text: "3"},
				data.ColumnUsed{Column: 1},
				state.FileChosen{Name: "b.csv"},
				heard(protocol.Loaded{Table: people()}, 4),
			},
			"load b.csv",
			func(s state.State) []any {
				return []any{s.Setup.Fields[setting.Rules], len(s.Setup.Cuts), len(s.Setup.Ignore)}
			},
			[]any{"7", 0, 0},
		},
		{
			"reset", withTable(),
			[]state.Msg{settings.Typed{Field: setting.Rules, Text: "x"}, data.CountTyped{Column: 0, Text: "x"}, settings.Reset{}},
			"",
			func(s state.State) []any {
				return []any{s.Setup.Fields[setting.Rules], len(s.Setup.Cuts), s.Setup.Positive, s.Obstacle()}
			},
			[]any{"50", 0, "yes", ""},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, requests := after(test.from, test.messages...)
			if got := asked(requests); got != test.asked {
				t.Errorf("asked for %q, want %q", got, test.asked)
			}
			if got := test.got(s); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
