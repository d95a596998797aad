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

// report is a table of three regions with three products each; lines with the sums of a region follow it, and the sums of all at the end.
func report(total, all string) string {
	var b strings.Builder
	b.WriteString("region,product,units,price,late\n")
	sum := 0
	for r, region := range []string{"North", "South", "West"} {
		units := 0
		for p, product := range []string{"ink", "pad", "pen", "cup"} {
			n := 1 + (7*r+5*p)%11
			units += n
			fmt.Fprintf(&b, "%s,%s,%d,%d,%s\n", region, product, n, 20+3*p-r, []string{"yes", "no"}[n%2])
		}
		b.WriteString(strings.NewReplacer("R", region, "U", fmt.Sprint(units)).Replace(total))
		sum += units
	}
	return b.String() + strings.ReplaceAll(all, "U", fmt.Sprint(sum))
}

// Rows with the sums of the rows above them are named if a column of all others is blank in them.
func TestNoteSubtotals(t *testing.T) {
	const of = ` rows have the sums of "units" in rows above them (the first is data row 5)`
	const three, all = "3" + of, "4" + of
	for _, test := range []struct{ name, total, all, want string }{
		{"named", "Total R,,U,,\n", "", three},
		{"with the region", "R,Sum,U,,\n", "", three},
		{"blank", ",,U,,\n", "", three},
		{"and the sum of all", "R Total,,U,,\n", "Grand total,,U,,\n", all},
		{"and the sum of all, not blank", "R Total,,U,,\n", "Grand total,all,U,0,no\n", three},
		{"and another row", "R Total,,U,,\n", "North,cup,5,5,no\n", three},
		{"and other rows", "R Total,,U,,\n", "North,cup,5,5,no\nNorth,pad,5,5,no\n", ""},
		{"and another blank", "R Total,,U,,\n", "North,,5,,\n", ""},
		{"nothing blank", "R,sum,U,50,no\n", "", ""},
		{"other numbers", "R,,7,,no\n", "", ""},
	} {
		warnings := strings.Join(tableFrom(t, Options{}, report(test.total, test.all)).Warnings, "\n")
		said, _, _ := strings.Cut(warnings, ": ")
		if said != test.want {
			t.Errorf("%s: %q, want %q", test.name, warnings, test.want)
		}
	}
}

// Last rows that are called Average or the like are named.
func TestNoteSummaries(t *testing.T) {
	for _, test := range []struct{ name, last, want string }{
		{"averages", "Average,,4,\n", `rows called "Average"`},
		{"two", "Mean,,4,\nMedian:,,3,\n", `rows called "Mean", "Median:"`},
		{"below the sums", "Total,,48,\nMittelwert,,4,\n", `rows called "Total", "Mittelwert"`},
		{"in another column", ",average,4,\n", `rows called "average"`},
		{"deviations", "Mean,,4,\nSD,,1,\nn,,12,\n", `rows called "Mean"`},
		{"other rows below", "Average,,4,\n" + strings.Repeat("s12,b,5,yes\n", 4), ""},
		{"a column that is mostly empty", strings.Repeat("s12,,5,yes\n", 20) + "s13,Mean,3,no\n", ""},
		{"a value of other rows", "s12,b,5,mean\ns13,b,3,mean\n", ""},
		{"a longer name", "Average Joe,b,4,yes\n", ""},
	} {
		var b strings.Builder
		b.WriteString("store,size,sales,late\n")
		for i := range 12 {
			fmt.Fprintf(&b, "s%d,%s,%d,%s\n", i, []string{"a", "b", "c"}[i%3], 1+i%7, []string{"yes", "no"}[i%2])
		}
		warnings := strings.Join(tableFrom(t, Options{}, b.String()+test.last).Warnings, "\n")
		if test.name == "averages" {
			first := tableFrom(t, Options{}, strings.Replace(b.String(), "late\n", "late\n"+test.last, 1)).Warnings
			if got := strings.Join(first, "\n"); !strings.Contains(got, `rows called "Average" may sum up others`) {
				t.Errorf("above: %q", got)
			}
		}
		if said, _, _ := strings.Cut(warnings, " may sum up"); said != test.want {
			t.Errorf("%s: %q, want %q", test.name, warnings, test.want)
		}
	}
}

