package main

import "fmt"

// typeFiles tests the detected types of columns.
func typeFiles() []fileCase {
	one := func(name, types string, n int, cell func(i int) string) fileCase {
		return fileCase{
			name: name, in: lines("x,y", n, func(i int) string { return cell(i) + "," + []string{"a", "b"}[i%2] }),
			rows: fmt.Sprint(n), types: types + " binary", missing: "0 0", leftOut: "0", repaired: "0",
		}
	}
	format := func(form string, of func(i int) int) func(int) string {
		return func(i int) string { return fmt.Sprintf(form, of(i)) }
	}
	same := func(i int) int { return i }
	distinct := func(n int) fileCase { // at the borders of one, two and four bytes for each cell
		c := one(fmt.Sprintf("%d different words", n), "*", 2*n, format("word %d", func(i int) int { return i % n }))
		c.cells = map[string]any{
			"0,0": "word 0", fmt.Sprintf("%d,0", n-1): fmt.Sprintf("word %d", n-1),
			fmt.Sprintf("%d,0", 2*n-1): fmt.Sprintf("word %d", n-1),
		}
		c.warn = ""
		return c
	}
	with := func(c fileCase, cells map[string]any) fileCase {
		c.cells = cells
		return c
	}
	emoji := []string{"😀", "🎉", "👩‍👩‍👧"}
	markup := []string{"<b>x</b>", "<script>alert(1)</script>", "&lt;"}
	return []fileCase{
		one("yes and no", "binary", 20, func(i int) string { return []string{"yes", "no"}[i/3%2] }),
		one("one and two", "binary", 20, func(i int) string { return []string{"1", "2"}[i/3%2] }),
		one("true and false, small", "binary", 20, func(i int) string { return []string{"true", "false"}[i/3%2] }),
		one("two values, some cells with blanks", "binary", 20, func(i int) string { return []string{"yes", "no ", " yes", "no"}[i%4] }),
		one("yes in three spellings", "categorical", 21, func(i int) string { return []string{"Yes", "yes", "YES"}[i%3] }),
		one("a few words", "categorical", 20, func(i int) string { return []string{"red", "green", "blue", "grey"}[i%4] }),
		one("a few whole numbers", "numeric", 20, format("%d", func(i int) int { return i % 5 })),
		one("many whole numbers", "numeric", 300, format("%d", func(i int) int { return i * i % 211 })),
		one("other decimals in every row", "numeric", 300, format("%d.25", func(i int) int { return i * 7919 % 1000 })),
		one("row numbers from 1", "id", 300, format("%d", func(i int) int { return i + 1 })),
		one("row numbers from 0", "id", 300, format("%d", same)),
		one("row numbers in another order", "id", 300, format("%d", func(i int) int { return i * 7 % 300 })),
		one(
			"numbers of customers, other ones in every row", "id|numeric", 300,
			format("%d", func(i int) int { return 10_000_000 + i*104_729%90_000_000 }),
		),
		one("codes of customers, other ones in every row", "id", 300, format("C-%05d", func(i int) int { return i * 37 % 1000 })),
		one("long hexadecimal names", "id", 300, format("%08x-0000-4000-8000-000000000000", func(i int) int { return i * 48_271 })),
		one("addresses of mail", "id", 300, format("person%d@example.org", same)),
		one("names, some twice", "text", 400, format("Person %d", func(i int) int { return i % 250 })),
		one("sentences, some twice", "text", 400, format("\"This is remark no. %d, and a long one.\"", func(i int) int { return i % 250 })),
		one("other sentences in every row", "id|text", 300, format("\"This is remark no. %d, and a long one.\"", same)),
		one("one word", "constant", 20, func(int) string { return "x" }),
		one("one number", "constant", 20, func(int) string { return "7" }),
		one("one number in two spellings", "constant", 20, func(i int) string { return []string{"7", "7.0"}[i%2] }),
		one("two numbers in several spellings", "binary", 20, func(i int) string { return []string{"7", "7.0", "8", "8.00"}[i%4] }),
		with(
			one("cells with markup", "categorical", 21, func(i int) string { return markup[i%3] }),
			map[string]any{"0,0": markup[0], "1,0": markup[1], "2,0": markup[2]},
		),
		with(
			one("cells with emoji", "categorical", 21, func(i int) string { return emoji[i%3] }),
			map[string]any{"0,0": emoji[0], "2,0": emoji[2]},
		),
		with(
			one(
				"cells that objects have as names", "categorical", 21,
				func(i int) string { return []string{"__proto__", "constructor", "valueOf"}[i%3] },
			),
			map[string]any{"0,0": "__proto__"},
		),
		with(
			one(
				"cells with quotes, backslashes and slashes", "categorical", 21,
				func(i int) string { return []string{`"a""b"`, `c\d`, `e/f`}[i%3] },
			),
			map[string]any{"0,0": `a"b`, "1,0": `c\d`},
		),
		with(
			one(
				"cells with separators of lines that are none here", "categorical", 21,
				func(i int) string { return []string{"a\u2028b", "c\u0085d", "e\vf"}[i%3] },
			),
			map[string]any{"0,0": "a\u2028b", "1,0": "c\u0085d"},
		),
		distinct(255), distinct(256), distinct(257), distinct(65_535), distinct(65_537),
	}
}
