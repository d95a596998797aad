package eval_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/eval"
)

// twoGroups returns two groups whose selection rates are shares: a of n in the group "a", the larger one.
func twoGroups(selectedA, rowsA, selectedB, rowsB int) eval.Groups {
	g := eval.Groups{Columns: []string{"g"}, List: []eval.Group{
		{Values: []string{"a"}, Rows: rowsA, Confusion: eval.Confusion{FalsePositives: selectedA, TrueNegatives: rowsA - selectedA}},
		{Values: []string{"b"}, Rows: rowsB, Confusion: eval.Confusion{FalsePositives: selectedB, TrueNegatives: rowsB - selectedB}},
	}}
	g.Compare()
	return g
}

// TestDifferenceInterval has the examples of R. G. Newcombe (1998), Table II, method 10, with the groups exchanged.
func TestDifferenceInterval(t *testing.T) {
	for _, test := range []struct {
		selectedA, rowsA, selectedB, rowsB int
		low, high                          float64 // of a minus b
	}{
		{48, 80, 56, 70, -0.3339, -0.0524},
		{5, 56, 0, 29, -0.0381, 0.1926},
		{0, 20, 0, 10, -0.2775, 0.1611},
		{0, 20, 10, 10, -1, -0.6791},
	} {
		g := twoGroups(test.selectedA, test.rowsA, test.selectedB, test.rowsB)
		d := g.List[1].Rates[2].Difference
		if got := []float64{-d.Interval[1], -d.Interval[0]}; math.Abs(got[0]-test.low) > 5e-5 || math.Abs(got[1]-test.high) > 5e-5 {
			t.Errorf("%d of %d minus %d of %d: interval %v, want %v to %v",
				test.selectedA, test.rowsA, test.selectedB, test.rowsB, got, test.low, test.high)
		}
	}
}

// TestGroupRates compares the rates of random groups with the plain definitions.
func TestGroupRates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		c := eval.Confusion{
			TruePositives: r.IntN(9), FalsePositives: r.IntN(50), TrueNegatives: 1 + r.IntN(90), FalseNegatives: r.IntN(9),
		}
		g := eval.Groups{Columns: []string{"g"}, List: []eval.Group{{Values: []string{"a"}, Rows: c.Rows(), Confusion: c}}}
		g.Compare()
		tp, fp, tn, fn := float64(c.TruePositives), float64(c.FalsePositives), float64(c.TrueNegatives), float64(c.FalseNegatives)
		n := tp + fp + tn + fn
		for i, want := range []float64{(tp + tn) / n, (tp + fn) / n, (tp + fp) / n, tp / (tp + fn), fp / (fp + tn), tp / (tp + fp)} {
			rate := g.List[0].Rates[i]
			switch {
			case math.IsNaN(want) != (rate.Value == nil):
				t.Fatalf("%s of %+v is %v, want %v", rate.Name, c, rate.Value, want)
			case rate.Value != nil && math.Abs(*rate.Value-want) > 1e-12:
				t.Fatalf("%s of %+v is %v, want %v", rate.Name, c, *rate.Value, want)
			case rate.Few != (rate.Whole < 30):
				t.Fatalf("%s of %d rows: few is %v", rate.Name, rate.Whole, rate.Few)
			}
		}
	}
}

// TestGroupsByChance assigns rows to five groups at random. The comparisons of a rate may find a difference in 5% of the
// draws: 400 draws have at most 34 with a probability of 99.9% (binomial distribution).
func TestGroupsByChance(t *testing.T) {
	const draws, most = 400, 34
	r := rand.New(rand.NewPCG(3, 4))
	found := map[string]int{}
	for range draws {
		g := eval.Groups{Columns: []string{"g"}}
		for _, name := range strings.Split("abcde", "") {
			g.List = append(g.List, eval.Group{Values: []string{name}})
		}
		for range 1500 {
			at := &g.List[min(r.IntN(8), 4)]
			at.Rows++
			counts := []*int{
				&at.Confusion.TruePositives, &at.Confusion.FalsePositives, &at.Confusion.FalseNegatives, &at.Confusion.TrueNegatives,
			}
			*counts[min(r.IntN(6), 3)]++
		}
		g.Compare()
		for k, rate := range g.List[0].Rates {
			if slices.ContainsFunc(g.List, func(group eval.Group) bool { return group.Rates[k].Difference.Significant() }) {
				found[rate.Name]++
			}
		}
	}
	for name, n := range found {
		if n > most {
			t.Errorf("%s: a difference in %d of %d draws without one, want at most %d", name, n, draws, most)
		}
	}
}

// TestGroupSentences checks the sentences of two groups, one of them small.
func TestGroupSentences(t *testing.T) {
	g := twoGroups(90, 100, 3, 20)
	g.Numbers = []int{3, 5} // in a decision list of several classes
	g.List[0].Covered, g.List[0].Alone = []int{90, 10}, []int{80, 0}
	g.List[1].Covered, g.List[1].Alone = []int{2, 1}, []int{2, 1}
	g.Compare()
	want := []string{
		"Accuracy: 85.0% for g = b, 75.0 points above the 10.0% for g = a (95% interval 52.7 to 85.7); ratio 8.50.",
		"Base rate: 0% for g = a; no group differs significantly.",
		"Selection rate: 15.0% for g = b, 75.0 points below the 90.0% for g = a (95% interval 52.7 to 85.7); ratio 0.17.",
		"Recall: undefined for g = a.",
		"False positive rate: 15.0% for g = b, 75.0 points below the 90.0% for g = a (95% interval 52.7 to 85.7); ratio 0.17.",
		"Precision: 0% for g = a; no group differs significantly.",
		"Rule 3 drives the selection rate most: it covers 10.0% of g = b and 90.0% of g = a. " +
			"Without it, the difference would be 5.0 instead of 75.0 points.",
		"Fewer than 30 rows, too few for a conclusion: g = b (20).",
	}
	for i, text := range want {
		if i >= len(g.Sentences) || g.Sentences[i] != text {
			t.Errorf("sentence %d of %q, want %q", i, g.Sentences, text)
		}
	}
}
