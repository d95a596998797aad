package prepare

import (
	"context"
	"math"
	"reflect"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// TestEncodeInParts checks that encoding in chunks gives the same bits and report as encoding at once.
func TestEncodeInParts(t *testing.T) {
	table := numbered(2*EncodeRows + 77)
	for i := 0; i < table.Rows; i += 5 {
		table.Columns[0].Numbers[i] = math.NaN()
	}
	encoder := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "colour", Values: []string{"blue", "red"}}, // green is unseen
		{Name: "age", Thresholds: []float64{100, 5000, 60000}},
		{Name: "label", Values: []string{"yes"}, Other: "no"},
	}}
	rows := table.AllRows()[3:]
	want, wantReport, err := encoder.Transform(table, rows)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	j := Job{context.Background(), func(protocol.Event) { calls++ }}
	got, report, err := Encode(j, encoder, table, rows, nil)
	if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(report, wantReport) || len(report.Gaps) != 2 {
		t.Errorf("in parts the rows are other bits, or the report is %+v, want %+v; %v", report, wantReport, err)
	}
	if calls != 3 {
		t.Errorf("%d parts, want 3", calls)
	}
	some, _, err := Encode(j, encoder, table, rows, []bool{true, false, true})
	if err != nil {
		t.Fatal(err)
	}
	for k := range want.Cols {
		asked := k < 2 || k == 5
		if reflect.DeepEqual(some.Column(k), want.Column(k)) != asked {
			t.Errorf("bit %d is encoded: %v, want %v", k, !asked, asked)
		}
	}
}

// TestFitInParts checks that fitting columns in groups gives the same encoder as fitting all at once.
func TestFitInParts(t *testing.T) {
	table := numbered(3000)
	for k := range 700 {
		c := table.Columns[k%2]
		c.Name += string(rune('a'+k%26)) + string(rune('a'+k/26))
		table.Columns = append(table.Columns, c)
	}
	target, err := table.Target("label", "yes")
	if err != nil {
		t.Fatal(err)
	}
	from := Labeled(table, target)
	for _, policy := range []binarize.Policy{binarize.Own, binarize.Drop} {
		o := binarize.FitOptions{Policy: policy}
		want, err := binarize.Fit(table, from.FitRows, table.Usable(2), o)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		got, err := from.Fit(Job{context.Background(), func(protocol.Event) { calls++ }}, table.Usable(2), o)
		if err != nil || !reflect.DeepEqual(got, want) || calls < 2 {
			t.Errorf("in %d parts the encoder is another, %v", calls, err)
		}
	}
}

// numbered returns a table of ages, colors and labels.
func numbered(rows int) *dataset.Table {
	numbers, codes, label := make([]float64, rows), new(dataset.Codes), new(dataset.Codes)
	for i := range rows {
		numbers[i] = float64(i * 7919 % rows)
		codes.Append(int32(i % 3))
		label.Append(int32(i / 3 % 2))
	}
	return &dataset.Table{Name: "t.csv", Rows: rows, Dialect: dataset.Dialect{Header: true}, Columns: []dataset.Column{
		{Name: "age", Kind: dataset.Numeric, Numbers: numbers},
		{Name: "colour", Kind: dataset.Categorical, Codes: codes, Values: []string{"blue", "green", "red"}},
		{Name: "label", Kind: dataset.Binary, Codes: label, Values: []string{"no", "yes"}},
	}}
}
