package refine

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
	"drnet/engine/rule/scorecard"
)

// votePrices are the candidates for the price of a rule or a condition, in nats for each row, descending.
var votePrices = []float64{8e-3, 4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4}

const (
	leastNats     = 3     // least price in nats: lower ones overfit a few hundred rows
	fewestRows    = 2_000 // below it a cross-validation cannot tell the forms apart
	voteRounds    = 2     // of the cross-validation: one may favor either form by chance
	mostVoters    = 60    // rules
	mostGrownVote = 4     // conditions of a new rule
	beyond        = 2     // lower prices that are visited before the way up
	voteKicks     = 30    // of the final rules, at most
)

// firstSteps are the changes of the log-odds by a rule that the search for the first rules assumes. The search for a later rule assumes the
// slope of the curve. While there are few rules, the slope is much larger than it will be with many.
var firstSteps = []float64{0.2, 0.5, 1}

// refineVotes searches for a set of rules and the number of them that must fire. It minimizes the logistic loss of a curve over
// the number of rules that fire, plus a price for each rule and condition. A search that counts errors cannot find such a set: if a row
// needs two rules, the first one changes no prediction. Each rule, all others fixed, is a binary problem in which a row weighs as much as
// the curve gains or loses on it. Rules are added, changed and removed at descending prices and then at ascending ones, where a
// long set loses its superfluous parts. The final rules also lose one after the other, while the rest can replace it at a lower loss. The
// number that must fire is the one with the fewest errors; at last, rules are changed as long as that lowers errors plus complexity at half
// the price.
//
// The price is chosen by cross-validation, as choosePrice does, and with rule.AutoForm also the form: several rules must fire
// only if that predicts the validation rows better than any rule, by a standard error of the difference. Rounds with other folds even
// out chance in the search, but bring no new rows: the standard error is that of one round. The rules of the pool may be added too.
// Price, Kicks, Weights and required columns are not supported.
//
// References: K. Dembczyński, W. Kotłowski, R. Słowiński: ENDER: a statistical framework for boosting decision rules. Data Mining
// and Knowledge Discovery 21 (2010) (single rules under logistic loss).
func (r Refiner) refineVotes(ctx context.Context, pool []rule.Set, x *bitmat.Matrix, labels []uint64) Refinement {
	last := len(votePrices) - 1
	for last > 0 && votePrices[last-1]*float64(x.Rows) <= leastNats {
		last--
	}
	p := &progress{observe: r.Observe, of: 4*(last+1)*(voteRounds*priceFolds+1) + voteKicks}
	all := r.evaluator(x, labels, nil)
	all.encode() // once for all folds
	correct, positive := make([]float64, last+1), make([][][]uint64, last+1)
	for round := range voteRounds {
		right, answers := r.validateVotes(ctx, all, round, last, p)
		for i := range correct {
			correct[i] += float64(float64(right[i]) / voteRounds)
			positive[i] = append(positive[i], answers[i])
		}
	}
	judged := all.on(r.foldsOf(0, x.Rows, all.isPositive).judged()) // the same in each round
	best := affordable(votePrices[:last+1], correct, judged.deviation(slices.Max(correct)))
	v := r.newVoteSearch(ctx, all, p)
	v.pool = slices.Concat(pool...)
	found := v.path(best, min(best+beyond, last), voteKicks)[0]
	if ctx.Err() != nil {
		return Refinement{Interrupted: true}
	}
	out := Refinement{Votes: found.votes, Price: votePrices[best], validated: positive[best]}
	for _, one := range found.rules { // each is simplified by itself: two equal rules are two votes
		simple := rule.Set{one}
		if r.Simplify != nil {
			simple = r.Simplify(simple)
		}
		out.Set = append(out.Set, simple...)
	}
	return out
}

