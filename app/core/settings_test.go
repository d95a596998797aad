package core_test

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// The positive class of the rules, or the bound of a numeric target, is proposed for another table unless the table lacks that value.
func TestFollow(t *testing.T) {
	table := coretest.Clinic()
	for name, test := range map[string]struct {
		column   int
		of       protocol.Train
		positive string
		classes  string
	}{
		"a number":           {0, protocol.Train{Positive: "<= 52000"}, "<= 52000", ""},
		"a value":            {1, protocol.Train{Positive: "mumps"}, "mumps", ""},
		"a value with blank": {1, protocol.Train{Positive: "> 3"}, "", ""},
		"another value":      {2, protocol.Train{Positive: "sometimes"}, "always", ""},
		"each class":         {1, protocol.Train{Classes: protocol.ClassesEach}, "", protocol.ClassesEach},
		"no number":          {0, protocol.Train{Positive: "very high"}, "> 65000", ""},
	} {
		s := core.NewSetup()
		s.Target = test.column
		s.Follow(&table.Columns[test.column], test.of)
		coretest.Equal(t, [2]string{s.Positive, s.Classes}, [2]string{test.positive, test.classes}, "the proposal for %s", name)
	}
}

// The number that splits a target divides its rows about in half, and the share of its rows is about right, however skewed it is.
func TestSkewedTarget(t *testing.T) {
	var amounts, zeros, ages []float64
	for i := range 1000 {
		amounts = append(amounts, math.Round(100*math.Exp(6+float64(i)/300))/100)
		zeros = append(zeros, max(0, float64(i)-399.5))
		ages = append(ages, float64(18+i%73))
	}
	amounts[500] = 5e6
	for name, numbers := range map[string][]float64{"amounts": amounts, "zeros": zeros, "ages": ages} {
		all := slices.Clone(numbers)
		column := dataset.Column{Name: name, Kind: dataset.Numeric, Numbers: numbers}
		c := protocol.Describe(&dataset.Table{Rows: len(numbers), Columns: []dataset.Column{column}}, nil).Columns[0]
		s := core.NewSetup()
		s.ProposePositive(&c)
		half, err := strconv.ParseFloat(s.Bound, 64)
		if err != nil || len(s.Bound) > 5 {
			t.Errorf("of %s the split is %q, want a short number", name, s.Bound)
		}
		for _, x := range []float64{half, 0, all[10], all[700], 100000} {
			for _, atToo := range []bool{false, true} {
				below := 0.0
				for _, y := range all {
					if y < x || y == x && atToo {
						below += 0.001
					}
				}
				if got := core.ShareBelow(c.Histogram, x, atToo); math.Abs(got-below) > 0.025 || x == half && math.Abs(below-0.5) > 0.1 {
					t.Errorf("of %s, %v are below %v (%v), want %v", name, got, x, atToo, below)
				}
			}
		}
	}
}
