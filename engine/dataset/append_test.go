package dataset_test

import (
	"reflect"
	"strings"
	"testing"

	"drnet/engine/dataset"
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
		{"missing column", "a,b\n4,z\n5,x\n", `the files cannot be joined: only one has "c"`},
		{"other columns", "a,b,c,d\n4,z,2021-01-31,1\n5,x,2021-02-01,2\n", `the files cannot be joined: only one has "d"`},
		{"no rows", "a,b,c\n", "the file has a header and no rows"},
	} {
		got, err := read(first, dataset.Options{More: strings.NewReader(test.more)})
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
