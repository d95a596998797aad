package export_test

import (
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"drnet/engine/binarize"
	"drnet/engine/golden"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

var options = export.Extras{Notes: []string{"They were edited by hand:\nby me."}, Train: []rule.Counts{{
	Covered: 120,
	Right:   118,
}, {Covered: 30, Right: 22}}, Test: []rule.Counts{{Covered: 25, Right: 24}}}

// TestGoldens compares every format of a model with plain names, of one with hostile names, and of some with special columns. The
// fixed parts of the programs are compared with the files in runtime, and left out of the goldens; so are most test rows.
func TestGoldens(t *testing.T) {
	many := dropped()
	many.Negative = "unknown"
	for _, model := range []struct {
		name    string
		model   *rule.Model
		answers []string
		formats []string
	}{
		{"people", people(), nil, formats()},
		{"hostile", small(), nil, formats()},
		{"many", many, []string{"low", "high", "low"}, formats()},
		{"spelled", spelled(), nil, formats()},
		{"never", never(), nil, formats()},
		{"scored", scored(), nil, []string{export.Python, export.JavaScript, export.SQL, export.Excel}},
		{"voted", voted(), nil, []string{export.Text, export.Markdown, export.CSV, export.Excel}},
		{"derived", derived(binarize.Impute), nil, formats()},
		{"grouped", grouped(binarize.Own), nil, formats()},
	} {
		for _, f := range model.formats {
			o := options
			o.Answers = model.answers
			file, err := export.Write(model.model, f, o)
			if err != nil {
				t.Errorf("%s as %s: %v", model.name, f, err)
				continue
			}
			got := shortened(t, f, file.Text)
			if f == export.HTML {
				got = withoutScript(t, got, model.model, o)
			}
			golden.Check(t, filepath.Join("testdata", model.name+"."+f+".golden"), got)
		}
	}
}

// formats returns the names of the formats that the package writes.
func formats() []string {
	return slices.DeleteFunc(export.Names(), func(f string) bool { return f == export.JSON })
}

// TestFormats: every listed format is written under its file name and media type; only the model file is not.
func TestFormats(t *testing.T) {
	for _, f := range export.Formats {
		file, err := export.Write(people(), f.Name, options)
		if f.Name == export.JSON {
			if err == nil {
				t.Error("Write() writes the model file, which belongs to package protocol")
			}
			continue
		}
		if err != nil || file.Name != f.File || file.Type != f.MediaType+";charset=utf-8" {
			t.Errorf("%s: Write() = %q, %q, %v, want %q, %q", f.Name, file.Name, file.Type, err, f.File, f.MediaType)
		}
		if found, ok := export.Find(f.Name); !ok || found != f {
			t.Errorf("Find(%q) = %v, %v", f.Name, found, ok)
		}
	}
}

// testRow matches a row that a program carries to test itself, and cellRow one of a spreadsheet.
var (
	testRow = regexp.MustCompile(`^\s*(\{\[\]any\{|\(\[|\[\[|list\(list\(|<row>|\((NULL|CAST\(|'|-?\d))`)
	cellRow = regexp.MustCompile(`\t.*\t`)
)

// shortened replaces the files of runtime by their names, long runs of test rows by their digest, and the rules of the second
// statement of SQL, which tests the first, if they are the same.
func shortened(t *testing.T, format, text string) string {
	t.Helper()
	row := testRow
	if format == export.Excel {
		row = cellRow
	}
	if first, second, ok := strings.Cut(text, "  END AS"); ok {
		_, rules, _ := strings.Cut(first, "  CASE\n")
		text = first + "  END AS" + strings.Replace(second, "CASE\n"+rules, "CASE\n‹the same›\n", 1)
	}
	paths, err := filepath.Glob("runtime/*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files in runtime: %v", err)
	}
	for _, path := range paths {
		fixed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text = strings.Replace(text, string(fixed), "‹"+path+"›\n", 1)
	}
	const shown = 4
	var out []string
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); {
		n := 0
		for i+n < len(lines) && row.MatchString(lines[i+n]) {
			n++
		}
		if n > shown+1 {
			rest := strings.Join(lines[i+shown:i+n], "")
			out = append(append(out, lines[i:i+shown]...), fmt.Sprintf("‹%d more, SHA-256 %.4x›\n", n-shown, sha256.Sum256([]byte(rest))))
		} else {
			out = append(out, lines[i:i+max(n, 1)]...)
		}
		i += max(n, 1)
	}
	return strings.Join(out, "")
}

