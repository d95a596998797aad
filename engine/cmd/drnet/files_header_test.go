package main

import (
	"fmt"
	"strings"
)

// headerFiles tests names that are read, made and repaired.
func headerFiles() []fileCase {
	return append(noNameFiles(), nameFiles()...)
}

func noNameFiles() []fileCase {
	body := strings.Join(cleanLines()[1:], "\n") + "\n"
	made := []string{"column1", "column2", "column3", "column4"}
	iris := lines("5.1,3.5,1.4,0.2,Iris-setosa", 11, func(i int) string {
		return []string{
			"4.9,3.0,1.4,0.2,Iris-setosa", "7.0,3.2,4.7,1.4,Iris-versicolor", "6.3,3.3,6.0,2.5,Iris-virginica",
			"5.8,2.7,5.1,1.9,Iris-virginica",
		}[i%4]
	})
	return []fileCase{
		{
			name: "no header, mixed columns", in: body, header: "no", rows: "12", names: made, types: cleanTypes,
			warn: "column1|name|header", leftOut: "0", cells: cleanCells(),
		},
		{
			name: "no header, numbers only", in: strings.Repeat("1,2.5\n2,3.5\n3,4.5\n", 4), header: "no", rows: "12",
			names: made[:2], types: "numeric numeric", warn: "column1|name|header", cells: map[string]any{"0,1": 2.5},
		},
		{
			name: "no header, measures and a kind", in: iris, header: "no", rows: "12",
			names: append(made[:4:4], "column5"), warn: "column1|name|header",
			cells: map[string]any{"0,4": "Iris-setosa", "0,0": 5.1},
		},
		{
			name:   "no header, semicolon and decimal comma",
			in:     strings.Join(strings.SplitAfter(written(eachValue(decimalCommas), ";", "\n"), "\n")[1:], ""),
			header: "no", delim: ";", rows: "12",
			names: made, types: cleanTypes, warn: "column1|name|header", cells: cleanCells(),
		},
		{
			name: "no header, dates and missing cells",
			in:   strings.Repeat("2024-01-15,1.5,NA\n2024-01-16,,x\n2024-01-17,3.5,y\n", 4), header: "no", rows: "12",
			names: made[:3], warn: "column1|name|header",
		},
		{
			name: "no header, all in quotes", in: written(eachValue(quoted)[1:], ",", "\n"), header: "no", rows: "12",
			names: made, types: cleanTypes, warn: "column1|name|header", cells: cleanCells(),
		},
		{
			name: "no header, single letters, the first row like the others",
			in:   strings.Repeat("p,x,s,n\ne,x,s,y\ne,b,s,w\np,x,y,w\n", 5), warn: "*",
		},
		{
			name: "header of text over text",
			in:   "city,colour\n" + strings.Repeat("Rome,red\nOslo,blue\nParis,red\n", 4), header: "yes", rows: "12",
			names: []string{"city", "colour"}, types: "categorical binary",
		},
		{
			name:   "header of years beside a name",
			in:     "country,2019,2020,2021\n" + strings.Repeat("Italy,1.5,2.5,3.5\nNorway,4.5,5.5,6.5\nFrance,7.5,8.5,9.5\n", 4),
			header: "yes", rows: "12",
			names: []string{"country", "2019", "2020", "2021"}, types: "categorical numeric numeric numeric",
		},
		{
			name: "header of years alone",
			in:   "2019,2020,2021\n" + strings.Repeat("1.5,2.5,3.5\n4.5,5.5,6.5\n7.5,8.5,9.5\n", 4), rows: "12|13",
			warn: "*",
		},
		{name: "header only", in: "a,b,c\n", refused: "no_data_rows", says: "-header no"},
		{name: "header only, no end", in: "a,b,c", refused: "no_data_rows"},
		{name: "header and blank lines", in: "a,b,c\n\n\n \n", refused: "no_data_rows"},
		{
			name: "one row", in: "a,b\n1,x\n", mayRefused: "too_few_rows", rows: "1", names: []string{"a", "b"},
			cells: map[string]any{"0,0": 1, "0,1": "x"},
		},
	}
}

