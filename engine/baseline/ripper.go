package baseline

import (
	"cmp"
	"context"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// RIPPER learns rules for the positive rows one by one: it grows each rule on two thirds of the uncovered rows, prunes it on the
// last third, and keeps it unless the description length grows too much. Then it optimizes each rule.
//
// References: W. W. Cohen: Fast Effective Rule Induction. ICML 1995. J. R. Quinlan: MDL and Categorical Theories (Continued). ICML
// 1995 (the description length). J. R. Quinlan: Learning Logical Definitions from Relations. Machine Learning 5 (1990)
// (the gain of a condition).
type RIPPER struct {
	Passes        int // optimization passes over all rules; zero means 2, negative none
	MaxConditions int // of a rule; zero means no bound
	Slack         int // bits by which a description may be longer than the shortest so far; zero means 64
}

// Learn implements Learner.
func (p RIPPER) Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(float64)) Classifier {
	if rows.single() {
		return Majority{}.Learn(ctx, rows, seed, tell)
	}
	p.Passes, p.Slack = cmp.Or(p.Passes, 2), cmp.Or(p.Slack, 64)
	s := newSeparator(p, rows, seed)
	done := 0
	s.tell = func() { tell(float64(done) / float64(max(p.Passes, 0)+1)) }
	set := s.cover(ctx, nil)
	for range max(p.Passes, 0) {
		done++
		set = s.cover(ctx, s.reconsider(ctx, set))
	}
	if ctx.Err() != nil {
		return nil
	}
	return RuleClassifier{Rules: s.shorten(set), Questions: s.questions}
}

// separator is the state of RIPPER.
type separator struct {
	RIPPER
	LabeledRows                   // X has the features, then the values of the conditions
	order       [][]int           // of each column of numbers: its rows by their numbers, without missing ones
	questions   []NumberCondition // about numbers, used by some rule
	features    int
	logs        []float64 // log2 of 0 (here 0), 1, 2, ...
	random      *numeric.Sequence
	tell        func()
	literals    float64 // number of possible conditions
	expected    float64 // expected share of false positives among the errors
	grow, test  []uint64
	scratch     [][]uint64
}

func newSeparator(p RIPPER, rows LabeledRows, seed uint64) *separator {
	sets := rows.empty(6)
	s := &separator{
		RIPPER: p, LabeledRows: rows, random: numeric.NewSequence(seed, 0), features: rows.X.Cols, logs: make([]float64, rows.X.Rows+1),
		literals: float64(2 * rows.X.Cols), expected: ratio(rows.positives(), rows.X.Rows), grow: sets[0], test: sets[1], scratch: sets[2:],
	}
	for k := 1; k <= rows.X.Rows; k++ {
		s.logs[k] = numeric.Log2(float64(k))
	}
	if len(s.Numbers) > 0 {
		s.sort()
		s.X = rows.X.Clone() // it grows
	}
	return s
}

// part splits rows at random: two thirds of each class to grow on, the rest to prune on.
func (s *separator) part(rows []uint64) {
	clear(s.grow)
	clear(s.test)
	for _, divide := range []func(dst, a, b []uint64){bitmat.And, bitmat.AndNot} { // the positive rows, then the others
		var list []int32
		divide(s.scratch[0], rows, s.Labels)
		bitmat.EachBit(s.scratch[0], func(i int) { list = append(list, int32(i)) })
		numeric.Shuffle(s.random, list)
		for k, i := range list {
			to := s.grow
			if k%3 == 2 {
				to = s.test
			}
			bitmat.Set(to, int(i))
		}
	}
}

// cover adds rules for the uncovered positive rows (IREP*).
func (s *separator) cover(ctx context.Context, set rule.Set) rule.Set {
	shortest := s.descriptionLength(set)
	for {
		left := s.uncovered(set, -1)
		if bitmat.CountAnd(left, s.Labels) == 0 || ctx.Err() != nil {
			break
		}
		s.part(left)
		r := s.pruned(s.grown(nil), pruneValue)
		r.Match(s.scratch[2], s.X)
		if p, n := s.taken(s.scratch[2]); len(r) == 0 || n > p {
			break
		}
		next := append(slices.Clone(set), r)
		length := s.descriptionLength(next)
		if length > shortest+float64(s.Slack) {
			break
		}
		shortest, set = min(shortest, length), next
	}
	return s.shorten(set)
}