// withoutScript replaces the rules in the script of a page, which are those of the JavaScript file without remarks.
func withoutScript(t *testing.T, page string, m *rule.Model, o export.Extras) string {
	t.Helper()
	file, err := export.Write(m, export.JavaScript, o)
	if err != nil {
		t.Fatal(err)
	}
	script := shortened(t, export.JavaScript, file.Text)
	begin, end := "const rules = (() => {\n", "\n})();\n"
	inFile, inPage := between(t, script, begin, end), between(t, page, begin, end)
	var code []string
	for line := range strings.Lines(inFile) {
		if !strings.HasPrefix(line, "    // ") {
			code = append(code, line)
		}
	}
	if inPage != strings.Join(code, "") {
		t.Errorf("the rules of the page are not those of the script; they are\n%s", inPage)
	}
	return strings.Replace(page, inPage, "‹the rules as JavaScript, without remarks›", 1)
}

// between returns the text from the end of begin to the start of end.
func between(t *testing.T, text, begin, end string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, begin)
	part, _, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("there is no part between %q and %q", begin, end)
	}
	return part
}

// spelled has numeric values; other spellings of the same numbers were different values in the training rows.
func spelled() *rule.Model {
	return &rule.Model{Target: "kind", Positive: "a", Negative: "b", Encoder: &binarize.Encoder{
		Policy: binarize.Impute,
		Columns: []binarize.EncodedColumn{
			{Name: "code", Values: []string{"1", "2.5"}, Rest: []string{"1.0", "d", "025"}, Fill: "1"}, // 0 to 2
			{Name: "size", Thresholds: []float64{0.1, 7}, Fill: "3.5"},                                 // 3, 4
		},
	}, Rules: rule.Set{{is(0), not(3)}, {is(2), is(4)}, {not(1), not(2), is(3)}}}
}

// crowded has a rule that is too long for a formula.
func crowded() *rule.Model {
	m := people()
	for i := range 60 {
		value := strings.Repeat(string(rune('a'+i%26)), 150+i)
		m.Rules = append(m.Rules, rule.Rule{is(m.Encoder.Bits())})
		m.Encoder.Columns = append(m.Encoder.Columns, binarize.EncodedColumn{Name: value, Values: []string{value}})
	}
	return m
}

// The page writes negative points with a minus sign, as the points are listed elsewhere.
func TestPointsHaveSigns(t *testing.T) {
	file, err := export.Write(scored(), export.HTML, export.Extras{})
	if err != nil || !strings.Contains(file.Text, "<td>+3</td>") || !strings.Contains(file.Text, "<td>−2</td>") {
		t.Errorf("%v, want points of +3 and −2, got\n%.3000s", err, file.Text)
	}
}

// A spreadsheet gets the answer even if the formula of the points is too long for it.
func TestLongPoints(t *testing.T) {
	for rules, fits := range map[int]bool{80: true, 200: false} {
		file, err := export.Write(manyPoints(rules), export.Excel, export.Extras{})
		if err != nil || strings.Contains(file.Text, "CHOOSE(") != fits || strings.Contains(file.Text, "The probability is left out") == fits {
			t.Errorf("%d rules: %v, want a probability: %v, got\n%.3000s", rules, err, fits, file.Text)
		}
	}
}

