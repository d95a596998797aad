package dataset

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
)

// Sizes of package csvfile.
const (
	windowSize = 256 << 10 // bytes that are read at once
	maxColumns = 20_000
)

func tableFrom(t *testing.T, o Options, csv string) *Table {
	t.Helper()
	table, err := Read(context.Background(), "t.csv", strings.NewReader(csv), o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// The decimal mark of a file is that of most columns, a point in a tie.
func TestUsualDecimal(t *testing.T) {
	for forms, want := range map[string]string{"": "", " ": "", ".": ".", ",": ",", ",.": ".", ",,.": ",", ".,.": ".", " ,": ",", " .": "."} {
		var table Table
		for _, mark := range strings.Split(forms, "") {
			table.Columns = append(table.Columns, Column{Form: Form{Decimal: strings.TrimSpace(mark)}})
		}
		if got := usualDecimal(&table); got != want {
			t.Errorf("usualDecimal of %q = %q, want %q", forms, got, want)
		}
	}
}

// A decimal mark that one column proves decides an ambiguous one.
func TestColumnsShareTheirDecimal(t *testing.T) {
	table := tableFrom(t, Options{}, "a\tb\n1,5\t1,234\n2,5\t2,345\n3,25\t3,456\n")
	if b := &table.Columns[1]; cellsOf(b) != "1.234 2.345 3.456" || len(Warned(table)) > 0 || table.Dialect.Decimal != "," {
		t.Errorf("%s, decimal %q, %q", cellsOf(b), table.Dialect.Decimal, Warned(table))
	}
	table = tableFrom(t, Options{Decimal: "."}, "a\tb\n1.5\t1,234\n2.5\t2,345\n3.25\t3,456\n")
	if b := &table.Columns[1]; cellsOf(b) != "1234 2345 3456" || len(Warned(table)) > 0 || table.Dialect.Decimal != "." {
		t.Errorf("%s, decimal %q, %q", cellsOf(b), table.Dialect.Decimal, Warned(table))
	}
}

// Numbers of JSON and of workbooks have a point, which decides nothing about texts with a comma.
func TestTextsAmongNumbers(t *testing.T) {
	rows := `[{"crp":"3,8","day":1.234,"dose":"2,5"},{"crp":"1.012,75","day":7,"dose":2.5},{"crp":"12","day":0.5,"dose":0.75}]`
	table := tableFrom(t, Options{}, rows)
	for j, want := range []string{"3.8 1012.75 12", "1.234 7 0.5", "2,5 2.5 0.75"} {
		if got := cellsOf(&table.Columns[j]); got != want {
			t.Errorf("column %d is %s, want %s", j, got, want)
		}
	}
}

func TestDialectOfTable(t *testing.T) {
	tests := []struct {
		csv  string
		o    Options
		want Dialect
	}{
		{"a,b\n1,2\n3,4\n", Options{}, Dialect{Delimiter: ",", Found: true, Encoding: "UTF-8", LineEnd: "LF", Header: true}},
		{
			"\ufeffa;\"b\"\r\n1,5;2\r\n3;4\r\n",
			Options{},
			Dialect{Delimiter: ";", Found: true, Quote: `"`, Encoding: "UTF-8", BOM: true, LineEnd: "CRLF", Header: true, Decimal: ","},
		},
		{
			"T\n1|2.5|x\n3|4.5|y\n5|6.5|x\n",
			Options{},
			Dialect{Delimiter: "|", Found: true, Encoding: "UTF-8", LineEnd: "LF", Preamble: 1, Decimal: "."},
		},
		{"a¦b\n1¦2\n", Options{Delimiter: ','}, Dialect{Delimiter: ",", Encoding: "UTF-8", LineEnd: "LF", Header: true}},
		{
			"a,b\n\"x \\\"y\\\", z\",1\n\"u\",2\n",
			Options{},
			Dialect{Delimiter: ",", Found: true, Quote: `"`, Escape: `\`, Encoding: "UTF-8", LineEnd: "LF", Header: true},
		},
		{
			"a,b\n1,\xe9\n3,x\n",
			Options{Encoding: "latin1"},
			Dialect{Delimiter: ",", Found: true, Encoding: "ISO-8859-1", LineEnd: "LF", Header: true},
		},
		{
			"text\nHello, world\nThis is, as they say, it\nNothing here\n",
			Options{},
			Dialect{Delimiter: ",", Found: true, Encoding: "UTF-8", LineEnd: "LF", Header: true},
		},
	}
	for _, test := range tests {
		if table := tableFrom(t, test.o, test.csv); !reflect.DeepEqual(table.Dialect, test.want) || table.Name != "t.csv" {
			t.Errorf("%q: %+v, want %+v", test.csv, table.Dialect, test.want)
		}
	}
}

// Each error that stops reading is reported, at the beginning and later.
func TestReadingStops(t *testing.T) {
	long := "a,b\n" + strings.Repeat("1,2\n", windowSize)
	tests := []struct {
		name string
		r    io.Reader
		o    Options
		want string
	}{
		{"options", strings.NewReader("a,b\n1,2\n"), Options{Header: "x"}, `dataset: whether there is a header cannot be "x"`},
		{
			"no such column", strings.NewReader("a,b\n1,2\n3,4\n"),
			Options{Types: map[string]Kind{"c": Text}},
			`dataset: column "c" does not exist`,
		},
		{
			"a column that cannot be so", strings.NewReader("a,b\n1,x\n3,y\n"),
			Options{Types: map[string]Kind{"b": Numeric}},
			`dataset: column "b" cannot be numeric: none of its values is a number, such as "x"`,
		},
		{"an error at once", iotest.ErrReader(io.ErrClosedPipe), Options{}, "dataset: read: io: read/write on closed pipe"},
		{
			"an error behind the first bytes",
			io.MultiReader(strings.NewReader(long[:100_000]), iotest.ErrReader(io.ErrClosedPipe)),
			Options{},
			"dataset: read: io: read/write on closed pipe",
		},
		{
			"an error behind the first window",
			io.MultiReader(strings.NewReader(long), iotest.ErrReader(io.ErrClosedPipe)),
			Options{},
			"dataset: read: io: read/write on closed pipe",
		},
		{"only separators", strings.NewReader(",,\n,,\n"), Options{}, "dataset: the file contains only separators"},
		{"no rows", strings.NewReader("a,b\n"), Options{}, "dataset: the file has a header and no rows"},
		{
			"too many columns", strings.NewReader(strings.Repeat(strings.Repeat("1,", maxColumns)+"1\n", 2)),
			Options{},
			"dataset: the table has 20001 columns",
		},
		{
			"too many values without a line end", strings.NewReader(strings.Repeat("x;", windowSize)),
			Options{},
			"dataset: line 1: the first line has more than 131072 values",
		},
		{
			"a stream of unknown length", strings.NewReader(long),
			Options{Sample: 10},
			"dataset: a sample cannot be drawn from a stream of unknown length",
		},
		{
			"memory that the first rows do not leave", strings.NewReader(long),
			Options{Size: int64(len(long)), Memory: 100_000},
			"dataset: the table needs about 0.0 GB of memory and may take 0.0 GB",
		},
		{"a gzip header that is cut", strings.NewReader("\x1f\x8b\x08"), Options{}, "dataset: the compressed file is damaged or cut off"},
		{
			"an unclosed quote", strings.NewReader("a,b\n1,2\n3,\"4\"\"\n5,\"6\"\"\n"),
			Options{},
			"dataset: line 3, column 2: a quote \" is opened and not closed",
		},
		{
			"an unclosed quote behind a cell of two lines", strings.NewReader("a,b\n\"1\n2\",\"4\n"),
			Options{},
			"dataset: line 3, column 2: a quote \" is opened and not closed",
		},
		{
			"rows of more values", strings.NewReader("a,b\n1,2\n1,2\n1,2,3\n1,2,3,4\n1,2,3,4,5\n"),
			Options{},
			"dataset: line 4: 5 values, the table has 2, and so it is with 3 rows",
		},
	}
	for _, test := range tests {
		_, err := Read(context.Background(), "t.csv", test.r, test.o)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}

// Reading can be canceled before each window.
func TestReadingIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	r := readerFunc(func(p []byte) (int, error) {
		if n++; n > 3 {
			cancel()
		}
		return copy(p, "1,2\n"), nil
	})
	if _, err := Read(ctx, "t.csv", r, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A head without a complete line grows until the line ends.
func TestLongFirstLine(t *testing.T) {
	name := strings.Repeat("n", windowSize)
	table := tableFrom(t, Options{}, name+",b\n1,2\n3,4\n5,6\n")
	if len(table.Columns) != 2 || table.Columns[0].Name != name || table.Rows != 3 || cellsOf(&table.Columns[1]) != "2 4 6" {
		t.Errorf("%d columns and %d rows", len(table.Columns), table.Rows)
	}
}

// Rows beyond the first window are read like the others, with their line numbers.
func TestManyWindows(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("T\na,b\n")
	for i := range 60_000 {
		fmt.Fprintf(&csv, "%d,x%d\n", i%300, i%7)
	}
	csv.WriteString("1,2,3\n4\n\n5,6\n")
	table := tableFrom(t, Options{Size: int64(csv.Len()), Memory: 1 << 30}, csv.String())
	want := []string{
		`a line above the names was left out: "T"`,
		"1 row with too few values was filled up at the end (line 60004): values may be in wrong columns",
		"1 row with too many values was left out (line 60003); often a ',' inside a text without quotes",
		"1 row follows a blank line (line 60006): check that no other table begins there",
	}
	if table.Rows != 60_002 || !reflect.DeepEqual(Warned(table), want) {
		t.Errorf("%d rows, %q", table.Rows, Warned(table))
	}
	for row := range 60_000 {
		a, b := &table.Columns[0], &table.Columns[1]
		if x, _ := b.Text(row); a.Number(row) != float64(row%300) || x != fmt.Sprint("x", row%7) {
			t.Fatalf("row %d is %v, %s", row, a.Number(row), x)
		}
	}
}

// Letters are lost for good only if the file itself lacks them: in another encoding they may be read.
func TestLostLetters(t *testing.T) {
	const (
		before = `column "b": some letters are lost (�): they were so before the file was saved; save it again from its source as UTF-8`
		unread = `column "b": some letters could not be read as %s (�): choose another encoding, or save the file as UTF-8`
	)
	tests := []struct{ name, csv, encoding, want string }{
		{"in the file", "a,b\n1,Z�rich\n2,Köln\n", "", before},
		{"detected", "a,b\n1,Z\x81rich\n2,K\x94ln\n", "", fmt.Sprintf(unread, "Windows-1252")},
		{"given", "a,b\n1,Z\x81rich\n2,K\x94ln\n", "Windows-1250", fmt.Sprintf(unread, "Windows-1250")},
		{"given UTF-8", "a,b\n1,Z\x81rich\n2,K\x94ln\n", "UTF-8", fmt.Sprintf(unread, "UTF-8")},
		{"read", "a,b\n1,Z\x81rich\n2,K\x94ln\n", "IBM850", ""},
	}
	for _, test := range tests {
		warnings := slices.DeleteFunc(Warned(tableFrom(t, Options{Encoding: test.encoding}, test.csv)), func(text string) bool {
			return !strings.HasPrefix(text, "column")
		})
		if got := strings.Join(warnings, "; "); got != test.want {
			t.Errorf("%s: warnings %s, want %s", test.name, got, test.want)
		}
	}
}
