package dataset_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

func TestDuplicates(t *testing.T) {
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
			if got := table.Duplicates(); !slices.Equal(got, test.want) {
				t.Errorf("Duplicates() = %v, want %v", got, test.want)
			}
		})
	}
}

// Numbers that are too many for codes are duplicates if they are equal.
func TestDuplicatesOfManyNumbers(t *testing.T) {
	numbers := make([]float64, 100)
	for i := range numbers {
		numbers[i] = float64(i)
	}
	other := slices.Clone(numbers)
	other[50]++
	table := &dataset.Table{Rows: len(numbers)}
	for _, of := range [][]float64{numbers, other, slices.Clone(numbers)} {
		table.Columns = append(table.Columns, dataset.Column{Kind: dataset.Numeric, Numbers: of})
	}
	if got, want := table.Duplicates(), [][2]int{{0, 2}}; !slices.Equal(got, want) {
		t.Errorf("Duplicates() = %v, want %v", got, want)
	}
}

func BenchmarkDuplicates(b *testing.B) {
	csv := adultLike(400_000)
	table, err := dataset.Read(context.Background(), "people.csv", strings.NewReader(string(csv)), dataset.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		table.Duplicates()
	}
}
