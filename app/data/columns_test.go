package data

import (
	"fmt"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/dataset/twin"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// wide returns a page with a table of many columns, named c0, c1 and so on.
func wide(columns int) *coretest.Page[Model] {
	t := protocol.TableSummary{Name: "wide.csv", Rows: 10, Guess: -1}
	for j := range columns {
		t.Columns = append(t.Columns, protocol.ColumnSummary{Name: fmt.Sprint("c", j), Kind: dataset.Numeric})
	}
	p := coretest.NewPage(Model{})
	p.View.Table = &t
	return p
}

// planned returns a page with a plan of a run on the table.
func planned() *coretest.Page[Model] {
	p := coretest.NewPage(Model{})
	p.View.SetPlan(core.SetPlan{Aim: p.View.Setup.Aim(), Plan: &protocol.Planned{Columns: []protocol.Planning{
		{Name: "age", Features: 3, Thresholds: []float64{30, 40.25, 65}}, {Name: "city", Features: 3, Values: 3, Notes: []string{"one to note"}},
	}, Associations: []binarize.Association{
		{Name: "age", Measure: binarize.AUC, Value: 0.25}, {Name: "city", Measure: binarize.CramersV, Value: 1, Leak: binarize.Leaks},
	}}})
	return p
}

func TestPages(t *testing.T) {
	for _, test := range []struct {
		name           string
		columns        int
		messages       []core.Msg
		words          string
		before, behind bool
		first, shown   int
	}{
		{"few", 3, nil, "1 to 3 of 3", false, false, 0, 3},
		{"one page", 50, nil, "1 to 50 of 50", false, false, 0, 50},
		{"many", 5000, nil, "1 to 50 of 5,000", false, true, 0, 50},
		{"the next", 5000, []core.Msg{PageTurned{To: 1}}, "51 to 100 of 5,000", true, true, 50, 50},
		{"the last", 120, []core.Msg{PageTurned{To: 2}}, "101 to 120 of 120", true, false, 100, 20},
		{"behind the last", 120, []core.Msg{PageTurned{To: 99}}, "101 to 120 of 120", true, false, 100, 20},
		{"before the first", 120, []core.Msg{PageTurned{To: -4}}, "1 to 50 of 120", false, true, 0, 50},
		{"sought", 5000, []core.Msg{PageTurned{To: 3}, ColumnsSought{Text: " C499"}}, "1 to 11 of 11", false, false, 499, 11},
		{"kept by a filter", 5000, []core.Msg{ColumnsSought{Text: "c49", Filter: warned}}, "1 to 1 of 1", false, false, 49, 1},
		{"with missing cells", 5000, []core.Msg{ColumnsSought{Filter: missing}}, "1 to 1 of 1", false, false, 7, 1},
		{"by association", 5000, []core.Msg{RankingToggled{}}, "1 to 50 of 5,000", false, true, 4321, 50},
		{"as in the file again", 5000, []core.Msg{RankingToggled{}, RankingToggled{}}, "1 to 50 of 5,000", false, true, 0, 50},
		{"of another type", 5000, []core.Msg{ColumnsSought{Filter: "binary"}}, "no matching column", false, false, -1, 0},
		{"not found", 5000, []core.Msg{ColumnsSought{Text: "x"}}, "no matching column", false, false, -1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := wide(test.columns)
			p.View.Table.Columns[min(49, test.columns-1)].Doubts = []string{"odd"}
			p.View.Table.Columns[min(7, test.columns-1)].Missing = 1
			p.View.SetPlan(core.SetPlan{Aim: p.View.Setup.Aim(), Plan: &protocol.Planned{Associations: []binarize.Association{
				{Name: "c9", Measure: binarize.AUC, Value: 0.7}, {Name: "c4321", Measure: binarize.CramersV, Value: 0.5},
			}}})
			p.Send(test.messages...)
			words, before, behind := p.Model.pages(p.View)
			if words != test.words || before != test.before || behind != test.behind {
				t.Errorf("pages() = %q, %v, %v, want %q, %v, %v", words, before, behind, test.words, test.before, test.behind)
			}
			columns, _ := p.Model.Shown(p.View)
			if len(columns) != test.shown || test.shown > 0 && columns[0] != test.first {
				t.Errorf("Shown() = %v, want %d from %d", columns, test.shown, test.first)
			}
		})
	}
}

