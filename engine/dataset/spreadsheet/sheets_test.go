package spreadsheet_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/spreadsheet"
	"drnet/engine/dataset/spreadsheet/booktest"
)

// The sheets are listed with their sizes, and one is proposed.
func TestSheets(t *testing.T) {
	numbers := func(rows, columns int) string {
		return "<sheetData>" + strings.Repeat("<row>"+strings.Repeat("<c><v>1</v></c>", columns)+"</row>", rows) + "</sheetData>"
	}
	b, err := open(booktest.Excel{Sheets: []booktest.Sheet{
		{Name: "Read me", XML: numbers(60, 1)},
		{Name: "Ärzte & <b>", XML: `<cols><col min="2" max="16384" hidden="true"/></cols>` + numbers(10, 3)},
		{Name: "also", XML: numbers(15, 2)},
		{Name: "old", State: "hidden", XML: numbers(50, 5)},
		{Name: "older", State: "veryHidden", XML: "<sheetData/>"},
	}}.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := []spreadsheet.Sheet{
		{"Read me", 60, 1, false}, {"Ärzte & <b>", 10, 3, false}, {"also", 15, 2, false}, {"old", 50, 5, true}, {"older", 0, 0, true},
	}
	if !slices.Equal(b.Sheets, want) {
		t.Errorf("sheets %v, want %v", b.Sheets, want)
	}
	for name, want := range map[string]int{"": 1, "also": 2, "ALSO": 2, "old": 3, "Read me": 0} {
		if k, err := b.Find(name); k != want || err != nil {
			t.Errorf("sheet %q is %d, %v, want %d", name, k, err, want)
		}
	}
	if _, err := b.Find("new"); err == nil || err.(*csvfile.Error).Hint != `the sheets are "Read me", "Ärzte & <b>", "also", "old", "older"` {
		t.Errorf("a sheet that does not exist: %#v", err)
	}
	if _, err := b.Read(4); err == nil || err.(*csvfile.Error).Kind != csvfile.EmptyFile {
		t.Errorf("an empty sheet: %v", err)
	}
	r, err := b.Read(1)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(r)
	if string(text) != strings.Repeat("1,1,1\n", 10) || r.Size != 60+10 {
		t.Errorf("%q of about %d bytes", text, r.Size)
	}
	if said := r.Warnings(); !slices.Equal(said, []string{"2 columns are hidden in the workbook, and read all the same"}) {
		t.Errorf("warnings %q", said)
	}

	b, err = open(booktest.Document(
		`<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>`,
		`<table:table table:name="a" table:style-name="ta2">`+row(float("1")+float("2"))+`</table:table>`+
			`<table:table table:name="b" table:style-name="ta1">`+row(float("3")+float("4"))+row(float("5"))+`</table:table>`, nil))
	if err != nil {
		t.Fatal(err)
	}
	if want := []spreadsheet.Sheet{{"a", 1, 2, true}, {"b", 2, 2, false}}; !slices.Equal(b.Sheets, want) {
		t.Errorf("sheets %v, want %v", b.Sheets, want)
	}
	if k, _ := b.Find(""); k != 1 {
		t.Errorf("sheet %d is proposed", k)
	}
}

// The proposed sheet has the most values, whatever else there is.
func TestProposal(t *testing.T) {
	const table, list = "<row><c><v>1</v></c><c><v>2</v></c></row>", "<row><c><v>1</v></c></row>"
	sheets := func(contents ...string) (list []booktest.Sheet) {
		for k, content := range contents {
			s := booktest.Sheet{Name: ordinals[k], XML: "<sheetData>" + strings.TrimPrefix(content, "hidden") + "</sheetData>"}
			if strings.HasPrefix(content, "hidden") {
				s.State = "hidden"
			}
			list = append(list, s)
		}
		return list
	}
	for _, test := range []struct {
		sheets []booktest.Sheet
		want   int
	}{
		{sheets(table), 0},
		{sheets("", table), 1},
		{sheets("", list), 1},
		{sheets(strings.Repeat(list, 9), table), 1},
		{sheets(table, table+table, table), 1},
		{sheets(table, table), 0},
		{sheets("hidden"+table+table, list), 1},
		{sheets("", "hidden"+table), 1},
		{sheets("hidden", ""), 0},
	} {
		b, err := open(booktest.Excel{Sheets: test.sheets}.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if k, err := b.Find(""); k != test.want || err != nil {
			t.Errorf("%v: sheet %d, %v, want %d", test.sheets, k, err, test.want)
		}
	}
}

var ordinals = []string{"one", "two", "three"}
