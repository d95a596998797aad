package data

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

func TestProgress(t *testing.T) {
	reading := func(bytes, size int64, seconds float64) core.Heard {
		return coretest.Heard(protocol.Reading{Bytes: bytes, Size: size}, seconds)
	}
	for _, test := range []struct {
		name     string
		messages []core.Msg
		want     string
	}{
		{"nothing yet", nil, ""},
		{"of a file", []core.Msg{reading(1e6, 80e6, 1), reading(41e6, 80e6, 2)}, "41 of 80 MB, 40 MB/s, about 1\u00a0s left"},
		{"of a small file", []core.Msg{reading(1e5, 2e5, 1), reading(2e5, 2e5, 2)}, ""},
		{"of a stream", []core.Msg{reading(3e6, 0, 1)}, "3 MB"},
		{"stopped", []core.Msg{reading(3e6, 0, 1), ReadingStopped{}}, "Stopping …"},
		{"of the next file", []core.Msg{reading(3e6, 0, 1), ReadingStopped{}, core.ReadingStarted{}}, ""},
	} {
		p := coretest.NewPage(Model{})
		p.View.Reading = "big.csv"
		p.Send(test.messages...)
		coretest.Equal(t, p.Model.reading.words(), test.want, "%s", test.name)
	}
}

func TestSampleSize(t *testing.T) {
	large := &core.Problem{Kind: dataset.TooLarge, Hint: "Read 50,000 random rows."}
	for _, test := range []struct {
		name    string
		problem *core.Problem
		sample  int // of the rejected reading
		want    int
	}{
		{"no problem", nil, 0, 0},
		{"another problem", &core.Problem{Kind: dataset.Type}, 0, 0},
		{"as many as would fit", large, 0, 50_000},
		{"fewer than before", large, 200_000, 50_000},
		{"not as many again", large, 50_000, 0},
		{"no word how many would fit", &core.Problem{Kind: dataset.TooLarge}, 0, 200_000},
	} {
		p := coretest.NewPage(Model{})
		p.View.DataProblem, p.View.Rejected = test.problem, &core.Source{Name: "big.csv", Options: dataset.Options{Sample: test.sample}}
		coretest.Equal(t, sampleSize(p.View), test.want, "%s: the rows", test.name)
	}
}

// While the file is read again, a column has the requested kind.
func TestKindOf(t *testing.T) {
	p := coretest.NewPage(Model{})
	k, chosen := kindOf(p.View, 1)
	coretest.Equal(t, fmt.Sprint(k, " ", chosen), "categorical false", "kindOf(1)")
	again := p.Send(KindChosen{Column: 1, Kind: dataset.Text})[0].(core.Send).Msg.(core.TableReadAgain)
	p.View.Requested = again.Options
	k, chosen = kindOf(p.View, 1)
	coretest.Equal(t, fmt.Sprint(k, " ", chosen), "text true", "kindOf(1), requested")
}

