package protocol_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/protocol"
)

// bits returns a number of random rows, or the zero value for 0 rows.
func bits(rows, features int, seed uint64, numbers int) protocol.Bits {
	if rows == 0 {
		return protocol.Bits{}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	b := protocol.Bits{X: bitmat.New(rows, features), Labels: make([]uint64, bitmat.Words(rows))}
	for i := range rows {
		for j := range features {
			if r.IntN(2) == 1 {
				b.X.Set(i, j)
			}
		}
		if r.IntN(2) == 1 {
			bitmat.Set(b.Labels, i)
		}
	}
	for range numbers {
		column := make([]float64, rows)
		for i := range column {
			column[i] = r.NormFloat64()
		}
		b.Numbers = append(b.Numbers, column)
	}
	return b
}

// sizes are the training rows, the test rows, feature counts around the word size, and the numeric columns.
var sizes = [][4]int{{1, 0, 1}, {1, 1, 0}, {63, 64, 3}, {64, 65, 3, 2}, {65, 63, 3}, {1000, 0, 17, 1}, {130, 400, 90, 3}, {3, 2, 0, 1}}

// unit returns a unit of a size.
func unit(size [4]int) protocol.RunUnit {
	w := protocol.RunUnit{Rows: bits(size[0], size[2], 1, size[3]), TestRows: bits(size[1], size[2], 2, size[3])}
	if size[2]%2 == 0 {
		w.Rows.Weights = slices.Repeat([]float64{0, 0.25}, size[0])[:size[0]]
		if size[1] > 0 {
			w.TestRows.Weights = slices.Repeat([]float64{3}, size[1])
		}
	}
	if size[0]%2 == 0 {
		for i := range size[0] {
			w.Rows.Groups = append(w.Rows.Groups, int32(i*7%5))
		}
	}
	return w
}

func TestRaw(t *testing.T) {
	for _, size := range sizes {
		want := unit(size)
		raw := want.Raw()
		if cap(raw) != len(raw) {
			t.Errorf("%v: %d bytes take %d", size, len(raw), cap(raw))
		}
		got, err := protocol.RunUnit{}.WithRaw(raw)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: got %+v, %v, want %+v", size, got, err, want)
		}
	}
}

func TestRawForm(t *testing.T) {
	w := protocol.RunUnit{Rows: protocol.Bits{X: bitmat.New(3, 2), Labels: []uint64{0b100}}}
	w.Rows.X.Set(0, 0)
	w.Rows.X.Set(2, 1)
	want := []byte{
		2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0,
		0b001, 0, 0, 0, 0, 0, 0, 0, 0b100, 0, 0, 0, 0, 0, 0, 0, 0b100, 0, 0, 0, 0, 0, 0, 0,
	}
	if got := w.Raw(); !bytes.Equal(got, want) {
		t.Errorf("Raw() = %v, want %v", got, want)
	}
}

// header returns bytes that start with these numbers, followed by a number of zeros.
func header(zeros int, numbers ...uint64) (raw []byte) {
	for _, n := range numbers {
		raw = binary.LittleEndian.AppendUint64(raw, n)
	}
	return append(raw, make([]byte, zeros)...)
}

func TestDamagedRaw(t *testing.T) {
	sound := unit([4]int{70, 5, 3}).Raw()
	behind := slices.Clone(sound)
	behind[48+8+1] |= 1 << 7 // row 79 of 70
	const huge = 1 << 63
	for _, test := range []struct {
		name string
		raw  []byte
	}{
		{"nothing", nil},
		{"half a header", sound[:12]},
		{"a header alone", sound[:48]},
		{"no rows", header(0, 0, 0, 0, 0, 0, 0)},
		{"no rows to train on", header(16, 1, 0, 1, 0, 0, 0)},
		{"a byte is missing", sound[:len(sound)-1]},
		{"a word is missing", sound[:len(sound)-8]},
		{"a word too many", append(slices.Clone(sound), make([]byte, 8)...)},
		{"a row behind the last", behind},
		{"huge features", header(8, huge, 1, 0, 0, 0, 0)},
		{"features that overflow", header(8, 1<<61-1, 64, 0, 0, 0, 0)},
		{"huge rows", header(8, 0, huge, 0, 0, 0, 0)},
		{"rows that overflow", header(8, 0, ^uint64(0), 0, 0, 0)},
		{"huge rows to test on", header(16, 0, 1, ^uint64(0)-62, 0, 0, 0)},
		{"huge numbers", header(8, 0, 1, 0, huge, 0, 0)},
		{"numbers that overflow", header(16, 0, 8, 0, 1<<61, 0, 0)},
		{"groups of some rows", header(24, 0, 3, 0, 0, 2, 0)},
		{"huge groups", header(16, 0, 1, 0, 0, huge, 0)},
		{"two columns of weights", header(40, 0, 1, 0, 0, 0, 2)},
		{"weights of no rows", header(8, 0, 1, 0, 0, 0, 1)},
		{"a group that overflows", append(header(8, 0, 1, 0, 0, 1, 0), 0, 0, 0, 0, 1, 0, 0, 0)},
	} {
		if got, err := (protocol.RunUnit{}).WithRaw(test.raw); err == nil {
			t.Errorf("%s became %+v", test.name, got)
		}
	}
}

func FuzzWithRaw(f *testing.F) {
	for _, size := range sizes {
		f.Add(unit(size).Raw())
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if w, err := (protocol.RunUnit{}).WithRaw(raw); err == nil && !bytes.Equal(w.Raw(), raw) {
			t.Errorf("%v became %v", raw, w.Raw())
		}
	})
}
