package state_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

func TestReadAgain(t *testing.T) {
	typed := func(f data.Option, text string) state.Msg { return data.OptionTyped{Option: f, Text: text} }
	again := data.ReadAgainAsked{}
	answered := loaded(people(), 5)
	for _, test := range []struct {
		name     string
		messages []state.Msg
		want     dataset.Options
	}{
		{"as it was", steps(again), dataset.Options{}},
		{"delimiter", steps(typed(data.DelimiterOption, "tab"), again), dataset.Options{Delimiter: '\t'}},
		{"decimal mark", steps(typed(data.DecimalOption, ","), again), dataset.Options{Decimal: ","}},
		{"header", steps(typed(data.HeaderOption, "no"), again), dataset.Options{Header: "no"}},
		{"encoding", steps(typed(data.EncodingOption, "Windows-1252"), again), dataset.Options{Encoding: "Windows-1252"}},
		{"quote", steps(typed(data.QuoteOption, "'"), again), dataset.Options{Quote: "'"}},
		{"escape", steps(typed(data.EscapeOption, `\`), again), dataset.Options{Escape: `\`}},
		{"comments", steps(typed(data.CommentOption, "none"), again), dataset.Options{Comment: "none"}},
		{"lines to skip", steps(typed(data.SkipOption, "3"), again, answered, again), dataset.Options{Skip: 3}},
		{
			"missing values", steps(typed(data.MissingOption, "-7 -8  none"), again),
			dataset.Options{MissingValues: []string{"-7", "-8", "none"}},
		},
		{
			"missing values with spaces inside", steps(typed(data.MissingOption, "-7, no data,"), again),
			dataset.Options{MissingValues: []string{"-7", "no data"}},
		},
		{
			"a single one with a space, read twice", steps(typed(data.MissingOption, "no data,"), again, answered, again),
			dataset.Options{MissingValues: []string{"no data"}},
		},
		{"only empty cells are missing", steps(typed(data.MissingOption, " "), again), dataset.Options{MissingValues: []string{}}},
		{"the usual ones", steps(typed(data.MissingOption, strings.Join(dataset.DefaultMissing(), ",")), again), dataset.Options{}},
		{"a type", steps(data.KindChosen{Column: 0, Kind: dataset.Text}), dataset.Options{Types: map[string]dataset.Kind{"age": dataset.Text}}},
		{
			"a type after another one",
			steps(data.KindChosen{Column: 0, Kind: dataset.Text}, answered, data.KindChosen{Column: 1, Kind: dataset.ID}),
			dataset.Options{Types: map[string]dataset.Kind{"age": dataset.Text, "city": dataset.ID}},
		},
		{
			"a type left to the reader", steps(data.KindChosen{Column: 0, Kind: dataset.Text}, answered, data.KindChosen{Column: 0}),
			dataset.Options{Types: map[string]dataset.Kind{}},
		},
		{
			"types stay with the missing values",
			steps(data.KindChosen{Column: 0, Kind: dataset.Text}, answered, typed(data.MissingOption, "x"), again),
			dataset.Options{Types: map[string]dataset.Kind{"age": dataset.Text}, MissingValues: []string{"x"}},
		},
		{
			"and go with the columns", steps(data.KindChosen{Column: 0, Kind: dataset.Text}, answered, typed(data.HeaderOption, "no"), again),
			dataset.Options{Header: "no"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, requests := after(withTable(), test.messages...)
			loads := coretest.Of[protocol.Load](requests)
			coretest.Equal(t, loads[len(loads)-1].Options, test.want, "Options")
		})
	}
}

// The user's choices stay if they fit the table after another reading.
func TestSetupIsKept(t *testing.T) {
	other := people()
	other.Columns = other.Columns[1:] // age is removed, rich is the second
	other.Guess = 0
	s := withTable(core.TargetChosen{Column: 2}, settings.PositiveChosen{Value: 0}, data.ColumnUsed{Column: 1},
		data.ColumnUsed{Column: 0}, data.ThresholdAdded{Column: 0},
		settings.Typed{Field: setting.Rules, Text: "7"}, settings.Typed{Field: setting.Dates, Text: "year; age=month; city=none"},
		data.ReadAgainAsked{})
	s, _ = after(s, heard(protocol.Loaded{Table: other}, 1))
	if c := s.TargetColumn(); c == nil || c.Name != "rich" || s.Setup.Positive != "no" || s.Setup.Proposed {
		t.Errorf("target %v = %q, want rich = no", c, s.Setup.Positive)
	}
	if !s.Setup.Ignore["city"] || len(s.Setup.Ignore) != 1 || len(s.Setup.Cuts) != 0 || s.Setup.Fields[setting.Rules] != "7" {
		t.Errorf("kept %+v", s.Setup)
	}
	coretest.Equal(t, s.Setup.Text(setting.Dates), "year; city=none", "the parts of dates")
	other.Columns[1].Values = []protocol.Value{{Text: "0", Rows: 3}, {Text: "1", Rows: 9}}
	s, _ = after(s, data.ReadAgainAsked{}, heard(protocol.Loaded{Table: other}, 1))
	coretest.Equal(t, facts("", s.Setup.Positive, "proposed", s.Setup.Proposed), " 0; proposed", "the rarer of the new values")
}

// A suggested target comes with a reason: its name or, for a table like the training table of the open rules, that they predict it.
func TestSuggestionHasReason(t *testing.T) {
	text := func(s state.State) (text string) {
		for _, view := range settings.TargetView(s.View(), func(core.Msg) {}, nil) {
			text += app.HTMLString(view)
		}
		return text
	}
	named := people()
	named.Columns[1].Name, named.Guess = "Churn", 1
	s, _ := after(state.New(), state.FileChosen{Name: "named.csv"}, heard(protocol.Loaded{Table: named}, 0))
	coretest.Contains(t, "the suggestion", text(s), "Suggested because its name says that it is the answer.")
	s, _ = read()
	other := people()
	other.Trained, other.Guess = true, 0
	s, _ = after(s, state.FileChosen{Name: "others.csv"}, heard(protocol.Loaded{Table: other}, 0))
	c := s.TargetColumn()
	coretest.Equal(t, facts("target", c.Name, "proposed", s.Setup.Proposed), "target rich; proposed", "the suggestion")
	coretest.Contains(t, "the suggestion", text(s), "Suggested because the rules predict it.")
}

func TestReadingStates(t *testing.T) {
	large := heard(protocol.Refused{Kind: dataset.TooLarge, Message: "this needs 1.4 GB", Hint: "read 50,000 random rows"}, 1)
	file, start := state.FileChosen{Name: "big.csv", Size: 80e6}, training.StartAsked{At: noon}
	begun, kind := heard(protocol.Started{Rows: 960}, 2), data.KindChosen{Column: 1, Kind: dataset.Text}
	peeked, stop := heard(protocol.Previewed{Table: heart()}, 1), data.ReadingStopped{}
	told := func(s state.State) any {
		return facts(
			"reading", s.Reading, "seen", cmp.Or(s.Peek, s.Table).Name, "table", s.Table.Name, "sample", s.Source.Options.Sample,
			"size", s.Source.Size, "peek", s.Peek != nil, "data", problem(s.DataProblem), "asked", s.Question != nil, "run", s.Run.Phase,
			"city", s.View().Requested.Types["city"], "learnt", s.Run.Model != nil, "stale", s.View().Stale(), "status", s.Status)
	}
	travel(t, withTable(), told, []journey{
		{
			"cancelled", steps(file, peeked, stop, stop, heard(stopped, 2)), "load big.csv, stop",
			"seen people.csv; table people.csv; status The reading was stopped.",
		},
		{
			"cancelled before the engine could hear it", steps(file, stop, heard(protocol.Reading{Bytes: 9}, 2)), "load big.csv, stop, stop",
			"reading big.csv; seen people.csv; table people.csv; status Reading big.csv.",
		},
		{
			"cancelled with nothing to read", steps(stop), "",
			"seen people.csv; table people.csv; status Read people.csv: 1,200 rows, 9 columns.",
		},
		{
			"the beginning is seen", steps(file, peeked), "load big.csv",
			"reading big.csv; seen heart-risk.csv; table people.csv; peek; status Reading big.csv.",
		},
		{
			"and some rows of it", steps(file, large, data.SampleAsked{}, loaded(people(), 2)), "load big.csv, load big.csv",
			"seen people.csv; table people.csv; sample 50000; size 80000000; status Read people.csv: 1,200 rows, 9 columns.",
		},
		{
			"but not as many of it again", steps(file, large, data.SampleAsked{}, large, data.SampleAsked{}), "load big.csv, load big.csv",
			"seen people.csv; table people.csv; data “big.csv”: This needs 1.4 GB. Read 50,000 random rows.; status “big.csv”: This needs 1.4 GB.",
		},
		{
			"a training is asked about", steps(start, begun, kind), "train rich=yes",
			"seen people.csv; table people.csv; asked; run training; city text; status Training has started.",
		},
		{
			"and goes on", steps(start, begun, kind, state.Declined{}), "train rich=yes",
			"seen people.csv; table people.csv; run training; status Training has started.",
		},
		{
			"or ends, and its rules stay", steps(start, begun, kind, state.Confirmed{}, heard(trained(2), 3), loaded(people(), 4)),
			"train rich=yes, stop, load people.csv",
			"seen people.csv; table people.csv; run done; city text; learnt; stale; status Read people.csv: 1,200 rows, 9 columns.",
		},
		{
			"a question that time has answered", steps(start, begun, kind, heard(trained(2), 3), state.Confirmed{}), "train rich=yes",
			"seen people.csv; table people.csv; run done; learnt; status Done. 2 rules, train accuracy 90.0%.",
		},
	})
}

func plans(requests []protocol.Request) int { return len(coretest.Of[protocol.Plan](requests)) }

func TestPlan(t *testing.T) {
	typed := func(f setting.Key, text string) state.Msg { return settings.Typed{Field: f, Text: text} }
	use := func(column int) state.Msg { return data.ColumnUsed{Column: column} }
	answer := heard(planned(), 1)
	for _, test := range []struct {
		name     string
		messages []state.Msg
		want     int // expected number of plans
	}{
		{"nothing changed", steps(state.Connected{}, data.EditorToggled{Column: 0}, data.ColumnsSought{Text: "a"}), 0},
		{"a column left out", steps(use(0)), 1},
		{"another target", steps(core.TargetChosen{Column: 0}), 1},
		{"thresholds", steps(data.ThresholdAdded{Column: 0}), 1},
		{"a seed", steps(typed(setting.Seed, "2")), 1},
		{"what only the network needs", steps(typed(setting.Lambda1, "0.5"), typed(setting.Epochs, "5")), 0},
		{"what cannot be used", steps(typed(setting.Seed, "x")), 0},
		{"one at a time", steps(use(0), use(1), use(3)), 1},
		{"the newest when the answer comes", steps(use(0), use(1), answer, answer), 2},
		{"back to what was asked", steps(use(0), use(1), data.ColumnUsed{Column: 1, Use: true}, answer), 1},
		{"none while a threshold is dragged", steps(data.ThresholdGrabbed{}, data.ThresholdMoved{To: 50}, data.ThresholdMoved{To: 51}), 0},
		{
			"one when it is dropped",
			steps(data.ThresholdGrabbed{}, data.ThresholdMoved{To: 50}, data.ThresholdMoved{To: 51}, data.ThresholdDropped{}), 1,
		},
		{"none beside a training", steps(training.StartAsked{At: noon}, heard(started(), 1), use(0)), 0},
		{"one after it", steps(training.StartAsked{At: noon}, heard(started(), 1), use(0), heard(trained(1), 2)), 1},
		{"a refusal is an answer", steps(use(0), heard(protocol.Refused{Kind: dataset.NoUsableFeatures}, 1)), 1},
		{"a stopped one is asked again", steps(use(0), heard(protocol.Refused{Kind: protocol.Cancelled}, 1)), 2},
		{"a new table", steps(state.FileChosen{Name: "b.csv"}, heard(protocol.Loaded{Table: people()}, 1)), 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, requests := after(withTable(), test.messages...); plans(requests) != test.want {
				t.Errorf("%d plans, want %d", plans(requests), test.want)
			}
		})
	}
	s, _ := after(withTable(), use(0), heard(protocol.Refused{Kind: dataset.TargetSingleClass, Message: "one class", Hint: "choose"}, 1))
	coretest.Equal(t, problem(settings.TargetProblem(s.Shared)), "One class. Choose.", "TargetProblem()")
	coretest.Equal(t, settings.PlanInWords(s.View()), "", "PlanInWords()")
}

// testTableFacts are what the page shows of a test table.
func testTableFacts(s state.State) any {
	name, differences := "", 0
	if s.Test != nil {
		name, differences = s.Test.Name, len(s.Test.Differences)
	}
	return facts("table", s.Source.Name, "test", name, "differences", differences, "reading", s.Reading, "stale", s.View().Stale(),
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

// Rows of another file are appended. Both files are read, also after a change of the import options and when a test table is added.
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
	coretest.Equal(t, sheets, []string{"", "B", "B"}, "the sheets that are read")
	coretest.Equal(t, fmt.Sprint(s.Test.Sheet, len(s.Test.Sheets)), "B2", "the sheet of two that is shown")
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
	coretest.Equal(t, shares, []float64{0.2, 0}, "the shares of test rows")
}

// A table is read like that of the open rules, and the table of a project like that of its own rules. What the rules decide about
// missing values becomes an import option.
func TestTableIsReadLikeThatOfTheRules(t *testing.T) {
	model := func(mark string) protocol.ModelFile {
		m := richModel()
		m.Learned.Missing, m.Learned.Columns = []string{mark}, []dataset.TrainedColumn{{Name: "age", Values: []string{"-"}}}
		return protocol.ModelFile{Model: m}
	}
	file, err := model("-999").Write()
	if err != nil {
		t.Fatal(err)
	}
	opened := core.ModelOpened{Name: "m.json", File: file}
	of := io.Reader(strings.NewReader("age"))
	project := storage.ProjectOpened{File: of, Project: &storage.Project{Name: "people.csv", Model: model("-8")}}
	for _, test := range []struct {
		name string
		load state.Msg
		want string
	}{{"a file", state.FileChosen{Name: "people.csv"}, "-999"}, {"a project", project, "-8"}} {
		s, requests := after(state.New(), state.Connected{}, opened, test.load)
		l := requests[len(requests)-1].(protocol.Load)
		if l.Trained == nil || !l.Trained.Perhaps || !slices.Equal(l.Trained.Missing, []string{test.want}) {
			t.Errorf("%s: it is read like %+v, want with the mark %s", test.name, l.Trained, test.want)
		}
		table := people()
		table.Trained = true
		s, _ = after(s, heard(protocol.Loaded{Table: table}, 0))
		if o := s.Source.Options; !slices.Equal(o.MissingValues, []string{test.want}) || !slices.Equal(o.Values["age"], []string{"-"}) {
			t.Errorf("%s: the options are %+v", test.name, o)
		}
		if s.Source.Trained.Missing != nil || s.Source.Trained.Columns[0].Values != nil {
			t.Errorf("%s: read again it takes %+v from the rules", test.name, s.Source.Trained)
		}
	}
}

// A test table is read from its own file, not from that of the current table.
func TestTestFile(t *testing.T) {
	file := io.Reader(bytes.NewReader(nil))
	_, requests := after(withTable(), state.FileChosen{Name: "held.csv", Size: 5, File: file, Test: true})
	if l, ok := requests[len(requests)-1].(protocol.Load); !ok || l.File != file || l.Size != 5 || !l.Test {
		t.Errorf("the request is %+v", requests)
	}
}
