package core_test

import (
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/setting"
)

// written checks the texts of values.
func written[T comparable](t *testing.T, name string, write func(T) string, want map[T]string) {
	t.Helper()
	for value, text := range want {
		coretest.Equal(t, write(value), text, "%s(%v)", name, value)
	}
}

func TestNumbersInWords(t *testing.T) {
	written(t, "Bytes", core.Bytes, map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 12_345: "12.3 kB", 999_949: "999.9 kB", 999_950: "1.0 MB",
		4_000_000: "4 MB", 4_040_000: "4.0 MB", 50_000_000: "50 MB",
	})
	written(t, "Count", core.Count, map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 30162: "30,162",
		1234567: "1,234,567", -1: "-1", -999: "-999", -1000: "-1,000",
	})
	written(t, "Percent", core.Percent, map[float64]string{0: "0%", 0.835: "83.5%", 1: "100%", 0.99951: "99.9%", 1e-5: "0.0%"})
	written(t, "Span", core.Span, map[time.Duration]string{
		0: "0\u00a0s", 400 * time.Millisecond: "0\u00a0s", 45 * time.Second: "45\u00a0s",
		60 * time.Second: "1\u00a0min", 89 * time.Second: "1\u00a0min",
		91 * time.Second: "2\u00a0min", 59_600 * time.Millisecond: "1\u00a0min", 3590 * time.Second: "1\u00a0h 0\u00a0min",
		time.Hour: "1\u00a0h 0\u00a0min", 125 * time.Minute: "2\u00a0h 5\u00a0min",
	})
	rows := func(n int) string { return core.Plural(n, "row", "rows") }
	written(t, "Plural", rows, map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows", 2000: "2,000 rows"})
	upTo := func(ends [2]int) string {
		var numbers []int
		for n := ends[0]; n <= ends[1]; n++ {
			numbers = append(numbers, n)
		}
		return core.Numbers(numbers)
	}
	written(t, "Numbers", upTo, map[[2]int]string{{1, 0}: "", {3, 3}: "3", {3, 4}: "3 and 4", {2, 5}: "2 to 5", {1, 3}: "1 to 3"})
	coretest.Equal(t, core.Numbers([]int{1, 3, 4}), "1, 3 and 4", "Numbers()")
}

// Error messages of the engine become sentences.
func TestSentence(t *testing.T) {
	written(t, "Sentence", core.Sentence, map[string]string{
		"":                              "",
		"line 3 has 4 fields":           "Line 3 has 4 fields.",
		`"income" has 9 classes`:        "“income” has 9 classes.",
		`class ("a \"b\"", "c") of "d"`: `Class (“a \"b\"”, “c”) of “d”.`,
		"ünder":                         "Ünder.",
		"Done.":                         "Done.",
		"\xff":                          "\ufffd.",
		"<script>alert(1)</script>":     "<script>alert(1)</script>.",
	})
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
		dataset.Numeric, dataset.Binary, dataset.Categorical, dataset.Text, dataset.ID, dataset.Constant, dataset.Empty,
	} {
		different(core.KindInWords(k))
	}
	for _, status := range []drnet.Status{drnet.Finished, drnet.Perfect, drnet.Unchanged, drnet.Stopped} {
		sentence, _ := core.EndInWords(status)
		different(sentence)
	}
}

// The glossary explains every term once, also those that share their names with settings.
func TestGlossaryHasEachTermOnce(t *testing.T) {
	seen := map[string]bool{}
	terms := coretest.Terms(t, "glossary.go")
	for _, s := range setting.Table {
		terms = append(terms, core.TermOf(s.Key))
	}
	for _, term := range terms {
		if seen[term.ID] {
			t.Errorf("the term %q has two entries", term.ID)
		}
		seen[term.ID] = true
	}
}
