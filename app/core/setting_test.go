package core_test

import (
	"testing"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Every row of the table of settings is complete and sound by default.
func TestSettingsTable(t *testing.T) {
	fields, links := map[core.Field]bool{}, map[string]bool{}
	for _, s := range core.SettingsTable {
		if fields[s.Field] || links[s.Link] || s.Link == "" || s.Label == "" {
			t.Errorf("%s: the field, the link %q or the label is empty, or another row has it", s.Field, s.Link)
		}
		fields[s.Field], links[s.Link] = true, true
		if _, ok := core.Explained(s.Term); !ok {
			t.Errorf("%s: the glossary does not explain %q", s.Field, s.Term)
		}
		if (s.Choices == nil) == (s.Check == nil) {
			t.Errorf("%s: want either choices or a check", s.Field)
		}
		if s.Choices != nil && !s.Has(s.Default) {
			t.Errorf("%s: the default %q is none of the choices", s.Field, s.Default)
		}
		if s.Check != nil && s.Check(s.Default) != "" {
			t.Errorf("%s: the default %q is not sound: %s", s.Field, s.Default, s.Check(s.Default))
		}
		if s.Default == "" && s.Words("") == "" {
			t.Errorf("%s: a report has no words for the default", s.Field)
		}
	}
}

// A setting that another one makes void is neither checked nor applied.
func TestVoidSettings(t *testing.T) {
	table := &protocol.TableSummary{Columns: []protocol.ColumnSummary{{Name: "target"}}}
	s := core.NewSetup()
	s.Target = 0
	s.Fields[core.Price] = "no number"
	if got := s.Complaint(core.Price); got != "" {
		t.Errorf("Complaint = %q while no price is used", got)
	}
	before := s.Request(table).Refine
	s.Fields[core.Refining], s.Fields[core.Price] = "own", "0.5"
	if got := s.Request(table).Refine; got != 0.005 || got == before {
		t.Errorf("Refine = %v, want 0.005", got)
	}
	s.Fields[core.Price] = "no number"
	if s.Complaint(core.Price) == "" {
		t.Error("a price that is used and no number has no complaint")
	}
}
