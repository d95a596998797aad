package binarize_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// loans is a table whose rows are positive where income / debt > 3, with a row without debt and one without income.
func loans() (*dataset.Table, binarize.FitRows) {
	const rows = 400
	income, debt, age := make([]float64, rows), make([]float64, rows), make([]float64, rows)
	s := binarize.FitRows{Positives: make([]bool, rows)}
	for i := range rows {
		income[i], debt[i], age[i] = float64(100+i*37%900), float64(20+i*53%300), float64(20+i*7%50)
		s.Rows, s.Positives[i] = append(s.Rows, int32(i)), income[i]/debt[i] > 3
	}
	debt[0], s.Positives[0] = 0, false // so that the opposite ratio does not know better
	income[1] = math.NaN()
	return &dataset.Table{Rows: rows, Columns: []dataset.Column{
		{Name: "income", Kind: dataset.Numeric, Numbers: income},
		{Name: "debt", Kind: dataset.Numeric, Numbers: debt},
		{Name: "age", Kind: dataset.Numeric, Numbers: age},
	}}, s
}

func derive(t *testing.T, table *dataset.Table, rows binarize.FitRows, o binarize.FitOptions) *binarize.Encoder {
	t.Helper()
	columns := bitmat.Indexes[int](len(table.Columns))
	e, err := binarize.Fit(table, rows, columns, o)
	if err == nil {
		err = e.Derive(table, rows, o, func(int, int) error { return nil })
	}
	if err == nil {
		err = e.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestDeriveFindsTheRatio(t *testing.T) {
	table, rows := loans()
	for _, policy := range []binarize.Policy{binarize.Own, binarize.Impute, binarize.Drop} {
		e := derive(t, table, rows, binarize.FitOptions{Method: binarize.Target, Policy: policy})
		c := e.Columns[3]
		three := slices.IndexFunc(c.Thresholds, func(x float64) bool { return math.Abs(x-3) < 0.01 })
		if c.Name != "income / debt" || three < 0 {
			t.Fatalf("%s: the first derived column is %q with the thresholds %v, want income / debt with 3", policy, c.Name, c.Thresholds)
		}
		if len(e.Columns) > 23 {
			t.Errorf("%s: %d columns are derived, want at most 20", policy, len(e.Columns)-3)
		}
		only := &binarize.Encoder{Policy: policy, Columns: []binarize.EncodedColumn{c}}
		m, _, err := only.Transform(table, table.AllRows())
		if err != nil {
			t.Fatal(err)
		}
		for i := range table.Rows {
			ratio := table.Columns[0].Numbers[i] / table.Columns[1].Numbers[i]
			missing := i < 2 // a division by zero, and a missing operand
			if got, want := m.Get(i, three), ratio <= c.Thresholds[three]; !missing && got != want {
				t.Fatalf("%s: row %d has the ratio %v, and “≤ 3” is %v", policy, i, ratio, got)
			}
			if missing && c.Missable != (policy != binarize.Impute) || c.Missable && m.Get(i, len(c.Thresholds)) != missing {
				t.Errorf("%s: row %d: the feature of missing results is wrong", policy, i)
			}
		}
	}
}

// Rows outside of the sample, and their order in it, make no difference.
func TestDeriveReadsTheSampleOnly(t *testing.T) {
	table, rows := loans()
	o := binarize.FitOptions{Method: binarize.Target}
	half := binarize.FitRows{Rows: rows.Rows[:200], Positives: rows.Positives[:200]}
	want := derive(t, table, half, o)
	for i := 200; i < table.Rows; i++ {
		table.Columns[0].Numbers[i], rows.Positives[i] = 1e9*float64(i), !rows.Positives[i]
	}
	got := derive(t, table, half, o)
	if len(got.Columns) == 3 || !slices.EqualFunc(got.Columns, want.Columns, func(a, b binarize.EncodedColumn) bool {
		return a.Name == b.Name && slices.Equal(a.Thresholds, b.Thresholds)
	}) {
		t.Errorf("other rows change the derived columns: %v, want %v", got.Columns, want.Columns)
	}
}

func TestDeriveStops(t *testing.T) {
	table, rows := loans()
	e, err := binarize.Fit(table, rows, []int{0, 1, 2}, binarize.FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	if err := e.Derive(table, rows, binarize.FitOptions{}, func(int, int) error { return stop }); err != stop || len(e.Columns) != 3 {
		t.Errorf("Derive() = %v with %d columns, want the error of observe and 3 columns", err, len(e.Columns))
	}
}

func TestDerivedNumbers(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		op         binarize.Operation
		a, b, want float64
	}{
		{binarize.Difference, 3, 5, -2},
		{binarize.Difference, math.MaxFloat64, -math.MaxFloat64, nan},
		{binarize.Difference, nan, 5, nan},
		{binarize.Ratio, 3, 4, 0.75},
		{binarize.Ratio, 0, 0, nan},
		{binarize.Ratio, 1, 0, nan},
		{binarize.Ratio, 1e300, 1e-300, nan},
		{binarize.Ratio, 1, nan, nan},
		{binarize.Ratio, inf, inf, nan},
	} {
		d := binarize.Derived{Op: test.op}
		if got := d.Number(test.a, test.b); got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("%s of %v and %v = %v, want %v", test.op, test.a, test.b, got, test.want)
		}
	}
}

// Operands in another table may be texts; those that are not numbers are missing.
func TestDerivedOfTexts(t *testing.T) {
	c := binarize.EncodedColumn{
		Name: "a − b", Derived: &binarize.Derived{Op: binarize.Difference, Of: [2]string{"a", "b"}}, Thresholds: []float64{0}, Missable: true,
	}
	table := &dataset.Table{Rows: 2, Columns: []dataset.Column{
		{Name: "a", Codes: dataset.NewCodes([]int32{0, 1}), Values: []string{"1.5", "none"}},
		{Name: "b", Numbers: []float64{2, 2}},
	}}
	e := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{c}}
	from := e.In(&c, table)
	if text, _ := from.Text(0); text != "-0.5" || !from.IsMissing(1) {
		t.Errorf("the cells are %q and %v, want -0.5 and a missing one", text, from.Number(1))
	}
	table.Columns = table.Columns[:1]
	_, _, err := e.Transform(table, table.AllRows())
	if err == nil || !strings.Contains(err.Error(), `"b"`) || e.In(&c, table) != nil {
		t.Errorf("a table without an operand: %v, want an error that names it", err)
	}
}

