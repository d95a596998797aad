package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEvalIsTheSameOnAnyCores: the folds are done at the same time, each with everything fitted anew, and the numbers
// are those of drnet train on that fold.
func TestEvalIsTheSameOnAnyCores(t *testing.T) {
	slow(t)
	type figures struct {
		Accuracy, Complexity, Price float64
	}
	var got struct {
		Schema   string
		Learners []struct {
			Name  string
			Folds []figures
			Mean  figures
		}
	}
	file := table(t, "monk-1")
	args := []string{"-target", "class", "-positive", "1", "-steps", "2000", "-seed", "2", "-restarts", "2", "-quiet", "-format", "json"}
	var outs [2]string
	for i := range outs {
		out := must(t, append([]string{"eval", file, "-folds", "3"}, args...)...)
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		folds, _ := json.Marshal(got.Learners)
		outs[i] = string(folds)
	}
	if outs[0] != outs[1] {
		t.Errorf("the second time %s, want %s", outs[1], outs[0])
	}
	if got.Schema != "drnet.eval/1" || len(got.Learners) != 1 || got.Learners[0].Name != "drnet" || len(got.Learners[0].Folds) != 3 {
		t.Fatalf("got %+v", got)
	}
	sum := 0.0
	for _, f := range got.Learners[0].Folds {
		sum += f.Accuracy
	}
	if mean := got.Learners[0].Mean.Accuracy; mean < sum/3-1e-12 || mean > sum/3+1e-12 {
		t.Errorf("the mean is %v, want %v", mean, sum/3)
	}
}

func TestEvalInWords(t *testing.T) {
	code, out, errors := call(t.Context(), "eval", table(t, "monk-1"), "-target", "class", "-steps", "200", "-refine", "0.01", "-folds", "2")
	if code != done || !strings.Contains(out, "mean") || !strings.Contains(out, "std err") || !strings.Contains(out, "balanced accuracy") {
		t.Errorf("exit %d: %s", code, out)
	}
	if strings.Count(errors, "fold ") != 2 {
		t.Errorf("progress: %q, want a line for each fold", errors)
	}
	for _, args := range [][]string{
		{"-folds", "1"},
		{"-folds", "300"},
		{"-folds", "3", "-folds-file", "f"},
		{"-format", "xml"},
		{"-refine", "1.5"},
	} {
		if code, _, errors := call(t.Context(), append([]string{"eval", "x.csv", "-target", "class"}, args...)...); code != misuse {
			t.Errorf("%q: exit %d: %s", args, code, errors)
		}
	}
}

// The notes that train reports are not kept back by an evaluation, whose figures they explain.
func TestEvalSaysWhatIsDoubtful(t *testing.T) {
	folder := t.TempDir()
	rows, groups := "id,crp,ward,died,discharged\n", "column,value,group\nward,surgry,op\n"
	for i := range 40 {
		rows += []string{"P%,1.5,ICU,no,home\n", "P%,<2,surgery,yes,morgue\n"}[i%2]
		rows = strings.ReplaceAll(rows, "%", string(rune('a'+i)))
	}
	table, book := filepath.Join(folder, "t.csv"), filepath.Join(folder, "groups.csv")
	for path, text := range map[string]string{table: rows, book: groups} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"eval", table, "-target", "died", "-groups", book, "-learner", "condition", "-folds", "2", "-quiet"}
	for share, want := range map[string]int{"": 1, "1/2": 1, "2/2": 0} { // those of all shares are the same
		words := slices.Clone(args)
		if share != "" {
			words = append(words, "-unit", share)
		}
		code, _, errors := call(t.Context(), words...)
		for _, note := range []string{
			`note: column "crp": 20 of 40 values are limits, not numbers, such as "<2"`,
			`note: column "discharged" separates the target perfectly`,
			`note: the groups of column "ward" contain values that it does not have: "surgry"`,
		} {
			if got := strings.Count(errors, note); code != done || got != want {
				t.Errorf("share %q: exit %d, %d times %q, want %d in\n%s", share, code, got, note, want, errors)
			}
		}
	}
}
