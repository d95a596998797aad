package state_test

import (
	"fmt"
	"slices"
	"testing"

	"drnet/app/state"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// wide returns a state with a table of many columns, named c0, c1 and so on.
func wide(columns int) state.State {
	t := protocol.TableSummary{Name: "wide.csv", Rows: 10, Guess: -1, Preview: make([][]*string, 20)}
	for j := range columns {
		t.Columns = append(t.Columns, protocol.ColumnSummary{Name: fmt.Sprint("c", j), Kind: dataset.Numeric})
	}
	for i := range t.Preview {
		t.Preview[i] = make([]*string, columns)
	}
	s, _ := after(state.New(), heard(protocol.Loaded{Table: t}, 0))
	return s
}

func TestPages(t *testing.T) {
	tests := []struct {
		name           string
		columns        int
		messages       []state.Msg
		words          string
		before, behind bool
		first, shown   int
	}{
		{"few", 3, nil, "1 to 3 of 3", false, false, 0, 3},
		{"one page", 50, nil, "1 to 50 of 50", false, false, 0, 50},
		{"many", 5000, nil, "1 to 50 of 5,000", false, true, 0, 50},
		{"the next", 5000, []state.Msg{state.PageTurned{To: 1}}, "51 to 100 of 5,000", true, true, 50, 50},
		{"the last", 120, []state.Msg{state.PageTurned{To: 2}}, "101 to 120 of 120", true, false, 100, 20},
		{"behind the last", 120, []state.Msg{state.PageTurned{To: 99}}, "101 to 120 of 120", true, false, 100, 20},
		{"before the first", 120, []state.Msg{state.PageTurned{To: -4}}, "1 to 50 of 120", false, true, 0, 50},
		{"sought", 5000, []state.Msg{state.PageTurned{To: 3}, state.ColumnsSought{Text: " C499"}}, "1 to 11 of 11", false, false, 499, 11},
		{"not found", 5000, []state.Msg{state.ColumnsSought{Text: "x"}}, "no column of this name", false, false, -1, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _ := after(wide(test.columns), test.messages...)
			words, before, behind := s.Pages()
			if words != test.words || before != test.before || behind != test.behind {
				t.Errorf("Pages() = %q, %v, %v, want %q, %v, %v", words, before, behind, test.words, test.before, test.behind)
			}
			columns, _ := s.Shown()
			if len(columns) != test.shown || test.shown > 0 && columns[0] != test.first {
				t.Errorf("Shown() = %v, want %d from %d", columns, test.shown, test.first)
			}
		})
	}
}

// A page is rendered in parts, until it is complete.
func TestDrawing(t *testing.T) {
	s := wide(70)
	last := -1
	for parts := 0; s.Drawing(); parts++ {
		if n := len(s.Profiles()); n <= last || n > last+6 || parts > 20 {
			t.Fatalf("%d columns after %d", n, last)
		} else {
			last = n
		}
		s, _ = after(s, state.Drew{})
	}
	if got := len(s.Profiles()); got != 50 {
		t.Errorf("%d columns are drawn, want 50", got)
	}
	if got := len(s.PreviewRows(s.Table)); got != 20 {
		t.Errorf("%d rows are drawn, want 20", got)
	}
}

func TestMissingInWords(t *testing.T) {
	mark := func(text string, rows int) dataset.MissingMark { return dataset.MissingMark{Text: text, Rows: rows} }
	tests := []struct {
		column protocol.ColumnSummary
		want   string
	}{
		{protocol.ColumnSummary{}, ""},
		{protocol.ColumnSummary{Missing: 42}, "2.1 % missing"},
		{protocol.ColumnSummary{Missing: 42, Marks: []dataset.MissingMark{mark("?", 42)}}, "2.1 % missing: ?"},
		{protocol.ColumnSummary{Missing: 1, Marks: []dataset.MissingMark{mark("", 1)}}, "1 missing: empty cells"},
		{
			protocol.ColumnSummary{Missing: 100, Odd: 1, Marks: []dataset.MissingMark{mark("NA", 50), mark("", 49)}},
			"5.0 % missing: NA, empty cells, 1 cell that is no number",
		},
		{protocol.ColumnSummary{Missing: 100, Marks: []dataset.MissingMark{
			mark("a", 9), mark("b", 8), mark("c", 7), mark("d", 6), mark("e", 5),
			mark("f", 4),
		}}, "5.0 % missing: a, b, c, d, 2 more"},
	}
	for _, test := range tests {
		if got := state.MissingInWords(&test.column, 2000); got != test.want {
			t.Errorf("MissingInWords(%+v) = %q, want %q", test.column, got, test.want)
		}
	}
}

