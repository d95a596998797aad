package binarize_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/realdata"
)

// reference is a real table with the features that the paper's encoding gives it. The lists in testdata were
// recorded with pandas, each feature with its number of ones.
type reference struct {
	name   string
	target string
	read   dataset.Options
	fit    binarize.FitOptions
	rows   int // that are encoded
	bits   int
}

var references = []reference{
	{name: "adult", target: "label", fit: binarize.FitOptions{Policy: binarize.Drop, Values: 100}, rows: 30162, bits: 128},
	{name: "magic", target: "class:", rows: 19020, bits: 90},
	{
		name: "heloc", target: "RiskPerformance", read: dataset.Options{MissingValues: []string{"-7", "-8", "-9"}},
		fit: binarize.FitOptions{Policy: binarize.Impute}, rows: 10459, bits: 154,
	},
	{name: "house", target: "binaryClass", rows: 22784, bits: 132},
}

// load reads the table.
func (r reference) load(t testing.TB) *dataset.Table {
	t.Helper()
	file := bytes.NewReader(realdata.Read(t, r.name+".csv"))
	table, err := dataset.Read(context.Background(), r.name+".csv", file, r.read)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// encode fits and transforms all rows that the policy keeps.
func (r reference) encode(t testing.TB, table *dataset.Table) (*binarize.Encoder, *bitmat.Matrix) {
	t.Helper()
	columns, rows := table.Usable(table.Column(r.target)), table.AllRows()
	if r.fit.Policy == binarize.Drop {
		rows = binarize.FitRows{Rows: rows}.Complete(table, columns).Rows
	}
	e := mustFit(t, table, binarize.FitRows{Rows: rows}, columns, r.fit)
	m, report, err := e.Transform(table, rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, gap := range report.Gaps {
		if r.fit.Policy != binarize.Impute || gap.Unseen > 0 || gap.Missing > 0 {
			t.Errorf("the fitted rows have a gap: %+v", gap)
		}
	}
	return e, m
}

func TestFeaturesAreTheReferences(t *testing.T) {
	for _, r := range references {
		t.Run(r.name, func(t *testing.T) {
			e, m := r.encode(t, r.load(t))
			if m.Rows != r.rows || m.Cols != r.bits {
				t.Errorf("%d × %d bits, want %d × %d", m.Rows, m.Cols, r.rows, r.bits)
			}
			want := readFeatures(t, filepath.Join("testdata", r.name+"_features.csv"))
			features := e.Features()
			if len(features) != len(want) {
				t.Fatalf("%d features, want %d", len(features), len(want))
			}
			for j, f := range features {
				if !sameFeature(f, want[j][0]) {
					t.Errorf("feature %d = %s, want %s", j, f.Text(false), want[j][0])
				}
				if got := strconv.Itoa(bitmat.Count(m.Column(j))); got != want[j][1] {
					t.Errorf("feature %d, %s, has %s ones, want %s", j, f.Text(false), got, want[j][1])
				}
			}
		})
	}
}

func readFeatures(t *testing.T, path string) [][]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records[1:]
}

// sameFeature compares a feature with the reference's name for it: "age<=50.0", "race==White", or "sex".
func sameFeature(f binarize.Feature, name string) bool {
	if column, value, ok := strings.Cut(name, "=="); ok {
		return f.Op == binarize.Equals && f.Name == column && f.Value == value
	}
	column, threshold, ok := strings.Cut(name, "<=")
	if !ok {
		return f.Op == binarize.Equals && f.Name == name && f.Other != ""
	}
	x, err := strconv.ParseFloat(threshold, 64)
	return err == nil && f.Op == binarize.AtMost && f.Name == column && ulps(f.Threshold, x) <= 4
}

// ulps returns how many float64 numbers lie between two of the same sign.
func ulps(a, b float64) uint64 {
	p, q := int64(math.Float64bits(a)), int64(math.Float64bits(b))
	return uint64(max(p-q, q-p))
}
