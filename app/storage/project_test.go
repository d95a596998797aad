package storage_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"drnet/app/core/coretest"
	"drnet/app/storage"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Files of released schemas, which later versions must open.
const (
	releasedProject = "testdata/project_1.json"
	releasedModel   = "../../engine/protocol/testdata/model_1.json"
)

// smallTable is the table in the released project: some of its bytes are not valid UTF-8.
const smallTable = "age,sex,risk\n1,Male,low\n2,Fem\xffale,high\n"

// aProject is a project with a value in every field.
func aProject(t testing.TB) storage.Project {
	t.Helper()
	model, err := protocol.ReadFile([]byte(coretest.File(t, releasedModel)))
	if err != nil {
		t.Fatal(err)
	}
	return storage.Project{
		Name: "people <1>.csv", Foreign: true, Model: model,
		Settings: "shape=0123abcd&t=3&y=1&sign=%3E&bound=7.5&x=2&k1=20,30&l1=0.5&s=7",
		Reading:  dataset.Options{Decimal: ",", MissingValues: []string{"-9"}, Types: map[string]dataset.Kind{"age": dataset.Numeric}},
	}
}

func written(t testing.TB, p storage.Project, table io.Reader) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, table); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReleasedProjectOpens(t *testing.T) {
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(releasedProject, []byte(written(t, aProject(t), strings.NewReader(smallTable))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := coretest.File(t, releasedProject)
	var table bytes.Buffer
	saved, err := storage.ReadSaved(iotest.OneByteReader(strings.NewReader(file)), &table)
	if err != nil {
		t.Fatal(err)
	}
	if !saved.Tabled || table.String() != smallTable {
		t.Errorf("the table is %q, want %q", table.String(), smallTable)
	}
	p := saved.Project
	if p.Name != "people <1>.csv" || !p.Foreign || p.Settings != aProject(t).Settings || p.Reading.Decimal != "," {
		t.Errorf("the project is %+v", p)
	}
	coretest.Equal(t, p.Model.Model.Learned.Request.Network.Seed, 18446744073709551615, "the seed, the largest there is")
	coretest.Equal(t, written(t, *p, strings.NewReader(smallTable)), file, "written again")
}

// Tables of all lengths, which end anywhere in a base64 group, are unchanged after writing and reading.
func TestTablesComeBack(t *testing.T) {
	p := aProject(t)
	all := strings.Repeat("a\"\\\n\x00,é", 20_000)
	for _, n := range []int{0, 1, 2, 3, 4, 1000, len(all)} {
		var table bytes.Buffer
		saved, err := storage.ReadSaved(strings.NewReader(written(t, p, strings.NewReader(all[:n]))), &table)
		if err != nil || !saved.Tabled || table.String() != all[:n] {
			t.Errorf("%d bytes: %v, %d came back", n, err, table.Len())
		}
	}
	saved, err := storage.ReadSaved(strings.NewReader(written(t, p, nil)), io.Discard)
	if err != nil || saved.Tabled {
		t.Errorf("without a table: %v, %v", saved.Tabled, err)
	}
}

// Runs are unchanged after writing and reading. The model of the run of the current rules is written once.
func TestRunsComeBack(t *testing.T) {
	p := aProject(t)
	other := *p.Model.Model
	other.Positive = "other"
	noon := time.Date(2026, 1, 2, 12, 0, 0, 5_000_000, time.UTC)
	p.Run, p.Runs = 2, []storage.SavedRun{
		{Number: 1, Settings: "l1=0.1", Ended: noon, Seconds: 9.5, Status: "finished", Model: protocol.ModelFile{Model: &other}},
		{Number: 2, Settings: "l1=0.2", Ended: noon.Add(time.Hour), Opened: true, Reread: true, Model: p.Model},
	}
	file := written(t, p, strings.NewReader(smallTable))
	saved, err := storage.ReadSaved(strings.NewReader(file), io.Discard)
	if err != nil || strings.Count(file, `"drnet.model/1"`) != 2 {
		t.Fatalf("%v, of %s", err, file)
	}
	runs := saved.Project.Runs
	if len(runs) != 2 || saved.Project.Run != 2 || runs[0].Model.Model.Positive != "other" || runs[1].Model != saved.Project.Model {
		t.Fatalf("runs %+v, of run %d", runs, saved.Project.Run)
	}
	for i, r := range runs {
		if want := p.Runs[i]; r.Settings != want.Settings || !r.Ended.Equal(want.Ended) || r.Seconds != want.Seconds ||
			r.Status != want.Status || r.Opened != want.Opened || r.Reread != want.Reread {
			t.Errorf("run %+v, want %+v", r, want)
		}
	}
	coretest.Equal(t, written(t, *saved.Project, strings.NewReader(smallTable)), file, "written again")
}

// The oldest of runs that take too much are left out.
func TestRunsAreBounded(t *testing.T) {
	p := aProject(t)
	for n := range 20 {
		p.Runs = append(p.Runs, storage.SavedRun{Number: n + 1, Settings: strings.Repeat("x", 999_000), Model: p.Model})
	}
	saved, err := storage.ReadSaved(strings.NewReader(written(t, p, nil)), io.Discard)
	if err != nil || len(saved.Project.Runs) != 4 || saved.Project.Runs[0].Number != 17 {
		t.Errorf("%v, %d runs", err, len(saved.Project.Runs))
	}
}

// run is a written run without its number and its model.
const run = `"settings": "", "ended": "2026-01-02T12:00:00Z", "seconds": 9`

// damages are changes to the released project; an empty want marks the harmless ones.
var damages = []struct{ name, old, new, want string }{
	{"as it is", "", "", ""},
	{
		"a newer form", "drnet.project/1", "drnet.project/2",
		`the project file has the schema "drnet.project/2"; this page reads "drnet.project/1"`,
	},
	{"text behind it", "", "x", "the project file is damaged: invalid character 'x' after top-level value"},
	{"no name", "people <1>.csv", "", "the project file is damaged: invalid name of its table"},
	{"a name without end", "people <1>.csv", strings.Repeat("x", 1001), "the project file is damaged: invalid name of its table"},
	{
		"a damaged model", `"drnet.model/1"`, `"drnet.model/9"`,
		`the model in the project file cannot be used: the model file has the form "drnet.model/9"`,
	},
	{"no model", `"model"`, `"muddle"`, "the model in the project file cannot be used: not a model file"},
	{"too many marks", `"-9"`, `"-9"` + strings.Repeat(`, "x"`, 200), "the project file is damaged: too many markers of missing values"},
	{"a table that is no base64", "YWdl", "YW*l", "the project file is damaged: its table is not valid base64"},
	{"a table with a line break", "YWdl", "YWdl\n\n\n\n", "the project file is damaged: its table is not valid base64"},
	{"a table that is cut", "Z2gK\"\n}\n", "", "the project file is damaged: its table is truncated"},
	{"a table that is none", `"table": "`, `"table": 7, "x": "`, "the project file is damaged: its table is not valid base64"},
	{"two tables", `"name"`, `"table": "", "name"`, "the project file is damaged: its table is not valid base64"},
	{"a table by another name", `"table"`, `"Table"`, "the project file is damaged: its table is not valid base64"},
	{"a table that is spelt", `"table"`, `"\u0074able"`, "the project file is damaged: its table is not valid base64"},
	{"a run of the model", `"model"`, `"run": 3, "runs": [{"number": 3, ` + run + `}], "model"`, ""},
	{
		"a run without a model", `"model"`, `"runs": [{"number": 3, ` + run + `}], "model"`,
		"the model of run 3 in the project file cannot be used: not a model file",
	},
	{
		"a run with a damaged model", `"model"`, `"runs": [{"number": 3, "model": {}, ` + run + `}], "model"`,
		`the model of run 3 in the project file cannot be used: the model file has the form ""`,
	},
	{
		"two runs of one number", `"model"`, `"run": 3, "runs": [{"number": 3, ` + run + `}, {"number": 3, ` + run + `}], "model"`,
		"the project file is damaged: invalid number or duration of a run after run 3",
	},
	{
		"a run that took less than no time", `"model"`, `"run": 3, "runs": [{"number": 3, "seconds": -1}], "model"`,
		"the project file is damaged: invalid number or duration of a run after run 0",
	},
	{"runs that are none", `"model"`, `"runs": 7, "model"`, "the project file is damaged: json: cannot unmarshal number"},
	{"settings that nobody knows", "l1=0.5", "zoom=5", ""},
	{"a table inside of another member", `"name"`, `"more": {"table": "x,:"}, "name"`, ""},
	{"members that nobody knows", `"name"`, `"more": ["a\"", {"b": "}"}], "name"`, ""},
}

func TestReadProjectRefuses(t *testing.T) {
	sound := coretest.File(t, releasedProject)
	for _, d := range damages {
		file := sound + d.new
		if d.old != "" {
			if !strings.Contains(sound, d.old) {
				t.Fatalf("%s: the file has no %q", d.name, d.old)
			}
			file = strings.Replace(sound, d.old, d.new, 1)
		}
		saved, err := storage.ReadSaved(strings.NewReader(file), io.Discard)
		if d.want == "" && (err != nil || saved.Project == nil) || d.want != "" && (err == nil || !strings.HasPrefix(err.Error(), d.want)) {
			t.Errorf("%s: %v, want %q", d.name, err, d.want)
		}
	}
}

// Files that are not projects are passed on unchanged as possible models.
func TestReadSavedLeavesModels(t *testing.T) {
	for _, file := range []string{coretest.File(t, releasedModel), "", "{", `{"table": "x"`, "\x00\xff", `"`} {
		saved, err := storage.ReadSaved(strings.NewReader(file), io.Discard)
		if err != nil || saved.Project != nil || string(saved.Model) != strings.TrimSuffix(file, `x"`) {
			t.Errorf("%.20q: %+v, %v", file, saved, err)
		}
	}
}

// endless repeats the same byte forever.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// No part of a file makes the page hold more than its limit.
func TestProjectBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	p := aProject(t)
	if err := p.Write(io.Discard, io.LimitReader(endless('a'), storage.MaxTable)); err != nil {
		t.Errorf("a table as large as may be: %v", err)
	}
	if err := p.Write(io.Discard, endless('a')); !errors.Is(err, storage.ErrTableTooLarge) {
		t.Errorf("writing an endless table: %v", err)
	}
	head := strings.TrimSuffix(written(t, p, nil), "\n}\n")
	for _, test := range []struct {
		begin string
		want  error
	}{
		{head + `, "table": "`, storage.ErrTableTooLarge},
		{head + `, "x": "`, storage.ErrTooLarge},
		{head, storage.ErrTooLarge},
		{"", storage.ErrTooLarge},
	} {
		if _, err := storage.ReadSaved(io.MultiReader(strings.NewReader(test.begin), endless('A')), io.Discard); !errors.Is(err, test.want) {
			t.Errorf("reading %.30q…: %v, want %v", test.begin[max(0, len(test.begin)-12):], err, test.want)
		}
	}
	gone := errors.New("gone")
	if err := p.Write(io.Discard, iotest.ErrReader(gone)); !errors.Is(err, gone) {
		t.Errorf("a file that is gone: %v", err)
	}
	if _, err := storage.ReadSaved(io.MultiReader(strings.NewReader(head+`, "table": "AAAA`), iotest.ErrReader(gone)),
		io.Discard); !errors.Is(err, gone) {
		t.Errorf("a project that is gone: %v", err)
	}
}

// FuzzReadProject checks that readable projects are valid JSON, and unchanged after writing and reading.
func FuzzReadProject(f *testing.F) {
	sound := coretest.File(f, releasedProject)
	f.Add([]byte(coretest.File(f, releasedModel)))
	for _, d := range damages {
		f.Add([]byte(strings.Replace(sound, d.old, d.new, 1)))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		var table bytes.Buffer
		saved, err := storage.ReadSaved(bytes.NewReader(file), &table)
		if err != nil || saved.Project == nil {
			return
		}
		var plain struct {
			Name  string `json:"name"`
			Table []byte `json:"table"`
		}
		if err := json.Unmarshal(file, &plain); err != nil {
			t.Fatalf("%q was read and is no JSON: %v", file, err)
		}
		if !bytes.Equal(plain.Table, table.Bytes()) {
			t.Fatalf("the table of %q is %q, want %q", file, table.Bytes(), plain.Table)
		}
		first := written(t, *saved.Project, bytes.NewReader(plain.Table))
		var second bytes.Buffer
		again, err := storage.ReadSaved(strings.NewReader(first), &second)
		if err != nil || !bytes.Equal(second.Bytes(), plain.Table) {
			t.Fatalf("%s cannot be read: %v", first, err)
		}
		if got := written(t, *again.Project, bytes.NewReader(plain.Table)); got != first {
			t.Fatalf("%s became %s", first, got)
		}
	})
}
