package export_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"drnet/engine/dataset"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// program finds a program, or skips the test; it fails where all programs must be there. Large ones, which take a minute to
// install, are run by make test-exports only.
func program(t *testing.T, name string, large bool) string {
	t.Helper()
	all := os.Getenv("EXPORTS") == "all"
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly cannot start programs; the native tests run the exports")
	}
	if large && !all {
		t.Skipf("%s is run by make test-exports", name)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		if all || os.Getenv("CI") == "true" {
			t.Fatalf("%s is needed to run the exports: %v", name, err)
		}
		t.Skipf("%s is not here: %v", name, err)
	}
	return path
}

// run runs a program in a directory and returns its output.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), args[0], args[1:]...)
	c.Dir = dir
	var errors strings.Builder
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%.2000s\n%.2000s", strings.Join(args, " "), err, errors.String(), out)
	}
	return string(out)
}

// write writes a file into a directory.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// exported exports a model.
func exported(t *testing.T, w world, f string) string {
	t.Helper()
	file, err := export.Write(w.model, f, export.Extras{Answers: w.many})
	if err != nil {
		t.Fatalf("%s: %v", w.name, err)
	}
	return file.Text
}

// runner runs the exports of the worlds on their rows.
type runner func(t *testing.T, dir string, worlds []world) (answers [][]string)

// TestProgramsAnswerAsTheModel runs the exported programs on every row.
func TestProgramsAnswerAsTheModel(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly cannot start programs; the native tests run the exports")
	}
	small, real := smallWorlds(t), realWorlds(t)
	all := slices.Concat(small, real)
	every := append(slices.Clone(all), probed(t, "refused by some", named(refused))) // by SQL, R, PMML or a sheet: see TestRefusals
	tests := []struct {
		name    string
		worlds  []world
		answers runner
	}{
		{"python", every, runPython("predict")},
		{"javascript", every, runScript(export.JavaScript, "predict")},
		{"page", every, runScript(export.HTML, "predict")},
		{"go", every, runGo("Predict")},
		{"sqlite", typed(all), runSQLite},
		{"postgresql", typed(all), runPostgreSQL},
		{"r", sampled(all), runR("predict")},
		{"pmml", slices.DeleteFunc(typed(all), func(w world) bool { return w.model.Votes() > 1 || !hasPMMLDates(w.model) }), runPMML},
		{"libreoffice", sampled(typed(all)), runSheet("predict")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			answers := test.answers(t, t.TempDir(), test.worlds)
			rows := 0
			for i, w := range test.worlds {
				if answers[i] != nil {
					compare(t, w, answers[i])
					rows += len(answers[i])
				}
			}
			t.Logf("%d models, %d rows in %.1f s", len(test.worlds), rows, time.Since(start).Seconds())
		})
	}
}

// TestProgramsRankAsTheModel runs the function probability of the exported programs on every row.
func TestProgramsRankAsTheModel(t *testing.T) {
	worlds := slices.DeleteFunc(smallWorlds(t), func(w world) bool { return w.probabilities == nil })
	for i, w := range worlds {
		worlds[i].answers = nil
		for _, p := range w.probabilities {
			worlds[i].answers = append(worlds[i].answers, strconv.FormatFloat(p, 'f', 6, 64)) // which is exact
		}
	}
	compareCalls(t, worlds, "probability")
	for i, w := range worlds {
		for k, p := range w.probabilities {
			worlds[i].answers[k] = strconv.FormatFloat(p, 'f', -1, 64)
		}
	}
	compareSheet(t, worlds, "probability")
}

// decidedWorlds are those with a scorecard, each with a decision: with rows that are left to a person, or without.
func decidedWorlds(t *testing.T) []world {
	worlds := slices.DeleteFunc(smallWorlds(t), func(w world) bool { return w.probabilities == nil })
	for i := range worlds {
		d := &rule.Decision{Threshold: 0.4}
		if i%2 == 0 {
			d.AskFrom, d.AskTo = 0.3, 0.622459
		}
		m, err := worlds[i].model.WithDecision(d)
		if err != nil {
			t.Fatal(err)
		}
		worlds[i].model = &m
	}
	return worlds
}

// decisions are those of the model of a world.
func decisions(w world) (list []string) {
	for _, p := range w.probabilities {
		list = append(list, w.model.Decide(p))
	}
	return list
}

