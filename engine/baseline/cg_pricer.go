package baseline

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// pricer finds rules of negative reduced cost.
type pricer struct {
	CG
	rows     LabeledRows
	items    []candidate // the features and their negations
	negative []uint64
	worth    []float64  // dual value of each row
	planes   [][]uint64 // bit-sliced dual values of the positive rows in units of 1/64, the lowest digit first
}

const planeDigits = 7 // 64 units are 1

// find returns rules of negative reduced cost, the best first. A beam search extends the best rules of each length by every item.
func (p *pricer) find(ctx context.Context, beamWidth int, tick func()) []candidate {
	scratch := p.rows.empty(2)
	all, both := scratch[0], scratch[1]
	bitmat.Ones(all, p.rows.X.Rows)
	beam := []candidate{{fires: all}}
	var found []candidate
	for length := 1; length <= p.Longest && len(beam) > 0 && ctx.Err() == nil; length++ {
		var next []candidate
		for _, b := range beam {
			tick()
			for _, item := range p.items {
				l := item.rule[0]
				if slices.ContainsFunc(b.rule, func(have rule.Literal) bool { return have.Feature == l.Feature }) {
					continue
				}
				bitmat.And(both, b.fires, item.fires)
				reduced, possible := p.reducedCost(both, length)
				if possible >= 0 || len(next) == beamWidth && reduced >= next[len(next)-1].reduced {
					continue // no extension has a negative reduced cost, or others are better
				}
				r := append(slices.Clone(b.rule), l)
				slices.SortFunc(r, func(a, b rule.Literal) int { return cmp.Compare(a.Feature, b.Feature) })
				next = keep(next, candidate{rule: r, fires: both, reduced: reduced}, beamWidth)
			}
		}
		for _, b := range next {
			if b.reduced < 0 {
				found = keep(found, b, p.Each)
			}
		}
		beam = next
	}
	const pays = 1e-6 // rows
	var out []candidate
	for _, f := range found {
		value := 0.0
		for i, w := range p.worth {
			if w > 0 && bitmat.Get(f.fires, i) {
				value += w
			}
		}
		f.cost = p.price(len(f.rule)) + float64(bitmat.CountAnd(f.fires, p.negative))
		if f.cost < value-pays {
			out = append(out, f)
		}
	}
	return out
}

// keep inserts a rule, with a copy of its rows, into a sorted list of limited length, unless a rule in it covers the same rows.
func keep(list []candidate, b candidate, most int) []candidate {
	at := sort.Search(len(list), func(i int) bool { return list[i].reduced > b.reduced })
	if at >= most || slices.ContainsFunc(list, func(have candidate) bool { return slices.Equal(have.fires, b.fires) }) {
		return list
	}
	b.fires = slices.Clone(b.fires)
	list = slices.Insert(list, at, b)
	return list[:min(len(list), most)]
}

// setWorth stores the dual values of the rows bit-sliced, so that the sum over a rule is counted a word at a time.
func (p *pricer) setWorth(worth []float64) {
	p.worth = worth
	for _, plane := range p.planes {
		clear(plane)
	}
	for i, w := range worth {
		parts := uint(w*(1<<(planeDigits-1)) + 0.5)
		for d := range p.planes {
			p.planes[d][i/64] |= uint64(parts>>d&1) << (i % 64)
		}
	}
}

// price is the price of a rule with the given number of conditions, in rows.
func (p *pricer) price(conditions int) float64 {
	return float64(float64(p.rows.X.Rows) * (p.Lambda0 + float64(p.Lambda1*float64(conditions))))
}

// reducedCost returns the reduced cost of a rule, and a lower bound for its extensions.
func (p *pricer) reducedCost(fires []uint64, conditions int) (reduced, possible float64) {
	wrong, parts := 0, 0
	for w, f := range fires {
		wrong += bits.OnesCount64(f & p.negative[w])
		if f &= p.rows.Labels[w]; f != 0 {
			for d, plane := range p.planes {
				parts += bits.OnesCount64(f&plane[w]) << d
			}
		}
	}
	worth := float64(parts) / (1 << (planeDigits - 1))
	return p.price(conditions) + float64(wrong) - worth, p.price(conditions) - worth
}
