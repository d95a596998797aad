package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

// call runs the command in this process.
func call(ctx context.Context, args ...string) (code int, out, errors string) {
	var o, e bytes.Buffer
	code = (&command{ctx, strings.NewReader(""), &o, &e}).run(args)
	return code, o.String(), e.String()
}

// must runs a command, which must succeed, and returns its standard output.
func must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errors := call(t.Context(), args...)
	if code != done {
		t.Fatalf("drnet %s: exit %d: %s%s", strings.Join(args, " "), code, out, errors)
	}
	return out
}

// slow skips a test in short mode.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// table writes a built-in table into a file.
func table(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".csv")
	writeFile(t, path, must(t, "sample", name))
	return path
}

func TestSamplesAreWrittenAsTheyAre(t *testing.T) {
	for _, s := range sample.All() {
		file, err := os.Open(table(t, s.Name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := dataset.Read(t.Context(), s.Name+".csv", file, dataset.Options{})
		file.Close()
		if err != nil || !reflect.DeepEqual(got, s.Table()) {
			t.Errorf("%s: what is written is not the table: %v", s.Name, err)
		}
	}
}

// TestTrainJSON holds the names on which other programs rely, in an object at each level.
func TestTrainJSON(t *testing.T) {
	code, out, errors := call(t.Context(), "train", table(t, "monk-1"), "-target", "class", "-steps", "200", "-format", "json", "-quiet")
	if code != done || errors != "" {
		t.Fatalf("exit %d: %s", code, errors)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		path string
		want []string
	}{
		{"", []string{
			"columns", "features", "positive", "refined", "rows", "schema", "seconds", "set", "settings", "simplified", "status", "steps",
			"target", "test_rows", "train_rows", "train_seconds", "trained", "warnings",
		}},
		{"trained", []string{"complexity", "conditions", "rule_complexity", "rules", "test", "train"}},
		{"simplified", []string{"complexity", "conditions", "rule_complexity", "rules", "test", "train"}},
		{"refined", []string{"complexity", "conditions", "price", "rule_complexity", "rules", "test", "train"}},
		{"trained.test", []string{
			"accuracy", "accuracy_interval", "auc", "balanced_accuracy", "confusion", "f1", "majority",
			"precision", "recall", "specificity",
		}},
		{"trained.train", []string{
			"accuracy", "auc", "balanced_accuracy", "confusion", "f1", "majority", "precision", "recall", "specificity",
		}},
		{"set", []string{"negative", "positive", "rules", "target"}},
	}
	for _, test := range tests {
		object := got
		for name := range strings.SplitSeq(test.path, ".") {
			if name != "" {
				object = object[name].(map[string]any)
			}
		}
		if keys := slices.Sorted(maps.Keys(object)); !slices.Equal(keys, test.want) {
			t.Errorf("%q has the names %q, want %q", test.path, keys, test.want)
		}
	}
	if got["schema"] != "drnet.train/1" || got["rows"] != 432. || got["train_rows"].(float64)+got["test_rows"].(float64) != 432 {
		t.Errorf("schema %v, %v rows of which %v and %v, want drnet.train/1 and 432", got["schema"], got["rows"],
			got["train_rows"], got["test_rows"])
	}
	if _, ok := got["warnings"].([]any); !ok {
		t.Errorf("the warnings are %v, want a list", got["warnings"])
	}
	for _, part := range []string{"trained", "simplified", "refined"} {
		p := got[part].(map[string]any)
		if p["complexity"] != p["rules"].(float64)+p["conditions"].(float64) {
			t.Errorf("%s: complexity %v, want %v rules + %v conditions", part, p["complexity"], p["rules"], p["conditions"])
		}
	}
}

// stopper cancels when a text is written to it.
type stopper struct {
	bytes.Buffer
	at     string
	cancel context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.at) {
		s.cancel()
	}
	return s.Buffer.Write(p)
}

// TestInterruptedTrainingKeepsTheBestRules tests Ctrl-C during a run.
func TestInterruptedTrainingKeepsTheBestRules(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	model := filepath.Join(t.TempDir(), "m.json")
	var out bytes.Buffer
	errors := &stopper{at: "step 300 of 3000", cancel: cancel}
	code := (&command{ctx, strings.NewReader(""), &out, errors}).run([]string{
		"train", table(t, "monk-1"), "-target", "class",
		"-steps", "3000", "-model", model,
	})
	if code != done || !strings.Contains(out.String(), "300 steps in ") || !strings.Contains(out.String(), "(stopped)") {
		t.Errorf("exit %d: %s%s", code, out.String(), errors.String())
	}
	if _, err := readModel(model); err != nil {
		t.Errorf("the model cannot be read: %v", err)
	}
}

func TestInterruptedReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code, out, errors := call(ctx, "inspect", "script_test.go"); code != failed || out != "" || !strings.Contains(errors, "drnet: ") {
		t.Errorf("exit %d, %q, %q, want 1 and a word about it", code, out, errors)
	}
}

// A project file of the page has a model in it.
func TestModelInProject(t *testing.T) {
	want := must(t, "export", "-model", "../../../app/storage/testdata/project_1.json", "-format", "json")
	if _, err := protocol.ReadModel([]byte(want)); err != nil {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "empty.json")
	writeFile(t, path, `{"schema":"drnet.project/1"}`)
	if code, _, errors := call(t.Context(), "export", "-model", path, "-format", "text"); code != failed ||
		!strings.Contains(errors, "or the page has written") {
		t.Errorf("a project without a model: %d, %s", code, errors)
	}
}

// TestNoPenalty: a penalty of zero is a setting, not the default.
func TestNoPenalty(t *testing.T) {
	out := must(t, "train", table(t, "monk-1"), "-target", "class", "-steps", "20", "-refine", "off", "-quiet",
		"-lambda1", "0", "-lambda2", "0", "-format", "json")
	if !strings.Contains(out, `"lambda1": 0,`) || !strings.Contains(out, `"lambda2": 0,`) {
		t.Errorf("the settings are not in\n%s", out)
	}
}