// TestProgramsDecideAsTheModel runs the function decide of the exported programs on every row.
func TestProgramsDecideAsTheModel(t *testing.T) {
	worlds := decidedWorlds(t)
	for i, w := range worlds {
		worlds[i].answers = decisions(w)
	}
	compareCalls(t, worlds, "decide")
	compareSheet(t, worlds, "decide")
}

// TestQueryDecidesAsTheModel runs the exported SQL on every row.
func TestQueryDecidesAsTheModel(t *testing.T) {
	sqlite, dir, worlds := program(t, "sqlite3", false), t.TempDir(), typed(decidedWorlds(t))
	write(t, dir, "ask.sql", strings.ReplaceAll(script(t, worlds, "json_quote"), `json_quote("prediction")`, `json_quote("decision")`))
	got := answered(t, run(t, dir, sqlite, "-bail", ":memory:", ".read ask.sql"), worlds)
	for i, w := range worlds {
		if want := decisions(w); !slices.Equal(got[i], want) {
			t.Errorf("%s: the decisions are %v, want %v", w.name, got[i], want)
		}
	}
}

// compareCalls calls a function of the exported programs on every row, and compares the results with the answers of the worlds.
func compareCalls(t *testing.T, worlds []world, function string) {
	for name, answers := range map[string]runner{
		"python": runPython(function), "javascript": runScript(export.JavaScript, function), "page": runScript(export.HTML, function),
		"go": runGo(strings.ToUpper(function[:1]) + function[1:]), "r": runR(function),
	} {
		t.Run(name, func(t *testing.T) {
			for i, got := range answers(t, t.TempDir(), worlds) {
				compare(t, worlds[i], got)
			}
		})
	}
}

// compareSheet compares what a formula gives in a spreadsheet with the answers of the worlds.
func compareSheet(t *testing.T, worlds []world, function string) {
	t.Run("libreoffice", func(t *testing.T) {
		worlds := sampled(typed(worlds))
		for i, got := range runSheet(function)(t, t.TempDir(), worlds) {
			if got != nil {
				compare(t, worlds[i], got)
			}
		}
	})
}

// typed omits worlds with texts where the rules need numbers: a database column has one type.
func typed(worlds []world) []world {
	return slices.DeleteFunc(slices.Clone(worlds), func(w world) bool { return w.spelled })
}

// sampled keeps at most 300 rows of each world, drawn at random, for programs that need a millisecond and more for a row.
func sampled(worlds []world) []world {
	const most = 300
	worlds = slices.Clone(worlds)
	for i, w := range worlds {
		kept := rand.New(rand.NewPCG(1, 2)).Perm(len(w.rows))
		kept = kept[:min(most, len(kept))]
		worlds[i].rows, worlds[i].answers = nil, nil
		for _, k := range kept {
			worlds[i].rows, worlds[i].answers = append(worlds[i].rows, w.rows[k]), append(worlds[i].answers, w.answers[k])
		}
	}
	return worlds
}

func compare(t *testing.T, w world, got []string) {
	t.Helper()
	if len(got) != len(w.answers) {
		t.Errorf("%s: %d answers for %d rows", w.name, len(got), len(w.answers))
		return
	}
	wrong := 0
	for i := range got {
		if got[i] != w.answers[i] {
			if wrong++; wrong <= 3 {
				t.Errorf("%s: %q for the row %s, want %q", w.name, got[i], w.show(i), w.answers[i])
			}
		}
	}
	if wrong > 3 {
		t.Errorf("%s: %d of %d answers are wrong", w.name, wrong, len(got))
	}
}

func (w *world) show(row int) string {
	var cells []string
	for j, c := range w.columns {
		cells = append(cells, fmt.Sprintf("%q: %#v", c.Name, w.rows[row][j]))
	}
	return strings.Join(cells, ", ")
}

// questions encodes the rows of a world as JSON for programs.
func (w *world) questions(t *testing.T) string {
	t.Helper()
	names := []string{}
	for _, c := range w.columns {
		names = append(names, c.Name)
	}
	rows := w.rows
	if rows == nil {
		rows = [][]any{}
	}
	text, err := json.Marshal(map[string]any{"names": names, "rows": rows})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// readAnswers reads one list of predictions for each world.
func readAnswers(t *testing.T, out string) (answers [][]string) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &answers); err != nil {
		t.Fatalf("%v: %.300s", err, out)
	}
	return answers
}

