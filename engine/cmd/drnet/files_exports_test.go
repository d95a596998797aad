package main

import (
	"fmt"
	"strings"
)

// exportFiles are tables as exported by well-known programs.
func exportFiles() []fileCase {
	return []fileCase{
		{
			name: "German Excel",
			in: windows(
				"sep=;\r\nName;Größe;Gewicht;Preis;Datum\r\n" + strings.Repeat(
					"Müller;1,80;75,5;1.234,50 €;15.01.2024\r\nJäger;1,65;60,25;999,00 €;16.01.2024\r\nWeiß;1,72;81;2.500,75 €;17.01.2024\r\n",
					4,
				),
			),
			delim: ";", encoding: "1252", rows: "12", names: []string{"Name", "Größe", "Gewicht", "Preis", "Datum"},
			types: "categorical numeric numeric numeric date",
			cells: map[string]any{"0,0": "Müller", "0,1": 1.8, "2,2": 81, "0,3": 1234.5},
		},
		{
			name: "American Excel",
			in: "Name,Sales,Share,Day\r\n" + strings.Repeat(
				"\"Smith, John\",\"$1,234.50\",12%,1/15/2024\r\n"+
					"\"O'Neil, Ann\",$999.00,7.5%,1/16/2024\r\n\"Doe, Jane\",\"$12,500.75\",30%,1/17/2024\r\n",
				4,
			),
			delim: ",", rows: "12", names: []string{"Name", "Sales", "Share", "Day"},
			types: "categorical numeric numeric date",
			cells: map[string]any{"0,0": "Smith, John", "0,1": 1234.5, "2,1": 12500.75},
		},
		{
			name: "pandas", in: lines(",age,score,name", 12, func(i int) string {
				return fmt.Sprintf(
					"%d,%s,%s,%s", i, []string{"31.0", "", "53.0"}[i%3], []string{"0.1", "0.25", "nan"}[i%3],
					[]string{"Ann", "Bob"}[i%2],
				)
			}),
			rows: "12", names: []string{"column1", "age", "score", "name"}, types: "id numeric|binary numeric|binary binary", missing: "0 4 4 0",
		},
		{
			name: "R", in: lines(`"","Sepal.Length","Species"`, 12, func(i int) string {
				return fmt.Sprintf(
					"%q,%s,%s", fmt.Sprint(i+1), []string{"5.1", "NA", "6.3", "7"}[i%4],
					[]string{`"setosa"`, `"virginica"`, `"versicolor"`}[i%3],
				)
			}),
			rows: "12", names: []string{"column1", "Sepal.Length", "Species"}, types: "id numeric categorical", missing: "0 3 0",
		},
		{
			name: "R for Europe", in: lines(`"";"x";"y"`, 12, func(i int) string {
				return fmt.Sprintf("%q;%s;%q", fmt.Sprint(i+1), []string{"5,1", "NA", "6,3", "7"}[i%4], string(rune('a'+i%2)))
			}),
			delim: ";", rows: "12", names: []string{"column1", "x", "y"}, types: "id numeric binary", missing: "0 3 0",
			cells: map[string]any{"0,1": 5.1},
		},
		{name: "MySQL", in: lines("id\tname\tscore\tnote", 12, func(i int) string {
			return fmt.Sprintf(
				"%d\t%s\t%s\t%s", i+1, []string{"Ann", "Bob", "Cid"}[i%3], []string{"1.5", `\N`, "2.5", "3.5"}[i%4],
				[]string{`\N`, "x"}[i%2],
			)
		}), delim: "\t", rows: "12", types: "id categorical numeric constant|binary", missing: "0 0 3 0|6"},
		{
			name: "MySQL with quotes and backslashes", in: lines(`"id","name","score"`, 12, func(i int) string {
				return fmt.Sprintf(
					"\"%d\",%s,%s", i+1, []string{`"say \"hi\", Ann"`, `"a\\b, c"`, `"Cid"`}[i%3],
					[]string{`"1.5"`, `\N`, `"2.5"`, `"3.5"`}[i%4],
				)
			}), rows: "12", names: []string{"id", "name", "score"}, types: "id categorical numeric",
			missing: "0 0 3", cells: map[string]any{"0,1": `say "hi", Ann`, "1,1": either{`a\b, c`, `a\\b, c`}, "2,1": "Cid"},
		},
		{
			name: "SAS", in: lines("patient,dose,group", 12, func(i int) string {
				return fmt.Sprintf("%04d,%s,%s", i+1, []string{"1.5", ".", "2.5", "."}[i%4], []string{"A", "B", "."}[i%3])
			}), rows: "12",
			types: "id numeric|binary binary", missing: "0 6 4", cells: map[string]any{"0,0": "0001", "1,1": nil},
		},
		{
			name: "a sensor",
			in: lines(
				"# logger 4711\n# interval 60 s\ntimestamp;temp;rh", 60,
				func(i int) string { return fmt.Sprintf("2024-01-15T10:%02d:00Z;%d.%d;%d", i, 20+i%5, i%10, 40+i%20) },
			),
			delim: ";", rows: "60",
			names: []string{"timestamp", "temp", "rh"}, types: "date numeric numeric", warn: "*", cells: map[string]any{"0,1": 20, "59,2": 59},
		},
		{
			name: "a laboratory", in: lines("sample,lead,ph", 40, func(i int) string {
				return fmt.Sprintf("S%d,%s,%d.%d", i, []string{"<0.1", "0.25", "0.5", "1.75"}[i%4], 6+i%3, i%10)
			}), rows: "40",
			types: "id categorical|text numeric", warn: "lead|<0.1", missing: "0 0 0",
			cells: map[string]any{"0,1": "<0.1", "1,1": either{"0.25", 0.25}},
		},
		{
			name: "a list of people", in: lines("name,zip,phone,street", 40, func(i int) string {
				return fmt.Sprintf(
					"P%d,%s,%s,\"%d Main St., Apt. %d\"", i, []string{"00501", "10001", "90210"}[i%3],
					[]string{"+31612345678", "+4930123456", "+15551234567"}[i%3], i, i%7,
				)
			}), rows: "40", types: "id categorical categorical id|text", missing: "0 0 0 0",
			cells: map[string]any{"0,1": "00501", "0,2": "+31612345678", "3,3": "3 Main St., Apt. 3"},
		},
		{
			name: "census rows without names",
			in: strings.Repeat(
				"39, State-gov, 77516, Bachelors, 13, Never-married, <=50K\n"+
					"50, ?, 83311, HS-grad, 9, Married-civ-spouse, >50K\n38, Private, 215646, Some-college, 10, Divorced, <=50K\n",
				5,
			),
			header: "no", rows: "15", cols: 7,
			missing: "0 5 0 0 0 0 0", warn: "column1|name|header", cells: map[string]any{"0,1": "State-gov", "0,6": "<=50K", "1,1": nil},
		},
		{
			name: "mushrooms",
			in:   lines("class,cap-shape,stalk-root", 40, func(i int) string { return []string{"p,x,e", "e,b,?", "e,x,c", "p,f,b"}[i%4] }),
			rows: "40", types: "binary categorical categorical", missing: "0 0 10",
		},
		{
			name: "PostgreSQL", in: lines(" id | name | score ", 12, func(i int) string {
				return fmt.Sprintf(" %d | %s | %d.5 ", i+1, []string{"Ann", "Bob", "Cid"}[i%3], i%4)
			}), delim: "|", rows: "12", names: []string{"id", "name", "score"}, types: "id categorical numeric",
			cells: map[string]any{"0,1": "Ann", "1,2": 1.5},
		},
		// Cases of the tests for CSV on the Web: dates, lists and quotes in a city's file of trees.
		{
			name: "trees",
			in: "No,Street Name,Kind,Last Cut,Seen On\n" +
				"1,HIGH ST,Tilia cordata,Crown only,11/23/2021\n2,MILL LANE,Acer platanoides,Crown only,4/7/2021\n",
			rows: "2", cols: 5,
			names: []string{"No", "Street Name", "Kind", "Last Cut", "Seen On"}, missing: "0 0 0 0 0",
			cells: map[string]any{"0,1": "HIGH ST", "1,2": "Acer platanoides"},
		},
		{
			name: "trees with lists and empty cells",
			in:   "No,Kind,Damage,Notes\n" + strings.Repeat("1,Lime,broken branch; dry top;;fungus,\n6,Elm,,\"they said, \"\"cut\"\"\"\n", 6),
			rows: "12", names: []string{"No", "Kind", "Damage", "Notes"}, delim: ",",
			missing: "0 0 6 6", cells: map[string]any{"0,2": "broken branch; dry top;;fungus", "1,3": `they said, "cut"`},
		},
	}
}
