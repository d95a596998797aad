package engine

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

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

// TestRowsToPredictAreReadAlike reads a table as the training table of a model was: its marks, decimal comma and texts decide where
// the file decides nothing, unless it is another table.
func TestRowsToPredictAreReadAlike(t *testing.T) {
	trained := &dataset.Trained{Missing: []string{"-1"}, Perhaps: true, Columns: []dataset.TrainedColumn{
		{Name: "price", Kind: dataset.Numeric, Decimal: ","}, {Name: "code", Kind: dataset.Categorical}, {Name: "age", Kind: dataset.Numeric},
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
