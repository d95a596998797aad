package archive_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"drnet/engine/dataset/archive"
	"drnet/engine/dataset/csvfile"
)

// zipped returns an archive of files given as name and content, separated by "=" and from each other by "|".
func zipped(files string) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, file := range strings.Split(files, "|") {
		if name, content, ok := strings.Cut(file, "="); ok {
			f, _ := w.Create(name)
			io.WriteString(f, content)
		}
	}
	w.Close()
	return out.Bytes()
}

// open returns the content of the file with a name and the names of the tables and of the other files, or the error.
func open(packed []byte, name string) (content, tables, others string, err error) {
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return "", "", "", err
	}
	list, rest, err := archive.Tables(z)
	if err != nil {
		return "", "", "", err
	}
	for _, e := range list {
		tables += e.Name + " "
	}
	e, err := archive.Find(list, name)
	if err != nil {
		return "", "", "", err
	}
	r, err := e.Open()
	if err != nil {
		return "", "", "", err
	}
	all, err := io.ReadAll(r)
	return string(all), strings.TrimSpace(tables), strings.Join(rest, " "), err
}

var cases = []struct{ name, files, sheet, content, tables, others, err string }{
	{name: "one", files: "a.csv=x", content: "x", tables: "a.csv"},
	{name: "folder", files: "data/=|data/a.csv=x", content: "x", tables: "data/a.csv"},
	{name: "macOS", files: "__MACOSX/._a.csv=rubbish|.DS_Store=rubbish|a.csv=x", content: "x", tables: "a.csv"},
	{name: "Windows", files: `data\a.csv=x|desktop.ini=y|Thumbs.db=z`, content: "x", tables: "data/a.csv"},
	{name: "readme", files: "README.txt=long text|LICENSE=longer text|a.txt=x", content: "x", tables: "a.txt", others: "README.txt LICENSE"},
	{name: "documents", files: "a.pdf=1234|b.docx=1234|c.tsv=x", content: "x", tables: "c.tsv", others: "a.pdf b.docx"},
	{
		name: "UCI", files: "adult.data=xx|adult.test=x|adult.names=long text|Index=text", content: "xx",
		tables: "adult.data adult.test", others: "adult.names Index",
	},
	{name: "largest", files: "a.csv=1|b.csv=123|c.csv=12", content: "123", tables: "b.csv c.csv a.csv"},
	{name: "chosen", files: "a.csv=1|b.csv=123", sheet: "a.csv", content: "1", tables: "b.csv a.csv"},
	{name: "chosen without the folder", files: "d/A.csv=1|b.csv=123", sheet: "a.CSV", content: "1", tables: "b.csv d/A.csv"},
	{name: "table before text", files: "notes.txt=long text|a.csv=1", content: "1", tables: "a.csv notes.txt"},
	{name: "ending unknown", files: "iris=x|b.png=y", content: "x", tables: "iris", others: "b.png"},
	{name: "compressed inside", files: "a.csv.gz=x|b.txt=xx", content: "x", tables: "a.csv.gz b.txt"},
	{name: "empty files", files: "a.csv=|b.csv=x", content: "x", tables: "b.csv", others: "a.csv"},
	{name: "index of rows", files: "index.csv=x", content: "x", tables: "index.csv"},
	{name: "way out of the folder", files: "../../a.csv=x", content: "x", tables: "../../a.csv"},
	{name: "not found", files: "a.csv=1", sheet: "b.csv", err: `the archive contains no file "b.csv"`},
	{name: "no table", files: "a.png=1|b.pdf=2", err: `the ZIP archive contains no table: its files are "a.png", "b.pdf"`},
	{name: "only empty files", files: "a.csv=", err: `the ZIP archive contains no table: its files are "a.csv"`},
	{name: "nothing", files: "", err: "the ZIP archive is empty"},
	{name: "archive inside", files: "a.zip=1", err: `the ZIP archive contains no table`},
}

func TestTables(t *testing.T) {
	for _, c := range cases {
		content, tables, others, err := open(zipped(c.files), c.sheet)
		if err != nil && (c.err == "" || !strings.Contains(err.Error(), c.err)) || err == nil && c.err != "" ||
			content != c.content || tables != c.tables || others != c.others {
			t.Errorf("%s: %q, tables %q, others %q, %v, want %q, %q, %q, %q", c.name, content, tables, others, err, c.content, c.tables,
				c.others, c.err)
		}
	}
}

// TestHostile checks the archives that no program writes by itself.
func TestHostile(t *testing.T) {
	flip := func(offset int, value byte) func([]byte) []byte { // in the central directory, behind its mark
		return func(z []byte) []byte {
			z[bytes.Index(z, []byte("PK\x01\x02"))+offset] = value
			return z
		}
	}
	var many strings.Builder
	for i := range 10_001 {
		fmt.Fprintf(&many, "%d.csv=|", i)
	}
	tests := []struct {
		name, files, want string
		harm              func([]byte) []byte
	}{
		{"encrypted", "a.csv=x", `"a.csv" in the archive is encrypted`, flip(8, 1)},
		{"method", "a.csv=x", "packed by a method that cannot be read (number 9)", flip(10, 9)},
		{"checksum", "a.csv=x", `damaged or cut off at "a.csv"`, flip(16, 0xaa)},
		{"size", "a.csv=" + strings.Repeat("x", 1000), `damaged or cut off at "a.csv"`, flip(24, 1)},
		{"place", "a.csv=x", `damaged or cut off at "a.csv"`, flip(42, 77)},
		{"place beyond the end", "a.csv=x", `damaged or cut off at "a.csv"`, flip(43, 77)},
		{"entries", many.String(), "the archive has 10001 files", nil},
		{"bomb", "a.csv=" + strings.Repeat("0", 100<<20), `"a.csv" grows to more than 200 times its size`, nil},
	}
	for _, test := range tests {
		packed := zipped(test.files)
		if test.harm != nil {
			packed = test.harm(packed)
		}
		_, _, _, err := open(packed, "")
		if e, own := err.(*csvfile.Error); !own || !strings.Contains(e.Message, test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// FuzzOpen checks that damaged archives give errors of this package.
func FuzzOpen(f *testing.F) {
	for _, c := range cases {
		f.Add(zipped(c.files))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			return
		}
		tables, _, _ := archive.Tables(z)
		for _, e := range tables {
			r, err := e.Open()
			if err == nil {
				_, err = io.Copy(io.Discard, r)
			}
			if _, own := err.(*csvfile.Error); err != nil && !own {
				t.Fatalf("the error is a %T: %v", err, err)
			}
		}
	})
}
