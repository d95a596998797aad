package prepare

import (
	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Encode encodes the rows of a sample; it returns no bits for an empty sample.
func (c Subset) Encode(j Job, e *binarize.Encoder, only []bool) (protocol.Bits, error) {
	if len(c.Rows) == 0 {
		return protocol.Bits{}, nil
	}
	x, _, err := Encode(j, e, c.Table, c.Rows, only)
	return protocol.Bits{X: x, Labels: PackLabels(c.Positives)}, err
}

// PackLabels packs labels into a bit vector.
func PackLabels(positives []bool) []uint64 {
	packed := make([]uint64, bitmat.Words(len(positives)))
	for i, yes := range positives {
		if yes {
			bitmat.Set(packed, i)
		}
	}
	return packed
}

// EncodeRows is the number of rows to encode between two progress events. It is a multiple of the word size.
const EncodeRows = 1 << 15

// Encode transforms rows in chunks. A non-nil only selects the encoder columns to transform; the bits of the others are
// zero.
func Encode(j Job, e *binarize.Encoder, t *dataset.Table, rows []int32, only []bool) (*bitmat.Matrix, binarize.Report, error) {
	x := bitmat.New(len(rows), e.Bits())
	needed, bits := Needed(e, only)
	if len(bits) == 0 {
		return x, binarize.Report{}, nil // rules without conditions need no bits
	}
	gaps := map[string]binarize.Gap{}
	for from := 0; from < len(rows); from += EncodeRows {
		if err := j.Prepare(protocol.Encoding, from, len(rows)); err != nil {
			return nil, binarize.Report{}, err
		}
		part, report, err := needed.Transform(t, rows[from:min(from+EncodeRows, len(rows))])
		if err != nil {
			return nil, binarize.Report{}, err
		}
		for k, bit := range bits {
			copy(x.Column(bit)[bitmat.Words(from):], part.Column(k))
		}
		for _, g := range report.Gaps {
			sum := gaps[g.Column]
			gaps[g.Column] = binarize.Gap{
				Column: g.Column, Unseen: sum.Unseen + g.Unseen, Missing: sum.Missing + g.Missing, Filled: sum.Filled + g.Filled,
			}
		}
	}
	var report binarize.Report
	for _, c := range e.Columns {
		if g, ok := gaps[c.Name]; ok {
			report.Gaps = append(report.Gaps, g)
		}
	}
	return x, report, nil
}

// Needed returns the selected part of an encoder, and the index of each of its bits in the whole encoder.
func Needed(e *binarize.Encoder, only []bool) (*binarize.Encoder, []int) {
	part := &binarize.Encoder{Policy: e.Policy}
	var bits []int
	bit := 0
	for i := range e.Columns {
		one := binarize.Encoder{Columns: e.Columns[i : i+1]}
		for range one.Bits() {
			if only == nil || only[i] {
				bits = append(bits, bit)
			}
			bit++
		}
		if only == nil || only[i] {
			part.Columns = append(part.Columns, e.Columns[i])
		}
	}
	return part, bits
}

// UsedColumns reports which encoder columns occur in the rules of some sets.
func UsedColumns(e *binarize.Encoder, sets ...rule.Set) []bool {
	features := e.Features()
	used := make([]bool, len(e.Columns))
	for _, set := range sets {
		for _, r := range set {
			for _, l := range r {
				used[features[l.Feature].Column] = true
			}
		}
	}
	return used
}
