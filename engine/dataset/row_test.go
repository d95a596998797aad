package dataset_test

import (
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// Rows with anomalies are repaired or skipped, with a warning. Tables of hundreds of rows are checked by warnings and counts
// alone, without want.
func TestRows(t *testing.T) {
	tests := []struct {
		name, csv, want string
		warning         string
		repaired, out   int
		comments, blank int
	}{
		{
			name: "short", csv: "a,b,c\n1,2,3\n4,5\n6,7,8\n", want: "a numeric 1 4 6; b numeric 2 5 7; c binary 3 ∅ 8",
			warning: "1 row with too few values was filled up at the end (line 3): values may be in wrong columns", repaired: 1,
		},
		{
			name: "short by two", csv: "a,b,c\n1,2,3\n4\n6,7,8\n5,5,5\n", want: "a numeric 1 4 6 5; b numeric 2 ∅ 7 5; c numeric 3 ∅ 8 5",
			warning: "1 row with too few values was filled up at the end (line 3): values may be in wrong columns", repaired: 1,
		},
		{
			name: "long", csv: "a,b\n1,2\n1,2,3\n4,5\n6,7\n", want: "a numeric 1 4 6; b numeric 2 5 7",
			warning: "1 row with too many values was left out (line 3); often a ',' inside a text without quotes", out: 1,
		},
		{
			name: "cut", csv: "a,b\n1,2\n3,4,,\n5,6\n", want: "a numeric 1 3 5; b numeric 2 4 6",
			warning: "1 row has a separator too many, taken for its last (line 3): values may be in wrong columns", repaired: 1,
		},
		{
			name: "long behind separators", csv: "a,b\n1,2\n3,4,,5\n5,6\n", want: "a binary 1 5; b binary 2 6",
			warning: "1 row with too many values was left out (line 3); often a ',' inside a text without quotes", out: 1,
		},
		{
			name: "empty", csv: "a,b\n1,2\n,\n3,4\n", want: "a binary 1 3; b binary 2 4",
			warning: "1 row without any value was left out (line 3)", out: 1,
		},
		{
			name: "empty and longer", csv: "a,b\n1,2\n,,\n3,4\n", want: "a binary 1 3; b binary 2 4",
			warning: "1 row without any value was left out (line 3)", out: 1,
		},
		{
			name: "typographic quotes", csv: "a,“b”\n1,“x”\n2,“y”\n3,“x”\n", want: "a numeric 1 2 3; “b” binary “x” “y” “x”",
			warning: `typographic quotes are part of names, such as “b”, and of values: replace them by straight ones (") in a text editor`,
		},
		{
			name: "separators of a spreadsheet behind", csv: "a,b;;;\n1,x;;;\n2,y;;;\n", want: "a binary 1 2; b;;; binary x;;; y;;;",
			warning: `the lines end in ";;", which is part of the last column: remove these separators in a text editor`,
		},
		{
			name: "typographic quotes in a name", csv: "a,is it “b”\n1,x\n2,y\n3,x\n", want: "a numeric 1 2 3; is it “b” binary x y x",
		},
		{
			name: "NUL bytes at the end", csv: "a,b\n1,x\n2,y\n" + strings.Repeat("\x00", 99), want: "a binary 1 2; b binary x y",
			warning: "NUL bytes at the end of the file were left out: it may be cut off",
		},
		{name: "empty in one column", csv: "a\n1\n\"\"\n2\n", want: "a binary 1 ∅ 2"},
		{
			name: "separators in one column", csv: "a\n1\n,\n2\n3\n", want: "a numeric 1 2 3",
			warning: "1 row without any value was left out (line 3)", out: 1,
		},
		{
			name: "names again", csv: "a,b\n1,2\n3,4\n1,2\na,b\n3,4\n3,4\n", want: "a binary 1 3 1 3 3; b binary 2 4 2 4 4",
			warning: "1 row that repeats the names was left out (line 5)", out: 1,
		},
		{
			name: "names again, and one more", csv: "a,b\n1,2\n3,4\n1,4\na,b,c\n3,4,\n3,4,\n", want: "a binary 1 3 1 3 3; b binary 2 4 4 4 4",
			warning: "2 rows have separators too many, taken for their last (lines 6 and 7): values may be in wrong columns; " +
				"1 row that looks like the names of another table was left out (line 5): rows below may belong to other columns",
			repaired: 2, out: 1,
		},
		{
			name: "names again, and one fewer", csv: "a,b,c\n1,2,x\n3,4,x\na,b\n3,4\n", want: "a binary 1 3 3; b binary 2 4 4; c constant x x ∅",
			warning: "1 row with too few values was filled up at the end (line 5): values may be in wrong columns; " +
				"1 row that looks like the names of another table was left out (line 4): rows below may belong to other columns",
			repaired: 1, out: 1,
		},
		{
			name: "names again, and one fewer, below a title", csv: "a,b,c\n1,2,x\n3,4,x\nSecond part\na,b\n3,4\n",
			want: "a binary 1 3 3; b binary 2 4 4; c constant x x ∅",
			warning: "1 row with too few values was filled up at the end (line 6): values may be in wrong columns; " +
				"1 row that looks like the names of another table was left out (line 5): rows below may belong to other columns; " +
				"1 line below the table is not a row and was left out (line 4)",
			repaired: 1, out: 1, comments: 1,
		},
		{name: "half the names again", csv: "a,b\nx,2\na,4\n", want: "a binary x a; b binary 2 4"},
		{
			name: "generated names as values", csv: "1,2\n3,4\ncolumn1,column2\n5,6\n",
			want:    "column1 categorical 1 3 column1 5; column2 categorical 2 4 column2 6",
			warning: "the first line looks like data, not names: the columns are called column1 and column2",
		},
		{
			name: "stray", csv: "a,b\n\"5\" pipe\",1\n\"rod\",2\n", want: "a binary 5\" pipe rod; b binary 1 2",
			warning: "1 row has a stray quote, kept as text (line 2)", repaired: 1,
		},
		{
			name: "trailing separators", csv: "a,b,\n1,2,\n3,4,\n5,6\n", want: "a numeric 1 3 5; b numeric 2 4 6",
			warning: "every row ends with a separator: it was not taken for a column",
		},
		{
			name: "a value behind the trailing separator", csv: "a,b\n" + strings.Repeat("1,2,\n", 600) + "3,4,5\n",
			warning: "every row ends with a separator, the names (line 1) do not: it was not taken for a column; " +
				"check that none is missing between two names; " +
				"1 row with too many values was left out (line 602); often a ',' inside a text without quotes",
			out: 1,
		},
		{
			name: "two separators behind", csv: "a,b\n" + strings.Repeat("1,2,\n", 600) + "3,4,,\n",
			warning: "every row ends with a separator, the names (line 1) do not: it was not taken for a column; " +
				"check that none is missing between two names; " +
				"1 row has a separator too many, taken for its last (line 602): values may be in wrong columns",
			repaired: 1,
		},
		{
			name: "comments", csv: "a,b\n1,2\n# x\n3,4\n# y\n", want: "a binary 1 3; b binary 2 4",
			warning: "2 comments between the rows were left out (lines 3 and 5)", comments: 2,
		},
		{name: "blank lines", csv: "a,b\n1,2\n\n \n3,4\n", want: "a binary 1 3; b binary 2 4", blank: 2},

		{
			name: "remark at the end", csv: "a,b,c\n1,2,3\n4,5,6\nSource: us\n", want: "a binary 1 4; b binary 2 5; c binary 3 6",
			warning: "1 line below the table is not a row and was left out (line 4)", comments: 1,
		},
		{
			name: "two remarks at the end", csv: "a,b,c\n1,2,3\n4,5,6\nSource: us\nand more\n", want: "a binary 1 4; b binary 2 5; c binary 3 6",
			warning: "2 lines below the table are not rows and were left out (lines 4 and 5)", comments: 2,
		},
		{
			name: "remarks below a drawn line", csv: "a,b,c\n1,2,3\n4,5,6\n1,2,6\n4,2,3\n_____\nNotes\n\nSource: us\n\"---\"\n",
			want:    "a binary 1 4 1 4; b binary 2 5 2 2; c binary 3 6 6 3",
			warning: "4 lines below the table are not rows and were left out (lines 6, 7, 9 and 10)", blank: 1, comments: 4,
		},
		{
			name: "dashes above a row", csv: "a,b,c\n1,2,3\n---\n4,5,6\n", want: "a binary 1 ∅ 4; b binary 2 ∅ 5; c binary 3 ∅ 6",
			warning: "1 row with too few values was filled up at the end (line 3): values may be in wrong columns", repaired: 1,
		},
		{
			name: "one word at the end", csv: "a,b,c\n1,2,3\n4,5,6\nEnd\n", want: "a categorical 1 4 End; b binary 2 5 ∅; c binary 3 6 ∅",
			warning: "1 row with too few values was filled up at the end (line 4): values may be in wrong columns", repaired: 1,
		},
		{
			name: "one word behind a blank line", csv: "a,b\n1,2\n3,4\n\nEnd\n", want: "a binary 1 3; b binary 2 4", blank: 1,
			warning: "1 line below the table is not a row and was left out (line 5)", comments: 1,
		},
		{
			name: "words behind two columns", csv: "a,b\n1,2\n3,4\nThe end\n", want: "a categorical 1 3 The end; b binary 2 4 ∅",
			warning: "1 row with too few values was filled up at the end (line 4): values may be in wrong columns", repaired: 1,
		},
		{
			name: "prose behind a blank line", csv: "a,b,c\n1,2,3\n4,5,6\n\nSource: us, 2020\n* old, new\n", blank: 1, comments: 2,
			want:    "a binary 1 4; b binary 2 5; c binary 3 6",
			warning: "2 lines below the table are not rows and were left out (lines 5 and 6)",
		},
		{
			name: "a short row behind a blank line", csv: "a,b,c\n1,2,3\n4,5,6\n\nx,y\n", blank: 1, repaired: 1,
			want:    "a categorical 1 4 x; b categorical 2 5 y; c binary 3 6 ∅",
			warning: "1 row with too few values was filled up at the end (line 5): values may be in wrong columns",
		},
		{
			name: "a number behind a blank line", csv: "a,b\n1,2\n3,4\n\n5\n", want: "a numeric 1 3 5; b binary 2 4 ∅", blank: 1,
			warning: "1 row with too few values was filled up at the end (line 5): values may be in wrong columns", repaired: 1,
		},
		{
			name: "a mark behind a blank line", csv: "a,b\n1,2\n3,4\n\nNA\n", want: "a binary 1 3 ∅; b binary 2 4 ∅", blank: 1,
			warning: "1 row with too few values was filled up at the end (line 5): values may be in wrong columns", repaired: 1,
		},
		{
			name: "padded remarks", csv: "a,b,c\n1,2,3\n4,5,6\nTotal,,\n,,\n\"Source: us, 2020\",,\n",
			want: "a binary 1 4; b binary 2 5; c binary 3 6", out: 1, comments: 2,
			warning: "1 row without any value was left out (line 5); " +
				"2 lines below the table are not rows and were left out (lines 4 and 6)",
		},
		{
			name: "a padded remark behind a blank line", csv: "a,b,c\n1,2,3\n4,5,6\n\nEnd,,\n", blank: 1, comments: 1,
			want:    "a binary 1 4; b binary 2 5; c binary 3 6",
			warning: "1 line below the table is not a row and was left out (line 5)",
		},
		{name: "padded in two columns", csv: "a,b\n1,2\n3,4\nEnd,\n", want: "a categorical 1 3 End; b binary 2 4 ∅"},
		{name: "a padded number", csv: "a,b,c\n1,2,3\n3,4,5\n5,,\n", want: "a numeric 1 3 5; b binary 2 4 ∅; c binary 3 5 ∅"},
		{name: "a padded mark", csv: "a,b,c\n1,2,3\n3,4,5\nNA,,\n", want: "a binary 1 3 ∅; b binary 2 4 ∅; c binary 3 5 ∅"},
		{
			name: "a padded date", csv: "a,b,c\n2020-01-01,2,3\n2020-01-02,4,5\n2020-01-03,,\n",
			want: "a date 2020-01-01 2020-01-02 2020-01-03; b binary 2 4 ∅; c binary 3 5 ∅",
		},
		{
			name: "a single text between rows and below", csv: "a,b,c\nx,2,3\ny,,\nz,5,6\nu,,\n",
			want: "a categorical x y z u; b binary 2 ∅ 5 ∅; c binary 3 ∅ 6 ∅",
		},
		{
			name: "a single text in most rows", csv: "a,b,c\nx,2,3\ny,,\nz,,\n",
			want: "a categorical x y z; b constant 2 ∅ ∅; c constant 3 ∅ ∅",
		},
		{
			name: "headings between rows",
			csv:  "a,b,c\n" + strings.Repeat("x,2,3\n", 9) + "y,,\n" + strings.Repeat("z,2,3\n", 9) + "u,,\nx,2,3\nz,2,3\n",
			want: "a categorical" + strings.Repeat(" x", 9) + " y" + strings.Repeat(" z", 9) + " u x z; b constant" + sparse("2") +
				"; c constant" + sparse("3"),
			warning: "2 rows have a text in the first column and nothing else (lines 11 and 21); remove headings from the file",
		},
		{
			name: "another separator from the middle on", csv: "a;b;c\n1;x;3\n2;\"y;\";5\n3,x,6\n4,y,8\n5,x,9\n",
			want: "a numeric 1 2 3 4 5; b categorical x y; x y x; c numeric 3 5 6 8 9",
			warning: "the names are separated by semicolons, other rows by commas: they were split at the semicolons (line 1); " +
				"2 rows have another separator than the others, and were split at it (lines 2 and 3)",
			repaired: 2,
		},
		{
			name: "texts in quotes above", csv: "\"a;b;c\"\n1,2,3\n2,4,5\n3,5,6\n",
			want: "column1 numeric 1 2 3; column2 numeric 2 4 5; column3 numeric 3 5 6",
			warning: "the first line looks like data, not names: the columns are called column1 to column3; " +
				`a line above the first row was left out: "\"a;b;c\""`,
		},
		{
			name: "words between rows", csv: "a,b,c\nx,2,3\nz w\ny,5,6\n", want: "a categorical x z w y; b binary 2 ∅ 5; c binary 3 ∅ 6",
			warning: "1 row with too few values was filled up at the end (line 3): values may be in wrong columns", repaired: 1,
		},
		{
			name: "words between rows of another width", csv: "a,b,c\nx,2,3\nz w\ny,5\n",
			want:    "a categorical x z w y; b binary 2 ∅ 5; c constant 3 ∅ ∅",
			warning: "2 rows with too few values were filled up at the end (lines 3 and 4): values may be in wrong columns", repaired: 2,
		},
		{
			name: "names of pages, one of them empty, below a title", csv: ",b,c\n1,2,3\n4,5,6\nPage 2 of 2\n\n,b,c\n7,8,9\n",
			want: "column1 numeric 1 4 7; b numeric 2 5 8; c numeric 3 6 9", blank: 1, out: 1, comments: 1,
			warning: "1 column without a name, now called \"column1\"; " +
				"1 row that repeats the names was left out (line 6); 1 line below the table is not a row and was left out (line 4)",
		},
		{
			name: "a remark between blocks", csv: "a,b\n1,2\n\nEnd\n3,4\n", want: "a binary 1 3; b binary 2 4", blank: 1,
			warning: "1 line below the table is not a row and was left out (line 4)", comments: 1,
		},
		{
			name: "a word behind a block", csv: "a,b\n1,2\n\n3,4\nEnd\n", want: "a categorical 1 3 End; b binary 2 4 ∅", blank: 1,
			warning: "1 row with too few values was filled up at the end (line 5): values may be in wrong columns", repaired: 1,
		},
		{
			name: "one row of another width behind a blank line", csv: "a,b,c\n1,2,3\n3,4,5\n\n1,2\n5,6,7\n8,9\n",
			want: "a numeric 1 3 1 5 8; b numeric 2 4 2 6 9; c numeric 3 5 ∅ 7 ∅", blank: 1,
			warning: "2 rows with too few values were filled up at the end (lines 5 and 7): values may be in wrong columns", repaired: 2,
		},
		{
			name: "rows of two other widths behind a blank line", csv: "a,b,c,d\n1,2,3,4\n3,4,5,6\n\n1,2\n5,6,7\n", blank: 1,
			want:    "a numeric 1 3 1 5; b numeric 2 4 2 6; c numeric 3 5 ∅ 7; d binary 4 6 ∅ ∅",
			warning: "2 rows with too few values were filled up at the end (lines 5 and 6): values may be in wrong columns", repaired: 2,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := mustRead(t, test.csv, dataset.Options{Delimiter: ','})
			if got := show(table); got != test.want && test.want != "" {
				t.Errorf("Read = %s\nwant %s", got, test.want)
			}
			if got := strings.Join(dataset.Warned(table), "; "); got != test.warning {
				t.Errorf("warnings %q\nwant %q", got, test.warning)
			}
			if table.Repaired != test.repaired || table.LeftOut != test.out || table.Dialect.Comments != test.comments ||
				table.BlankLines != test.blank {
				t.Errorf("%d repaired, %d left out, %d comments, %d blank, want %d, %d, %d, %d", table.Repaired,
					table.LeftOut, table.Dialect.Comments, table.BlankLines,
					test.repaired, test.out, test.comments, test.blank)
			}
		})
	}
}

