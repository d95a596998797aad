package baseline

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// BRS searches for the rule set of highest posterior by simulated annealing among short rules that match many positive rows.
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
	// Trust is the prior number of correct predictions of each class for one incorrect one. Zero means the number of
	// rows: both errors cost the same. With the authors' 100, the rules for a rare class match too many rows.
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
	a := &annealer{miner: m, against: []float64{1}, covered: make([]uint64, len(rows.Labels))}
	for k := 1; k <= b.Longest; k++ {
		a.against = append(a.against, a.against[k-1]*(float64(2*rows.X.Cols-k+1)/float64(k)))
	}
	a.most = a.posterior(nil)
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
	sort.SliceStable(m.pool, func(i, j int) bool {
		a, b := m.pool[i], m.pool[j]
		return cmp.Or(cmp.Compare(b.gain, a.gain), slices.Compare(a.fires, b.fires), cmp.Compare(len(a.rule), len(b.rule))) < 0
	})
	m.pool = slices.CompactFunc(m.pool, func(a, b candidate) bool { return slices.Equal(a.fires, b.fires) })
	if most := m.Candidates; len(m.pool) > most {
		inform := most * 3 / 4 // the rest by precision: they need not match many rows
		rest := m.pool[inform:]
		sort.SliceStable(rest, func(i, j int) bool { return cmp.Less(rest[j].right, rest[i].right) })
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

// annealer is a random walk over rule sets.
type annealer struct {
	*miner
	against []float64 // how many rules there are, by their length: the pseudo-counts against them
	wrong   []int32   // scratch
	covered []uint64
	random  *numeric.Sequence

	set  []int // indexes into the pool
	now  float64
	best []int
	most float64 // posterior of best
}

// run walks one chain from a few random rules, until ctx is canceled.
func (a *annealer) run(ctx context.Context, r *numeric.Sequence, tell func(float64)) {
	const hottest, mostFirst = 1000.0, 7 // the temperature falls from hottest to 1, geometrically
	a.random, a.set = r, nil
	for range min(1+r.Below(mostFirst), len(a.pool)) {
		a.set = withRule(a.set, r.Below(len(a.pool)))
	}
	a.keep(a.set, a.posterior(a.set))
	factor, temperature := math.Pow(hottest, -1/float64(a.Steps)), hottest
	for step := range a.Steps {
		if step%64 == 0 {
			if ctx.Err() != nil {
				return
			}
			tell(float64(step) / float64(a.Steps))
		}
		next := a.propose()
		if next == nil {
			return // every row is predicted correctly
		}
		p := a.posterior(next)
		if p >= a.now || numeric.Log2(max(r.Uniform(), 0x1p-53))*math.Ln2*temperature < p-a.now {
			a.keep(next, p)
		}
		temperature *= factor
	}
}

// value returns the posterior of a set, and a function for the posterior with another rule.
func (a *annealer) value(set []int) (own float64, with func(k int) float64) {
	own = a.posterior(set) // it covers the set
	counts := a.lengthCounts(set)
	return own, func(k int) float64 {
		c := &a.pool[k]
		yes, all := 0, 0
		for w, covered := range a.covered {
			covered |= c.fires[w]
			all += bits.OnesCount64(covered)
			yes += bits.OnesCount64(covered & a.rows.Labels[w])
		}
		counts[len(c.rule)]++
		p := a.likelihood(yes, all) + a.prior(counts)
		counts[len(c.rule)]--
		return p
	}
}

// keep makes a set the current one.
func (a *annealer) keep(set []int, p float64) {
	if a.set, a.now = set, p; p > a.most {
		a.best, a.most = slices.Clone(set), p
	}
}

// propose returns a set that differs by one rule, to correct one misclassified row: it adds or replaces a rule for a positive
// row, and removes or replaces one for a negative row. It returns nil if no row is misclassified.
func (a *annealer) propose() []int {
	a.cover(a.set)
	a.wrong = a.wrong[:0]
	for i := range a.rows.X.Rows {
		if bitmat.Get(a.covered, i) != bitmat.Get(a.rows.Labels, i) {
			a.wrong = append(a.wrong, int32(i))
		}
	}
	if len(a.wrong) == 0 || len(a.pool) == 0 {
		return nil
	}
	row := int(a.wrong[a.random.Below(len(a.wrong))])
	positive := bitmat.Get(a.rows.Labels, row)
	replace := len(a.set) > 0 && a.random.Below(2) == 0
	next := slices.Clone(a.set)
	switch {
	case positive && !replace:
		return a.add(next)
	case positive:
		return a.add(a.drop(next, -1))
	case replace:
		return a.add(a.drop(next, row))
	}
	return a.drop(next, row)
}

// explores reports whether to choose at random, one time in ten.
func (a *annealer) explores() bool { return a.random.Uniform() < 0.1 }

// add adds the rule of highest precision on the rows that no other rule covers, or a random one.
func (a *annealer) add(set []int) []int {
	if a.explores() {
		return withRule(set, a.random.Below(len(a.pool)))
	}
	a.cover(set)
	best, most := -1, 0.0
	for k, c := range a.pool {
		if slices.Contains(set, k) {
			continue
		}
		yes, all := 0, 0
		for w, covered := range a.covered {
			fires := c.fires[w] &^ covered
			all += bits.OnesCount64(fires)
			yes += bits.OnesCount64(fires & a.rows.Labels[w])
		}
		if p := precision(yes, all); best < 0 || p > most {
			best, most = k, p
		}
	}
	return withRule(set, best)
}

// withRule returns a set with a rule added, unless the set has it or k is negative.
func withRule(set []int, k int) []int {
	if k >= 0 && !slices.Contains(set, k) {
		set = append(set, k)
	}
	return set
}

// drop removes a rule that covers a row, or any for row -1: the one whose removal leaves the highest precision, or a random one.
func (a *annealer) drop(set []int, row int) []int {
	var may []int
	for at, k := range set {
		if row < 0 || bitmat.Get(a.pool[k].fires, row) {
			may = append(may, at)
		}
	}
	if len(may) == 0 {
		return set
	}
	if a.explores() {
		at := may[a.random.Below(len(may))]
		return slices.Delete(set, at, at+1)
	}
	best, most := -1, 0.0
	for _, at := range may {
		a.cover(slices.Delete(slices.Clone(set), at, at+1))
		if p := precision(bitmat.CountAnd(a.covered, a.rows.Labels), bitmat.Count(a.covered)); best < 0 || p > most {
			best, most = at, p
		}
	}
	return slices.Delete(set, best, best+1)
}

// precision is the share of correct rows, with one incorrect row added as a penalty for low coverage.
func precision(yes, all int) float64 { return float64(yes) / float64(all+1) }

// cover finds the rows that a set covers.
func (a *annealer) cover(set []int) {
	clear(a.covered)
	for _, k := range set {
		bitmat.Or(a.covered, a.covered, a.pool[k].fires)
	}
}

// posterior is the log posterior of a set, up to a constant.
func (a *annealer) posterior(set []int) float64 {
	a.cover(set)
	return a.likelihood(bitmat.CountAnd(a.covered, a.rows.Labels), bitmat.Count(a.covered)) + a.prior(a.lengthCounts(set))
}

// lengthCounts returns the number of rules of each length.
func (a *annealer) lengthCounts(set []int) []int {
	counts := make([]int, a.Longest+1)
	for _, k := range set {
		counts[len(a.pool[k].rule)]++
	}
	return counts
}

// prior is the log probability of the numbers of rules by length.
func (a *annealer) prior(counts []int) (p float64) {
	for length := 1; length <= a.Longest; length++ {
		k, n := float64(counts[length]), a.against[length]
		p += numeric.LogBeta(k+1, n-k+float64(n*a.Kappa)) - numeric.LogBeta(1, n+float64(n*a.Kappa))
	}
	return p
}

// likelihood is the log probability of the labels if a set covers all rows, of which yes are positive.
func (a *annealer) likelihood(yes, all int) float64 {
	const wrong = 1
	fp, fn := all-yes, a.positives-yes
	tn := a.rows.X.Rows - all - fn
	return numeric.LogBeta(float64(yes)+a.Trust, float64(fp+wrong)) + numeric.LogBeta(float64(tn)+a.Trust, float64(fn+wrong))
}
