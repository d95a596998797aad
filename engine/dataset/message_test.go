package dataset

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestErrorNamesThePlace(t *testing.T) {
	for want, e := range map[string]Error{
		"dataset: wrong": {Message: "wrong"}, "dataset: line 1: wrong": {Message: "wrong", Line: 1}, "dataset: line 1, column 1: wrong": {Message: "wrong", Line: 1, Column: 1},
	} {
		if e.Column == 0 && e.Line == 0 {
			with := e
			with.Column = 3 // means nothing without a line
			if got := with.Error(); got != want {
				t.Errorf("Error() = %q, want %q", got, want)
			}
		}
		if got := e.Error(); got != want {
			t.Errorf("Error() = %q, want %q", got, want)
		}
	}
}

func TestQuoteSome(t *testing.T) {
	for want, texts := range map[string][]string{
		"": nil, `"a"`: {"a"}, `"a", "b"`: {"a", "b"}, `"a", "b", "c", "d", "e"`: {"a", "b", "c", "d", "e"}, `"a", "b", "c", "d", "e" and 2 more`: {"a", "b", "c", "d", "e", "f", "g"},
	} {
		if got := quoteSome(texts); got != want {
			t.Errorf("quoteSome(%q) = %s, want %s", texts, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	encodings := "choose one of UTF-8, Windows-1252, ISO-8859-1, ISO-8859-15, UTF-16LE, UTF-16BE, Windows-1250, Windows-1251, Macintosh, IBM850"
	tests := []struct {
		o    Options
		want Error
	}{
		{Options{Delimiter: '"'}, Error{Kind: Delimiter, Message: `'"' cannot separate values`, Hint: "choose a character such as a comma, a semicolon or a tab"}},
		{Options{Delimiter: '€'}, Error{Kind: Delimiter, Message: `'€' cannot separate values`, Hint: "choose a character such as a comma, a semicolon or a tab"}},
		{Options{Delimiter: -1}, Error{Kind: Delimiter, Message: `'�' cannot separate values`, Hint: "choose a character such as a comma, a semicolon or a tab"}},
		{Options{Decimal: ";"}, Error{Kind: Type, Message: `";" cannot be a decimal mark`, Hint: "choose a point or a comma"}},
		{Options{Header: "maybe"}, Error{Kind: Header, Message: `whether there is a header cannot be "maybe"`, Hint: "choose yes or no"}},
		{Options{Encoding: "x"}, Error{Kind: Encoding, Message: `the encoding "x" is not known`, Hint: encodings}},
		{Options{Sample: -1}, Error{Kind: TooFewRows, Message: "a sample cannot have -1 rows", Hint: "choose how many rows to keep, such as 100000"}},
		{Options{Types: map[string]Kind{"c": "x", "b": "y", "a": Text}}, Error{Kind: Type, Message: `column "b" cannot be made "y"`, Hint: "choose numeric, binary, categorical, date, text or id"}},
		{Options{Types: map[string]Kind{"a": Empty}}, Error{Kind: Type, Message: `column "a" cannot be made "empty"`, Hint: "choose numeric, binary, categorical, date, text or id"}},
	}
	for _, test := range tests {
		if err, ok := test.o.Validate().(*Error); !ok || *err != test.want {
			t.Errorf("%+v: error %v, want %v", test.o, err, &test.want)
		}
	}
	for _, o := range []Options{
		{},
		{Decimal: "."},
		{Decimal: ","},
		{Header: "yes"},
		{Header: "no"},
		{Encoding: "latin1"},
		{Sample: 1},
		{Delimiter: '\t'},
		{Delimiter: '\x01'},
		{Delimiter: '\x7f'},
		{Types: map[string]Kind{"a": Numeric, "b": Binary, "c": Categorical, "d": Date, "e": Text, "f": ID}},
	} {
		if err := o.Validate(); err != nil {
			t.Errorf("%+v: error %v, want none", o, err)
		}
	}
	if list := DefaultMissing(); len(list) != len(defaultMissing) {
		t.Errorf("%d default marks, want %d", len(list), len(defaultMissing))
	} else if list[0] = "changed"; defaultMissing[0] == "changed" {
		t.Error("the default marks can be changed")
	}
}

// What can separate values takes one byte and is none of those that quote, escape or end lines.
func TestIsDelimiter(t *testing.T) {
	for r := rune(-1); r < 0x100; r++ {
		want := r > 0 && r < 0x80 && !strings.ContainsRune("\"'\r\n\\", r)
		if got := isDelimiter(r); got != want {
			t.Errorf("isDelimiter(%q) = %v, want %v", r, got, want)
		}
	}
	for r, want := range map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars", '^': `'^'`} {
		if got := delimiterName(r); got != want {
			t.Errorf("delimiterName(%q) = %s, want %s", r, got, want)
		}
	}
}

func TestNoColumn(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a"}, {Name: "b"}}}
	want := Error{Kind: Header, Message: `there is no column "c"`, Hint: `the columns are "a", "b"`}
	calls := map[string]func() error{
		"Target":      func() error { _, err := table.Target("c", ""); return err },
		"Classes":     func() error { _, err := table.Classes("c"); return err },
		"Labels":      func() error { _, err := table.Labels("c", "yes", "no"); return err },
		"ClassLabels": func() error { _, err := table.ClassLabels("c", []string{"x"}); return err },
		"check":       func() error { return Options{Types: map[string]Kind{"a": Text, "c": Text, "d": Text}}.check(table) },
	}
	for name, call := range calls {
		if err, ok := call().(*Error); !ok || *err != want {
			t.Errorf("%s: error %v, want %v", name, err, &want)
		}
	}
	if err := (Options{Types: map[string]Kind{"a": Text}}).check(table); err != nil || table.Column("b") != 1 || table.Column("a") != 0 {
		t.Errorf("error %v, want none", err)
	}
}

// A table has at most 20,000 columns.
func TestTooManyColumns(t *testing.T) {
	table := func(width int) error {
		rd := &reader{t: &Table{}, layout: layout{width: width}}
		err := rd.describe()
		if err == nil && (len(rd.t.Columns) != width || rd.t.Columns[width-1].Name != fmt.Sprintf("column%d", width)) {
			t.Errorf("%d columns, want %d", len(rd.t.Columns), width)
		}
		return err
	}
	if err := table(maxColumns); err != nil {
		t.Errorf("%d columns: %v", maxColumns, err)
	}
	want := Error{Kind: TooManyColumns, Message: "the table has 20001 columns", Hint: "keep at most 20000 of them, or choose another delimiter"}
	if err, ok := table(maxColumns + 1).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %v", err, &want)
	}
	if err := tooWide([]byte(strings.Repeat("1;", maxColumns))); err != nil {
		t.Errorf("%d values in the first line: %v", maxColumns, err)
	}
	want = Error{Kind: TooManyColumns, Line: 1, Message: "the first line has more than 20001 values", Hint: "keep at most 20000 columns, or choose a table with one row in each line"}
	if err, ok := tooWide([]byte(strings.Repeat("1;", maxColumns+1))).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %v", err, &want)
	}
}

