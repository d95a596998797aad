package dataset

import (
	"bytes"
	"fmt"
	"testing"
)

// A dictionary is a map from texts to the order in which they came.
func FuzzDictionary(f *testing.F) {
	f.Add([]byte("a,b,,a,abcdefgh,abcdefghi,abcdefgh\x00,\x00,\x00\x00,b"))
	f.Add(bytes.Repeat([]byte("123456789,12345678,"), 40))
	var many []byte
	for i := range 3000 {
		many = fmt.Appendf(many, "%d,", i*i)
	}
	f.Add(many)
	f.Fuzz(func(t *testing.T, list []byte) {
		d, want := newDictionary(), map[string]int32{}
		for _, text := range bytes.Split(list, []byte{','}) {
			code, known := want[string(text)]
			if !known {
				code = -1
			}
			if got := d.find(text); got != code {
				t.Fatalf("find(%q) = %d, want %d", text, got, code)
			}
			if !known {
				want[string(text)] = d.add(text)
			}
		}
		texts := d.texts()
		for text, code := range want {
			if got := d.find([]byte(text)); got != code {
				t.Errorf("find(%q) = %d, want %d", text, got, code)
			}
			if got := texts[code]; got != text {
				t.Errorf("texts()[%d] = %q, want %q", code, got, text)
			}
		}
	})
}
