package dataset_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"drnet/engine/dataset"
)

func read(csv string, o dataset.Options) (*dataset.Table, error) {
	return dataset.Read(context.Background(), "test.csv", strings.NewReader(csv), o)
}

// mustRead reads a valid table.
func mustRead(t testing.TB, csv string, o dataset.Options) *dataset.Table {
	t.Helper()
	table, err := read(csv, o)
	if err != nil {
		t.Fatalf("%.60q: %v", csv, err)
	}
	return table
}

// show returns a table on a single line: "name kind cell cell; …", with ∅ for a missing cell.
func show(t *dataset.Table) string {
	var columns []string
	for j := range t.Columns {
		c := &t.Columns[j]
		cells := []string{c.Name, string(c.Kind)}
		for row := range t.Rows {
			text, ok := c.Text(row)
			if !ok {
				text = "∅"
			}
			cells = append(cells, text)
		}
		columns = append(columns, strings.Join(cells, " "))
	}
	return strings.Join(columns, "; ")
}

// files are valid files with their tables. They also seed the fuzzer.
var files = []struct {
	name, csv, want string
	blank, warnings int
}{
	{name: "comma", csv: "a,b\n1,x\n2,y\n3,z\n", want: "a numeric 1 2 3; b categorical x y z"},
	{name: "semicolon and decimal comma", csv: "a;b\n1,5;x\n2,5;y\n", want: "a binary 1.5 2.5; b binary x y"},
	{name: "tab", csv: "a\tb\n1\t\n2\ty\n", want: "a binary 1 2; b constant ∅ y"},
	{name: "bar", csv: "a|b\nx|1\ny|2", want: "a binary x y; b binary 1 2"},
	{name: "one column", csv: "a\n1\n2\n", want: "a binary 1 2"},
	{name: "blanks around values", csv: " a, b \n 1 , x\n 2 , y\n", want: "a binary 1 2; b binary x y"},
	{name: "quoted comma", csv: "a,b\n\"x, y\",1\nz,2\n", want: "a binary x, y z; b binary 1 2"},      // RFC 4180, rule 6
	{name: "quoted newline", csv: "a,b\n\"x\ny\",1\nz,2\n", want: "a binary x\ny z; b binary 1 2"},    // RFC 4180, rule 6
	{name: "doubled quote", csv: "a,b\n\"3\"\" x\",1\nz,2\n", want: "a binary 3\" x z; b binary 1 2"}, // RFC 4180, rule 7
	{name: "quote after a blank", csv: "a, \"b\"\n1, \"x, y\"\n2, \"z\"\n", want: "a binary 1 2; b binary x, y z"},
	{name: "CRLF", csv: "a,b\r\n1,x\r\n2,y\r\n", want: "a binary 1 2; b binary x y"},
	{name: "CR alone", csv: "a,b\r1,x\r2,y\r", want: "a binary 1 2; b binary x y"},
	{name: "byte order mark", csv: "\ufeffa,b\n1,x\n2,y\n", want: "a binary 1 2; b binary x y"},
	{name: "blank lines", csv: "\n\na,b\n\n1,x\n  \n2,y\n\n\n", blank: 6, want: "a binary 1 2; b binary x y"},
	{
		name: "duplicate and empty names", csv: "age,,age,age (2)\n1,2,3,4\n2,3,4,5\n", warnings: 2,
		want: "age binary 1 2; column2 binary 2 3; age (3) binary 3 4; age (2) binary 4 5",
	},
	{
		name: "name that would be made", csv: ",column1,column1\n1,2,3\n3,4,5\n", warnings: 2,
		want: "column1 (2) binary 1 3; column1 binary 2 4; column1 (3) binary 3 5",
	},
	{name: "no names", csv: "1,2\n3,4\n5,6\n", warnings: 1, want: "column1 numeric 1 3 5; column2 numeric 2 4 6"},
	{name: "short row", csv: "a,b,c\n1,2,3\n4,5\n6,7,8\n", warnings: 1, want: "a numeric 1 4 6; b numeric 2 5 7; c binary 3 ∅ 8"},
	{name: "long row", csv: "a,b\n1,2\n1,2,3\n4,5\n", warnings: 1, want: "a binary 1 4; b binary 2 5"},
	{name: "separators behind the last value", csv: "a,b\n1,2\n3,4,,\n5,6\n", warnings: 1, want: "a numeric 1 3 5; b numeric 2 4 6"},
	{name: "row without values", csv: "a,b\n1,2\n,\n3,4\n", warnings: 1, want: "a binary 1 3; b binary 2 4"},
	{name: "names once more", csv: "a,b\n1,2\n3,4\n1,2\na,b\n3,4\n3,4\n", warnings: 1, want: "a binary 1 3 1 3 3; b binary 2 4 2 4 4"},
	{
		name: "remark at the end", csv: "a,b,c\n1,2,3\n4,5,6\n7,8,9\nSource: us\n", warnings: 1,
		want: "a numeric 1 4 7; b numeric 2 5 8; c numeric 3 6 9",
	},
	{name: "remark behind a blank line", csv: "a,b\n1,2\n3,4\n\nEnd\n", blank: 1, warnings: 1, want: "a binary 1 3; b binary 2 4"},
	{
		name: "text of several words in a short row", csv: "a,b,c\nx y,2,3\nz w\nx y,5,6\n", warnings: 1,
		want: "a binary x y z w x y; b binary 2 ∅ 5; c binary 3 ∅ 6",
	},
	{name: "inch mark", csv: "a,b\n5\" pipe,1\nrod,2\n", want: "a binary 5\" pipe rod; b binary 1 2"},
	{name: "inch mark in quotes", csv: "a,b\n\"5\" pipe\",1\n\"rod\",2\n", warnings: 1, want: "a binary 5\" pipe rod; b binary 1 2"},
	{name: "unclosed quote", csv: "a,b\n1,\"x\n2,y\n", warnings: 1, want: "a binary 1 2; b binary \"x y"},
	{name: "quote closed too late", csv: "a,b\n1,\"x\n2,\"y\"\n", warnings: 1, want: "a binary 1 2; b binary \"x y"},
	{name: "unclosed quote beside another", csv: "a,b\n\"1\",\"x\n2,\"y\"\n3,z\n", warnings: 1, want: "a binary 2 3; b binary y z"},
	{
		name: "NUL bytes", csv: "a,b\n1,x\x00\n2,y\n" + strings.Repeat("3,z\n", 20), warnings: 1,
		want: "a numeric 1 2" + strings.Repeat(" 3", 20) + "; b categorical x y" + strings.Repeat(" z", 20),
	},
	{name: "Windows-1252", csv: "a,b\n1,caf\xe9\n2,th\xe9\n", warnings: 1, want: "a binary 1 2; b binary café thé"},
	{name: "Windows-1252 name", csv: "a,caf\xe9\n1,2\n2,3\n", warnings: 1, want: "a binary 1 2; café binary 2 3"},
	{name: "UTF-16", csv: "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x00\xe9\x00\n\x002\x00,\x00y\x00\n\x00", want: "a binary 1 2; b binary é y"},
	{name: "missing marks", csv: "a,b\n?,NA\n1,\n2,N/A\n3,x\n", want: "a numeric ∅ 1 2 3; b constant ∅ ∅ ∅ x"},
	{name: "empty column", csv: "a,b\n1,\n2,-\n", want: "a binary 1 2; b empty ∅ ∅"},
	{name: "spellings of one number", csv: "a,b\n1.0,x\n1,y\n-2e0,x\n", want: "a binary 1 1 -2; b binary x y x"},
	{
		name: "not numbers", csv: "a\n00501\n0x1F\ninf\nnan\n1_000\n+31612345678\n1A5\n",
		want: "a categorical 00501 0x1F inf ∅ 1_000 +31612345678 1A5",
	},
	{name: "beyond all numbers", csv: "a\n1\n2\n3\n1e309\n", warnings: 1, want: "a numeric 1 2 3 ∅"},
	{name: "numbers", csv: "a\n-1\n+2\n.5\n1e5\n-0\n7.\n", want: "a numeric -1 2 0.5 100000 0 7"},
	{
		name: "row numbers", csv: "a,b\n1,x\n2,x\n3,x\n4,x\n5,x\n6,y\n7,y\n8,y\n9,y\n10,y\n",
		want: "a id 1 2 3 4 5 6 7 8 9 10; b binary x x x x x y y y y y",
	},
	{name: "names in every row", csv: "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", want: "a id b c d e f g h i j k"},
	{
		name: "a text among numbers", csv: "a\n1\n2\n3\n4\n5\n6\n7\n8\n9\n9\noops\n", warnings: 1,
		want: "a categorical 1 2 3 4 5 6 7 8 9 9 oops",
	},
	{
		name: "drawn by Markdown, with quotes", csv: "| a | b |\n|--:|:---|\n| 1 | \"x\" |\n| 2 | \"y\" |\n", warnings: 3,
		want: "a binary 1 2; b binary x y",
	},
	{
		name: "drawn by Markdown", csv: "| a | b |\n|--:|:---|\n| 1 | x |\n| 2 | y |\n", warnings: 3,
		want: "a binary 1 2; b binary x y",
	},
	{
		name: "drawn by psql", csv: " a | b | c \n---+---+---\n 1 | x | 5\n 2 | y | 6\n(2 rows)\n\n", blank: 1, warnings: 2,
		want: "a binary 1 2; b binary x y; c binary 5 6",
	},
	{
		name: "drawn by MySQL", csv: "+---+---+\n| a | b |\n+---+---+\n| 1 | x |\n| 2 | y |\n+---+---+\n2 rows in set (0.00 sec)\n",
		warnings: 4, want: "a binary 1 2; b binary x y",
	},
	{name: "drawn by sqlcmd", csv: "a,b\n---,---\n1,x\n2,y\n", warnings: 1, want: "a binary 1 2; b binary x y"},
	{
		name: "drawn in reStructuredText", csv: "===  ====  ===\na    b     c\n===  ====  ===\n1    7     x\n2    1000  y\n===  ====  ===\n",
		warnings: 2, want: "a binary 1 2; b binary 7 1000; c binary x y",
	},
	{
		name: "units of some columns", warnings: 1,
		csv:  "age,kg,group\nyears,net,\n1,6,a\n2,7,b\n3,8,a\n4,9,b\n5,6,a\n6,7,b\n7,8,a\n8,9,b\n9,6,a\n",
		want: "age numeric 1 2 3 4 5 6 7 8 9; kg numeric 6 7 8 9 6 7 8 9 6; group binary a b a b a b a b a",
	},
	{
		name: "units of a short table", warnings: 2,
		csv:  ";land;2019;2020\n;;Number;Number\n01;A;6;...\n02;B;7;8\n03;C;8;9\n04;D;9;7\n",
		want: "column1 categorical 01 02 03 04; land categorical A B C D; 2019 numeric 6 7 8 9; 2020 numeric ∅ 8 9 7",
	},
	{name: "hostile names", csv: "__proto__,\"a\"\"b\",<b>\n1,2,3\n4,5,6\n", want: "__proto__ binary 1 4; a\"b binary 2 5; <b> binary 3 6"},
}