// validateVotes predicts rows by votes that were found without them, at each of the first vote prices up to number last. It returns how
// many are correct, and the rows predicted as positive.
func (r Refiner) validateVotes(ctx context.Context, all *evaluator, round, last int, p *progress) (correct []int, positive [][]uint64) {
	correct, positive = make([]int, last+1), make([][]uint64, last+1)
	for i := range positive {
		positive[i] = make([]uint64, bitmat.Words(all.rows()))
	}
	f := r.foldsOf(round, all.rows(), all.isPositive)
	for k := range uint8(priceFolds) {
		inside, outside := f.divide(k)
		judge := r.newVoteSearch(ctx, all.on(inside), nil)
		for i, found := range r.newVoteSearch(ctx, all.on(outside), p).path(0, last, 0) {
			judge.start(found.rules)
			for at, row := range inside {
				answer := int(judge.sums[judge.one.place[at]]) >= found.votes
				if answer {
					bitmat.Set(positive[i], int(row))
				}
				if answer == all.isPositive(int(row)) {
					correct[i]++
				}
			}
		}
	}
	return correct, positive
}

// differing returns the number of rows on which two predictions differ.
func differing(a, b []uint64) (n int) {
	for i := range a {
		n += bits.OnesCount64(a[i] ^ b[i])
	}
	return n
}

// refineForm refines by any rule and by votes, and returns the better one.
func (r Refiner) refineForm(ctx context.Context, sets []rule.Set, x *bitmat.Matrix, labels []uint64) Refinement {
	any := r
	any.Form = rule.AnyRule
	one := any.Refine(ctx, sets, x, labels)
	if x.Rows < fewestRows || one.Interrupted {
		return one
	}
	several := r.refineVotes(ctx, sets, x, labels)
	any.Price = one.SearchPrice(x.Rows)
	gain, changed := 0, 0 // rows, of all rounds
	for round, answers := range several.validated {
		without, _ := any.validate(ctx, round, x, labels)
		gain += differing(without, labels) - differing(answers, labels)
		changed += differing(without, answers)
	}
	if ctx.Err() != nil || several.Votes == 1 || float64(gain) <= math.Sqrt(float64(voteRounds*changed)) {
		return one
	}
	return several
}

// voters are rules, and the number of them that must fire.
type voters struct {
	rules rule.Set
	votes int
}

// voteSearch is a set of voting rules under change.
type voteSearch struct {
	one      *search  // for one of the rules
	all      []uint64 // the rows
	pool     rule.Set // rules that may be added
	progress *progress

	price float64 // of a rule or a condition, in nats
	rules rule.Set
	fires [][]uint64
	sums  []int32 // the number of rules that fire, by place
	curve scorecard.LogisticCurve
	value float64 // the loss and the price of all rules, in nats
}

func (r Refiner) newVoteSearch(ctx context.Context, e *evaluator, p *progress) *voteSearch {
	v := &voteSearch{one: newSearch(ctx, e, r.Limits), progress: p}
	v.one.beam.maxConditions = min(v.one.beam.maxConditions, mostGrownVote)
	v.all, v.sums = slices.Clone(v.one.among), make([]int32, 64*v.one.words)
	return v
}

// start makes rules the ones to change.
func (v *voteSearch) start(rules rule.Set) {
	v.rules, v.fires = nil, nil
	clear(v.sums)
	for _, r := range rules {
		v.push(r)
	}
	v.refit()
}

func (v *voteSearch) push(r rule.Rule) {
	fires := make([]uint64, v.one.words)
	v.one.match(fires, r, -1)
	v.rules, v.fires = append(v.rules, slices.Clone(r)), append(v.fires, fires)
	v.give(fires, 1)
}

func (v *voteSearch) pop(k int) rule.Rule {
	r := v.rules[k]
	v.give(v.fires[k], -1)
	v.rules, v.fires = slices.Delete(v.rules, k, k+1), slices.Delete(v.fires, k, k+1)
	return r
}

func (v *voteSearch) give(fires []uint64, vote int32) {
	bitmat.EachBit(fires, func(i int) { v.sums[i] += vote })
}

// count counts the rows by the number of rules that fire, and by class, the positive one last.
func (v *voteSearch) count() [][2]int32 {
	counts := make([][2]int32, len(v.rules)+1)
	for _, at := range v.one.place {
		counts[v.sums[at]][v.classOf(int(at))]++
	}
	return counts
}

func (v *voteSearch) classOf(place int) int {
	if place < 64*v.one.border {
		return 1
	}
	return 0
}

