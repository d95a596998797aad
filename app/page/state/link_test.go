package state_test

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/data"
	"drnet/app/explain"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// telling is a table whose names and cells must not appear in an address.
func telling() (t protocol.TableSummary, secrets []string) {
	t = protocol.TableSummary{Name: "patients-clinic.csv", Rows: 1200, Guess: 2, Columns: []protocol.ColumnSummary{
		{
			Name: "salary", Kind: dataset.Numeric,
			Histogram: &protocol.Histogram{Least: 31337, Most: 98765, First: 31337, Last: 98765, Counts: []int{600, 600}},
		},
		{
			Name: "diagnosis", Kind: dataset.Categorical,
			Values: []protocol.Value{{Text: "measles", Rows: 500}, {Text: "mumps", Rows: 400}, {Text: "rubella", Rows: 300}},
		},
		{Name: "insured", Kind: dataset.Binary, Values: []protocol.Value{{Text: "never", Rows: 900}, {Text: "always", Rows: 300}}},
	}}
	return t, []string{
		"patients", "clinic", "csv", "salary", "diagnosis", "insured", "measles", "mumps", "rubella",
		"never", "always", "31337", "98765", "54321", "1200", "44444",
	}
}

// The address reveals nothing of a user's own table after any action.
func TestAddressHoldsNothingOfAFile(t *testing.T) {
	table, secrets := telling()
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
		data.ColumnsSought{Text: "diagnosis"},
		settings.Typed{Field: setting.Seed, Text: "salary of mumps"},
		settings.Typed{Field: setting.Method, Text: "measles"},
		settings.Typed{Field: setting.Lambda1, Text: "0.5"},
		explain.CellTyped{Column: "diagnosis", Text: "measles"},
		rules.RulesSought{Text: "rubella"},
		learn.SeedTyped{Text: "31337"},
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
	for _, want := range []string{"shape=", "t=3", "x=2", "must=1", "l1=0.5"} {
		if got := s.Permalink().String(); !strings.Contains(got, want) {
			t.Errorf("the address is %q, want %q in it", got, want)
		}
	}
}

// A link loads its table once. One without settings leaves them.
func TestLinkLoadsABuiltInTable(t *testing.T) {
	opened := link.AddressChanged{Hash: "#d=heart-risk&x=3&k1=40,50&s=7&v=trade"}
	again, how := link.AddressChanged{Hash: "d=heart-risk&s=8"}, link.AddressChanged{Hash: "v=how"}
	const load = "load heart-risk"
	travel(t, state.New(), func(s state.State) any {
		return facts("seed", s.Setup.Fields[setting.Seed], "tab", s.Tab, "out", len(s.Setup.Ignore), "rich", s.Setup.Ignore["rich"],
			"cuts", s.Setup.Cuts["age"].Method, "explained", s.Learn.Explained)
	}, []journey{
		{"opened", steps(opened), load, "seed 7; tab trade"},
		{"loaded", steps(opened, loaded(people(), 0)), load, "seed 7; tab trade; out 1; rich; cuts list"},
		{"another link to it", steps(opened, loaded(people(), 0), again), load, "seed 8; tab trade"},
		{"a link without settings", steps(opened, loaded(people(), 0), again, how), load, "seed 8; tab trade; explained"},
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
