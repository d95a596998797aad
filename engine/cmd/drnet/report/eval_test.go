package report

import (
	"testing"

	"drnet/engine/eval"
)

func TestDifferenceText(t *testing.T) {
	for _, test := range []struct {
		difference eval.Difference
		want       string
	}{
		{eval.Difference{Mean: 0.02, Interval: [2]float64{0.01, 0.03}}, "is 2.00 points ahead of cart (95% interval 1.00 to 3.00)"},
		{
			eval.Difference{Mean: -0.02, Interval: [2]float64{-0.05, 0.01}},
			"is 2.00 points behind cart (95% interval -1.00 to 5.00), not significant",
		},
		{
			eval.Difference{Interval: [2]float64{-0.01, 0.01}},
			"is as accurate as cart (95% interval of the difference -1.00 to 1.00)",
		},
	} {
		if got := differenceText(test.difference, "cart"); got != test.want {
			t.Errorf("%+v: %q, want %q", test.difference, got, test.want)
		}
	}
}
