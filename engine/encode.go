package engine

import (
	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// encode makes the bits of some rows; none if there are no rows.
func (p *plan) encode(j job, from chosen, only []bool) (protocol.Bits, error) {
	if len(from.rows) == 0 {
		return protocol.Bits{}, nil
	}
	x, _, err := encode(j, p.head.Encoder, from.table, from.rows, only)
	return protocol.Bits{X: x, Labels: labels(from.positives)}, err
}

// labels packs classes.
func labels(positives []bool) []uint64 {
	packed := make([]uint64, bitmat.Words(len(positives)))
	for i, yes := range positives {
		if yes {
			bitmat.Set(packed, i)
		}
	}
	return packed
}

// encodeRows are encoded between two looks at whoever waits. They fill whole words.
const encodeRows = 1 << 15

// encode transforms rows, some at a time. If only is not nil, it says which columns of the encoder are needed; the bits of
// the others are zero.
func encode(j job, e *binarize.Encoder, t *dataset.Table, rows []int32, only []bool) (*bitmat.Matrix, binarize.Report, error) {
	x := bitmat.New(len(rows), e.Bits())
	needed, bits := needs(e, only)
	if len(bits) == 0 {
		return x, binarize.Report{}, nil // rules without conditions ask for nothing
	}
	gaps := map[string]*binarize.Gap{}
	for from := 0; from < len(rows); from += encodeRows {
		if err := j.prepare(protocol.Encoding, from, len(rows)); err != nil {
			return nil, binarize.Report{}, err
		}
		part, report, err := needed.Transform(t, rows[from:min(from+encodeRows, len(rows))])
		if err != nil {
			return nil, binarize.Report{}, err
		}
		for k, bit := range bits {
			copy(x.Column(bit)[bitmat.Words(from):], part.Column(k))
		}
		for _, g := range report.Gaps {
			add(gaps, g)
		}
	}
	var report binarize.Report
	for _, c := range e.Columns {
		if g := gaps[c.Name]; g != nil {
			report.Gaps = append(report.Gaps, *g)
		}
	}
	return x, report, nil
}

// needs returns the part of an encoder that is needed, and for each of its bits the one of the whole encoder.
func needs(e *binarize.Encoder, only []bool) (*binarize.Encoder, []int) {
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

func add(gaps map[string]*binarize.Gap, g binarize.Gap) {
	sum := gaps[g.Column]
	if sum == nil {
		sum = &binarize.Gap{Column: g.Column}
		gaps[g.Column] = sum
	}
	sum.Unseen += g.Unseen
	sum.Missing += g.Missing
	sum.Filled += g.Filled
}

// asked says which columns of the encoder the rules of some sets ask about.
func asked(e *binarize.Encoder, sets ...rule.Set) []bool {
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
