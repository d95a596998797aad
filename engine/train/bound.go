package train

import (
	"math"
	"slices"
	"strings"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
	"drnet/engine/split"
)

// A bounding searches rules that keep to a bound on a difference between groups of the training rows.
//
// Predicting a row positive gains its class weight, yes for a positive and -no for a negative row. To move the rate of a group, a gain of
// the group, a Lagrange multiplier, is added for each of its rows. This is a weighted search of the usual kind: the sign of the sum is
// the class of the row, and the absolute value its weight. trace searches with several gains: from 0, they rise for groups with low
// rates and fall for groups with high rates. Each search starts from the rules of all searches before. These find only some of the
// rules that keep to the bound, so polish then tries single changes of all rules found, for more accurate ones.
//
// References: A. Agarwal and others: A Reductions Approach to Fair Classification. ICML 2018 (multipliers, and rows with costs).
type bounding struct {
	unit        *Unit
	job         prepare.Job
	bound       protocol.Bound
	free        *protocol.Model // the model without the bound
	train, test groupedRows
	names, few  []string       // the bounded groups, and those with too few training rows to be bounded
	counts      []float64      // for each group, the denominator of its rate on training rows; 0 if it is not bounded
	total       float64        // sum of counts
	sampled     []int32        // the training rows that a search uses; nil for all
	x           *bitmat.Matrix // of these rows
	refiner     refine.Refiner
	points      []boundPoint // the first is that of free
	done        int          // searches
}

// groupedRows are encoded rows with their groups.
type groupedRows struct {
	rows   protocol.Bits
	groups eval.Groups   // measured last
	group  []int         // of each row
	member [][2][]uint64 // for each group, its rows and its positive rows as bits
}

// boundPoint is the result of a search.
type boundPoint struct {
	gains  []float64 // of the groups in the search; nil for a point of polish
	rates  []float64 // of the groups, on training rows
	set    rule.Set
	score  float64 // correct training rows, by class weight, minus the price of the rules and conditions
	scores protocol.BoundedScores
}

const (
	boundSteps = 12 // searches

	firstGain, gainGrowth = 1. / 16, 1.5 // size of the first step of the gains, and factor between two steps
)

// boundable rejects a bound with settings that do not allow one.
func (tr *Trainer) boundable(r protocol.Train) error {
	if r.Bound == nil {
		return nil
	}
	for i, name := range r.Bound.By {
		switch {
		case tr.Table.Column(name) < 0:
			return tr.Table.NoColumn(name)
		case tr.Test != nil && tr.Test.Column(name) < 0:
			return tr.Test.NoColumn(name)
		case name == r.Target || slices.Contains(r.Bound.By[:i], name):
			return protocol.BadSettingf("name other columns, each once", "the column %q cannot form the groups of a bound", name)
		}
	}
	switch {
	case len(r.Bound.By) == 0:
		return protocol.BadSettingf("name the columns that form the groups", "a bound needs groups")
	case r.Classes != "":
		return protocol.BadSettingf("choose a positive class", "a bound is for rules of two classes")
	case r.Form != rule.AnyRule:
		return protocol.BadSettingf("let one rule be enough", "a bound is for rules of which one must hold")
	case r.Refine == rule.NoPrice || isBaseline(r):
		return protocol.BadSettingf("choose DR-Net with refinement", "a bound is kept by the refinement")
	case r.Weight != "":
		return protocol.BadSettingf("leave one of them out", "a bound on groups is not kept with weights of rows")
	case r.Decision != nil:
		return protocol.BadSettingf("leave one of them out", "a bound is about the predictions of rules, which a threshold replaces")
	}
	return r.Bound.Check()
}

// SearchPrice returns the minimum gain for another search that starts from the refined rules of a model.
func SearchPrice(l protocol.Learned) float64 {
	switch {
	case l.Request.Refine != rule.AutoPrice && l.Request.Refine != rule.LowPrice:
		return l.Request.Refine
	case l.Rows >= refine.FewRows:
		return l.Refined.Price // chosen by cross-validation
	}
	return max(l.Refined.Price*float64(l.Rows), rule.LeastRows)
}

// newBounding groups the encoded rows of a plan.
func newBounding(j prepare.Job, p *PlannedRun) (*bounding, error) {
	b := &bounding{unit: &p.Unit, job: j, bound: *p.Request.Bound}
	groupings, err := prepare.GroupBy(p.Rows.Table, p.Rows.Rows, b.bound.By)
	if err != nil {
		return nil, err
	}
	by := groupings[len(groupings)-1]
	if b.train, err = newGroupedRows(by, p.Rows, p.Train); err != nil {
		return nil, err
	}
	if b.test, err = newGroupedRows(by, p.TestRows, p.Test); err != nil {
		return nil, err
	}
	b.train.measure(nil)
	if b.names, b.few = b.train.groups.Comparable(b.bound.Disparity); len(b.names) < 2 {
		return nil, protocol.BadSettingf("choose a column with larger groups",
			"fewer than two groups by %s have enough training rows to compare", strings.Join(b.bound.By, ", "))
	}
	for _, group := range b.train.groups.List {
		n := 0.
		if r := b.bound.Disparity.Rate(group.Confusion); !r.Few {
			n = float64(r.Whole)
		}
		b.counts, b.total = append(b.counts, n), b.total+n
	}
	return b, nil
}

