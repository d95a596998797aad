package infer

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestMeasures(t *testing.T) {
	tests := []struct {
		name  string
		cells []string
		want  []float64 // the numbers of the column if it is asked to be numeric
		form  NumberFormat
		noted string // the unit that the note of the column names without a kind
	}{
		{"kilograms", []string{"5 kg", "10 kg", "7.5 kg"}, []float64{5, 10, 7.5}, NumberFormat{Decimal: ".", Unit: "kg"}, "kg"},
		{"degrees", []string{"39,1 °C", "-3 °C", "40 °C"}, []float64{39.1, -3, 40}, NumberFormat{Decimal: ",", Unit: "°C"}, "°C"},
		{"no blank", []string{"5mg", "1,000mg", "20mg"}, []float64{5, 1000, 20}, NumberFormat{Thousands: ",", Unit: "mg"}, "mg"},
		{"per minute", []string{"5 /min", "60 mL/min", "70 mL/min"}, []float64{math.NaN(), 60, 70}, NumberFormat{Unit: "mL/min"}, ""},
		{"two values", []string{"5 mg", "10 mg", "5 mg"}, []float64{5, 10}, NumberFormat{Unit: "mg"}, ""},
		{"more numbers without", []string{"5", "7", "8", "9 kg"}, []float64{5, 7, 8, math.NaN()}, NumberFormat{}, ""},
		{"fewer numbers without", []string{"5", "7 kg", "9 kg"}, []float64{math.NaN(), 7, 9}, NumberFormat{Unit: "kg"}, ""},
		{"ranges", []string{"18-25 years", "26-35 years", "36-45 years"}, nil, NumberFormat{}, ""},
		{"signs behind", []string{"5)", "6)", "7)"}, nil, NumberFormat{}, ""},
		{"words before", []string{"about 5 kg", "about 6 kg", "about 7 kg"}, nil, NumberFormat{}, ""},
	}
	for _, test := range tests {
		s := columnOf("c", test.cells...)
		got, err := KindOf(s, Numeric, Hint{Unit: AnyUnit})
		if (err == nil) != (test.want != nil) || got.Format != test.form || !slices.EqualFunc(got.Numbers, test.want, sameNumber) {
			t.Errorf("%s: numbers %v in %+v, want %v in %+v; error %v", test.name, got.Numbers, got.Format, test.want, test.form, err)
		}
		texts, _ := KindOf(s, "", Hint{})
		notes := strings.Join(texts.Notes, "; ")
		if noted := strings.Contains(notes, "numbers with the unit "+test.noted+", such as"); noted != (test.noted != "") {
			t.Errorf("%s: notes %q, want the unit %q", test.name, notes, test.noted)
		}
	}
}

// The example of a doubtful reading is the text of the table.
func TestMeasuresAmbiguous(t *testing.T) {
	got, err := KindOf(columnOf("c", "1.234 km", "2.345 km", "3.456 km"), Numeric, Hint{Delimiter: ";", Unit: AnyUnit})
	const want = `its numbers have the unit km: "1.234 km" counts as 1.234; if that is wrong, choose the decimal comma`
	if err != nil || !slices.Contains(got.Doubts, want) {
		t.Errorf("notes %q, want %q; error %v", got.Notes, want, err)
	}
}

// The example of a note has the unit, whatever the first cell is.
func TestMeasuresExample(t *testing.T) {
	cells := []string{"unknown"}
	for n := range 30 {
		cells = append(cells, strconv.Itoa(n)+" km")
	}
	got, _ := KindOf(columnOf("c", cells...), "", Hint{})
	if notes := strings.Join(got.Notes, "; "); !strings.Contains(notes, `the unit km, such as "0 km"`) {
		t.Errorf("notes %q, want the example 0 km", notes)
	}
}

func sameNumber(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// In a column that is numeric in the training table, only the unit there is one.
func TestMeasuresAsInTraining(t *testing.T) {
	for unit, want := range map[string]bool{"kg": true, "lb": false, "": false} {
		got, err := KindOf(columnOf("c", "5 kg", "10 kg"), Numeric, Hint{Unit: unit})
		if (err == nil) != want || got.Format.Unit != "kg" && want {
			t.Errorf("unit %q: format %+v, error %v, want numbers: %v", unit, got.Format, err, want)
		}
	}
}
