package dataset_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// Tables of Weka are read with the names, the missing cells and the classes of their head.
func TestARFF(t *testing.T) {
	remarks := strings.Repeat("% Donor: Prof. Dr. Hofmann, Institut für Statistik\n", 300)
	for _, test := range []struct{ in, want string }{
		{
			"@relation t\n@attribute age numeric\n@attribute risk {low, high}\n@data\n31,low\n?,high\n52.5,low\n0,high\n",
			"age numeric 31 ∅ 52.5 0; risk binary low high low high",
		},
		{
			remarks + "\n@RELATION 'a b'\r\n\r\n@ATTRIBUTE\t'credit amount'\tREAL\r\n@ATTRIBUTE class{good,bad}\r\n@DATA\r\n% the rows\r\n" +
				"1169, 'good'\r\n 5951 ,bad\r\n\r\n% end\r\n7,bad",
			"credit amount numeric 1169 5951 7; class binary good bad bad",
		},
		{
			"@relation t\n@attribute \"it's\" {1, 2, 3}\n@attribute b { 0,1 }\n@attribute c integer\n@data\n1,0,1\n2,1,2\n3,1,3\n1,0,3\n",
			"it's categorical 1 2 3 1; b binary 0 1 1 0; c numeric 1 2 3 3",
		},
		{
			"@relation t\n@attribute job string\n@attribute n real\n@data\n'a, \"b\"',1\n\"it's\",2\n'it\\'s 5%',3\n'a, \"b\"',4\n",
			`job categorical a, "b" it's it's 5% a, "b"; n numeric 1 2 3 4`,
		},
		{
			"@relation t\n@attribute x real\n@attribute y {no,yes}\n@data\n1 no\n2\tyes\n3   no\n",
			"x numeric 1 2 3; y binary no yes no",
		},
	} {
		table := mustRead(t, test.in, dataset.Options{})
		if got := show(table); got != test.want || table.Dialect.Format != "arff" || !table.Dialect.Header || len(table.Warnings) > 0 {
			t.Errorf("%q:\n%s, want\n%s\n%+v, warnings %q", test.in[max(len(test.in)-200, 0):], got, test.want, table.Dialect, table.Warnings)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write([]byte(test.in))
		w.Close()
		if table := mustRead(t, packed.String(), dataset.Options{}); show(table) != test.want || !table.Dialect.Packed {
			t.Errorf("compressed: %.200s, want %s", show(table), test.want)
		}
	}
}

// What cannot be read of Weka's format is named.
func TestWrongARFF(t *testing.T) {
	const head = "@relation t\n@attribute a numeric\n@attribute b {x,y}\n"
	for in, want := range map[string]string{
		head + "1,x\n2,y\n":                     "the ARFF file lacks the line @data",
		head + "@data\n{0 1, 1 x}\n{1 y}\n":     "this is a sparse ARFF file, whose rows name only the values other than zero",
		"@relation t\n@attribute a\n@data\n1\n": `an attribute of the ARFF file lacks a type: "a"`,
		head + "@data\n":                        "the file has a header and no rows",
	} {
		_, err := read(in, dataset.Options{})
		if e := new(dataset.Error); !errors.As(err, &e) || e.Message != want || e.Hint == "" {
			t.Errorf("%q: error %v, want %q", in, err, want)
		}
	}
}

// Any value in quotes is read as it is.
func FuzzARFF(f *testing.F) {
	f.Add("it's", `a "b", \c`)
	f.Add("%", "{1 x}")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, x := range []string{a, b} {
			if len(x) > 1000 || strings.ContainsFunc(x, func(r rune) bool { return r < ' ' || r > '~' }) || strings.TrimSpace(x) != x {
				return
			}
		}
		a, b = "a "+a+" a", "b "+b+" b" // neither numbers nor missing
		quote := func(x string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(x) + "'" }
		head := "@relation t\n@attribute " + quote(a) + " {" + quote(a) + "," + quote(b) + "}\n@attribute n numeric\n@data\n"
		table, err := read(head+quote(a)+",1\n"+quote(b)+",2\n"+quote(a)+",3\n", dataset.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := &table.Columns[0]
		for row, want := range []string{a, b, a} {
			if got, _ := c.Text(row); table.Rows != 3 || got != want || c.Name != a {
				t.Errorf("column %q, row %d of %d: %q, want %q", c.Name, row, table.Rows, got, want)
			}
		}
	})
}
