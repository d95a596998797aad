package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// Cells of every length around the eight and sixteen bytes that are looked at together are told apart, wherever they differ.
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
		if d.find([]byte(cell)) != int32(i) || d.find(slices.Clip(with[:len(cell):len(cell)])) != int32(i) || d.find(with[:len(cell)]) != int32(i) || string(d.text(int32(i))) != cell {
			t.Errorf("%q has the code %d and the text %q, want %d", cell, d.find([]byte(cell)), d.text(int32(i)), i)
		}
		if cap(with) >= len(cell)+wordSize && d.find(with[:len(cell)+1]) == int32(i) {
			t.Errorf("%q is %q", with[:len(cell)+1], cell)
		}
	}
	table := tableFrom(t, Options{Types: map[string]Kind{"x": Categorical, "y": Categorical}}, "x,y\n"+strings.Join(times(2, cells...), ",1\n")+",1\n")
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

// Codes are counted in every width, and room is made for as many as are expected.
func TestCodesCount(t *testing.T) {
	for _, most := range []int32{3, 300, 70_000} {
		c, count := NewCodes([]int32{-1, 0, most, 0, -1, most, most}), make([]int, most+1)
		count[1] = 5
		c.countInto(count)
		if count[0] != 2 || count[1] != 5 || count[most] != 3 {
			t.Errorf("%v rows of the codes 0, 1 and %d, want 2, 5 and 3", []int{count[0], count[1], count[most]}, most)
		}
		if c.reserve(100); max(cap(c.narrow), cap(c.wide), cap(c.full)) < 100 || c.Len() != 7 {
			t.Errorf("room for less than 100 codes up to %d", most)
		}
		before := c.held()
		if c.reserve(5); c.held() != before {
			t.Errorf("room for fewer codes changes what is held from %d to %d", before, c.held())
		}
	}
}

func TestFoldBorders(t *testing.T) {
	for _, k := range []int{-1, 0, 1, 257} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d folds are no panic", k)
				}
			}()
			Folds(make([]uint8, 10), k, 1)
		}()
	}
	if folds := Folds(make([]uint8, 10), 2, 1); slices.Max(folds) != 1 || slices.Min(folds) != 0 {
		t.Errorf("two folds are %v", folds)
	}
	if folds := Folds(make([]uint8, 300), 256, 1); slices.Max(folds) != 255 {
		t.Error("256 folds have no last one")
	}
	for _, share := range []float64{0, -1} {
		if train, test := HoldOut(make([]uint8, 4), share, 1); !slices.Equal(train, []int32{0, 1, 2, 3}) || test != nil {
			t.Errorf("share %v: %v to train and %v to test", share, train, test)
		}
	}
	if train, test := HoldOut([]uint8{0, 1}, 0.3, 1); len(train) != 1 || len(test) != 1 {
		t.Errorf("one row of each class: %v to train and %v to test", train, test)
	}
	for _, n := range []int{0, 1} {
		if train, test := HoldOut(make([]uint8, n), 0.9, 1); len(train) != n || test != nil {
			t.Errorf("%d rows: %v to train and %v to test", n, train, test)
		}
	}
	if _, test := HoldOut(make([]uint8, 10), 0.25, 1); len(test) != 3 {
		t.Errorf("%d of ten rows to test, want 2.5 rounded", len(test))
	}
	if got := []int{numberOf(nil), numberOf([]uint8{0}), numberOf([]uint8{1}), numberOf([]uint8{0, 2, 1})}; !slices.Equal(got, []int{2, 2, 2, 3}) {
		t.Errorf("numberOf = %v", got)
	}
	folds, err := ReadFolds(strings.NewReader("09\n"))
	if err != nil || !slices.Equal(folds, []uint8{0, 9}) {
		t.Errorf("folds %v, %v", folds, err)
	}
	for text, want := range map[string]string{
		":": "dataset: line 1, column 1: ':' is not the digit of a fold", "/": "dataset: line 1, column 1: '/' is not the digit of a fold", "1\n23\n4x": "dataset: line 3, column 2: 'x' is not the digit of a fold",
	} {
		if _, err := ReadFolds(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("ReadFolds(%q): error %v, want %s", text, err, want)
		}
	}
	if _, err := ReadFolds(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "dataset: read folds: ") {
		t.Errorf("error %v", err)
	}
}

