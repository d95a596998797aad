package binarize_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// cuts are thresholds by the name of the column.
type cuts = map[string]binarize.ColumnThresholds

func read(t testing.TB, csv string) *dataset.Table {
	t.Helper()
	return readWith(t, csv, dataset.Options{})
}

func readWith(t testing.TB, csv string, o dataset.Options) *dataset.Table {
	t.Helper()
	table, err := dataset.Read(t.Context(), "test.csv", strings.NewReader(csv), o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func fit(t testing.TB, table *dataset.Table, o binarize.FitOptions) *binarize.Encoder {
	t.Helper()
	sample := binarize.FitRows{Rows: table.AllRows(), Positives: make([]bool, table.Rows)}
	for row := range sample.Positives {
		sample.Positives[row] = row%3 == 0
	}
	return mustFit(t, table, sample, table.Usable(-1), o)
}

func mustFit(t testing.TB, table *dataset.Table, rows binarize.FitRows, columns []int, o binarize.FitOptions) *binarize.Encoder {
	t.Helper()
	e, err := binarize.Fit(table, rows, columns, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func transform(t testing.TB, e *binarize.Encoder, table *dataset.Table) (*bitmat.Matrix, binarize.Report) {
	t.Helper()
	m, report, err := e.Transform(table, table.AllRows())
	if err != nil {
		t.Fatal(err)
	}
	return m, report
}

// show writes each feature with its bits: "a ≤ 1: 100".
func show(e *binarize.Encoder, m *bitmat.Matrix) string {
	var lines []string
	for j, f := range e.Features() {
		line := f.Text(false) + ": "
		for i := range m.Rows {
			if m.Get(i, j) {
				line += "1"
			} else {
				line += "0"
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// seven has a number column with one missing cell among seven different values, a category and a two-valued column.
const seven = "n,c,b\n1,red,x\n2,blue,y\n3,green,x\n4,,x\n5,red,\n6,blue,y\n7,red,x\n,red,y\n"

func TestEncoding(t *testing.T) {
	tests := []struct {
		name, csv string
		o         binarize.FitOptions
		want      string
	}{
		{"own", seven, binarize.FitOptions{Thresholds: 2}, "n ≤ 3: 11100000; n ≤ 5: 11111000; n is missing: 00000001; " +
			"c = blue: 01000100; c = green: 00100000; c = red: 10001011; c is missing: 00010000; " +
			"b = y: 01000101; b is missing: 00001000"},
		{"impute", seven, binarize.FitOptions{Thresholds: 1, Policy: binarize.Impute}, // the mean is 4, the fill x is b's first value
			"n ≤ 4: 11110001; c = blue: 01000100; c = green: 00100000; c = red: 10011011; b = y: 01000101"},
		{"drop", seven, binarize.FitOptions{Policy: binarize.Drop}, // rows 1, 2, 3, 6 and 7 remain
			"n = 1: 10000000; n = 2: 01000000; n = 3: 00100000; n = 6: 00000100; n = 7: 00000010; " +
				"c = blue: 01000100; c = green: 00100000; c = red: 10001011; b = y: 01000101"},
		{
			"few distinct numbers", "n\n1\n2\n3\n4\n5\n6\n",
			binarize.FitOptions{},
			"n ≤ 1: 100000; n ≤ 2: 110000; n ≤ 3: 111000; n ≤ 4: 111100; n ≤ 5: 111110",
		},
		{
			"numbers as a category", "n\n1\n2\n3\n4\n5\n5\n",
			binarize.FitOptions{},
			"n = 1: 100000; n = 2: 010000; n = 3: 001000; n = 4: 000100; n = 5: 000011",
		},
		{"two numbers", "n\n0\n1\n1\n", binarize.FitOptions{}, "n = 1: 011"},
		{
			"width", "n\n0\n1\n2\n3\n4\n100\n",
			binarize.FitOptions{Method: binarize.Width, Thresholds: 3},
			"n ≤ 25: 111110; n ≤ 50: 111110; n ≤ 75: 111110",
		},
		{"distinct", "n\n0\n0\n0\n0\n1\n2\n3\n4\n8\n", binarize.FitOptions{Method: binarize.Distinct, Thresholds: 1}, "n ≤ 2.5: 111111000"},
		{
			"quantile", "n\n0\n0\n0\n0\n0\n1\n2\n3\n4\n8\n",
			binarize.FitOptions{Thresholds: 3},
			"n ≤ 0: 1111100000; n ≤ 0.5: 1111100000; n ≤ 2.75: 1111111000",
		},
		{"own count", "n\n0\n1\n2\n3\n4\n5\n", binarize.FitOptions{Cuts: cuts{"n": {Count: 1}}}, "n ≤ 2.5: 111000"},
		{
			"own list", "n\n0\n1\n2\n",
			binarize.FitOptions{Cuts: cuts{"n": {List: []float64{1.5, 0.5, 1.5}}}},
			"n ≤ 0.5: 100; n ≤ 1.5: 110",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := read(t, test.csv)
			e := fit(t, table, test.o)
			m, _ := transform(t, e, table)
			if got := show(e, m); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if err := e.Validate(); err != nil {
				t.Errorf("Validate = %v", err)
			}
		})
	}
}

// TestFitSeesItsRowsOnly fits an encoder to the first three rows of a table, and applies it to all rows or to another table.
func TestFitSeesItsRowsOnly(t *testing.T) {
	const three, missable = "n,c\n1,red\n2,red\n3,blue\n4,blue\n5,green\n6,\n,green\n", "c,n\nx,1\n,2\nx,\ny,3\n"
	tests := []struct {
		name, fitted, csv, want string
		gaps                    []binarize.Gap
	}{
		{
			"unseen and missing cells", three, three,
			"n = 1: 1000000; n = 2: 0100000; n = 3: 0010000; c = red: 1100000",
			[]binarize.Gap{{Column: "n", Unseen: 3, Example: "4", Missing: 1}, {Column: "c", Unseen: 2, Example: "green", Missing: 1}},
		},
		{
			"a column whose only feature is Missing cannot have unseen values", missable, missable,
			"c is missing: 0100; n = 2: 0100; n is missing: 0010",
			[]binarize.Gap{{Column: "n", Unseen: 1, Example: "3"}},
		},
		{
			"numbers instead of codes", "zip,two\n1,1\n22,2\nx,1\n", "zip,two\n1,1\n22,2\n22,3\n3,2\n",
			"zip = 1: 1000; zip = 22: 0110; zip = x: 0000; two = 2: 0101",
			[]binarize.Gap{{Column: "zip", Unseen: 1, Example: "3"}, {Column: "two", Unseen: 1, Example: "3"}},
		},
	}
	for _, test := range tests {
		e := mustFit(t, read(t, test.fitted), binarize.FitRows{Rows: []int32{0, 1, 2}}, []int{0, 1}, binarize.FitOptions{})
		m, report := transform(t, e, read(t, test.csv))
		if got := show(e, m); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
		if !reflect.DeepEqual(report.Gaps, test.gaps) {
			t.Errorf("%s: gaps %+v, want %+v", test.name, report.Gaps, test.gaps)
		}
	}
}

func TestAnotherTable(t *testing.T) {
	e := fit(t, read(t, "n,code,two\n1,0,a\n2,1,b\n3,5,a\n4,5,b\n5,0,a\n6,1,b\n"), binarize.FitOptions{})
	tests := []struct{ name, csv, want string }{
		{
			"other order", "two,extra,n,code\nb,?,2,5\na,?,3,1\nb,?,4,0\n",
			"n ≤ 1: 000; n ≤ 2: 100; n ≤ 3: 110; n ≤ 4: 111; n ≤ 5: 111; code = 0: 001; code = 1: 010; code = 5: 100; two = b: 101",
		},
		{
			"codes instead of numbers", "n,code,two\n2,5.0,b\nmany,1,a\n3,no,a\n",
			"n ≤ 1: 000; n ≤ 2: 100; n ≤ 3: 101; n ≤ 4: 101; n ≤ 5: 101; code = 0: 000; code = 1: 010; code = 5: 100; two = b: 100",
		},
		{
			"one row", "n,code,two\n2,0,c\n",
			"n ≤ 1: 0; n ≤ 2: 1; n ≤ 3: 1; n ≤ 4: 1; n ≤ 5: 1; code = 0: 1; code = 1: 0; code = 5: 0; two = b: 0",
		},
	}
	for _, test := range tests {
		m, _ := transform(t, e, read(t, test.csv))
		if got := show(e, m); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestSpellingsOfOneNumberStayApart(t *testing.T) {
	const csv = "version\n1.1\n1.10\n2\n"
	table := readWith(t, csv, dataset.Options{Types: map[string]dataset.Kind{"version": dataset.Categorical}})
	e := fit(t, table, binarize.FitOptions{})
	m, _ := transform(t, e, table)
	if got, want := show(e, m), "version = 1.1: 100; version = 1.10: 010; version = 2: 001"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMissingColumnIsNamed(t *testing.T) {
	e := fit(t, read(t, "a,b\n1,x\n2,y\n"), binarize.FitOptions{})
	_, _, err := e.Transform(read(t, "a,c\n1,x\n2,y\n"), []int32{0})
	var wrong *dataset.Error
	if !errors.As(err, &wrong) || wrong.Kind != dataset.Header || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("error = %v, want one that names the column", err)
	}
}

func TestNothingToAsk(t *testing.T) {
	for _, csv := range []string{"a\nx\nx\n", "a,b\n,1\n,1\n", "a\n1\n"} {
		table := read(t, csv)
		_, err := binarize.Fit(table, binarize.FitRows{Rows: table.AllRows()}, []int{0}, binarize.FitOptions{})
		var wrong *dataset.Error
		if !errors.As(err, &wrong) || wrong.Kind != dataset.NoUsableFeatures {
			t.Errorf("Fit of %q: error = %v, want kind %s", csv, err, dataset.NoUsableFeatures)
		}
	}
	table := read(t, "a,b\n1,x\n2,y\n")
	for _, rows := range [][]int32{nil, {1}} {
		if _, err := binarize.Fit(table, binarize.FitRows{Rows: rows}, []int{0, 1}, binarize.FitOptions{}); err == nil {
			t.Errorf("Fit on rows %v: no error", rows)
		}
	}
}

func TestWrongOptions(t *testing.T) {
	table := read(t, "a,b\n1,x\n2,y\n3,y\n")
	tests := []struct {
		o    binarize.FitOptions
		want string
	}{
		{binarize.FitOptions{Method: "magic"}, `binarize: thresholds: unknown method "magic": choose quantile, width, distinct or target`},
		{binarize.FitOptions{Policy: "pray"}, `binarize: missing cells: unknown policy "pray": choose own, impute or drop`},
		{binarize.FitOptions{Thresholds: -1}, `binarize: thresholds: -1 is not in 0 to 1000`},
		{binarize.FitOptions{Cuts: cuts{"a": {Count: -2}}}, `binarize: thresholds: column "a": -2 is not in 0 to 1000`},
		{binarize.FitOptions{Values: 1001}, `binarize: values: 1001 is not in 0 to 1000`},
		{
			binarize.FitOptions{Cuts: cuts{"a": {Method: "magic"}}},
			`binarize: thresholds: column "a": unknown method "magic": choose quantile, width, distinct or target`,
		},
		{
			binarize.FitOptions{Cuts: cuts{"b": {List: []float64{1}}}},
			`binarize: thresholds: column "b" is binary and cannot have thresholds`,
		},
		{binarize.FitOptions{Cuts: cuts{"z": {Count: 3}}}, `binarize: thresholds: column "z" does not exist`},
		{binarize.FitOptions{Dates: "auto; z=year"}, `dataset: column "z" does not exist`},
	}
	for _, test := range tests {
		if _, err := binarize.Fit(table, binarize.FitRows{Rows: table.AllRows()}, []int{0, 1}, test.o); err == nil || err.Error() != test.want {
			t.Errorf("error = %v, want %s", err, test.want)
		}
	}
}

func TestHugeNumbers(t *testing.T) {
	table := read(t, "n\n-1.7e308\n-1e308\n0\n1e308\n1.5e308\n1.6e308\n1.7e308\n\n")
	for _, method := range methods {
		e := fit(t, table, binarize.FitOptions{Method: method, Thresholds: 4, Policy: binarize.Impute})
		if err := e.Validate(); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// made is a table of random cells: numbers, categories and missing ones.
func made(t testing.TB, rows int) *dataset.Table {
	r := rand.New(rand.NewPCG(1, 2))
	var csv strings.Builder
	csv.WriteString("a,b,c,d,e\n")
	for range rows {
		e := ""
		if r.IntN(4) > 0 {
			e = fmt.Sprint(r.IntN(50))
		}
		fmt.Fprintf(&csv, "%.3f,%d,colour %d,%d,%s\n", r.NormFloat64(), r.IntN(1000), r.IntN(12), r.IntN(2), e)
	}
	return read(t, csv.String())
}

func TestPermutedRowsArePermutedBits(t *testing.T) {
	table := made(t, 300)
	for _, policy := range []binarize.Policy{binarize.Own, binarize.Impute} {
		e := fit(t, table, binarize.FitOptions{Policy: policy})
		m, _ := transform(t, e, table)
		rows := table.AllRows()
		rand.New(rand.NewPCG(3, 4)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		permuted, _, err := e.Transform(table, rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for j := range m.Cols {
				if permuted.Get(i, j) != m.Get(int(row), j) {
					t.Fatalf("%s: bit (%d, %d) is not that of row %d", policy, i, j, row)
				}
			}
		}
		again, err := binarize.Fit(table, binarize.FitRows{Rows: rows}, table.Usable(-1), binarize.FitOptions{})
		if policy == binarize.Own && (err != nil || !reflect.DeepEqual(again, e)) {
			t.Errorf("%s: fitted on permuted rows: %+v, %v, want %+v", policy, again, err, e)
		}
	}
}

func TestJSONKeepsTheEncoder(t *testing.T) {
	table := made(t, 300)
	for _, policy := range []binarize.Policy{binarize.Own, binarize.Impute, binarize.Drop} {
		e := fit(t, table, binarize.FitOptions{Policy: policy})
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var back binarize.Encoder
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if err := back.Validate(); err != nil || !reflect.DeepEqual(&back, e) {
			t.Errorf("%s: read back %+v, %v, want %+v", policy, back, err, e)
		}
	}
}

// damaged encoders are rejected; they also seed the fuzzer.
var damaged = []struct{ json, want string }{
	{`{"policy":"own"}`, "binarize: encoder: its columns are missing"},
	{`{"policy":"?","columns":[{"name":"a","values":["x"]}]}`, `binarize: encoder: unknown policy "?"`},
	{`{"policy":"own","columns":[{"name":"","values":["x"]}]}`, `binarize: encoder: column "": its name is empty`},
	{`{"policy":"own","columns":[{"name":"a"}]}`, `binarize: encoder: column "a": it lacks features`},
	{`{"policy":"own","columns":[{"name":"a","values":["x"]},{"name":"a","values":["x"]}]}`, `binarize: encoder: column "a": it occurs twice`},
	{
		`{"policy":"own","columns":[{"name":"a","thresholds":[2,1]}]}`,
		`binarize: encoder: column "a": its thresholds are not ascending numbers`,
	},
	{
		`{"policy":"own","columns":[{"name":"a","thresholds":[1,1]}]}`,
		`binarize: encoder: column "a": its thresholds are not ascending numbers`,
	},
	{
		`{"policy":"own","columns":[{"name":"a","thresholds":[1],"values":["x"]}]}`,
		`binarize: encoder: column "a": it has thresholds and values`,
	},
	{`{"policy":"own","columns":[{"name":"a","values":["x","x"]}]}`, `binarize: encoder: column "a": its values are not different texts`},
	{
		`{"policy":"own","columns":[{"name":"a","values":["x","y"],"other":"z"}]}`,
		`binarize: encoder: column "a": its other value "z" does not belong to one value`,
	},
	{
		`{"policy":"own","columns":[{"name":"a","rest":["x"]}]}`,
		`binarize: encoder: column "a": its rest of the values does not belong to named ones`,
	},
	{
		`{"policy":"own","columns":[{"name":"a","values":["x"],"other":"y","rest":["z"]}]}`,
		`binarize: encoder: column "a": its rest of the values does not belong to named ones`,
	},
	{
		`{"policy":"own","columns":[{"name":"a","values":["x"],"rest":["x"]}]}`,
		`binarize: encoder: column "a": its values are not different texts`,
	},
	{
		`{"policy":"impute","columns":[{"name":"a","thresholds":[1],"fill":"x"}]}`,
		`binarize: encoder: column "a": "x", the fill for missing cells, is not a number`,
	},
}

func TestValidateRefuses(t *testing.T) {
	for _, test := range damaged {
		var e binarize.Encoder
		if err := json.Unmarshal([]byte(test.json), &e); err != nil {
			t.Fatal(err)
		}
		if err := e.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("Validate = %v, want %s", err, test.want)
		}
	}
}

func FuzzEncoderJSON(f *testing.F) {
	table := read(f, seven)
	for _, policy := range []binarize.Policy{binarize.Own, binarize.Impute} {
		text, err := json.Marshal(fit(f, table, binarize.FitOptions{Policy: policy, Values: 2}))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, d := range damaged {
		f.Add([]byte(d.json))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var e binarize.Encoder
		if json.Unmarshal(text, &e) != nil || e.Validate() != nil {
			return
		}
		if got := len(e.Features()); got != e.Bits() {
			t.Errorf("%d features, want %d", got, e.Bits())
		}
		if m, _, err := e.Transform(table, table.AllRows()); err == nil && m.Cols != e.Bits() {
			t.Errorf("%d columns of bits, want %d", m.Cols, e.Bits())
		}
	})
}

func TestComplete(t *testing.T) {
	table := read(t, "a,b\n1,x\n,y\n3,\n4,z\n")
	sample := binarize.FitRows{Rows: table.AllRows()}
	tests := []struct {
		columns []int
		want    []int32
	}{
		{nil, []int32{0, 1, 2, 3}},
		{[]int{0}, []int32{0, 2, 3}},
		{[]int{0, 1}, []int32{0, 3}},
	}
	for _, test := range tests {
		if got := sample.Complete(table, test.columns).Rows; !slices.Equal(got, test.want) {
			t.Errorf("Complete(%v) = %v, want %v", test.columns, got, test.want)
		}
	}
}
