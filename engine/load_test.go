package engine

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

func TestWholeLines(t *testing.T) {
	tests := []struct{ head, want string }{
		{"a,b\n1,2\n3,", "a,b\n1,2\n"},
		{"a,b\r\n1,2\r\n3", "a,b\r\n1,2\r\n"},
		{"a,b\r1,2\r3", "a,b\r1,2\r"},
		{"a,b", ""},
		{"", ""},
		{"a\n", "a\n"},
		{"\xff\xfea\x00\n\x001\x00", "\xff\xfea\x00\n\x00"},
		{"\xff\xfea\x00\n\x001\x00\n", "\xff\xfea\x00\n\x00"},       // truncated inside a character
		{"\xfe\xff\x00a\x00\n\x001\x0a\x00", "\xfe\xff\x00a\x00\n"}, // U+0A00 is not a line feed
		{"\xff\xfe\x00\x0aa\x00", ""},                               // nor is it one here
		{"\xef\xbb\xbfa,b\nx", "\xef\xbb\xbfa,b\n"},
	}
	for _, test := range tests {
		if got := string(wholeLines([]byte(test.head))); got != test.want {
			t.Errorf("wholeLines(%q) = %q, want %q", test.head, got, test.want)
		}
	}
}

// TestFilesThatCannotBeRead names the cause, for rows to append too.
func TestFilesThatCannotBeRead(t *testing.T) {
	gone := iotest.ErrReader(errors.New("the disk is gone"))
	for name, r := range map[string]protocol.Load{
		"the table": {File: gone}, "rows to append": {File: strings.NewReader("a,b\n1,x\n2,y\n"), Append: gone},
	} {
		s, last := NewSession(), protocol.Event(nil)
		s.Handle(t.Context(), r, func(e protocol.Event) { last = e })
		if e, ok := last.(protocol.Refused); !ok || e.Kind != protocol.Unread || e.Message != "the file could not be read: the disk is gone" {
			t.Errorf("%s: %+v", name, last)
		}
	}
}

// TestRowsToPredictAreReadAlike reads a table as the training table of a model was: its marks, decimal comma and texts decide where
// the file decides nothing, unless it is another table.
func TestRowsToPredictAreReadAlike(t *testing.T) {
	trained := &dataset.Trained{Missing: []string{"-1"}, Perhaps: true, Columns: []dataset.TrainedColumn{
		{Name: "price", Kind: dataset.Numeric, Decimal: ","}, {Name: "code", Kind: dataset.Categorical}, {Name: "age", Kind: dataset.Numeric},
	}}
	pointed := &dataset.Trained{Columns: []dataset.TrainedColumn{
		{Name: "price", Kind: dataset.Numeric, Decimal: "."},
		{Name: "code", Kind: dataset.Categorical},
		{Name: "age", Kind: dataset.Numeric, Decimal: "."},
	}}
	certainly := *trained
	certainly.Perhaps = false
	tests := []struct {
		name, file string
		trained    *dataset.Trained
		marks      []string
		want       string // the cells of the second row, empty if missing
	}{
		{"alike", "price;code;age\n7.000;1.1;4\n6.000;1.10;-1\n", trained, nil, "6000;1.10;"},
		{"without a column", "price;code\n7.000;1.1\n6.000;1.10\n", trained, nil, "6000;1.10"},
		{"of one column", "price\n7.000\n6.000\n", trained, nil, "6000"},
		{"without names", "7.000;1.1;4\n6.000;1.10;-1\n8.000;1.2;3\n", trained, nil, "6000;1.10;"},
		{"with marks of its own", "price;code;age\n7.000;1.1;4\n6.000;1.10;-1\n", trained, []string{"7"}, "6000;1.10;-1"},
		{"without a model", "price;code;age\n7.000;1.1;4\n6.000;1.10;-1\n", nil, nil, "6;1.1;-1"},
		{"a wide one", "code;weight;size\n1.1;7.000;4\n1.10;6.000;-1\n", &certainly, nil, "1.10;6000;"},
		{"a point, by the column", "price;code;age\n7;1.1;4.125\n6;1.10;5.250\n", pointed, nil, "6;1.10;5.25"},
		{"thousands before a point", "price;code;age\n7,000;1.1;4\n6,000;1.10;5\n", pointed, nil, "6000;1.10;5"},
		{"codes among numbers", "price;code;age\n7.000;1.1;0010\n6.000;1.10;0020\n", trained, nil, "6000;1.10;20"},
		{"a limit among numbers", "price;code;age\n<7;1.1;10\n6.000;1.10;20\n", trained, nil, "6000;1.10;20"},
		{"texts in place of numbers", "price;code;age\n7.000;1.1;old\n6.000;1.10;new\n", trained, nil, "6000;1.10;new"},
		{"perhaps another table", "code;weight;size\n1.1;7.000;4\n1.10;6.000;-1\n", trained, nil, "1.1;6;-1"},
	}
	for _, test := range tests {
		s := NewSession()
		s.Handle(t.Context(), protocol.Load{
			Name: "t.csv", File: strings.NewReader(test.file), Trained: test.trained, Options: dataset.Options{MissingValues: test.marks},
		}, func(protocol.Event) {})
		var cells []string
		for i := range s.table.Columns {
			text, _ := s.table.Columns[i].Text(1)
			cells = append(cells, text)
		}
		if got := strings.Join(cells, ";"); got != test.want {
			t.Errorf("%s: the row is %s, want %s", test.name, got, test.want)
		}
	}
}

