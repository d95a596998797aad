package baseline

import (
	"context"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// RIPPER learns rules for the positive rows one after the other: each is grown on two thirds of the rows that are left, pruned
// on the last third, and taken unless the rows and rules become much longer to describe. Then each rule is reconsidered.
//
// References: W. W. Cohen: Fast Effective Rule Induction. ICML 1995. J. R. Quinlan: MDL and Categorical Theories (Continued). ICML
// 1995 (the length of a description). J. R. Quinlan: Learning Logical Definitions from Relations. Machine Learning 5 (1990)
// (the gain of a condition).
type RIPPER struct {
	Passes        int // that reconsider all rules; zero means 2, negative none
	MaxRules      int // zero sets no bound
	MaxConditions int // of a rule, zero sets no bound
	Slack         int // bits by which a description may be longer than the shortest so far; zero means 64
}

// Learn implements Learner.
func (p RIPPER) Learn(ctx context.Context, rows Rows, seed uint64, tell func(float64)) Classifier {
	if rows.single() {
		return Majority{}.Learn(ctx, rows, seed, tell)
	}
	const usualPasses, usualSlack = 2, 64
	if p.Passes == 0 {
		p.Passes = usualPasses
	}
	if p.Slack == 0 {
		p.Slack = usualSlack
	}
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
	return Set{Rules: s.shorten(set), Questions: s.questions}
}

// separator holds what RIPPER works on.
type separator struct {
	RIPPER
	x          *bitmat.Matrix // the features, and behind them the answers to the questions
	numbers    [][]float64
	order      [][]int32  // of each column of numbers: its rows by their numbers, those without one left out
	questions  []Question // about numbers, that some rule asked
	features   int
	logs       []float64 // log2 of 0, 1, 2, ...
	yes, no    []uint64  // the positive rows, and the others
	random     *numeric.Sequence
	tell       func()
	literals   float64 // conditions that there are
	expected   float64 // the share of the mistakes that are expected to be rows taken wrongly
	grow, test []uint64
	scratch    [5][]uint64
}

func newSeparator(p RIPPER, rows Rows, seed uint64) *separator {
	words := bitmat.Words(rows.X.Rows)
	s := &separator{
		RIPPER: p, x: rows.X, yes: rows.Labels, no: make([]uint64, words), random: numeric.NewSequence(seed, 0),
		numbers: rows.Numbers, features: rows.X.Cols, logs: logs(rows.X.Rows), literals: float64(2 * rows.X.Cols), grow: make([]uint64, words), test: make([]uint64, words),
	}
	for k := range s.scratch {
		s.scratch[k] = make([]uint64, words)
	}
	if len(s.numbers) > 0 {
		s.sort()
		s.x = rows.X.Clone() // it grows
	}
	bitmat.Ones(s.no, rows.X.Rows)
	bitmat.AndNot(s.no, s.no, s.yes)
	s.expected = float64(bitmat.Count(s.yes)) / float64(max(rows.X.Rows, 1))
	return s
}

// part deals rows out: two thirds of either class to grow on, the rest to prune on.
func (s *separator) part(rows []uint64) {
	clear(s.grow)
	clear(s.test)
	for _, class := range [][]uint64{s.yes, s.no} {
		var list []int32
		for i := range s.x.Rows {
			if bitmat.Get(rows, i) && bitmat.Get(class, i) {
				list = append(list, int32(i))
			}
		}
		numeric.Shuffle(s.random, list)
		for k, i := range list {
			if k%3 == 2 {
				bitmat.Set(s.test, int(i))
			} else {
				bitmat.Set(s.grow, int(i))
			}
		}
	}
}

// cover adds rules for the positive rows that no rule of a set takes yet (IREP*).
func (s *separator) cover(ctx context.Context, set rule.Set) rule.Set {
	left := s.uncovered(set, -1)
	shortest := s.length(set)
	for (s.MaxRules == 0 || len(set) < s.MaxRules) && bitmat.CountAnd(left, s.yes) > 0 && ctx.Err() == nil {
		s.part(left)
		r := s.grown(nil)
		if len(r) == 0 {
			break
		}
		r = s.pruned(r, s.worth)
		if len(r) == 0 || s.mostlyWrong(r) {
			break
		}
		next := append(slices.Clone(set), r)
		length := s.length(next)
		if length > shortest+float64(s.Slack) {
			break
		}
		shortest = min(shortest, length)
		set = next
		fires := s.scratch[0]
		r.Match(fires, s.x)
		bitmat.AndNot(left, left, fires)
	}
	return s.shorten(set)
}

// uncovered returns the rows that no rule takes but that at a place, -1 for none.
func (s *separator) uncovered(set rule.Set, but int) []uint64 {
	left := make([]uint64, len(s.yes))
	bitmat.Ones(left, s.x.Rows)
	for k, r := range set {
		if k != but {
			r.Match(s.scratch[0], s.x)
			bitmat.AndNot(left, left, s.scratch[0])
		}
	}
	return left
}

// grown adds to a rule the condition of most gain on the rows to grow on, until it takes no negative one or nothing gains.
func (s *separator) grown(start rule.Rule) rule.Rule {
	r := slices.Clone(start)
	yes, no, side := s.scratch[0], s.scratch[1], s.scratch[2]
	r.Match(side, s.x)
	bitmat.And(side, side, s.grow)
	bitmat.And(yes, side, s.yes)
	bitmat.And(no, side, s.no)
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
		column := s.x.Column(l.Feature)
		narrow := bitmat.And
		if l.Not {
			narrow = bitmat.AndNot
		}
		narrow(yes, yes, column)
		narrow(no, no, column)
	}
	return r
}

