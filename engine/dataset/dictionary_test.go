package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset/word"
)

// A dictionary maps texts to the order of their first occurrence.
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
		for text, code := range want {
			if got := d.find([]byte(text)); got != code {
				t.Errorf("find(%q) = %d, want %d", text, got, code)
			}
			if got := d.text(code); string(got) != text {
				t.Errorf("text(%d) = %q, want %q", code, got, text)
			}
		}
	})
}

// Cells of every length around eight and sixteen bytes are distinguished, wherever they differ.
func TestCellsOfEveryLength(t *testing.T) {
	var cells []string
	for n := 1; n <= 33; n++ {
		plain := strings.Repeat("a", n)
		cells = append(cells, plain)
		for at := range n {
			cells = append(cells, plain[:at]+"b"+plain[at+1:])
		}
	}
	d := newDictionary()
	for i, cell := range cells {
		if d.find([]byte(cell)) >= 0 || d.add([]byte(cell)) != int32(i) {
			t.Fatalf("%q is known already, or has not the code %d", cell, i)
		}
	}
	for i, cell := range cells {
		with := append([]byte(cell), "others behind it"...)
		if d.find([]byte(cell)) != int32(i) || d.find(slices.Clip(with[:len(cell):len(cell)])) != int32(i) ||
			d.find(with[:len(cell)]) != int32(i) || string(d.text(int32(i))) != cell {
			t.Errorf("%q has the code %d and the text %q, want %d", cell, d.find([]byte(cell)), d.text(int32(i)), i)
		}
		if cap(with) >= len(cell)+word.Size && d.find(with[:len(cell)+1]) == int32(i) {
			t.Errorf("%q is %q", with[:len(cell)+1], cell)
		}
	}
	table := tableFrom(t, Options{Types: map[string]Kind{"x": Categorical, "y": Categorical}},
		"x,y\n"+strings.Join(times(2, cells...), ",1\n")+",1\n")
	for row := range table.Rows {
		if text, _ := table.Columns[0].Text(row); text != cells[row%len(cells)] {
			t.Fatalf("row %d is %q, want %q", row, text, cells[row%len(cells)])
		}
	}
}

// A dictionary is never more than half full.
func TestDictionaryGrows(t *testing.T) {
	d := newDictionary()
	for n := 1; n <= 40; n++ {
		d.add(fmt.Append(nil, n))
		want := firstSlots
		for want < 2*n {
			want *= 2
		}
		if len(d.slots) != want || d.len() != n {
			t.Errorf("%d slots for %d texts, want %d", len(d.slots), n, want)
		}
	}
}
