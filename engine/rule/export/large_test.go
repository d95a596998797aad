package export_test

import (
	"archive/zip"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// runPostgreSQL starts its own server, which listens to a socket in the directory and nothing else.
func runPostgreSQL(t *testing.T, dir string, worlds []world) [][]string {
	psql := program(t, "psql", true)
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		program(t, "initdb", true)
		found = []string{"initdb"}
	}
	bin := filepath.Dir(found[len(found)-1])
	var as []string // the server does not run as root
	if me, err := user.Current(); err != nil || me.Uid == "0" {
		as = []string{program(t, "runuser", true), "-u", "postgres", "--"}
	}
	home, err := os.MkdirTemp("/tmp", "pg") // a socket's path is short, and another user must reach it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	if err := os.Chmod(home, 0o777); err != nil {
		t.Fatal(err)
	}
	server := func(args ...string) { run(t, home, append(append([]string{}, as...), args...)...) }
	data := filepath.Join(home, "data")
	server(filepath.Join(bin, "initdb"), "-D", data, "-E", "UTF8", "--locale=C", "-A", "trust", "-U", "tester", "--no-sync")
	server(filepath.Join(bin, "pg_ctl"), "-D", data, "-w", "-l", filepath.Join(home, "log"),
		"-o", "-c listen_addresses='' -c fsync=off -c max_parallel_workers_per_gather=0 -k "+home, "start")
	defer server(filepath.Join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "stop")
	write(t, dir, "ask.sql", script(t, worlds, "to_json"))
	out := run(
		t, dir, psql, "-h", home, "-U", "tester", "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-qAtX", "-f",
		filepath.Join(dir, "ask.sql"),
	)
	return answered(t, out, worlds)
}

func runR(function string) runner {
	return func(t *testing.T, dir string, worlds []world) [][]string {
		r := program(t, "Rscript", true)
		var b strings.Builder
		for i, w := range worlds {
			write(t, dir, fmt.Sprintf("rules%d.R", i), exported(t, w, export.R))
			fmt.Fprintf(
				&b,
				"source(\"rules%d.R\", encoding = \"UTF-8\")\nif (rules$self_test() != 0) stop(\"the test fails\")\ncat(\"begin\\n\")\nnames <- c(",
				i,
			)
			for j, c := range w.columns {
				b.WriteString(comma(j) + "\n" + rCell(c.Name)) // R reads no line of any length
			}
			fmt.Fprintf(&b, ")\nask <- function(...) {\n  row <- list(...)\n  names(row) <- names\n  answer <- rules$%s(row)\n"+
				"  cat(utf8ToInt(if (is.numeric(answer)) sprintf(\"%%.6f\", answer) else answer), \"\\n\")\n}\n", function)
			for _, row := range w.rows {
				b.WriteString("ask(")
				for j, cell := range row {
					b.WriteString(comma(j) + "\n" + rCell(cell))
				}
				b.WriteString(")\n")
			}
		}
		write(t, dir, "ask.R", b.String())
		var answers [][]string
		for i, part := range strings.Split(run(t, dir, r, "--vanilla", "ask.R"), "begin\n")[1:] {
			list := []string{}
			for line := range strings.Lines(part) {
				if strings.HasSuffix(line, "as they should be\n") {
					continue
				}
				answer := ""
				for _, number := range strings.Fields(line) {
					n, err := strconv.Atoi(number)
					if err != nil {
						t.Fatalf("world %d: %q", i, line)
					}
					answer += string(rune(n))
				}
				list = append(list, answer)
			}
			answers = append(answers, list)
		}
		return answers
	}
}

func comma(j int) string {
	if j == 0 {
		return ""
	}
	return ", "
}

// rCell writes a cell of a row for R.
func rCell(cell any) string {
	switch cell := cell.(type) {
	case float64:
		return strconv.FormatFloat(cell, 'x', -1, 64)
	case string:
		var b strings.Builder
		for _, r := range cell {
			fmt.Fprintf(&b, "\\U%08x", r)
		}
		return `"` + b.String() + `"`
	}
	return "NA"
}