func TestSpread(t *testing.T) {
	numbers := func(first, last float64) protocol.ColumnSummary {
		return protocol.ColumnSummary{Kind: dataset.Numeric, Histogram: &protocol.Histogram{
			Least: first - 0.5, Most: last + 1.5,
			First: first, Last: last,
		}}
	}
	tests := []struct {
		column protocol.ColumnSummary
		want   string
	}{
		{numbers(0.25, 7), "0.25 to 7"},
		{numbers(17, 90), "17 to 90"},
		{protocol.ColumnSummary{Values: []protocol.Value{
			{Text: "a", Rows: 20},
			{Text: "b", Rows: 30},
			{Text: "c", Rows: 25},
			{Text: "d", Rows: 25},
		}}, "b 30.0 %, c 25.0 % and 2 more"},
		{protocol.ColumnSummary{Distinct: 4000}, "4,000 values"},
		{protocol.ColumnSummary{}, ""},
	}
	for _, test := range tests {
		if got := state.Spread(&test.column, 100); got != test.want {
			t.Errorf("Spread(%+v) = %q, want %q", test.column, got, test.want)
		}
	}
}

func TestGives(t *testing.T) {
	s := withTable(state.UseChosen{Column: 1})
	for j, want := range []string{"3 yes/no questions", "left out by you", "", "not used: rules cannot ask about it"} {
		if got := s.Gives(j); got != want {
			t.Errorf("Gives(%d) = %q, want %q", j, got, want)
		}
	}
	if got, want := s.Gives(5), "gives no question"; got != want { // the column is not in the plan
		t.Errorf("Gives(5) = %q, want %q", got, want)
	}
	if got, want := s.Notes(1), []string{"One to note."}; !slices.Equal(got, want) {
		t.Errorf("Notes(1) = %q, want %q", got, want)
	}
	if r := request(t, state.UseChosen{Column: 1}, state.UseChosen{Column: 0},
		state.UseChosen{Column: 2}); !slices.Equal(r.Ignore, []string{"age", "city"}) {
		t.Errorf("Ignore = %q, want age and city: the target is not asked about anyway", r.Ignore)
	}
}

func TestWarnings(t *testing.T) {
	s := withTable()
	s.Table.Warnings = []string{`column "age" is odd`, `in column "name": 3 values`, `column "none" is odd`, "2 rows were short"}
	want := []state.Warning{
		{"Column \"age\" is odd.", 0, true},
		{"In column \"name\": 3 values.", 3, false},
		{"Column \"none\" is odd.", -1, false},
		{"2 rows were short.", -1, false},
	}
	if got := s.Warnings(); !slices.Equal(got, want) {
		t.Errorf("Warnings() = %+v, want %+v", got, want)
	}
}

// The ages range from 17 to 90; the quarters hold 300, 400, 300 and 200 of 1,200 rows.
func TestNumberTarget(t *testing.T) {
	chosen := state.TargetChosen{Column: 0}
	tests := []struct {
		name                       string
		messages                   []state.Msg
		positive, complaint, share string
	}{
		{"proposed", nil, "> 49", "", "About 49.9 % of the rows."},
		{"typed", []state.Msg{state.BoundTyped{Text: " 35.25 "}}, "> 35.25", "", "About 75.0 % of the rows."},
		{"below", []state.Msg{state.BoundTyped{Text: "35.25"}, state.SignChosen{Sign: "<="}}, "<= 35.25", "", "About 25.0 % of the rows."},
		{"no number", []state.Msg{state.BoundTyped{Text: "many"}}, "", "Type the number that splits the rows in two.", ""},
		{"beyond", []state.Msg{state.BoundTyped{Text: "91"}}, "> 91", "No row lies beyond that: the numbers go from 17 to 90.", ""},
		{"and away again", []state.Msg{state.TargetChosen{Column: 2}, state.BoundTyped{Text: "3"}}, "yes", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := withTable(append([]state.Msg{chosen}, test.messages...)...)
			if s.Setup.Positive != test.positive || s.BoundComplaint() != test.complaint || s.SplitInWords() != test.share {
				t.Errorf("%q, %q, %q, want %q, %q, %q", s.Setup.Positive, s.BoundComplaint(), s.SplitInWords(), test.positive,
					test.complaint, test.share)
			}
			if s.Obstacle() != test.complaint {
				t.Errorf("Obstacle() = %q, want %q", s.Obstacle(), test.complaint)
			}
		})
	}
}
