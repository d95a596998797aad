// Package refine improves sets of rules on the rows they were learned from: it trades accuracy for length at a price for each
// rule and condition. It reads bits and labels, and knows nothing of columns.
package refine

import (
	"cmp"
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// A Refiner holds the options of refinement. The zero value works.
type Refiner struct {
	Price float64          // of a rule or a condition, as rule.ValidPrice knows it; zero means rule.AutoPrice
	Form  rule.Combination // rule.AutoForm needs AutoPrice, equal Weights, no RowWeights and no required columns to try votes
	Kicks int              // attempts to leave a local optimum, at most; zero means 12, a negative number none

	Weights rule.Weights // of the rows, by class: accuracy is counted by weight

	// RowWeights multiplies Weights: one weight for each row, from 0; prices count rows of weight 1. The search rounds them to a few
	// values. Nil weighs each row 1. Rules of which several must fire do not support them.
	RowWeights []float64

	Limits rule.Limits // on the form of the rules

	// Groups has the group of each row, from 0: cross-validation keeps the rows of a group in one fold. Nil means independent rows.
	Groups []int32
	// Times has the rank of each row's time: cross-validation judges rules on rows that are later than those they were learned from.
	// Nil means no order.
	Times []int32

	// Simplify, if it is not nil, shortens the result: a set with the same predictions that keeps to Limits except Required.
	Simplify func(rule.Set) rule.Set

	// Observe, if it is not nil, is called every few milliseconds with the number of finished steps.
	Observe func(done, of int)
}

// Refinement is the result of a refinement.
type Refinement struct {
	Set         rule.Set
	Votes       int     // the number of rules that must fire, at least 1
	Price       float64 // the price used, as a share of the rows; in nats for each row with more than one vote
	Interrupted bool    // ctx was canceled before a price was chosen; Set is nil

	shrink    float64    // of gains at Price, in standard deviations
	validated [][]uint64 // in each round, the rows that are positive by votes that were found without them
}

const defaultKicks = 12

// Refine searches for the set with the highest accuracy minus price × complexity on the rows of x. It starts from each of the
// sets and from a selection among all their rules, and makes one change at a time as long as the score rises: it removes, adds
// or replaces a condition (so thresholds move); it drops a rule, regrows it on the rows that the others leave uncovered, or adds
// one; it merges two rules into their common conditions. Then it removes rules by ones and twos, searches again, and keeps
// improvements. The result scores at least as high as every given set that keeps to the limits.
//
// AutoPrice on fewer than FewRows rows is three rows, or more for more than 729 features, if rules at that price beat the majority class in
// a cross-validation, which could tell many prices apart only by chance. Below 600 rows it is two rows if that is clearly better.
// Otherwise, and with Groups, where three rows may be one patient, the price is chosen by cross-validation, and is at least two rows.
// LowPrice is always in rows, even if the rules do not beat the majority class. At a price in rows a rule that covers n rows also costs 0.3
// √n: √n is the standard deviation of the gain of a rule that fits noise. With weights, a row counts as much as its weight, in prices and
// in gains.
//
// A set that breaks the limits is repaired first: negations go, and a rule that is too long keeps its best conditions. Required
// features are added last, by the cheapest change, and no later change removes them.
//
// The order of all attempts is fixed: the same rows give the same set. If ctx is canceled, Refine returns the best set so far;
// while the price is still being chosen there is none, because no price says what a condition is worth.
//
// References: W. W. Cohen: Fast Effective Rule Induction. ICML 1995 (RIPPER's optimization: each rule in turn is grown anew,
// given the others, and the better version stays). J. Hühn, E. Hüllermeier: FURIA. Data Mining and Knowledge Discovery 19 (2009)
// (generalizing by dropping conditions). P. Clark, T. Niblett: The CN2 Induction Algorithm. Machine Learning 3 (1989) (beam
// search for one rule). T. Wang, C. Rudin, F. Doshi-Velez and others: A Bayesian Framework for Learning Rule Sets. Journal of
// Machine Learning Research 18 (2017) (local moves on a set of rules). H. R. Lourenço, O. C. Martin, T. Stützle: Iterated Local
// Search. Handbook of Metaheuristics (2003) (kicks). L. Breiman and others: Classification and Regression Trees (1984), section
// 3.4.3 (the standard-error rule that chooses the price).
func (r Refiner) Refine(ctx context.Context, sets []rule.Set, x *bitmat.Matrix, labels []uint64) Refinement {
	yes, no := r.Weights.Each()
	switch {
	case r.Form == rule.SomeRules:
		return r.refineVotes(ctx, sets, x, labels)
	case r.Form == rule.AutoForm && r.Price == rule.AutoPrice && yes == no && r.RowWeights == nil && len(r.Limits.Required) == 0:
		return r.refineForm(ctx, sets, x, labels)
	}
	price, shrink := r.terms(x.Rows)
	p := &progress{observe: r.Observe, of: 1 + r.kicks()}
	e := r.evaluator(x, labels, nil)
	if price == rule.AutoPrice || price == rule.LowPrice {
		if price, shrink = r.chooseTerms(ctx, e, p); ctx.Err() != nil {
			return Refinement{Interrupted: true}
		}
	}
	out := Refinement{Votes: 1, Price: price, shrink: shrink}
	return r.finished(out, r.refineAt(ctx, out, sets, e, p), x, labels)
}

// Restore returns the Refinement for the stored result of an earlier Refine with the same options: its set, votes and price.
func (r Refiner) Restore(set rule.Set, votes int, price float64, rows int) Refinement {
	_, shrink := r.terms(rows)
	return Refinement{Set: set, Votes: votes, Price: price, shrink: shrink}
}

// SearchPrice returns a value for the Price of another Refiner on that number of rows, with which it uses the same price and shrinkage.
func (r Refinement) SearchPrice(rows int) float64 {
	if r.shrink == 0 {
		return r.Price
	}
	return max(float64(r.Price*float64(rows)), rule.LeastRows)
}

// Resume refines further sets after a refinement of the same rows: it uses that price, and starts from that set too. It returns the
// refinement unchanged if that has more than one vote or was interrupted.
func (r Refiner) Resume(ctx context.Context, was Refinement, sets []rule.Set, x *bitmat.Matrix, labels []uint64) Refinement {
	if was.Votes > 1 || was.Interrupted {
		return was
	}
	sets = append([]rule.Set{was.Set}, sets...)
	found := r.refineAt(ctx, was, sets, r.evaluator(x, labels, nil), &progress{observe: r.Observe, of: 1 + r.kicks()})
	return r.finished(was, found, x, labels)
}

// refineAt searches from sets at the price of a refinement, and returns the rules found.
func (r Refiner) refineAt(ctx context.Context, at Refinement, sets []rule.Set, e *evaluator, p *progress) rule.Set {
	s := r.searchAt(ctx, at, e)
	s.progress = p
	s.searchFrom(sets)
	s.reconsider()
	p.step()
	s.kick(r.kicks())
	return s.set
}

// reconsider searches anew with the negative rows weighted differently while rules are added, and keeps the best result: no sequence of
// single improvements leads from one short, imprecise rule to several long, precise ones, or back. On fewer than FewRows rows a higher
// score may be chance, so it tries one weight only, and the score must be higher by a standard error of the accuracy.
func (s *search) reconsider() {
	factors, slack := []float64{0.5, 3, 4}, 0.0
	if s.rows() < FewRows {
		factors, slack = []float64{4}, s.deviation(s.correct())
	}
	best, score := s.set.Clone(), s.score()
	for _, factor := range factors {
		s.start(nil)
		usual := s.no
		s.no *= factor
		for s.ctx.Err() == nil && s.add() {
		}
		s.no = usual
		s.localSearch()
		if s.enforceRequired() {
			s.localSearch()
		}
		if v := s.score(); v > score+slack+epsilon {
			best, score = s.set.Clone(), v
		}
	}
	s.start(best)
}

// searchAt returns a search at the price of a refinement.
func (r Refiner) searchAt(ctx context.Context, at Refinement, e *evaluator) *search {
	s := newSearch(ctx, e, r.Limits)
	s.setPrice(at.Price)
	s.shrink = at.shrink
	return s
}

func (r Refiner) kicks() int { return max(cmp.Or(r.Kicks, defaultKicks), 0) }

// Draft returns rules that are found from nothing, at Price or, if that is to be chosen, at a price that suits most tables. It takes a
// small part of the time of Refine. If ctx is canceled, ignore the result.
func (r Refiner) Draft(ctx context.Context, x *bitmat.Matrix, labels []uint64) Refinement {
	out := Refinement{Votes: 1}
	if out.Price, out.shrink = r.terms(x.Rows); out.Price <= rule.AutoPrice {
		out.Price = max(usualPrice, share(usual(x.Cols), x.Rows))
	}
	s := r.searchAt(ctx, out, r.evaluator(x, labels, nil))
	s.quick, s.progress = true, &progress{observe: r.Observe, of: 1}
	s.searchFrom(nil)
	return r.finished(out, s.set, x, labels)
}

// Gain searches from a set, at the price of a refinement of the same rows. It returns the result and true if its score is higher by more
// than half a standard error of the accuracy. Otherwise, and for a refinement with more than one vote, it returns the refinement and false.
// It takes a small part of the time of Refine.
func (r Refiner) Gain(
	ctx context.Context, was Refinement, set rule.Set, x *bitmat.Matrix, labels []uint64,
) (Refinement, bool) {
	if len(set) == 0 || was.Votes > 1 || was.Interrupted {
		return was, false
	}
	s := r.searchAt(ctx, was, r.evaluator(x, labels, nil))
	s.progress = &progress{observe: r.Observe, of: 1}
	s.start(was.Set)
	score, slack := s.score(), float64(caution*s.deviation(s.correct()))
	s.searchFrom([]rule.Set{set})
	if ctx.Err() != nil || s.score() <= score+slack {
		return was, false
	}
	return r.finished(was, s.set, x, labels), true
}

// evaluator returns an evaluator for some of the rows, or for all if rows is nil.
func (r Refiner) evaluator(x *bitmat.Matrix, labels []uint64, rows []int32) *evaluator {
	e := newEvaluator(x, labels, rows, r.RowWeights)
	yes, no := r.Weights.Each()
	e.yes, e.no = e.yes*yes, e.no*no
	return e
}

// finished returns a refinement with another set, after finish at its price.
func (r Refiner) finished(at Refinement, set rule.Set, x *bitmat.Matrix, labels []uint64) Refinement {
	r.Price = at.Price
	at.Set = r.finish(set, x, labels)
	return at
}

// finish simplifies a set. Simplification may remove required features without an effect; finish adds them again where they have one.
func (r Refiner) finish(set rule.Set, x *bitmat.Matrix, labels []uint64) rule.Set {
	if r.Simplify == nil {
		return set
	}
	set = r.Simplify(set)
	if missing := r.Limits.Missing(set); len(missing) > 0 {
		var more []int
		for _, g := range missing {
			more = append(more, r.Limits.Required[g]...)
		}
		set = r.restricted(context.Background(), set, more, x, labels, func(s *search) { s.enforceRequired() })
	}
	return set
}

// Prune removes conditions and rules while that raises the accuracy on the rows of x minus Price × complexity. It keeps
// required features. It reads only the columns of x that the set uses, and simplifies the result.
func (r Refiner) Prune(ctx context.Context, set rule.Set, x *bitmat.Matrix, labels []uint64) rule.Set {
	pruned := r.restricted(ctx, set, nil, x, labels, func(s *search) {
		s.pruning = true
		s.descend()
	})
	return r.finish(pruned, x, labels)
}

// restricted changes a set by a search that knows only the features of the set and those in more.
func (r Refiner) restricted(
	ctx context.Context, set rule.Set, more []int, x *bitmat.Matrix, labels []uint64, change func(*search),
) rule.Set {
	var used []int
	at := make([]int, x.Cols) // of each feature its place in used, from 1; 0 without one
	use := func(f int) int {
		if at[f] == 0 {
			used = append(used, f)
			at[f] = len(used)
		}
		return at[f] - 1
	}
	renamed := set.Clone()
	for _, r := range renamed {
		for i, l := range r {
			r[i].Feature = use(l.Feature)
		}
	}
	for _, f := range more {
		use(f)
	}
	required := make([][]int, len(r.Limits.Required))
	for g, features := range r.Limits.Required {
		for _, f := range features {
			if at[f] > 0 {
				required[g] = append(required[g], at[f]-1)
			}
		}
	}
	r.Limits.Required = required
	s := newSearch(ctx, r.evaluator(x.Columns(used), labels, nil), r.Limits)
	price, _ := r.terms(x.Rows)
	s.setPrice(price)
	s.start(renamed)
	change(s)
	for _, r := range s.set {
		for i := range r {
			r[i].Feature = used[r[i].Feature]
		}
	}
	return s.set
}

type progress struct {
	observe  func(done, of int)
	done, of int
}

func (p *progress) step() {
	p.done++
	p.tick()
}

// tick reports the finished steps. A nil progress reports nothing.
func (p *progress) tick() {
	if p != nil && p.observe != nil {
		p.observe(min(p.done, p.of), p.of)
	}
}

// maxBits bounds rows × features of a search, except for tables with very many features.
const (
	maxBits             = 16 << 20
	leastRows, mostRows = 4_096, 32_768
)

// MaxRows returns the number of rows beyond which a search samples: more rows say little about rules of this size and take
// long. Of a larger table, search a SampleRows and Prune the result on all rows; RATIONALE.md has the bound.
func MaxRows(features int) int { return min(max(maxBits/max(features, 1), leastRows), mostRows) }

// SampleRows returns positions of at most most rows, ascending, the same for the same numbers.
func SampleRows(rows, most int) []int32 {
	out := make([]int32, 0, min(rows, most))
	draws := numeric.Stream(0)
	for i := range rows { // row i is taken with the share of rows still wanted
		if draws.Below(i, rows-i) < most-len(out) {
			out = append(out, int32(i))
		}
	}
	return out
}
