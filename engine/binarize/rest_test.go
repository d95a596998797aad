package binarize_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"drnet/engine/binarize"
)

// cities has two frequent values; of the rare ones c comes before d.
const cities = "city,y\na,1\nb,2\na,1\nd,2\nb,1\n,2\nc,1\n"

func TestRareValuesShareAFeature(t *testing.T) {
	tests := []struct {
		name string
		o    binarize.FitOptions
		want string
	}{
		{"own", binarize.FitOptions{Values: 2}, "city = a: 1010000; city = b: 0100100; city is none of the 2 named values: 0001001; " +
			"city is missing: 0000010; y = 2: 0101010"},
		{"impute", binarize.FitOptions{Values: 2, Policy: binarize.Impute}, "city = a: 1010010; city = b: 0100100; " +
			"city is none of the 2 named values: 0001001; y = 2: 0101010"},
		{"the first of equals", binarize.FitOptions{Values: 3, Policy: binarize.Drop}, "city = a: 1010000; city = b: 0100100; " +
			"city = c: 0000001; city is none of the 3 named values: 0001000; y = 2: 0101010"},
		{
			"one",
			binarize.FitOptions{Values: 1, Policy: binarize.Drop},
			"city = a: 1010000; city is not the one named value: 0101101; y = 2: 0101010",
		},
		{"enough", binarize.FitOptions{Values: 4, Policy: binarize.Drop}, "city = a: 1010000; city = b: 0100100; " +
			"city = c: 0000001; city = d: 0001000; y = 2: 0101010"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := read(t, cities)
			e := fit(t, table, test.o)
			m, report := transform(t, e, table)
			if got := show(e, m); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			for _, gap := range report.Gaps {
				if gap.Unseen > 0 {
					t.Errorf("the fitted rows have a gap: %+v", gap)
				}
			}
			if err := e.Validate(); err != nil {
				t.Errorf("Validate = %v", err)
			}
			var back binarize.Encoder
			if text, err := json.Marshal(e); err != nil || json.Unmarshal(text, &back) != nil || !reflect.DeepEqual(&back, e) {
				t.Errorf("read back %+v, want %+v", back, e)
			}
		})
	}
}

func TestAnUnseenValueIsOfTheRest(t *testing.T) {
	e := fit(t, read(t, cities), binarize.FitOptions{Values: 2})
	m, report := transform(t, e, read(t, "city,y\nnew,1\nd,2\na,1\n,1\n"))
	want := "city = a: 0010; city = b: 0000; city is none of the 2 named values: 1100; city is missing: 0001; y = 2: 0100"
	if got := show(e, m); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if want := []binarize.Gap{{Column: "city", Unseen: 1, Example: "new"}}; !reflect.DeepEqual(report.Gaps, want) {
		t.Errorf("gaps %+v, want %+v", report.Gaps, want)
	}
}

func TestNumbersHaveNoRest(t *testing.T) {
	table := read(t, "n\n1\n2\n3\n4\n4\n")
	e := fit(t, table, binarize.FitOptions{Values: 3})
	m, _ := transform(t, e, table)
	if got, want := show(e, m), "n ≤ 1: 10000; n ≤ 2: 11000; n ≤ 3: 11100"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
