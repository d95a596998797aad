package state_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/explain"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/privacy"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// stations returns the parts of the page with their progress: "data done 3 rows; settings now".
func stations(s state.State) any {
	var list []string
	for _, at := range s.Stations() {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s", at.Section, at.Reach, at.Words)))
	}
	return strings.Join(list, "; ")
}

func TestStations(t *testing.T) {
	travel(t, state.New(), stations, []journey{
		{"at first", nil, "", "data now; settings ahead; train ahead; rules ahead"},
		{"a model", steps(core.ModelOpened{Name: "m.json", File: modelFile()}), "", "data now; settings ahead; train ahead; rules done 3 rules"},
	})
	table := withTable()
	travel(t, table, stations, []journey{{"a table", nil, "", "data done 1,200 rows; settings now predict rich; train ahead; rules ahead"}})
	begun, _ := after(table, training.StartAsked{At: noon}, heard(started(), 0), heard(progress(450), 1))
	const done = "data done 1,200 rows; settings done predict rich; "
	travel(t, begun, stations, []journey{
		{"training", nil, "", done + "train now 45%; rules ahead"},
		{"paused", steps(heard(protocol.Paused{}, 2)), "", done + "train now paused; rules ahead"},
		{"learnt", steps(heard(learnt(), 2)), "", done + "train done; rules now 3 rules"},
		{
			"changed since", steps(heard(learnt(), 2), settings.Typed{Field: setting.Seed, Text: "7"}), "",
			"data done 1,200 rows; settings now predict rich; train ahead settings changed; rules done 3 rules",
		},
	})
}

// Each event that concerns a section opens it; other events change no section.
func TestSections(t *testing.T) {
	section := func(s state.State) any { return s.Section }
	to := func(at core.Section) state.Msg { return core.SectionChosen{Section: at} }
	start, loaded, next := training.StartAsked{At: noon}, loaded(heart(), 2), state.FileChosen{Name: "b.csv"}
	travel(t, state.New(), section, []journey{
		{"at first", nil, "", core.Section("")},
		{"no table", steps(to(core.TrainSection)), "", core.Section("")},
		{"a link", steps(link.AddressChanged{Hash: "d=heart-risk&v=train"}, loaded), "load heart-risk", core.TrainSection},
		{"a link to a tab", steps(link.AddressChanged{Hash: "d=heart-risk&v=trade"}, loaded), "load heart-risk", core.RulesSection},
		{
			"a link to the rules of a file",
			steps(link.AddressChanged{Hash: "shape=0badcafe&v=rules"}, next, loaded), "load b.csv", core.DataSection,
		},
	})
	opened, _ := after(state.New(), core.ModelOpened{Name: "m.json", File: modelFile()})
	travel(t, opened, section, []journey{
		{"a model", nil, "", core.RulesSection},
		{"a model without a table", steps(to(core.TrainSection)), "", core.RulesSection},
		{"a table for a model", steps(next, loaded), "load b.csv, apply", core.RulesSection},
	})
	travel(t, withTable(), section, []journey{
		{"a table", nil, "", core.DataSection},
		{"chosen", steps(to(core.SettingsSection)), "", core.SettingsSection},
		{"unknown", steps(to("x")), "", core.DataSection},
		{"a run", steps(start), "train rich=yes", core.TrainSection},
		{"refused", steps(start, heard(protocol.Refused{Kind: "too_few_rows", Message: "no"}, 1)), "train rich=yes", core.TrainSection},
	})
	ended := withTable(start, heard(started(), 0), heard(learnt(), 1))
	travel(t, ended, section, []journey{
		{"the end of a run, which the page shows", nil, "", core.TrainSection},
		{"a tab", steps(core.TabChosen{Tab: core.MatrixTab}), "cover", core.RulesSection},
		{"a row tried", steps(core.RowTried{Row: 1}), "explain", core.RulesSection},
		{"another table", steps(next, loaded), "load b.csv, apply", core.DataSection},
		{"back", steps(to(core.RulesSection), state.ViewReturned{View: "settings"}), "", core.SettingsSection},
	})
	travel(t, ended, func(s state.State) any { return s.Tab }, []journey{
		{"another section", steps(core.TabChosen{Tab: core.TradeOffTab}, to(core.TrainSection)), "", core.TradeOffTab},
		{"another run", steps(core.TabChosen{Tab: core.TradeOffTab}, start), "train rich=yes", core.RulesTab},
	})
}

