package binarize

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// labelled returns a column of numbers or texts and the rows whose labels are the characters of a text, from 0.
func labelled(kind dataset.Kind, cells, labels string) (*dataset.Column, FitRows) {
	c := &dataset.Column{Name: "column", Kind: kind}
	var codes []int32
	for i := range cells {
		if cells[i] == '?' {
			codes, c.Numbers = append(codes, -1), append(c.Numbers, math.NaN())
			continue
		}
		codes, c.Numbers = append(codes, int32(cells[i]-'0')), append(c.Numbers, float64(cells[i]-'0'))
	}
	if kind != dataset.Numeric {
		c.Codes, c.Values, c.Numbers = dataset.NewCodes(codes), make([]string, 10), nil
	}
	var rows FitRows
	most := byte('1')
	for i := range labels {
		rows.Rows, rows.Positives = append(rows.Rows, int32(i)), append(rows.Positives, labels[i] == '1')
		rows.Classes, most = append(rows.Classes, labels[i]-'0'), max(most, labels[i])
	}
	if most == '1' {
		rows.Classes = nil
	} else {
		rows.Positives = nil
	}
	return c, rows
}

// The values are computed by hand: an AUC by counting pairs, V by the formula of the reference.
func TestAssociation(t *testing.T) {
	const no, yes = "0000000000", "1111111111"
	const forty = no + no + no + no + yes + yes + yes + yes
	tests := []struct {
		name          string
		kind          dataset.Kind
		cells, labels string
		want          float64
		leak          Leak
	}{
		{"numbers", dataset.Numeric, "1234", "0011", 1, NoLeak}, // too few rows to suspect a leak
		{"numbers that descend", dataset.Numeric, "4321", "0011", 1, NoLeak},
		{"one pair of four is wrong", dataset.Numeric, "1324", "0011", 0.75, NoLeak},
		{"ties count half", dataset.Numeric, "1223", "0011", 0.875, NoLeak},
		{"a constant", dataset.Numeric, "5555", "0011", 0.5, NoLeak},
		{"no number", dataset.Numeric, "????", "0011", 0.5, NoLeak},
		{"missing below", dataset.Numeric, "?123", "0011", 1, NoLeak},
		{"missing above", dataset.Numeric, "12??", "0011", 1, NoLeak},
		{"missing apart from the class", dataset.Numeric, "1?3?", "0011", 0.625, NoLeak},
		{"one class", dataset.Numeric, "1234", "0000", 0.5, NoLeak},
		{"a leak", dataset.Numeric, no + yes, no + yes, 1, Leaks},
		{"a leak but for a tie", dataset.Numeric, no[:9] + "1" + "1222222222", no + yes, 0.995, NearlyLeak},
		{"no leak", dataset.Numeric, no[:9] + "2" + "1222222222", no + yes, 0.945, NoLeak},
		// One and three of 40 positive rows have the smallest number; the AUC is 39/40 + 0.75/80, and 37/40 + 2.25/80.
		{"a leak at one cut point", dataset.Numeric, strings.Repeat("0001", 10) + "0" + strings.Repeat("3", 39), forty, 0.984375, NearlyLeak},
		{"no leak at one cut point", dataset.Numeric, strings.Repeat("0001", 10) + "000" + strings.Repeat("3", 37), forty, 0.953125, NoLeak},
		{"the best class of three", dataset.Numeric, "112233", "001122", 1, NoLeak},
		{"the class between", dataset.Numeric, no + yes + "2222222222", no + "2222222222" + yes, 1, NoLeak},
		{"categories", dataset.Binary, no + yes, no + yes, 1, Leaks},
		{"categories that say nothing", dataset.Binary, "0101", "0011", 0, NoLeak},
		// φ² = 0.36 and n = 20: (0.36 - 1/19) / (1 - 1/19)
		{"categories in part", dataset.Binary, "00000000110011111111", no + yes, math.Sqrt((0.36 - 1.0/19) * 19 / 18), NoLeak},
		// A row each: φ² = 1 is what chance gives.
		{"a value for each row", dataset.Categorical, "01234567", "00001111", 0, NoLeak},
		{"a constant category", dataset.Categorical, "1111", "0011", 0, NoLeak},
		{"missing is a category", dataset.Categorical, "??????????" + yes, no + yes, 1, Leaks},
		{"one class of categories", dataset.Categorical, "0011", "1111", 0, NoLeak},
		{"categories of three classes", dataset.Categorical, no + yes + "2222222222", no + yes + "2222222222", math.Sqrt(27.0 / 28), Leaks},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, rows := labelled(test.kind, test.cells, test.labels)
			got := Associate(rows)(c)
			if math.Abs(got.Value-test.want) > 1e-12 || got.Leak != test.leak || got.Name != "column" {
				t.Errorf("%+v, want %v, leak %q", got, test.want, test.leak)
			}
		})
	}
}

