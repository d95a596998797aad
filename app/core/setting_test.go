package core_test

import (
	"testing"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// A setting that another one makes void is neither checked nor applied.
func TestVoidSettings(t *testing.T) {
	table := &protocol.TableSummary{Columns: []protocol.ColumnSummary{{Name: "target"}}}
	s := core.NewSetup()
	s.Target = 0
	s.Fields[setting.Price] = "no number"
	if got := s.Complaint(setting.Price); got != "" {
		t.Errorf("Complaint = %q while no price is used", got)
	}
	before := s.Request(table).Refine
	s.Fields[setting.Refining], s.Fields[setting.Price] = "own", "0.5"
	if got := s.Request(table).Refine; got != 0.005 || got == before {
		t.Errorf("Refine = %v, want 0.005", got)
	}
	s.Fields[setting.Price] = "no number"
	if s.Complaint(setting.Price) == "" {
		t.Error("a price that is used and no number has no complaint")
	}
}

// The glossary explains every term once, also those that share their names with settings.
func TestGlossaryHasEachTermOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, term := range core.Glossary {
		if seen[term.ID] {
			t.Errorf("the term %q has two entries", term.ID)
		}
		seen[term.ID] = true
	}
}
