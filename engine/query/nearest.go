package query

import (
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// scales returns the scale of each column of the encoder, unknown for those that are not numeric or not used; nil without a table.
func (q *Querier) scales(m *protocol.Model, t *dataset.Table, rules rule.Set) []rule.Scale {
	if t == nil {
		return nil
	}
	cache := q.cached(m)
	if cache.scales == nil {
		cache.scales = map[string]rule.Scale{}
	}
	scales := make([]rule.Scale, len(m.Encoder.Columns))
	used := rule.InputColumns(m.Encoder, rules)
	for i, c := range m.Encoder.Columns {
		scale, known := cache.scales[c.Name]
		if from := m.Encoder.In(&c, t); !known && from != nil && used[i] && len(c.Thresholds) > 0 {
			scale = scaleOf(from, t.Rows)
			cache.scales[c.Name] = scale
		} else if !known {
			scale.Places = -1
		}
		scales[i] = scale
	}
	return scales
}

// scaleOf computes the range and the decimal places of a column.
func scaleOf(c *dataset.Column, rows int) rule.Scale {
	const most = 9 // decimal places; a number with more was computed and not typed, so its places mean nothing
	if !c.IsNumber() {
		return rule.Scale{Places: -1}
	}
	least, largest, places := math.Inf(1), math.Inf(-1), 0
	numbers := c.Levels
	if numbers == nil {
		numbers = c.Numbers
	}
	if c.Computed != nil {
		places = most + 1
		for row := range rows {
			numbers = append(numbers, c.Computed(row))
		}
	}
	for _, x := range numbers {
		if math.IsNaN(x) {
			continue
		}
		least, largest = min(least, x), max(largest, x)
		if places <= most {
			places = max(places, rule.Places(x))
		}
	}
	if places > most {
		places = -1
	}
	if span := largest - least; span > 0 && !math.IsInf(span, 0) {
		return rule.Scale{Range: span, Places: places}
	}
	return rule.Scale{Places: places}
}

// nearest returns the row of the table nearest to the given row among those with the other prediction; nil if there are none. Positive
// is the prediction of the given row.
func (q *Querier) nearest(
	j prepare.Job, m *protocol.Model, p *prediction, t *dataset.Table, x *rule.Explainer, row rule.Row, positive bool,
) (*protocol.Neighbor, error) {
	cache := q.cached(m)
	if cache.all == nil {
		cache.all, cache.labeled = newEncodedRows(prepare.Unlabeled(t, t.AllRows()), m.Encoder), ""
	}
	if cache.labeled != p.names.Positive {
		cache.labels, cache.labeled = rowsByLabel(p.names, t), p.names.Positive
	}
	h := cache.all
	if err := h.encode(j, p.rules); err != nil {
		return nil, err
	}
	others, right := h.others(p, cache.labels, positive)
	n := &neighborSearch{job: j, table: t, row: row, scales: q.scales(m, t, p.rules), best: math.MaxInt}
	for c, used := range x.Uses() {
		if used {
			n.used, n.cells = append(n.used, c), append(n.cells, m.Encoder.In(&m.Encoder.Columns[c], t))
			n.differs = append(n.differs, h.differs(p.rules, c, row))
		}
	}
	at, err := n.search(others)
	if err != nil || at < 0 {
		return nil, err
	}
	one, err := single(m, t, protocol.Explain{Row: at + 1}, p.rules)
	if err != nil {
		return nil, err
	}
	found, err := x.Row(one, 0)
	if err != nil {
		return nil, err
	}
	out := &protocol.Neighbor{Row: at + 1, Cells: found.Cells, Differ: []string{}, Right: right, Distance: n.distance(at)}
	for k, c := range n.used {
		if bitmat.Get(n.differs[k], at) {
			out.Differ = append(out.Differ, m.Encoder.Columns[c].Name)
		}
	}
	return out, nil
}

// rowsByLabel returns the negative and the positive rows of a table; rows without a label are in neither set.
func rowsByLabel(m *rule.Model, t *dataset.Table) [2][]uint64 {
	rows := [2][]uint64{make([]uint64, bitmat.Words(t.Rows)), make([]uint64, bitmat.Words(t.Rows))}
	if target, err := labelsOf(m, t); err == nil {
		for i, label := range target.Strata() {
			bitmat.Set(rows[label], int(target.Rows[i]))
		}
	}
	return rows
}

// others returns the rows with the other prediction. If some of them are predicted correctly, it returns only these, and right is true.
func (h *encodedRows) others(p *prediction, byLabel [2][]uint64, positive bool) (rows []uint64, right bool) {
	rows = p.positives(h)
	label, agree := byLabel[1], make([]uint64, len(rows))
	if positive {
		bitmat.Not(rows, rows, h.X.Rows)
		label = byLabel[0]
	}
	bitmat.And(agree, rows, label)
	if bitmat.Count(agree) > 0 {
		return agree, true
	}
	return rows, false
}

// differs returns the rows that differ from the given row in a feature of column c that rules use.
func (h *encodedRows) differs(rules rule.Set, c int, row rule.Row) []uint64 {
	out := make([]uint64, bitmat.Words(h.X.Rows))
	seen := map[int]bool{}
	features := h.encoder.Features()
	for _, r := range rules {
		for _, l := range r {
			if features[l.Feature].Column != c || seen[l.Feature] {
				continue
			}
			seen[l.Feature] = true
			mine := uint64(0)
			if row.Holds(l.Feature) {
				mine = ^uint64(0)
			}
			for i, w := range h.X.Column(h.place[l.Feature]) {
				out[i] |= w ^ mine // bits after the last row do not matter: they are never candidates
			}
		}
	}
	return out
}

// neighborSearch searches for the row that differs from a given row in the fewest columns that rules use, then by the least distance.
type neighborSearch struct {
	job     prepare.Job
	table   *dataset.Table
	row     rule.Row // the given row
	scales  []rule.Scale
	used    []int             // the columns of the encoder that rules use
	differs [][]uint64        // for each of them, the rows that differ
	cells   []*dataset.Column // for each of them, the column of the table
	best    int               // the fewest columns in which a row differs so far
	tied    []int32           // the rows that differ in that number of columns
}

const searchWords = 1 << 10 // words of rows between two checks for cancellation

// search returns the nearest of the rows; -1 if none exist.
func (n *neighborSearch) search(among []uint64) (int, error) {
	from := 0
	for words := range slices.Chunk(among, searchWords) {
		if err := n.job.Prepare(protocol.Searching, from, n.table.Rows); err != nil {
			return -1, err
		}
		bitmat.EachBit(words, func(i int) {
			row, count := from+i, 0 // columns in which it differs
			for _, d := range n.differs {
				count += int(d[row>>6] >> (row & 63) & 1)
			}
			if count < n.best {
				n.best, n.tied = count, n.tied[:0]
			}
			if count == n.best {
				n.tied = append(n.tied, int32(row))
			}
		})
		from += 64 * len(words)
	}
	at, least := -1, math.Inf(1)
	for i, row := range n.tied {
		if i%(64*searchWords) == 0 {
			if err := n.job.Prepare(protocol.Searching, n.table.Rows, n.table.Rows); err != nil {
				return -1, err
			}
		}
		if d := n.distance(int(row)); d < least {
			at, least = int(row), d
		}
	}
	return at, nil
}

// distance sums the distances of a row to the given one over the columns that rules use: a difference of numbers as a share of the
// range, 1 for different other cells.
func (n *neighborSearch) distance(row int) float64 {
	sum := 0.0
	for k, c := range n.used {
		cell, from := n.row.Cells[c], n.cells[k]
		if x, ok := dataset.ParseNumber(cell.Text); ok && !cell.Missing && n.scales[c].Range > 0 && !from.IsMissing(row) {
			sum += math.Abs(from.Number(row)-x) / n.scales[c].Range
			continue
		}
		if text, ok := from.Text(row); ok == cell.Missing || ok && text != cell.Text {
			sum++
		}
	}
	return min(sum, math.MaxFloat64)
}
