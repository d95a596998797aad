package dataset_test

import (
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

// show writes a table as one line: "name kind cell cell; …", a missing cell as ∅.
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

// files are read right; they also seed the fuzzer.
var files = []struct {
	name, csv, want string
	blank, warnings int
}{
	{name: "comma", csv: "a,b\n1,x\n2,y\n3,z\n", want: "a numeric 1 2 3; b categorical x y z"},
	{name: "semicolon and decimal comma", csv: "a;b\n1,5;x\n2,5;y\n", warnings: 1, want: "a binary 1,5 2,5; b binary x y"},
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
	{name: "duplicate and empty names", csv: "age,,age,age (2)\n1,2,3,4\n2,3,4,5\n", warnings: 2,
		want: "age binary 1 2; column2 binary 2 3; age (3) binary 3 4; age (2) binary 4 5"},
	{name: "name that would be made", csv: ",column1,column1\n1,2,3\n3,4,5\n", warnings: 2,
		want: "column1 (2) binary 1 3; column1 binary 2 4; column1 (3) binary 3 5"},
	{name: "numbers as names", csv: "1,2\n3,4\n5,6\n", warnings: 1, want: "1 binary 3 5; 2 binary 4 6"},
	{name: "missing marks", csv: "a,b\n?,NA\n1,\n2,N/A\n3,x\n", want: "a numeric ∅ 1 2 3; b constant ∅ ∅ ∅ x"},
	{name: "empty column", csv: "a,b\n1,\n2,-\n", want: "a binary 1 2; b empty ∅ ∅"},
	{name: "spellings of one number", csv: "a,b\n1.0,x\n1,y\n-2e0,x\n", want: "a binary 1 1 -2; b binary x y x"},
	{name: "not numbers", csv: "a\n00501\n0x1F\ninf\nnan\n1_000\n+31612345678\n1A5\n1e309\n",
		want: "a categorical 00501 0x1F inf ∅ 1_000 +31612345678 1A5 1e309"},
	{name: "numbers", csv: "a\n-1\n+2\n.5\n1e5\n-0\n7.\n", want: "a numeric -1 2 0.5 100000 0 7"},
	{name: "row numbers", csv: "a,b\n3,x\n4,x\n5,x\n6,x\n7,x\n8,y\n9,y\n10,y\n11,y\n12,y\n",
		want: "a id 3 4 5 6 7 8 9 10 11 12; b binary x x x x x y y y y y"},
	{name: "names in every row", csv: "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", want: "a id b c d e f g h i j k"},
	{name: "a text among numbers", csv: "a\n1\n2\n3\n4\n5\n6\n7\n8\n9\n9\noops\n", warnings: 1,
		want: "a categorical 1 2 3 4 5 6 7 8 9 9 oops"},
	{name: "hostile names", csv: "__proto__,\"a\"\"b\",<b>\n1,2,3\n4,5,6\n", want: "__proto__ binary 1 4; a\"b binary 2 5; <b> binary 3 6"},
}

func TestDecimalCommasAreSaid(t *testing.T) {
	table, err := dataset.Read(context.Background(), "sizes.csv", strings.NewReader("size;ok\n1,5;a\n2;b\n2,75;a\n"), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`column "size" counts as categorical: its values look like numbers with a decimal comma; save them with a point`}
	if got := table.Warnings; !slices.Equal(got, want) {
		t.Errorf("Warnings = %q, want %q", got, want)
	}
}

func TestRead(t *testing.T) {
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			table, err := read(f.csv, dataset.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(table); got != f.want {
				t.Errorf("Read = %s\nwant %s", got, f.want)
			}
			if table.BlankLines != f.blank {
				t.Errorf("BlankLines = %d, want %d", table.BlankLines, f.blank)
			}
			if len(table.Warnings) != f.warnings {
				t.Errorf("Warnings = %q, want %d", table.Warnings, f.warnings)
			}
		})
	}
}

