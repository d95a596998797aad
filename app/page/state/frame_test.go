package state_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// stations returns the parts of the page with their progress: "data done 3 rows; settings now".
func stations(s state.State) string {
	var list []string
	for _, at := range s.Stations() {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s", at.Section, at.Reach, at.Words)))
	}
	return strings.Join(list, "; ")
}

func TestStations(t *testing.T) {
	begun := steps(training.StartAsked{At: noon}, heard(started(), 0), heard(progress(450), 1))
	for _, test := range []struct {
		name  string
		state state.State
		want  string
	}{
		{"at first", state.New(), "data now; settings ahead; train ahead; rules ahead"},
		{"a table", withTable(), "data done 1,200 rows; settings now predict rich; train ahead; rules ahead"},
		{"training", withTable(begun...), "data done 1,200 rows; settings done predict rich; train now 45 %; rules ahead"},
		{
			"paused", withTable(append(begun, heard(protocol.Paused{}, 2))...),
			"data done 1,200 rows; settings done predict rich; train now paused; rules ahead",
		},
		{
			"learnt", withTable(append(begun, heard(learnt(), 2))...),
			"data done 1,200 rows; settings done predict rich; train done; rules now 3 rules",
		},
		{
			"changed since", withTable(append(begun, heard(learnt(), 2), settings.Typed{Field: setting.Seed, Text: "7"})...),
			"data done 1,200 rows; settings now predict rich; train ahead settings changed; rules done 3 rules",
		},
		{"a model without a table", func() state.State {
			s, _ := after(state.New(), state.Connected{}, core.ModelOpened{Name: "m.json", File: modelFile()})
			return s
		}(), "data now; settings ahead; train ahead; rules done 3 rules"},
	} {
		if got := stations(test.state); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Every event leads to the section that it is about, and no other does.
func TestSections(t *testing.T) {
	begun := withTable(training.StartAsked{At: noon})
	ended, _ := after(begun, heard(started(), 0), heard(learnt(), 1))
	empty, _ := after(state.New(), state.Connected{})
	opened, _ := after(empty, core.ModelOpened{Name: "m.json", File: modelFile()})
	loaded := heard(protocol.Loaded{Table: heart()}, 2)
	for _, test := range []struct {
		name     string
		from     state.State
		messages []state.Msg
		want     core.Section
	}{
		{"at first", state.New(), nil, ""},
		{"no table", state.New(), steps(core.SectionChosen{Section: core.TrainSection}), ""},
		{"a table", withTable(), nil, core.DataSection},
		{"chosen", withTable(), steps(core.SectionChosen{Section: core.SettingsSection}), core.SettingsSection},
		{"unknown", withTable(), steps(core.SectionChosen{Section: "x"}), core.DataSection},
		{"a run", begun, nil, core.TrainSection},
		{"the end of a run, which the page shows", ended, nil, core.TrainSection},
		{"refused", begun, steps(heard(protocol.Refused{Kind: "too_few_rows", Message: "no"}, 1)), core.TrainSection},
		{"a tab", ended, steps(core.TabChosen{Tab: core.MatrixTab}), core.RulesSection},
		{"a row tried", ended, steps(core.RowTried{Row: 1}), core.RulesSection},
		{"a model", opened, nil, core.RulesSection},
		{"a model without a table", opened, steps(core.SectionChosen{Section: core.TrainSection}), core.RulesSection},
		{"a table for a model", opened, steps(state.FileChosen{Name: "b.csv"}, loaded), core.RulesSection},
		{"another table", ended, steps(state.FileChosen{Name: "b.csv"}, loaded), core.DataSection},
		{"a link", empty, steps(link.AddressChanged{Hash: "d=heart-risk&v=train"}, loaded), core.TrainSection},
		{"a link to a tab", empty, steps(link.AddressChanged{Hash: "d=heart-risk&v=trade"}, loaded), core.RulesSection},
		{"back", ended, steps(core.SectionChosen{Section: core.RulesSection}, state.ViewReturned{View: "settings"}), core.SettingsSection},
	} {
		s, _ := after(test.from, test.messages...)
		if s.Section != test.want {
			t.Errorf("%s: section %q, want %q", test.name, s.Section, test.want)
		}
	}
}

// One toast at a time offers the rules of a run that ended, or to undo an edit, until that is done or no longer possible.
func TestToast(t *testing.T) {
	begin, show := training.StartAsked{At: noon}, core.SectionChosen{Section: core.RulesSection}
	ended := withTable(begin, heard(started(), 0), core.SectionChosen{Section: core.DataSection}, heard(learnt(), 1))
	facts := func(s state.State) []any {
		toast := s.Frame.Toast
		return []any{"toast", toast.Text, "rules", toast.Rules, "undoes", toast.Undoes != nil}
	}
	const done = "toast Done. 3 rules, train accuracy 75.0 %.; rules"
	off, sheet := rules.RuleSwitched{Line: 0}, state.PanelToggled{Panel: state.MorePanel}
	travel(t, ended, facts, []journey{
		{"a run has ended", nil, "", done},
		{"another section", steps(core.SectionChosen{Section: core.SettingsSection}), "", done},
		{"its rules are shown", steps(show), "", ""},
		{"closed", steps(state.ToastClosed{}), "", ""},
		{"Escape", steps(state.EscapePressed{}), "", ""},
		{"Escape closes a panel first", steps(sheet, state.EscapePressed{}), "", done},
		{"a rule is off", steps(show, off), "score", "toast Rule 1 switched off.; undoes"},
		{"a rule is deleted", steps(rules.RuleDeleted{Line: 0}), "score", "toast Rule 1 deleted.; undoes"},
		{"the edit is undone", steps(show, off, rules.Undone{}), "score", ""},
		{"an edit fails", steps(show, rules.RuleDeleted{Line: 9}), "", ""},
		{"a sentence", steps(off, state.Said{Text: "Copied."}), "score", "toast Copied."},
	})
	if s, _ := after(ended, begin); s.Frame.Toast != (state.Toast{}) {
		t.Errorf("the next run leaves %+v", s.Frame.Toast)
	}
	if s, _ := after(ended, show, rules.RuleSelected{Line: 0}, state.EscapePressed{}); s.Rules.Selected != rules.NoRule {
		t.Errorf("after Escape rule %d is selected", s.Rules.Selected)
	}
}

// An explanation closes when another section is shown, as when a run begins.
func TestHelpCloses(t *testing.T) {
	if s := withTable(core.HelpToggled{Place: "target"}, training.StartAsked{At: noon}); s.Help != "" || s.Section != core.TrainSection {
		t.Errorf("help %q in section %q", s.Help, s.Section)
	}
}

// One panel is open at a time.
func TestPanels(t *testing.T) {
	s, _ := after(withTable(), state.PanelToggled{Panel: state.MorePanel}, state.PanelToggled{Panel: state.SettingsPanel})
	if s.Frame.Panel != state.SettingsPanel {
		t.Errorf("panel %q", s.Frame.Panel)
	}
	if s, _ = after(s, link.ShareToggled{}); s.Frame.Panel != state.NoPanel || !s.Link.Open {
		t.Errorf("panel %q, share open %v", s.Frame.Panel, s.Link.Open)
	}
	s, _ = after(s, state.PanelToggled{Panel: state.MorePanel})
	if s.Link.Open {
		t.Error("two panels are open")
	}
	if s, _ = after(s, state.EscapePressed{}); s.Frame.Panel != state.NoPanel {
		t.Errorf("panel %q after Escape", s.Frame.Panel)
	}
}
