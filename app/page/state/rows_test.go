package state_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/engine/protocol"
)

// A listed row opens in the what-if view. The list stays open until another table is loaded.
func TestRowsStayOpen(t *testing.T) {
	s, _ := read()
	s, _ = after(s, core.RowsAsked{}, core.RowTried{Row: 3})
	if s.Tab != core.ExplainTab || !s.Rows.Open() {
		t.Error("a row is not tried")
	}
	s, _ = after(s, state.FileChosen{Name: "other.csv"}, heard(protocol.Loaded{Table: people()}, 9))
	if s.Rows.Open() {
		t.Error("rows of the previous table are still listed")
	}
}