// From 0.3 of the bytes at one place on, and ten times as many as at the other, zeros are those of UTF-16.
func TestFindWideBorders(t *testing.T) {
	head := func(even, odd int) string { // of ten characters
		b := bytes.Repeat([]byte("a"), 80)
		for i := range even {
			b[2*i] = 0
		}
		for i := range odd {
			b[2*i+1] = 0
		}
		return string(b)
	}
	for _, test := range []struct {
		even, odd int
		want      string
	}{
		{0, 40, "UTF-16LE"}, {40, 0, "UTF-16BE"}, {0, 13, "UTF-16LE"}, {13, 0, "UTF-16BE"}, {0, 12, ""}, {12, 0, ""}, {2, 21, "UTF-16LE"}, {21, 2, "UTF-16BE"}, {2, 20, ""}, {20, 2, ""}, {40, 40, ""},
	} {
		if got := findWide([]byte(head(test.even, test.odd))); got != test.want {
			t.Errorf("%d and %d zeros at even and odd places: %q, want %q", test.even, test.odd, got, test.want)
		}
	}
	for text, want := range map[string]string{"a\x00b\x00c\x00d\x00e\x00f\x00g\x00h\x00": "UTF-16LE", "a\x00b\x00c\x00d\x00e\x00f\x00g\x00h": ""} {
		if got := findWide([]byte(text)); got != want {
			t.Errorf("findWide(%q) = %q, want %q", text, got, want)
		}
	}
}

// Numbers around the digits and exponents that are read in one step.
func TestNumberBorders(t *testing.T) {
	for text, want := range map[string]float64{
		"9007199254740992": 1 << 53, "9007199254740993": 1 << 53, "1e22": 1e22, "1e23": 1e23, "1e-22": 1e-22, "1e-23": 1e-23, "0.0000001": 1e-7, "12345678901234567890": 12345678901234567890,
		"1234567890123456789": 1234567890123456789, "1e+5": 1e5, "1E05": 1e5, "-0.0": 0, "+1234567": 1234567, "1e0": 1, "0.5e1": 5, "0e999999999999": 0, "1e-999999999999": 0,
	} {
		got, ok := ParseNumber(text)
		again, isToo := parseNumber([]byte(text))
		if got != want || !ok || again != want || !isToo || math.Signbit(got) {
			t.Errorf("ParseNumber(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for text, want := range map[string]status{
		"+12345678": notNumber, "00": notNumber, "0.": isNumber, "1e": notNumber, "1e-": notNumber, "1e5.": notNumber, "1e:": notNumber, "1:": notNumber, "1/": notNumber, "/1": notNumber, "1e999999999999": outOfRange, "-1e400": outOfRange,
	} {
		if _, is := readNumber(text); is != want {
			t.Errorf("readNumber(%q) = %v, want %v", text, is, want)
		}
	}
	for x, want := range map[float64]string{1e-6: "0.000001", 9e-7: "9e-07", 999999999999999: "999999999999999", 1e15: "1e+15", -1e-6: "-0.000001", 0: "0"} {
		if got := FormatNumber(x); got != want {
			t.Errorf("FormatNumber(%v) = %s, want %s", x, got, want)
		}
	}
}

// The first letter of a text that was saved twice is one of two to three characters that Windows-1252 has for the bytes of UTF-8.
func TestWrongLetterBorders(t *testing.T) {
	for text, want := range map[string]string{
		"Ã\u0080": "Ã\u0080", "Ã\u00bf": "Ã\u00bf", "Ã\u00c0": "", "Ã\u007f": "", "x Â°": "Â°", "Ã€": "Ã€", "Ãx": "", "Ã": "", "â€™": "â€™", "â€": "â€", "â": "", "âx€": "", "ÃÃ©": "Ã©",
	} {
		if got := wrongLetters(text); got != want {
			t.Errorf("wrongLetters(%q) = %q, want %q", text, got, want)
		}
	}
}

// From 95 % of the rows on, a column is one of numbers and proves its decimal mark; one in a hundred may be a slip.
func TestShares(t *testing.T) {
	for rows, want := range map[int]string{19: ",", 18: ""} {
		if got := survey([]string{"1,5", "word"}, []int{rows, 1}).proven(); got != want {
			t.Errorf("%d numbers and a word prove %q, want %q", rows, got, want)
		}
	}
	for rows, want := range map[int]Kind{19: Numeric, 18: Categorical} {
		s := columnOf("x", join(times(rows-2, "1"), []string{"2", "3", "word"})...)
		if f, err := infer(s, "", hint{}); err != nil || f.kind != want {
			t.Errorf("%d numbers and a word are %s, want %s", rows, f.kind, want)
		}
	}
	if f, err := infer(columnOf("x", join(upTo("%d", 1, 60), []string{"", "odd"})...), "", hint{}); err != nil || f.kind != Numeric {
		t.Errorf("row numbers with one missing and one odd are %s, want %s", f.kind, Numeric)
	}
	d := doubt{rows: 100}
	if d.slips(2) || !d.slips(1) || !d.slips(0) {
		t.Error("one of a hundred may be a slip, two not")
	}
	for rows, want := range map[int]string{1: "", 2: ","} {
		if got := survey([]string{"1,234", "1,5"}, []int{100, rows}).proven(); got != want {
			t.Errorf("100 rows of 1,234 and %d of 1,5 prove %q, want %q", rows, got, want)
		}
	}
	for rows, want := range map[int]string{1: "", 2: "."} {
		if got := survey([]string{"1.234", "1.5"}, []int{100, rows}).proven(); got != want {
			t.Errorf("100 rows of 1.234 and %d of 1.5 prove %q, want %q", rows, got, want)
		}
	}
}
