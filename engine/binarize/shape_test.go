package binarize_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// numbers is a column of numbers in every shape that dataset may give it; NaN is a missing cell.
func numbers(cells []float64) map[string]dataset.Column {
	levels := slices.DeleteFunc(slices.Clone(cells), func(x float64) bool { return math.IsNaN(x) })
	slices.Sort(levels)
	levels = slices.Compact(levels)
	codes, texts := new(dataset.Codes), new(dataset.Texts)
	for _, x := range cells {
		if code, ok := slices.BinarySearch(levels, x); ok {
			codes.Append(int32(code))
			texts.Append([]byte(dataset.FormatNumber(x)))
		} else {
			codes.Append(-1)
			texts.AppendMissing()
		}
	}
	var values []string
	for _, x := range levels {
		values = append(values, dataset.FormatNumber(x))
	}
	return map[string]dataset.Column{
		"numbers": {Name: "n", Kind: dataset.Numeric, Numbers: cells},
		"levels":  {Name: "n", Kind: dataset.Numeric, Codes: codes, Levels: levels},
		"texts":   {Name: "n", Kind: dataset.Text, Texts: texts},
		"values":  {Name: "n", Kind: dataset.Categorical, Codes: codes, Values: values, Levels: levels},
	}
}

// drawn has up to n different numbers, some of them rare, and maybe missing cells.
func drawn(r *rand.Rand, rows, n int) []float64 {
	missing := r.IntN(2) * r.IntN(30)
	cells := make([]float64, rows)
	for i := range cells {
		cells[i] = float64(int(math.Abs(r.NormFloat64())*float64(n)/3)-n/4) / 10
		if r.IntN(100) < missing {
			cells[i] = math.NaN()
		}
	}
	return cells
}

var (
	methods  = []binarize.Method{binarize.Quantile, binarize.Width, binarize.Distinct, binarize.Target}
	policies = []binarize.Policy{binarize.Own, binarize.Impute, binarize.Drop}
)

func TestTheShapeOfAColumnDoesNotMatter(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		rows := []int{3, 40, 700, 3000}[seed%4]
		shapes := numbers(drawn(r, rows, 2+r.IntN(300)))
		sample := binarize.FitRows{Rows: someRows(r, rows)}
		for range sample.Rows {
			sample.Positives = append(sample.Positives, r.IntN(3) == 0)
		}
		o := binarize.FitOptions{Method: methods[r.IntN(4)], Policy: policies[r.IntN(3)], Thresholds: 1 + r.IntN(15)}
		t.Run(fmt.Sprintf("%d,%s,%s", seed, o.Method, o.Policy), func(t *testing.T) {
			want, wantErr := fitShape(shapes["numbers"], rows, sample, o)
			got, err := fitShape(shapes["levels"], rows, sample, o)
			if !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) {
				t.Fatalf("Fit of levels = %+v, %v, want %+v, %v", got, err, want, wantErr)
			}
			if err == nil {
				checkBits(t, want, shapes, rows, sample.Rows)
			}
		})
	}
}

func fitShape(c dataset.Column, rows int, s binarize.FitRows, o binarize.FitOptions) (*binarize.Encoder, error) {
	table := dataset.Table{Rows: rows, Columns: []dataset.Column{c}}
	return binarize.Fit(&table, s, []int{0}, o)
}

// checkBits encodes a column in all its shapes.
func checkBits(t *testing.T, e *binarize.Encoder, shapes map[string]dataset.Column, rows int, some []int32) {
	t.Helper()
	var want *bitmat.Matrix
	var wantReport binarize.Report
	for _, shape := range []string{"numbers", "levels", "texts", "values"} {
		table := dataset.Table{Rows: rows, Columns: []dataset.Column{shapes[shape]}}
		m, report, err := e.Transform(&table, some)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want, wantReport = m, report
			checkMeaning(t, e, shapes["numbers"].Numbers, some, m)
		}
		if !reflect.DeepEqual(m, want) || !reflect.DeepEqual(report, wantReport) {
			t.Errorf("bits of %s are not those of numbers; report %+v, want %+v", shape, report, wantReport)
		}
	}
}

// checkMeaning compares every bit with the meaning of its feature.
func checkMeaning(t *testing.T, e *binarize.Encoder, cells []float64, rows []int32, m *bitmat.Matrix) {
	t.Helper()
	for j, f := range e.Features() {
		for i, row := range rows {
			x := cells[row]
			if fill, ok := dataset.ParseNumber(e.Columns[0].Fill); math.IsNaN(x) && ok {
				x = fill
			}
			want := f.Op == binarize.AtMost && x <= f.Threshold || f.Op == binarize.Equals && x == f.Threshold ||
				f.Op == binarize.Missing && math.IsNaN(x)
			if got := m.Get(i, j); got != want {
				t.Fatalf("%s of %v = %v, want %v", f.Text(false), x, got, want)
			}
		}
	}
}

// someRows draws rows in any order, maybe some of them twice.
func someRows(r *rand.Rand, rows int) []int32 {
	some := make([]int32, 1+r.IntN(rows))
	for i := range some {
		some[i] = int32(r.IntN(rows))
	}
	return some
}

func TestTextsAreFittedAsCodes(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		var values []string
		for i := range 1 + r.IntN(8) {
			values = append(values, []string{fmt.Sprint(i), fmt.Sprint("v", i)}[seed%2])
		}
		codes, texts := new(dataset.Codes), new(dataset.Texts)
		for i := range 60 {
			code := i % len(values) // each one occurs
			if i >= len(values) {
				code = r.IntN(len(values)+1) - 1
			}
			codes.Append(int32(code))
			if code < 0 {
				texts.AppendMissing()
			} else {
				texts.Append([]byte(values[code]))
			}
		}
		o := binarize.FitOptions{Values: 3, Policy: policies[r.IntN(3)]}
		sample := binarize.FitRows{Rows: someRows(r, 60)}
		want, wantErr := fitShape(dataset.Column{Name: "c", Kind: dataset.Categorical, Codes: codes, Values: values}, 60, sample, o)
		got, err := fitShape(dataset.Column{Name: "c", Kind: dataset.Categorical, Texts: texts}, 60, sample, o)
		if !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) {
			t.Errorf("Fit of texts = %+v, %v, want %+v, %v", got, err, want, wantErr)
		}
	}
}