// refit fits the curve, and sets the value.
func (v *voteSearch) refit() {
	c, loss := scorecard.FitCurve(v.count(), v.curve)
	v.curve, v.value = c, loss+float64(v.price*float64(v.rules.Complexity()))
}

// weigh sets the weight of each row to the change of its loss if one more rule fires on it. The rule raises the log-odds by step, after the
// log-odds of all rows have been lowered by share × step.
func (v *voteSearch) weigh(step, share float64) {
	table, most := make([][2]float64, len(v.rules)+1), 0.0
	for sum := range table {
		now := float64(v.curve.Slope*float64(sum)) + v.curve.Offset - float64(share*step)
		rise := softplus(now+step) - softplus(now) // of the loss of a negative row; that of a positive one falls by the rest
		table[sum] = [2]float64{rise, step - rise}
		most = max(most, rise, step-rise)
	}
	e := v.one.evaluator
	unit := most / maxWeight
	weights := [2][]uint64{make([]uint64, len(table)), make([]uint64, len(table))} // of each class and sum, in units
	for sum, losses := range table {
		for class, loss := range losses {
			weights[class][sum] = uint64(math.Round(loss / unit))
		}
	}
	v.one.cost, e.yes, e.no, e.digits = v.price, unit, unit, new(digits)
	for d := range e.digits {
		e.digits[d] = make([]uint64, e.words)
	}
	for w, word := range v.all {
		ofClass, sums := weights[v.classOf(64*w)], v.sums[64*w:64*w+64]
		for ; word != 0; word &= word - 1 {
			i := bits.TrailingZeros64(word)
			weight := ofClass[sums[i]]
			for d, rows := range e.digits {
				rows[w] |= weight >> d & 1 << i
			}
		}
	}
}

// softplus returns ln(1 + e^x).
func softplus(x float64) float64 {
	return max(x, 0) + float64(numeric.Log2(1+numeric.Exp(-math.Abs(x)))*math.Ln2)
}

// keeps refits after a change. It reports whether the value is lower than before.
func (v *voteSearch) keeps(before float64) bool {
	v.refit()
	return v.value < before-epsilon
}

// add adds the rule that leads to the lowest value, if that is lower than before. It reports whether it added one.
func (v *voteSearch) add() bool {
	if len(v.rules) == mostVoters {
		return false
	}
	curve, value, least := v.curve, v.value, v.value
	var best rule.Rule
	offer := func(r rule.Rule) {
		v.push(r)
		if v.keeps(least) {
			best, least = r, v.value
		}
		v.pop(len(v.rules) - 1)
		v.curve = curve
	}
	steps := firstSteps
	if len(v.rules) >= len(steps) {
		steps = []float64{v.curve.Slope}
	}
	for i, step := range append(slices.Clone(steps), max(v.curve.Slope, firstSteps[1])) {
		share := 0.0
		if i == len(steps) {
			share = 0.5 // where a rule fires on half of the rows, the offset falls
		}
		v.weigh(step, share)
		v.one.all(v.one.uncovered)
		if r, gain := v.one.grow(); gain > epsilon {
			offer(r)
		}
		if r := v.bestOf(v.pool); r != nil {
			offer(r)
		}
	}
	if best == nil {
		v.value = value
		return false
	}
	v.push(best)
	v.refit()
	return true
}

// bestOf returns the rule with the highest gain for the weighted rows, nil if none gains anything.
func (v *voteSearch) bestOf(rules rule.Set) (best rule.Rule) {
	most := epsilon
	for _, r := range rules {
		v.one.match(v.one.scratch, r, -1)
		if gain := v.one.value(v.one.scratch, r); gain > most && v.one.Allows(r) {
			best, most = r, gain
		}
	}
	return best
}

// improve changes the first rule while that raises its value on the weighted rows, or removes it, and moves it to the end of the list.
// Weigh sets the weights of the rows, and is called without the rule. If better returns false, improve restores the rule.
func (v *voteSearch) improve(weigh func(), better func() bool) bool {
	curve, value := v.curve, v.value
	was := v.pop(0)
	weigh()
	v.one.start(rule.Set{was})
	for changed := true; changed && v.one.ctx.Err() == nil && len(v.one.set) > 0; {
		_, changed = v.one.improve(0)
	}
	copy(v.one.among, v.all)
	left := len(v.rules)
	for _, r := range v.one.set {
		v.push(r)
	}
	if better() {
		return true
	}
	for len(v.rules) > left {
		v.pop(left)
	}
	v.push(was)
	v.curve, v.value = curve, value
	return false
}

