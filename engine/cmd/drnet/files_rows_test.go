package main

import (
	"fmt"
	"strings"
)

// rowFiles tests rows that are too short or too long, blank, or have an open quote.
func rowFiles() []fileCase {
	return append(raggedFiles(), openFiles()...)
}

func raggedFiles() []fileCase {
	thousand := func(odd func(i int) bool, row string) string {
		return lines("a,b,c", 1000, func(i int) string {
			if odd(i) {
				return row
			}
			return fmt.Sprintf("%d,%d.5,%s", i%50, i%70, []string{"x", "y"}[i%2])
		})
	}
	tail := func(extra string) string { // after every line but the header
		l := cleanLines()
		return l[0] + "\n" + strings.Join(l[1:], extra+"\n") + extra + "\n"
	}
	long := func(name, row string) fileCase {
		return fileCase{
			name: name, in: withLine(6, row), mayRefused: "ragged", rows: "11|12", names: cleanNames, warn: "7",
			cells: map[string]any{"0,2": 1520.5},
			holds: func(got inspected) string {
				if got.Repaired+got.LeftOut != 1 || got.Rows+got.LeftOut != 12 {
					return fmt.Sprintf("%d rows, %d repaired, %d left out do not add up", got.Rows, got.Repaired, got.LeftOut)
				}
				return ""
			},
		}
	}
	short := func(name, row, missing string, types string) fileCase {
		return fileCase{
			name: name, in: withLine(6, row), rows: "12", names: cleanNames, types: types, missing: missing,
			repaired: "1", leftOut: "0", warn: "7",
		}
	}
	list := []fileCase{}
	for _, i := range []int{1, 2, 11, 12} { // in each place where a reader may look or not
		row := cleanLines()[i]
		line := fmt.Sprintf("%d", i+1)
		cut := short("short: row "+fmt.Sprint(i), row[:strings.LastIndex(row, ",")], "0 0 0 1", cleanTypes)
		cut.in = withLine(i, row[:strings.LastIndex(row, ",")])
		more := long("long: row "+fmt.Sprint(i), row)
		more.in, more.cells = withLine(i, row+",more"), nil
		cut.warn, more.warn = line, line
		list = append(list, cut, more)
	}
	return append(list, []fileCase{
		short("one row is short", "46,Oslo,2105", "0 0 0 1", cleanTypes),
		short("one row has but one value", "46", "0 1 1 1", cleanTypes),
		long("one row is long", "46,Oslo,2105,no,more"),
		long("one row is much longer", "46,Oslo,2105,no,a,b,c,d,e,f,g"),
		long("a comma in text without quotes", "46,Oslo, Norway,2105,no"),
		{
			name: "one delimiter too many at one row's end", in: withLine(6, "46,Oslo,2105,no,"), rows: "12",
			names: cleanNames, types: cleanTypes, missing: "0 0 0 0", leftOut: "0",
		},
		{
			name: "a delimiter is missing", in: withLine(6, "46Oslo,2105,no"), rows: "12", names: cleanNames,
			mayRefused: "ragged", repaired: "1", warn: "7",
		},
		{
			name: "a table with the columns in another order below", in: cleanCSV() + "income,city,age,label\n1520.5,Paris,31,yes\n", rows: "13",
			names: cleanNames, types: cleanTypes, leftOut: "1", warn: "14",
		},
		{
			name: "a table of the same width below a blank line", in: cleanCSV() + "\nincome,city,age,label\n1520.5,Paris,31,yes\n",
			refused: "multiple_tables", says: "15",
		},
		{
			name: "a second line of names", in: strings.Replace(cleanCSV(), "\n", "\nyears,town,EUR,answer\n", 1), rows: "12",
			names: cleanNames, types: cleanTypes, warn: "line 2", cells: cleanCells(),
		},
		{
			name: "one row with semicolons", in: withLine(6, "46;Oslo;2105;no"), rows: "12", names: cleanNames, types: cleanTypes,
			missing: "0 0 0 0", warn: "line 7", cells: map[string]any{"5,1": "Oslo"},
		},
		{
			name: "names twice", in: strings.Replace(cleanCSV(), "\n", "\n"+cleanLines()[0]+"\n",
				1), rows: "12", names: cleanNames, types: cleanTypes,
			warn: "names", cells: cleanCells(),
		},
		{
			name: "a title with a comma above a padded table", in: "Sales,2020,,\n" + cleanCSV(), rows: "12", names: cleanNames,
			types: cleanTypes, warn: "above", cells: cleanCells(),
		},
		{
			name: "columns of fixed width, one value missing", in: lines("id    name  price", 12, func(i int) string {
				return fmt.Sprintf("%-6d%-6s%d.5", i, []string{"ann", "bob", ""}[min(i%2+i/11*2, 2)], i*3)
			}), rows: "12", names: []string{"id", "name", "price"}, warn: "blanks",
		},
		{
			name: "control letters", in: column(",", times(12, "caf\u0083", "x")...), rows: "12|13", warn: "U+0083",
		},
		{
			name: "names saved twice", in: "k,pr\u00c3\u00a9nom\n" + strings.Repeat("1,x\n2,y\n", 6), rows: "12", warn: "Ã©",
		},
		{
			name: "the last row is cut off", in: withLine(12, "22,Os")[:len(withLine(12, "22,Os"))-1], rows: "11|12",
			names: cleanNames, warn: "13|last|short", cells: map[string]any{"0,1": "Paris"},
		},
		{
			name: "a hundred of a thousand rows are long",
			in:   thousand(func(i int) bool { return i%10 == 5 }, "1,2.5,x,more"), mayRefused: "ragged", rows: "900|1000",
			warn: "100",
		},
		{
			name: "three of a thousand rows are short", in: thousand(func(i int) bool { return i%400 == 7 }, "1,2.5"),
			rows: "1000", repaired: "3", missing: "0 0 3", warn: "3",
		},
		{
			name: "short and long rows", in: thousand(func(i int) bool { return i == 10 }, "1,2.5") + "1,2.5,x,more\n",
			mayRefused: "ragged", rows: "1000|1001", warn: "*",
		},
		{
			name:       "every row has another length",
			in:         "a,b,c,d\n1\n1,2\n1,2,3,4,5,6,7\n1,2,3\n1,2,3,4,5\n1\n1,2,3,4,5,6\n1,2\n",
			mayRefused: "ragged|delimiter|not_csv", warn: "*",
		},
		asClean("a delimiter at every row's end", tail(","), ""),
		asClean("a semicolon at every row's end", strings.ReplaceAll(tail(","), ",", ";"), ""),
		{name: "a delimiter at every line's end", in: strings.ReplaceAll(cleanCSV(), "\n", ",\n"), rows: "12", holds: func(got inspected) string {
			if got.Cols == 4 || got.Cols == 5 && got.Types[4] == "empty" {
				return ""
			}
			return fmt.Sprintf("columns %q of types %q", got.Names, got.Types)
		}, cells: cleanCells()},
		{name: "two delimiters at every row's end", in: tail(",,"), rows: "12", leftOut: "0", cells: cleanCells(), mayRefused: "ragged"},
		{
			name: "two files with marks, joined", in: "\ufeff" + cleanCSV() + "\ufeff" + cleanCSV(), rows: "24", names: cleanNames,
			types: cleanTypes, leftOut: "1", warn: "names", cells: cleanCells(),
		},
		asClean("separators behind the names", strings.Replace(cleanCSV(), "\n", ",,,\n", 1), ""),
		asClean("blank lines between the rows", strings.Join(cleanLines(), "\n\n")+"\n", ""),
		asClean("lines of spaces between the rows", strings.Join(cleanLines(), "\n  \n")+"\n", ""),
		{
			name: "a row of delimiters alone", in: withLine(12, "22,Oslo,870,yes\n,,,"), rows: "12|13",
			names: cleanNames, types: cleanTypes, cells: cleanCells(),
		},
		{
			name: "many rows of delimiters alone at the end", in: cleanCSV() + strings.Repeat(",,,\n", 200),
			rows: "12|212", names: cleanNames, types: cleanTypes, warn: "*", cells: cleanCells(),
		},
		{
			name: "a blank line in a table of one column", in: "x\n1\n\n3\n1\n2\n3\n1\n2\n3\n1\n2\n", rows: "10|11",
			names: []string{"x"}, types: "numeric",
		},
		{name: "the end mark of old systems", in: cleanCSV() + "\x1a", rows: "12", names: cleanNames, types: cleanTypes, cells: cleanCells()},
		{name: "equal rows stay", in: "a,b\n" + strings.Repeat("1,x\n", 8) + strings.Repeat("2,y\n", 8), rows: "16", types: "binary binary"},
		{
			name: "a row in quotes as a whole", in: withLine(6, `"46,Oslo,2105,no"`), mayRefused: "ragged|quote",
			rows: "11|12", names: cleanNames, warn: "*",
		},
		{
			name: "every row in quotes as a whole", in: "\"a,b\"\n" + strings.Repeat("\"1,x\"\n\"2,y\"\n", 6),
			mayRefused: "quote|delimiter", rows: "12", warn: "*",
		},
	}...)
}