// bestLiteral returns the condition of most gain by FOIL's measure, the first of equals, for p positive and n negative rows.
func (s *separator) bestLiteral(yes, no []uint64, p, n int) (best rule.Literal, most float64) {
	before := s.logs[p] - s.logs[p+n]
	for j := range s.features {
		column := s.x.Column(j)
		p1, n1 := bitmat.CountAnd(yes, column), bitmat.CountAnd(no, column)
		if gain := s.foil(p1, n1, before); gain > most {
			best, most = rule.Literal{Feature: j}, gain
		}
		if gain := s.foil(p-p1, n-n1, before); gain > most {
			best, most = rule.Literal{Feature: j, Not: true}, gain
		}
	}
	if q, not, gain := s.bestQuestion(yes, no, p, n, most); gain > most {
		best, most = rule.Literal{Feature: s.ask(q), Not: not}, gain
	}
	return best, most
}

// foil is what a condition gains that p positive and n negative rows meet.
func (s *separator) foil(p, n int, before float64) float64 {
	if p == 0 {
		return 0
	}
	return float64(float64(p) * (s.logs[p] - s.logs[p+n] - before))
}

// pruned cuts conditions off the end of a rule where that is worth most, the shortest of equals.
func (s *separator) pruned(r rule.Rule, worth func(fires []uint64) float64) rule.Rule {
	fires := s.scratch[3]
	bitmat.Ones(fires, s.x.Rows)
	best, length := worth(fires), 0
	for k, l := range r {
		column := s.x.Column(l.Feature)
		if l.Not {
			bitmat.AndNot(fires, fires, column)
		} else {
			bitmat.And(fires, fires, column)
		}
		if v := worth(fires); v > best {
			best, length = v, k+1
		}
	}
	return r[:length]
}

// worth is RIPPER's measure on the rows to prune on: (p - n) / (p + n) for p positive rows that are taken and n others.
func (s *separator) worth(fires []uint64) float64 {
	p, n := s.taken(fires)
	if p+n == 0 {
		return -1
	}
	return float64(p-n) / float64(p+n)
}

// taken counts the rows to prune on that are taken, by class.
func (s *separator) taken(fires []uint64) (p, n int) {
	side := s.scratch[4]
	bitmat.And(side, fires, s.test)
	p = bitmat.CountAnd(side, s.yes)
	return p, bitmat.Count(side) - p
}

// mostlyWrong reports whether a rule takes more negative rows than positive ones of those to prune on.
func (s *separator) mostlyWrong(r rule.Rule) bool {
	r.Match(s.scratch[3], s.x)
	p, n := s.taken(s.scratch[3])
	return n > p
}

// reconsider looks at each rule, in order, beside one that is grown anew and one that is grown on from it, both pruned for the
// fewest mistakes of the whole set, and keeps the one with which the set is shortest to describe; of equals the one that was there.
func (s *separator) reconsider(ctx context.Context, set rule.Set) rule.Set {
	set = slices.Clone(set)
	for k, old := range set {
		if ctx.Err() != nil {
			return set
		}
		left := s.uncovered(set, k)
		if bitmat.CountAnd(left, s.yes) == 0 {
			continue
		}
		s.part(left) // what the others take, they take: only these rows tell
		best, shortest := old, s.length(set)
		for _, r := range []rule.Rule{s.grown(nil), s.grown(old)} {
			set[k] = s.pruned(r, func(fires []uint64) float64 {
				p, n := s.taken(fires)
				return float64(p - n)
			})
			if length := s.length(s.shorten(set)); len(set[k]) > 0 && length < shortest {
				best, shortest = set[k], length
			}
		}
		set[k] = best
	}
	return set
}

// shorten drops rules, from the last on, without which the description is shorter.
func (s *separator) shorten(set rule.Set) rule.Set {
	set = slices.Clone(set)
	length := s.length(set)
	for k := len(set) - 1; k >= 0; k-- {
		less := slices.Delete(slices.Clone(set), k, k+1)
		if l := s.length(less); l < length {
			set, length = less, l
		}
	}
	return set
}

// length is how many bits it takes to tell the rules, and which rows they answer wrongly.
func (s *separator) length(set rule.Set) float64 {
	bits := 0.0
	covered := s.scratch[3]
	clear(covered)
	for _, r := range set {
		bits += s.ruleLength(len(r))
		r.Match(s.scratch[4], s.x)
		bitmat.Or(covered, covered, s.scratch[4])
	}
	cover, right := bitmat.Count(covered), bitmat.CountAnd(covered, s.yes)
	wrong, lacking := cover-right, bitmat.Count(s.yes)-right
	rest := s.x.Rows - cover
	mistakes := float64(wrong + lacking)
	bits += numeric.Log2(float64(s.x.Rows + 1))
	if cover > rest {
		return bits + subset(cover, wrong, s.expected*mistakes/float64(max(cover, 1))) + subset(rest, lacking, share(lacking, rest))
	}
	return bits + subset(cover, wrong, share(wrong, cover)) + subset(rest, lacking, (1-s.expected)*mistakes/float64(max(rest, 1)))
}

// ruleLength is the length of a rule of k conditions: how many they are, and which; half of it, for their order says nothing.
func (s *separator) ruleLength(k int) float64 {
	if k == 0 {
		return 1
	}
	return (numeric.Log2(float64(k)) + subset(int(s.literals), k, float64(k)/s.literals)) / 2
}

// subset is the length of saying which k of n things, each of which is expected with the probability p.
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

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
