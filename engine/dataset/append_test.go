package dataset_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/dataset/spreadsheet/booktest"
)

// A file whose rows follow gives the table of one file with all rows, whatever the order of its columns, its delimiter or format.
func TestMore(t *testing.T) {
	const first, second = "a,b,c\n1,x,2020-01-31\n2,y,2020-02-01\n,x,2020-02-02\n", "4,z,2021-01-31\nfive,x,2021-02-01\n"
	want, err := read(first+second, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, more, refused string }{
		{"same order", "a,b,c\n" + second, ""},
		{"another order", "c,a,b\n2021-01-31,4,z\n2021-02-01,five,x\n", ""},
		{"another delimiter", "b;c;a\nz;2021-01-31;4\nx;2021-02-01;five\n", ""},
		{"JSON", `[{"c":"2021-01-31","a":4,"b":"z"},{"b":"x","c":"2021-02-01","a":"five"}]`, ""},
		{"other spelling", "A;B ;C\n4;z;2021-01-31\nfive;x;2021-02-01\n", ""},
		{"missing column", "a,b\n4,z\n5,x\n", `the files cannot be joined: only one has "c"`},
		{"other columns", "a,b,c,d\n4,z,2021-01-31,1\n5,x,2021-02-01,2\n", `the files cannot be joined: only one has "d"`},
		{"no rows", "a,b,c\n", "the file has a header and no rows"},
	} {
		got, err := read(first, dataset.Options{More: strings.NewReader(test.more)})
		if got != nil {
			got.Columns[0].Doubts = nil // that 4 and five occur in the second file only
		}
		switch {
		case test.refused != "":
			if err == nil || !strings.Contains(err.Error(), test.refused) {
				t.Errorf("%s: %v, want %q", test.name, err, test.refused)
			}
		case err != nil:
			t.Errorf("%s: %v", test.name, err)
		case got.Rows != want.Rows || !reflect.DeepEqual(got.Columns, want.Columns):
			t.Errorf("%s: %d rows of\n%+v\nwant %d of\n%+v", test.name, got.Rows, got.Columns, want.Rows, want.Columns)
		}
	}
}

// Numbers of two files with different decimal marks are not read by one of them: 1.512 would be 1512.
func TestMoreWithAnotherDecimalMark(t *testing.T) {
	const points, commas = "a,b\n1.5,x\n12.25,y\n1.512,y\n", "a;b\n1,5;x\n12,25;y\n1,512;y\n"
	for _, files := range [][2]string{{points, commas}, {commas, points}, {commas, `[{"a":1.5,"b":"x"},{"a":1.512,"b":"y"}]`}} {
		_, err := read(files[0], dataset.Options{More: strings.NewReader(files[1])})
		const want = "the files cannot be joined: numbers have a decimal point in one of them, and a decimal comma in the other"
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q and %q: %v, want %q", files[0], files[1], err, want)
		}
	}
	for _, files := range [][2]string{{points, "a,b\n\"1,512\",x\n1.5,x\n"}, {"a;b\n1.512;x\n1.513;y\n", commas}} {
		if _, err := read(files[0], dataset.Options{More: strings.NewReader(files[1])}); err != nil {
			t.Errorf("%q and %q: %v", files[0], files[1], err)
		}
	}
}

// The notes on a second file that is a workbook are kept.
func TestMoreFromAWorkbook(t *testing.T) {
	records := [][]string{{"a", "b"}, {"3", "x"}, {"4", "y"}}
	book := booktest.Excel{Sheets: []booktest.Sheet{booktest.Inline("data", records), booktest.Inline("more", records[:2])}}
	got, err := read("a,b\n1,x\n2,y\n", dataset.Options{More: bytes.NewReader(book.Bytes())})
	const want = `appended file: 2 sheets of the workbook have rows and columns; "data" was read`
	if err != nil || !strings.Contains(strings.Join(got.Warnings, "; "), want) {
		t.Errorf("%v, warnings %q, want %q", err, got.Warnings, want)
	}
}

// Columns whose rows of the second file may mean another thing are named.
func TestMoreOfAnotherMeaning(t *testing.T) {
	const first = "died,site,creatinine,age\nno,1,0.8,40\nyes,1,1.2,50\nno,1,2.1,60\n"
	got, err := read(first, dataset.Options{More: strings.NewReader("died,site,creatinine,age\n0,2,71,45\n1,2,106,55\n0,2,95,65\n")})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`column "died": it has "0", "1" in the appended file, and "no", "yes" before: write them alike if they mean the same`,
		`column "creatinine": it has 71 to 106 in the appended file, and 0.8 to 2.1 before: write them alike if they mean the same`,
	}
	if !reflect.DeepEqual(dataset.Warned(got), want) {
		t.Errorf("warnings %q, want %q", dataset.Warned(got), want)
	}
}
