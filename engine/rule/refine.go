package rule

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// Prices. A price is what a rule or a condition must earn to stay, as a share of the training rows: at 3e-4, three more
// rows in ten thousand must be answered rightly.
const (
	AutoPrice = 0  // chosen on training rows that are set aside for that
	NoPrice   = -1 // no refinement: the rules stay as they were learnt
	MostPrice = 1  // no condition can earn more
)

// searchBits bounds what a search has before it: rows × features, but for tables with very many features.
const (
	searchBits           = 16 << 20
	fewestRows, mostRows = 4_096, 32_768
)

// SearchRows returns the most rows that a search should run on: more would say little about rules of this size and
// take long. Of a larger table a Sample is searched, and what is found is pruned on all rows.
func SearchRows(features int) int {
	return min(max(searchBits/max(features, 1), fewestRows), mostRows)
}

// Refinement says how a set is to be made better. The zero value works.
type Refinement struct {
	Price float64 // of a rule or a condition: a number from 0 to MostPrice; zero means AutoPrice
	Kicks int     // tries to leave a local optimum, at most; zero means 48

	Weights Weights // of the rows, by class: what is accurate is counted by weight
	Limits  Limits  // what the rules may be and must ask for

	// Simplify, if it is not nil, returns a shorter set that answers the same and keeps to Limits but for Required. It is
	// applied to the result.
	Simplify func(Set) Set

	// Observe, if it is not nil, is called every few milliseconds with the parts of the work that are done.
	Observe func(done, of int)
}

// Refined is the result of a refinement.
type Refined struct {
	Set   Set
	Price float64 // that was paid
	Cut   bool    // ctx was cancelled before a price was chosen: there is no Set
}

const defaultKicks = 48

// Refine searches for the set with the highest accuracy less price × complexity on the rows of x. It starts from each
// of the sets and from a choice among all their rules, and changes one thing at a time as long as that pays: a
// condition is taken out, put in, or put in the place of another (so thresholds move); a rule is dropped, replaced by
// one that grows from nothing on the rows that the others leave to it, or added; two rules become what they have in
// common. Then it takes out rules by ones and twos, goes on from there, and keeps what is better. So the result scores no
// less than any of the sets it was given that keeps to the limits. Sets that do not are made to first: negations go, and a
// rule that is too long keeps its best conditions. What the rules must ask for comes in when nothing else makes them better,
// by the change that costs least, and no later change takes it out again.
//
// The order of all tries is fixed: the same rows give the same set. When ctx is cancelled, the best set so far is returned; while
// the price is still to be chosen there is none, because nothing says what a condition is worth.
//
// References: W. W. Cohen: Fast Effective Rule Induction. ICML 1995 (RIPPER's optimization: each rule in turn is grown
// anew, given the others, and the better version stays). J. Hühn, E. Hüllermeier: FURIA. Data Mining and Knowledge
// Discovery 19 (2009) (generalising by dropping conditions). P. Clark, T. Niblett: The CN2 Induction Algorithm. Machine Learning 3
// (1989) (beam search for one rule). T. Wang, C. Rudin, F. Doshi-Velez and others: A Bayesian Framework for Learning Rule Sets.
// Journal of Machine Learning
// Research 18 (2017) (local moves on a set of rules). H. R. Lourenço, O. C. Martin, T. Stützle: Iterated Local
// Search. Handbook of Metaheuristics (2003) (kicks). L. Breiman and others: Classification and Regression Trees (1984),
// section 3.4.3 (the standard-error rule by which a price is chosen).
func (r Refinement) Refine(ctx context.Context, sets []Set, x *bitmat.Matrix, labels []uint64) Refined {
	if r.Kicks == 0 {
		r.Kicks = defaultKicks
	}
	out := Refined{Price: r.Price}
	p := &progress{observe: r.Observe, of: 1 + r.Kicks}
	if r.Price == AutoPrice {
		p.of += priceFolds * len(prices)
		out.Price = r.choosePrice(ctx, sets, x, labels, p)
		if ctx.Err() != nil {
			return Refined{Cut: true}
		}
	}
	s := r.search(ctx, x, labels, nil)
	s.setPrice(out.Price)
	s.progress = p
	s.best(sets)
	p.step(1)
	s.kick(r.Kicks)
	r.Price = out.Price
	out.Set = r.finish(s.set, x, labels)
	return out
}

