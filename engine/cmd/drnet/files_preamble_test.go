package main

import "strings"

// preambleFiles tests lines above, between and below the rows that do not belong to the table.
func preambleFiles() []fileCase {
	csv, warn := cleanCSV(), "line|above|title|comment|left out"
	said := func(name, in string) fileCase {
		c := asClean(name, in, warn)
		c.leftOut = "" // such a line may count as a row or not
		return c
	}
	split := cleanLines()
	lastLines := func(more ...string) string { return csv + strings.Join(more, "\n") + "\n" }
	footer := func(name string, more ...string) fileCase { // left out, or kept with a warning
		return fileCase{
			name: name, in: lastLines(more...), mayRefused: "ragged|multiple_tables", rows: "12|13|14",
			names: cleanNames, warn: "*", cells: cleanCells(),
		}
	}
	list := []fileCase{
		said("a title line", "Customers of the year\n"+csv),
		said("a title and a blank line", "Customers of the year\n\n"+csv),
		{
			name: "a heading above two columns of Markdown", in: "# People\n\n| age | city |\n|---|---|\n" + strings.Repeat("| 31 | Rome |\n", 6),
			rows: "6", names: []string{"age", "city"}, warn: "People",
		},
		{
			name: "another table above, under a title", in: "Towns\nname,people,area,mayor\nRome,3,2,x\nParis,5,3,y\nOslo,1,1,x\n" +
				"Bonn,4,2,x\nLyon,2,2,y\nBern,1,1,y\n\nCustomers\n" + strings.ReplaceAll(csv, ",", ",,"),
			refused: "multiple_tables", says: "line 11",
		},
		said("a title with commas", "\"Customers, by city, of the year\"\n\n"+csv),
		said("three title lines", "Report\nMade by the office\nAll figures in thousands\n"+csv),
		said("title lines filled with delimiters", "Report,,,\nof the year,,,\n,,,\n"+csv),
		said("names and values above the header", "Sensor:,X12\nInterval:,5 s\nStart:,2024-01-15\n\n"+csv),
		said("names and values above the header, no blank line", "Sensor,X12\nInterval,5\n"+csv),
		said("twenty lines above the header", strings.Repeat("a word about it\n", 20)+csv),
		said("comment lines above the header", "# made by a program\n# on a day\n"+csv),
		said("comment lines with commas above the header", "# made by a program, version 2, on a day, with care\n"+csv),
		said("a comment between the rows", strings.Join(split[:5], "\n")+"\n# checked up to here\n"+strings.Join(split[5:], "\n")+"\n"),
		said("a mark and a title line", "\ufeffCustomers of the year\n\n"+csv),
		said("a title, semicolon and decimal comma", "Kundenliste 2024\n\n"+written(eachValue(decimalCommas), ";", "\r\n")),
		asClean("blank lines above the header", "\n\n"+csv, ""),
		said("a world development file", "\"Data Source\",\"World Development Indicators\",\n\n\"Last Updated Date\",\"2024-01-15\",\n\n"+csv),
		footer("a total line", "Total,,21593.25,"),
		footer("a source line", "Source: the office of figures"),
		footer("a blank line and a source", "", "Source: the office of figures"),
		footer("a blank line and two notes", "", "* provisional", "Source: the office, 2024"),
		footer("rows affected", "", "(12 rows affected)"),
		said("a comment below the rows", lastLines("# end of file")),

		{
			name: "a bank statement", in: "\"Kontoauszug\";\"DE00 1234\"\r\n" +
				"\"Zeitraum\";\"01.01.2024 - 31.01.2024\"\r\n\r\n\"Buchungstag\";\"Zweck\";\"Betrag\"\r\n" +
				strings.Repeat("\"15.01.2024\";\"Miete; Januar\";\"-1.050,00\"\r\n\"16.01.2024\";\"Gehalt\";\"2.310,75\"\r\n"+
					"\"17.01.2024\";\"Brot\";\"-3,50\"\r\n", 4) + "\r\n\"Saldo\";\"\";\"5.029,00\"\r\n",
			delim: ";", rows: "12|13", names: []string{"Buchungstag", "Zweck", "Betrag"}, warn: "*",
			cells: map[string]any{"0,1": "Miete; Januar", "0,2": -1050, "1,2": 2310.75, "2,2": -3.5},
		},
		{
			name: "values that begin with a hash are no comments",
			in:   "colour,n\n" + strings.Repeat("#ff0000,1\n#00ff00,2\n#0000ff,3\n", 4), rows: "12",
			names: []string{"colour", "n"}, types: "categorical numeric",
			leftOut: "0", cells: map[string]any{"0,0": "#ff0000", "11,0": "#0000ff"},
		},
		{
			name: "some values begin with a hash",
			in:   "place,n\n" + strings.Repeat("#1 Main Street,1\nRome,2\nOslo,3\n", 4), rows: "12", leftOut: "0",
			cells: map[string]any{"0,0": "#1 Main Street", "11,1": 3},
		},
		{
			name: "error values are no comments", in: "x,n\n" + strings.Repeat("#N/A,1\n2.5,2\n3.5,3\n", 4), rows: "12",
			leftOut: "0", missing: "4 0",
		},
		{
			name:       "two tables, one below the other",
			in:         csv + "\nproduct,price\n" + strings.Repeat("pen,1.5\ncup,4.25\n", 5),
			mayRefused: "multiple_tables|ragged", warn: "table|row|line|left out",
		},
		{
			name:       "two tables as wide, one below the other",
			in:         csv + "\n\nname,street,zip,phone\n" + strings.Repeat("Ann,Main,00501,x\nBob,High,00502,y\n", 5),
			mayRefused: "multiple_tables|ragged", warn: "*",
		},
		{name: "the header again in the middle", in: csv + csv, mayRefused: "multiple_tables", rows: "24|25", names: cleanNames, warn: "*"},
		{
			name: "two tables side by side", in: "a,b,,a,b\n" + strings.Repeat("1,x,,2,y\n3,z,,4,w\n", 6),
			mayRefused: "multiple_tables", rows: "12", cols: 5, warn: "*",
		},
	}
	return list
}