// begin prepares the search from the rules of a model.
func (b *bounding) begin(m *protocol.Model) {
	b.free, b.x = m, b.train.rows.X
	if most := refine.MaxRows(b.x.Cols); b.x.Rows > most {
		b.sampled = refine.SampleRows(b.x.Rows, most)
		b.x = b.x.Pick(b.sampled)
	}
	b.refiner = b.unit.refinement(SearchPrice(m.Learned), protocol.Bits{})
	b.refiner.Weights = rule.Weights{} // weigh includes them in the row weights
	b.refiner.Observe = func(done, of int) {
		b.job.Emit(protocol.Preparing{Stage: protocol.Refining, Done: b.done*of + done, Of: boundSteps * of})
	}
	b.add(make([]float64, len(b.counts)), m.Rules)
}

// newGroupedRows returns rows with their groups, the zero value if bits.X is nil.
func newGroupedRows(by prepare.Grouping, rows prepare.Subset, bits protocol.Bits) (g groupedRows, err error) {
	if g.rows = bits; bits.X == nil {
		return g, nil
	}
	if g.groups, g.group, err = by.Groups(rows.Table, rows.Rows); err != nil {
		return g, err
	}
	for range g.groups.List {
		g.member = append(g.member, [2][]uint64{make([]uint64, len(bits.Labels)), make([]uint64, len(bits.Labels))})
	}
	for i, at := range g.group {
		bitmat.Set(g.member[at][0], i)
		if bitmat.Get(bits.Labels, i) {
			bitmat.Set(g.member[at][1], i)
		}
	}
	return g, nil
}

// measure sets the confusion matrix of each group for the predictions of a set, and returns that of all rows.
func (g *groupedRows) measure(set rule.Set) (all eval.Confusion) {
	answers := set.MatchVotes(1, g.rows.X)
	for i, member := range g.member {
		c := eval.Confusion{TruePositives: bitmat.CountAnd(answers, member[1])}
		c.FalsePositives = bitmat.CountAnd(answers, member[0]) - c.TruePositives
		c.FalseNegatives = bitmat.Count(member[1]) - c.TruePositives
		c.TrueNegatives = bitmat.Count(member[0]) - c.Rows()
		g.groups.List[i].Confusion = c
		all = all.Plus(c)
	}
	return all
}

// judge returns the point of a set with its score and its training gap.
func (b *bounding) judge(set rule.Set) (p boundPoint) {
	c := b.train.measure(set)
	yes, no := b.unit.weights.Each()
	cost := b.free.Learned.Refined.Price * float64(c.Rows())
	p.set, p.score = set, float64(yes*float64(c.TruePositives))+float64(no*float64(c.TrueNegatives))-float64(cost*float64(set.Complexity()))
	p.scores.Train = protocol.BoundedSide{Accuracy: c.Accuracy(), Gap: b.train.groups.Gap(b.bound.Disparity, b.names)}
	return p
}

// add appends and returns the complete point of a set that was found with some gains.
func (b *bounding) add(gains []float64, set rule.Set) boundPoint {
	p := b.judge(set)
	p.gains = gains
	for _, group := range b.train.groups.List {
		r := b.bound.Disparity.Rate(group.Confusion)
		p.rates = append(p.rates, float64(r.Part)/float64(max(r.Whole, 1)))
	}
	if b.test.rows.X != nil {
		c := b.test.measure(set)
		p.scores.Test = &protocol.BoundedSide{Accuracy: c.Accuracy(), Gap: b.test.groups.Gap(b.bound.Disparity, b.names)}
	}
	b.points = append(b.points, p)
	return p
}

// weigh returns the classes and the weights of the training rows under gains of the groups.
func (b *bounding) weigh(gains []float64) (labels []uint64, weights []float64) {
	yes, no := b.unit.weights.Each()
	labels, weights = make([]uint64, len(b.train.rows.Labels)), make([]float64, len(b.train.group))
	for i, g := range b.train.group {
		positive, gain := bitmat.Get(b.train.rows.Labels, i), -no
		if positive {
			gain = yes
		}
		if b.counts[g] > 0 && (positive || b.bound.Disparity == eval.SelectionRatio) {
			gain += gains[g]
		}
		if weights[i] = math.Abs(gain); gain > 0 {
			bitmat.Set(labels, i)
		}
	}
	return labels, weights
}

