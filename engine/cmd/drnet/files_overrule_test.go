package main

import (
	"fmt"
	"strings"
)

// overruleFiles tests flags that override the detected dialect and types.
func overruleFiles() []fileCase {
	commas := column("\t", times(12, "1,234", "5,678", "9,123")...)
	body := strings.Join(cleanLines()[1:], "\n") + "\n"
	return []fileCase{
		{
			name: "the delimiter, as asked", in: "a,b;c\n" + strings.Repeat("1,2;3\n4,5;6\n", 6), args: "-delimiter ;",
			delim: ";", rows: "12", names: []string{"a,b", "c"}, cells: map[string]any{"0,1": 3},
		},
		{
			name: "the other delimiter, as asked", in: "a,b;c\n" + strings.Repeat("1,2;3\n4,5;6\n", 6),
			args: "-delimiter ,", delim: ",", rows: "12", names: []string{"a", "b;c"},
			cells: map[string]any{"0,0": 1, "0,1": "2;3"},
		},
		{
			name: "a delimiter that does not occur", in: cleanCSV(), args: "-delimiter tab", mayRefused: "delimiter",
			delim: "\t", cols: 1, rows: "12",
		},
		{
			name: "a decimal comma, as asked", in: commas, args: "-decimal ,", rows: "12", types: "categorical numeric",
			cells: map[string]any{"0,1": 1.234},
		},
		{
			name: "a decimal point, as asked", in: commas, args: "-decimal .", rows: "12", types: "categorical numeric",
			cells: map[string]any{"0,1": 1234},
		},
		{
			name: "a decimal comma in a file with points, as asked",
			in:   column(";", times(12, "1.234", "5.678", "9.123")...), args: "-decimal ,", rows: "12",
			types: "categorical numeric", cells: map[string]any{"0,1": 1234},
		},
		{
			name: "no header, as asked", in: cleanCSV(), args: "-header no", header: "no", rows: "13",
			names: []string{"column1", "column2", "column3", "column4"},
			cells: map[string]any{"0,1": "city", "1,1": "Paris"},
		},
		{
			name: "a header, as asked", in: body, args: "-header yes", header: "yes", rows: "11",
			names: []string{"31", "Paris", "1520.5", "yes"}, cells: map[string]any{"0,1": "Rome"},
		},
		{
			name: "numbers as categories, as asked", in: cleanCSV(), args: "-types age=categorical", rows: "12",
			types: "categorical categorical numeric binary", cells: map[string]any{"0,0": either{"31", 31}},
		},
		{
			name: "numbers as text, as asked", in: cleanCSV(), args: "-types age=text", rows: "12",
			types: "text categorical numeric binary", cells: map[string]any{"0,0": either{"31", 31}},
		},
		{name: "an id, as asked", in: cleanCSV(), args: "-types age=id", rows: "12", types: "id categorical numeric binary"},
		{
			name: "several types, as asked", in: cleanCSV(), args: "-types age=categorical,city=text", rows: "12",
			types: "categorical text numeric binary",
		},
		{
			name: "words as numbers, as asked", in: strings.ReplaceAll(cleanCSV(), "Oslo", "17"),
			args: "-types city=numeric", rows: "12", types: "numeric numeric|constant numeric binary",
			missing: "0 8 0 0", warn: "city", cells: map[string]any{"0,1": nil, "2,1": 17},
		},
		{
			name: "codes as numbers, as asked", in: column(",", times(12, "00501", "10001", "90210")...),
			args: "-types x=numeric", rows: "12", types: "categorical numeric",
			cells: map[string]any{"0,1": either{501, nil}, "1,1": 10001},
		},
		{
			name: "row numbers as numbers, as asked",
			in:   lines("n,y", 30, func(i int) string { return fmt.Sprintf("%d,a", i) }), args: "-types n=numeric",
			rows: "30", types: "numeric constant",
		},
		{name: "two values, as asked, where there are three", in: cleanCSV(), args: "-types city=binary", refused: "type", says: "city"},
		{name: "a type that there is not", in: cleanCSV(), args: "-types city=colour", refused: "type", says: "colour|type"},
		{name: "a type of a column that there is not", in: cleanCSV(), args: "-types town=text", refused: "header", says: "town"},
		{
			name: "a missing mark, as asked", in: cleanCSV(), args: "-missing-values Oslo", rows: "12",
			types: "numeric binary numeric binary", missing: "0 4 0 0",
		},
		{
			name: "a mark as a value, as asked", in: column(",", times(12, "a", "b", "?")...), args: "-values x=?", rows: "12",
			types: "categorical categorical", missing: "0 0",
		},
		{
			name: "a mark as missing, as asked", in: column(",", times(12, "+", "-")...), args: "-values x=", rows: "12",
			types: "categorical constant", missing: "0 6",
		},
		{name: "a mark of a column that there is not", in: cleanCSV(), args: "-values town=?", refused: "header", says: "town"},
		{
			name: "quotes, as asked", in: strings.ReplaceAll(cleanCSV(), "Oslo", "~Oslo, Norway~"), args: "-quote ~", rows: "12",
			names: cleanNames, types: cleanTypes, cells: map[string]any{"11,1": "Oslo, Norway"},
		},
		{name: "comments, as asked", in: strings.ReplaceAll(cleanCSV(), "31,", "!31,"), args: "-comment !", rows: "10", names: cleanNames},
		{
			name: "lines to skip, as asked", in: "1,2,3,4\n5,6,7,8\n" + cleanCSV(), args: "-skip 2", rows: "12", names: cleanNames,
			types: cleanTypes, cells: cleanCells(),
		},
		{name: "a quote that cannot be", in: cleanCSV(), args: "-quote ab", refused: "quote", says: "ab"},
		{
			name: "an encoding, as asked",
			in:   windows(lines("ä,b", 12, func(i int) string { return []string{"1,é", "2,ü", "3,€"}[i%3] })),
			args: "-encoding windows-1252", rows: "12", names: []string{"ä", "b"}, encoding: "1252",
			cells: map[string]any{"2,1": "€"},
		},
	}
}