// The runners call a function of the programs, and write a number that it returns with six decimal places.

func runPython(function string) runner {
	return func(t *testing.T, dir string, worlds []world) [][]string {
		python := program(t, "python3", false)
		for i, w := range worlds {
			write(t, dir, fmt.Sprintf("rules%d.py", i), exported(t, w, export.Python))
			write(t, dir, fmt.Sprintf("rows%d.json", i), w.questions(t))
		}
		write(t, dir, "ask.py", fmt.Sprintf(`
import importlib, json
answers = []
def text(answer):
    return answer if isinstance(answer, str) else f"{answer:.6f}"
for i in range(%d):
    rules, asked = importlib.import_module(f"rules{i}"), json.load(open(f"rows{i}.json", encoding="utf-8"))
    assert rules.self_test() == 0 and (rules.TESTS or %d == 0), i
    answers.append([text(rules.%s(dict(zip(asked["names"], row)))) for row in asked["rows"]])
print(json.dumps(answers))
`, len(worlds), len(worlds), function))
		if out := run(t, dir, python, "rules0.py"); !strings.Contains(out, "rows are answered as they should be") {
			t.Errorf("python3 rules.py prints %q", out)
		}
		return readAnswers(t, run(t, dir, python, "ask.py"))
	}
}

func runScript(f, function string) runner {
	return func(t *testing.T, dir string, worlds []world) [][]string {
		node := program(t, "node", false)
		for i, w := range worlds {
			text := exported(t, w, f)
			if f == export.HTML {
				text = scriptOf(t, text) + "\nmodule.exports = rules;\n"
			}
			write(t, dir, fmt.Sprintf("rules%d.js", i), text)
			write(t, dir, fmt.Sprintf("rows%d.json", i), w.questions(t))
		}
		write(t, dir, "ask.js", fmt.Sprintf(`
const fs = require("fs"), answers = [];
for (let i = 0; i < %d; i++) {
  const rules = require("./rules" + i + ".js"), asked = JSON.parse(fs.readFileSync("rows" + i + ".json", "utf8"));
  if (rules.selfTest() !== 0 || rules.tests.length === 0) throw new Error("the test of " + i + " fails");
  const ask = (row) => rules.%s(Object.fromEntries(asked.names.map((name, k) => [name, row[k]])));
  answers.push(asked.rows.map(ask).map((answer) => typeof answer === "number" ? answer.toFixed(6) : answer));
}
console.log(JSON.stringify(answers));
`, len(worlds), function))
		if f == export.JavaScript {
			if out := run(t, dir, node, "rules0.js", "--test"); !strings.Contains(out, "rows are answered as they should be") {
				t.Errorf("node rules.js --test prints %q", out)
			}
		}
		return readAnswers(t, run(t, dir, node, "ask.js"))
	}
}

// scriptOf returns the script of a page.
func scriptOf(t *testing.T, page string) string {
	t.Helper()
	_, script, ok := strings.Cut(page, "<script>")
	script, rest, closed := strings.Cut(script, "</script>")
	if !ok || !closed || strings.Contains(script, "<!--") || strings.Contains(rest, "<script") {
		t.Fatalf("the page has not one script:\n%s", page)
	}
	return script
}

