package e2e

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/dataset/spreadsheet/booktest"
	"drnet/engine/protocol"
)

// incomes returns rows of a table of people and their incomes. The test table has its columns in another order, an additional city, and
// older people.
func incomes(from, rows int, test bool) string {
	var b strings.Builder
	b.WriteString(map[bool]string{false: "age,education,city,rich\n", true: "rich,city,age,education\n"}[test])
	for i := from; i < from+rows; i++ {
		age, education, city, rich := 18+i*31%50, []string{"school", "college", "doctorate"}[i*7/2%3], []string{"Bern", "Rome"}[i%2], "no"
		if (age > 40 && education != "school") != (i%17 == 0) {
			rich = "yes"
		}
		if !test {
			fmt.Fprintf(&b, "%d,%s,%s,%s\n", age, education, city, rich)
			continue
		}
		if i%5 == 0 {
			city = "Oslo"
		}
		fmt.Fprintf(&b, "%s,%s,%d,%s\n", rich, city, age+12, education)
	}
	return b.String()
}

// Two dropped files are for training and for tests. The page describes their differences, learns from all rows of the first one,
// and tests on all rows of the second one. The model with its scores equals that of the native engine byte for byte.
func TestTwoFiles(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	train, test := incomes(0, 400, false), incomes(400, 150, true)
	p.drop(".page", p.write("held test.csv", test), p.write("people.csv", train))
	p.waitText("#test-table", "held test.csv")
	p.waitText("#test-table", `Column “city” has values that the training table lacks, such as “Oslo”: 30 test rows.`)
	p.waitText("#test-table", `Column “age” is distributed differently: population stability index`)
	p.waitText("#plan", "400 training rows")
	p.shot("two-files-1400")
	p.train()
	model, file := p.model()
	if o := model.Learned.Outcome(); o.Test == nil || o.Test.Confusion.Rows() != 150 || model.Learned.Rows != 400 {
		t.Errorf("%d training rows and the test scores %+v, want 400 and 150", model.Learned.Rows, o.Test)
	}
	want := nativeModel(t, protocol.Load{File: strings.NewReader(train), Name: "people.csv"},
		protocol.Load{File: strings.NewReader(test), Name: "held test.csv", Test: true}, model.Learned.Request)
	checkModel(t, file, want)

	p.section("Data")
	p.click("Remove")
	p.waitJS("no test table", `!document.querySelector("#test-table") && !document.querySelector("#test-file").disabled`)
	p.setFiles("#test-file", p.write("held.csv", test))
	p.waitText("#test-table", "held.csv")
	p.resize(320, 800)
	p.shot("two-files-320")
	p.fits("two-files")
}

// Rows of another file are appended to the table, and a sheet of a workbook becomes the test table. The model equals that of the native
// engine with the same files byte for byte.
func TestAppend(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	first, second := incomes(0, 300, false), incomes(300, 200, true)
	p.drop(".page", p.write("people.csv", first))
	p.waitText(".table", "300 rows, 4 columns")
	p.setFiles("#more-file", p.write("pets.csv", "kind,legs\ncat,4\nant,6\n"))
	p.waitText(".problem", "he files cannot be joined")
	p.waitText(".table", "300 rows, 4 columns")
	p.setFiles("#more-file", p.write("more.csv", second))
	p.waitText(".table", "people.csv with the rows of more.csv, 500 rows, 4 columns")
	p.shot("append-1400")
	comma := func(text string) [][]string { return records(strings.ReplaceAll(text, ",", ";")) }
	book := booktest.Excel{Sheets: []booktest.Sheet{
		booktest.Inline("New", comma(incomes(500, 120, true))), booktest.Inline("Old", comma(incomes(700, 150, true))),
	}}
	p.setFiles("#test-file", p.write("held.xlsx", string(book.Bytes())))
	p.waitText("#test-table", "150 rows")
	p.choose("Sheet of the test table", "New (121 rows × 4 columns)")
	p.waitText("#test-table", "120 rows")
	p.shot("append-test-sheet-1400")
	p.train()
	model, file := p.model()
	want := nativeModel(t, protocol.Load{File: strings.NewReader(first), Name: "people.csv", Append: strings.NewReader(second)},
		protocol.Load{File: bytes.NewReader(book.Bytes()), Name: "held.xlsx", Test: true, Options: dataset.Options{Sheet: "New"}},
		model.Learned.Request)
	checkModel(t, file, want)
	p.section("Data")
	p.resize(320, 800)
	p.fits("append")
}

// A table in an archive, one in JSON, and lines of JSON are read as the CSV file is.
func TestOtherFormats(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1400, height: 1000})
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, file := range [][2]string{{"README.md", "# People"}, {"people.csv", incomes(0, 300, false)}, {"few.csv", incomes(0, 100, false)}} {
		f, err := w.Create(file[0])
		if err == nil {
			_, err = f.Write([]byte(file[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	p.drop(".page", p.write("people.zip", packed.String()))
	p.waitText(".table", "300 rows, 4 columns")
	p.waitText(".warnings", "README.md")
	p.shot("zip-1400")
	p.choose("Sheet", fmt.Sprintf("few.csv (%d kB)", (len(incomes(0, 100, false))+999)/1000))
	p.waitText(".table", "100 rows, 4 columns")

	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(incomes(0, 200, false)), "\n")[1:] {
		cells := strings.Split(line, ",")
		lines = append(lines, fmt.Sprintf(`{"age": %s, "home": {"city": %q}, "rich": %q}`, cells[0], cells[2], cells[3]))
	}
	for name, text := range map[string]string{
		"list.json": "[" + strings.Join(lines, ",\n") + "]", "lines.ndjson": strings.Join(lines, "\n"),
	} {
		p.drop(".page", p.write(name, text))
		p.waitText(".table", name)
		p.waitText(".table", "200 rows, 3 columns")
		p.waitText("#columns", "home.city")
	}
	p.drop(".page", p.write("cut.json", "[\n"+lines[0]+",\n"+lines[1][:20]))
	p.waitText(".problem", "he JSON text ends before it is complete")
	p.waitText(".problem", "ine 3")
}
