package query

import (
	"cmp"
	"slices"
	"sort"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Cover computes the coverage of a model's rules on the training rows.
func (q *Querier) Cover(j prepare.Job, r protocol.Cover) (protocol.Event, error) {
	m, split, _, err := q.memberSplit(j, r.Model, r.MultiClass)
	if err != nil {
		return nil, err
	}
	if err := split.encode(j, slices.Concat([]rule.Set{m.Rules, offRules(m)}, r.MultiClass.Sets())...); err != nil {
		return nil, err
	}
	h := split.train
	out := protocol.Covered{Rows: len(h.Rows), Columns: []protocol.Distribution{}, Flow: []protocol.Flow{}}
	cover := h.cover(m, r.MultiClass, m.Rules, m.Marks)
	fires := cover.Covered
	h.flow(&out, cover)
	out.Times = times(fires, len(h.Rows))
	if out.Pairs, err = pairs(j, fires); err != nil {
		return nil, err
	}
	for _, c := range byUse(m) {
		if err := j.Prepare(protocol.Describing, c, len(m.Encoder.Columns)); err != nil {
			return nil, err
		}
		out.Columns = append(out.Columns, h.distribution(m, c, fires))
	}
	return out, nil
}

// flow passes the rows through the rules in order. Taken counts the rows that a rule is the first to cover.
func (h *encodedRows) flow(out *protocol.Covered, cover eval.Coverage) {
	left := make([]uint64, bitmat.Words(len(h.Rows)))
	taken := make([]uint64, len(left))
	bitmat.Ones(left, len(h.Rows))
	for k, f := range cover.Covered {
		bitmat.And(taken, left, f)
		reach := left
		if cover.Reach != nil {
			reach = cover.Reach[k]
		}
		out.Flow = append(out.Flow,
			protocol.Flow{Reach: bitmat.Count(reach), Taken: bitmat.Count(taken), Right: bitmat.CountAnd(taken, h.Labels)})
		bitmat.AndNot(left, left, f)
	}
	rest := bitmat.Count(left)
	out.Rest = protocol.Flow{Reach: rest, Taken: rest, Right: rest - bitmat.CountAnd(left, h.Labels)}
}

// times counts the rows by the number of rules that fire on them.
func times(fires [][]uint64, rows int) []int {
	on := make([]uint16, rows)
	for _, f := range fires {
		bitmat.EachBit(f, func(i int) { on[i]++ })
	}
	if rows == 0 {
		return nil
	}
	out := make([]int, slices.Max(on)+1)
	for _, n := range on {
		out[n]++
	}
	return out
}

// pairs counts the rows on which two rules fire.
func pairs(j prepare.Job, fires [][]uint64) ([]protocol.Pair, error) {
	var list []protocol.Pair
	for a := range fires {
		if err := j.Prepare(protocol.Searching, a, len(fires)); err != nil {
			return nil, err
		}
		for b := a + 1; b < len(fires); b++ {
			if n := bitmat.CountAnd(fires[a], fires[b]); n > 0 {
				list = append(list, protocol.Pair{A: a + 1, B: b + 1, Rows: n})
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Rows > list[j].Rows })
	return list[:min(len(list), protocol.MaxPairs)], nil
}

// byUse lists the columns of the encoder that rules use, the most used first.
func byUse(m *protocol.Model) []int {
	uses, columns := make([]int, len(m.Encoder.Columns)), bitmat.Indexes[int](len(m.Encoder.Columns))
	features := m.Encoder.Features()
	for _, r := range m.Rules {
		for c := range r.ByColumn(features) {
			uses[c]++
		}
	}
	columns = slices.DeleteFunc(columns, func(c int) bool { return uses[c] == 0 })
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(uses[b], uses[a]) })
	return columns
}

// distribution counts the cells of a column of the encoder: all of them, and those covered by each rule that uses it.
func (h *encodedRows) distribution(m *protocol.Model, column int, fires [][]uint64) protocol.Distribution {
	c := &m.Encoder.Columns[column]
	out := protocol.Distribution{Column: column, Inside: make([][]int, len(m.Rules))}
	bin, n := h.bins(m.Encoder, c, &out)
	for _, b := range bin {
		switch {
		case b < 0:
			out.Missing++
		case out.Histogram != nil:
			out.Histogram.Counts[b]++
		default:
			out.Values[b].Rows++
		}
	}
	for k, r := range m.Rules {
		if !rule.UsedColumns(m.Encoder, rule.Set{r})[column] {
			continue
		}
		counts := make([]int, n)
		bitmat.EachBit(fires[k], func(i int) {
			if b := bin[i]; b >= 0 {
				counts[b]++
			}
		})
		out.Inside[k] = counts
	}
	return out
}

// bins returns the bin of each row's cell, -1 where it is missing, and the number of bins.
func (h *encodedRows) bins(e *binarize.Encoder, c *binarize.EncodedColumn, out *protocol.Distribution) ([]int16, int) {
	bin := make([]int16, len(h.Rows))
	from := e.In(c, h.Table) // it was encoded
	if len(c.Thresholds) > 0 {
		numbers := make([]float64, len(h.Rows))
		for i, row := range h.Rows {
			numbers[i] = from.Parsed(int(row)) // NaN for a missing cell and for a text that is not a number
		}
		if out.Histogram = protocol.NewHistogram(numbers); out.Histogram == nil {
			out.Histogram = protocol.NewHistogram([]float64{0})
		}
		for i, x := range numbers {
			if bin[i] = -1; x == x {
				bin[i] = int16(out.Histogram.Bin(x))
			}
		}
		return bin, len(out.Histogram.Counts)
	}
	places := map[string]int16{}
	for k, value := range c.Values {
		out.Values, places[value] = append(out.Values, protocol.Value{Text: value}), int16(k)
	}
	others := int16(len(c.Values))
	out.Values = append(out.Values, protocol.Value{Text: c.Other})
	for i, row := range h.Rows {
		text, ok := from.Text(int(row))
		place, known := places[text]
		switch {
		case !ok:
			place = -1
		case !known:
			place = others
		}
		bin[i] = place
	}
	if c.Other == "" && len(c.Rest) == 0 && !slices.Contains(bin, others) {
		out.Values = out.Values[:others]
	}
	return bin, len(out.Values)
}
