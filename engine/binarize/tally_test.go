package binarize

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortIsThatOfComparisons(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	draws := []struct {
		name string
		draw func() float64
	}{
		{"any", func() float64 { return math.Float64frombits(r.Uint64()) }},
		{"normal", r.NormFloat64},
		{"whole", func() float64 { return float64(r.IntN(2000) - 1000) }},
		{"one", func() float64 { return 3 }},
	}
	for _, test := range draws {
		for _, n := range []int{0, 1, fewToSort - 1, fewToSort, 5000} {
			numbers := make([]float64, 0, n)
			for len(numbers) < n {
				if x := test.draw(); !math.IsNaN(x) {
					numbers = append(numbers, x)
				}
			}
			want := slices.Sorted(slices.Values(numbers))
			f := fitter{spare: make([]float64, n), digits: new(digitCounts)}
			if f.sort(numbers); !slices.Equal(numbers, want) {
				t.Errorf("%s: %d numbers are not sorted", test.name, n)
			}
		}
	}
}

// impurity is Σ 2·p·(n−p)/n over the two parts of a range of levels.
func (t *tally) impurity(from, cut, to int) float64 {
	sum := 0.0
	for _, part := range [][2]int{{from, cut + 1}, {cut + 1, to}} {
		n, p := float64(t.ends[part[1]-1]), float64(t.positives[part[1]-1])
		if part[0] > 0 {
			n, p = n-float64(t.ends[part[0]-1]), p-float64(t.positives[part[0]-1])
		}
		sum += 2 * p * (n - p) / n
	}
	return sum
}

func TestLeafHasTheLeastImpurity(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		var y tally
		n, p := int32(0), int32(0)
		for i := range 2 + r.IntN(20) {
			rows := int32(1 + r.IntN(9))
			n, p = n+rows, p+int32(r.IntN(int(rows)+1))
			y.levels, y.ends, y.positives = append(y.levels, float64(i)), append(y.ends, n), append(y.positives, p)
		}
		last := len(y.levels)
		l := y.leaf(0, last, 1)
		for cut := range last - 1 {
			if l.gain > 0 && y.impurity(0, cut, last) < y.impurity(0, l.cut, last)-1e-9 {
				t.Fatalf("%+v: cut at %d, want %d", y, l.cut, cut)
			}
		}
	}
}

func TestReadable(t *testing.T) {
	tests := []struct {
		name      string
		got, want float64
	}{
		{"whole numbers", middle(37, 38), 37.5},
		{"a wide gap", middle(5013, 5060), 5040},
		{"around zero", middle(-3, 1), 0},
		{"a power of ten", middle(985, 1030), 1000},
		{"the lower of two", middle(10, 10.5), 10.2},
		{"negative", middle(-5060, -5013), -5040},
		{"small", middle(1.1e-9, 1.3e-9), 1.2e-9},
		{"huge", middle(-math.MaxFloat64, -1e308), -1.4e308},
		{"over everything", middle(-math.MaxFloat64, math.MaxFloat64), 0},
		{"subnormal", middle(5e-324, 20e-324), 1e-323},
		{"neighbours", middle(1, math.Nextafter(1, 2)), 1},
		{"rounding", (&tally{levels: []float64{8, 9}}).snap(8.299999999999983, 1e-11), 8.3},
		{"a level", (&tally{levels: []float64{0.1 + 0.2, 9}}).snap(0.1+0.2, 1e-11), 0.1 + 0.2},
		{"below a level", (&tally{levels: []float64{0, 8.3}}).snap(8.299999999999983, 1e-11), 8.299999999999983},
		{"too far", (&tally{levels: []float64{8, 9}}).snap(8.299999999999983, 1e-15), 8.299999999999983},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
}
