package engine_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/dataset/spreadsheet/booktest"
	"drnet/engine/realdata"
)

// oddColumns are columns of a sheet: their cells as XML, and as the text of a CSV file.
var oddColumns = []struct {
	name  string
	cells [][2]string
}{
	{"leading zeros", [][2]string{{inline("00501"), "00501"}, {inline("00042"), "00042"}, {styled(8, "733"), "00733"}}},
	{
		"long numbers",
		[][2]string{{inline("12345678901234567890"), "12345678901234567890"}, {inline("98765432109876543210"), "98765432109876543210"}},
	},
	{"numbers as texts", [][2]string{{inline("5"), "5"}, {number("7"), "7"}, {inline("1,234"), "1,234"}}},
	{"negative percents", [][2]string{{styled(1, "-0.073"), "-7.3%"}, {styled(1, "0.28999999999999998"), "29%"}, {styled(1, "1"), "100%"}}},
	{"currency", [][2]string{{styled(6, "1234.5"), "$1234.5"}, {styled(6, "-3"), "-$3"}, {styled(6, "0"), "$0"}}},
	{"euros", [][2]string{{styled(7, "12"), "12 €"}, {styled(7, "7.5"), "7.5 €"}, {styled(7, "-1"), "-1 €"}}},
	{"days before 1900", [][2]string{{inline("1899-05-04"), "1899-05-04"}, {styled(2, "1"), "1900-01-01"}, {styled(2, "59"), "1900-02-28"}}},
	{"dates", [][2]string{{styled(2, "43831"), "2020-01-01"}, {styled(11, "43890"), "2020-02-29"}, {styled(2, "61"), "1900-03-01"}}},
	{"dates and times", [][2]string{{styled(3, "43831.5"), "2020-01-01T12:00:00"}, {styled(3, "43832.25"), "2020-01-02T06:00:00"}}},
	{
		"dates as texts",
		[][2]string{{`<c t="d"><v>2021-01-02</v></c>`, "2021-01-02"}, {`<c t="d"><v>2021-01-03T00:00:00</v></c>`, "2021-01-03"}},
	},
	{"times", [][2]string{{styled(4, "0.75"), "18:00:00"}, {styled(4, "0.5"), "12:00:00"}, {styled(4, "0.000011574074074"), "00:00:01"}}},
	{"durations", [][2]string{{styled(5, "1.5"), "36:00:00"}, {styled(5, "0.125"), "03:00:00"}}},
	{"truth", [][2]string{{`<c t="b"><v>1</v></c>`, "TRUE"}, {`<c t="b"><v>0</v></c>`, "FALSE"}}},
	{
		"errors",
		[][2]string{
			{number("1"), "1"},
			{`<c t="e"><v>#DIV/0!</v></c>`, "#DIV/0!"},
			{number("2"), "2"},
			{`<c t="e"><v>#N/A</v></c>`, "#N/A"},
			{number("3.5"), "3.5"},
		},
	},
	{"formulas with numbers", [][2]string{{`<c><f>A1+1</f><v>4</v></c>`, "4"}, {`<c><f>A1+2</f><v>6.25</v></c>`, "6.25"}, {number("9"), "9"}}},
	{"formulas with texts", [][2]string{{`<c t="str"><f>A1</f><v>high</v></c>`, "high"}, {`<c t="str"><f>A1</f><v>low</v></c>`, "low"}}},
	{"formulas without results", [][2]string{{`<c><f>A1</f></c>`, ""}, {number("8"), "8"}, {number("3"), "3"}, {number("1"), "1"}}},
	{"rich texts", [][2]string{{`<c t="s"><v>0</v></c>`, "bold red"}, {`<c t="s"><v>1</v></c>`, "plain"}}},
	{"empty shared texts", [][2]string{{`<c t="s"><v>2</v></c>`, ""}, {`<c t="s"><v>1</v></c>`, "plain"}, {inline("fancy"), "fancy"}}},
	{"blanks", [][2]string{{inline("  a b "), "  a b "}, {inline("a  b"), "a  b"}}},
	{"line breaks", [][2]string{{inline("one&#10;two"), "one\ntwo"}, {inline("one_x000D_&#10;three"), "one\nthree"}}},
	{
		"quotes and commas",
		[][2]string{{inline("5&quot; pipe, long"), `5" pipe, long`}, {inline(`&quot;x&quot;`), `"x"`}, {inline("a;b|c"), "a;b|c"}},
	},
	{"escapes", [][2]string{{inline("a_x0009_b"), "a\tb"}, {inline("_x005F_x0041_"), "_x0041_"}}},
	{"unicode", [][2]string{{inline("Ærø 😀"), "Ærø 😀"}, {inline("日本"), "日本"}, {inline("e&#x301;"), "e\u0301"}}},
	{"markup", [][2]string{{inline("&lt;b&gt;"), "<b>"}, {inline("&amp;amp;"), "&amp;"}}},
	{"apostrophes", [][2]string{{inline("'tis"), "'tis"}, {inline("'twas'"), "'twas'"}}},
	{"scientific numbers", [][2]string{{number("1E-05"), "1E-05"}, {number("2.5E+10"), "2.5E+10"}, {styled(10, "3"), "3"}}},
	{
		"17 digits",
		[][2]string{{number("0.30000000000000004"), "0.30000000000000004"}, {number("1.1000000000000001"), "1.1"}, {number("2"), "2"}},
	},
	{
		"large integers",
		[][2]string{{number("9007199254740993"), "9007199254740992"}, {number("123456789012345"), "123456789012345"}, {number("7"), "7"}},
	},
	{"fractions", [][2]string{{styled(21, "0.5"), "0.5"}, {styled(21, "0.75"), "0.75"}, {styled(21, "1.234"), "1.234"}}},
	{"days of work", [][2]string{{styled(14, "3"), "3"}, {styled(14, "5"), "5"}, {styled(14, "8.5"), "8.5"}}},
	{"label", [][2]string{{inline("yes"), "yes"}, {inline("no"), "no"}}},
}