func TestRead(t *testing.T) {
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			table := mustRead(t, f.csv, dataset.Options{})
			if got := show(table); got != f.want {
				t.Errorf("Read = %s\nwant %s", got, f.want)
			}
			if table.BlankLines != f.blank {
				t.Errorf("BlankLines = %d, want %d", table.BlankLines, f.blank)
			}
			if len(dataset.Warned(table)) != f.warnings {
				t.Errorf("Warnings = %q, want %d", dataset.Warned(table), f.warnings)
			}
		})
	}
}

// wrongFiles are rejected. They also seed the fuzzer.
var wrongFiles = []struct {
	name, csv, kind, message string
}{
	{"empty", "", dataset.EmptyFile, "dataset: the file is empty"},
	{"blank", " \n\n", dataset.EmptyFile, "dataset: the file is empty"},
	{"a vertical tab", "\v", dataset.EmptyFile, "dataset: the file is empty"},
	{"mark only", "\ufeff", dataset.EmptyFile, "dataset: the file is empty"},
	{"header only", "a,b\n", dataset.NoDataRows, "dataset: the file has a header and no rows"},
	{
		"rows of another width", "a,b\n1,2\n1,2\n1,2,3\n1,2,3,4\n1,2,3,4,5\n", dataset.Ragged,
		"dataset: line 4: 5 values, the table has 2, and so it is with 3 rows",
	},
	{
		"another table", "a,b\n1,2\n3,4\n5,6\n\nc,d,e\n1,2,3\n", dataset.MultipleTables,
		"dataset: line 6: another table begins here, with 3 columns",
	},
	{
		"most quotes unclosed", "a,b\n1,\"x\"\"\n2,\"y\"\"\n3,z\n", dataset.UnterminatedQuote,
		"dataset: line 2, column 2: a quote \" is opened and not closed",
	},
	{"HTML", "<!DOCTYPE html>\n<p>a,b", dataset.NotCSV, "dataset: this is a web page"},
	{"PNG", "\x89PNG\r\n\x1a\n", dataset.BinaryFile, "dataset: this is a PNG picture"},
	{"PDF", "%PDF-1.7\n", dataset.BinaryFile, "dataset: this is a PDF document"},
	{"binary data", "a,b\n1,\x00\x01\x02\x03\n", dataset.BinaryFile, "dataset: this is not a text but binary data"},
	{"cut gzip", "\x1f\x8b\x08", dataset.Archive, "dataset: the compressed file is damaged or cut off"},
	{"ZIP", "PK\x03\x04 data.csv", dataset.Archive, "dataset: the archive or workbook is damaged or cut off"},
	{"XLSX", "PK\x03\x04 [Content_Types].xml", dataset.Spreadsheet, "dataset: the archive or workbook is damaged or cut off"},
	{"XLS", "\xd0\xcf\x11\xe0\xa1", dataset.Spreadsheet, "dataset: this is an old Excel workbook"},
}