// sparse returns 22 cells, of which the 10th and the 20th are missing.
func sparse(cell string) string {
	nine := strings.Repeat(" "+cell, 9)
	return nine + " ∅" + nine + " ∅ " + cell + " " + cell
}

// A row below a blank line is named if something speaks for another table.
func TestRowsBelowBlankLines(t *testing.T) {
	const numbers, texts = "a,b\n1,x\n2,y\n3,x\n4,y\n5,z\n\n", "a,b\nu,x\nv,y\nw,x\nu,y\nv,x\n\n"
	const years = "Country,2019,2020\nX,1,2\nY,3,4\nZ,5,6\nU,7,8\nV,9,1\n\n"
	for _, test := range []struct {
		name, csv string
		noted     bool
	}{
		{"a row like the others", numbers + "6,x\n7,y\n", false},
		{"new values", numbers + "6,v\n7,w\n", false},
		{"without names", strings.TrimPrefix(numbers, "a,b\n") + "6,v\n7,w\n", false},
		{"a text among numbers", numbers + "c,d\n6,x\n", true},
		{"a title", numbers + "Other people\n6,x\n7,y\n", true},
		{"a title between blank lines", numbers + "Other people\n\n6,x\n7,y\n", true},
		{"a padded title", strings.ReplaceAll(numbers, "\n", ",1\n") + "\nOther people,,\n6,x,1\n7,y,1\n", true},
		{"texts of which one is known", texts + "t,y\n", false},
		{"texts that are all new", texts + "c,d\nu,x\n", true},
		{"one of the names", years + "Town,2019,2020\nA,1,2\n", true},
		{"other years", years + "Town,2021,2022\nA,1,2\n", true},
	} {
		warnings := strings.Join(mustRead(t, test.csv, dataset.Options{Delimiter: ','}).Warnings, "; ")
		if strings.Contains(warnings, "check that no other table begins there") != test.noted {
			t.Errorf("%s: warnings %q", test.name, warnings)
		}
	}
}

