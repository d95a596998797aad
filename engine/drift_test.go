package engine_test

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

// plainShift returns the population stability index of a numeric column of two tables, with the bins of an encoder.
func plainShift(t *testing.T, c binarize.EncodedColumn, then, now string) float64 {
	t.Helper()
	share := func(table string) []float64 {
		r := csv.NewReader(strings.NewReader(table))
		r.TrimLeadingSpace = true
		lines, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for lines[0][at] != c.Name {
			at++
		}
		bins := make([]float64, len(c.Thresholds)+1)
		for _, line := range lines[1:] {
			k := 0
			for k < len(c.Thresholds) && parsed(t, line[at]) > c.Thresholds[k] {
				k++
			}
			bins[k]++
		}
		n, m := float64(len(lines)-1), float64(len(bins))
		for k := range bins {
			bins[k] = (bins[k] + 0.5) / (n + m/2)
		}
		return bins
	}
	p, q, sum := share(then), share(now), 0.0
	for k := range p {
		sum += (q[k] - p[k]) * math.Log(q[k]/p[k])
	}
	return sum
}

func parsed(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// shiftOf returns the shift of a column.
func shiftOf(d *eval.Drift, column string) eval.Shift {
	for _, s := range d.Columns {
		if s.Column == column {
			return s
		}
	}
	return eval.Shift{}
}

// TestDrift applies a model to its own table, in which nothing has changed, to another sample of the same people, and to older ones.
func TestDrift(t *testing.T) {
	table := ward(600)
	k := withTable(t, table)
	m := k.train(protocol.Train{Target: "ill", Positive: "yes", Network: small}).Model
	same := answered[protocol.Applied](k, protocol.Apply{Model: m}).Drift
	for _, s := range same.Columns {
		if s.Index != 0 {
			t.Errorf("in the same table %+v", s)
		}
	}
	for i, r := range same.Rules {
		if r.Difference.Value != 0 || r.Part != m.Learned.Outcome().Train.Rules[i].Covered {
			t.Errorf("rule %d in the same table: %+v", i+1, r)
		}
	}
	if same.Accuracy == nil || same.Accuracy.Difference.Value != 0 {
		t.Errorf("the accuracy in the same table is %+v", same.Accuracy)
	}
	var old strings.Builder
	for i, line := range strings.SplitAfter(ward(900), "\n") {
		if age, _, _ := strings.Cut(line, ","); i == 0 || age > "50" {
			old.WriteString(line)
		}
	}
	k.load(old.String())
	d := answered[protocol.Applied](k, protocol.Apply{Model: m}).Drift
	if age, weight := shiftOf(d, "age"), shiftOf(d, "weight"); !age.Moved || weight.Moved {
		t.Errorf("older people: age %+v, weight %+v", age, weight)
	}
	for i := range m.Encoder.Columns {
		if c := m.Encoder.Columns[i]; len(c.Thresholds) > 0 {
			if got, want := shiftOf(d, c.Name).Index, plainShift(t, c, table, old.String()); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: index %v, want %v", c.Name, got, want)
			}
		}
	}
	edited := *m
	edited.Encoder = &binarize.Encoder{Policy: m.Encoder.Policy, Columns: append([]binarize.EncodedColumn(nil), m.Encoder.Columns...)}
	edited.Learned.FeatureRows = m.Learned.FeatureRows[:3]
	if d := answered[protocol.Applied](k, protocol.Apply{Model: &edited}).Drift; d.Columns != nil {
		t.Errorf("counts of other features give %+v", d.Columns)
	}
}

// TestAdultDrift compares rows of adult with others of the same table.
func TestAdultDrift(t *testing.T) {
	slow(t)
	text, err := os.ReadFile(realdata.Path(t, "adult.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	const learned = 20_000
	first, rest := strings.Join(lines[:learned], ""), lines[0]+strings.Join(lines[learned:], "")
	k := withTable(t, first)
	m := k.train(protocol.Train{Target: "label", Positive: ">50K", Network: small}).Model
	k.load(rest)
	d := answered[protocol.Applied](k, protocol.Apply{Model: m}).Drift
	for i := range m.Encoder.Columns {
		c := m.Encoder.Columns[i]
		s := shiftOf(d, c.Name)
		if s.Moved {
			t.Errorf("%+v", s)
		}
		if len(c.Thresholds) > 0 {
			if want := plainShift(t, c, first, rest); math.Abs(s.Index-want) > 1e-9 {
				t.Errorf("%s: index %v, want %v", c.Name, s.Index, want)
			}
		}
	}
}
