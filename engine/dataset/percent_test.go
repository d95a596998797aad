package dataset_test

import (
	"testing"

	"drnet/engine/dataset"
)

func TestPercent(t *testing.T) {
	for _, test := range []struct {
		share      float64
		one, whole string
	}{
		{0, "0%", "0%"},
		{5.6e-17, "0%", "0%"}, // 0.1 + 0.2 - 0.3
		{1e-5, "0.0%", "0%"},
		{0.5, "50.0%", "50%"},
		{0.835, "83.5%", "84%"},
		{0.9944, "99.4%", "99%"},
		{0.998, "99.8%", "99.8%"},
		{0.99951, "99.9%", "99.9%"}, // one wrong row of 2,041
		{1 - 1e-9, "99.9%", "99.9%"},
		{0.9999999999999999, "100%", "100%"}, // 0.7 + 0.1 + 0.2
		{1, "100%", "100%"},
	} {
		if got := dataset.Percent(test.share); got != test.one {
			t.Errorf("Percent(%v) = %s, want %s", test.share, got, test.one)
		}
		if got := dataset.WholePercent(test.share); got != test.whole {
			t.Errorf("WholePercent(%v) = %s, want %s", test.share, got, test.whole)
		}
	}
}

func TestPercentRange(t *testing.T) {
	for want, got := range map[string]string{
		"55.5–100":  dataset.PercentRange(0.555, 1, dataset.Percent),
		"0–15.2":    dataset.PercentRange(0, 0.152, dataset.Percent),
		"99.7–99.9": dataset.PercentRange(0.9969, 0.9991, dataset.WholePercent),
		"30–90":     dataset.PercentRange(0.3, 0.9, dataset.WholePercent),
	} {
		if got != want {
			t.Errorf("PercentRange() = %s, want %s", got, want)
		}
	}
}
