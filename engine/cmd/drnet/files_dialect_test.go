package main

import "strings"

// dialectFiles tests delimiters, quotes, escapes and line ends.
func dialectFiles() []fileCase {
	return append(delimiterFiles(), append(doubtfulFiles(), append(quoteFiles(), lineEndFiles()...)...)...)
}

func delimiterFiles() []fileCase {
	list := []fileCase{
		{
			name: "semicolon, decimal comma in one column", in: written(eachValue(decimalCommas), ";", "\n"), delim: ";", rows: "12",
			names: cleanNames, types: cleanTypes, leftOut: "0", repaired: "0", cells: cleanCells(),
		},
		{name: "semicolon, decimal commas in every column", in: lines("x;y", 12, func(i int) string {
			return []string{"1,5;2,25", "3,5;4,75", "5,25;6,5"}[i%3]
		}), delim: ";", rows: "12", names: []string{"x", "y"}, types: "numeric numeric", cells: map[string]any{"0,0": 1.5, "1,1": 4.75}},
		{name: "semicolon, as many commas as semicolons", in: lines("x;y", 12, func(i int) string {
			return []string{"1,5;2", "3;4,75", "5,25;6"}[i%3]
		}), delim: ";", rows: "12", names: []string{"x", "y"}, types: "numeric numeric", cells: map[string]any{"0,0": 1.5, "1,1": 4.75}},
		{
			name: "tab, text with commas and semicolons", in: lines("place\tn", 12, func(i int) string {
				return []string{"Rome, Italy; south\t1", "Oslo, Norway; north\t2", "Paris, France; middle\t3"}[i%3]
			}), delim: "\t", rows: "12", names: []string{"place", "n"}, types: "categorical numeric", warn: "-",
			cells: map[string]any{"1,0": "Oslo, Norway; north"},
		},
		{
			name: "bar, text with commas", in: lines("place|n", 12, func(i int) string {
				return []string{"Rome, Italy|1", "Oslo, Norway|2", "Paris, France|3"}[i%3]
			}), delim: "|", rows: "12", names: []string{"place", "n"}, types: "categorical numeric", warn: "-",
			cells: map[string]any{"1,0": "Oslo, Norway"},
		},
		{
			name: "comma, quoted text with semicolons", in: lines("place,n", 12, func(i int) string {
				return []string{`"Rome; Italy; south",1`, `"Oslo; Norway; north",2`, `"Paris; France; west",3`}[i%3]
			}), delim: ",", rows: "12", names: []string{"place", "n"}, types: "categorical numeric", warn: "-",
			cells: map[string]any{"1,0": "Oslo; Norway; north"},
		},
		{
			name: "semicolon, quoted text with commas and semicolons", in: lines("place;n", 12, func(i int) string {
				return []string{`"Rome, Italy; south, warm";1`, `"Oslo, Norway; north, cold";2`, `"Paris, France; west, wet";3`}[i%3]
			}), delim: ";", rows: "12", names: []string{"place", "n"}, types: "categorical numeric", warn: "-",
			cells: map[string]any{"1,0": "Oslo, Norway; north, cold"},
		},
		{
			name: "delimiter in quoted names only",
			in:   "\"height, cm\";\"weight, kg\"\n" + strings.Repeat("180;70\n165;60\n172;81\n", 4), delim: ";",
			rows:  "12",
			names: []string{"height, cm", "weight, kg"}, types: "numeric numeric", warn: "-",
		},
		{name: "comma, times with colons and dates with dots", in: lines("at,day,n", 12, func(i int) string {
			return []string{"10:30,15.01.2024,1", "11:45,16.01.2024,2", "12:00,17.01.2024,3"}[i%3]
		}), delim: ",", rows: "12", names: []string{"at", "day", "n"}, types: "date|categorical|text date numeric"},
		{name: "many commas in the last column of a semicolon file", in: lines("id;word;tags", 12, func(i int) string {
			return []string{"1;a;red,green,blue", "2;b;red,green,blue", "3;c;red,white,blue"}[i%3]
		}), delim: ";", rows: "12", names: []string{"id", "word", "tags"}, cells: map[string]any{"2,2": "red,white,blue"}},
		{
			name: "spaces behind commas", in: written(clean, ", ", "\n"), delim: ",", rows: "12", names: cleanNames,
			types: cleanTypes, warn: "-", cells: cleanCells(),
		},
		{
			name: "one column of numbers", in: "x\n" + strings.Repeat("1\n2\n3\n", 4), rows: "12", names: []string{"x"},
			types: "numeric", missing: "0",
		},
		{
			name: "one column of text without any delimiter", in: "colour\n" + strings.Repeat("red\ngreen\nblue\n", 4),
			rows: "12", names: []string{"colour"}, types: "categorical", missing: "0",
		},
		{
			name: "one column of quoted text with commas",
			in:   "remark\n" + strings.Repeat("\"good, cheap\"\n\"bad, dear\"\n\"so, so\"\n", 4), rows: "12",
			names: []string{"remark"},
			types: "categorical", cells: map[string]any{"1,0": "bad, dear"},
		},
	}
	for _, pair := range [][2]string{{"comma", ","}, {"semicolon", ";"}, {"tab", "\t"}, {"bar", "|"}} {
		name, between := pair[0], pair[1]
		c := asClean("clean, "+name, written(clean, between, "\n"), "-")
		c.delim, c.header, c.encoding = between, "yes", "utf-8|ascii"
		list = append(list, c)
		c = asClean("clean, "+name+", all in quotes", written(eachValue(quoted), between, "\r\n"), "-")
		c.delim = between
		list = append(list, c)
	}
	for _, pair := range [][2]string{
		{"sep=;", "sep=;\n"},
		{"sep=; CRLF", "sep=;\r\n"},
		{"SEP=;", "SEP=;\n"},
		{"quoted sep=;", "\"sep=;\"\n"},
		{"mark and sep=;", "\ufeffsep=;\n"},
	} {
		c := asClean(pair[0], pair[1]+written(clean, ";", "\n"), "")
		c.delim = ";"
		list = append(list, c)
	}
	return append(list, asClean("sep=,", "sep=,\n"+cleanCSV(), ""), asClean("sep=tab", "sep=\t\n"+written(clean, "\t", "\n"), ""))
}

