package infer

import (
	"slices"
	"testing"
)

func TestDefaultMissing(t *testing.T) {
	m := NewMarks(nil)
	missing := []string{
		"", "?", "NA", "N/A", "n/a", "N.A.", "n.a.", "#N/A", "#N/A N/A", "#NA", "<NA>", "null", "Null", "NULL", "(null)", "NaN", "nan",
		"NAN", "-NaN", "None", "nil", `\N`, "-", "--", "---", "–", "—", ".", "..", "...",
		"#DIV/0!", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#NAME?",
	}
	for _, text := range missing {
		if !m.Has([]byte(text)) {
			t.Errorf("is(%q) = false, want true", text)
		}
	}
	present := []string{
		"0", "na", "Na", "unknown", "missing", "no", "No", "inf", "-9", "N", "NAs", "----", "....",
		"#", "nul", "0.0", "é", "NA ",
	}
	for _, text := range present {
		if m.Has([]byte(text)) {
			t.Errorf("is(%q) = true, want false", text)
		}
	}
}

func TestGivenMissing(t *testing.T) {
	tests := []struct {
		marks []string
		text  string
		want  bool
	}{
		{[]string{}, "NA", false},
		{[]string{}, "", true},
		{[]string{"x"}, "x", true},
		{[]string{" x "}, "x", true},
		{[]string{"x"}, "NA", false},
		{[]string{"-9"}, "-9", true},
		{[]string{"-9"}, "-9.0", true},
		{[]string{"-9"}, "-9,00", true},
		{[]string{"-9"}, "−9", true},
		{[]string{"-9"}, "-0.9e1", true},
		{[]string{"-9"}, "9", false},
		{[]string{"-9"}, "-99", false},
		{[]string{"-9"}, "x", false},
		{[]string{"-9999"}, "-9,999", false},
		{[]string{"0"}, "-0", true},
		{[]string{"00"}, "00", true},
		{[]string{"00"}, "0", false},
		{[]string{""}, "", true},
		{
			[]string{"a long text of more than sixty-four bytes, to be on the safe side of the table"},
			"a long text of more than sixty-four bytes, to be on the safe side of the table", true,
		},
	}
	for _, test := range tests {
		if got := NewMarks(test.marks).Has([]byte(test.text)); got != test.want {
			t.Errorf("NewMarks(%q).Has(%q) = %v, want %v", test.marks, test.text, got, test.want)
		}
	}
}

func BenchmarkMarks(b *testing.B) {
	for _, marks := range [][]string{nil, {"-9"}} {
		m := NewMarks(marks)
		for _, text := range []string{"39.25", "Private", "NA"} {
			cell := []byte(text)
			b.Run(text, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.Has(cell)
				}
			})
		}
	}
}

// Callers cannot change the default marks.
func TestDefaultMissingIsACopy(t *testing.T) {
	if list := DefaultMissing(); len(list) != len(defaultMissing) {
		t.Errorf("%d default marks, want %d", len(list), len(defaultMissing))
	} else if list[0] = "changed"; defaultMissing[0] == "changed" {
		t.Error("the default marks can be changed")
	}
}

func TestSuspectedMarks(t *testing.T) {
	for _, test := range []struct {
		name    string
		numbers []float64
		want    []float64
	}{
		{"three marks", []float64{-9, -8, -7, 0, 1, 2, 3, 5, 8}, []float64{-9, -8, -7}},
		{"far from fractions", []float64{-999, 0.5, 0.75, 1.25, 2, 2.5}, []float64{-999}},
		{"far from large numbers", []float64{-9, 33, 36, 40, 45, 94}, []float64{-9}},
		{"beside amounts", []float64{-9, 115, 402, 1570, 3350, 4605, 7184}, []float64{-9}},
		{"a debt beside amounts", []float64{-99, -12, 115, 402, 1570, 3350, 4605, 7184}, nil},
		{"no negative number", []float64{0, 1, 2, 3, 4, 5}, nil},
		{"one step below", []float64{-1, 0, 1, 2, 3, 4}, nil},
		{"in steps of ten", []float64{-10, 0, 10, 20, 30, 40}, nil},
		{"no integer", []float64{-9.5, 0, 1, 2, 3, 4}, nil},
		{"more than a few", []float64{-50, -40, -30, -20, -10, 0, 1, 2, 3, 4}, nil},
		{"few other numbers", []float64{-9, 0, 1}, nil},
		{"only negative numbers", []float64{-9, -8}, nil},
		{"no number", nil, nil},
		{"nines", []float64{0.5, 0.75, 1.25, 2, 2.5, 999}, []float64{999}},
		{"nines of a scale", []float64{1, 2, 3, 4, 5, 97, 99}, []float64{97, 99}},
		{"negative and nines", []float64{-9, 33, 36, 40, 45, 94, 9999}, []float64{-9, 9999}},
		{"nines near the others", []float64{18, 40, 61, 72, 90, 99}, nil},
		{"nines with a fraction", []float64{1, 2, 3, 4, 5, 99.9}, nil},
		{"one nine", []float64{1, 2, 3, 4, 5, 9}, nil},
		{"nines beside few numbers", []float64{0, 1, 99}, nil},
		{"only nines", []float64{99}, nil},
	} {
		if got := SuspectedMarks(test.numbers); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestLoneMarks(t *testing.T) {
	for _, test := range []struct {
		name    string
		numbers []float64
		want    []float64
	}{
		{"codes of a scale", []float64{0, 1, 2, 3, 4, 5, 97, 98, 99}, []float64{97, 98, 99}},
		{"a negative code", []float64{-9, 0, 1, 2, 3, 5, 8}, []float64{-9}},
		{"two negative codes", []float64{-998, -99, 0, 1, 2, 3, 5, 8}, []float64{-998, -99}},
		{"codes among negative numbers", []float64{-9, -7, -6, -3, 4, 5, 6, 7, 8, 9}, nil}, // V1 of UCI musk
		{"a negative number that may be measured", []float64{-64, 0, 1, 2, 3, 5, 8}, nil},
		{"the top of a long tail", []float64{0, 114, 2174, 7688, 15024, 41310, 99999}, nil}, // capital-gain of UCI adult
		{"no mark", []float64{0, 1, 2, 3, 4, 5}, nil},
		{"no number", nil, nil},
	} {
		if got := LoneMarks(test.numbers); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
