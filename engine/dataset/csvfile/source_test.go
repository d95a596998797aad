package csvfile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

// kindOf returns the kind and the message of an error, "" for nil.
func kindOf(err error) string {
	if e, ok := err.(*Error); ok {
		return e.Kind + ": " + strings.TrimPrefix(e.Message, "this is ")
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func TestSignatures(t *testing.T) {
	for _, s := range signatures {
		for _, mark := range s.marks {
			head := strings.Repeat("a", s.at) + mark
			if got, want := kindOf(checkBytes([]byte(head))), s.kind+": "+s.name; got != want {
				t.Errorf("%q is %q, want %q", head, got, want)
			}
			if err := checkBytes([]byte(head[:len(head)-1])); err != nil {
				t.Errorf("%q is rejected: %v", head[:len(head)-1], err)
			}
			if e := checkBytes([]byte(head)).(*Error); e.Hint == "" || e.Hint == hints[s.kind] && hints[s.name] != "" {
				t.Errorf("%q has the hint %q", head, e.Hint)
			}
		}
	}
}

func TestCheckText(t *testing.T) {
	const page, xml, json = "not_csv: a web page", "not_csv: an XML document", "not_csv: a JSON file"
	const sparse = "not_csv: a LIBSVM file"
	const sql = "not_csv: a script of SQL"
	const document = "not_csv: a table of LaTeX, AsciiDoc or a wiki"
	const drawn, listed = "not_csv: a table drawn with lines", "not_csv: a printout with one value a line"
	for head, want := range map[string]string{
		"a,b\n": "", "": "empty_file: the file is empty", " \n\x00\x1a\u00a0": "empty_file: the file is empty",
		"<!DOCTYPE html>": page, "  <HTML>": page, "<head>": page, "<body>": page, "<table>": page, "<?xml ?>": xml,
		"<svg>": xml, "<!-- x -->": "not_csv: a web page or XML document", "<b>,c": "",
		"INSERT INTO t VALUES (1,2),(3,4);": sql, "--\r\n-- PostgreSQL database dump": sql, "insert,into\n": "",
		"┌────┬───┐\n│ id │ y │\n": drawn, " id │ y \n────┼───\n": drawn, "shape: (2, 1)\r\n╭────╮\r\n": drawn,
		"A title\n──────\nid,y\n": "", "id,y\n1,│\n2,\"a\n┌─┐\n\"\n": "", "id,y\n1,a\n2,b\n3,c\n4,d\n┌──┐\n": "",
		"-[ RECORD 1 ]--\nid | 1\n": listed, "Expanded display is on.\n-[ RECORD 1 ]\n": listed, "─[ RECORD 1 ]─\n": listed,
		"<TR><TH>id</TH>\n": page, "\\begin{tabular}{r | l}\n": document, "[options=\"header\"]\n|===\n": document, "{| class=\"x\"\n": document,
		"  id = 1\ntext = \n\n  id = 2\ntext = b = c\n": listed, "id: 1\r\nok: no\r\n\r\n\r\nid: 2\r\nok: no\r\n\r\nid: 3": listed,
		"id: 1\nok: no\n\nid: 2\n": "", "id: 1\n\nid: 2\n": "", "id: 1\nok: no\nid: 2\nok: no\n": "", "a: 1\nb: 2\n\na,b\n1,2\n": "",
		"* Record 1\nid|1\n": listed, strings.Repeat("*", 27) + " 1. row " + strings.Repeat("*", 27) + "\n": listed,
		"* Record 1 is left out,\n": "", "*** 1. row,x\n": "",
		"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!000000\n": "not_csv: a SAS file",
		"BEGIN:VCALENDAR\r\n":        "not_csv: a calendar or an address book",
		"+1 3:0.5 7:1\n-1 1:-2e-3\n": sparse, "0 qid:2 1:0.25\r\n1 qid:2 4:3\r\n+1 2:7": sparse,
		"1 3:0.5\n": "", "1 10:30 11:45\n2 10:35 11:50\n": "",
		"+1 3:0.5 7:1\n-1,2\n": "", "a 3:0.5\nb 3:0.5\n": "",
		"version https://git-lfs.github.com/spec/v1\n": "not_csv: a pointer of Git LFS, not the file itself",
		"{": json, "{\"a\": 1}": json, "{ [1]": json, "{}": json, "[": json, "[]": json, "[1, 2.5e-3]": json,
		"// a\r\n/* b\n*/ {\"a\": 1}": json, "// a\n[a]: b\n": "", "/* a\n": "", "[\"a\"": json, "[{": json, "[ ": json,
		"{a: 1, b: 2}\r\n": json, "{'a': 1},\n": json, "{\n  a: 1\n}": json, "[1,x]": json, "{\"a\": 1}}": json, "{\"a\": 1} x": json,
		"{\"a\":1},{\"a\":2}": json, "{{a}},{{b}}\n": "", "[[a]];b\n": "", "[],b\n": "", "[\"a\"] | b\n": "", "{\"}\\\"\"}\tx\n": "",
		"[10:22:31, x] GET /\n": "", "[a] [b] \"c\"\n": "", "{a},b\n": "", "[a],b\n": "", "{1},b\n": "", "(1)": "", "[1 a],b": "", "x{": "",
		strings.Repeat("a", 95) + "\x01\x02\x03\x04\x05":     "",
		strings.Repeat("a", 94) + "\x00\x02\x03\x04\x05\x06": "binary_file: not a text but binary data",
		"a\a\b\t\v\f\x1b": "",
	} {
		if got := kindOf(checkText([]byte(head))); got != want {
			t.Errorf("checkText(%q) = %q, want %q", head, got, want)
		}
	}
}

// The time to skip comments grows with their length: they are not copied.
func TestCommentsAreNotCopied(t *testing.T) {
	text := strings.Repeat("//\n", 1000) + "[]"
	if n := testing.AllocsPerRun(1, func() { IsJSON(text) }); !IsJSON(text) || n > 10 {
		t.Errorf("%v allocations", n)
	}
}

func TestOpenSource(t *testing.T) {
	packed := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write([]byte(text))
		w.Close()
		return b.String()
	}
	tests := []struct {
		name, bytes, given string
		text, encoding     string
		bom, packed        bool
	}{
		{"ASCII", "a,b", "", "a,b", "UTF-8", false, false},
		{"UTF-8 with a mark", "\xef\xbb\xbfa", "", "a", "UTF-8", true, false},
		{"two marks", "\xef\xbb\xbf\xef\xbb\xbfa", "", "a", "UTF-8", true, false},
		{"UTF-16LE with a mark", "\xff\xfea\x00\xe9\x00", "", "aé", "UTF-16LE", true, false},
		{"UTF-16BE with a mark", "\xfe\xff\x00a\x00\xe9", "", "aé", "UTF-16BE", true, false},
		{"UTF-16LE found", "a\x00,\x00b\x00,\x00c\x00,\x00d\x00,\x00", "", "a,b,c,d,", "UTF-16LE", false, false},
		{"UTF-16BE given", "\x00a\x00b", "UTF-16BE", "ab", "UTF-16BE", false, false},
		{"Latin 1 given", "\xe9", "latin1", "\xe9", "ISO-8859-1", false, false},
		{"a mark against what was given", "\xff\xfea\x00", "UTF-8", "a", "UTF-16LE", true, false},
		{"a mark in a given encoding of one byte", "\xef\xbb\xbfa", "latin1", "a", "ISO-8859-1", true, false},
		{"packed", packed("a,b"), "", "a,b", "UTF-8", false, true},
		{"packed with a mark", packed("\xef\xbb\xbfa"), "", "a", "UTF-8", true, true},
	}
	for _, test := range tests {
		var d Dialect
		s, err := openSource(strings.NewReader(test.bytes), test.given, &d)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		text, err := io.ReadAll(s)
		want := Dialect{Encoding: test.encoding, BOM: test.bom, Packed: test.packed}
		if string(text) != test.text || err != nil || !reflect.DeepEqual(d, want) {
			t.Errorf("%s: %q, %+v, %v, want %q, %+v", test.name, text, d, err, test.text, want)
		}
		if s.packed.n != int64(len(test.bytes)) || (s.unpacked != nil) != test.packed {
			t.Errorf("%s: %d bytes were read of %d, packed %v", test.name, s.packed.n, len(test.bytes), s.unpacked != nil)
		}
	}
	for name, bytes := range map[string]string{"a PNG picture": "\x89PNG\r\n", "an archive inside another one": packed(packed("a"))} {
		if _, err := openSource(strings.NewReader(bytes), "", &Dialect{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %s", err, name)
		}
	}
}

// stalled returns no bytes and no error.
type stalled struct{}

func (stalled) Read([]byte) (int, error) { return 0, nil }

func TestWindow(t *testing.T) {
	w := newWindow(strings.NewReader("a,b\x1a"))
	if string(w.unused()) != "a,b" || !w.atEOF || w.err != nil || w.more() {
		t.Errorf("text %q, whole %v, error %v, want a,b without the mark of the end", w.unused(), w.atEOF, w.err)
	}
	if w = newWindow(strings.NewReader("\x1a")); len(w.unused()) != 0 {
		t.Errorf("text %q, want none", w.unused())
	}
	if w = newWindow(io.MultiReader(strings.NewReader("abc"), stalled{})); w.err != io.ErrNoProgress || w.atEOF || w.more() {
		t.Errorf("error %v of a stream that stalls, want %v", w.err, io.ErrNoProgress)
	}
	var long strings.Builder
	for i := range windowSize/4 + 100 {
		fmt.Fprintf(&long, "%04d", i%10_000)
	}
	text := long.String()
	w = newWindow(strings.NewReader(text))
	if len(w.unused()) != windowSize || w.atEOF {
		t.Errorf("%d bytes, whole %v, want %d of more", len(w.unused()), w.atEOF, windowSize)
	}
	if w.use(1000); !w.more() || string(w.unused()) != text[1000:] || len(w.buf) != windowSize || !w.atEOF {
		t.Errorf("%d bytes in a window of %d behind the first thousand, want the rest in one of %d", len(w.unused()), len(w.buf), windowSize)
	}
	if w = newWindow(strings.NewReader(text)); !w.more() || string(w.unused()) != text || len(w.buf) != 2*windowSize {
		t.Errorf("%d bytes in a window of %d, want all in one of %d", len(w.unused()), len(w.buf), 2*windowSize)
	}
	w = &window{r: strings.NewReader("x"), buf: make([]byte, maxRecord), end: maxRecord}
	if w.more() {
		t.Error("a window of 64 MB grows")
	}
}