func doubtfulFiles() []fileCase {
	return []fileCase{
		{name: "sep= names another character than the lines have", in: "sep=;\n" + cleanCSV(), mayRefused: "delimiter", warn: "*"},
		{name: "comma and semicolon fit equally", in: "a,b;c\n" + strings.Repeat("1,2;3\n4,5;6\n", 6), mayRefused: "delimiter", rows: "12"},
		{
			name:       "columns by spaces",
			in:         lines("a b c", 12, func(i int) string { return []string{"1 x 2.5", "2 y 3.5", "3 z 4.5"}[i%3] }),
			mayRefused: "delimiter", warn: "*",
		},
		{name: "columns by colons", in: written(clean, ":", "\n"), mayRefused: "delimiter", warn: "*"},
		{
			name: "columns by carets, said", in: written(clean, "^", "\n"), args: "-delimiter ^", delim: "^",
			rows: "12", names: cleanNames, types: cleanTypes, cells: cleanCells(),
		},
		{name: "columns by two characters", in: written(clean, "||", "\n"), mayRefused: "delimiter", warn: "*"},
		{
			name: "a markdown table", in: "| a | b |\n|---|---|\n" + strings.Repeat("| 1 | x |\n| 2 | y |\n", 6),
			mayRefused: "delimiter|not_csv|ragged|header", warn: "*",
		},
		{
			name:       "fixed width",
			in:         lines("name      age", 12, func(i int) string { return []string{"Ann        31", "Bob        42", "Cid        53"}[i%3] }),
			mayRefused: "delimiter|not_csv", warn: "*",
		},
		{
			name: "prose",
			in: strings.Repeat("This is a letter, not a table.\n"+
				"It has lines, of course, and commas, here and there; and more.\n\nYours\n", 5),
			mayRefused: "not_csv|delimiter|ragged|header|multiple_tables", warn: "*",
		},
		{
			name: "one line has another delimiter", in: withLine(6, "46;Oslo;2105;no"), mayRefused: "ragged|delimiter",
			rows: "11|12", warn: "7|row|line",
		},
		{
			name: "the delimiter changes half way", in: written(clean[:7], ",", "\n") + written(clean[7:], ";", "\n"),
			mayRefused: "ragged|delimiter", warn: "*",
		},
	}
}

