package rule_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// drawScorecard draws a set of rules over the features of x, and a scorecard for it.
func drawScorecard(r *rand.Rand, features int) (rule.Set, *rule.Scorecard) {
	c := &rule.Scorecard{Slope: 0.1 + r.Float64(), Offset: r.NormFloat64()}
	points := func() int { return 1 + r.IntN(rule.MaxPoints) }
	var set rule.Set
	for range r.IntN(4) {
		set = append(set, rule.Rule{{Feature: r.IntN(features)}, {Feature: r.IntN(features), Not: true}})
		c.Points = append(c.Points, points())
	}
	for range r.IntN(rule.MaxScoreLines) {
		sign := 1 - 2*r.IntN(2)
		l := rule.Literal{Feature: r.IntN(features), Not: r.IntN(2) == 0}
		c.Lines = append(c.Lines, rule.ScoreLine{Literal: l, Points: sign * points()})
	}
	return set, c
}

func drawRows(r *rand.Rand, rows, features int) *bitmat.Matrix {
	x := bitmat.New(rows, features)
	for i := range rows {
		for j := range features {
			if r.IntN(2) == 0 {
				x.Set(i, j)
			}
		}
	}
	return x
}

func isTrue(l rule.Literal, x *bitmat.Matrix, row int) bool { return x.Get(row, l.Feature) != l.Not }

// TestScorecardSums compares the sums with those counted row by row, and the probabilities with the predictions of the rules.
func TestScorecardSums(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		x := drawRows(r, 1+r.IntN(150), 1+r.IntN(8))
		set, c := drawScorecard(r, x.Cols)
		sums, probabilities := c.Sums(set, x), c.Probabilities(set, 1, x)
		least, most := c.Range()
		clipped := 0
		for i := range x.Rows {
			want, fires := 0, false
			for k, q := range set {
				if isTrue(q[0], x, i) && isTrue(q[1], x, i) {
					want, fires = want+c.Points[k], true
				}
			}
			for _, l := range c.Lines {
				if isTrue(l.Literal, x, i) {
					want += l.Points
				}
			}
			if got := int(sums[i]); got != want || got < least || got > most {
				t.Fatalf("row %d has the sum %d, want %d in [%d, %d]", i, got, want, least, most)
			}
			p := probabilities[i]
			if p != c.Probability(want, fires) || p <= 0 || p >= 1 || (p >= 0.5) != fires {
				t.Fatalf("row %d with the sum %d has the probability %v; a rule fires: %v", i, want, p, fires)
			}
			if (c.Fitted(want) >= 0.5) != fires {
				clipped++
			}
		}
		if got := c.CountClipped(set, 1, x); got != clipped {
			t.Fatalf("%d rows are clipped, want %d", got, clipped)
		}
	}
}

// TestScorecardKeepsOrder: on each side of the decision, a higher sum never has a lower probability.
func TestScorecardKeepsOrder(t *testing.T) {
	for _, c := range []rule.Scorecard{{Slope: 0.02}, {Slope: 0.6, Offset: -3.85}, {Slope: 40, Offset: -20}, {Slope: 1e-3, Offset: 1e-9}} {
		for _, fires := range []bool{false, true} {
			for sum := -60; sum < 60; sum++ {
				if low, high := c.Probability(sum, fires), c.Probability(sum+1, fires); low > high {
					t.Errorf("%+v: sum %d has the probability %v, the next one %v", c, sum, low, high)
				}
			}
		}
	}
}

// TestScorecardClips has probabilities by hand: 0.5 ± (0.5 + distance from the certain wrong answer) / 1000.
func TestScorecardClips(t *testing.T) {
	c := rule.Scorecard{Slope: 2.1972245773362196} // ln 9: 1/10, 1/2 and 9/10
	for _, test := range []struct {
		sum   int
		fires bool
		want  float64
	}{{-1, false, 0.1}, {-1, true, 0.5006}, {0, false, 0.499}, {0, true, 0.501}, {1, false, 0.4994}, {1, true, 0.9}} {
		if got := c.Probability(test.sum, test.fires); got != test.want {
			t.Errorf("Probability(%d, %v) = %v, want %v", test.sum, test.fires, got, test.want)
		}
	}
}

func TestEditsDropScorecard(t *testing.T) {
	m := personModel(rule.Set{yes(1), yes(4)})
	m.Scorecard = &rule.Scorecard{Points: []int{1, 2}, Slope: 1}
	pinned, err := m.Pin(0, true)
	if err != nil || pinned.Scorecard != m.Scorecard {
		t.Errorf("a pinned rule leaves the scorecard %v, %v", pinned.Scorecard, err)
	}
	off, err := m.Switch(0, false)
	if err != nil || off.Scorecard != nil {
		t.Errorf("a rule switched off leaves the scorecard %v, %v", off.Scorecard, err)
	}
	if err := off.Validate(); err != nil {
		t.Errorf("the edited model: %v", err)
	}
}

func TestScorecardValidates(t *testing.T) {
	sound := func() rule.Model {
		m := personModel(rule.Set{yes(1), yes(4)})
		m.Scorecard = &rule.Scorecard{
			Points: []int{1, 3}, Lines: []rule.ScoreLine{{Literal: rule.Literal{Feature: 2, Not: true}, Points: -3}}, Slope: 1, Offset: -2,
			Rows: 100, Clipped: 3,
		}
		return m
	}
	m := sound()
	file, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var read rule.Model
	if err := json.Unmarshal(file, &read); err != nil || read.Validate() != nil || !reflect.DeepEqual(read.Scorecard, m.Scorecard) {
		t.Errorf("read again it is %+v, %v, %v", read.Scorecard, err, read.Validate())
	}
	for want, damage := range map[string]func(c *rule.Scorecard){
		"points for 1 rules":    func(c *rule.Scorecard) { c.Points = c.Points[1:] },
		"gives rule 1 0 points": func(c *rule.Scorecard) { c.Points[0] = 0 },
		"gives rule 2 4 points": func(c *rule.Scorecard) { c.Points[1] = 4 },
		"has 16 conditions":     func(c *rule.Scorecard) { c.Lines = make([]rule.ScoreLine, 16) },
		"feature 99":            func(c *rule.Scorecard) { c.Lines[0].Feature = 99 },
		"0 points":              func(c *rule.Scorecard) { c.Lines[0].Points = 0 },
		"-4 points":             func(c *rule.Scorecard) { c.Lines[0].Points = -4 },
		"slope 0":               func(c *rule.Scorecard) { c.Slope = 0 },
	} {
		m := sound()
		damage(m.Scorecard)
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate() = %v, want an error with %q", err, want)
		}
	}
}