// uncovered returns the rows that no rule covers, not counting the rule at index but; -1 counts all.
func (s *separator) uncovered(set rule.Set, but int) []uint64 {
	left := make([]uint64, len(s.Labels))
	bitmat.Ones(left, s.X.Rows)
	for k, r := range set {
		if k != but {
			r.Match(s.scratch[0], s.X)
			bitmat.AndNot(left, left, s.scratch[0])
		}
	}
	return left
}

// grown adds conditions of greatest gain on the growing set, until the rule covers no negative row or no condition gains.
func (s *separator) grown(start rule.Rule) rule.Rule {
	r := slices.Clone(start)
	yes, no := s.scratch[0], s.scratch[1]
	r.Match(no, s.X)
	bitmat.And(no, no, s.grow)
	bitmat.And(yes, no, s.Labels)
	bitmat.AndNot(no, no, s.Labels)
	for s.MaxConditions == 0 || len(r) < s.MaxConditions {
		s.tell()
		p, n := bitmat.Count(yes), bitmat.Count(no)
		if p == 0 || n == 0 {
			break
		}
		l, gain := s.bestLiteral(yes, no, p, n)
		if gain <= 0 {
			break
		}
		r = append(r, l)
		l.And(yes, yes, s.X.Column(l.Feature))
		l.And(no, no, s.X.Column(l.Feature))
	}
	return r
}

// bestLiteral returns the condition of greatest FOIL gain, ties in order, for p positive and n negative rows.
func (s *separator) bestLiteral(yes, no []uint64, p, n int) (best rule.Literal, most float64) {
	before := s.logs[p] - s.logs[p+n]
	// try takes a condition that p1 positive and n1 negative rows meet, or its negation, if it is the best so far.
	try := func(feature, p1, n1 int) (better bool) {
		for k, gain := range [...]float64{s.foil(p1, n1, before), s.foil(p-p1, n-n1, before)} {
			if gain > most {
				best, most, better = rule.Literal{Feature: feature, Not: k == 1}, gain, true
			}
		}
		return better
	}
	for j := range s.features {
		column := s.X.Column(j)
		try(j, bitmat.CountAnd(yes, column), bitmat.CountAnd(no, column))
	}
	const asked = -1 // the feature of a question, until it is known to be the best
	var question NumberCondition
	for c, order := range s.order {
		column := s.Numbers[c]
		below, p1, n1 := 0.0, 0, 0 // the counts of the rows so far, and their last number
		for _, i := range order {
			positive := bitmat.Get(yes, i)
			if !positive && !bitmat.Get(no, i) {
				continue
			}
			if v := column[i]; v != below && p1+n1 > 0 && try(asked, p1, n1) {
				question = NumberCondition{c, middle(below, v)}
			}
			below = column[i]
			if positive {
				p1++
			} else {
				n1++
			}
		}
	}
	if best.Feature == asked {
		best.Feature = s.featureOf(question)
	}
	return best, most
}

// foil is the gain of a condition that p positive and n negative rows meet.
func (s *separator) foil(p, n int, before float64) float64 {
	if p == 0 {
		return 0
	}
	return float64(float64(p) * (s.logs[p] - s.logs[p+n] - before))
}

// pruned removes the final conditions of a rule so that its value is greatest, for p positive and n negative rows that it covers in
// the pruning set. Ties go to the shortest rule.
func (s *separator) pruned(r rule.Rule, value func(p, n int) float64) rule.Rule {
	fires := s.scratch[2]
	bitmat.Ones(fires, s.X.Rows)
	best, length := value(s.taken(fires)), 0
	for k, l := range r {
		l.And(fires, fires, s.X.Column(l.Feature))
		if v := value(s.taken(fires)); v > best {
			best, length = v, k+1
		}
	}
	return r[:length]
}

// pruneValue is RIPPER's measure for pruned.
func pruneValue(p, n int) float64 {
	if p+n == 0 {
		return -1
	}
	return float64(p-n) / float64(p+n)
}

