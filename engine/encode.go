package engine

import (
	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// part is the encoded rows of one side of a split.
type part struct {
	x      *bitmat.Matrix
	labels []uint64
}

// encode makes the bits of some rows; none if there are no rows.
func (p *plan) encode(j job, from chosen, only []bool) (part, error) {
	if len(from.rows) == 0 {
		return part{}, nil
	}
	x, _, err := encode(j, p.encoder, from.table, from.rows, only)
	return part{x, labels(from.positives)}, err
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

// encode transforms rows one column after the other. If only is not nil, it says which columns of the encoder are
// needed; the bits of the others are zero.
func encode(j job, e *binarize.Encoder, t *dataset.Table, rows []int32, only []bool) (*bitmat.Matrix, binarize.Report, error) {
	x := bitmat.New(len(rows), e.Bits())
	var report binarize.Report
	bit := 0
	for i := range e.Columns {
		if err := j.prepare(i, len(e.Columns)); err != nil {
			return nil, report, err
		}
		one := binarize.Encoder{Policy: e.Policy, Columns: e.Columns[i : i+1]}
		if only != nil && !only[i] {
			bit += one.Bits()
			continue
		}
		bits, gaps, err := one.Transform(t, rows)
		if err != nil {
			return nil, report, err
		}
		report.Gaps = append(report.Gaps, gaps.Gaps...)
		for k := range bits.Cols {
			copy(x.Column(bit+k), bits.Column(k))
		}
		bit += bits.Cols
	}
	return x, report, nil
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
