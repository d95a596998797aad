package main

import (
	"fmt"
	"strings"
)

// shapeFiles tests wide tables, long tables and long lines.
func shapeFiles() []fileCase {
	wide := func(columns, rows int) string {
		var b strings.Builder
		for j := range columns {
			fmt.Fprintf(&b, "c%d%s", j, []string{",", "\n"}[(j+1)/columns])
		}
		for i := range rows {
			for j := range columns {
				fmt.Fprintf(&b, "%d%s", (i*31+j*17)%10, []string{",", "\n"}[(j+1)/columns])
			}
		}
		return b.String()
	}
	long := strings.Repeat("0123456789", 300_000) // 3 MB
	crossing := lines("n,text", 3000, func(i int) string { return fmt.Sprintf("%d,\"%s, %d\"", i%100, strings.Repeat("ä", 10+i%50), i%7) })
	return []fileCase{
		{
			name: "5,000 columns", in: wide(5000, 12), rows: "12", cols: 5000, leftOut: "0", repaired: "0",
			cells: map[string]any{"0,0": 0, "11,4999": float64((11*31 + 4999*17) % 10)},
		},
		{name: "5,000 columns, one row", in: wide(5000, 1), mayRefused: "too_few_rows", rows: "1", cols: 5000},
		{name: "5,000 columns, a header alone", in: wide(5000, 0), refused: "no_data_rows"},
		{
			name:    "a million columns",
			in:      strings.Repeat("a,", 1_000_000) + "a\n" + strings.Repeat("1,", 1_000_000) + "1\n",
			refused: "too_many_columns|too_large|line_too_long",
		},
		{
			name: "a line of 3 MB", in: withLine(6, "46,"+long+",2105,no"), rows: "12", names: cleanNames, leftOut: "0",
			cells: map[string]any{"5,1": long, "11,0": 22},
		},
		{
			name: "a line of 3 MB in quotes, with line ends",
			in:   withLine(6, "46,\""+strings.Repeat("0123456789\n", 300_000)+"\",2105,no"), rows: "12",
			names: cleanNames, leftOut: "0", cells: map[string]any{"5,3": "no", "11,0": 22},
		},
		{
			name: "20,000 rows",
			in:   lines("a,b,c", 20_000, func(i int) string { return fmt.Sprintf("%d,%d.5,%s", i%89, i%1009, []string{"x", "y", "z"}[i%3]) }),
			rows: "20000", types: "numeric numeric categorical", missing: "0 0 0", warn: "-",
			cells: map[string]any{"19999,0": float64(19999 % 89), "19999,1": float64(19999%1009) + 0.5, "19999,2": []string{"x", "y", "z"}[19999%3]},
		},
		{
			name: "lines that cross the borders of blocks", in: crossing, rows: "3000",
			types: "numeric text", warn: "too many for rules",
			cells: map[string]any{"2999,0": 99, "2999,1": strings.Repeat("ä", 59) + ", 3", "1499,1": strings.Repeat("ä", 59) + ", 1"},
		},
		{
			name: "lines that cross the borders of blocks, CRLF", in: strings.ReplaceAll(crossing, "\n", "\r\n"),
			rows: "3000", types: "numeric text", warn: "too many for rules",
			cells: map[string]any{"2999,1": strings.Repeat("ä", 59) + ", 3"},
		},
		{
			name: "100,000 rows of one column",
			in:   lines("x", 100_000, func(i int) string { return fmt.Sprint(i % 1000) }), rows: "100000", cols: 1,
			types: "numeric", missing: "0", cells: map[string]any{"99999,0": 999},
		},
		{name: "text behind 100 rows of numbers", in: lines("x,y", 2000, func(i int) string {
			if i < 1000 {
				return fmt.Sprintf("%d,a", i%7)
			}
			return fmt.Sprintf("v%d,b", i%7)
		}), rows: "2000", types: "categorical binary", missing: "0 0", cells: map[string]any{"0,0": either{"0", 0}, "1999,0": "v4"}},
		{name: "numbers behind 5,000 missing cells", in: lines("x,y", 6000, func(i int) string {
			if i < 5000 {
				return ",a"
			}
			return fmt.Sprintf("%d.5,b", i%7)
		}), rows: "6000", types: "numeric binary", missing: "5000 0", cells: map[string]any{"5999,0": 0.5}},
		{name: "a decimal comma behind 5,000 whole numbers", in: lines("x;y", 6000, func(i int) string {
			if i < 5000 {
				return fmt.Sprintf("%d;a", i%7)
			}
			return fmt.Sprintf("%d,5;b", i%7)
		}), rows: "6000", types: "numeric binary", missing: "0 0", delim: ";", cells: map[string]any{"0,0": 0, "5999,0": 0.5}},
		{name: "other texts in 70,000 rows, behind as many numbers", in: lines("x,y", 80_000, func(i int) string {
			if i < 10_000 {
				return fmt.Sprintf("%d,a", i)
			}
			return fmt.Sprintf("t%d,b", i)
		}), rows: "80000", types: "id|text binary", missing: "0 0", cells: map[string]any{"9999,0": either{"9999", 9999}, "79999,0": "t79999"}},
	}
}