func TestRefusals(t *testing.T) {
	named := func(name, value string) *rule.Model {
		m := dropped()
		m.Encoder.Columns[0].Name, m.Encoder.Columns[1].Values[0] = name, value
		return m
	}
	numbered := func(value string) *rule.Model {
		m := dropped()
		m.Encoder.Columns[1].Values = []string{"1", "2", value}
		return m
	}
	bounded := func(threshold float64) *rule.Model {
		m := dropped()
		m.Encoder.Columns[0].Thresholds[2] = threshold
		return m
	}
	tests := []struct {
		name    string
		format  string
		model   *rule.Model
		refusal string
	}{
		{"zero", export.R, named("a\x00b", "x"), `R cannot hold the zero character in "a\x00b"`},
		{"zero in a value", export.SQL, named("a", "x\x00"), `SQL cannot hold the zero character in "x\x00"`},
		{
			"zero in a formula", export.Excel, named("a", "x\x00"),
			`a formula cannot hold the text "x\x00": it takes 255 characters, and no zero character`,
		},
		{
			"dates in another layout", export.PMML, dated(binarize.Own, "YYYY-MM-DD", "DD.MM.YYYY"),
			`PMML cannot read the dates of column "dis \"charged\"": they are written as DD.MM.YYYY, not as YYYY-MM-DD`,
		},
		{"votes", export.PMML, voted(), "the rules of PMML cannot say that several of them must hold"},
		{"zero elsewhere", export.Python, named("a\x00b", "x\x00"), ""},
		{"zero in a page", export.HTML, named("a\x00b", "x\x00"), ""},
		{"a control character", export.PMML, named("a", "bell\a"), `XML cannot hold the character '\a' in "bell\a"`},
		{"a character of no use", export.PMML, named("a\ufffe", "x"), `XML cannot hold the character '\ufffe' in "a\ufffe"`},
		{"line breaks", export.PMML, named("a\n\tb\r", "x"), ""},
		{"two names but for letters", export.SQL, named("Colour", "x"), `SQLite takes "Colour" and "colour" for one column`},
		{"a name that is a truth value", export.SQL, named("False", "x"), `SQLite takes the name "False" for a truth value`},
		{"the target is a column", export.PMML, named("risk", "x"), `PMML cannot hold a column "risk" that is asked about and predicted`},
		{
			"a long text", export.Excel, named("a", strings.Repeat("x", 256)),
			`a formula cannot hold the text "` + strings.Repeat("x", 40) + `…": it takes 255 characters, and no zero character`,
		},
		{"many rules", export.Excel, crowded(), "the formula has 12754 characters, and a spreadsheet takes 8192"},
		{
			"a value of many digits", export.Excel, numbered("0.30000000000000004"),
			`a spreadsheet cannot hold the number 0.30000000000000004 of column "colour": it keeps 15 digits, up to 1e308`,
		},
		{"a threshold of many digits", export.Excel, bounded(6207.000000000007), ""},
		{
			"a huge threshold", export.Excel, bounded(1.7e308),
			`a spreadsheet cannot hold the number 1.7e+308 of column "age": it keeps 15 digits, up to 1e308`,
		},
		{"no such format", "xml", people(), `unknown format "xml"`},
		{"bytes", export.Text, named("a\xff", "x"), `a name or value is not valid UTF-8: "a\xff"`},
		{"a damaged model", export.Text, &rule.Model{}, "rule: the model has no encoder"},
	}
	for _, test := range tests {
		got := ""
		_, err := export.Write(test.model, test.format, export.Extras{})
		if err != nil {
			got = err.Error()
		}
		if got != test.refusal {
			t.Errorf("%s: Write() = %q, want %q", test.name, got, test.refusal)
		}
		if refusal, ok := errors.AsType[*export.Unsupported](err); ok && refusal.Hint == "" {
			t.Errorf("%s: there is no hint", test.name)
		}
	}
}

// TestGoIsFormatted: the Go export is formatted as by gofmt.
func TestGoIsFormatted(t *testing.T) {
	for _, w := range []*rule.Model{people(), hostile(), imputed(), always(), never()} {
		for _, answers := range [][]string{nil, make([]string, len(w.Rules))} {
			o := options
			o.Answers = answers
			file, err := export.Write(w, export.Go, o)
			if err != nil {
				t.Fatal(err)
			}
			checkGo(t, file.Text)
		}
	}
}

// checkGo checks that a program is formatted as by gofmt.
func checkGo(t *testing.T, text string) {
	t.Helper()
	if want, err := format.Source([]byte(text)); err != nil || string(want) != text {
		t.Errorf("it is not formatted, %v:\n%s", err, text)
	}
}

