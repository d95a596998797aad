package state_test

import (
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 30162: "30,162",
		1234567: "1,234,567", -1: "-1", -999: "-999", -1000: "-1,000",
	} {
		if got := core.Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0: "0.0 %", 0.835: "83.5 %", 1: "100.0 %", 0.99951: "100.0 %", 1e-5: "0.0 %"} {
		if got := core.Percent(share); got != want {
			t.Errorf("Percent(%v) = %q, want %q", share, got, want)
		}
	}
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 400 * time.Millisecond: "0 s", 45 * time.Second: "45 s", 60 * time.Second: "1 min", 89 * time.Second: "1 min",
		91 * time.Second: "2 min", time.Hour: "1 h 0 min", 125 * time.Minute: "2 h 5 min",
	} {
		if got := core.Span(d); got != want {
			t.Errorf("Span(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows", 2000: "2,000 rows"} {
		if got := core.Plural(n, "row", "rows"); got != want {
			t.Errorf("Plural(%d) = %q, want %q", n, got, want)
		}
	}
}

// Error messages of the engine become sentences.
func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"line 3 has 4 fields":       "Line 3 has 4 fields.",
		`"income" has 9 classes`:    `"income" has 9 classes.`,
		"ünder":                     "Ünder.",
		"Done.":                     "Done.",
		"\xff":                      "\ufffd.",
		"<script>alert(1)</script>": "<script>alert(1)</script>.",
	} {
		s, _ := after(state.New(), heard(protocol.Refused{Message: text, Hint: text}, 0))
		if s.DataProblem.Message != want || s.DataProblem.Hint != want {
			t.Errorf("%q became %q and %q, want %q", text, s.DataProblem.Message, s.DataProblem.Hint, want)
		}
	}
}

// Every column type and every end of a run has its own text.
func TestWordsDiffer(t *testing.T) {
	seen := map[string]bool{}
	different := func(words string) {
		t.Helper()
		if words == "" || seen[words] {
			t.Errorf("%q is said twice", words)
		}
		seen[words] = true
	}
	for _, k := range []dataset.Kind{
		dataset.Numeric, dataset.Binary, dataset.Categorical, dataset.Text, dataset.ID,
		dataset.Constant, dataset.Empty,
	} {
		different(core.KindInWords(k))
	}
	for _, status := range []drnet.Status{drnet.Finished, drnet.Perfect, drnet.Unchanged, drnet.Stopped} {
		sentence, _ := core.EndInWords(status)
		different(sentence)
	}
}

func TestBetter(t *testing.T) {
	some, none := &protocol.Model{Model: rule.Model{Rules: rule.Set{{}}}}, &protocol.Model{}
	for _, test := range []struct {
		name     string
		model    *protocol.Model
		accuracy float64
		want     string
	}{
		{"better", some, 0.71, ""},
		{"equal", some, 0.7, "Not better than the baseline, which always predicts the majority class. Train for " +
			"longer, or try other columns or thresholds."},
		{"no rules", none, 0.3, "Train for longer, or with more thresholds."},
	} {
		if got := rules.Better(test.model, []rules.Measured{{Scores: eval.Scores{Accuracy: test.accuracy, Majority: 0.7}}}); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		numbers []int
		want    string
	}{
		{nil, ""},
		{[]int{3}, "3"},
		{[]int{3, 4}, "3 and 4"},
		{[]int{1, 3, 4}, "1, 3 and 4"},
		{[]int{2, 3, 4, 5}, "2 to 5"},
		{[]int{1, 2, 3}, "1 to 3"},
	} {
		if got := core.Numbers(test.numbers); got != test.want {
			t.Errorf("Numbers(%v) = %q, want %q", test.numbers, got, test.want)
		}
	}
}