// A page is rendered in parts, until it is complete.
func TestDrawing(t *testing.T) {
	p := wide(70)
	last := -1
	for parts := 0; p.Model.Drawing(p.View); parts++ {
		if n := len(p.Model.rendered(p.View)); n <= last || n > last+6 || parts > 20 {
			t.Fatalf("%d columns after %d", n, last)
		} else {
			last = n
		}
		p.Send(PartDrawn{})
	}
	coretest.Equal(t, len(p.Model.rendered(p.View)), 50, "the number of columns drawn")
}

func TestMissingInWords(t *testing.T) {
	mark := func(text string, rows int) dataset.MissingMark { return dataset.MissingMark{Text: text, Rows: rows} }
	for _, test := range []struct {
		column protocol.ColumnSummary
		want   string
	}{
		{protocol.ColumnSummary{}, ""},
		{protocol.ColumnSummary{Missing: 42}, "2.1% missing"},
		{protocol.ColumnSummary{Missing: 42, Marks: []dataset.MissingMark{mark("?", 42)}}, "2.1% missing (“?”)"},
		{protocol.ColumnSummary{Missing: 1, Marks: []dataset.MissingMark{mark("", 1)}}, "1 missing (empty cells)"},
		{
			protocol.ColumnSummary{Missing: 100, Odd: 1, Marks: []dataset.MissingMark{mark("NA", 50), mark("", 49)}},
			"5.0% missing (“NA”, empty cells, 1 non-numeric cell)",
		},
		{protocol.ColumnSummary{Missing: 100, Marks: []dataset.MissingMark{
			mark("a", 9), mark("b", 8), mark("c", 7), mark("d", 6), mark("e", 5),
			mark("f", 4),
		}}, "5.0% missing (“a”, “b”, “c”, “d”, 2 more)"},
	} {
		coretest.Equal(t, missingInWords(&test.column, 2000), test.want, "missingInWords(%+v)", test.column)
	}
}

func TestSpread(t *testing.T) {
	numbers := func(first, last float64) protocol.ColumnSummary {
		return protocol.ColumnSummary{Kind: dataset.Numeric, Histogram: &protocol.Histogram{
			Least: first - 0.5, Most: last + 1.5, First: first, Last: last,
		}}
	}
	for _, test := range []struct {
		column protocol.ColumnSummary
		want   string
	}{
		{numbers(0.25, 7), "0.25 to 7"},
		{numbers(17, 90), "17 to 90"},
		{protocol.ColumnSummary{Values: []protocol.Value{
			{Text: "a", Rows: 20}, {Text: "b", Rows: 30}, {Text: "c", Rows: 25}, {Text: "d", Rows: 25},
		}}, "b (30.0%), c (25.0%) and 2 more"},
		{
			protocol.ColumnSummary{Values: []protocol.Value{{Text: "חיפה", Rows: 40}, {Text: "تعز", Rows: 60}}},
			"تعز\u200e (60.0%), חיפה\u200e (40.0%)",
		},
		{protocol.ColumnSummary{Distinct: 4000}, "4,000 values"},
		{protocol.ColumnSummary{}, ""},
	} {
		coretest.Equal(t, spread(&test.column, 100), test.want, "spread(%+v)", test.column)
	}
}

func TestFeaturesInWords(t *testing.T) {
	p := planned()
	p.Send(ColumnUsed{Column: 1})
	for j, want := range []string{"3 candidate conditions", "excluded by you", "", "excluded"} {
		coretest.Equal(t, featuresInWords(p.View, j), want, "featuresInWords(%d)", j)
	}
	coretest.Equal(t, featuresInWords(p.View, 5), "no candidate conditions", "featuresInWords(5)")
	p.View.Setup.Target = 1
	coretest.Equal(t, featuresInWords(p.View, 2), "", "of the target of the last plan")
}

