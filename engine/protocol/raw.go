package protocol

import (
	"encoding/binary"
	"errors"
	"math"

	"drnet/engine/bitmat"
)

// The rows of a unit are sent as bytes, separate from its message. A header holds four numbers: features, training
// rows, test rows, numeric columns. For each row set follow the matrix columns, the labels and the numeric columns. All
// values are little-endian 64-bit words.
const (
	wordBytes   = 8
	headerBytes = 4 * wordBytes
)

// Raw returns the rows of the unit as bytes.
func (w RunUnit) Raw() []byte {
	words := 0
	for _, b := range []Bits{w.Rows, w.TestRows} {
		if b.X != nil {
			words += (b.X.Cols+1)*len(b.Labels) + len(b.Numbers)*b.X.Rows
		}
	}
	raw := make([]byte, 0, headerBytes+wordBytes*words)
	raw = put(raw, uint64(w.Rows.X.Cols), uint64(w.Rows.X.Rows), uint64(w.TestRows.count()), uint64(len(w.Rows.Numbers)))
	for _, b := range []Bits{w.Rows, w.TestRows} {
		if b.X == nil {
			continue
		}
		for j := range b.X.Cols {
			raw = put(raw, b.X.Column(j)...)
		}
		raw = put(raw, b.Labels...)
		for _, column := range b.Numbers {
			for _, v := range column {
				raw = put(raw, math.Float64bits(v))
			}
		}
	}
	return raw
}

func (b Bits) count() int {
	if b.X == nil {
		return 0
	}
	return b.X.Rows
}

func put(raw []byte, words ...uint64) []byte {
	for _, word := range words {
		raw = binary.LittleEndian.AppendUint64(raw, word)
	}
	return raw
}

var errRaw = errors.New("protocol: the rows of a unit are damaged")

// WithRaw returns the unit with its rows decoded. It returns an error if raw is damaged.
func (w RunUnit) WithRaw(raw []byte) (RunUnit, error) {
	words := uint64(len(raw) / wordBytes)
	if len(raw) < headerBytes || len(raw)%wordBytes != 0 {
		return w, errRaw
	}
	var header [4]uint64
	for i := range header {
		header[i] = binary.LittleEndian.Uint64(raw[i*wordBytes:])
	}
	features, rows, tests, numbers := header[0], header[1], header[2], header[3]
	// The limits prevent overflow of the products.
	if max(features, numbers) > words || rows == 0 || max(rows, tests) > 64*words || numbers > 0 && rows+tests > words {
		return w, errRaw
	}
	each := uint64(bitmat.Words(int(rows)) + bitmat.Words(int(tests)))
	if headerBytes+wordBytes*((features+1)*each+numbers*(rows+tests)) != uint64(len(raw)) {
		return w, errRaw
	}
	rest := raw[headerBytes:]
	for _, lot := range []struct {
		bits *Bits
		rows uint64
	}{{&w.Rows, rows}, {&w.TestRows, tests}} {
		var sound bool
		if *lot.bits, rest, sound = bitsOf(rest, int(lot.rows), int(features), int(numbers)); !sound {
			return w, errRaw
		}
	}
	return w, nil
}

// bitsOf decodes a number of rows. It reports sound = false if a bit after the last row is set.
func bitsOf(raw []byte, rows, features, numbers int) (b Bits, rest []byte, sound bool) {
	if rows == 0 {
		return b, raw, true
	}
	b = Bits{X: bitmat.New(rows, features), Labels: make([]uint64, bitmat.Words(rows))}
	sound = true
	for j := range features + 1 {
		column := b.Labels
		if j < features {
			column = b.X.Column(j)
		}
		for i := range column {
			column[i] = binary.LittleEndian.Uint64(raw[i*wordBytes:])
		}
		raw = raw[len(column)*wordBytes:]
		if tail := rows % 64; tail > 0 && column[len(column)-1]>>tail != 0 {
			sound = false
		}
	}
	for range numbers {
		column := make([]float64, rows)
		for i := range column {
			column[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[i*wordBytes:]))
		}
		b.Numbers = append(b.Numbers, column)
		raw = raw[rows*wordBytes:]
	}
	return b, raw, sound
}