// search returns a search on some of the rows, nil for all, at no price.
func (r Refinement) search(ctx context.Context, x *bitmat.Matrix, labels []uint64, rows []int32) *search {
	a := newArena(x, labels, rows)
	a.yes, a.no = r.Weights.Each()
	s := newSearch(ctx, a, 0)
	s.limit(r.Limits)
	return s
}

// finish simplifies a set. Where that takes out what the rules must ask for, which was then without effect, they are made
// to ask for it with some.
func (r Refinement) finish(set Set, x *bitmat.Matrix, labels []uint64) Set {
	if r.Simplify == nil {
		return set
	}
	set = r.Simplify(set)
	if missing := r.Limits.Missing(set); len(missing) > 0 {
		var more []int
		for _, g := range missing {
			more = append(more, r.Limits.Required[g]...)
		}
		set = r.within(context.Background(), set, more, x, labels, func(s *search) { s.insist() })
	}
	return set
}

// progress counts the parts of the work that are done.
type progress struct {
	observe  func(done, of int)
	done, of int
}

func (p *progress) step(n int) {
	p.done += n
	p.tick()
}

// tick tells how far the work is. It is there for searches without a progress too.
func (p *progress) tick() {
	if p != nil && p.observe != nil {
		p.observe(min(p.done, p.of), p.of)
	}
}

// best starts from every set and from the choice among all rules, and ends with the best of what becomes of them.
func (s *search) best(sets []Set) {
	var top Set
	score := 0.0
	keep := func() {
		if v := s.score(); top == nil || v > score+epsilon {
			top, score = s.set.clone(), v
		}
	}
	var pool Set
	for _, set := range sets {
		s.start(set)
		s.descend()
		keep()
		pool = append(append(pool, s.set.clone()...), set...)
	}
	s.start(nil)
	s.pick(pool)
	s.settle()
	keep()
	s.start(top)
	s.settle()
	if s.insist() {
		s.settle()
	}
}

// Prune takes conditions and rules out of a set as long as that makes its accuracy on the rows of x less Price ×
// complexity higher, and nothing is lost that the rules must ask for. It looks at no column of x that the set does not ask
// about, and simplifies the result.
func (r Refinement) Prune(ctx context.Context, set Set, x *bitmat.Matrix, labels []uint64) Set {
	pruned := r.within(ctx, set, nil, x, labels, func(s *search) {
		s.pruning = true
		s.descend()
	})
	return r.finish(pruned, x, labels)
}

// within changes a set by a search that knows only the features that the set asks about, and some more.
func (r Refinement) within(ctx context.Context, set Set, more []int, x *bitmat.Matrix, labels []uint64, change func(*search)) Set {
	var used []int
	at := make([]int, x.Cols) // of each feature its place in used, from 1; 0 without one
	use := func(f int) {
		if at[f] == 0 {
			used = append(used, f)
			at[f] = len(used)
		}
	}
	renamed := set.clone()
	for _, r := range renamed {
		for i, l := range r {
			use(l.Feature)
			r[i].Feature = at[l.Feature] - 1
		}
	}
	for _, f := range more {
		use(f)
	}
	part := bitmat.New(x.Rows, len(used))
	for j, f := range used {
		copy(part.Column(j), x.Column(f))
	}
	r.Limits.Required = renumbered(r.Limits.Required, at)
	s := r.search(ctx, part, labels, nil)
	s.setPrice(r.Price)
	s.start(renamed)
	change(s)
	for _, r := range s.set {
		for i := range r {
			r[i].Feature = used[r[i].Feature]
		}
	}
	return s.set
}

// renumbered returns groups of those features that have a place, by their places, which are counted from 1.
func renumbered(groups [][]int, place []int) [][]int {
	out := make([][]int, len(groups))
	for g, features := range groups {
		for _, f := range features {
			if place[f] > 0 {
				out[g] = append(out[g], place[f]-1)
			}
		}
	}
	return out
}

// Sample returns positions of at most so many of the rows, ascending, the same for the same numbers.
func Sample(rows, most int) []int32 {
	out := make([]int32, 0, min(rows, most))
	draws := numeric.Stream(0)
	for i := range rows { // row i is taken with the share of those that are still wanted
		left := most - len(out)
		if draws.Below(i, rows-i) < left {
			out = append(out, int32(i))
		}
	}
	return out
}
