package csvfile

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"drnet/engine/realdata"
)

// splits are texts and their records in the form "line: cell|cell", followed by flags.
var splits = []struct {
	name, text string
	splitter   splitter
	want       []string
}{
	{name: "lines", text: "a,b\n1,2\n", want: []string{"1: a|b", "2: 1|2"}},
	{name: "no last line end", text: "a,b\n1,2", want: []string{"1: a|b", "2: 1|2"}},
	{name: "CRLF", text: "a,b\r\n1,2\r\n", want: []string{"1: a|b", "2: 1|2"}},
	{name: "CRLF doubled", text: "a,\"b\"\r\r\n1,2\r\r\n", want: []string{"1: a|b quoted", "2: 1|2"}},
	{name: "CR", text: "a,b\r1,2\r", splitter: splitter{cr: true}, want: []string{"1: a|b", "2: 1|2"}},
	{name: "CR and CRLF", text: "a\r\n1\r\r\n2", splitter: splitter{cr: true}, want: []string{"1: a", "2: 1", "3:  blank empty", "4: 2"}},
	{name: "CR and LF", text: "a\r1\n\r2", splitter: splitter{cr: true}, want: []string{"1: a", "2: 1", "3:  blank empty", "4: 2"}},
	{name: "CR in a cell", text: "a\rb,c\n", want: []string{"1: a\rb|c"}},
	{name: "CR behind nothing", text: "a,b\r", want: []string{"1: a|b"}},
	{
		name: "quoted CR", text: "\"x\ry\",1\r\"x\r\ny\"\r2", splitter: splitter{cr: true},
		want: []string{"1: x\ry|1 quoted lines=2", "3: x\r\ny quoted lines=2", "5: 2"},
	},
	{name: "LF and CRLF", text: "a\n1\r\n2\n", want: []string{"1: a", "2: 1", "3: 2"}},
	{name: "empty cells", text: ",a,,\n", want: []string{"1: |a||"}},
	{name: "one empty cell at the end", text: "a,", want: []string{"1: a|"}},
	{
		name: "blank lines", text: "\na\n  \n\t\r\n\r\n",
		want: []string{"1:  blank empty", "2: a", "3:  blank empty", "4:  blank empty", "5:  blank empty"},
	},
	{name: "only delimiters", text: "a,b\n,\n , \t\n\"\",\n", want: []string{"1: a|b", "2: | empty", "3: | empty", "4: | quoted empty"}},
	{name: "empty quoted cell", text: "\"\"\n", want: []string{"1:  quoted empty"}},
	{name: "blanks", text: " a , \tb\t ,\u00a0c d\u00a0 \n", want: []string{"1: a|b|c d"}},
	{name: "no-break spaces of one byte", text: "\xa0a,\xc3\xa0\n", want: []string{"1: \xa0a|\xc3\xa0"}},
	{name: "letters of two bytes", text: "\xc3\xa0,b\xc3\xa0\n", want: []string{"1: à|bà"}},
	{name: "half a no-break space", text: "\xa0a,b\xc2\n", want: []string{"1: \xa0a|b\xc2"}},
	{
		name: "tabs", text: "a\t b \t\t\" \tc\t\"\n", splitter: splitter{syntax: syntax{delimiter: '\t', quote: '"'}},
		want: []string{"1: a|b||\tc\t quoted"},
	},
	{name: "blanks kept", text: " a ,\" b \" , \r\n", splitter: splitter{raw: true}, want: []string{"1:  a | b |  quoted"}},
	{name: "quoted", text: "\"a,b\",\"c\nd\" , \"e\"\n", want: []string{"1: a,b|c\nd|e quoted quoted quoted lines=2"}},
	{name: "doubled quotes", text: "\"a \"\"b\"\"\",\"\"\"\"\n", want: []string{"1: a \"b\"|\" quoted quoted"}},
	{
		name: "backslashes", text: `"a \"b\"","c:\\","d\e","f""g"`, splitter: splitter{syntax: syntax{',', '"', '\\'}},
		want: []string{`1: a "b"|c:\|d\e|f"g quoted quoted quoted quoted`},
	},
	{name: "backslash as text", text: `"c:\",b`, want: []string{`1: c:\|b quoted`}},
	{
		name: "single quotes", text: "'a,b',don't,\"c\n", splitter: splitter{syntax: syntax{',', '\'', 0}},
		want: []string{"1: a,b|don't|\"c quoted"},
	},
	{name: "no quotes", text: "\"a,b\",\x00\n", splitter: splitter{syntax: syntax{delimiter: ','}}, want: []string{"1: \"a|b\"|\x00"}},
	{
		name: "formulas of texts", text: `="00123",=" a ","=""4,5""",` + "\"=\"\"\"\"\",=\"\"\n",
		want: []string{"1: 00123|a|4,5|| quoted quoted"},
	},
	{
		name: "formulas of texts in other quotes", text: `="00123",'="4,5"',"x"` + "\n", splitter: splitter{syntax: syntax{',', '\'', 0}},
		want: []string{`1: 00123|4,5|"x" quoted`},
	},
	{
		name: "other formulas", text: `=A1+B2,="a"&"b","=""a""&B2","=1",=",="a` + "\n",
		want: []string{`1: =A1+B2|="a"&"b"|="a"&B2|=1|="|="a quoted quoted`},
	},
	{name: "inches", text: "5\" pipe,5\"\"\n", want: []string{`1: 5" pipe|5""`}},
	{name: "inches in quotes", text: "\"5\" pipe\",x\n", want: []string{`1: 5" pipe|x stray`}},
	{name: "delimiter before the stray quote", text: "\"a,b\"c,1\n", want: []string{`1: "a,b"c|1 stray`}},
	{name: "text behind a quote", text: "\"abc\"def,1\n\"abc\" def", want: []string{`1: "abc"def|1 stray`, `2: "abc" def stray`}},
	{name: "no-break space behind a quote", text: "\"abc\"\u00a0,1\n", want: []string{"1: abc|1 stray"}},
	{name: "a quote behind a no-break space", text: "\u00a0\"a,b\",1\n", want: []string{"1: a,b|1 quoted"}},
	{name: "unclosed", text: "a,b\n\"x\ny\",\"z\n", want: []string{"1: a|b", "3: x\ny unclosed"}},
	{name: "unclosed, with quotes below", text: "a,b\n\"5 pipe,1\n\"x\",2\n", want: []string{"1: a|b", "2:  unclosed"}},
	{name: "unclosed at the end", text: "a,\"", want: []string{"1: a unclosed"}},
	{name: "unclosed behind a backslash", text: `a,"\`, splitter: splitter{syntax: syntax{',', '"', '\\'}}, want: []string{"1: a unclosed"}},
	{
		name: "comments", text: "a\n# \"b\n #\n\"#\"\n#", splitter: splitter{comment: "#"},
		want: []string{"1: a", "2:  comment", "3:  comment", "4: # quoted", "5:  comment"},
	},
	{name: "half a comment", text: "--a\n-", splitter: splitter{comment: "--"}, want: []string{"1:  comment", "2: -"}},
	{
		name: "a comment that ends in CR", text: "#a\r\nb\r#", splitter: splitter{comment: "#", cr: true},
		want: []string{"1:  comment", "2: b", "3:  comment"},
	},
	{
		name: "long cells", text: strings.Repeat("x", 100) + "," + strings.Repeat("y", 99) + "\n",
		want: []string{"1: " + strings.Repeat("x", 100) + "|" + strings.Repeat("y", 99)},
	},
	{name: "many cells", text: strings.Repeat(",", 20) + "\n", want: []string{"1: " + strings.Repeat("|", 20) + " empty"}},
	{name: "high delimiter", text: "a\xb6b\n", splitter: splitter{syntax: syntax{delimiter: 0xb6, quote: '"'}}, want: []string{"1: a|b"}},
	{name: "neighbours of the delimiter", text: "a-b+\x0b\x09,\xac\n", want: []string{"1: a-b+\x0b|\xac"}},
	{
		name: "lines of dashes",
		text: "---,----,---\n----+--\n|:---|\n=== ===\n-,-\n--,--\n---\n-1,---\n\"---\",---\n--------------------\n-------------------\n",
		want: []string{
			"1: ---|----|--- dashes", "2: ----+-- dashes", "3: |:---| dashes", "4: === === dashes", "5: -|-", "6: --|--", "7: ---", "8: -1|---",
			"9: ---|--- quoted", "10: -------------------- dashes", "11: -------------------",
		},
	},
	{name: "nothing", text: "", want: nil},
}

func (r *record) show(out outcome) string {
	s := fmt.Sprintf("%d: %s%s", r.line, bytes.Join(r.cells, []byte("|")), strings.Repeat(" quoted", r.quoted))
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"stray", r.stray},
		{"blank", r.blank},
		{"empty", r.empty},
		{"comment", r.comment},
		{"dashes", r.dashes},
		{"unclosed", out == unclosed},
	} {
		if flag.set {
			s += " " + flag.name
		}
	}
	if out == complete && r.lines != 1 {
		s += fmt.Sprintf(" lines=%d", r.lines)
	}
	return s
}

// pieces splits a text that arrives one byte first, and then in steps of cut bytes.
func (s splitter) pieces(text []byte, cut func() int) []string {
	var records []string
	seen := 0
	for len(text) > 0 {
		n, out := s.next(text[:seen], seen == len(text))
		switch out {
		case partial:
			if seen == len(text) {
				return append(records, "nothing at the end")
			}
			seen = min(len(text), seen+cut())
			continue
		case unclosed:
			return append(records, strings.Replace(s.record.show(out), " quoted", "", s.record.quoted))
		}
		records = append(records, s.record.show(out))
		text, seen = text[n:], seen-n
	}
	return records
}

func (s splitter) orDefault() splitter {
	if s.delimiter == 0 {
		s.syntax = syntax{delimiter: ',', quote: '"'}
	}
	return s
}

func TestSplit(t *testing.T) {
	for _, test := range splits {
		t.Run(test.name, func(t *testing.T) {
			s := test.splitter.orDefault()
			for _, cut := range []int{1, 2, 3, 7, 8, 9, len(test.text) + 1} {
				got := s.pieces([]byte(test.text), func() int { return cut })
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("next() by %d bytes = %q, want %q", cut, got, test.want)
				}
			}
		})
	}
}

// Short texts have all the relevant borders; any cut must give the same records.
func TestSplitAnywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const characters = "aa,,\"\" \n\n\r\\#\t;'"
	for range 5000 {
		text := make([]byte, random.IntN(40))
		for i := range text {
			text[i] = characters[random.IntN(len(characters))]
		}
		s := splitter{syntax: syntax{',', '"', 0}, cr: random.IntN(2) == 0}
		if random.IntN(2) == 0 {
			s.escape = '\\'
		}
		if random.IntN(4) == 0 {
			s.comment = "#"
		}
		whole := s.pieces(text, func() int { return len(text) })
		if got := s.pieces(text, func() int { return 1 + random.IntN(9) }); !reflect.DeepEqual(got, whole) {
			t.Fatalf("next(%q) in pieces = %q, want %q", text, got, whole)
		}
	}
}

// The output of encoding/csv is split as encoding/csv reads it.
func FuzzSplit(f *testing.F) {
	for _, test := range splits {
		f.Add(test.text, uint8(3))
	}
	f.Add("a\x1fb\x1e\"\x1f \r\n\x1e", uint8(1))
	f.Fuzz(func(t *testing.T, text string, cut uint8) {
		s := splitter{syntax: syntax{',', '"', 0}, raw: true}
		next := func() int { return 1 + int(cut%16) }
		whole := s.pieces([]byte(text), func() int { return len(text) })
		if got := s.pieces([]byte(text), next); !reflect.DeepEqual(got, whole) {
			t.Fatalf("next(%q) in pieces = %q, want %q", text, got, whole)
		}
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		for line := range strings.SplitSeq(text, "\x1e") {
			if err := w.Write(strings.Split(line, "\x1f")); err != nil {
				t.Skip(err)
			}
		}
		w.Flush()
		r := csv.NewReader(bytes.NewReader(b.Bytes()))
		r.FieldsPerRecord = -1
		rest := b.Bytes()
		for len(rest) > 0 {
			n, out := s.next(rest, true)
			if out != complete {
				t.Fatalf("next(%q) = %d, want a record", rest, out)
			}
			rest = rest[n:]
			if s.record.blank {
				continue
			}
			want, err := r.Read()
			if err != nil {
				t.Fatal(err)
			}
			for j, cell := range s.record.cells {
				if got := strings.ReplaceAll(string(cell), "\r\n", "\n"); len(want) != len(s.record.cells) || got != want[j] {
					t.Fatalf("next() of %q = %q, want %q", b.Bytes(), s.record.cells, want)
				}
			}
		}
	})
}

func BenchmarkSplit(b *testing.B) {
	text := realdata.Read(b, "adult.csv")
	quoted := bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(", "), []byte(`","`)), []byte("\n"), []byte("\"\n\""))
	quoted = append([]byte{'"'}, quoted[:len(quoted)-1]...)
	for _, file := range []struct {
		name string
		text []byte
	}{
		{"adult", text},
		{"adult,quoted", quoted},
		{"adult,CR", bytes.ReplaceAll(text, []byte("\n"), []byte("\r"))},
		{"texts", bytes.Repeat([]byte(strings.Repeat("lorem ipsum ", 10)+",1\n"), 10000)},
		{"escapes", []byte("\"" + strings.Repeat(`\n,`, 160_000) + "\",1\n")},
	} {
		b.Run(file.name, func(b *testing.B) {
			b.SetBytes(int64(len(file.text)))
			b.ReportAllocs()
			for b.Loop() {
				s := splitter{syntax: syntax{',', '"', 0}, cr: file.name == "adult,CR"}
				if file.name == "escapes" {
					s.escape = '\\'
				}
				rest := file.text
				for len(rest) > 0 {
					n, out := s.next(rest, true)
					if out != complete {
						b.Fatal(out)
					}
					rest = rest[n:]
				}
			}
		})
	}
}