func TestReadRefuses(t *testing.T) {
	for _, f := range wrongFiles {
		t.Run(f.name, func(t *testing.T) {
			_, err := read(f.csv, dataset.Options{})
			checkError(t, err, f.kind, f.message)
		})
	}
}

// checkError compares an error with a kind and, unless it is "", a message; every error must have a hint.
func checkError(t *testing.T, err error, kind, message string) {
	t.Helper()
	var e *dataset.Error
	if !errors.As(err, &e) {
		t.Fatalf("error = %v, want one of kind %s", err, kind)
	}
	if e.Kind != kind || message != "" && e.Error() != message {
		t.Errorf("error = %s: %s\nwant %s: %s", e.Kind, e, kind, message)
	}
	if e.Hint == "" {
		t.Errorf("%s: no hint", e)
	}
}

func TestOptions(t *testing.T) {
	const csv = "a,b,c\n-9,1.10,x\n1,1.1,-9.0\n2,,y\n3,7,x\n"
	tests := []struct {
		name, csv string
		o         dataset.Options
		want      string
	}{
		{"found", csv, dataset.Options{}, "a numeric -9 1 2 3; b binary 1.1 1.1 ∅ 7; c categorical x -9.0 y x"},
		{
			"missing number", csv,
			dataset.Options{MissingValues: []string{"-9"}},
			"a numeric ∅ 1 2 3; b binary 1.1 1.1 ∅ 7; c binary x ∅ y x",
		},
		{
			"types", csv,
			dataset.Options{Types: map[string]dataset.Kind{"a": dataset.Categorical, "b": dataset.Categorical, "c": dataset.Text}},
			"a categorical -9 1 2 3; b categorical 1.10 1.1 ∅ 7; c text x -9.0 y x",
		},
		{"no missing marks", "a,b\n?,1\nNone,2\n,3\n", dataset.Options{MissingValues: []string{}}, "a binary ? None ∅; b numeric 1 2 3"},
		{"delimiter", "a,x;b\n1,2;3\n4,5;6\n", dataset.Options{Delimiter: ';'}, "a,x binary 1.2 4.5; b binary 3 6"},
	}
	for _, test := range tests {
		table := mustRead(t, test.csv, test.o)
		if got := show(table); got != test.want {
			t.Errorf("%s: Read = %s\nwant %s", test.name, got, test.want)
		}
		if found := test.o.Delimiter == 0; table.Dialect.Found != found {
			t.Errorf("%s: the delimiter counts as found: %v, want %v", test.name, table.Dialect.Found, found)
		}
	}
}