// taken counts the covered rows of the pruning set by class.
func (s *separator) taken(fires []uint64) (p, n int) {
	side := s.scratch[3]
	bitmat.And(side, fires, s.test)
	p = bitmat.CountAnd(side, s.Labels)
	return p, bitmat.Count(side) - p
}

// reconsider compares each rule, in order, with a replacement grown anew and a revision grown from it. Both are pruned
// for the fewest errors of the whole set. It keeps the one of least description length; ties go to the original.
func (s *separator) reconsider(ctx context.Context, set rule.Set) rule.Set {
	set = slices.Clone(set)
	for k, old := range set {
		if ctx.Err() != nil {
			return set
		}
		left := s.uncovered(set, k)
		if bitmat.CountAnd(left, s.Labels) == 0 {
			continue
		}
		s.part(left) // only the rows that no other rule covers matter
		best, shortest := old, s.descriptionLength(set)
		for _, r := range []rule.Rule{s.grown(nil), s.grown(old)} {
			set[k] = s.pruned(r, func(p, n int) float64 { return float64(p - n) })
			if length := s.descriptionLength(s.shorten(set)); len(set[k]) > 0 && length < shortest {
				best, shortest = set[k], length
			}
		}
		set[k] = best
	}
	return set
}

// shorten removes rules, from the last on, whose removal reduces the description length.
func (s *separator) shorten(set rule.Set) rule.Set {
	set = slices.Clone(set)
	length := s.descriptionLength(set)
	for k := len(set) - 1; k >= 0; k-- {
		less := slices.Delete(slices.Clone(set), k, k+1)
		if l := s.descriptionLength(less); l < length {
			set, length = less, l
		}
	}
	return set
}

// descriptionLength is the number of bits that encode the rules and their errors.
func (s *separator) descriptionLength(set rule.Set) float64 {
	bits := 0.0
	covered := s.scratch[2]
	clear(covered)
	for _, r := range set {
		if k := len(r); k == 0 {
			bits++
		} else { // halved because the order of the conditions does not matter
			bits += (numeric.Log2(float64(k)) + subset(int(s.literals), k, float64(k)/s.literals)) / 2
		}
		r.Match(s.scratch[3], s.X)
		bitmat.Or(covered, covered, s.scratch[3])
	}
	cover, right := bitmat.Count(covered), bitmat.CountAnd(covered, s.Labels)
	wrong, lacking := cover-right, bitmat.Count(s.Labels)-right
	rest := s.X.Rows - cover
	mistakes := float64(wrong + lacking)
	bits += numeric.Log2(float64(s.X.Rows + 1))
	if cover > rest {
		return bits + subset(cover, wrong, s.expected*mistakes/float64(max(cover, 1))) + subset(rest, lacking, ratio(lacking, rest))
	}
	return bits + subset(cover, wrong, ratio(wrong, cover)) + subset(rest, lacking, (1-s.expected)*mistakes/float64(max(rest, 1)))
}

// subset is the number of bits for a subset of k of n elements, each expected with probability p.
func subset(n, k int, p float64) float64 {
	bits := 0.0
	if k > 0 {
		bits -= float64(float64(k) * numeric.Log2(max(p, 1e-300)))
	}
	if n > k {
		bits -= float64(float64(n-k) * numeric.Log2(max(1-p, 1e-300)))
	}
	return bits
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// sort sorts the rows of each column of numbers, and counts the possible conditions on them.
func (s *separator) sort() {
	for _, column := range s.Numbers {
		var order []int
		for i, v := range column {
			if v == v { // not NaN
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(column[a], column[b]) })
		s.order = append(s.order, order)
		for k, i := range order {
			if k == 0 || column[order[k-1]] != column[i] {
				s.literals += 2
			}
		}
	}
}

// featureOf returns the index of the feature of a condition, which it adds if it is new.
func (s *separator) featureOf(q NumberCondition) int {
	place := slices.Index(s.questions, q)
	if place < 0 {
		place = len(s.questions)
		s.questions = append(s.questions, q)
		s.Ask(s.X.Append(), q)
	}
	return s.features + place
}
