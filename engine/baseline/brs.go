package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// BRS searches for the rule set of highest posterior probability by simulated annealing. Candidates are short rules that match
// many positive rows.
//
// References: T. Wang, C. Rudin, F. Doshi-Velez, Y. Liu, E. Klampfl, P. MacNeille: A Bayesian Framework for Learning Rule Sets for
// Interpretable Classification. Journal of Machine Learning Research 18 (2017).
type BRS struct {
	Longest    int     // conditions of a rule, up to 3; zero means 3
	Conditions int     // conditions to combine, those of most information gain; zero means 300
	Support    float64 // least share of the positive rows that a rule matches; zero means 0.05
	Candidates int     // candidate rules: three quarters by information gain, one quarter by precision; zero means 2000
	Steps      int     // of a chain; zero means 500
	Chains     int     // zero means 2
	// Kappa multiplies the pseudo-counts against rules of each length: more gives fewer rules. Zero means 100.
	Kappa float64
	// Trust is the prior number of correct predictions of each class for one incorrect one. Zero means the number of rows: then a
	// false positive costs as much as a false negative. With the authors' 100, the rules for a rare class match too many rows.
	Trust float64
}

// Learn implements Learner.
func (b BRS) Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(float64)) Classifier {
	if rows.single() {
		return Majority{}.Learn(ctx, rows, seed, tell)
	}
	b.Longest, b.Conditions, b.Support = cmp.Or(b.Longest, 3), cmp.Or(b.Conditions, 300), cmp.Or(b.Support, 0.05)
	b.Candidates, b.Steps, b.Chains = cmp.Or(b.Candidates, 2000), cmp.Or(b.Steps, 500), cmp.Or(b.Chains, 2)
	b.Kappa, b.Trust = cmp.Or(b.Kappa, 100), cmp.Or(b.Trust, float64(rows.X.Rows))
	m := &miner{BRS: b, rows: rows, positives: rows.positives()}
	m.mine(ctx, func(share float64) { tell(share / 2) })
	a := newAnnealer(m)
	for chain := range b.Chains {
		a.run(ctx, numeric.NewSequence(seed, chain), func(share float64) { tell((1 + (float64(chain)+share)/float64(b.Chains)) / 2) })
	}
	c := hillClimber{pool: a.pool, value: a.value, tick: func() { tell(1) }}
	best := c.best(ctx, a.best) // a chain rarely reaches a local optimum
	if ctx.Err() != nil {
		return nil
	}
	return RuleClassifier{Rules: c.rules(best)}
}

// miner finds the rules that match enough positive rows. On bits, enumerating combinations is faster than FP-growth.
type miner struct {
	BRS
	rows      LabeledRows
	positives int
	pool      []candidate
}

func (m *miner) mine(ctx context.Context, tell func(float64)) {
	least := max(int(math.Ceil(m.Support*float64(m.positives))), 1) // positive rows that a rule must match
	items, scratch, share := m.frequentConditions(), m.rows.empty(m.Longest+1), 0.0
	bitmat.Ones(scratch[0], m.rows.X.Rows)
	var extend func(r rule.Rule, from int)
	extend = func(r rule.Rule, from int) {
		for k := from; k < len(items) && ctx.Err() == nil; k++ {
			if len(r) == 0 {
				share = float64(k) / float64(len(items))
			}
			if len(r) < 2 { // rules of length 3 are counted quickly
				tell(share)
			}
			item, l := items[k], items[k].rule[0]
			if len(r) > 0 && r[len(r)-1].Feature == l.Feature {
				continue
			}
			next := append(r, l)
			both := scratch[len(next)]
			bitmat.And(both, scratch[len(r)], item.fires)
			yes := bitmat.CountAnd(both, m.rows.Labels)
			if yes < least {
				continue
			}
			m.offer(next, both, yes)
			if len(next) < m.Longest {
				extend(next, k+1)
			}
		}
	}
	extend(nil, 0)
	m.screen()
}

// frequentConditions returns the conditions to combine, in the order of the features.
func (m *miner) frequentConditions() []candidate {
	all := items(m.rows)
	if len(all) <= m.Conditions {
		return all
	}
	var gains []float64
	for k, c := range all {
		all[k].gain = m.informationGain(bitmat.CountAnd(c.fires, m.rows.Labels), bitmat.Count(c.fires))
		gains = append(gains, all[k].gain)
	}
	slices.Sort(gains)
	least := gains[len(gains)-m.Conditions]
	return slices.DeleteFunc(all, func(c candidate) bool { return c.gain < least })
}

// offer adds a rule to the pool if its precision exceeds the share of positive rows.
func (m *miner) offer(r rule.Rule, fires []uint64, yes int) {
	all, n := bitmat.Count(fires), m.rows.X.Rows
	if yes*n <= all*m.positives {
		return
	}
	const room = 4 // times the size of the pool, before screening: memory stays bounded
	gain, right := m.informationGain(yes, all), float64(yes)/float64(all)
	m.pool = append(m.pool, candidate{rule: slices.Clone(r), fires: slices.Clone(fires), gain: gain, right: right})
	if len(m.pool) >= room*m.Candidates {
		m.screen()
	}
}

// screen keeps three quarters of the candidates by information gain and one quarter by precision, ties in order. Of candidates
// that match the same rows, it keeps the shortest.
func (m *miner) screen() {
	slices.SortStableFunc(m.pool, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), slices.Compare(a.fires, b.fires), cmp.Compare(len(a.rule), len(b.rule)))
	})
	m.pool = slices.CompactFunc(m.pool, func(a, b candidate) bool { return slices.Equal(a.fires, b.fires) })
	if most := m.Candidates; len(m.pool) > most {
		inform := most * 3 / 4 // the rest by precision: they need not match many rows
		slices.SortStableFunc(m.pool[inform:], func(a, b candidate) int { return cmp.Compare(b.right, a.right) })
		clear(m.pool[most:])
		m.pool = m.pool[:most]
	}
}

// informationGain is the information gain, in bits and up to a constant, of a rule that matches all rows, of which yes are
// positive: minus the conditional entropy of the label.
func (m *miner) informationGain(yes, all int) float64 {
	p, n := m.positives, m.rows.X.Rows
	return -((float64(float64(all)*entropy(yes, all)) + float64(float64(n-all)*entropy(p-yes, n-all))) / float64(n))
}

func entropy(part, whole int) float64 {
	if part <= 0 || part >= whole {
		return 0
	}
	p := float64(part) / float64(whole)
	return -float64(p*numeric.Log2(p)) - float64((1-p)*numeric.Log2(1-p))
}