// The filter of warnings finds columns with doubts, of the reader or of the plan, and none with facts only.
func TestNotes(t *testing.T) {
	p := planned()
	column := &p.View.Table.Columns[0]
	column.Notes, column.Doubts = []string{"its numbers have the unit €"}, []string{`"1.5" may be a date`}
	for j, want := range [][2][]string{{{"“1.5” may be a date."}, {"Its numbers have the unit €."}}, {{"One to note."}, nil}} {
		doubts, facts := notes(p.View, j)
		coretest.Equal(t, [2][]string{doubts, facts}, want, "notes(%d)", j)
	}
	column.Doubts = nil
	if p.Send(ColumnsSought{Filter: warned}); p.Model.shows(p.View, 0) {
		t.Error("the filter of warnings keeps a column of facts")
	}
}

// A filter can be removed from a table that has few columns since the file was read again.
func TestFilterOfFewColumns(t *testing.T) {
	p := planned()
	for filter, want := range map[string]int{"": 1, warned: 7} {
		p.Send(ColumnsSought{Filter: filter})
		coretest.Equal(t, len(pager(p.Model, p.View, nil)), want, "elements of the pager with the filter %q", filter)
	}
}

func TestColumnsInWords(t *testing.T) {
	for columns, want := range map[int]string{1: "Columns (0 of 1 used)", 2: "Columns (1 of 2 used)", 1235: "Columns (1,234 of 1,235 used)"} {
		c := core.Shared{Table: new(protocol.TableSummary)} // whose first column is the target
		for j := range columns {
			c.Table.Columns = append(c.Table.Columns, protocol.ColumnSummary{Name: core.Count(j), Kind: dataset.Numeric})
		}
		coretest.Equal(t, columnsInWords(c), want, "%d columns", columns)
	}
}

func TestWarnings(t *testing.T) {
	p := planned()
	p.View.Table.Warnings = []string{"2 rows were short"}
	p.View.Table.Columns[0].Doubts, p.View.Table.Columns[3].Doubts = []string{"it is odd"}, []string{`"x" is odd`}
	want := []warning{
		{"2 rows were short.", -1, false, false},
		{"Column “age”: it is odd.", 0, true, false},
		{"Column “name”: “x” is odd.", 3, false, false},
	}
	coretest.Equal(t, warnings(p.View), want, "warnings()")
}

// A column that duplicates another used one is a warning, and excluding it removes the warning.
func TestDuplicates(t *testing.T) {
	p := planned()
	p.View.Table.Twins = []twin.Twin{{Earlier: 0, Later: 1, Says: "their values map one to one"}, {Earlier: 1, Later: 2, Says: "x"}}
	want := []warning{{"Column “city” duplicates column “age”: their values map one to one.", 1, true, false}} // 2 is the target
	coretest.Equal(t, warnings(p.View), want, "warnings()")
	p.View.Plan = nil // without its notes
	if p.Send(ColumnsSought{Filter: warned}); !p.Model.shows(p.View, 1) || p.Model.shows(p.View, 0) {
		t.Error("the filter of warnings does not keep just the duplicate")
	}
	p.Send(ColumnUsed{Column: 1})
	if got := warnings(p.View); len(got) > 0 {
		t.Errorf("excluded: %+v", got)
	}
}

// Test rows that equal training rows are a warning; one click keeps such rows on one side.
func TestIdenticalRows(t *testing.T) {
	p := planned()
	p.View.Plan.TestRows, p.View.Plan.Repeats = 1200, 34
	text := "34 of 1,200 test rows equal a training row in all columns used and in the class, which makes the test accuracy optimistic."
	coretest.Equal(t, warnings(p.View), []warning{{text, -1, false, true}}, "warnings()")
	p.Send(IdenticalKept{})
	coretest.Equal(t, p.View.Setup.Request(p.View.Table).Split.Identical, protocol.Together, "the request keeps identical rows")
	if got := warnings(p.View); got[0].repeats {
		t.Error("keeping the rows is still offered")
	}
}

// A column that separates the target is offered to be excluded, until it is.
func TestLeakInWords(t *testing.T) {
	p := planned()
	for column, want := range map[string]string{"age": "", "city": "Possible leakage: separates the target perfectly."} {
		coretest.Equal(t, leakInWords(p.View, column), want, "leakInWords(%q)", column)
	}
	if p.Send(ColumnsSought{Filter: warned}); !p.Model.shows(p.View, 1) || p.Model.shows(p.View, 0) {
		t.Error("the filter of warnings does not keep just the column that may leak")
	}
	p.Send(ColumnUsed{Column: 1})
	coretest.Equal(t, leakInWords(p.View, "city"), "", "excluded")
}