// wrongFiles are refused; they also seed the fuzzer.
var wrongFiles = []struct {
	name, csv, kind, message string
}{
	{"empty", "", dataset.EmptyFile, "dataset: the file is empty"},
	{"blank", " \n\n", dataset.EmptyFile, "dataset: the file is empty"},
	{"mark only", "\ufeff", dataset.EmptyFile, "dataset: the file is empty"},
	{"header only", "a,b\n", dataset.NoDataRows, "dataset: the file has a header and no rows"},
	{"long row", "a,b\n1,2\n\n1,2,3\n", dataset.Ragged, "dataset: line 4: 3 values, the header has 2"},
	{"short row behind a quoted newline", "a,b\n\"x\ny\",2\n1\n", dataset.Ragged, "dataset: line 4: 1 value, the header has 2"},
	{"unclosed quote", "a,b\n1,\"x\n2,y\n", dataset.UnterminatedQuote, "dataset: line 2, column 2: a quote \" is opened and not closed"},
	{"quote closed too late", "a,b\n1,\"x\n2,\"y\"\n", dataset.UnterminatedQuote, "dataset: line 2, column 2: a quote \" is opened and not closed"},
	{"inch mark", "a,b\n1,3\"\n", dataset.Quote, "dataset: line 2, column 2: a quote \" inside a value without quotes"},
	{"text behind a quote", "a,b\n1,\"x\"y\n1,2\n", dataset.Quote, "dataset: line 2, column 2: text behind the closing quote \" of a value"},
	{"HTML", "<!DOCTYPE html>\n<p>a,b", dataset.NotCSV, "dataset: this is a page or document of markup"},
	{"JSON", "[{\"a\": 1}]", dataset.NotCSV, "dataset: this is a JSON file"},
	{"PNG", "\x89PNG\r\n\x1a\n", dataset.BinaryFile, "dataset: this is a PNG picture"},
	{"PDF", "%PDF-1.7\n", dataset.BinaryFile, "dataset: this is a PDF document"},
	{"NUL bytes", "a,b\n1,\x00\n", dataset.BinaryFile, "dataset: this is not a text: it has NUL bytes"},
	{"gzip", "\x1f\x8b\x08", dataset.Archive, "dataset: this is a gzip archive"},
	{"ZIP", "PK\x03\x04 data.csv", dataset.Archive, "dataset: this is a ZIP archive"},
	{"XLSX", "PK\x03\x04 [Content_Types].xml", dataset.Spreadsheet, "dataset: this is an Excel workbook"},
	{"XLS", "\xd0\xcf\x11\xe0\xa1", dataset.Spreadsheet, "dataset: this is an old Excel workbook"},
	{"UTF-16", "\xff\xfea\x00", dataset.Encoding, "dataset: this is a text in UTF-16"},
	{"Latin-1", "a,b\n1,caf\xe9\n", dataset.Encoding, "dataset: line 2, column 2: the text is not UTF-8"},
	{"Latin-1 name", "a,caf\xe9\n1,2\n", dataset.Encoding, "dataset: line 1, column 2: the text is not UTF-8"},
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

func TestNULBehindTheHead(t *testing.T) {
	csv := "a,b\n" + strings.Repeat("1,x\n", 20000) + "2,\x00\n"
	_, err := read(csv, dataset.Options{})
	checkError(t, err, dataset.BinaryFile, "dataset: line 20002, column 2: the text has NUL bytes")
}

func TestOptions(t *testing.T) {
	const csv = "a,b,c\n-9,1.10,x\n1,1.1,-9.0\n2,,y\n3,7,x\n"
	tests := []struct {
		name string
		o    dataset.Options
		want string
	}{
		{"found", dataset.Options{}, "a numeric -9 1 2 3; b binary 1.1 1.1 ∅ 7; c categorical x -9.0 y x"},
		{"missing number", dataset.Options{MissingValues: []string{"-9"}},
			"a numeric ∅ 1 2 3; b binary 1.1 1.1 ∅ 7; c binary x ∅ y x"},
		{"types", dataset.Options{Types: map[string]dataset.Kind{"a": dataset.Categorical, "b": dataset.Categorical, "c": dataset.Numeric}},
			"a categorical -9 1 2 3; b categorical 1.10 1.1 ∅ 7; c numeric ∅ -9 ∅ ∅"},
	}
	for _, test := range tests {
		table, err := read(csv, test.o)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := show(table); got != test.want {
			t.Errorf("%s: Read = %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestNoMissingMarks(t *testing.T) {
	table, err := read("a,b\n?,1\nNone,2\n,3\n", dataset.Options{MissingValues: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := show(table), "a binary ? None ∅; b numeric 1 2 3"; got != want {
		t.Errorf("Read = %s, want %s", got, want)
	}
}

func TestGivenDelimiter(t *testing.T) {
	table, err := read("a,x;b\n1,2;3\n4,5;6\n", dataset.Options{Delimiter: ';'})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := show(table), "a,x binary 1,2 4,5; b binary 3 6"; got != want {
		t.Errorf("Read = %s, want %s", got, want)
	}
	if table.Dialect.Found {
		t.Error("the given delimiter counts as found")
	}
}

func TestWrongOptions(t *testing.T) {
	tests := []struct {
		name    string
		o       dataset.Options
		kind    string
		message string
	}{
		{"types", dataset.Options{Types: map[string]dataset.Kind{"z": dataset.Text}}, dataset.Header, `dataset: there is no column "z"`},
		{"kind", dataset.Options{Types: map[string]dataset.Kind{"a": "date?"}}, dataset.Type, `dataset: column "a" cannot be made "date?"`},
		{"binary", dataset.Options{Types: map[string]dataset.Kind{"a": dataset.Binary}}, dataset.Type,
			`dataset: column "a" cannot be binary: it has 3 different values`},
		{"delimiter", dataset.Options{Delimiter: '"'}, dataset.Delimiter, `dataset: '"' cannot separate values`},
	}
	for _, test := range tests {
		_, err := read("a,b\n1,2\n2,3\n3,4\n", test.o)
		checkError(t, err, test.kind, test.message)
	}
}

// mixed returns a column that turns from numbers to texts only behind more numbers than are kept as texts.
func mixed(last string) string {
	var csv strings.Builder
	csv.WriteString("a,b\n")
	for i := range 6000 {
		fmt.Fprintf(&csv, "%d.5,%d\n", i, i%3)
	}
	csv.WriteString(last + ",1\n")
	return csv.String()
}

func TestManyNumbers(t *testing.T) {
	tests := []struct {
		last     string
		kind     dataset.Kind
		missing  int
		warnings int
	}{
		{"17", dataset.Numeric, 0, 0},
		{"NA", dataset.Numeric, 1, 0},
		{"oops", dataset.ID, 0, 1}, // different in every row
	}
	for _, test := range tests {
		table, err := read(mixed(test.last), dataset.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := &table.Columns[0]
		if c.Kind != test.kind || c.Missing != test.missing || len(table.Warnings) != test.warnings {
			t.Errorf("%s: %s with %d missing and %q, want %s, %d, %d warnings",
				test.last, c.Kind, c.Missing, table.Warnings, test.kind, test.missing, test.warnings)
		}
		if text, _ := c.Text(5000); text != "5000.5" {
			t.Errorf("%s: row 5000 = %s, want 5000.5", test.last, text)
		}
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
			if show(got) != show(want) || got.BlankLines != want.BlankLines || !reflect.DeepEqual(got.Warnings, want.Warnings) {
				t.Errorf("%s, %s: Read = %s, want %s", f.name, name, show(got), show(want))
			}
		}
	}
}

func TestReadErrorsAreWrapped(t *testing.T) {
	for _, r := range []io.Reader{
		iotest.ErrReader(io.ErrClosedPipe),
		io.MultiReader(strings.NewReader(mixed("1")+mixed("1")), iotest.ErrReader(io.ErrClosedPipe)),
	} {
		if _, err := dataset.Read(context.Background(), "test.csv", r, dataset.Options{}); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("error = %v, want %v inside", err, io.ErrClosedPipe)
		}
	}
}

func TestReadStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := dataset.Read(ctx, "test.csv", strings.NewReader("a,b\n1,2\n"), dataset.Options{}); err != context.Canceled {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range files {
		f.Add(file.csv)
	}
	for _, file := range wrongFiles {
		f.Add(file.csv)
	}
	f.Fuzz(func(t *testing.T, csv string) {
		table, err := read(csv, dataset.Options{})
		if err != nil {
			return
		}
		names := map[string]bool{}
		for j := range table.Columns {
			c := &table.Columns[j]
			if names[c.Name] {
				t.Errorf("two columns are called %q", c.Name)
			}
			names[c.Name] = true
			checkColumn(t, c, table.Rows)
		}
		if table.BlankLines < 0 {
			t.Errorf("BlankLines = %d", table.BlankLines)
		}
	})
}

// checkColumn holds a column against what its type promises.
func checkColumn(t *testing.T, c *dataset.Column, rows int) {
	t.Helper()
	missing, occurs := 0, make([]bool, len(c.Values))
	for row := range rows {
		if c.IsMissing(row) {
			missing++
		} else if c.Values != nil {
			occurs[c.Codes.At(row)] = true
		}
	}
	if missing != c.Missing {
		t.Errorf("column %q: Missing = %d, want %d", c.Name, c.Missing, missing)
	}
	for code, ok := range occurs {
		if !ok || code > 0 && c.Values[code] == c.Values[code-1] {
			t.Errorf("column %q: value %q does not occur, or twice", c.Name, c.Values[code])
		}
	}
}

func BenchmarkRead(b *testing.B) {
	var csv strings.Builder
	csv.WriteString("id,amount,colour,label\n")
	const rows = 20000
	for i := range rows {
		fmt.Fprintf(&csv, "%d, %d.%02d, colour %d, %d\n", i, i*7919%10007, i%100, i%12, i%2)
	}
	b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(csv.Len()))
		for b.Loop() {
			if _, err := read(csv.String(), dataset.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