// One toast at a time offers the rules of a run that ended, or to undo an edit, until that is done or no longer possible.
func TestToast(t *testing.T) {
	begin, show := training.StartAsked{At: noon}, core.SectionChosen{Section: core.RulesSection}
	ended := withTable(begin, heard(started(), 0), core.SectionChosen{Section: core.DataSection}, heard(learnt(), 1))
	told := func(s state.State) any {
		toast := s.Frame.Toast
		return facts("toast", toast.Text, "rules", toast.Rules, "undoes", toast.Undoes != nil, "selected", s.Rules.Selected != rules.NoRule)
	}
	const done = "toast Done. 3 rules, train accuracy 75.0%.; rules"
	off, sheet := rules.RuleSwitched{Line: 0}, state.PanelToggled{Panel: state.MorePanel}
	travel(t, ended, told, []journey{
		{"a run has ended", nil, "", done},
		{"another section", steps(core.SectionChosen{Section: core.SettingsSection}), "", done},
		{"its rules are shown", steps(show), "", ""},
		{"closed", steps(state.ToastClosed{}), "", ""},
		{"Escape", steps(state.EscapePressed{}), "", ""},
		{"Escape closes a panel first", steps(sheet, state.EscapePressed{}), "", done},
		{"a rule is off", steps(show, off), "score", "toast Rule 1 switched off.; undoes"},
		{"a rule is deleted", steps(rules.RuleDeleted{Line: 0}), "score", "toast Rule 1 deleted.; undoes"},
		{"the edit is undone", steps(show, off, rules.Undone{}), "score", ""},
		{"the rules of the edit are left", steps(show, off, core.SectionChosen{Section: core.SettingsSection}), "score", ""},
		{"an edit fails", steps(show, rules.RuleDeleted{Line: 9}), "", ""},
		{"a sentence", steps(off, state.Said{Text: "Copied."}), "score", "toast Copied."},
		{"the next run", steps(begin), "train rich=yes", ""},
		{"Escape without a toast", steps(show, rules.RuleSelected{Line: 0}, state.EscapePressed{}), "score", ""},
	})
}

// The page covers itself while files are dragged over it.
func TestFilesDragged(t *testing.T) {
	over, away := state.FilesDragged{Over: true}, state.FilesDragged{Over: false}
	travel(t, withTable(), func(s state.State) any { return s.Frame.Dragged }, []journey{
		{"over the page", steps(over), "", true},
		{"away again", steps(over, away), "", false},
	})
}

// One panel is open at a time. A lesson closes all of them, and Escape the open one, whose button gets the focus, or else the lesson.
// An explanation closes when another section is shown, as when a run begins.
func TestPanels(t *testing.T) {
	list, dialog, proof, escape := learn.MenuToggled{}, link.ShareToggled{}, privacy.PanelToggled{}, state.EscapePressed{}
	more, sheet := state.PanelToggled{Panel: state.MorePanel}, state.PanelToggled{Panel: state.SettingsPanel}
	how, help := state.ViewReturned{View: link.HowView}, core.HelpToggled{Place: "target"}
	travel(t, withTable(), func(s state.State) any {
		return facts("lessons", s.Learn.Menu, "share", s.Link.Open, "privacy", s.Privacy.Open, "panel", s.Frame.Panel, "lesson", s.Learn.Guided,
			"help", s.Help)
	}, []journey{
		{"one after another", steps(more, sheet), "", "panel settings"},
		{"the dialog after a panel", steps(sheet, dialog), "", "share"},
		{"a panel after the dialog", steps(dialog, more), "", "panel more"},
		{"the dialog after the list", steps(list, dialog), "", "share"},
		{"the list after the dialog", steps(dialog, list), "", "lessons"},
		{"the privacy panel after the dialog", steps(dialog, proof), "", "privacy"},
		{"the list after the privacy panel", steps(proof, list), "", "lessons"},
		{"a lesson after the privacy panel", steps(proof, learn.LessonBegun{Lesson: 1}), "", "lesson"},
		{"Escape in a lesson", steps(learn.LessonBegun{Lesson: 1}, escape), "", ""},
		{"Escape over a lesson", steps(learn.LessonBegun{Lesson: 1}, more, escape), "", "lesson"},
		{"a link to a lesson", steps(dialog, link.AddressChanged{Hash: "lesson=1"}), "", "lesson"},
		{"the explanation after the list", steps(list, how), "", ""},
		{"the help on a term", steps(help), "", "help target"},
		{"a run after the help", steps(help, training.StartAsked{At: noon}), "train rich=yes", ""},
	})
	for _, test := range []struct {
		opens []state.Msg
		focus string
	}{
		{steps(list), "lessons"},
		{steps(how, list), "lessons"},
		{steps(dialog), "share"},
		{steps(proof), "privacy"},
		{steps(more), "open-more"},
		{nil, ""},
	} {
		s, commands := state.Update(withTable(test.opens...), escape)
		focus := slices.Contains(commands, core.Command(core.Focus{ID: test.focus}))
		if s.Learn.Menu || s.Link.Open || s.Privacy.Open || s.Frame.Panel != state.NoPanel || focus != (test.focus != "") {
			t.Errorf("Escape after %+v: frame %+v, commands %+v, want the focus on %q", test.opens, s.Frame, commands, test.focus)
		}
	}
}