// A column whose known cells are all in one class may have been filled in after the target, such as a cause of death.
func TestLeakByBeingKnown(t *testing.T) {
	rare, frequent := strings.Repeat("1", 30)+strings.Repeat("0", 60), strings.Repeat("0", 60)+strings.Repeat("1", 30)
	for _, test := range []struct {
		name, cells, labels string
		leak                Leak
	}{
		{"known for some of a class", strings.Repeat("12", 10) + strings.Repeat("?", 70), rare, KnownLeak},
		{"known for another row", strings.Repeat("12", 10) + strings.Repeat("?", 69) + "1", rare, NoLeak},
		{"by chance", strings.Repeat("12", 5) + strings.Repeat("?", 80), rare, NoLeak},
		{"of the frequent class", strings.Repeat("12", 10) + strings.Repeat("?", 70), frequent, NoLeak},
		{"known for a class", strings.Repeat("12", 15) + strings.Repeat("?", 60), rare, Leaks},
	} {
		for _, kind := range []dataset.Kind{dataset.Numeric, dataset.Binary} {
			c, rows := labelled(kind, test.cells, test.labels)
			if got := Associate(rows)(c); got.Leak != test.leak {
				t.Errorf("%s, %s: %+v, want leak %q", test.name, kind, got, test.leak)
			}
		}
	}
}

// The rows of three classes may all lack a number.
func TestAssociationWithoutNumbers(t *testing.T) {
	c, rows := labelled(dataset.Numeric, "???", "012")
	if got := Associate(rows)(c); got.Value != 0.5 || got.Missing != 3 || got.String() != "AUC 0.50" {
		t.Errorf("%+v", got)
	}
}

// A column of numbers has the same association however it is stored, and an AUC is the share of the pairs in order.
func TestAssociationOfManyNumbers(t *testing.T) {
	const n = 2000 // more than are sorted by comparison
	r := rand.New(rand.NewPCG(1, 2))
	plain, coded := &dataset.Column{Kind: dataset.Numeric}, &dataset.Column{Kind: dataset.Numeric}
	var rows FitRows
	var codes []int32
	for level := range 50 {
		coded.Levels = append(coded.Levels, float64(level))
	}
	for i := range n {
		positive := r.IntN(3) == 0
		level := r.IntN(40)
		if positive {
			level += 10
		}
		rows.Rows, rows.Positives = append(rows.Rows, int32(i)), append(rows.Positives, positive)
		plain.Numbers, codes = append(plain.Numbers, float64(level)), append(codes, int32(level))
	}
	coded.Codes = dataset.NewCodes(codes)
	twice, pairs := 0, 0
	for i, yes := range rows.Positives {
		for k, other := range rows.Positives {
			if yes && !other {
				pairs++
				switch {
				case codes[i] > codes[k]:
					twice += 2
				case codes[i] == codes[k]:
					twice++
				}
			}
		}
	}
	want := float64(twice) / float64(2*pairs)
	measure := Associate(rows)
	if a, b := measure(plain).Value, measure(coded).Value; a != want || b != want {
		t.Errorf("%v and %v, want %v", a, b, want)
	}
}
