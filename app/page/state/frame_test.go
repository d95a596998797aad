package state_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// stations returns the parts of the page with their progress: "data done 3 rows; settings now".
func stations(s state.State) string {
	var list []string
	for _, at := range s.Stations() {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s", at.Place, at.Reach, at.Words)))
	}
	return strings.Join(list, "; ")
}

func TestStations(t *testing.T) {
	begun := []state.Msg{training.StartAsked{At: noon}, heard(started(), 0), heard(progress(450), 1)}
	for _, test := range []struct {
		name  string
		state state.State
		want  string
	}{
		{"at first", state.New(), "data now; settings ahead; training ahead; rules ahead"},
		{"a table", withTable(), "data done 1,200 rows; settings now predict rich; training ahead; rules ahead"},
		{"training", withTable(begun...), "data done 1,200 rows; settings done predict rich; training now 45 %; rules ahead"},
		{
			"paused", withTable(append(begun, heard(protocol.Paused{}, 2))...),
			"data done 1,200 rows; settings done predict rich; training now paused; rules ahead",
		},
		{
			"learnt", withTable(append(begun, heard(learnt(), 2))...),
			"data done 1,200 rows; settings done predict rich; training done; rules now 3 rules",
		},
		{
			"changed since", withTable(append(begun, heard(learnt(), 2), settings.Typed{Field: setting.Seed, Text: "7"})...),
			"data done 1,200 rows; settings now predict rich; training ahead settings changed; rules done 3 rules",
		},
		{"a model without a table", func() state.State {
			s, _ := after(state.New(), state.Connected{}, core.ModelOpened{Name: "m.json", File: modelFile()})
			return s
		}(), "data now; settings ahead; training ahead; rules done 3 rules"},
	} {
		if got := stations(test.state); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// The parts before the training fold when it starts. They unfold for another table, or if the run produces no rules.
func TestFolds(t *testing.T) {
	folded := func(s state.State) string {
		return fmt.Sprint(s.Frame.Folded[state.DataPlace], s.Frame.Folded[state.SettingsPlace])
	}
	begun := withTable(training.StartAsked{At: noon})
	for _, test := range []struct {
		name  string
		state state.State
		want  string
	}{
		{"a table", withTable(), "false false"},
		{"begun", begun, "true true"},
		{"looked at again", func() state.State { s, _ := after(begun, state.FoldToggled{Place: state.SettingsPlace}); return s }(), "true false"},
		{"refused", func() state.State {
			s, _ := after(begun, heard(protocol.Refused{Kind: "too_few_rows", Message: "no"}, 1))
			return s
		}(), "false false"},
		{"another table", func() state.State {
			s, _ := after(begun, heard(started(), 0), heard(learnt(), 1), state.FileChosen{Name: "b.csv"}, heard(protocol.Loaded{Table: heart()}, 2))
			return s
		}(), "false false"},
	} {
		if got := folded(test.state); got != test.want {
			t.Errorf("%s: folded %s, want %s", test.name, got, test.want)
		}
	}
}
