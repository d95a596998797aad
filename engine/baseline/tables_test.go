package baseline_test

import (
	"bytes"
	"context"
	"testing"

	"drnet/engine/baseline"
	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/realdata"
)

// real is a table of the paper, with the positive class that the recorded figures are about.
type real struct {
	name, target, positive string
	read                   dataset.Options
	fit                    binarize.FitOptions
}

var tables = []real{
	{name: "magic", target: "class:", positive: "h"},
	{name: "adult", target: "label", positive: ">50K", fit: binarize.FitOptions{Policy: binarize.Drop, Values: 100}},
	{
		name: "heloc", target: "RiskPerformance", positive: "Good", read: dataset.Options{MissingValues: []string{"-7", "-8", "-9"}},
		fit: binarize.FitOptions{Policy: binarize.Impute},
	},
	{name: "house", target: "binaryClass", positive: "P"},
}

// fold0 returns the rows outside and in the first reference fold, as the paper encodes them.
func (r real) fold0(t testing.TB) (train, test baseline.LabeledRows, features []binarize.Feature) {
	t.Helper()
	file := bytes.NewReader(realdata.Read(t, r.name+".csv"))
	table, err := dataset.Read(context.Background(), r.name+".csv", file, r.read)
	if err != nil {
		t.Fatal(err)
	}
	folds := realdata.Read(t, "../reference/"+r.name+"_folds.txt")
	target := table.Column(r.target)
	columns, rows := table.Usable(target), table.AllRows()
	if r.fit.Policy == binarize.Drop {
		rows = binarize.FitRows{Rows: rows}.Complete(table, columns).Rows
	}
	var parts [2][]int32
	k := 0
	for _, digit := range folds {
		if digit < '0' || digit > '9' {
			continue
		}
		part := 0
		if digit == '0' {
			part = 1
		}
		parts[part] = append(parts[part], rows[k])
		k++
	}
	if k != len(rows) {
		t.Fatalf("%d folds for %d rows", k, len(rows))
	}
	e, err := binarize.Fit(table, binarize.FitRows{Rows: parts[0]}, columns, r.fit)
	if err != nil {
		t.Fatal(err)
	}
	of := func(part []int32) baseline.LabeledRows {
		x, _, err := e.Transform(table, part)
		if err != nil {
			t.Fatal(err)
		}
		labels := make([]uint64, bitmat.Words(len(part)))
		for i, row := range part {
			if text, ok := table.Columns[target].Text(int(row)); ok && text == r.positive {
				bitmat.Set(labels, i)
			}
		}
		return baseline.LabeledRows{X: x, Labels: labels}
	}
	return of(parts[0]), of(parts[1]), e.Features()
}

// right returns the accuracy of a classifier.
func right(c baseline.Classifier, rows baseline.LabeledRows) float64 {
	answers := make([]uint64, bitmat.Words(rows.X.Rows))
	c.Answer(answers, rows)
	wrong := 0
	for i := range rows.X.Rows {
		if bitmat.Get(answers, i) != bitmat.Get(rows.Labels, i) {
			wrong++
		}
	}
	return 1 - float64(wrong)/float64(rows.X.Rows)
}
