package binarize_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// gains is mostly zero, like adult's capital-gain: its deciles do not separate the larger values. A row is positive if
// its gain is above 5,100.
func gains() (*dataset.Table, binarize.FitRows) {
	r := rand.New(rand.NewPCG(1, 1))
	c := dataset.Column{Name: "gain", Kind: dataset.Numeric}
	var s binarize.FitRows
	for row := range 2000 {
		x := 0.0
		if r.IntN(100) < 8 {
			x = float64(r.IntN(100) * 100)
		}
		c.Numbers = append(c.Numbers, x)
		s.Rows, s.Positives = append(s.Rows, int32(row)), append(s.Positives, x > 5100)
	}
	return &dataset.Table{Rows: 2000, Columns: []dataset.Column{c}}, s
}

func TestTargetFindsWhereTheClassChanges(t *testing.T) {
	table, s := gains()
	for _, o := range []binarize.FitOptions{
		{Method: binarize.Target, Thresholds: 1},
		{Cuts: map[string]binarize.ColumnThresholds{"gain": {Method: binarize.Target, Count: 1}}},
	} {
		e := mustFit(t, table, s, []int{0}, o)
		if got := e.Columns[0].Thresholds; !slices.ContainsFunc(got, func(x float64) bool { return 5100 <= x && x < 5300 }) {
			t.Errorf("thresholds %v, want one just above 5100", got)
		}
	}
}

// With three classes in three ranges the tree cuts at both borders, and knows no class of a row outside the sample.
func TestTargetCutsBetweenManyClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, coded := range []bool{false, true} {
		c, s := dataset.Column{Name: "x", Kind: dataset.Numeric}, binarize.FitRows{}
		for row := range 900 {
			x := float64(r.IntN(1000))
			class := uint8(0)
			if x > 312 {
				class = 1
			}
			if x > 777 {
				class = 2
			}
			c.Numbers = append(c.Numbers, x)
			s.Rows, s.Classes = append(s.Rows, int32(row)), append(s.Classes, class)
		}
		if coded {
			c = codesOf(c.Name, c.Numbers)
		}
		table, o := &dataset.Table{Rows: 900, Columns: []dataset.Column{c}}, binarize.FitOptions{Method: binarize.Target, Thresholds: 1}
		e := mustFit(t, table, s, []int{0}, o)
		for _, border := range []float64{312, 777} {
			if got := e.Columns[0].Thresholds; !slices.ContainsFunc(got, func(x float64) bool { return border-5 <= x && x <= border+5 }) {
				t.Errorf("thresholds %v, want one near %v", got, border)
			}
		}
	}
}

// codesOf returns a column of levels.
func codesOf(name string, numbers []float64) dataset.Column {
	levels := slices.Compact(slices.Sorted(slices.Values(numbers)))
	c := dataset.Column{Name: name, Kind: dataset.Numeric, Levels: levels, Codes: new(dataset.Codes)}
	for _, x := range numbers {
		at, _ := slices.BinarySearch(levels, x)
		c.Codes.Append(int32(at))
	}
	return c
}

// If two numbers are adjacent units of the column, the threshold is the lower one: "age ≤ 50".
func TestTargetCutsWhatIsCountedAtItsNumbers(t *testing.T) {
	tests := []struct {
		name           string
		first, step    float64
		limit, farther float64
	}{
		{"whole numbers", 18, 1, 50, 500},
		{"fives", 90, 5, 130, 1000},
		{"tenths", 2.1, 0.1, 3.3, 90},
	}
	for _, test := range tests {
		c, s := dataset.Column{Name: "x", Kind: dataset.Numeric}, binarize.FitRows{}
		for row := range 600 {
			x := math.Round(10*(test.first+test.step*float64(row%60))) / 10
			c.Numbers = append(c.Numbers, x)
			s.Rows, s.Positives = append(s.Rows, int32(row)), append(s.Positives, x <= test.limit)
		}
		c.Numbers = append(c.Numbers, test.farther) // a wide gap
		s.Rows, s.Positives = append(s.Rows, 600), append(s.Positives, false)
		e := mustFit(t, &dataset.Table{Rows: 601, Columns: []dataset.Column{c}}, s, []int{0}, binarize.FitOptions{Method: binarize.Target})
		for _, got := range e.Columns[0].Thresholds {
			if !slices.Contains(c.Numbers, got) {
				t.Errorf("%s: threshold %v, want one of the numbers", test.name, got)
			}
		}
		if !slices.Contains(e.Columns[0].Thresholds, test.limit) {
			t.Errorf("%s: thresholds %v, want %v among them", test.name, e.Columns[0].Thresholds, test.limit)
		}
	}
}

