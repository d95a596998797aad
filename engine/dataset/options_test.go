package dataset

import "testing"

func TestValidate(t *testing.T) {
	encodings := "choose one of UTF-8, Windows-1252, ISO-8859-1, ISO-8859-15, UTF-16LE, UTF-16BE, " +
		"Windows-1250, ISO-8859-2, Windows-1254, Windows-1257, Macintosh, IBM850, Windows-1251, KOI8-R, Windows-1253, Windows-1255, " +
		"Windows-1256, Windows-874, GB18030, Big5, Shift_JIS, EUC-JP, EUC-KR"
	tests := []struct {
		o    Options
		want Error
	}{
		{
			Options{Delimiter: '"'},
			Error{Kind: Delimiter, Message: `'"' cannot separate values`, Hint: "choose a character such as a comma, a semicolon or a tab"},
		},
		{
			Options{Delimiter: '€'},
			Error{Kind: Delimiter, Message: `'€' cannot separate values`, Hint: "choose a character such as a comma, a semicolon or a tab"},
		},
		{
			Options{Delimiter: -1},
			Error{Kind: Delimiter, Message: `'�' cannot separate values`, Hint: "choose a character such as a comma, a semicolon or a tab"},
		},
		{Options{Decimal: ";"}, Error{Kind: Type, Message: `";" cannot be a decimal mark`, Hint: "choose a point or a comma"}},
		{Options{Header: "maybe"}, Error{Kind: Header, Message: `whether there is a header cannot be "maybe"`, Hint: "choose yes or no"}},
		{Options{Encoding: "x"}, Error{Kind: Encoding, Message: `the encoding "x" is not known`, Hint: encodings}},
		{
			Options{Sample: -1},
			Error{Kind: TooFewRows, Message: "a sample cannot have -1 rows", Hint: "choose how many rows to keep, such as 100000"},
		},
		{
			Options{Types: map[string]Kind{"c": "x", "b": "y", "a": Text}},
			Error{Kind: Type, Message: `column "b" cannot be made "y"`, Hint: "choose numeric, binary, categorical, date, text or id"},
		},
		{
			Options{Types: map[string]Kind{"a": Empty}},
			Error{Kind: Type, Message: `column "a" cannot be made "empty"`, Hint: "choose numeric, binary, categorical, date, text or id"},
		},
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
}

func TestNoColumn(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a"}, {Name: "b"}}}
	want := Error{Kind: Header, Message: `column "c" does not exist`, Hint: `the columns are "a", "b"`}
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
	table.Sheet, table.Sheets = "Data", []Sheet{{Name: "Data"}, {Name: "More"}}
	want.Hint = `sheet "Data" has the columns "a", "b": choose one of them, or another one of 2 sheets (-sheet)`
	if err, ok := table.NoColumn("c").(*Error); !ok || *err != want {
		t.Errorf("of two sheets: error %v, want %v", err, &want)
	}
	if err := (Options{Types: map[string]Kind{"a": Text}}).check(table); err != nil || table.Column("b") != 1 || table.Column("a") != 0 {
		t.Errorf("error %v, want none", err)
	}
}
