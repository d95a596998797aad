package twin_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/dataset/twin"
	"drnet/engine/numeric"
)

func TestTwins(t *testing.T) {
	const rows = 200
	code := func(i int) string { return fmt.Sprint(i * i % 7) } // 0, 1, 2 and 4
	name := func(i int) string { return "level " + code(i) }
	number := func(i int) string { return fmt.Sprint(float64(i*7919%100_000) + 0.5) }
	unless := func(every int, f func(int) string) func(int) string {
		return func(i int) string {
			if i%every == every-1 {
				return ""
			}
			return f(i)
		}
	}
	rare := func(at int) func(int) string {
		return func(i int) string { return map[bool]string{true: "yes", false: "no"}[i == at || i == at+1] }
	}
	tests := []struct {
		name    string
		columns []func(row int) string
		want    [][2]int
	}{
		{"a name and its code", []func(int) string{name, code}, [][2]int{{0, 1}}},
		{"missing cells", []func(int) string{unless(3, name), unless(5, code)}, [][2]int{{0, 1}}},
		{"three alike", []func(int) string{name, rare(3), code, name}, [][2]int{{0, 2}, {0, 3}}},
		{"one exception", []func(int) string{name, func(i int) string { return code(i + 3*(i/(rows-1))) }}, nil},
		{"coarser values", []func(int) string{name, func(i int) string { return fmt.Sprint(i * i % 7 / 2) }}, nil},
		{"two rare values may match by chance", []func(int) string{rare(7), rare(7)}, nil},
		{"different numbers", []func(int) string{number, func(i int) string { return number(i + 1) }}, nil},
		{"never known together", []func(int) string{unless(2, name), func(i int) string { return unless(2, code)(i + 1) }}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var csv strings.Builder
			for j := range test.columns {
				fmt.Fprintf(&csv, "c%d,", j)
			}
			csv.WriteString("n\n")
			for i := range rows {
				for _, column := range test.columns {
					csv.WriteString(column(i) + ",")
				}
				fmt.Fprintln(&csv, i%11)
			}
			table, err := dataset.Read(context.Background(), "t.csv", strings.NewReader(csv.String()), dataset.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := pairs(twin.Find(table)); !slices.Equal(got, test.want) {
				t.Errorf("Find = %v, want %v", got, test.want)
			}
		})
	}
}

func pairs(twins []twin.Twin) (list [][2]int) {
	for _, t := range twins {
		list = append(list, [2]int{t.Earlier, t.Later})
	}
	return list
}