// oddFormats are the number formats of these cells, from style 1 on.
var oddFormats = []string{
	"0.0%", "yyyy-mm-dd", "dd/mm/yyyy hh:mm", "h:mm AM/PM", "[h]:mm:ss", `"$"#,##0.00`, `#,##0.00\ [$€-407]`, "00000",
	"0.00", "0.00E+00", `[$-409]d\-mmm\-yy;@`, "@", "mmm yyyy", `0" days"`, "0", "0", "0", "0", "0", "0", "# ?/?",
}

func inline(text string) string {
	return `<c t="inlineStr"><is><t xml:space="preserve">` + text + `</t></is></c>`
}
func number(text string) string { return "<c><v>" + text + "</v></c>" }
func styled(style int, text string) string {
	return fmt.Sprintf(`<c s="%d"><v>%s</v></c>`, style, text)
}

func emptyAs(cell [2]string, i int) [2]string {
	return [...][2]string{cell, {"<c/>", ""}}[min(1, i/40)]
}

// oddSheet returns a sheet of the odd columns, as a workbook and as CSV. It has a title and an empty border, and in
// its last rows only the first columns have values.
func oddSheet() (book, text []byte) {
	const rows, titles = 42, "<row><c/><c/>"
	sheet := titles + inline("A report, of 2020") + "</row><row/><row><c/><c/>"
	var records [][]string
	header := []string{}
	for _, c := range oddColumns {
		sheet += inline(c.name)
		header = append(header, c.name)
	}
	records = append(records, append([]string{"A report, of 2020"}, make([]string, len(header)-1)...), []string{}, header)
	for i := range rows {
		sheet += "</row><row><c/><c/>"
		var record []string
		for j, c := range oddColumns {
			cell := c.cells[(i+i/7)%len(c.cells)]
			if j > 2 && j < len(oddColumns)-1 {
				cell = emptyAs(cell, i)
			}
			sheet += cell[0]
			record = append(record, cell[1])
		}
		records = append(records, record)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, record := range records {
		w.Write(record)
	}
	w.Flush()
	return booktest.Excel{
		Formats: oddFormats, Strings: []string{"<r><t xml:space=\"preserve\">bold </t></r><r><t>red</t></r>", "<t>plain</t>", "<t/>"},
		Sheets: []booktest.Sheet{{Name: "odd", XML: "<sheetData>" + sheet + "</row></sheetData>"}},
	}.Bytes(), b.Bytes()
}

// A sheet gives the same table and the same features, byte for byte, as a workbook and as CSV.
func TestWorkbookIsCSV(t *testing.T) {
	book, text := oddSheet()
	same(t, "odd cells", book, text, "label")
	for _, name := range []string{"adult.csv", "heloc.csv"} {
		t.Run(name, func(t *testing.T) {
			text := realdata.Read(t, name)
			r := csv.NewReader(bytes.NewReader(text))
			r.TrimLeadingSpace = true
			records, err := r.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			target := records[0][0]
			if name == "adult.csv" {
				target = records[0][len(records[0])-1]
			}
			same(t, name, booktest.FromRecords(records), text, target)
		})
	}
}

func same(t *testing.T, name string, book, text []byte, target string) {
	t.Helper()
	a, b := readBytes(t, name, book), readBytes(t, name, text)
	if a.Rows != b.Rows || len(a.Columns) != len(b.Columns) {
		t.Fatalf("%s: %d × %d in the workbook, %d × %d as CSV", name, a.Rows, len(a.Columns), b.Rows, len(b.Columns))
	}
	for j := range a.Columns {
		c, d := &a.Columns[j], &b.Columns[j]
		if c.Name != d.Name || c.Kind != d.Kind || c.Form != d.Form || c.Missing != d.Missing || !slices.Equal(c.Marks, d.Marks) {
			t.Errorf("%s: %q is %s, %+v, %d %v; as CSV %q is %s, %+v, %d %v", name, c.Name, c.Kind, c.Form, c.Missing, c.Marks,
				d.Name, d.Kind, d.Form, d.Missing, d.Marks)
		}
		for i := range a.Rows {
			x, ok := c.Text(i)
			y, is := d.Text(i)
			if x != y || ok != is {
				t.Errorf("%s: row %d of %q is %q, as CSV %q", name, i, c.Name, x, y)
				break
			}
		}
	}
	if got, want := encoderOf(t, a, target), encoderOf(t, b, target); got != want || len(want) < 100 {
		t.Errorf("%s: the encoders differ:\n%s\n%s", name, got, want)
	}
}

func readBytes(t *testing.T, name string, file []byte) *dataset.Table {
	t.Helper()
	table, err := dataset.Read(context.Background(), name, bytes.NewReader(file), dataset.Options{Size: int64(len(file))})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return table
}

// encoderOf returns the features of a table as a model file has them.
func encoderOf(t *testing.T, table *dataset.Table, target string) string {
	t.Helper()
	y, err := table.Target(target, "")
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := binarize.Fit(table, binarize.FitRows{Rows: y.Rows}, table.Usable(y.Column), binarize.FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(encoder)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