// Another sheet is read without the types of the one before.
func TestSheetChosen(t *testing.T) {
	p := coretest.NewPage(Model{})
	coretest.Equal(t, p.Send(SheetChosen{Name: "Pets"}), nil, "a sheet of a file without any")
	p.View.Table.Sheets = []dataset.Sheet{
		{Name: "People", Rows: 1201, Columns: 3},
		{Name: "Pets", Rows: 1, Columns: 1, Hidden: true},
		{Name: "Empty"},
		{Name: "a.csv", Bytes: 45_001},
		{Name: "data", Rows: 12},
	}
	p.View.Source.Options = dataset.Options{Header: "yes", Types: map[string]dataset.Kind{"age": dataset.Text}}
	again := p.Send(SheetChosen{Name: "Pets"})[0].(core.Send).Msg.(core.TableReadAgain)
	if o := again.Options; o.Sheet != "Pets" || o.Types != nil || o.Header != "yes" {
		t.Errorf("options %+v", o)
	}
	for k, want := range []string{
		"People (1,201 rows × 3 columns)", "Pets (1 row × 1 column, hidden)", "Empty (empty)",
		"a.csv (46 kB)", "data (12 rows)",
	} {
		if got := sheetInWords(p.View.Table.Sheets[k]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// One click reads dates with the month first, numbers as dates, and integers that were taken for dates as numbers.
func TestDatesReadAgain(t *testing.T) {
	for _, test := range []struct {
		column protocol.ColumnSummary
		label  string
		want   dataset.Options
	}{
		{
			protocol.ColumnSummary{Kind: dataset.Date, Layout: "DD/MM/YYYY hh:mm", Either: 3},
			"Read month before day",
			dataset.Options{
				DateOrder: map[string]string{"age": dataset.DayFirst, "city": dataset.MonthFirst},
				Types:     map[string]dataset.Kind{"city": dataset.Date},
			},
		},
		{
			protocol.ColumnSummary{Kind: dataset.Date, Layout: "MM-DD-YY", Either: 3},
			"Read day before month",
			dataset.Options{
				DateOrder: map[string]string{"age": dataset.DayFirst, "city": dataset.DayFirst},
				Types:     map[string]dataset.Kind{"city": dataset.Date},
			},
		},
		{protocol.ColumnSummary{Kind: dataset.Date, Layout: "DD/MM/YYYY"}, "", dataset.Options{}},
		{protocol.ColumnSummary{Kind: dataset.Numeric}, "", dataset.Options{}},
		{
			protocol.ColumnSummary{Kind: dataset.Numeric, Layout: "seconds since 1970"},
			"Read as dates",
			dataset.Options{DateOrder: map[string]string{"age": dataset.DayFirst}, Types: map[string]dataset.Kind{"city": dataset.Date}},
		},
		{
			protocol.ColumnSummary{Kind: dataset.Date, Layout: "YYYYMMDD"},
			"Read as numbers",
			dataset.Options{DateOrder: map[string]string{"age": dataset.DayFirst}, Types: map[string]dataset.Kind{"city": dataset.Numeric}},
		},
	} {
		p := coretest.NewPage(Model{})
		p.View.Source.Options.DateOrder = map[string]string{"age": dataset.DayFirst}
		test.column.Name = "city"
		p.View.Table.Columns[1] = test.column
		msg, label := rereading(&p.View.Table.Columns[1], 1)
		if label != test.label || (msg == nil) != (label == "") {
			t.Errorf("%+v: %#v, %q, want %q", test.column, msg, label, test.label)
		}
		if msg == nil {
			continue
		}
		again := p.Send(msg)[0].(core.Send).Msg.(core.TableReadAgain)
		coretest.Equal(t, again.Options, test.want, "%+v: options", test.column)
	}
}

// A marker of missing values becomes a value of its column, and back.
func TestMarkSwitched(t *testing.T) {
	p := coretest.NewPage(Model{})
	city := &p.View.Table.Columns[1]
	city.Kind, city.Marks, city.Kept = dataset.Categorical, []dataset.MissingMark{
		{Rows: 2},
		{Text: "?", Rows: 1},
	}, []dataset.MissingMark{{Text: "-", Rows: 9}}
	p.View.Source.Options.Values = map[string][]string{"age": {"x"}}
	list := switches(p.View, 1)
	want := []MarkSwitched{{Column: 1, Mark: "-"}, {Column: 1, Mark: "?", Value: true}}
	if !slices.Equal(list, want) {
		t.Fatalf("switches = %v, want %v", list, want)
	}
	for i, values := range [][]string{{}, {"-", "?"}} {
		again := p.Send(list[i])[0].(core.Send).Msg.(core.TableReadAgain)
		if got := again.Options.Values; !reflect.DeepEqual(got, map[string][]string{"age": {"x"}, city.Name: values}) {
			t.Errorf("%v: values %v, want %v of %s", list[i], got, values, city.Name)
		}
	}
	words := []string{list[0].label(), list[1].label()}
	coretest.Equal(t, words, []string{"Count “-” as missing", "Count “?” as a value"}, "the words")
	coretest.Equal(t, p.Send(MarkSwitched{Column: 1, Mark: "!", Value: true}), nil, "an unknown marker")
}