// Columns of many rows are twins with exceptions, or if their numbers are in nearly the same order; the sentence says which.
func TestNearTwins(t *testing.T) {
	const rows = 30_000
	random := func(seed uint64) func(int) float64 {
		return func(i int) float64 { return float64(numeric.Mix(seed<<40+uint64(i))>>11) / (1 << 53) }
	}
	level := func(i int) int32 { return int32(7 * random(1)(i) * random(2)(i)) }
	codes := func(f func(i int) int32) dataset.Column {
		c := dataset.Column{Kind: dataset.Categorical, Codes: new(dataset.Codes)}
		for i := range rows {
			c.Codes.Append(f(i))
		}
		for k := range 8 {
			c.Values = append(c.Values, fmt.Sprint("v", k))
		}
		return c
	}
	wrong := func(share float64) dataset.Column {
		return codes(func(i int) int32 {
			if random(3)(i) < share {
				return 7
			}
			return 6 - level(i)
		})
	}
	rare := func(share, exceptions float64) dataset.Column {
		return codes(func(i int) int32 {
			if random(4)(i) < share != (random(5)(i) < exceptions) {
				return 1
			}
			return 0
		})
	}
	numbers := func(f func(i int) float64) dataset.Column {
		c := dataset.Column{Kind: dataset.Numeric}
		for i := range rows {
			c.Numbers = append(c.Numbers, f(i))
		}
		return c
	}
	x, noise := random(6), random(7)
	for _, test := range []struct {
		name        string
		first, then dataset.Column
		want        string // "" for no twins
	}{
		{"exact", codes(level), wrong(0), "their values map one to one"},
		{"few exceptions", codes(level), wrong(0.003), "their values map one to one, except in 33 of 10000 rows"},
		{"more exceptions", codes(level), wrong(0.01), ""},
		{"rare values, and half as many exceptions", rare(0.004, 0), rare(0.004, 0.002), ""},
		{
			"missing cells", codes(func(i int) int32 { return max(-1, level(i)-int32(i%5)/4*9) }), wrong(0.003),
			"their values map one to one, except in 27 of 8000 rows",
		},
		{"coarser", codes(level), codes(func(i int) int32 { return level(i) / 2 }), ""},
		{"independent", codes(level), codes(func(i int) int32 { return level(i + 1) }), ""},
		{
			"linear", numbers(x), numbers(func(i int) float64 { return 32 + 1.8*x(i) }),
			"their numbers have nearly the same order, rank correlation 1.000",
		},
		{"opposite", numbers(x), numbers(func(i int) float64 { return -x(i) * x(i) }), "the opposite order, rank correlation -1.000"},
		{"noise", numbers(x), numbers(func(i int) float64 { return x(i) + 0.05*noise(i) }), "rank correlation 0.99"},
		{"more noise", numbers(x), numbers(func(i int) float64 { return x(i) + 0.5*noise(i) }), ""},
		{"unrelated numbers", numbers(x), numbers(noise), ""},
		{"half missing", numbers(x), numbers(func(i int) float64 { return 2 * x(i) / float64(i%2) * float64(i%2) }), "rank correlation 1.000"},
		{"constant", numbers(x), numbers(func(int) float64 { return 1 }), ""},
	} {
		table := &dataset.Table{Rows: rows, Columns: []dataset.Column{test.first, test.then}}
		got := twin.Find(table)
		if (len(got) == 1) != (test.want != "") || len(got) == 1 && !strings.Contains(got[0].Says, test.want) {
			t.Errorf("%s: twins %+v, want %q", test.name, got, test.want)
		}
	}
}

// Numbers that are too many for codes are twins if they are equal, and not if one of a hundred is far off.
func TestTwinsOfManyNumbers(t *testing.T) {
	numbers := make([]float64, 100)
	for i := range numbers {
		numbers[i] = float64(i)
	}
	other := slices.Clone(numbers)
	other[50] = 1000
	table := &dataset.Table{Rows: len(numbers)}
	for _, of := range [][]float64{numbers, other, slices.Clone(numbers)} {
		table.Columns = append(table.Columns, dataset.Column{Kind: dataset.Numeric, Numbers: of})
	}
	if got, want := pairs(twin.Find(table)), [][2]int{{0, 2}}; !slices.Equal(got, want) {
		t.Errorf("Find = %v, want %v", got, want)
	}
}

// Dates with too many values for codes are compared with no numbers, and with no codes.
func TestManyDates(t *testing.T) {
	const rows = 70_000
	var text strings.Builder
	text.WriteString("amount,at,again,class\n")
	for i := range rows {
		at := fmt.Sprintf("%d-01-%02d %02d:%02d", 1900+i/40_320, 1+i/1440%28, i/60%24, i%60)
		fmt.Fprintf(&text, "%.2f,%s,%s,%d\n", float64(i)*1.37, at, at, i%3)
	}
	table, err := dataset.Read(t.Context(), "t.csv", strings.NewReader(text.String()), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if at := table.Columns[1]; at.Kind != dataset.Date || at.Texts == nil {
		t.Fatalf("the dates are %s", at.Kind)
	}
	if found := twin.Find(table); len(found) != 0 {
		t.Errorf("the twins are %+v, want none", found)
	}
}