func openFiles() []fileCase {
	numbered := func(n, open int) string {
		return lines("a,b,c", n, func(i int) string {
			if i+2 == open {
				return fmt.Sprintf("%d,\"text %d,x", i%50, i%7)
			}
			return fmt.Sprintf("%d,text %d,x", i%50, i%7)
		})
	}
	return []fileCase{
		{
			name: "a quote opened in line 3 of 1,001, never closed", in: numbered(1000, 3),
			mayRefused: "unterminated_quote", says: "line 3", rows: "998+", warn: "line 3",
		},
		{
			name: "a quote opened in the last line", in: numbered(1000, 1001), mayRefused: "unterminated_quote",
			says: "line 1001", rows: "999+", warn: "1001",
		},
		{
			name: "a quote opened in a file of 20,000 lines", in: numbered(20_000, 9_876),
			mayRefused: "unterminated_quote", says: "line 9876", rows: "19998+", warn: "9876",
		},
		{
			name: "a quote opened in the header", in: "a,\"b,c\n" + strings.Repeat("1,2,3\n", 20),
			mayRefused: "unterminated_quote|header", says: "line 1", warn: "line 1|quote",
		},
		{
			name:       "a quote opened, and in another line closed",
			in:         strings.Replace(numbered(1000, 3), "text 5,x\n6,", "text 5\",x\n6,", 1),
			mayRefused: "unterminated_quote|quote|ragged", rows: "996+",
		},
		{
			name: "quoted text over 2,000 lines", in: "a,b\n1,\"" + strings.Repeat("a line\n", 2000) + "\"\n2,y\n",
			rows: "2", names: []string{"a", "b"}, leftOut: "0", cells: map[string]any{"1,1": "y"},
		},
		{
			name: "quoted line ends in every row",
			in:   lines("a,b", 1000, func(i int) string { return fmt.Sprintf("%d,\"first\nsecond, %d\"", i%9, i%7) }),
			rows: "1000", types: "numeric categorical", warn: "-",
			cells: map[string]any{"999,1": "first\nsecond, 5", "999,0": 0},
		},
	}
}