// settle improves and adds rules until no change lowers the value.
func (v *voteSearch) settle() {
	v.refit()
	for moved := true; moved; {
		moved = false
		for range len(v.rules) {
			before := v.value
			moved = v.improve(func() { v.weigh(v.curve.Slope, 0) }, func() bool { return v.keeps(before) }) || moved
		}
		for v.one.ctx.Err() == nil && v.add() {
			moved = true
		}
		moved = moved && v.one.ctx.Err() == nil
	}
	v.progress.step()
}

// path searches at descending prices down to number last, then at ascending ones up to number first. It does so twice from nothing: with
// rules of one condition, which a search among longer rules easily misses, and with longer ones. It returns the best voters at each price
// from first to last, after at most the given number of kicks.
func (v *voteSearch) path(first, last, kicks int) []voters {
	at := slices.Concat(bitmat.Indexes[int](last+1), bitmat.Indexes[int](last)[min(first, last):])
	slices.Reverse(at[last+1:])
	best, least := make([]rule.Set, last+1), slices.Repeat([]float64{math.Inf(1)}, last+1)
	most, grown := v.one.maxConditions, v.one.beam.maxConditions
	for _, longest := range []int{1, most} {
		v.one.maxConditions, v.one.beam.maxConditions = longest, min(longest, grown)
		v.start(nil)
		for _, i := range at {
			v.setPrice(i)
			if v.settle(); v.value < least[i] {
				least[i], best[i] = v.value, v.rules.Clone()
			}
		}
	}
	var out []voters
	for i := first; i <= last; i++ {
		v.setPrice(i)
		v.start(best[i])
		v.kick(kicks)
		out = append(out, v.polish())
	}
	return out
}

// kick removes one rule after the other and settles. It keeps the result if that lowers the value, and ends when no removal does, or after
// most attempts.
func (v *voteSearch) kick(most int) {
	for n, kept := 0, 0; n < most && kept < len(v.rules) && v.one.ctx.Err() == nil; n++ {
		before, rules := v.value, v.rules.Clone()
		v.pop(0)
		if v.settle(); v.value < before-epsilon {
			kept = 0
			continue
		}
		kept++
		v.start(append(rules[1:], rules[0])) // the next rule is removed in the next attempt
	}
}

func (v *voteSearch) setPrice(i int) {
	v.price = max(float64(votePrices[i]*float64(v.one.rows())), leastNats)
}

// fewestErrors returns the number of rules that must fire for the fewest errors, and the number of these errors.
func (v *voteSearch) fewestErrors() (votes, errors int) {
	counts := v.count()
	now := v.one.negatives // the errors if every row were predicted as positive
	errors = math.MaxInt
	for sum, n := range counts[:max(len(counts)-1, 1)] {
		if now += int(n[1]) - int(n[0]); now < errors {
			votes, errors = sum+1, now
		}
	}
	return votes, errors
}

// polish changes rules as long as that lowers errors plus complexity at half the price, and chooses how many must fire.
func (v *voteSearch) polish() voters {
	e := v.one.evaluator
	e.digits, e.yes, e.no = nil, 1, 1
	v.one.cost = max(v.price/2, 1)
	score := func() (votes int, score float64) {
		votes, errors := v.fewestErrors()
		return votes, float64(errors) + float64(v.one.cost*float64(v.rules.Complexity()))
	}
	votes, least := score()
	decided := func() { // only these rows depend on the rule
		clear(e.among)
		for _, at := range e.place {
			if int(v.sums[at]) == votes-1 {
				bitmat.Set(e.among, int(at))
			}
		}
	}
	better := func() bool {
		now, s := score()
		if s >= least-epsilon {
			return false
		}
		votes, least = now, s
		return true
	}
	for moved := true; moved && v.one.ctx.Err() == nil; {
		moved = false
		for range len(v.rules) {
			moved = v.improve(decided, better) || moved
		}
	}
	return voters{v.rules.Clone(), votes}
}
