package main

import (
	"fmt"
	"slices"
	"strings"
)

// missingFiles tests which cells are missing, and their number.
func missingFiles() []fileCase {
	return append(tokenFiles(), markedFiles()...)
}

// Common missing marks, and those that are recognized at least in a column of numbers.
var (
	marks = []string{
		"", "?", "NA", "N/A", "n/a", "<NA>", "null", "NULL", "Null", "NaN", "nan", "None", "-", "--", ".", "#N/A",
		"#DIV/0!", "#NULL!", "#VALUE!", "#REF!", "#NAME?", "#NUM!",
	}
	moreMarks = []string{
		"na", "none", "NONE", "n.a.", "NAN", "-nan", `\N`, "nil", "(null)", "#NA", "missing", "…", "–", "1.#IND", "n/d",
		"unknown",
	}
)

func tokenFiles() (list []fileCase) {
	for _, mark := range marks {
		numbers := append(times(11, "1.5", "2.5", "3.5"), mark)
		list = append(list, fileCase{
			name: fmt.Sprintf("%q among numbers is missing", mark), in: column(",", numbers...), rows: "12",
			types: "categorical numeric", missing: "0 1",
			warn: "-", leftOut: "0", cells: map[string]any{"11,1": nil, "10,1": 2.5},
		})
	}
	texts := func(i int) string { return fmt.Sprintf("%s,%s", marks[i%len(marks)], []string{"a", "b"}[i%2]) }
	words := func(i int) string { return []string{"red,a", "green,b", "blue,b"}[i%3] }
	list = append(list,
		fileCase{
			name:  "all marks in a column of words",
			in:    lines("x,y", 60, words) + strings.TrimPrefix(lines("", len(marks), texts), "\n"),
			rows:  fmt.Sprint(60 + len(marks)),
			types: "categorical binary", missing: fmt.Sprint(len(marks), " 0"), leftOut: "0", cells: map[string]any{"0,0": "red", "61,0": nil},
		},
		fileCase{
			name: "nothing but marks", in: lines("x,y", len(marks), texts), rows: fmt.Sprint(len(marks)),
			types: "empty binary", missing: fmt.Sprint(len(marks), " 0"),
		})
	for _, mark := range moreMarks {
		numbers := append(times(29, "1.5", "2.5", "3.5"), mark)
		list = append(list, fileCase{
			name: fmt.Sprintf("%q among numbers is missing, or said", mark), in: column(",", numbers...), rows: "30",
			types: "categorical numeric|categorical",
			holds: func(got inspected) string {
				if got.Types[1] == "numeric" && got.Missing[1] == 1 || len(got.Warnings) > 0 {
					return ""
				}
				return fmt.Sprintf("types %q, missing %v, no warning", got.Types, got.Missing)
			},
		})
	}
	return list
}

