package binarize_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// fuzzed makes a table of a column of numbers, one of codes and one of texts, and the classes of its rows, from bytes:
// three for a row.
func fuzzed(bytes []byte) (*dataset.Table, []bool) {
	numbers := dataset.Column{Name: "numbers", Kind: dataset.Numeric, Numbers: []float64{}}
	codes := dataset.Column{Name: "codes", Kind: dataset.Categorical, Codes: new(dataset.Codes)}
	texts := dataset.Column{Name: "texts", Kind: dataset.Categorical, Texts: new(dataset.Texts)}
	const values = 20
	for i := range values {
		codes.Values = append(codes.Values, fmt.Sprintf("v%02d", i))
	}
	var positives []bool
	for ; len(bytes) >= 3; bytes = bytes[3:] {
		x := float64(int8(bytes[0])) / 10
		switch bytes[0] {
		case 128:
			x = math.NaN()
		case 127:
			x = math.MaxFloat64
		case 129:
			x = -math.MaxFloat64
		}
		numbers.Numbers = append(numbers.Numbers, x)
		codes.Codes.Append(int32(bytes[1]%(values+1)) - 1)
		if bytes[2]&64 != 0 {
			texts.Texts.AppendMissing()
		} else {
			texts.Texts.Append(fmt.Append(nil, bytes[2]&63))
		}
		positives = append(positives, bytes[2]&128 != 0)
	}
	return &dataset.Table{Rows: len(positives), Columns: []dataset.Column{numbers, codes, texts}}, positives
}

// fuzzedOptions makes valid options from two bytes.
func fuzzedOptions(a, b uint8) binarize.FitOptions {
	return binarize.FitOptions{Method: methods[a&3], Policy: policies[a>>2%3], Thresholds: int(a >> 5), Values: int(b & 31)}
}

func FuzzFit(f *testing.F) {
	f.Add(uint8(3), uint8(2), []byte("123abcxyz\x80\x00\x40\x7f\x01\x00\x81\x02\xff"))
	f.Add(uint8(0x21), uint8(31), []byte("aaabbbcccdddeeefffggghhhiiijjjkkk"))
	f.Add(uint8(0x46), uint8(1), []byte("\x00\x01\x02\x00\x01\x82\x05\x06\x07\x08\x09\x10\x11\x12\x93"))
	f.Fuzz(func(t *testing.T, a, b uint8, bytes []byte) {
		table, positives := fuzzed(bytes)
		o := fuzzedOptions(a, b)
		sample := binarize.FitRows{Rows: table.AllRows(), Positives: positives}
		e, err := binarize.Fit(table, sample, table.Usable(-1), o)
		if err != nil {
			return
		}
		if err := e.Validate(); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(sample.Rows)
		slices.Reverse(sample.Positives)
		if again, err := binarize.Fit(table, sample, table.Usable(-1), o); err != nil || !reflect.DeepEqual(again, e) {
			t.Fatalf("Fit of permuted rows = %+v, %v, want %+v", again, err, e)
		}
		rows := sample.Rows
		if o.Policy == binarize.Drop {
			rows = sample.Complete(table, table.Usable(-1)).Rows
		}
		m, report, err := e.Transform(table, rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, gap := range report.Gaps {
			if o.Policy != binarize.Impute || gap.Unseen > 0 || gap.Missing > 0 {
				t.Fatalf("the fitted rows have a gap: %+v", gap)
			}
		}
		checkQuestions(t, e, table, rows, m)
	})
}

// checkQuestions asks every feature of every row, and compares the bit.
func checkQuestions(t *testing.T, e *binarize.Encoder, table *dataset.Table, rows []int32, m *bitmat.Matrix) {
	t.Helper()
	for j, f := range e.Features() {
		c := &e.Columns[f.Column]
		from := &table.Columns[table.Column(f.Name)]
		for i, row := range rows {
			text, known := from.Text(int(row))
			if !known && c.Fill != "" {
				text, known = c.Fill, true
			}
			x, _ := dataset.ParseNumber(text)
			var want bool
			switch f.Op {
			case binarize.Missing:
				want = !known
			case binarize.AtMost:
				want = known && x <= f.Threshold
			case binarize.Equals:
				want = known && text == f.Value
			case binarize.Rest:
				want = known && !slices.Contains(c.Values, text)
			}
			if got := m.Get(i, j); got != want {
				t.Fatalf("%s of %q = %v, want %v", f.Text(false), text, got, want)
			}
		}
	}
}