// TestQueryHasNewNames: the columns that a query adds differ from the target and from the columns that it reads.
func TestQueryHasNewNames(t *testing.T) {
	m := people()
	m.Target, m.Encoder.Columns[0].Name = "Prediction", "probability"
	m.Scorecard = &rule.Scorecard{Points: slices.Repeat([]int{1}, len(m.Rules)), Slope: 1, Decision: &rule.Decision{Threshold: 0.5}}
	file, err := export.Write(m, export.SQL, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{`"prediction_"`, `"probability_"`, `"decision"`} {
		if !strings.Contains(file.Text, " AS "+name) {
			t.Errorf("no column is named %s:\n%s", name, file.Text)
		}
	}
}

// TestTableRunsNothing: no cell of the table of rules begins as a formula does.
func TestTableRunsNothing(t *testing.T) {
	file, err := export.Write(hostile(), export.CSV, options)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(file.Text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != len(hostile().Rules)+1 {
		t.Errorf("%d lines, want %d", len(lines), len(hostile().Rules)+1)
	}
	for _, line := range lines {
		for _, cell := range line {
			if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				t.Errorf("the cell %q is a formula", cell)
			}
		}
	}
}

// FuzzNames gives a model any names and values. Each format either represents them, or rejects them with a message.
func FuzzNames(f *testing.F) {
	for _, texts := range [][]string{hostiles, refused} {
		for i, s := range texts {
			f.Add(s, texts[(i+1)%len(texts)], 0.1)
		}
	}
	f.Add("\x00", "\xff", 1e-320)
	f.Fuzz(func(t *testing.T, name, value string, threshold float64) {
		m := small()
		m.Encoder.Columns[0].Name, m.Encoder.Columns[0].Thresholds = name, []float64{threshold - 1, threshold}
		m.Encoder.Columns[1].Values[0], m.Encoder.Columns[1].Rest[0], m.Positive = value, value+"2", value
		if m.Validate() != nil {
			t.Skip()
		}
		for _, form := range formats() {
			file, err := export.Write(m, form, export.Extras{Notes: []string{name}})
			if _, refused := errors.AsType[*export.Unsupported](err); err != nil && !refused {
				t.Fatalf("%s: %v", form, err)
			} else if err != nil {
				continue
			}
			switch form {
			case export.Go:
				checkGo(t, file.Text)
			case export.HTML:
				scriptOf(t, file.Text)
			case export.CSV:
				if _, err := csv.NewReader(strings.NewReader(file.Text)).ReadAll(); err != nil {
					t.Errorf("%v:\n%s", err, file.Text)
				}
			case export.PMML:
				checkPMML(t, m, file.Text)
			}
		}
	})
}

// FuzzModel exports models of all kinds of columns and rules: as a rule set, and as a decision list.
func FuzzModel(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, hostiles[seed], refused[seed%uint64(len(refused))], seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, name, answer string, many bool) {
		m := random(seed)
		m.Target, m.Encoder.Columns[0].Name = name, name+"2"
		m.Positive = answer
		if m.Validate() != nil {
			t.Skip()
		}
		o := export.Extras{Notes: []string{answer}}
		if many {
			o.Answers = make([]string, len(m.Rules))
			for k := range o.Answers {
				o.Answers[k] = []string{answer, name, "no"}[k%3]
			}
		}
		for _, form := range formats() {
			file, err := export.Write(m, form, o)
			if _, refusal := errors.AsType[*export.Unsupported](err); err != nil && !refusal {
				t.Fatalf("%s: %v", form, err)
			}
			if err == nil && (file.Text == "" || !utf8.ValidString(file.Text)) {
				t.Errorf("%s: %q", form, file.Text)
			}
			switch {
			case err != nil:
			case form == export.Go:
				checkGo(t, file.Text)
			case form == export.PMML:
				checkStructure(t, parseXML(t, file.Text))
			case form == export.CSV:
				if lines, err := csv.NewReader(strings.NewReader(file.Text)).ReadAll(); err != nil || len(lines) != len(m.Rules)+1 {
					t.Errorf("%d lines for %d rules: %v", len(lines), len(m.Rules), err)
				}
			}
		}
	})
}

// checkPMML evaluates rows made from the rules.
func checkPMML(t *testing.T, m *rule.Model, text string) {
	w := probed(t, "fuzzed", m)
	pmml := parseXML(t, text)
	checkStructure(t, pmml)
	for i, want := range w.answers {
		if got := evaluate(t, pmml, w.named(i)); got != want {
			t.Errorf("%q for the row %s, want %q", got, w.show(i), want)
		}
	}
}
