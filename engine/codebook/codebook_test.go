package codebook_test

import (
	"reflect"
	"strings"
	"testing"

	"drnet/engine/codebook"
)

// readings are files, the order of their columns without a header line, and the expected books.
var readings = []struct {
	name, file string
	order      []string
	want       codebook.Book
	wrong      string // part of the error
}{
	{
		name: "header", file: "unit,name,alias\nEUR,inc_m,monthly income\n", order: codebook.Names,
		want: codebook.Book{"inc_m": labeled("monthly income", "EUR")},
	},
	{name: "order", file: "inc_m,monthly income,EUR\nage,,years\n", order: codebook.Names, want: codebook.Book{
		"inc_m": labeled("monthly income", "EUR"), "age": labeled("", "years"),
	}},
	{
		name: "alias only", file: "Name;Alias\r\nsex;Geschlecht\r\n", order: codebook.Names,
		want: codebook.Book{"sex": labeled("Geschlecht", "")},
	},
	{
		name: "byte order mark, tabs, quotes", file: "\ufeffname\talias\tunit\n\"a\tb\"\t\"x \"\"y\"\"\nz\"\tm/s\n", order: codebook.Names,
		want: codebook.Book{"a\tb": labeled("x \"y\"\nz", "m/s")},
	},
	{
		name: "groups", file: "education,9th,HS or less\neducation, 10th ,HS or less\neducation,BSc,degree\n", order: codebook.Groups,
		want: codebook.Book{"education": grouped("HS or less", "9th", "10th").with("degree", "BSc").ColumnEntry},
	},
	{
		name: "both in one file", file: "column,alias,unit,value,group\nage,,years,,\nedu,school,,9th,low\nedu,,,10th,low\n",
		order: codebook.Groups,
		want: codebook.Book{"age": labeled("", "years"), "edu": {
			Label: codebook.Label{Alias: "school"}, Groups: grouped("low", "9th", "10th").Groups,
		}},
	},
	{
		name: "hostile", file: "__proto__,\"</script>\u202e\",'; DROP\nconstructor,\"=1+1\",\"\x00\"\n", order: codebook.Names,
		want: codebook.Book{
			"__proto__": labeled("</script>\u202e", "'; DROP"), "constructor": labeled("=1+1", "\x00"),
		},
	},
	{name: "empty", file: "", order: codebook.Names, want: codebook.Book{}},
	{name: "no name", file: "name,alias\n,x\n", order: codebook.Names, wrong: "line 2: the name of the column is missing"},
	{name: "too many fields", file: "a,b,c,d\n", order: codebook.Names, wrong: "line 1: 4 fields, expected name, alias, unit"},
	{name: "two aliases", file: "a,x\na,y\n", order: codebook.Names, wrong: `line 2: column "a" has two values for alias: "x" and "y"`},
	{name: "value without a group", file: "a,x\n", order: codebook.Groups, wrong: `the value "x" of column "a" lacks a group`},
	{name: "group without a value", file: "a,,x\n", order: codebook.Groups, wrong: `the group "x" of column "a" lacks a value`},
	{name: "open quote", file: "a,\"x\n", order: codebook.Names, wrong: "line 1"},
	{name: "other encoding", file: "a,\xe4\n", order: codebook.Names, wrong: "not UTF-8"},
	{name: "too large", file: strings.Repeat("a,b\n", 300_000), order: codebook.Names, wrong: "larger than 1 MB"},
}

func labeled(alias, unit string) codebook.ColumnEntry {
	return codebook.ColumnEntry{Label: codebook.Label{Alias: alias, Unit: unit}}
}

type entry struct{ codebook.ColumnEntry }

func grouped(name string, values ...string) entry { return entry{}.with(name, values...) }

func (e entry) with(name string, values ...string) entry {
	e.Groups = append(e.Groups, codebook.ValueGroup{Name: name, Values: values})
	return e
}

func TestRead(t *testing.T) {
	for _, test := range readings {
		t.Run(test.name, func(t *testing.T) {
			got := codebook.Book{}
			err := got.Read(strings.NewReader(test.file), test.order)
			if test.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), test.wrong) {
					t.Errorf("the error is %v, want %s", err, test.wrong)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%+v, %v, want %+v", got, err, test.want)
			}
		})
	}
}