func runGo(function string) runner {
	return func(t *testing.T, dir string, worlds []world) [][]string {
		compiler := program(t, "go", false)
		write(t, dir, "go.mod", "module ask\n\ngo 1.22\n")
		var imports, calls strings.Builder
		for i, w := range worlds {
			write(t, dir, fmt.Sprintf("rules%d/rules.go", i), exported(t, w, export.Go))
			write(t, dir, fmt.Sprintf("rows%d.json", i), w.questions(t))
			fmt.Fprintf(&imports, "\trules%d \"ask/rules%d\"\n", i, i)
			fmt.Fprintf(&calls, "\tanswers = append(answers, ask(%d, rules%d.%s, rules%d.SelfTest))\n", i, i, function, i)
		}
		write(t, dir, "main.go", `package main

import (
	"encoding/json"
	"fmt"
	"os"
`+imports.String()+`)

func main() {
	var answers [][]string
`+calls.String()+`	json.NewEncoder(os.Stdout).Encode(answers)
}

func ask[T any](i int, call func(map[string]any) (T, error), test func() error) []string {
	var asked struct { Names []string; Rows [][]any }
	file, err := os.ReadFile(fmt.Sprintf("rows%d.json", i))
	must(err)
	must(json.Unmarshal(file, &asked))
	must(test())
	answers := []string{}
	for _, cells := range asked.Rows {
		row := map[string]any{}
		for k, name := range asked.Names {
			row[name] = cells[k]
		}
		answer, err := call(row)
		must(err)
		if p, ok := any(answer).(float64); ok {
			answers = append(answers, fmt.Sprintf("%.6f", p))
		} else {
			answers = append(answers, fmt.Sprint(answer))
		}
	}
	return answers
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
`)
		return readAnswers(t, run(t, dir, compiler, "run", "-gcflags=-N -l", "."))
	}
}

// statements splits an export into the query and its test, and gives the table a name.
func statements(t *testing.T, text, table string) (query, test string) {
	t.Helper()
	query, test, ok := strings.Cut(strings.Replace(text, "FROM \"your_table\" AS ", "FROM "+table+" AS ", 1), ";\n\nWITH r(")
	if !ok {
		t.Fatalf("the export has no query:\n%s", text)
	}
	return query, "WITH r(" + strings.TrimSuffix(strings.TrimSpace(test), ";")
}

// script writes the tables of the worlds, and queries for all predictions and all tests, each as a line of JSON.
func script(t *testing.T, worlds []world, asJSON string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("BEGIN;\n")
	for i, w := range worlds {
		table := fmt.Sprintf("table%d", i)
		fmt.Fprintf(&b, "CREATE TABLE %s (\"the row\" INTEGER", table)
		for _, c := range w.columns {
			kind := "TEXT"
			if c.Numeric {
				kind = "DOUBLE PRECISION"
			}
			fmt.Fprintf(&b, ", \"%s\" %s", strings.ReplaceAll(c.Name, `"`, `""`), kind)
		}
		b.WriteString(");\n")
		for k, row := range w.rows {
			if k%500 == 0 {
				fmt.Fprintf(&b, "INSERT INTO %s VALUES", table)
			}
			fmt.Fprintf(&b, "(%d", k)
			for _, cell := range row {
				b.WriteString("," + sqlCell(cell))
			}
			if k%500 == 499 || k+1 == len(w.rows) {
				b.WriteString(");\n")
			} else {
				b.WriteString("),\n")
			}
		}
		query, test := statements(t, exported(t, w, export.SQL), table)
		fmt.Fprintf(&b, "SELECT %s(\"prediction\") FROM (%s) AS answers ORDER BY \"the row\";\n", asJSON, query)
		fmt.Fprintf(&b, "SELECT 'wrong answers: ' || \"wrong answers\" FROM (%s) AS test;\n", test)
	}
	return b.String() + "COMMIT;\n"
}

func sqlCell(cell any) string {
	switch cell := cell.(type) {
	case float64:
		return dataset.FormatNumber(cell)
	case string:
		return "'" + strings.ReplaceAll(cell, "'", "''") + "'"
	}
	return "NULL"
}

// answered parses the output of a script.
func answered(t *testing.T, out string, worlds []world) (answers [][]string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for _, w := range worlds {
		list := []string{}
		for len(lines) > 0 && !strings.HasPrefix(lines[0], "wrong answers: ") {
			var answer string
			if err := json.Unmarshal([]byte(lines[0]), &answer); err != nil {
				t.Fatalf("%s: %v: %.300q", w.name, err, lines[0])
			}
			list, lines = append(list, answer), lines[1:]
		}
		if len(lines) == 0 || lines[0] != "wrong answers: 0" {
			t.Fatalf("%s: the test prints %.100q", w.name, lines)
		}
		answers, lines = append(answers, list), lines[1:]
	}
	return answers
}

func runSQLite(t *testing.T, dir string, worlds []world) [][]string {
	sqlite := program(t, "sqlite3", false)
	write(t, dir, "ask.sql", script(t, worlds, "json_quote"))
	return answered(t, run(t, dir, sqlite, "-bail", ":memory:", ".read ask.sql"), worlds)
}