// search finds rules with some gains, starting from the rules of all points, and adds their point. It returns false if the job was
// stopped.
func (b *bounding) search(gains []float64) (p boundPoint, ok bool) {
	all, weights := b.weigh(gains)
	r, labels := b.refiner, all
	if r.RowWeights = weights; b.sampled != nil {
		labels = make([]uint64, bitmat.Words(len(b.sampled)))
		bitmat.PickBits(labels, all, b.sampled)
		r.RowWeights = split.At(weights, b.sampled)
	}
	var sets []rule.Set
	for _, p := range b.points {
		sets = append(sets, p.set)
	}
	was := r.Restore(sets[len(sets)-1], 1, b.free.Learned.Refined.Price, b.x.Rows)
	set := r.Resume(b.job.Ctx, was, sets[:len(sets)-1], b.x, labels).Set
	if b.sampled != nil {
		r.RowWeights = weights
		set = r.Prune(b.job.Ctx, set, b.train.rows.X, all)
	}
	if b.job.Ctx.Err() != nil {
		return p, false
	}
	b.done++
	return b.add(gains, set), true
}

// trace searches with larger and larger gains. Steps grow until one goes too far: the group with the lowest rate gets the highest, or the
// reverse. From then on, each such step halves the step size. It ends early if the job is stopped.
func (b *bounding) trace() {
	last, size, growth := b.points[0], firstGain, gainGrowth
	for range boundSteps {
		p, ok := b.search(b.toward(last, size))
		if !ok {
			return
		}
		if b.turned(last, p) {
			size, growth = size/2, 1
		}
		size *= growth
		last = p
	}
	b.polish()
}

// polish improves the points by single changes of their rules, greedily, as long as the score rises and the bound holds. It adds the
// last point if that is better than the chosen one.
func (b *bounding) polish() {
	best, from := b.points[b.chosen()], b.points
	if !b.holds(best) {
		best.score = math.Inf(-1)
	}
	for {
		found := best
		for _, p := range from {
			if b.job.Prepare(protocol.Refining, boundSteps, boundSteps) != nil {
				return
			}
			b.changes(p.set, func(set rule.Set) {
				if q := b.judge(set); q.score > found.score && b.holds(q) {
					found = q
				}
			})
		}
		if found.score <= best.score {
			break
		}
		best, from = found, []boundPoint{found}
	}
	if len(from) == 1 {
		b.add(nil, b.unit.config.Simplify(best.set))
	}
}

// changes calls try with each set that differs from the given one in a condition or a rule, and that keeps to the limits. Rules to add
// are those of all points.
func (b *bounding) changes(set rule.Set, try func(rule.Set)) {
	limits := b.unit.limits
	check := func(changed rule.Set) {
		if limits.TooLong(changed) == 0 && len(limits.Missing(changed)) == 0 {
			try(changed)
		}
	}
	for k, r := range set {
		check(slices.Delete(set.Clone(), k, k+1))
		for i := range r {
			changed := set.Clone()
			changed[k] = slices.Delete(changed[k], i, i+1)
			check(changed)
		}
		for f := range b.train.rows.X.Cols {
			if b.job.Prepare(protocol.Refining, boundSteps, boundSteps) != nil { // one feature may take long
				return
			}
			for _, negated := range []bool{false, true} {
				if negated && limits.NoNot || slices.ContainsFunc(r, func(l rule.Literal) bool { return l.Feature == f }) {
					continue
				}
				changed := set.Clone()
				changed[k] = append(changed[k], rule.Literal{Feature: f, Not: negated})
				check(changed)
			}
		}
	}
	for _, p := range b.points {
		for _, r := range p.set {
			check(append(set.Clone(), slices.Clone(r)))
		}
	}
}

func (b *bounding) holds(p boundPoint) bool { return b.bound.Holds(p.scores.Train.Gap) }

// toward returns the gains of a point after a step that moves the rate of each bounded group toward their mean rate. The gain changes by
// size for the group that is furthest from the mean, and in proportion for the others.
func (b *bounding) toward(p boundPoint, size float64) []float64 {
	mean := 0.
	for g, rate := range p.rates {
		mean += float64(rate*b.counts[g]) / b.total
	}
	furthest := 0.
	for g, rate := range p.rates {
		if b.counts[g] > 0 {
			furthest = max(furthest, math.Abs(mean-rate))
		}
	}
	gains := slices.Clone(p.gains)
	for g, rate := range p.rates {
		if b.counts[g] > 0 && furthest > 0 {
			gains[g] += float64(size*(mean-rate)) / furthest
		}
	}
	return gains
}