// Two rows of the same other width below a blank line start another table at the first of them.
func TestAnotherTable(t *testing.T) {
	padded := "a,b,c,d\n" + strings.Repeat("1,2,3,4\n3,4,5,6\n", 6) + ",,,\n"
	for csv, want := range map[string]string{
		"a,b,c\n1,2,3\n3,4,5\n\nx,y\n1,2\n":                             "dataset: line 5: another table begins here, with 2 columns",
		"T\na,b,c\n1,x,y\n2,x,z\n3,u,y\n\nU\nd,e\n1,x\n2,y\n3,x\n4,y\n": "dataset: line 8: another table begins here, with 2 columns",
		"a,b\n1,2\n3,4\n5,6\n\nc,d,e\n1,2,3\n":                          "dataset: line 6: another table begins here, with 3 columns",
		padded + "x,y,z,u\n1,2,3,4\n":                                   "dataset: line 15: another table begins here, with 4 columns",
		padded + "T,,,\nx,y,,\n1,2,,\n":                                 "dataset: line 16: another table begins here, with 2 columns",
		"a,b\n1,2\n3,4\n5,6\n\nTitle\nc,d,e\n1,2,3\n":                   "dataset: line 7: another table begins here, with 3 columns",
	} {
		_, err := read(csv, dataset.Options{Delimiter: ','})
		checkError(t, err, dataset.MultipleTables, want)
	}
}