func TestValidateDerived(t *testing.T) {
	columns := func() []binarize.EncodedColumn {
		return []binarize.EncodedColumn{
			{Name: "a", Thresholds: []float64{1}},
			{Name: "b", Thresholds: []float64{1}},
			{Name: "c", Values: []string{"1", "2", "3"}},
			{Name: "a / b", Thresholds: []float64{1}, Derived: &binarize.Derived{Op: binarize.Ratio, Of: [2]string{"a", "b"}}},
		}
	}
	for _, test := range []struct {
		name   string
		change func(c []binarize.EncodedColumn)
		want   string
	}{
		{"sound", func([]binarize.EncodedColumn) {}, ""},
		{"another name", func(c []binarize.EncodedColumn) { c[3].Name = "b / a" }, "its name"},
		{"another operation", func(c []binarize.EncodedColumn) { c[3].Derived.Op = "product" }, "its name"},
		{"no thresholds", func(c []binarize.EncodedColumn) { c[3].Thresholds, c[3].Values = nil, []string{"1", "2"} }, "its name"},
		{"an operand of values", func(c []binarize.EncodedColumn) { c[3].Derived.Of[1] = "c" }, "its operands"},
		{"an unknown operand", func(c []binarize.EncodedColumn) { c[3].Derived.Of[0] = "x" }, "its operands"},
		{"before a column of the table", func(c []binarize.EncodedColumn) { c[2], c[3] = c[3], c[2] }, "follows derived"},
	} {
		e := &binarize.Encoder{Policy: binarize.Own, Columns: columns()}
		test.change(e.Columns)
		switch err := e.Validate(); {
		case test.want == "" && err != nil, test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v, want an error with %q", test.name, err, test.want)
		}
	}
}
