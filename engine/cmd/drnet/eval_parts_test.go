package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// nested are the arguments of a small evaluation with a choice.
var nested = []string{
	"-target", "class", "-positive", "1", "-steps", "100", "-rules", "8", "-folds", "3", "-inner", "2", "-lambdas", "0.001,0.1",
	"-prices", "off,0.05", "-whole", "-seed", "2",
}

// TestMergedPartsAreOneRun: for any shares, and in both formats, -merge prints the same bytes as a single run.
func TestMergedPartsAreOneRun(t *testing.T) {
	slow(t)
	file, folder := table(t, "monk-1"), t.TempDir()
	run := append([]string{"eval", file, "-quiet", "-no-times"}, nested...)
	wants := map[string]string{"text": must(t, run...), "json": must(t, append(run, "-format", "json")...)}
	for _, shares := range []int{1, 3} {
		var parts []string
		for i := range shares {
			path := filepath.Join(folder, fmt.Sprintf("%d of %d.json", i+1, shares))
			part := must(t, append(run, "-unit", fmt.Sprintf("%d/%d", i+1, shares))...)
			writeFile(t, path, part)
			parts = append(parts, path)
		}
		slices.Reverse(parts)
		for format, want := range wants {
			if got := must(t, append([]string{"eval", "-merge", "-format", format}, parts...)...); got != want {
				t.Errorf("%d shares as %s: got\n%s\nwant\n%s", shares, format, got, want)
			}
		}
	}
}

// TestTimesAreOfTheParts: each part measures the seconds of its units; -no-times omits them from the parts and the
// merged result.
func TestTimesAreOfTheParts(t *testing.T) {
	file, path := table(t, "monk-1"), filepath.Join(t.TempDir(), "part.json")
	part := must(t, "eval", file, "-target", "class", "-steps", "50", "-refine", "off", "-folds", "2", "-quiet", "-unit", "1/1")
	writeFile(t, path, part)
	timed, untimed := must(t, "eval", "-merge", path, "-format", "json"), must(t, "eval", "-merge", path, "-format", "json", "-no-times")
	if !strings.Contains(part, `"seconds"`) || !strings.Contains(timed, `"seconds"`) || strings.Contains(untimed, `"seconds"`) {
		t.Errorf("the part is\n%s\nmerged\n%s\nand without times\n%s", part, timed, untimed)
	}
}

func TestEvalOfSeveralSettings(t *testing.T) {
	file := table(t, "monk-1")
	args := []string{
		"eval", file, "-target", "class", "-positive", "1", "-steps", "100", "-rules", "8", "-folds", "2", "-quiet",
		"-lambdas", "0.01,0.02",
	}
	if out := must(t, args...); !strings.Contains(out, "is optimistic") || strings.Contains(out, "fold ") {
		t.Errorf("without inner folds: %s", out)
	}
	var got struct {
		Learners []struct {
			Setting struct{ Lambda1 float64 }
			Folds   []struct{ Accuracy float64 }
		}
		Tried []struct{ Chosen int }
	}
	if err := json.Unmarshal([]byte(must(t, append(args, "-format", "json")...)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Learners) != 2 || len(got.Tried) != 2 || got.Learners[1].Setting.Lambda1 != 0.02 || len(got.Learners[1].Folds) != 2 {
		t.Errorf("got %+v, want a learner for each setting", got)
	}
	if err := json.Unmarshal([]byte(must(t, append(args, "-format", "json", "-inner", "2")...)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Learners) != 1 || got.Tried[0].Chosen+got.Tried[1].Chosen != 2 {
		t.Errorf("got %+v, want one learner whose setting is chosen in 2 folds", got)
	}
}

// TestGNUParallel runs the GNU parallel example of drnet eval -h with the real program.
func TestGNUParallel(t *testing.T) {
	slow(t)
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly cannot start programs; the native tests run it")
	}
	parallel, err := exec.LookPath("parallel")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("GNU parallel is needed: %v", err)
		}
		t.Skipf("GNU parallel is not here: %v", err)
	}
	folder := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(folder, "drnet"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	writeFile(t, filepath.Join(folder, "people.csv"), must(t, "sample", "monk-1"))
	run := func(name string, args ...string) string {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+folder, "GOMAXPROCS=1")
		var errors strings.Builder
		c.Stderr = &errors
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, errors.String())
		}
		return string(out)
	}
	flags := "people.csv " + strings.Join(nested, " ") + " -no-times -quiet"
	run(parallel, "-j2", "drnet eval "+flags+" -unit {}/4 > part{}.json", ":::", "1", "2", "3", "4")
	got := run("sh", "-c", "drnet eval -merge part*.json")
	if want := run("sh", "-c", "drnet eval "+flags); got != want {
		t.Errorf("in parallel\n%s\nwant\n%s", got, want)
	}
}

func TestEvalRefusesPartsAndFlags(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "no part.json")
	writeFile(t, path, `{"schema":""}`)
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-merge"}, misuse, "-merge needs the files"},
		{[]string{"-merge", path}, failed, "not a part of an evaluation"},
		{[]string{"-merge", filepath.Join(folder, "none.json")}, failed, "check the path"},
		{[]string{"x.csv", "-target", "c", "-unit", "3/2"}, misuse, "-unit is"},
		{[]string{"x.csv", "-target", "c", "-unit", "0/2"}, misuse, "-unit is"},
		{[]string{"x.csv", "-target", "c", "-unit", "one"}, misuse, "-unit is"},
		{[]string{"x.csv", "-target", "c", "-inner", "1"}, misuse, "-inner is 1"},
		{[]string{"x.csv", "-target", "c", "-lambdas", "0.1", "-lambda1", "0.1"}, misuse, "are mutually exclusive"},
		{[]string{"x.csv", "-target", "c", "-prices", "0.1", "-refine", "off"}, misuse, "are mutually exclusive"},
		{[]string{"x.csv", "-target", "c", "-threshold-methods", "target,magic"}, misuse, `unknown method "magic"`},
		{[]string{"x.csv", "-target", "c", "-lambdas", ","}, misuse, "it must be a list"},
		{[]string{"x.csv", "-target", "c", "-prices", "0.1,1.5"}, misuse, "1.5: it must be auto, low, off"},
	} {
		code, _, errors := call(context.Background(), append([]string{"eval"}, test.args...)...)
		if code != test.code || !strings.Contains(errors, test.want) {
			t.Errorf("%q: exit %d: %s, want %d and %q", test.args, code, errors, test.code, test.want)
		}
	}
}