// The address reveals nothing of a user's own table after any action.
func TestAddressHoldsNothingOfAFile(t *testing.T) {
	table := coretest.Clinic()
	admitted := len(table.Columns)
	table.Columns = append(table.Columns, protocol.ColumnSummary{Name: "admitted", Kind: dataset.Date, Layout: "YYYY-MM-DD"})
	secrets := []string{
		"patients", "clinic", "csv", "salary", "diagnosis", "insured", "admitted", "measles", "mumps", "rubella",
		"never", "always", "31337", "98765", "54321", "1200", "44444",
	}
	s, _ := after(state.New(), state.Connected{}, state.FileChosen{Name: table.Name},
		heard(protocol.Loaded{Table: table}, 0), heard(planned(), 0))
	for i, m := range []state.Msg{
		core.TargetChosen{Column: 1},
		settings.PositiveChosen{Value: 2},
		settings.ClassesChosen{How: protocol.ClassesEach},
		core.TargetChosen{Column: 0},
		settings.SignChosen{Sign: "<"},
		settings.BoundTyped{Text: "54321"},
		core.TargetChosen{Column: 2},
		data.ColumnUsed{Column: 1},
		data.ColumnRequired{Column: 0, Required: true},
		data.EditorToggled{Column: 0},
		data.MethodChosen{Column: 0, Method: core.Listed},
		data.ThresholdsTyped{Column: 0, Text: "44444"},
		data.DatePartChosen{Column: admitted, Part: binarize.Month},
		data.ColumnsSought{Text: "diagnosis"},
		settings.Typed{Field: setting.Seed, Text: "salary of mumps"},
		settings.Typed{Field: setting.Method, Text: "measles"},
		settings.Typed{Field: setting.Lambda1, Text: "0.5"},
		explain.CellTyped{Column: "diagnosis", Text: "measles"},
		rules.RulesSought{Text: "rubella"},
		learn.GameChosen{Level: 1, Seed: "31337"},
		training.StartAsked{At: noon},
		heard(started(), 1), heard(protocol.Trained{Model: new(protocol.Model)}, 2),
		core.TabChosen{Tab: core.ExportTab},
		link.ShareToggled{},
		link.AreaToggled{Name: "diagnosis"},
		link.AreaToggled{Name: "tabs"},
		link.AddressChanged{Hash: "#salary=54321&l1=0.5"},
	} {
		s, _ = after(s, m)
		for _, address := range []string{s.Permalink().String(), s.Link.Shared(s.Shared, s.Scene()).String()} {
			for _, secret := range secrets {
				if strings.Contains(strings.ToLower(address), secret) {
					t.Errorf("after message %d, %T, the address has %q: %s", i, m, secret, address)
				}
			}
		}
	}
	coretest.Contains(t, "the address", s.Permalink().String(), "shape=", "t=3", "x=2", "must=1", "l1=0.5")
}

// A link loads its table once. One without settings leaves them.
func TestLinkLoadsABuiltInTable(t *testing.T) {
	opened := link.AddressChanged{Hash: "#d=heart-risk&x=3&k1=40,50&s=7&dates=auto;age=year&v=trade"}
	again, how := link.AddressChanged{Hash: "d=heart-risk&s=8"}, link.AddressChanged{Hash: "v=how"}
	const load = "load heart-risk"
	travel(t, state.New(), func(s state.State) any {
		return facts("seed", s.Setup.Fields[setting.Seed], "tab", s.Tab, "out", len(s.Setup.Ignore), "rich", s.Setup.Ignore["rich"],
			"cuts", s.Setup.Cuts["age"].Method, "dates", strings.TrimPrefix(s.Setup.Text(setting.Dates), "auto"), "explained", s.Learn.Explained)
	}, []journey{
		{"opened", steps(opened), load, "seed 7; tab trade; dates ;age=year"},
		{"loaded", steps(opened, loaded(people(), 0)), load, "seed 7; tab trade; out 1; rich; cuts list; dates ;age=year"},
		{"another link to it", steps(opened, loaded(people(), 0), again), load, "seed 8; tab trade"},
		{"a link without settings", steps(opened, loaded(people(), 0), again, how), load, "seed 8; tab trade; explained"},
	})
}

// Back and Forward of the browser move to a step about the view that they return to.
func TestReturnInLesson(t *testing.T) {
	ended := withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(learnt(), 1), learn.LessonBegun{Lesson: 1})
	to := func(view string) state.Msg { return state.ViewReturned{View: view} }
	third := steps(learn.StepTaken{By: 2})
	travel(t, ended, func(s state.State) any { step, _ := s.Learn.Step(); return step.Title }, []journey{
		{"begun", nil, "", "A table with a secret"},
		{"the third step", third, "", "AND inside a rule"},
		{"the same view", append(third, to("rules")), "", "AND inside a rule"},
		{"back", append(third, to("train")), "", "Learn"},
		{"back twice", append(third, to("train"), to("data")), "", "A table with a secret"},
		{"back and forward", append(third, to("train"), to("rules")), "", "AND inside a rule"},
		{"a view of no step", append(third, to("settings")), "", "AND inside a rule"},
		{"without a lesson", append(third, learn.LessonEnded{}, to("train")), "", ""},
	})
}

// The address of the page names the active lesson.
func TestLessonInAddress(t *testing.T) {
	begun := steps(learn.LessonBegun{Lesson: 2}, learn.StepTaken{By: 1})
	travel(t, state.New(), func(s state.State) any { return s.Permalink().String() }, []journey{
		{"begun", begun, "", "lesson=2"},
		{"ended", append(begun, learn.LessonEnded{}), "", ""},
	})
}