func TestWrongOptions(t *testing.T) {
	tests := []struct {
		name    string
		o       dataset.Options
		kind    string
		message string
	}{
		{"types", dataset.Options{Types: map[string]dataset.Kind{"z": dataset.Text}}, dataset.Header, `dataset: column "z" does not exist`},
		{"kind", dataset.Options{Types: map[string]dataset.Kind{"a": "date?"}}, dataset.Type, `dataset: column "a" cannot be made "date?"`},
		{
			"binary",
			dataset.Options{Types: map[string]dataset.Kind{"a": dataset.Binary}},
			dataset.Type,
			`dataset: column "a" cannot be binary: it has 3 different values`,
		},
		{"delimiter", dataset.Options{Delimiter: '"'}, dataset.Delimiter, `dataset: '"' cannot separate values`},
	}
	for _, test := range tests {
		_, err := read("a,b\n1,2\n2,3\n3,4\n", test.o)
		checkError(t, err, test.kind, test.message)
	}
}

// many returns a column with too many distinct numbers for codes, and a last cell.
func many(last string) string { return distinct("%d.5", last) }

// distinct returns a column with too many distinct cells for codes, and a last cell.
func distinct(format, last string) string {
	var csv strings.Builder
	csv.WriteString("a,b\n")
	for i := range 70_000 {
		fmt.Fprintf(&csv, format+",%d\n", i, i%3)
	}
	csv.WriteString(last + ",1\n")
	return csv.String()
}