// runSheet writes a workbook with a row and its formulas for each row of a world, computes it with LibreOffice, and
// reads what one of the formulas gives.
func runSheet(function string) runner {
	return func(t *testing.T, dir string, worlds []world) [][]string {
		return askSheet(t, dir, worlds, slices.Index([]string{"predict", "points", "probability", "decide"}, function))
	}
}

func askSheet(t *testing.T, dir string, worlds []world, formula int) [][]string {
	var sheet strings.Builder
	var place [][3]int // world, row and column of the cell to read, of each row of the sheet
	worldAnswers := make([][]string, len(worlds))
	for i, w := range worlds {
		if _, err := export.Write(w.model, export.Excel, export.Extras{Answers: w.many}); err != nil {
			t.Logf("%s: %v", w.name, err)
			continue
		}
		formulas := newModelSheet(t, w.model, export.Extras{Answers: w.many})
		worldAnswers[i] = make([]string, len(w.rows))
		for k, row := range w.rows {
			near := formulas.near(row)
			row, ok := w.serial(row)
			if near || !ok {
				worldAnswers[i][k] = w.answers[k] // omitted: a spreadsheet takes it for the threshold
				continue
			}
			place = append(place, [3]int{i, k, len(row) + formula})
			number := len(place)
			fmt.Fprintf(&sheet, "<row r=\"%d\">", number)
			for j, cell := range row {
				sheet.WriteString(sheetCell(export.CellName(j, number), cell))
			}
			for j, f := range formulas.row(number) {
				fmt.Fprintf(&sheet, "<c r=%q><f>%s</f></c>", export.CellName(len(row)+j, number), escape(f[1:]))
			}
			sheet.WriteString("</row>\n")
		}
	}
	lines := computed(t, dir, sheet.String())
	if len(lines) != len(place) {
		t.Fatalf("%d lines for %d rows", len(lines), len(place))
	}
	for n, line := range lines {
		worldAnswers[place[n][0]][place[n][1]] = line[place[n][2]]
	}
	t.Logf("%d rows of formulas", len(place))
	return worldAnswers
}