// A text of several lines makes rows without a first value and numbers in a drawn table. A row without numbers is not one.
func TestContinuedTexts(t *testing.T) {
	psql, below := " n | t   | x \n---+-----+---\n 1 | a b+| 5\n", strings.Repeat(" 2 | d   | 6\n 3 | e   |  \n", 6)
	_, err := read(psql+"   | c   |  \n"+below, dataset.Options{})
	checkError(t, err, dataset.NotCSV, "dataset: line 4: a text of this drawn table continues in another line")
	if table, err := read(psql+below, dataset.Options{}); err != nil || table.Rows != 13 {
		t.Errorf("Read() = %+v, %v, want 13 rows", table, err)
	}
}

// A text in parentheses below a table of fixed width is a remark, as sqlcmd writes it.
func TestFixedWidthWithCount(t *testing.T) {
	rows := strings.Repeat("1           46   yes\n2           35   no \n", 5)
	table := mustRead(t, "id          age  y  \n----------- ---- ---\n"+rows+"\n(10 rows affected)\n", dataset.Options{})
	if table.Rows != 10 || table.Dialect.Comments != 1 {
		t.Errorf("%d rows, %d comments, want 10, 1", table.Rows, table.Dialect.Comments)
	}
}

// A tab before the last value of rows of fixed width does not separate all others from it.
func TestFixedWidthWithTab(t *testing.T) {
	table := mustRead(t, "18.0  8  3504. 1\t\"a fast car\"\n9.0   8  ?     1\t\"other\"\n27.5  4  2130. 3\t\"a van\"\n", dataset.Options{})
	const want = "column1 numeric 18 9 27.5; column2 binary 8 8 4; column3 binary 3504 ∅ 2130; column4 binary 1 1 3; " +
		"column5 categorical a fast car other a van"
	if got := show(table); got != want {
		t.Errorf("Read = %s\nwant %s", got, want)
	}
}
