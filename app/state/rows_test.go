package state_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/state"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

func text(s string) *string { return &s }

// pickedRows are two rows of a selection of 41.
func pickedRows(columns int) protocol.RowPage {
	cells := make([]*string, columns)
	for i := range cells {
		cells[i] = text(fmt.Sprint("c", i))
	}
	cells[0] = nil
	return protocol.RowPage{Total: 41, Rows: []protocol.ListedRow{
		{Row: 3, Cells: cells, Answer: "yes", Truth: "no", Fires: []int{1, 3}},
		{Row: 9, Held: true, Cells: cells, Answer: "no", Truth: "no"},
	}}
}

// lastRows is the newest request for rows.
func lastRows(requests []protocol.Request) (r protocol.ListRows) {
	for _, any := range requests {
		if rows, ok := any.(protocol.ListRows); ok {
			r = rows
		}
	}
	return r
}

func TestRowsAreAskedFor(t *testing.T) {
	ruleTwo := core.RowsAsked{Of: protocol.Selection{Lines: []int{2}, Truth: "no"}}
	tests := []struct {
		name     string
		messages []state.Msg
		asked    string
		from, n  int
		filters  string
		title    string
	}{
		{"of a rule", []state.Msg{ruleTwo}, "rows", 0, 20, "", "Rule 2 is true, the table says “no”"},
		{
			"of a cell",
			[]state.Msg{core.RowsAsked{Of: protocol.Selection{Answer: "yes", Truth: "yes"}}},
			"rows", 0, 20, "", "Answered “yes”, rightly",
		},
		{
			"of one rule alone",
			[]state.Msg{core.RowsAsked{Of: protocol.Selection{Lines: []int{3}, Alone: true}}},
			"rows", 0, 20, "", "Only rule 3 is true",
		},
		{"of two rules", []state.Msg{core.RowsAsked{Of: protocol.Selection{Lines: []int{1, 3}}}}, "rows", 0, 20, "", "Rules 1 and 3 are true"},
		{
			"of a rule that is off",
			[]state.Msg{state.SwitchRule{Line: 1}, ruleTwo},
			"score, rows", 0, 20, "",
			"Rule in place 2 (off) is true, the table says “no”",
		},
		{"the next page", []state.Msg{ruleTwo, heard(pickedRows(2), 3), state.RowsTurned{To: 1}}, "rows, rows", 20, 20, "", ""},
		{"a page too far", []state.Msg{ruleTwo, heard(pickedRows(2), 3), state.RowsTurned{To: 7}}, "rows, rows", 40, 20, "", ""},
		{
			"larger pages",
			[]state.Msg{
				ruleTwo, heard(pickedRows(2), 3),
				state.RowsTurned{To: 2},
				heard(pickedRows(2), 4),
				state.RowsSized{Size: 50},
				heard(pickedRows(2), 5),
			},
			"rows, rows, rows", 0, 50, "", "",
		},
		{"a size that is none", []state.Msg{ruleTwo, state.RowsSized{Size: 7}}, "rows", 0, 20, "", ""},
		{"typed while asked", []state.Msg{
			ruleTwo,
			state.RowsFiltered{Column: "age", Text: ">"},
			state.RowsFiltered{Column: "age", Text: "> 3"},
			heard(pickedRows(2), 3),
		}, "rows, rows", 0, 20, "age > 3", ""},
		{"filter taken back", []state.Msg{
			ruleTwo,
			state.RowsFiltered{Column: "age", Text: "> 3"},
			state.RowsFiltered{Column: "age"},
			heard(pickedRows(2), 3),
		}, "rows", 0, 20, "", ""},
		{"a column that is none", []state.Msg{
			ruleTwo, heard(pickedRows(2), 3),
			state.RowsFiltered{Column: "weight", Text: "1"},
		}, "rows", 0, 20, "", ""},
		{"one side", []state.Msg{
			ruleTwo, heard(pickedRows(2), 3),
			state.RowsTurned{To: 1},
			heard(pickedRows(2), 3),
			state.SideChosen{Side: protocol.TestRows},
		}, "rows, rows, rows", 0, 20, "", ""},
		{"closed", []state.Msg{ruleTwo, state.RowsClosed{}, heard(pickedRows(2), 3)}, "rows", 0, 20, "", "All rows with a label"},
		{"stopped with something else", []state.Msg{ruleTwo, heard(protocol.Refused{Kind: protocol.Cancelled}, 3)}, "rows, rows", 0, 20, "", ""},
		{"while it trains", []state.Msg{state.Start{At: noon}, ruleTwo}, "train rich=yes", 0, 0, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _ := read()
			s, requests := after(s, test.messages...)
			if got := asked(requests); got != test.asked {
				t.Errorf("asked for %q, want %q", got, test.asked)
			}
			r := lastRows(requests)
			var filters []string
			for _, f := range r.Filters {
				filters = append(filters, f.Column+" "+f.Text)
			}
			if r.From != test.from || r.Rows != test.n || strings.Join(filters, ",") != test.filters {
				t.Errorf("asked for rows %d, %d of them, with %q; want %d, %d, %q", r.From, r.Rows, filters, test.from, test.n, test.filters)
			}
			if got := s.RowsTitle(); test.title != "" && s.Browse.Open() && got != test.title {
				t.Errorf("title %q, want %q", got, test.title)
			}
		})
	}
}