// computed returns the values of a sheet with these rows, as LibreOffice computes them.
func computed(t *testing.T, dir, rows string) [][]string {
	t.Helper()
	office := program(t, "soffice", true)
	writeBook(t, filepath.Join(dir, "ask.xlsx"), rows)
	run(
		t, dir, office, "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--headless", "--convert-to",
		"csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false", "ask.xlsx",
	)
	file, err := os.Open(filepath.Join(dir, "ask.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// sheetAnswers returns the predictions of a formula in a sheet whose column A has these cells.
func sheetAnswers(t *testing.T, m *rule.Model, o export.Extras, cells ...string) string {
	t.Helper()
	var sheet strings.Builder
	formulas := newModelSheet(t, m, o)
	for i, cell := range cells {
		predict := formulas.row(i + 1)[0]
		fmt.Fprintf(&sheet, "<row r=\"%d\"><c r=\"A%[1]d\" %s</c><c r=\"B%[1]d\"><f>%[3]s</f></c></row>", i+1, cell, escape(predict[1:]))
	}
	var got []string
	for _, line := range computed(t, t.TempDir(), sheet.String()) {
		got = append(got, line[1])
	}
	return strings.Join(got, " ")
}

// TestSheetCells predicts rows whose texts a sheet has taken for truth values, numbers or shares.
func TestSheetCells(t *testing.T) {
	smoker := binarize.EncodedColumn{Name: "smoker", Values: []string{"True"}, Other: "False"}
	place := binarize.EncodedColumn{Name: "place", Values: []string{"01067", "12345"}, Rest: []string{"99999"}}
	rate := binarize.EncodedColumn{Name: "rate", Thresholds: []float64{55.3}}
	for _, test := range []struct {
		name, unit string
		column     binarize.EncodedColumn
		not        bool
		cells      []string
		want       string
	}{
		{
			"a truth value", "", smoker, false,
			[]string{`t="b"><v>1</v>`, `t="b"><v>0</v>`, `t="str"><v>True</v>`, `t="str"><v>False</v>`, `t="str"><v>TRUE</v>`},
			"yes no yes no no",
		},
		{
			"no truth value", "", smoker, true,
			[]string{`t="b"><v>1</v>`, `t="b"><v>0</v>`, `t="str"><v>True</v>`, `t="str"><v>False</v>`, `t="str"><v>TRUE</v>`},
			"no yes no yes yes",
		},
		{"a code", "", place, false, []string{`><v>1067</v>`, `t="str"><v>01067</v>`, `><v>12345</v>`, `t="str"><v>1067</v>`}, "yes yes no no"},
		{"a share", "%", rate, false, []string{`><v>0.553</v>`, `><v>0.55300001</v>`, `><v>0</v>`, `><v>55.3</v>`}, "yes no yes no"},
		{"a number", "", rate, false, []string{`><v>0.553</v>`, `><v>55.3</v>`, `><v>55.4</v>`}, "yes yes no"},
	} {
		m := &rule.Model{
			Target: "risk", Positive: "yes", Negative: "no",
			Encoder: &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{test.column}},
			Rules:   rule.Set{{{Feature: 0, Not: test.not}}},
		}
		if got := sheetAnswers(t, m, export.Extras{Units: map[string]string{test.column.Name: test.unit}}, test.cells...); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestSheetDerivesFromShares divides a share by a number.
func TestSheetDerivesFromShares(t *testing.T) {
	m := &rule.Model{Target: "risk", Positive: "yes", Negative: "no", Rules: rule.Set{{{Feature: 2}}}, Encoder: &binarize.Encoder{
		Policy: binarize.Own, Columns: []binarize.EncodedColumn{
			{Name: "share", Thresholds: []float64{1}},
			{Name: "age", Thresholds: []float64{1}},
			{Name: "share / age", Thresholds: []float64{2}, Derived: &binarize.Derived{Op: binarize.Ratio, Of: [2]string{"share", "age"}}},
		},
	}}
	predict := newModelSheet(t, m, export.Extras{Units: map[string]string{"share": "%"}}).row(2)[0]
	const want = `=IF(IF(COUNT(A2,B2,(A2*100)/B2)=3,(A2*100)/B2<=2,FALSE),"yes","no")`
	if predict != want {
		t.Errorf("%s, want %s", predict, want)
	}
}

// TestSheetTestsItself pastes the rows of an export into a sheet, fills the formulas down, and reads the number of wrong answers.
func TestSheetTestsItself(t *testing.T) {
	for name, m := range map[string]*rule.Model{
		"an answer": people(), "probabilities": scored(), "many sums": manyPoints(80),
		"a decision": decided(t, rule.Decision{Threshold: 0.1 + 0.2, AskFrom: 0.167982, AskTo: 0.499269}),
	} {
		t.Run(name, func(t *testing.T) {
			_, text, _ := strings.Cut(exported(t, world{name: name, model: m}, export.Excel), "must then be 0:\n=")
			check, text, _ := strings.Cut(text, "\n\n")
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			var sheet strings.Builder
			all := newModelSheet(t, m, export.Extras{})
			for i, line := range lines {
				number := i + 1
				fmt.Fprintf(&sheet, "<row r=\"%d\">", number)
				cells, formulas := strings.Split(line, "\t"), all.row(number)
				expected := len(cells) - strings.Count(lines[0], "expected ")
				for j, text := range cells {
					at, pasted := export.CellName(j, number), any(text)
					if x, err := strconv.ParseFloat(text, 64); err == nil {
						pasted = x
					}
					if j < expected && j >= expected-len(formulas) && i > 0 {
						fmt.Fprintf(&sheet, "<c r=%q><f>%s</f></c>", at, escape(formulas[j-expected+len(formulas)][1:]))
					} else if text != "" {
						sheet.WriteString(sheetCell(at, pasted))
					}
				}
				sheet.WriteString("</row>\n")
			}
			fmt.Fprintf(&sheet, "<row r=\"%d\"><c r=\"A%[1]d\"><f>%s</f></c></row>", len(lines)+1, escape(check))
			if wrong := computed(t, t.TempDir(), sheet.String()); wrong[len(lines)][0] != "0" || len(lines) < 10 {
				t.Errorf("%q of %d answers are wrong:\n%q", wrong[len(lines)][0], len(lines)-1, wrong)
			}
		})
	}
}

// serial returns a row with dates as the numbers of a sheet, and false for a row with a date that a sheet lacks.
func (w *world) serial(row []any) ([]any, bool) {
	row, sheet := slices.Clone(row), true
	for j, c := range w.columns {
		layout, _ := dataset.DateLayoutOf(w.model.Encoder.Columns[c.At].Layout)
		text, _ := row[j].(string)
		if x, ok := row[j].(float64); ok && layout.String() != "" {
			text = dataset.FormatNumber(x)
			_, is := layout.Hours(text)
			sheet = sheet && (is || layout.IsInteger() && layout.PerHour() == 0) // in a sheet most numbers are some date
		}
		if hours, ok := layout.Hours(text); ok {
			row[j] = float64(hours-dataset.HoursOf(1899, 12, 30)) / 24
			if layout.IsInteger() {
				row[j], _ = strconv.ParseFloat(text, 64)
			}
			sheet = sheet && hours > dataset.HoursOf(1901, 1, 1)
		}
	}
	return row, sheet
}

// modelSheet writes the formulas of a model, or ends the test.
type modelSheet struct {
	t *testing.T
	export.Sheet
}

func newModelSheet(t *testing.T, m *rule.Model, o export.Extras) modelSheet {
	t.Helper()
	s, err := export.NewSheet(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return modelSheet{t, s}
}

// row returns the formulas for a row, each for the cell right of the one before.
func (s modelSheet) row(number int) []string {
	s.t.Helper()
	formulas, err := s.Formulas(number)
	if err != nil {
		s.t.Fatal(err)
	}
	return formulas
}

// near reports whether some number of a row is one that a spreadsheet takes for a threshold.
func (s modelSheet) near(cells []any) bool {
	for j, cell := range cells {
		if x, ok := cell.(float64); ok && s.Near(j, x) {
			return true
		}
	}
	return false
}

func sheetCell(name string, cell any) string {
	switch cell := cell.(type) {
	case float64:
		return fmt.Sprintf("<c r=%q><v>%s</v></c>", name, strconv.FormatFloat(cell, 'g', -1, 64))
	case string:
		return fmt.Sprintf("<c r=%q t=\"inlineStr\"><is><t xml:space=\"preserve\">%s</t></is></c>", name, escape(cell))
	}
	return ""
}

func escape(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s))
	return b.String()
}

// writeBook writes the least that is a workbook.
func writeBook(t *testing.T, path, rows string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const main, rel = "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const packed = "http://schemas.openxmlformats.org/package/2006/"
	z := zip.NewWriter(file)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="` + packed +
			`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			`<Override PartName="/xl/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
		{
			"_rels/.rels",
			`<Relationships xmlns="` + packed + `relationships"><Relationship Id="r1" Type="` + rel +
				`/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		},
		{
			"xl/_rels/workbook.xml.rels",
			`<Relationships xmlns="` + packed + `relationships"><Relationship Id="r1" Type="` + rel +
				`/worksheet" Target="sheet1.xml"/></Relationships>`,
		},
		{
			"xl/workbook.xml",
			`<workbook xmlns="` + main + `" xmlns:r="` + rel + `"><sheets><sheet name="rules" sheetId="1" r:id="r1"/></sheets></workbook>`,
		},
		{"xl/sheet1.xml", `<worksheet xmlns="` + main + `"><sheetData>` + rows + `</sheetData></worksheet>`},
	} {
		w, err := z.Create(part[0])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, xml.Header+part[1])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}
