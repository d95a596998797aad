package dataset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// A column with too many dates for codes is read as its last rows decide, or as the user says; numbers are proposed as dates, and are
// so if the user says it.
func TestDatesWithoutCodes(t *testing.T) {
	const rows = 70_000
	var b strings.Builder
	b.WriteString("visit,created\n")
	for i := range rows {
		month := 1 + i%12
		if i == rows-1 {
			month = 13
		}
		fmt.Fprintf(&b, "01/%02d/%d %02d:%02d,%d\n", month, 1900+i/1440%120, i/60%24, i%60, 1_600_000_000+60*i)
	}
	for _, test := range []struct {
		options         dataset.Options
		layout, created string
		note            string
	}{
		{dataset.Options{}, "MM/DD/YYYY hh:mm", "numeric", "the month comes first: 1 of 70,000 dates decide that"},
		{
			dataset.Options{DateOrder: map[string]string{"visit": dataset.DayFirst}, Types: map[string]dataset.Kind{"created": dataset.Date}},
			"DD/MM/YYYY hh:mm", "date", "the day comes first, as you chose: of 70,000 dates, 0 can only be read so, and 1 only the other way",
		},
	} {
		table, err := dataset.Read(t.Context(), "a.csv", strings.NewReader(b.String()), test.options)
		if err != nil {
			t.Fatal(err)
		}
		visit, created := table.Columns[0], table.Columns[1]
		if visit.Codes != nil || created.Codes != nil {
			t.Fatal("the columns have codes")
		}
		if visit.Kind != dataset.Date || visit.Layout.String() != test.layout || visit.Either != rows-1 ||
			!slices.Contains(visit.Notes, test.note) {
			t.Errorf("visit: %s, %s, %d, %q, want %s, %q", visit.Kind, visit.Layout, visit.Either, visit.Notes, test.layout, test.note)
		}
		if string(created.Kind) != test.created || created.Layout.String() != "seconds since 1970" {
			t.Errorf("created: %s, %s, %q, want %s", created.Kind, created.Layout, created.Notes, test.created)
		}
	}
	wrong := dataset.Options{DateOrder: map[string]string{"visit": "year"}}
	_, err := dataset.Read(t.Context(), "a.csv", strings.NewReader(b.String()), wrong)
	if err == nil || !strings.Contains(err.Error(), "cannot begin with") {
		t.Errorf("Read() = %v", err)
	}
}

// How years of two digits were read is said, as a warning if it may well be wrong: of a birth, or of dates a lifetime apart.
func TestYearsOfTwoDigits(t *testing.T) {
	const in2062 = `its years of two digits are read as 1969 to 2068, such as 2062 in "23.06.62": write four digits if that is wrong`
	tests := []struct {
		csv, note string
		doubt     bool
	}{
		{"born,n\n19.12.77,1\n23.06.62,2\n,3\nsoon,4\n", "", false}, // a text
		{"born,n\n23.06.62,1\n16.03.29,2\n", in2062, true},
		{"since,n\n19.12.77,1\n23.06.62,2\n", in2062, true},
		{"since,n\n01.02.21,1\n23.06.62,2\n", in2062, false},
		{"since,n\n23.06.1962,1\n16.03.1929,2\n", "", false},
	}
	for _, test := range tests {
		table := mustRead(t, test.csv, dataset.Options{})
		c := table.Columns[0]
		if noted := slices.Contains(c.Notes, in2062); noted != (test.note != "" && !test.doubt) {
			t.Errorf("%q: notes %q, want %q", test.csv, c.Notes, test.note)
		}
		if doubted := slices.Contains(c.Doubts, in2062); doubted != test.doubt {
			t.Errorf("%q: doubts %q, want %q: %t", test.csv, c.Doubts, in2062, test.doubt)
		}
	}
}