// Suspected marks join the markers of missing cells, or numbers for good.
func TestMarksAnswered(t *testing.T) {
	suspected := func() *coretest.Page[Model] {
		p := wide(3)
		p.View.Table.Suspects = []string{"-9", "-8"}
		return p
	}
	p := suspected()
	p.Send(MarksAnswered{Missing: true})
	marks := append(dataset.DefaultMissing(), "-9", "-8")
	want := []core.Command{core.Send{Msg: core.TableReadAgain{Options: dataset.Options{MissingValues: marks}}}}
	coretest.Equal(t, p.Commands, want, "the commands")
	p = suspected()
	p.Send(MarksAnswered{})
	if len(p.Commands) > 0 || p.Model.marksQuestion(p.View, nil) != nil {
		t.Errorf("the question is still asked, or the commands are %+v", p.Commands)
	}
	p.Send(core.TableRead{})
	if p.Model.marksQuestion(p.View, func(core.Msg) {}) == nil {
		t.Error("the question is not asked for the next table")
	}
}

// The file is read again in an encoding in which its letters make sense; the columns may have other names then.
func TestEncodingChosen(t *testing.T) {
	p := wide(3)
	p.View.Table.Dialect.Readings, p.View.Table.Warnings = []string{"GB18030", "Big5"}, []string{"the letters may be wrong"}
	coretest.Contains(t, "the view", app.HTMLString(Warnings(p.Model, p.View, func(core.Msg) {})), `id="readings"`, ">GB18030<", ">Big5<")
	p.View.Source.Options = dataset.Options{Header: "yes", Types: map[string]dataset.Kind{"Äê": dataset.Text}}
	p.Send(EncodingChosen{Name: "GB18030"})
	want := []core.Command{core.Send{Msg: core.TableReadAgain{Options: dataset.Options{Header: "yes", Encoding: "GB18030"}}}}
	coretest.Equal(t, p.Commands, want, "the commands")
	p.Commands = nil
	p.Send(EncodingChosen{Name: "KOI8-R"})
	if len(p.Commands) > 0 {
		t.Errorf("an encoding that was not offered: %+v", p.Commands)
	}
}

// The parts of a date column are chosen one by one; the year is decided by the plan until then.
func TestDateParts(t *testing.T) {
	p := coretest.NewPage(Model{})
	p.View.Table = &protocol.TableSummary{Name: "stays.csv", Rows: 10, Guess: -1, Columns: []protocol.ColumnSummary{
		{Name: "admitted", Kind: dataset.Date, Layout: "DD.MM.YYYY hh:mm"},
		{Name: "born; when", Kind: dataset.Date, Layout: "YYYY-MM"},
		{Name: "age", Kind: dataset.Numeric},
	}}
	p.View.Setup = core.NewSetup()
	for _, test := range []struct {
		msg  DatePartChosen
		want string
	}{
		{DatePartChosen{0, binarize.Weekday, false}, "auto; admitted=month,hour,days"},
		{DatePartChosen{0, binarize.Year, true}, "auto; admitted=year,month,hour,days"},
		{DatePartChosen{1, binarize.Weekday, true}, "auto; admitted=year,month,hour,days"}, // its dates lack the day
		{DatePartChosen{1, binarize.Days, false}, "auto; admitted=year,month,hour,days; born%3B when=month"},
		{DatePartChosen{0, "", false}, "auto; born%3B when=month"},
		{DatePartChosen{2, binarize.Year, true}, "auto; born%3B when=month"},
		{DatePartChosen{9, binarize.Year, true}, "auto; born%3B when=month"},
		{DatePartChosen{1, "", false}, "auto"},
	} {
		_, commands := p.Model.Update(test.msg, p.View)
		for _, c := range coretest.Of[core.Configure](commands) {
			p.View.Setup = c.Setup
		}
		coretest.Equal(t, p.View.Setup.Text(setting.Dates), test.want, "%+v: the setting", test.msg)
		coretest.Equal(t, p.View.Setup.Complaint(setting.Dates), "", "%+v", test.msg)
	}
}
