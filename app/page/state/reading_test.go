package state_test

import (
	"reflect"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// options returns the import options of the last requested reading.
func options(t *testing.T, s state.State, messages ...state.Msg) dataset.Options {
	t.Helper()
	_, requests := after(s, messages...)
	loads := coretest.Of[protocol.Load](requests)
	if len(loads) == 0 {
		t.Fatalf("asked for %q, want a reading", asked(requests))
	}
	return loads[len(loads)-1].Options
}

func TestReadAgain(t *testing.T) {
	typed := func(f data.Option, text string) state.Msg { return data.OptionTyped{Option: f, Text: text} }
	again := data.ReadAgainAsked{}
	loaded := heard(protocol.Loaded{Table: people()}, 5)
	tests := []struct {
		name     string
		messages []state.Msg
		want     dataset.Options
	}{
		{"as it was", []state.Msg{again}, dataset.Options{}},
		{"delimiter", []state.Msg{typed(data.DelimiterOption, "tab"), again}, dataset.Options{Delimiter: '\t'}},
		{"decimal mark", []state.Msg{typed(data.DecimalOption, ","), again}, dataset.Options{Decimal: ","}},
		{"header", []state.Msg{typed(data.HeaderOption, "no"), again}, dataset.Options{Header: "no"}},
		{"encoding", []state.Msg{typed(data.EncodingOption, "Windows-1252"), again}, dataset.Options{Encoding: "Windows-1252"}},
		{
			"missing values",
			[]state.Msg{typed(data.MissingOption, "-7 -8  none"), again},
			dataset.Options{MissingValues: []string{"-7", "-8", "none"}},
		},
		{
			"missing values with spaces inside",
			[]state.Msg{typed(data.MissingOption, "-7, no data,"), again},
			dataset.Options{MissingValues: []string{"-7", "no data"}},
		},
		{
			"a single one with a space, read twice",
			[]state.Msg{typed(data.MissingOption, "no data,"), again, loaded, again},
			dataset.Options{MissingValues: []string{"no data"}},
		},
		{"only empty cells are missing", []state.Msg{typed(data.MissingOption, " "), again}, dataset.Options{MissingValues: []string{}}},
		{"the usual ones", []state.Msg{typed(data.MissingOption, strings.Join(dataset.DefaultMissing(), ",")), again}, dataset.Options{}},
		{
			"a type",
			[]state.Msg{data.KindChosen{Column: 0, Kind: dataset.Text}},
			dataset.Options{Types: map[string]dataset.Kind{"age": dataset.Text}},
		},
		{
			"a type after another one",
			[]state.Msg{data.KindChosen{Column: 0, Kind: dataset.Text}, loaded, data.KindChosen{Column: 1, Kind: dataset.ID}},
			dataset.Options{Types: map[string]dataset.Kind{"age": dataset.Text, "city": dataset.ID}},
		},
		{
			"a type left to the reader",
			[]state.Msg{data.KindChosen{Column: 0, Kind: dataset.Text}, loaded, data.KindChosen{Column: 0}},
			dataset.Options{Types: map[string]dataset.Kind{}},
		},
		{
			"types stay with the missing values",
			[]state.Msg{data.KindChosen{Column: 0, Kind: dataset.Text}, loaded, typed(data.MissingOption, "x"), again},
			dataset.Options{Types: map[string]dataset.Kind{"age": dataset.Text}, MissingValues: []string{"x"}},
		},
		{
			"and go with the columns",
			[]state.Msg{data.KindChosen{Column: 0, Kind: dataset.Text}, loaded, typed(data.HeaderOption, "no"), again},
			dataset.Options{Header: "no"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := options(t, withTable(), test.messages...); !reflect.DeepEqual(got, test.want) {
				t.Errorf("Options = %+v, want %+v", got, test.want)
			}
		})
	}
}

// The user's choices stay if they fit the table after another reading.
func TestSetupIsKept(t *testing.T) {
	other := people()
	other.Columns = other.Columns[1:] // age is removed, rich is the second
	other.Guess = 0
	s := withTable(core.TargetChosen{Column: 2}, settings.PositiveChosen{Value: 0}, data.ColumnUsed{Column: 1},
		data.ColumnUsed{Column: 0}, data.ThresholdAdded{Column: 0},
		settings.Typed{Field: setting.Rules, Text: "7"}, data.ReadAgainAsked{})
	s, _ = after(s, heard(protocol.Loaded{Table: other}, 1))
	if c := s.TargetColumn(); c == nil || c.Name != "rich" || s.Setup.Positive != "no" || s.Setup.Proposed {
		t.Errorf("target %v = %q, want rich = no", c, s.Setup.Positive)
	}
	if !s.Setup.Ignore["city"] || len(s.Setup.Ignore) != 1 || len(s.Setup.Cuts) != 0 || s.Setup.Fields[setting.Rules] != "7" {
		t.Errorf("kept %+v", s.Setup)
	}
	other.Columns[1].Values = []protocol.Value{{Text: "0", Rows: 3}, {Text: "1", Rows: 9}}
	s, _ = after(s, data.ReadAgainAsked{}, heard(protocol.Loaded{Table: other}, 1))
	if s.Setup.Positive != "0" || !s.Setup.Proposed {
		t.Errorf("positive %q, want the rarer one of the new values to be proposed", s.Setup.Positive)
	}
}

func TestReadingStates(t *testing.T) {
	large := protocol.Refused{Kind: dataset.TooLarge, Message: "this needs 1.4 GB", Hint: "read 50,000 random rows"}
	stopped := protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}
	file := state.FileChosen{Name: "big.csv", Size: 80e6}
	begun := heard(protocol.Started{Rows: 960}, 2)
	tests := []struct {
		name     string
		messages []state.Msg
		asked    string
		got      func(s state.State) []any
		want     []any
	}{
		{
			"cancelled",
			[]state.Msg{file, heard(protocol.Previewed{Table: heart()}, 1), data.ReadingStopped{}, data.ReadingStopped{}, heard(stopped, 2)},
			"load big.csv, stop",
			func(s state.State) []any {
				return []any{s.Reading, s.Table.Name, s.Peek == nil, problem(s.DataProblem), s.Status}
			},
			[]any{"", "people.csv", true, "", "The reading was stopped."},
		},
		{
			"cancelled before the engine could hear it",
			[]state.Msg{file, data.ReadingStopped{}, heard(protocol.Reading{Bytes: 9}, 2)},
			"load big.csv, stop, stop",
			func(s state.State) []any { return nil }, nil,
		},
		{"cancelled with nothing to read", []state.Msg{data.ReadingStopped{}}, "", func(s state.State) []any { return nil }, nil},
		{
			"the beginning is seen",
			[]state.Msg{file, heard(protocol.Previewed{Table: heart()}, 1)},
			"load big.csv",
			func(s state.State) []any { return []any{data.Seen(s.View()).Name, s.Table.Name} },
			[]any{"heart-risk.csv", "people.csv"},
		},
		{
			"and some rows of it",
			[]state.Msg{file, heard(large, 1), data.SampleAsked{}, heard(protocol.Loaded{Table: people()}, 2)},
			"load big.csv, load big.csv",
			func(s state.State) []any { return []any{s.Source.Options.Sample, s.Source.Size} },
			[]any{50_000, int64(80e6)},
		},
		{
			"but not as many of it again",
			[]state.Msg{file, heard(large, 1), data.SampleAsked{}, heard(large, 2), data.SampleAsked{}},
			"load big.csv, load big.csv",
			func(s state.State) []any { return nil }, nil,
		},
		{
			"a training is asked about",
			[]state.Msg{training.StartAsked{At: noon}, begun, data.KindChosen{Column: 1, Kind: dataset.Text}},
			"train rich=yes",
			func(s state.State) []any {
				return []any{s.Question != nil, s.Run.Phase, s.View().Requested.Types["city"]}
			},
			[]any{true, core.Training, dataset.Text},
		},
		{
			"and goes on",
			[]state.Msg{training.StartAsked{At: noon}, begun, data.KindChosen{Column: 1, Kind: dataset.Text}, state.Declined{}},
			"train rich=yes",
			func(s state.State) []any {
				return []any{s.Question == nil, s.Run.Phase, s.View().Requested.Types["city"]}
			},
			[]any{true, core.Training, dataset.Kind("")},
		},
		{
			"or ends, and its rules stay",
			[]state.Msg{
				training.StartAsked{At: noon},
				begun,
				data.KindChosen{Column: 1, Kind: dataset.Text},
				state.Confirmed{},
				heard(trained(2), 3),
				heard(protocol.Loaded{Table: people()}, 4),
			},
			"train rich=yes, stop, load people.csv",
			func(s state.State) []any { return []any{s.Question == nil, s.Run.Phase, s.Run.Model != nil, s.Stale()} },
			[]any{true, core.Done, true, true},
		},
		{
			"a question that time has answered",
			[]state.Msg{
				training.StartAsked{At: noon},
				begun,
				data.KindChosen{Column: 1, Kind: dataset.Text},
				heard(trained(2), 3),
				state.Confirmed{},
			},
			"train rich=yes",
			func(s state.State) []any { return []any{s.Question == nil, s.Run.Phase} },
			[]any{true, core.Done},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, requests := after(withTable(), test.messages...)
			if got := asked(requests); got != test.asked {
				t.Errorf("asked for %q, want %q", got, test.asked)
			}
			if got := test.got(s); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// plans counts the plans among requests.
func plans(requests []protocol.Request) int { return len(coretest.Of[protocol.Plan](requests)) }

func TestPlan(t *testing.T) {
	use := func(column int) state.Msg { return data.ColumnUsed{Column: column} }
	answer := heard(planned(), 1)
	tests := []struct {
		name     string
		messages []state.Msg
		want     int // expected number of plans
	}{
		{"nothing changed", []state.Msg{state.Connected{}, data.EditorToggled{Column: 0}, data.ColumnsSought{Text: "a"}}, 0},
		{"a column left out", []state.Msg{use(0)}, 1},
		{"another target", []state.Msg{core.TargetChosen{Column: 0}}, 1},
		{"thresholds", []state.Msg{data.ThresholdAdded{Column: 0}}, 1},
		{"a seed", []state.Msg{settings.Typed{Field: setting.Seed, Text: "2"}}, 1},
		{"what only the network needs", []state.Msg{
			settings.Typed{Field: setting.Lambda1, Text: "0.5"},
			settings.Typed{Field: setting.Epochs, Text: "5"},
		}, 0},
		{"what cannot be used", []state.Msg{settings.Typed{Field: setting.Seed, Text: "x"}}, 0},
		{"one at a time", []state.Msg{use(0), use(1), use(3)}, 1},
		{"the newest when the answer comes", []state.Msg{use(0), use(1), answer, answer}, 2},
		{"back to what was asked", []state.Msg{use(0), use(1), data.ColumnUsed{Column: 1, Use: true}, answer}, 1},
		{"none while a threshold is dragged", []state.Msg{data.ThresholdGrabbed{}, data.ThresholdMoved{To: 50}, data.ThresholdMoved{To: 51}}, 0},
		{
			"one when it is dropped",
			[]state.Msg{data.ThresholdGrabbed{}, data.ThresholdMoved{To: 50}, data.ThresholdMoved{To: 51}, data.ThresholdDropped{}},
			1,
		},
		{"none beside a training", []state.Msg{training.StartAsked{At: noon}, heard(started(), 1), use(0)}, 0},
		{"one after it", []state.Msg{training.StartAsked{At: noon}, heard(started(), 1), use(0), heard(trained(1), 2)}, 1},
		{"a refusal is an answer", []state.Msg{use(0), heard(protocol.Refused{Kind: dataset.NoUsableFeatures}, 1)}, 1},
		{"a stopped one is asked again", []state.Msg{use(0), heard(protocol.Refused{Kind: protocol.Cancelled}, 1)}, 2},
		{"a new table", []state.Msg{state.FileChosen{Name: "b.csv"}, heard(protocol.Loaded{Table: people()}, 1)}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, requests := after(withTable(), test.messages...); plans(requests) != test.want {
				t.Errorf("%d plans, want %d", plans(requests), test.want)
			}
		})
	}
	s, _ := after(withTable(), use(0), heard(protocol.Refused{Kind: dataset.TargetSingleClass, Message: "one class", Hint: "choose"}, 1))
	if got := problem(settings.TargetProblem(s.Shared)); got != "One class. Choose." || s.Plan != nil || settings.PlanInWords(s.View()) != "" {
		t.Errorf("TargetProblem() = %q beside %q", got, settings.PlanInWords(s.View()))
	}
}
