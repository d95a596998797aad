package rule

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// Classes combines several sets of rules into a multiclass classifier.
//
// Without Codes there is a set for each class. All rules form one list; the first that fires gives its class, and Default is
// predicted if none fires. With Codes there is a set for each place of the code words: it predicts whether the word of a row has
// a one there, and the prediction is the class whose word differs from it in the fewest places.
//
// References: P. Clark, R. Boswell: Rule Induction with CN2: Some Recent Improvements. EWSL 1991 (rules for each class,
// ordered by Laplace's estimate of their precision). T. G. Dietterich, G. Bakiri: Solving Multiclass Learning Problems via
// Error-Correcting Output Codes. Journal of Artificial Intelligence Research 2 (1995).
type Classes struct {
	Names   []string `json:"classes"` // at least two
	Default int      `json:"default"` // place in Names
	// Order lists the places in Names of all classes, the class that wins first. With Codes it breaks ties between words at equal
	// distance. Without Codes, nil lists the most precise rule first; otherwise rules are listed by the order of their classes.
	Order []int `json:"order,omitempty"`
	// Codes are the code words of the classes: digits 0 and 1, one for each set, up to MaxCodeLength.
	Codes []string `json:"codes,omitempty"`
}

// Counts holds the coverage of a rule and its correct predictions.
type Counts struct {
	Covered int // rows on which it fires
	Right   int // of these, rows it predicts correctly
}

// A RuleRef identifies a rule: number Rule of set number Set, both from 0.
type RuleRef struct{ Set, Rule int }

// Validate returns an error if the classes, which may come from a damaged file, do not fit the number of sets.
func (c *Classes) Validate(sets int) error {
	names := slices.Sorted(slices.Values(c.Names))
	switch {
	case len(names) < 2 || len(slices.Compact(names)) < len(c.Names):
		return fmt.Errorf("rule: the classes are not two or more different ones")
	case len(names) > dataset.MostClasses:
		return fmt.Errorf("rule: %d classes exceed the limit of %d", len(names), dataset.MostClasses)
	case c.Default < 0 || c.Default >= len(c.Names):
		return fmt.Errorf("rule: the answer where no rule fires is class %d of %d", c.Default+1, len(c.Names))
	case c.Order != nil && !isPermutation(c.Order, len(c.Names)):
		return fmt.Errorf("rule: the order does not name each of %d classes once", len(c.Names))
	case c.Codes == nil && sets != len(c.Names):
		return fmt.Errorf("rule: there are %d sets of rules for %d classes", sets, len(c.Names))
	case c.Codes != nil:
		return c.validateCodes(sets)
	}
	return nil
}

func isPermutation(order []int, n int) bool {
	seen := make([]bool, n)
	for _, i := range order {
		if i < 0 || i >= n || seen[i] {
			return false
		}
		seen[i] = true
	}
	return len(order) == n
}

// List returns the rules in the order in which they apply: by the Order of their classes, if it is given, and then by the highest
// precision by Laplace's estimate, (right + 1) / (covered + number of classes). Ties go to the rule that is right on more rows,
// then to the earlier class, then to the earlier rule. Tallies has the counts on the training rows of each rule of each set; a
// rule without counts is taken to cover none. With Codes the list is nil.
func (c *Classes) List(sets []Set, tallies [][]Counts) []RuleRef {
	if c.Codes != nil {
		return nil
	}
	rank := make([]int, len(sets))
	for i, class := range c.Order {
		rank[class] = i
	}
	var list []RuleRef
	for i, set := range sets {
		for k := range set {
			list = append(list, RuleRef{i, k})
		}
	}
	tally := func(p RuleRef) (t Counts) {
		if p.Set < len(tallies) && p.Rule < len(tallies[p.Set]) {
			t = tallies[p.Set][p.Rule]
		}
		return t
	}
	n := int64(len(c.Names))
	slices.SortStableFunc(list, func(a, b RuleRef) int {
		x, y := tally(a), tally(b)
		left := int64(x.Right+1) * (int64(y.Covered) + n) // the fractions with a common denominator: exact
		right := int64(y.Right+1) * (int64(x.Covered) + n)
		return cmp.Or(cmp.Compare(rank[a.Set], rank[b.Set]), cmp.Compare(right, left), cmp.Compare(y.Right, x.Right))
	})
	return list
}

// Answer is the predicted class of a row. First is the number, from 1, of the rule in the list that decided it; 0 if no rule
// fires, and with Codes.
type Answer struct {
	Class uint8
	First uint16
}

// Answers predicts the class of each row of x. The list is the result of List.
func (c *Classes) Answers(sets []Set, list []RuleRef, x *bitmat.Matrix) []Answer {
	answers := make([]Answer, x.Rows)
	words := bitmat.Words(x.Rows)
	fires, scratch := make([]uint64, words), make([]uint64, words)
	if c.Codes != nil {
		c.decode(answers, sets, x)
		return answers
	}
	for i := range answers {
		answers[i].Class = uint8(c.Default)
	}
	for n, p := range list {
		sets[p.Set][p.Rule].Match(fires, x)
		bitmat.AndNot(fires, fires, scratch)
		bitmat.Or(scratch, scratch, fires)
		for i, w := range fires {
			for ; w != 0; w &= w - 1 {
				answers[64*i+bits.TrailingZeros64(w)] = Answer{uint8(p.Set), uint16(n + 1)}
			}
		}
	}
	return answers
}

// decode predicts a word for each row and finds the nearest code word.
func (c *Classes) decode(answers []Answer, sets []Set, x *bitmat.Matrix) {
	codes := c.codeWords()
	predicted := make([]uint64, x.Rows)
	fires, scratch := make([]uint64, bitmat.Words(x.Rows)), make([]uint64, bitmat.Words(x.Rows))
	for k, set := range sets {
		set.Match(fires, scratch, x)
		for i, w := range fires {
			for ; w != 0; w &= w - 1 {
				predicted[64*i+bits.TrailingZeros64(w)] |= 1 << k
			}
		}
	}
	for i, word := range predicted {
		answers[i].Class = uint8(c.nearest(word, codes))
	}
}

// Decode returns the class whose code word is nearest to a word, in which bit i is the prediction of set i. Order breaks ties
// between words at equal distance, then their own order.
func (c *Classes) Decode(word uint64) int { return c.nearest(word, c.codeWords()) }

func (c *Classes) nearest(word uint64, codes []uint64) int {
	best, least := 0, 65
	for i := range codes {
		if c.Order != nil {
			i = c.Order[i]
		}
		if d := bits.OnesCount64(word ^ codes[i]); d < least {
			best, least = i, d
		}
	}
	return best
}