// What the letters of a file were is said in one sentence.
func TestSayOfLetters(t *testing.T) {
	tests := []struct {
		name     string
		letters  letters
		cells    []string
		want     []string
		encoding string
	}{
		{"ASCII", letters{}, []string{"a"}, nil, "UTF-8"},
		{"UTF-8", letters{}, []string{"é", "ü"}, nil, "UTF-8"},
		{
			"Windows-1252",
			letters{},
			[]string{"a", "caf\xe9", "th\xe9"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, such as "café" in line 2: choose another encoding if they look wrong`},
			"Windows-1252",
		},
		{"one of another encoding", letters{}, []string{"é", "caf\xe9"}, []string{`the file mixes encodings: 1 text was read as Windows-1252, such as "café" in line 2, and the rest as UTF-8`}, "UTF-8"},
		{"some of another encoding", letters{}, []string{"th\xe9", "é", "caf\xe9"}, []string{`the file mixes encodings: 2 texts were read as Windows-1252, such as "thé" in line 1, and the rest as UTF-8`}, "UTF-8"},
		{
			"given as UTF-8",
			letters{given: true},
			[]string{"th\xe9"},
			[]string{"1 text is not UTF-8: the bytes that are no letters were replaced by \ufffd; leave the encoding to be found, or choose another one"},
			"UTF-8",
		},
		{
			"given as UTF-8, twice",
			letters{given: true},
			[]string{"th\xe9", "caf\xe9"},
			[]string{"2 texts are not UTF-8: the bytes that are no letters were replaced by \ufffd; leave the encoding to be found, or choose another one"},
			"UTF-8",
		},
		{"given as Latin 1", letters{page: pages["ISO-8859-1"]}, []string{"th\xe9"}, nil, "UTF-8"},
		{"a NUL byte", letters{}, []string{"a\x00"}, []string{"1 text has NUL bytes, which were left out: the file may be damaged"}, "UTF-8"},
		{"NUL bytes", letters{}, []string{"a\x00", "\x00b\x00"}, []string{"2 texts have NUL bytes, which were left out: the file may be damaged"}, "UTF-8"},
		{
			"a NUL byte and letters",
			letters{},
			[]string{"\x00é", "caf\xe9"},
			[]string{`the file mixes encodings: 1 text was read as Windows-1252, such as "café" in line 2, and the rest as UTF-8`, "1 text has NUL bytes, which were left out: the file may be damaged"},
			"UTF-8",
		},
		{
			"a NUL byte in ASCII and a letter",
			letters{},
			[]string{"\x00a", "caf\xe9"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, such as "café" in line 2: choose another encoding if they look wrong`, "1 text has NUL bytes, which were left out: the file may be damaged"},
			"Windows-1252",
		},
	}
	for _, test := range tests {
		for i, cell := range test.cells {
			test.letters.text([]byte(cell), i+1)
		}
		table := Table{Dialect: Dialect{Encoding: "UTF-8"}}
		test.letters.say(&table)
		if !reflect.DeepEqual(table.Warnings, test.want) || table.Dialect.Encoding != test.encoding {
			t.Errorf("%s: %q, %s, want %q, %s", test.name, table.Warnings, table.Dialect.Encoding, test.want, test.encoding)
		}
	}
}