func markedFiles() []fileCase {
	heating := lines("heating,y", 30, func(i int) string { return []string{"None,a", "Gas,b", "Oil,b"}[i%3] })
	country := lines("country,y", 30, func(i int) string { return []string{"NA,a", "DE,b", "FR,b"}[i%3] })
	sentinel := lines("x,y", 30, func(i int) string { return []string{"-999,a", "1.5,b", "2.5,b", "3.5,a", "4.5,b"}[i%5] })
	several := lines("x,y", 30, func(i int) string { return []string{"-7,a", "1.5,b", "-8,b", "3.5,a", "-9.0,b"}[i%5] })
	codes := lines("x,z,y", 30, func(i int) string {
		return []string{"-9,-9,a", "1,2,b", "2,4,b", "3,6,a", "4,8,b", "5,10,a"}[i%6]
	})
	return []fileCase{
		{
			name: "a mark of several columns is suspected", in: codes, rows: "30", types: "numeric numeric binary", missing: "0 0 0",
			holds: func(got inspected) string {
				const want = "several columns contain -9, which may mean a missing value (-missing-values usual,-9)"
				if !slices.Contains(got.Warnings, want) {
					return fmt.Sprintf("warnings %q, want %q", got.Warnings, want)
				}
				return ""
			},
		},
		{
			name: "several marks in one column",
			in:   column(",", "1.5", "NA", "", "2.5", "?", "null", "3.5", "-", "NaN", "4.5", "5.5", "n/a"), rows: "12",
			types: "categorical numeric", missing: "0 7",
			cells: map[string]any{"1,1": nil, "2,1": nil, "9,1": 4.5},
		},
		{
			name: "empty cells in every column", in: "a,b,c\n" + strings.Repeat("1,,x\n,2.5,y\n3,4.5,\n4,5.5,x\n", 5),
			rows: "20", types: "numeric numeric binary", missing: "5 5 5", warn: "-", leftOut: "0", repaired: "0",
		},
		{
			name: "empty cells of semicolon and tab files",
			in:   "a;b;c\n" + strings.Repeat("1;;x\n;2,5;y\n3;4,5;\n4;5,5;x\n", 5), rows: "20",
			types: "numeric numeric binary", missing: "5 5 5",
		},
		{
			name: "empty cells between tabs",
			in:   "a\tb\tc\n" + strings.Repeat("1\t\tx\n\t2.5\ty\n3\t4.5\t\n\t\t\n4\t5.5\tx\n", 5), rows: "20|25",
			types: "numeric numeric binary", missing: "5|10 5|10 5|10",
		},
		{
			name: "blanks are missing", in: column(",", times(12, " ", "1.5", "   ", "2.5", "3.5", "4.5")...),
			rows: "12", types: "categorical numeric", missing: "0 4", warn: "-",
		},
		{
			name: "empty quotes are missing", in: column(",", times(12, `""`, "1.5", "2.5", "3.5")...), rows: "12",
			types: "categorical numeric", missing: "0 3", warn: "-",
		},
		{
			name: "marks between blanks", in: "k, x\n" + strings.Repeat("a, ?\nb, 1.5\nc, 2.5 \nd, NA \ne, 3.5\n", 4),
			rows: "20", missing: "0 8", warn: "-",
		},
		{name: "marks in quotes", in: column(",", times(12, `"NA"`, "1.5", "2.5", "3.5")...), rows: "12", missing: "0 3"},
		{
			name: "SAS: a point", in: column(",", times(12, ".", "1.5", "2.5", "3.5")...), rows: "12",
			types: "categorical numeric", missing: "0 3", warn: "-",
		},
		{
			name: "SPSS: a blank", in: column(";", times(12, " ", "1,5", "2,5", "3,5")...), rows: "12",
			types: "categorical numeric", missing: "0 3",
		},
		{
			name: "a column without any value", in: "a,b,c\n" + strings.Repeat("1,,x\n2,,y\n3,,x\n", 4), rows: "12",
			types: "numeric empty binary", missing: "0 12 0", leftOut: "0",
		},
		{name: "a row without any value among others", in: withLine(6, "NA,NA,NA,NA"), rows: "12", types: cleanTypes, missing: "1 1 1 1"},
		{
			name: "zero, false, no and spaces in words are values",
			in:   "a,b,c,d\n" + strings.Repeat("0,false,no,not known\n1,true,yes,well known\n2,true,yes,not  known\n", 4),
			rows: "12", missing: "0 0 0 0",
			cells: map[string]any{"0,0": 0, "0,1": "false", "0,2": "no", "0,3": "not known"},
		},
		{
			name: "words that begin as marks do", in: "a\n" + strings.Repeat("Nadia\nNullify\nNonesuch\nnano\nN\n", 4),
			rows: "20", missing: "0", cells: map[string]any{"0,0": "Nadia", "3,0": "nano"},
		},
		{
			name: "unknown is a category", in: "a,b\n" + strings.Repeat("unknown,1\nmarried,2\nsingle,3\n", 4),
			rows: "12", types: "categorical numeric", missing: "0 0", cells: map[string]any{"0,0": "unknown"},
		},
		{name: "None as one value of three", in: heating, rows: "30", missing: "0|10 0", holds: func(got inspected) string {
			if got.Missing[0] == 10 && got.Types[0] != "binary" || got.Missing[0] == 0 && got.Types[0] != "categorical" {
				return fmt.Sprintf("%q with %d missing", got.Types[0], got.Missing[0])
			}
			return ""
		}},
		{
			name: "None is kept, as asked", in: heating, args: "-missing-values NA", rows: "30",
			types: "categorical binary", missing: "0 0", cells: map[string]any{"0,0": "None"},
		},
		{
			name: "NA is kept, as asked", in: country, args: "-missing-values ?", rows: "30",
			types: "categorical binary", missing: "0 0", cells: map[string]any{"0,0": "NA"},
		},
		{
			name: "only empty cells are missing, as asked", in: strings.Replace(country, "FR", "", 1),
			args: "-missing-values=", rows: "30", types: "categorical binary", missing: "1 0",
			cells: map[string]any{"0,0": "NA", "2,0": nil},
		},
		{name: "-999 is a number", in: sentinel, rows: "30", types: "numeric binary", missing: "0 0", cells: map[string]any{"0,0": -999}},
		{
			name: "-999 is missing, as asked", in: sentinel, args: "-missing-values=-999", rows: "30",
			types: "numeric binary", missing: "6 0", cells: map[string]any{"0,0": nil},
		},
		{
			name: "-999 is missing beside the usual marks", in: strings.Replace(sentinel, "1.5", "NA", 1),
			args: "-missing-values usual,-999", rows: "30", types: "numeric binary", missing: "7 0", cells: map[string]any{"0,0": nil, "1,0": nil},
		},
		{
			name: "several numbers are missing, as asked", in: several, args: "-missing-values=-7,-8,-9", rows: "30",
			types: "numeric|binary binary", missing: "18 0", cells: map[string]any{"0,0": nil, "4,0": nil, "1,0": 1.5},
		},
	}
}