func quoteFiles() []fileCase {
	twelve := func(header string, rows ...string) string {
		return lines(header, 12, func(i int) string { return rows[i%len(rows)] })
	}
	ab := []string{"a", "b"}
	return []fileCase{
		// Cases of csv-spectrum.
		{
			name: "comma in quotes", in: "who,street,town,code\nAnn,7 Mill Lane,\"Ely, Cambs\",00712\n", rows: "1",
			names: []string{"who", "street", "town", "code"},
			cells: map[string]any{"0,2": "Ely, Cambs", "0,3": "00712"}, mayRefused: "too_few_rows",
		},
		{
			name: "empty values", in: "a,b,c\n1,\"\",\"\"\n2,3,4\n", rows: "2", names: []string{"a", "b", "c"},
			missing: "0 1 1", cells: map[string]any{"0,1": nil, "0,2": nil, "1,2": 4},
		},
		{
			name: "empty values, CRLF", in: "a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", rows: "2",
			names: []string{"a", "b", "c"}, missing: "0 1 1", cells: map[string]any{"0,1": nil, "0,2": nil, "1,2": 4},
		},
		{
			name: "doubled quotes", in: "a,b\n1,\"so \"\"big\"\" a dog\"\n3,4\n", rows: "2", names: ab, warn: "-",
			cells: map[string]any{"0,1": `so "big" a dog`, "1,1": 4},
		},
		{
			name: "JSON in a cell", in: "no,body\n1,\"{\"\"kind\"\": \"\"box\"\", \"\"sides\"\": [3.0, 4.5]}\"\n",
			rows: "1", names: []string{"no", "body"}, mayRefused: "too_few_rows",
			cells: map[string]any{"0,1": `{"kind": "box", "sides": [3.0, 4.5]}`},
		},
		{
			name: "line ends in quotes", in: "a,b,c\n1,2,3\n\"A word \nand more\",5,6\n7,8,9\n", rows: "3",
			names: []string{"a", "b", "c"}, leftOut: "0", repaired: "0",
			cells: map[string]any{"1,0": "A word \nand more", "2,2": 9},
		},
		{
			name: "line ends in quotes, CRLF", in: "a,b,c\r\n1,2,3\r\n\"A word \r\nand more\",5,6\r\n7,8,9\r\n",
			rows: "3", names: []string{"a", "b", "c"}, leftOut: "0", repaired: "0",
			cells: map[string]any{"1,0": either{"A word \r\nand more", "A word \nand more"}, "2,2": 9},
		},
		{
			name: "quotes and line ends", in: "a,b\n1,\"so \n\"\"big\"\" \na dog\"\n3,4\n", rows: "2", names: ab,
			warn: "-", cells: map[string]any{"0,1": "so \n\"big\" \na dog", "1,1": 4},
		},
		{
			name: "simple", in: "a,b,c\n1,2,3\n", rows: "1", names: []string{"a", "b", "c"}, mayRefused: "too_few_rows",
			cells: map[string]any{"0,2": 3},
		},
		{
			name: "simple, CRLF, no end", in: "a,b,c\r\n1,2,3", rows: "1", names: []string{"a", "b", "c"},
			mayRefused: "too_few_rows", cells: map[string]any{"0,2": 3},
		},
		{name: "UTF-8 in a cell", in: "a,b,c\n1,2,3\n4,5,ŋ\n", rows: "2", names: []string{"a", "b", "c"}, cells: map[string]any{"1,2": "ŋ"}},

		{
			name: "backslash before quotes",
			in:   twelve("a,b", `"say \"hi\", please",1`, `"say \"no\"",2`, `"nothing, thanks",3`), rows: "12", names: ab,
			types:   "categorical numeric",
			leftOut: "0", repaired: "0", cells: map[string]any{"0,0": `say "hi", please`, "1,0": `say "no"`, "2,0": "nothing, thanks"},
		},
		{
			name: "a backslash at a quoted value's end is a letter",
			in:   twelve("a,b", `"C:\dir\",1`, `"D:\",2`, `"E, F",3`), rows: "12", names: ab,
			types: "categorical numeric",
			cells: map[string]any{"0,0": `C:\dir\`, "1,0": `D:\`, "2,0": "E, F"},
		},
		{
			name: "single quotes around values",
			in:   twelve("a,b", `'Rome, Italy',1`, `'Oslo, Norway',2`, `'it''s far, far',3`), rows: "12", names: ab,
			types: "categorical numeric",
			cells: map[string]any{"0,0": "Rome, Italy", "1,1": 2, "2,0": "it's far, far"},
		},
		{
			name: "apostrophes are letters", in: twelve("a,b", `O'Brien,1`, `'s-Hertogenbosch,2`, `rock 'n' roll,3`),
			rows: "12", names: ab, types: "categorical numeric", leftOut: "0",
			cells: map[string]any{"0,0": "O'Brien", "1,0": "'s-Hertogenbosch", "2,0": "rock 'n' roll"},
		},
		{
			name: "inch marks", in: twelve("a,b", `disk 3.5",1`, `disk 5.25",2`, `tape,3`), rows: "12", names: ab,
			types: "categorical numeric", leftOut: "0",
			cells: map[string]any{"0,0": `disk 3.5"`, "1,0": `disk 5.25"`, "2,0": "tape"},
		},
		{
			name: "feet and inches", in: twelve("height,b", `5'11",1`, `6'2",2`, `5'9",3`), rows: "12",
			names: []string{"height", "b"}, leftOut: "0", cells: map[string]any{"0,0": `5'11"`, "2,1": 3},
		},
		{
			name: "text behind a closing quote", in: withLine(3, `53,"Os"lo,1890,no`), mayRefused: "quote",
			rows: "11|12", names: cleanNames, warn: "quote|line 4",
			cells: map[string]any{"11,0": either{22, nil}, "0,1": "Paris"},
		},
		{
			name: "quotes inside quotes, not doubled", in: withLine(3, `53,"the "big" city",1890,no`),
			mayRefused: "quote|ragged", rows: "11|12", names: cleanNames, warn: "quote|line 4",
		},
		{
			name: "a quote behind a value", in: withLine(3, `53,Oslo",1890,no`), mayRefused: "quote", rows: "11|12",
			names: cleanNames, cells: map[string]any{"0,1": "Paris"},
		},
		{
			name: "a space before quotes", in: twelve("a, b", `1, "x, y"`, `2, "z, w"`, `3, "v, u"`), rows: "12",
			names: ab, types: "numeric categorical", cells: map[string]any{"0,1": "x, y"},
		},
		{
			name: "a space behind quotes", in: twelve("a,b", `"x, y" ,1`, `"z, w" ,2`, `"v, u" ,3`), rows: "12",
			names: ab, types: "categorical numeric", leftOut: "0", cells: map[string]any{"0,0": "x, y"},
		},
		{
			name: "nothing but a quote in a value", in: twelve("a,b", `"""",1`, `"x""",2`, `"""y",3`), rows: "12",
			names: ab, types: "categorical numeric", cells: map[string]any{"0,0": `"`, "1,0": `x"`, "2,0": `"y`},
		},
		{
			name: "quotes around numbers", in: twelve("a,b", `"1.5",x`, `"2.5",y`, `"3.5",x`), rows: "12", names: ab,
			types: "numeric binary", warn: "-", cells: map[string]any{"0,0": 1.5},
		},
		{
			name: "a quoted value begins with a line end", in: twelve("a,b", "\"\nx\",1", "\"y\n\",2", "z,3"),
			rows: "12", names: ab, cells: map[string]any{"0,1": 1, "1,1": 2, "2,0": "z"},
		},
		{
			name: "a quoted value looks like the delimiter line", in: twelve("a,b", "\"x\n1,2\n3\",1", "y,2", "z,3"),
			rows: "12", names: ab, types: "categorical numeric", cells: map[string]any{"0,0": "x\n1,2\n3", "2,1": 3},
		},
	}
}

func lineEndFiles() []fileCase {
	mixed := func(ends ...string) string {
		var b strings.Builder
		for i, line := range cleanLines() {
			b.WriteString(line + ends[i%len(ends)])
		}
		return b.String()
	}
	return []fileCase{
		asClean("ends CRLF", mixed("\r\n"), "-"),
		asClean("ends CR", mixed("\r"), "-"),
		asClean("ends LF and CRLF", mixed("\n", "\r\n"), ""),
		asClean("ends CRLF but for the last line, which has LF", mixed("\r\n")[:len(mixed("\r\n"))-2]+"\n", ""),
		asClean("ends LF, CRLF and CR", mixed("\n", "\r\n", "\r"), ""),
		asClean("no end behind the last line", strings.TrimSuffix(cleanCSV(), "\n"), "-"),
		asClean("ends CR, none behind the last line", strings.TrimSuffix(mixed("\r"), "\r"), "-"),
		asClean("blank lines at the end", cleanCSV()+"\n\n\n", ""),
		asClean("ends CR CR LF", mixed("\r\r\n"), ""),
		{
			name: "ends CR, line end in quotes", in: strings.ReplaceAll("a,b\n1,\"x\ny\"\n3,z\n", "\n", "\r"),
			rows: "2", names: []string{"a", "b"}, cells: map[string]any{"0,1": either{"x\ry", "x\ny"}, "1,1": "z"},
		},
		{
			name: "ends LF, a CR in quotes", in: "a,b\n1,\"x\ry\"\n3,z\n", rows: "2", names: []string{"a", "b"},
			cells: map[string]any{"0,1": either{"x\ry", "x\ny"}, "1,1": "z"},
		},
	}
}