func TestRowsInSight(t *testing.T) {
	s, requests := read2(core.RowsAsked{Of: protocol.Selection{Answer: "yes"}})
	columns := lastRows(requests).Columns
	if !slices.Equal(columns, []string{"age", "city"}) {
		t.Fatalf("columns %q", columns)
	}
	if got := s.RowsInWords(); got != "Looking …" {
		t.Errorf("before the answer %q", got)
	}
	s, _ = after(s, heard(pickedRows(2), 3))
	if got := s.RowsInWords(); got != "41 rows, 1 to 2 are shown." {
		t.Errorf("%q", got)
	}
	lines := s.RowLines()
	if len(lines) != 2 || lines[0].Fires != "R1, R3" || !lines[0].Wrong || lines[1].Wrong || lines[1].Fires != "none" || !lines[1].Held {
		t.Errorf("lines %+v", lines)
	}
	if c := lines[0].Cells; !c[0].Missing || !c[0].Asked || !c[1].Asked || c[1].Text != "c1" {
		t.Errorf("cells %+v", c)
	}
	if lines[1].Cells[1].Asked {
		t.Error("no rule is true, and a cell is asked about")
	}
	s, _ = after(s, state.RowsFiltered{Column: "age", Text: "old"},
		heard(protocol.Refused{Kind: dataset.BadFilter, Message: "no filter", Hint: "write a number"}, 4))
	if got := problem(s.Browse.Query.Problem); got != "No filter. Write a number." || len(s.RowLines()) != 2 {
		t.Errorf("a filter that is none: %q, and %d rows", got, len(s.RowLines()))
	}
	s, _ = after(s, state.RowsFiltered{Column: "age", Text: "> 99"}, heard(protocol.RowPage{}, 5))
	if got := s.RowsInWords(); got != "No row meets all filters." || s.Browse.Query.Problem != nil {
		t.Errorf("%q", got)
	}
	s, _ = after(s, state.SwitchRule{Line: 0})
	if notes := s.RowsNotes(); len(notes) != 1 || !strings.Contains(notes[0], "changed since") {
		t.Errorf("after a change: %q", notes)
	}
	s, _ = after(s, state.RowTried{Row: 3})
	if s.Tab != core.ExplainTab || s.Try.Row != "3" || !s.Browse.Open() {
		t.Error("a row is not tried")
	}
	s, _ = after(s, state.FileChosen{Name: "other.csv"}, heard(protocol.Loaded{Table: people()}, 9))
	if s.Browse.Open() {
		t.Error("rows of the table before are still looked at")
	}
}

// read2 is read, and also returns the requests.
func read2(messages ...state.Msg) (state.State, []protocol.Request) {
	s, _ := read()
	return after(s, messages...)
}

// A CSV of rows is written in parts, independently of the predictions, and restarts when another selection is
// exported.
func TestRowsAreWritten(t *testing.T) {
	s, _ := read2(core.RowsAsked{Of: protocol.Selection{Answer: "yes"}}, heard(pickedRows(2), 3))
	s, requests := after(s, state.RowsWritten{}, heard(protocol.Predicted{CSV: "a\n", Next: 50_000}, 4),
		heard(protocol.Predicted{CSV: "b\n"}, 5))
	first, second := requests[0].(protocol.Predict), requests[1].(protocol.Predict)
	if first.Of == nil || first.Of.Answer != "yes" || !first.Columns || second.From != 50_000 || len(requests) != 2 {
		t.Errorf("asked for %+v", requests)
	}
	if s.Browse.CSV() != "a\nb\n" || !s.Browse.Complete || s.WritingInWords() != "41 rows are written, with all columns of the table." {
		t.Errorf("%+v: %s", s.Browse.Parts, s.WritingInWords())
	}
	s, _ = after(s, state.RowsFiltered{Column: "age", Text: "1"})
	if s.Browse.Complete || s.WritingInWords() != "" {
		t.Error("another filter, and the file is still there")
	}
	s, _ = after(s, heard(pickedRows(2), 6), state.RowsWritten{},
		heard(protocol.Refused{Kind: protocol.BadSetting, Message: "no", Hint: "yes"}, 7))
	if problem(s.Browse.Unwritten) != "No. Yes." || s.Browse.Writes {
		t.Errorf("refused: %+v", s.Browse)
	}
}