func nameFiles() []fileCase {
	rows := func(row string) string { return strings.Repeat(row+"\n", 6) }
	long := strings.Repeat("n", 10_000)
	return []fileCase{
		{
			name: "two columns of one name", in: "a,b,a\n" + rows("1,2,3\n4,5,6"), rows: "12", cols: 3,
			names: []string{"a", "b", "*"}, warn: "name|a", cells: map[string]any{"0,0": 1, "0,2": 3},
		},
		{
			name: "made names that exist already", in: "a,a,a (2),a_2,a.1,a2\n" + rows("1,2,3,4,5,6\n7,8,9,10,11,12"),
			rows: "12", cols: 6, warn: "name", cells: map[string]any{"1,5": 12},
		},
		{name: "a column without a name", in: "a,,c\n" + rows("1,2,3\n4,5,6"), rows: "12", names: []string{"a", "column2", "c"}, warn: "column2"},
		{name: "a name that is like a made one", in: "column2,,c\n" + rows("1,2,3\n4,5,6"), rows: "12", cols: 3, warn: "*"},
		{name: "all names empty", in: ",,\n" + rows("1,2,3\n4,5,6"), rows: "12|13", cols: 3, warn: "*"},
		{
			name:  "names that objects have",
			in:    "__proto__,constructor,toString,hasOwnProperty\n" + rows("1,x,2,__proto__\n3,y,4,constructor"),
			rows:  "12",
			names: []string{"__proto__", "constructor", "toString", "hasOwnProperty"}, warn: "-",
			cells: map[string]any{"0,0": 1, "0,3": "__proto__", "1,3": "constructor"},
		},
		{
			name: "names with quotes, commas, line ends, emoji, markup",
			in:   "\"say \"\"hi\"\"\",\"a, b\",\"two\nlines\",😀,<b>bold</b>\n" + rows("1,2,3,4,x\n5,6,7,8,y"), rows: "12",
			names: []string{`say "hi"`, "a, b", "two\nlines||two lines", "😀", "<b>bold</b>"},
		},
		{
			name: "names that differ by spaces", in: " age ,age\n" + rows("31,1\n42,2"), rows: "12", cols: 2,
			names: []string{" age ||age", "*"}, cells: map[string]any{"0,0": 31, "0,1": 1},
		},
		{
			name: "names that differ by spaces in quotes", in: "\" age \",\"age\"\n" + rows("31,1\n42,2"), rows: "12",
			cols: 2, cells: map[string]any{"0,0": 31, "0,1": 1},
		},
		{
			name: "names that differ by case", in: "Age,age,AGE\n" + rows("31,1,x\n42,2,y"), rows: "12",
			names: []string{"Age", "age", "AGE"}, warn: "-",
		},
		{name: "a mark before the first name", in: "\ufeffid,x\n" + rows("1,x\n2,y"), rows: "12", names: []string{"id", "x"}, warn: "-"},
		{
			name: "a mark before the first name in quotes", in: "\ufeff\"the id\",\"x\"\n" + rows("1,x\n2,y"),
			rows: "12", names: []string{"the id", "x"}, warn: "-",
		},
		{
			name: "a name that begins with a hash", in: "#chrom,pos,ref\n" + rows("chr1,100,A\nchr2,250,C\nchr3,175,G"),
			rows: "18", names: []string{"#chrom||chrom", "pos", "ref"}, types: "categorical numeric categorical",
		},
		{
			name: "names that mark missing cells elsewhere", in: "id,NA,null,-\n" + rows("1,2,x,3\n4,5,y,6"),
			rows: "12", names: []string{"id", "NA", "null", "-"},
		},
		{name: "a name that is a formula", in: "=1+1,@x,+y\n" + rows("1,2,x\n3,4,y"), rows: "12", names: []string{"=1+1", "@x", "+y"}},
		{name: "a very long name", in: long + ",b\n" + rows("1,x\n2,y"), rows: "12", names: []string{long, "b"}},
		{name: "a tab and a backslash in names", in: "\"a\tb\",c\\d\n" + rows("1,x\n2,y"), rows: "12", names: []string{"a\tb||a b", `c\d`}},
		{
			name: "names in other letters", in: "größe,名前,العمر\n" + rows("1,x,2\n3,y,4"), rows: "12",
			names: []string{"größe", "名前", "العمر"}, warn: "-",
		},

		{
			name: "row names, with an empty name", in: "\"\",\"x\",\"y\"\n" + rowNames(12), rows: "12",
			names: []string{"column1", "x", "y"}, types: "id numeric binary",
			repaired: "0", leftOut: "0", cells: map[string]any{"0,0": either{1, "1"}, "0,1": 1.5, "11,2": "b"},
		},
		{
			name: "row names, the header is one shorter", in: "\"x\",\"y\"\n" + rowNames(12), rows: "12", cols: 3,
			names: []string{"*", "x", "y"}, types: "id numeric binary", leftOut: "0", repaired: "0",
			warn:  "name|column1",
			cells: map[string]any{"0,1": 1.5, "11,2": "b"},
		},
		{
			name: "an index column and NaN", in: lines(",x,y", 12, func(i int) string {
				return fmt.Sprintf("%d,%s,%s", i, []string{"1.5", "NaN", "3.5"}[i%3], []string{"a", "b"}[i%2])
			}), rows: "12",
			names: []string{"column1", "x", "y"}, types: "id numeric|binary binary", missing: "0 4 0",
		},
		{
			name: "more names than values", in: "a,b,c,d\n" + rows("1,2,x\n4,5,y"), mayRefused: "ragged|header",
			rows: "12", names: []string{"a", "b", "c", "d"}, missing: "0 0 0 12", warn: "*",
		},
		{name: "fewer names than values", in: "a,b\n" + rows("x,1.5,2,3\ny,4.5,5,6"), mayRefused: "ragged|header", rows: "12", warn: "*"},
		{
			name: "units below the names", in: "height,weight\ncm,kg\n" + rows("180,70.5\n165,60.5\n172,81.5"),
			names: []string{"height", "weight"}, rows: "18|19", warn: "*",
			types: "numeric|categorical numeric|categorical",
		},
		{
			name: "questions below the names",
			in: "Q1,Q2\nHow old are you?,\"Do you like it, all in all?\"\n" +
				"\"{\"\"ImportId\"\":\"\"QID1\"\"}\",\"{\"\"ImportId\"\":\"\"QID2\"\"}\"\n" + rows("31,yes\n42,no\n53,yes"),
			names: []string{"Q1", "Q2"}, rows: "18|19|20", warn: "*",
		},
		{
			name: "groups above the names",
			in:   "person,,work,\nage,city,income,label\n" + strings.Join(cleanLines()[1:], "\n") + "\n", rows: "12|13",
			cols: 4, warn: "*",
		},
	}
}

// rowNames returns rows as R writes them; the first value is the row number in quotes.
func rowNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%q,%d.5,%q\n", fmt.Sprint(i+1), i%4+1, string(rune('a'+i%2)))
	}
	return b.String()
}
