package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"drnet/engine/realdata"
	"drnet/engine/sample"
)

// trainedOn runs drnet train and returns its JSON output.
func trainedOn(t *testing.T, args ...string) (report struct {
	Features int
	Rows     int
	Trained  struct {
		Rules, Conditions int
		Test              struct{ Accuracy, Majority float64 }
	}
	Simplified struct {
		Complexity int
		Test       struct{ Accuracy float64 }
	}
	Refined struct {
		Rules, Conditions int
		Train, Test       struct{ Accuracy float64 }
	}
	Set struct{ Rules []struct{ Text string } }
},
) {
	t.Helper()
	out := must(t, append([]string{"train", "-format", "json", "-quiet"}, args...)...)
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	t.Logf("drnet train %s: test accuracy %.4f, complexity %d; refined %.4f with %d rules, %d conditions", strings.Join(args[1:], " "),
		report.Simplified.Test.Accuracy, report.Simplified.Complexity,
		report.Refined.Test.Accuracy, report.Refined.Rules, report.Refined.Conditions)
	return report
}

// TestDefaultsFindThePlantedRules: with only the target set, a run recovers the planted rules of the samples. They are
// those of the table's source, with thresholds between the same values.
func TestDefaultsFindThePlantedRules(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("ten times slower as WebAssembly; the browser test trains the samples there")
	}
	slow(t)
	seeds := 2
	if os.Getenv("NIGHTLY") == "1" {
		seeds = 5
	}
	line := func(a, b, c string) string { return a + " = x AND " + b + " = x AND " + c + " = x" }
	for name, want := range map[string][]string{
		"heart-risk": {"smoker = no", "age ≤ 5", "cholesterol ≤ 130 AND blood_pressure ≤ 120"},
		"monk-1":     {"a5 = 1", "a1 = 1 AND a2 = 1", "a1 = 2 AND a2 = 2", "a1 = 3 AND a2 = 3"},
		"tic-tac-toe": {
			line("top-left", "top-middle", "top-right"), line("middle-left", "middle-middle", "middle-right"), line("bottom-left",
				"bottom-middle", "bottom-right"),
			line("top-left", "middle-left", "bottom-left"), line("top-middle", "middle-middle",
				"bottom-middle"), line("top-right", "middle-right", "bottom-right"),
			line("top-left", "middle-middle", "bottom-right"), line("top-right", "middle-middle", "bottom-left"),
		},
	} {
		s, ok := sample.Find(name)
		if !ok {
			t.Fatalf("there is no table %q", name)
		}
		for seed := 1; seed <= seeds; seed++ {
			t.Run(fmt.Sprintf("%s/seed=%d", name, seed), func(t *testing.T) {
				t.Parallel()
				r := trainedOn(t, table(t, name), "-target", s.Target, "-positive", s.Positive, "-seed", fmt.Sprint(seed))
				if r.Refined.Test.Accuracy != 1 || r.Refined.Train.Accuracy != 1 {
					t.Errorf("right on %v of the training rows, %v of the others, want 1", r.Refined.Train.Accuracy, r.Refined.Test.Accuracy)
				}
				if len(r.Set.Rules) != len(want) {
					t.Fatalf("%d rules %q, want %q", len(r.Set.Rules), r.Set.Rules, want)
				}
				for _, text := range want {
					if !slices.ContainsFunc(r.Set.Rules, func(r struct{ Text string }) bool { return strings.HasPrefix(r.Text, text) }) {
						t.Errorf("no rule %q in %q", text, r.Set.Rules)
					}
				}
			})
		}
	}
}

// TestAdult trains on the first of the paper's folds of adult, with fewer epochs than the paper's program: the table, the
// features and the accuracy are the paper's.
func TestAdult(t *testing.T) {
	slow(t)
	if runtime.GOOS == "js" {
		t.Skip("a minute as WebAssembly; the browser test trains on adult there")
	}
	file, folds := realdata.Path(t, "adult.csv"), realdata.Path(t, "../reference/adult_folds.txt")
	t.Parallel()
	r := trainedOn(t, file, "-target", "label", "-positive", ">50K", "-missing", "drop", "-max-values", "100", "-folds-file",
		folds, "-fold", "0",
		"-threshold-method", "quantile",
		"-epochs", "300", "-alternate", "50", "-batch", "400", "-refine", "off", "-seed", "1")
	// 30,162 complete rows as the paper has them; 128 bits by its encoding, some fewer where a fold lacks a value.
	if r.Rows != 30162 || r.Features < 120 || r.Features > 128 {
		t.Errorf("%d rows with %d features, want 30162 with about 128", r.Rows, r.Features)
	}
	// After 2,000 epochs it is 0.825 and more; 300 must come near. 0.82 is well above the majority of 0.751.
	if got, least := r.Trained.Test.Accuracy, 0.82; got < least {
		t.Errorf("held-out accuracy %v, want %v at least (majority %v)", got, least, r.Trained.Test.Majority)
	}
}
