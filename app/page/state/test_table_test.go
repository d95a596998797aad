package state_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// testTableFacts are what the page shows of a test table.
func testTableFacts(s state.State) any {
	name, differences := "", 0
	if s.Test != nil {
		name, differences = s.Test.Name, len(s.Test.Differences)
	}
	return facts("table", s.Source.Name, "test", name, "differences", differences, "reading", s.Reading, "stale", s.Stale(),
		"problem", problem(s.DataProblem), "rejected", s.Rejected != nil)
}

func TestTestTable(t *testing.T) {
	answer := loaded(people(), 0)
	held := people()
	held.Name = "held.csv"
	test := heard(protocol.Loaded{Table: held, Differences: []string{"the test table lacks \"city\""}}, 1)
	add := state.FileChosen{Name: "held.csv", Test: true}
	two := func(names ...string) state.Msg {
		return state.TwoFilesChosen{Files: [2]state.FileChosen{{Name: names[0], Size: 9}, {Name: names[1], Size: 99}}}
	}
	learn := steps(training.StartAsked{At: noon}, heard(started(), 1), heard(trained(2), 2))
	travel(t, state.New(), testTableFacts, []journey{
		{
			"two files, the larger one trains", steps(state.Connected{}, two("a.csv", "b.csv"), answer, test), "load b.csv, load a.csv",
			"table b.csv; test held.csv; differences 1",
		},
		{
			"two files, the name says which tests", steps(state.Connected{}, two("train.csv", "my test.csv"), answer),
			"load train.csv, load my test.csv", "table train.csv; reading my test.csv",
		},
		{
			"the first of two is refused", steps(state.Connected{}, two("a.csv", "b.csv"), heard(ragged, 1)), "load b.csv",
			"problem “b.csv”: Line 3 has 4 fields. Mend the line.; rejected",
		},
		{"no table yet", steps(state.Connected{}, add), "", ""},
	})
	travel(t, withTable(), testTableFacts, []journey{
		{"added", steps(add, test), "load held.csv", "table people.csv; test held.csv; differences 1"},
		{
			"refused", steps(add, heard(ragged, 1)), "load held.csv",
			"table people.csv; problem “held.csv”: Line 3 has 4 fields. Mend the line.",
		},
		{"replaced", steps(add, test, state.FileChosen{Name: "people.csv"}, answer), "load held.csv, load people.csv", "table people.csv"},
		{
			"read again with its table", steps(add, test, core.TableReadAgain{}, answer, test),
			"load held.csv, load people.csv, load held.csv", "table people.csv; test held.csv; differences 1",
		},
		{"removed", steps(add, test, core.TestTableRemoved{}, answer), "load held.csv, load people.csv", "table people.csv"},
		{"none to remove", steps(core.TestTableRemoved{}), "", "table people.csv"},
		{
			"added after a training", append(learn, add, test), "train rich=yes, load held.csv",
			"table people.csv; test held.csv; differences 1; stale",
		},
	})
}

// Rows of another file are appended: both files are read, and so again with other options and for the test table.
func TestAppend(t *testing.T) {
	file := io.Reader(bytes.NewReader(nil))
	add := state.FileChosen{Name: "more.csv", File: file, Append: true}
	more := func(s state.State) any {
		name := ""
		if s.Source.More != nil {
			name = s.Source.More.Name
		}
		return facts("more", name, "problem", problem(s.DataProblem), "tested", s.Test != nil)
	}
	answer, held := loaded(people(), 0), state.FileChosen{Name: "held.csv", Test: true}
	travel(t, withTable(), more, []journey{
		{"added", steps(add, answer), "load people.csv", "more more.csv"},
		{"refused", steps(add, heard(ragged, 1)), "load people.csv", "problem Line 3 has 4 fields. Mend the line."},
		{"read again", steps(add, answer, core.TableReadAgain{}, answer), "load people.csv, load people.csv", "more more.csv"},
		{
			"with a test table", steps(held, loaded(people(), 0), add, answer, loaded(people(), 0)),
			"load held.csv, load people.csv, load held.csv", "more more.csv; tested",
		},
		{"replaced", steps(add, answer, state.FileChosen{Name: "a.csv"}, answer), "load people.csv, load a.csv", ""},
	})
	_, requests := after(withTable(), add)
	if l, ok := requests[len(requests)-1].(protocol.Load); !ok || l.Append != file {
		t.Errorf("the request is %+v", requests)
	}
}

// A test table in a workbook is read from another sheet, and from the same one when the table is read again.
func TestTestSheet(t *testing.T) {
	var sheets []string
	book := people()
	book.Sheets, book.Sheet = []dataset.Sheet{{Name: "A"}, {Name: "B"}}, "B"
	s, requests := after(withTable(), state.FileChosen{Name: "held.xlsx", Test: true}, loaded(book, 0), core.TestSheetChosen{Name: "B"},
		loaded(book, 0), core.TableReadAgain{}, loaded(people(), 0), loaded(book, 0))
	for _, r := range requests {
		if l, ok := r.(protocol.Load); ok && l.Test {
			sheets = append(sheets, l.Options.Sheet)
		}
	}
	if !slices.Equal(sheets, []string{"", "B", "B"}) || s.Test.Sheet != "B" || len(s.Test.Sheets) != 2 {
		t.Errorf("the sheets are %q, and the page shows %+v", sheets, s.Test)
	}
}

// With a test table no row of the table is left out of the training, whatever the settings say.
func TestSplitWithTestTable(t *testing.T) {
	var shares []float64
	for _, messages := range [][]state.Msg{
		steps(training.StartAsked{At: noon}),
		steps(state.FileChosen{Name: "held.csv", Test: true}, loaded(people(), 1), training.StartAsked{At: noon}),
	} {
		_, requests := after(withTable(), messages...)
		for _, r := range requests {
			switch r := r.(type) {
			case protocol.Train:
				shares = append(shares, r.Split.Share)
			case protocol.Load:
				if !r.Test {
					t.Errorf("%s is loaded for training", r.Name)
				}
			}
		}
	}
	if len(shares) != 2 || shares[0] != 0.2 || shares[1] != 0 {
		t.Errorf("the shares of test rows are %v, want 0.2 and 0", shares)
	}
}

// The file of a test table is that of its own reading.
func TestTestFile(t *testing.T) {
	file := io.Reader(bytes.NewReader(nil))
	_, requests := after(withTable(), state.FileChosen{Name: "held.csv", Size: 5, File: file, Test: true})
	if l, ok := requests[len(requests)-1].(protocol.Load); !ok || l.File != file || l.Size != 5 || !l.Test {
		t.Errorf("the request is %+v", requests)
	}
}