// The sums of an outline are above their parts, and the sum of all at the end.
func TestNoteOutline(t *testing.T) {
	outline := func(regions, all string, extra int) string {
		var b strings.Builder
		b.WriteString("Row Labels,Sum of Sales,Share\n")
		sum := 0
		for r, region := range strings.Fields(regions) {
			parts, units := "", extra
			for p := range 5 {
				n := 3 + (7*r+5*p)%11
				units += n
				parts += fmt.Sprintf("  D%d,%d,%d\n", p, n, p)
			}
			fmt.Fprintf(&b, "%s,%d,%d\n%s", region, units, r, parts)
			sum += units
		}
		return b.String() + fmt.Sprintf("%s,%d,1\n", all, sum)
	}
	const said = `rows called "Grand Total", and rows above it with the sums of "Sum of Sales",`
	for _, test := range []struct{ name, csv, want string }{
		{"regions", outline("North South East", "Grand Total", 0), said},
		{"other numbers", outline("North South East", "Grand Total", 1), `rows called "Grand Total"`},
		{"another row", outline("North South East", "West", 0), ""},
	} {
		warnings := strings.Join(tableFrom(t, Options{}, test.csv).Warnings, "\n")
		if got, _, _ := strings.Cut(warnings, " may sum up"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, warnings, test.want)
		}
	}
}

// The last columns may be another table if they have values in the first rows only.
func TestNoteSideTable(t *testing.T) {
	const said = "the last 2 columns have values in the first 3 rows only: leave them out if they are another table"
	for _, test := range []struct{ name, names, first, below, want string }{
		{"another table", "a,b,x,z", "1,2,3,4", "1,2,,", said},
		{"behind a gap", "a,b,,x,z", "1,2,,3,4", "1,2,,,", said},
		{"one column", "a,b,x", "1,2,3", "1,2,", ""},
		{"on the left", "x,z,a,b", "3,4,1,2", ",,1,2", ""},
		{"more rows", "a,b,x,z", "1,2,3,4", "1,2,,\n1,2,,5", ""},
	} {
		csv := test.names + "\n" + strings.Repeat(test.first+"\n", 3) + strings.Repeat(test.below+"\n", 7)
		warnings := strings.Join(tableFrom(t, Options{}, csv).Warnings, "\n")
		if got := strings.Contains(warnings, "another table"); got != (test.want != "") || !strings.Contains(warnings, test.want) {
			t.Errorf("%s: %q", test.name, warnings)
		}
	}
}

// A first column with empty cells below each value names groups.
func TestNoteGroupNames(t *testing.T) {
	const one = "R,ink,1\n,pad,2\n,pen,3\n"
	blocks := func(rows string, names ...string) (csv string) {
		for _, name := range names {
			csv += strings.ReplaceAll(rows, "R", name)
		}
		return "region,product,units\n" + csv
	}
	for _, test := range []struct{ name, csv, want string }{
		{"regions", blocks(one, "North", "South", "West"), "region"},
		{"years", blocks(one, "2021", "2022", "2023"), "region"},
		{"years and quarters", blocks("R,Q1,1\n,,3\n,Q2,3\n,,3\n", "2021", "2022", "2023"), "region"},
		{"one region", blocks(one, "North"), ""},
		{"repeated", blocks(one, "North", "South", "North"), ""},
		{"numbers", blocks(one, "5", "7", "6"), ""},
		{"begins in the second row", blocks(",cup,1\n"+one, "North", "South", "West"), ""},
		{"few are empty", blocks(one, "North", "South", "West") + "A,ink,1\nB,ink,2\nC,ink,3\nD,ink,4\nE,ink,5\n", ""},
		{"values below others", blocks("R,ink,1\nR2,pad,3\n,pad,2\n,pen,3\n,cup,2\n", "North", "South", "West"), ""},
		{"marks", strings.ReplaceAll(blocks(one, "North", "South", "West"), "\n,", "\n?,"), ""},
		{"another column", "units,region\n1,North\n2,\n3,\n4,South\n5,\n6,\n7,West\n8,\n9,\n", ""},
	} {
		table := tableFrom(t, Options{}, test.csv)
		var named []string
		for _, c := range table.Columns {
			if strings.Contains(strings.Join(c.Doubts, "\n"), "stands for the rows below") {
				named = append(named, c.Name)
			}
		}
		if got := strings.Join(named, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