// The impurity treats both classes alike.
func TestTargetOfTheOtherClass(t *testing.T) {
	table, s := made(t, 500), binarize.FitRows{}
	other := binarize.FitRows{}
	r := rand.New(rand.NewPCG(1, 1))
	for row := range 500 {
		yes := table.Columns[1].Number(row) > float64(r.IntN(1000))
		s.Rows, s.Positives = append(s.Rows, int32(row)), append(s.Positives, yes)
		other.Rows, other.Positives = append(other.Rows, int32(row)), append(other.Positives, !yes)
	}
	var fitted []*binarize.Encoder
	for _, sample := range []binarize.FitRows{s, other} {
		fitted = append(fitted, mustFit(t, table, sample, table.Usable(-1), binarize.FitOptions{Method: binarize.Target}))
	}
	if !reflect.DeepEqual(fitted[0], fitted[1]) {
		t.Errorf("got %+v, want %+v", fitted[1], fitted[0])
	}
}

func TestUsesClass(t *testing.T) {
	tests := []struct {
		o    binarize.FitOptions
		want bool
	}{
		{binarize.FitOptions{}, false},
		{binarize.FitOptions{Method: binarize.Distinct}, false},
		{binarize.FitOptions{Method: binarize.Target}, true},
		{binarize.FitOptions{Cuts: map[string]binarize.ColumnThresholds{"a": {Method: binarize.Target}}}, true},
		{binarize.FitOptions{Cuts: map[string]binarize.ColumnThresholds{"a": {Method: binarize.Target, List: []float64{1}}}}, false},
	}
	table, s := gains()
	s.Positives = nil
	for _, test := range tests {
		if got := test.o.UsesClass(); got != test.want {
			t.Errorf("%+v: UsesClass = %v, want %v", test.o, got, test.want)
		}
	}
	if _, err := binarize.Fit(table, s, []int{0}, binarize.FitOptions{Method: binarize.Target}); err == nil {
		t.Error("Fit without classes: no error")
	}
	s.Positives = []bool{true}
	if _, err := binarize.Fit(table, s, []int{0}, binarize.FitOptions{}); err == nil {
		t.Error("Fit with too few classes: no error")
	}
}

// TestTargetThresholdsAreRecorded holds on every platform: the cuts depend on every digit of the arithmetic.
func TestTargetThresholdsAreRecorded(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	c := dataset.Column{Name: "x", Kind: dataset.Numeric}
	var s binarize.FitRows
	for row := range 5000 {
		x := r.Float64() + r.Float64() + r.Float64() - 1.5
		c.Numbers = append(c.Numbers, x)
		s.Rows, s.Positives = append(s.Rows, int32(row)), append(s.Positives, float64(x*x)+r.Float64()/2 > 0.5)
	}
	table := &dataset.Table{Rows: 5000, Columns: []dataset.Column{c}}
	e := mustFit(t, table, s, []int{0}, binarize.FitOptions{Method: binarize.Target, Thresholds: 2})
	want := []float64{-0.52574, -0.2762, -0.2339, 0.2312, 0.369, 0.50425}
	if got := e.Columns[0].Thresholds; !slices.Equal(got, want) {
		t.Errorf("thresholds %v, want %v", got, want)
	}
}