// turned reports whether the group with the lowest rate now has the highest one, or the reverse.
func (b *bounding) turned(from, to boundPoint) bool {
	was, is := from.scores.Train.Gap, to.scores.Train.Gap
	return was.Lowest.Group == is.Highest.Group || was.Highest.Group == is.Lowest.Group
}

// chosen returns the index of the point with the highest score among those that keep to the bound; else of the one nearest to the bound.
func (b *bounding) chosen() int {
	best, least := 0, math.Inf(1)
	for i, p := range b.points {
		excess, known := b.bound.Excess(p.scores.Train.Gap)
		excess = max(excess, 0)
		if known && (excess < least || excess == least && p.score > b.points[best].score) {
			best, least = i, excess
		}
	}
	return best
}

// model returns the rules of a point as a model.
func (b *bounding) model(p boundPoint, status drnet.Status) *protocol.Model {
	m := *b.free
	m.Rules, m.Scorecard, m.Edited, m.Marks, m.Off = p.set, nil, false, nil, nil
	l := &m.Learned
	l.Request.Bound, l.Balanced, l.Edited = &b.bound, nil, nil
	l.Refined = &protocol.Refined{Outcome: b.unit.Outcome(p.set, 1), Price: b.free.Learned.Refined.Price}
	l.Bounded = &protocol.Bounded{Bound: b.bound, Without: b.points[0].scores, With: p.scores, Few: b.few}
	for i, other := range b.points {
		if slices.ContainsFunc(b.points[:i], other.same) {
			continue
		}
		l.Bounded.Traced = append(l.Bounded.Traced, [2]*protocol.BoundTrade{other.scores.Train.Trade(), other.scores.Test.Trade()})
	}
	b.unit.fitScorecard(&m, sample(b.train.rows, refine.MaxRows(b.train.rows.X.Cols)), status)
	b.unit.measureFinal(&m)
	return &m
}

// bounded turns the model of a run, trained without the bound, into the best one that keeps to the bound. It returns that with its notes.
func bounded(
	j prepare.Job, p *PlannedRun, m *protocol.Model, status drnet.Status,
) (*protocol.Model, drnet.Status, []string, error) {
	if m.Learned.Refined == nil {
		return m, status, []string{"the run was stopped before rules were searched under the bound"}, nil
	}
	b, err := newBounding(j, p)
	if err != nil {
		return nil, status, nil, err
	}
	b.begin(m)
	if !b.holds(b.points[0]) {
		b.trace()
	}
	if j.Ctx.Err() != nil {
		status = drnet.Stopped
	}
	best := b.points[b.chosen()]
	var notes []string
	if !b.holds(best) {
		notes = append(notes, "the bound does not hold on the training rows: "+b.bound.Text())
	}
	return b.model(best, status), status, notes, nil
}

// TraceBound answers protocol.TraceBound. The request is that of the run of the model, with its split.
func (tr *Trainer) TraceBound(j prepare.Job, r protocol.TraceBound, run protocol.Train) (protocol.Event, error) {
	switch m := r.Model; {
	case m.Votes() > 1 || m.Decided():
		return nil, protocol.BadSettingf("let one rule be enough, without a threshold", "a bound is for rules of which one must hold")
	case m.Learned.Bounded != nil:
		return nil, protocol.BadSettingf("train without a bound first", "these rules were searched under a bound already")
	case m.Learned.Refined == nil:
		return nil, protocol.BadSettingf("train with refinement", "a bound is kept by the refinement, and these rules are not refined")
	}
	run.Bound, run.Form = &r.Bound, rule.AnyRule
	p, err := tr.PlanOn(j, run, tr.Split)
	if err != nil {
		return nil, err
	}
	p.Head.Encoder = r.Model.Encoder // with thresholds that edits have added
	p.Configure(p.Rows.Truth())
	if err := tr.EncodeAll(j, p); err != nil {
		return nil, err
	}
	b, err := newBounding(j, p)
	if err != nil {
		return nil, err
	}
	b.begin(r.Model)
	b.trace()
	chosen := b.points[b.chosen()]
	out := protocol.BoundTraced{Models: []*protocol.Model{r.Model}, Scores: []protocol.BoundedScores{b.points[0].scores}}
	for i, point := range b.points {
		if err := j.Prepare(protocol.Refining, boundSteps, boundSteps); err != nil {
			return nil, err
		}
		if point.scores.Train.Gap.Value == nil || slices.ContainsFunc(b.points[:i], point.same) {
			continue
		}
		if i > 0 {
			out.Models, out.Scores = append(out.Models, b.model(point, drnet.Finished)), append(out.Scores, point.scores)
		}
		if point.same(chosen) {
			out.Chosen = len(out.Models) - 1
		}
	}
	return out, nil
}

// same reports whether two points have the same rules.
func (p boundPoint) same(other boundPoint) bool {
	return slices.EqualFunc(p.set, other.set, slices.Equal[rule.Rule])
}
