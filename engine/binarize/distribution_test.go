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
			if f.sortNumbers(numbers); !slices.Equal(numbers, want) {
				t.Errorf("%s: %d numbers are not sorted", test.name, n)
			}
		}
	}
}

// impurity is Σ p·(n−p)/n over the two parts of all levels and over the sides.
func (d *distribution) impurity(cut int) float64 {
	sum, last := 0.0, len(d.levels)-1
	for _, side := range d.sides {
		n1, p1 := float64(d.ends[cut]), float64(side[cut])
		n2, p2 := float64(d.ends[last])-n1, float64(side[last])-p1
		sum += p1*(n1-p1)/n1 + p2*(n2-p2)/n2
	}
	return sum
}

// withLevels returns a distribution with the given number of levels, and rows of each of the sides and of one more class.
func withLevels(r *rand.Rand, levels, sides int) distribution {
	y := distribution{sides: make([][]int32, sides)}
	n, p := int32(0), make([]int32, sides)
	for i := range levels {
		n += int32(r.IntN(5))
		for k := range p {
			rows := int32(r.IntN(5))
			n, p[k] = n+rows, p[k]+rows
			y.sides[k] = append(y.sides[k], p[k])
		}
		n++
		y.levels, y.ends = append(y.levels, float64(i)), append(y.ends, n)
	}
	return y
}

func TestLeafHasTheLeastImpurity(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for try := range 400 {
		y := withLevels(r, 2+r.IntN(20), 1+try%4)
		l := y.leaf(0, len(y.levels), 1)
		for cut := range len(y.levels) - 1 {
			if l.gain > 0 && y.impurity(cut) < y.impurity(l.cut)-1e-9 {
				t.Fatalf("%+v: cut at %d, want %d", y, l.cut, cut)
			}
		}
	}
}

// Two classes are cut in the same way whether one of them is counted or both are.
func TestTreeOfTwoClassesIsThatOfOne(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 200 {
		one := withLevels(r, 2+r.IntN(40), 1)
		both := one
		rest := make([]int32, len(one.ends))
		for i := range rest {
			rest[i] = one.ends[i] - one.sides[0][i]
		}
		both.sides = [][]int32{rest, one.sides[0]}
		if got, want := both.treeCuts(6), one.treeCuts(6); !slices.Equal(got, want) {
			t.Fatalf("cuts %v, want %v", got, want)
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
		{"rounding", (&distribution{levels: []float64{8, 9}}).snap(8.299999999999983, 1e-11), 8.3},
		{"a level", (&distribution{levels: []float64{0.1 + 0.2, 9}}).snap(0.1+0.2, 1e-11), 0.1 + 0.2},
		{"below a level", (&distribution{levels: []float64{0, 8.3}}).snap(8.299999999999983, 1e-11), 8.299999999999983},
		{"too far", (&distribution{levels: []float64{8, 9}}).snap(8.299999999999983, 1e-15), 8.299999999999983},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
}
