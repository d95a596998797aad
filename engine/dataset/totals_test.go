package dataset

import (
	"fmt"
	"strings"
	"testing"
)

// A last row with the sums of all above it is named.
func TestNoteTotals(t *testing.T) {
	const rows = 12
	for _, test := range []struct{ name, last, want string }{
		{"totals", "Total,78,-3.9", `"sales", "profit"`},
		{"one total", "all,78,", `"sales"`},
		{"total of numbers before they were rounded", "all,78.00005,", `"sales"`},
		{"a sum that occurs", "L,12,", ""},
		{"not quite the total", "all,78.001,", ""},
		{"another case", "L,13,-1.3", ""},
		{"nothing", "L,,", ""},
		{"nearly totals", "Total,79,-3.91", ""},
	} {
		var b strings.Builder
		b.WriteString("store,sales,profit\n")
		for i := range rows {
			fmt.Fprintf(&b, "S%d,%d,%g\n", i, i+1, -0.05*float64(i+1))
		}
		if test.name == "a sum that occurs" {
			b.WriteString("K,-66,\n") // the sum of all is 12 then, which is not the largest number by chance only
		}
		warnings := strings.Join(tableFrom(t, Options{}, b.String()+test.last+"\n").Warnings, "\n")
		_, sums, _ := strings.Cut(warnings, "the last row has the sums of ")
		if columns, _, _ := strings.Cut(sums, ": "); columns != test.want {
			t.Errorf("%s: %q", test.name, warnings)
		}
	}
}