// Numbers whose unit differs from that of the training table are read, and the difference is said.
func TestUnitsAreCompared(t *testing.T) {
	trained := &dataset.Trained{Columns: []dataset.TrainedColumn{
		{Name: "share", Kind: dataset.Numeric, Unit: "%"},
		{Name: "price", Kind: dataset.Numeric, Unit: "€"},
		{Name: "age", Kind: dataset.Numeric},
	}}
	for _, test := range []struct{ file, want string }{
		{"share,price,age\n61%,€5,1\n85%,€6,2\n8%,€7,3\n", ""},
		{"share,price,age\n0.61,€5,1\n0.85,€6,2\n.08,€7,3\n", `column "share": its numbers have the unit % in the training table, and none here`},
		{"share,price,age\n61%,$5,1\n85%,$6,2\n8%,$7,3\n", `column "price": its numbers have the unit € in the training table, and $ here`},
		{
			"share,price,age\n61%,€5,1%\n85%,€6,2%\n8%,€7,3%\n",
			`column "age": its numbers have no unit in the training table (or an older model), and % here`,
		},
		{"share,price,age\n61%,€5,€1\n85%,€6,€2\n8%,€7,€3\n", ""}, // older models keep no unit
	} {
		s := NewSession()
		s.Handle(t.Context(), protocol.Load{Name: "t.csv", File: strings.NewReader(test.file), Trained: trained}, func(protocol.Event) {})
		said := strings.Join(protocol.Describe(s.table, nil).Warned(), "; ")
		if test.want == "" && said != "" || !strings.Contains(said, test.want) {
			t.Errorf("%q: said %q, want %q", test.file, said, test.want)
		}
		if own := s.table.TrainedColumns()[0].Unit; (own == "%") != strings.Contains(test.file, "%") {
			t.Errorf("%q: the unit is %q", test.file, own)
		}
	}
}

func TestUnpacked(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	text := noise(1 << 20)
	w.Write(text)
	w.Close()
	whole := b.Bytes()
	for _, head := range [][]byte{whole, whole[:len(whole)/2], whole[:20]} {
		got, packed := unpacked(head)
		if !packed || !bytes.HasPrefix(text, got) || len(head) > 20 && len(got) == 0 {
			t.Errorf("of %d bytes %d are unpacked, packed = %v, want a beginning of the text", len(head), len(got), packed)
		}
	}
	if got, packed := unpacked([]byte("a,b\n1,2\n")); packed || string(got) != "a,b\n1,2\n" {
		t.Errorf("a text became %q, packed = %v", got, packed)
	}
	if got, packed := unpacked(nil); packed || got != nil {
		t.Errorf("nothing became %q, packed = %v", got, packed)
	}
}

// noise returns an incompressible text.
func noise(n int) []byte {
	text, x := make([]byte, n), uint32(1)
	for i := range text {
		x = x*1664525 + 1013904223
		text[i] = "0123456789,\n"[(x>>16)%12]
	}
	return text
}