func TestManyNumbers(t *testing.T) {
	tests := []struct {
		last     string
		missing  int
		warnings int
	}{
		{"17", 0, 0},
		{"NA", 1, 0},
		{"oops", 1, 1},
		{"caf\xe9", 1, 2}, // a note about the encoding too
	}
	for _, test := range tests {
		table := mustRead(t, many(test.last), dataset.Options{})
		c := &table.Columns[0]
		if c.Kind != dataset.Numeric || c.Missing != test.missing || len(dataset.Warned(table)) != test.warnings {
			t.Errorf("%s: %s with %d missing and %q, want numeric, %d, %d warnings",
				test.last, c.Kind, c.Missing, dataset.Warned(table), test.missing, test.warnings)
		}
		if text, _ := c.Text(69_000); text != "69000.5" {
			t.Errorf("%s: row 69000 = %s, want 69000.5", test.last, text)
		}
	}
}

func TestManyTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	tests := []struct {
		name, last string
		o          dataset.Options
		kind       dataset.Kind
	}{
		{name: "different", kind: dataset.ID},
		{name: "once more", last: "name 7", kind: dataset.Text},
		{name: "missing", last: "NA", kind: dataset.ID},
		{name: "wanted", o: dataset.Options{Types: map[string]dataset.Kind{"a": dataset.Text}}, kind: dataset.Text},
	}
	for _, test := range tests {
		table := mustRead(t, distinct("name %d", test.last), test.o)
		c := &table.Columns[0]
		if text, _ := c.Text(69_000); c.Kind != test.kind || text != "name 69000" {
			t.Errorf("%s: kind %s and row 69000 %q, want %s and name 69000", test.name, c.Kind, text, test.kind)
		}
		checkColumn(t, c, table.Rows)
	}
}

// Numbers that are followed by too many texts become texts without loss.
func TestNumbersThatEndInTexts(t *testing.T) {
	table := mustRead(t, many("caf\xe9")+strings.Repeat("some text,1\n", 10_000), dataset.Options{})
	c := &table.Columns[0]
	first, _ := c.Text(0)
	odd, _ := c.Text(70_000)
	last, _ := c.Text(table.Rows - 1)
	if c.Kind != dataset.Text || first != "0.5" || odd != "café" || last != "some text" || c.Missing != 0 {
		t.Errorf("kind %s from %q over %q to %q with %d missing, want text from 0.5 over café to some text, none missing",
			c.Kind, first, odd, last, c.Missing)
	}
}

