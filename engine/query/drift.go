package query

import (
	"strconv"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// drift compares rows with the training rows of a model. Present reports which columns of the encoder the rows have; nil stands for all.
// Scores are those of the rows with a label, nil if there are none.
func drift(m *protocol.Model, x *bitmat.Matrix, present []bool, scores *eval.Scores) *eval.Drift {
	out := &eval.Drift{}
	o := m.Measured()
	if o != nil && len(o.Train.Rules) == len(m.Rules) {
		fires := make([]uint64, bitmat.Words(x.Rows))
		for k, r := range m.Rules {
			r.Match(fires, x)
			now := eval.NewRate("rule "+strconv.Itoa(k+1), bitmat.Count(fires), x.Rows)
			now.Since(eval.NewRate("", o.Train.Rules[k].Covered, o.Train.Confusion.Rows()), len(m.Rules))
			out.Rules = append(out.Rules, now)
		}
	}
	if o != nil && scores != nil {
		then := o.Train
		if o.Test != nil {
			then = *o.Test
		}
		now := accuracyOf(*scores)
		now.Since(accuracyOf(then), 1)
		out.Accuracy = &now
	}
	if then := m.Learned.FeatureRows; len(then) == m.Encoder.Bits() { // edits may have added thresholds
		first := 0
		for i := range m.Encoder.Columns {
			c := &m.Encoder.Columns[i]
			if present == nil || present[i] {
				before, now := then[first:first+c.Bits()], make([]int, c.Bits())
				for k := range now {
					now[k] = bitmat.Count(x.Column(first + k))
				}
				out.Columns = append(out.Columns, eval.NewShift(c.Name, bins(c, before, m.Learned.Rows), bins(c, now, x.Rows)))
			}
			first += c.Bits()
		}
	}
	return out
}

func accuracyOf(s eval.Scores) eval.Rate {
	c := s.Confusion
	return eval.NewRate("accuracy", c.TruePositives+c.TrueNegatives, c.Rows())
}

// bins returns numbers of rows: in each bin of a column, or with each value; with missing cells, if these have a feature; and of all
// other rows. Holds has the number of rows on which each feature of the column holds.
func bins(c *binarize.EncodedColumn, holds []int, rows int) []int {
	var out []int
	below, rest := 0, rows
	for k, n := range holds {
		if k < len(c.Thresholds) {
			n, below = n-below, n
		}
		n = min(max(n, 0), rest) // a file can hold anything
		out, rest = append(out, n), rest-n
	}
	return append(out, rest)
}
