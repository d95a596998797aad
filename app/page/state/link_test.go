package state_test

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
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

// A link loads its table once.
func TestLinkLoadsABuiltInTable(t *testing.T) {
	s, asked := after(state.New(), link.AddressChanged{Hash: "#d=heart-risk&x=3&k1=40,50&s=7&v=trade"})
	if loads := coretest.Of[protocol.Load](asked); len(loads) != 1 || loads[0].Sample != "heart-risk" ||
		s.Setup.Fields[setting.Seed] != "7" || s.Tab != core.TradeOffTab {
		t.Fatalf("asked %v, setup %+v", asked, s.Setup)
	}
	table := people()
	s, _ = after(s, heard(protocol.Loaded{Table: table}, 0))
	if !s.Setup.Ignore["rich"] || s.Setup.Cuts["age"].Method != core.Listed {
		t.Errorf("left out %v, thresholds %v", s.Setup.Ignore, s.Setup.Cuts)
	}
	s, asked = after(s, link.AddressChanged{Hash: "d=heart-risk&s=8"})
	if len(coretest.Of[protocol.Load](asked)) > 0 || s.Setup.Fields[setting.Seed] != "8" || len(s.Setup.Ignore) > 0 {
		t.Errorf("asked %v, setup %+v", asked, s.Setup)
	}
	s, _ = after(s, link.AddressChanged{Hash: "v=how"})
	if !s.Learn.Explained || s.Setup.Fields[setting.Seed] != "8" {
		t.Errorf("a link without settings changed them: %+v", s.Setup)
	}
}