func TestNamesake(t *testing.T) {
	columns := []string{"a", "b", "c"}
	for _, test := range []struct {
		name string
		book codebook.Book
		want string // of column a
	}{
		{"no alias", codebook.Book{"b": labeled("", "m")}, ""},
		{"its own name", codebook.Book{"a": labeled("a", "")}, ""},
		{"names exchanged", codebook.Book{"a": labeled("b", ""), "b": labeled("a", "")}, ""},
		{"one alias twice", codebook.Book{"a": labeled("x", ""), "b": labeled("x", "")}, "b"},
		{"name of a column with an entry", codebook.Book{"a": labeled("b", ""), "b": labeled("", "m")}, "b"},
		{"name of a column without an entry", codebook.Book{"a": labeled("c", "")}, "c"},
		{"alias of a column that the table lacks", codebook.Book{"a": labeled("x", ""), "d": labeled("x", "")}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.book.Namesake("a", len(columns), func(i int) string { return columns[i] }); got != test.want {
				t.Errorf("Namesake() = %q, want %q", got, test.want)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		name  string
		book  codebook.Book
		wrong string
	}{
		{"sound", codebook.Book{"a": labeled("x", "m"), "b": grouped("low", "1", "2", "low").with("high", "3").ColumnEntry}, ""},
		{"long alias", codebook.Book{"a": labeled(strings.Repeat("ä", 201), "")}, "at most 200 characters"},
		{"value in two groups", codebook.Book{"a": grouped("x", "1").with("y", "1").ColumnEntry}, `the value "1" is in two groups: "x" and "y"`},
		{"name of another group", codebook.Book{"a": grouped("x", "y").with("y", "1").ColumnEntry}, "names another group"},
		{"two groups of a name", codebook.Book{"a": grouped("x", "1").with("x", "2").ColumnEntry}, `two groups are named "x"`},
		{"group without values", codebook.Book{"a": grouped("x").ColumnEntry}, `the group "x" is empty`},
		{"group without a name", codebook.Book{"a": grouped("", "1").ColumnEntry}, "the name of a group"},
		{"empty value", codebook.Book{"a": grouped("x", "").ColumnEntry}, "counts as missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.book.Validate()
			if (err == nil) != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("Validate() = %v, want %q", err, test.wrong)
			}
		})
	}
}

// Books that list the same groups in another order are equal, and sorted alike; empty entries do not count.
func TestSorted(t *testing.T) {
	a := codebook.Book{"e": grouped("low", "9th", "10th", "9th").with("high", "BSc").ColumnEntry, "x": {}}
	b := codebook.Book{"e": grouped("high", "BSc").with("low", "10th", "9th").ColumnEntry}
	if !a.Equal(b) || !reflect.DeepEqual(a.Sorted(), b.Sorted()) || a.Equal(codebook.Book{}) {
		t.Errorf("%+v and %+v differ", a.Sorted(), b.Sorted())
	}
	if got := (codebook.Book{"x": {}}).Sorted(); got != nil {
		t.Errorf("a book of empty entries is %+v, want nil", got)
	}
	if got, want := a["e"].Groups[0].Values[0], "9th"; got != want {
		t.Errorf("sorting changed the book: %s, want %s", got, want)
	}
	e := a["e"]
	if got, want := e.Spellings("low"), []string{"low", "9th", "10th", "9th"}; !reflect.DeepEqual(got, want) {
		t.Errorf("Spellings() = %q, want %q", got, want)
	}
}

// FuzzRead reads any file without a panic; the result can be sorted and validated.
func FuzzRead(f *testing.F) {
	for _, test := range readings {
		f.Add(test.file[:min(len(test.file), 1000)])
	}
	f.Fuzz(func(t *testing.T, file string) {
		for _, order := range [][]string{codebook.Names, codebook.Groups} {
			b := codebook.Book{}
			if b.Read(strings.NewReader(file), order) != nil {
				continue
			}
			if b.Validate() == nil && b.Sorted().Validate() != nil {
				t.Errorf("sorting %+v makes it invalid", b)
			}
		}
	})
}