// targetFiles tests targets that cannot be predicted, and the reason given.
func targetFiles() []fileCase {
	refusal := func(name, kind, target, in, args, says string) fileCase {
		return fileCase{
			name: name, run: "train", in: in,
			args: strings.TrimSpace("-quiet -steps 10 -rules 3 -target " + target + " " + args), refused: kind,
			says: says,
		}
	}
	words := func(n int) string {
		return lines("w,x,y", n, func(i int) string {
			return "w" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + "," + string(rune('0'+i%10)) + "," + []string{"a", "b"}[i%2]
		})
	}
	constant := strings.ReplaceAll(strings.ReplaceAll(cleanCSV(), ",no\n", ",yes\n"), "yes", "same")
	return []fileCase{
		refusal("train: a target of one value", "target_single_class", "label", constant, "", "label"),
		refusal(
			"train: a target of one value and missing ones", "target_single_class", "label",
			strings.ReplaceAll(cleanCSV(), ",no\n", ",\n"), "", "label",
		),
		refusal(
			"train: a target without any value", "target_single_class", "label",
			strings.ReplaceAll(strings.ReplaceAll(cleanCSV(), ",no\n", ",NA\n"), ",yes\n", ",\n"), "", "label",
		),
		refusal("train: a target of three values", "target_not_binary", "city", cleanCSV(), "", "city"),
		refusal("train: a positive value that there is not", "target_not_binary", "label", cleanCSV(), "-positive perhaps", "perhaps"),
		refusal("train: a target of numbers", "needs_threshold", "income", cleanCSV(), "", "income"),
		refusal("train: a target with another value in every row", "target_too_many_values", "w", words(200), "", "w"),
		refusal("train: a target of many texts", "target_too_many_values", "w", words(500)+strings.SplitN(words(500), "\n", 2)[1], "", "w"),
		refusal(
			"train: nothing to learn from", "no_usable_features", "label",
			lines("a,b,label", 20, func(i int) string { return "same,," + []string{"yes", "no"}[i%2] }), "",
			"column|feature",
		),
		refusal("train: everything is ignored", "no_usable_features", "label", cleanCSV(), "-ignore age,city,income", "column|feature"),
		refusal(
			"train: a column alone", "no_usable_features", "label",
			lines("label", 20, func(i int) string { return []string{"yes", "no"}[i%2] }), "", "column|feature",
		),
		refusal("train: one row", "too_few_rows", "label", "age,label\n31,yes\n", "", "row"),
		refusal("train: a target that there is not", "header", "income2", cleanCSV(), "", "income2"),
		refusal("train: a wrong file", "spreadsheet", "label", zipped("[Content_Types].xml", "xl/workbook.xml"), "", "excel"),
		refusal("train: a wrong file, empty", "empty_file", "label", "", "", "empty"),
	}
}