// Making tells the progress, and can end it.
func TestMaking(t *testing.T) {
	const file = "a,b,c\n1,2,3\n4,5,6\n"
	var told [][2]int
	o := dataset.Options{Making: func(made, of int) error { told = append(told, [2]int{made, of}); return nil }}
	if _, err := read(file, o); err != nil || !slices.Equal(told, [][2]int{{0, 3}, {1, 3}, {2, 3}}) {
		t.Errorf("the columns told are %v, error %v", told, err)
	}
	stopped := errors.New("stopped")
	o.Making = func(made, _ int) error { return []error{nil, stopped}[made] }
	if _, err := read(file, o); !errors.Is(err, stopped) {
		t.Errorf("the error is %v, want that of Making", err)
	}
}

func TestSample(t *testing.T) {
	csv := many("17")
	table := mustRead(t, csv, dataset.Options{Sample: 1000, Size: int64(len(csv))})
	if table.Rows < 800 || table.Rows > 1200 || table.Rows+table.LeftOut != 70_001 || len(dataset.Warned(table)) != 1 {
		t.Errorf("%d rows and %d left out, %q; want about 1000 of 70001", table.Rows, table.LeftOut, dataset.Warned(table))
	}
}

func TestMemory(t *testing.T) {
	csv := many("17")
	o := dataset.Options{Memory: 100_000, Size: int64(len(csv))}
	_, err := read(csv, o)
	checkError(t, err, dataset.TooLarge, "")
	o.Size = 0 // detected during reading
	_, err = read(csv, o)
	checkError(t, err, dataset.TooLarge, "")
	o.Memory = 10_000_000
	if _, err = read(csv, o); err != nil {
		t.Errorf("error = %v, want none", err)
	}
}

// packed compresses a text repeated n times.
func packed(text string, n int) string {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	for range n {
		io.WriteString(w, text)
	}
	w.Close()
	return b.String()
}

func TestPacked(t *testing.T) {
	packed := packed(many("17"), 1)
	table := mustRead(t, packed, dataset.Options{})
	if table.Rows != 70_001 || !table.Dialect.Packed {
		t.Errorf("%d rows, packed: %v; want 70001, true", table.Rows, table.Dialect.Packed)
	}
	_, err := read(packed[:len(packed)/2], dataset.Options{})
	checkError(t, err, dataset.Archive, "")
}

func TestPackedThousandfold(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	once := packed("a,b\n"+strings.Repeat(strings.Repeat("0", 1<<19)+",1\n", 2), 300)
	_, err := read(once, dataset.Options{})
	checkError(t, err, dataset.TooLarge, "")
	_, err = read(packed(once, 1), dataset.Options{})
	checkError(t, err, dataset.Archive, "")
}

func TestLongestRecord(t *testing.T) {
	_, err := read("a,b\n1,2\n"+strings.Repeat("x", 65<<20)+",1\n", dataset.Options{})
	checkError(t, err, dataset.LineTooLong, "")
	table, err := read("a,b\n1,2\n"+strings.Repeat("x", 3<<20)+",1\n", dataset.Options{})
	if err != nil || table.Rows != 2 {
		t.Errorf("error = %v, want 2 rows", err)
	}
}

func TestChunksDoNotMatter(t *testing.T) {
	for _, f := range files {
		want, err := read(f.csv, dataset.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for name, wrap := range map[string]func(io.Reader) io.Reader{
			"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data with EOF": iotest.DataErrReader,
		} {
			got, err := dataset.Read(context.Background(), "test.csv", wrap(strings.NewReader(f.csv)), dataset.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if show(got) != show(want) || got.BlankLines != want.BlankLines ||
				!reflect.DeepEqual(dataset.Warned(got), dataset.Warned(want)) {
				t.Errorf("%s, %s: Read = %s, want %s", f.name, name, show(got), show(want))
			}
		}
	}
}

func TestReadErrorsAreWrapped(t *testing.T) {
	for _, r := range []io.Reader{
		iotest.ErrReader(io.ErrClosedPipe),
		io.MultiReader(strings.NewReader(many("1")), iotest.ErrReader(io.ErrClosedPipe)),
	} {
		if _, err := dataset.Read(context.Background(), "test.csv", r, dataset.Options{}); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("error = %v, want %v inside", err, io.ErrClosedPipe)
		}
	}
}

func TestReadStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := dataset.Read(ctx, "test.csv", strings.NewReader("a,b\n1,2\n"), dataset.Options{}); err != context.Canceled {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}
