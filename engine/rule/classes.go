package rule

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/numeric"
)

// Classes combines several sets of rules into a multiclass classifier.
//
// Without Codes there is a set for each class. All rules form one list; the first that holds gives its class, and Default is
// predicted if none holds. With Codes there is a set for each place of the code words: it predicts whether the word of a row has
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
	// Codes has the code words of the classes: digits 0 and 1, one for each set, up to MaxCodeLength.
	Codes []string `json:"codes,omitempty"`
}

// Counts holds the coverage of a rule and its correct predictions.
type Counts struct {
	Covered int // rows for which it holds
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
		return fmt.Errorf("rule: the answer where no rule holds is class %d of %d", c.Default+1, len(c.Names))
	case c.Order != nil && !slices.Equal(slices.Sorted(slices.Values(c.Order)), bitmat.Indexes[int](len(c.Names))):
		return fmt.Errorf("rule: the order does not name each of %d classes once", len(c.Names))
	case c.Codes == nil && sets != len(c.Names):
		return fmt.Errorf("rule: there are %d sets of rules for %d classes", sets, len(c.Names))
	case c.Codes != nil:
		return c.validateCodes(sets)
	}
	return nil
}

// List returns the rules in the order in which they apply, nil with Codes. They are sorted by the place of their class in Order, if
// it is given; then by their own place (see Mark), rules without one last; then by precision on the training rows, the highest first,
// in Laplace's estimate (right + 1) / (covered + number of classes). Ties go to the rule with more correct predictions, then to the
// earlier class, then to the earlier rule. Marks and tallies have an entry for each rule of each set. Both may lack a set: its rules
// then lack a place, or count as covering 0 rows.
func (c *Classes) List(sets []Set, marks [][]Mark, tallies [][]Counts) []RuleRef {
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
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		x, y := tally(a), tally(b)
		left := int64(x.Right+1) * (int64(y.Covered) + n) // the fractions with a common denominator: exact
		right := int64(y.Right+1) * (int64(x.Covered) + n)
		return cmp.Or(cmp.Compare(rank[a.Set], rank[b.Set]), cmp.Compare(Place(marks, a), Place(marks, b)),
			cmp.Compare(right, left), cmp.Compare(y.Right, x.Right)) < 0
	})
	return list
}

// Place returns the place of a rule in the list by the marks of all sets, math.MaxInt if it lacks one.
func Place(marks [][]Mark, p RuleRef) int {
	if p.Set >= len(marks) || len(marks[p.Set]) == 0 {
		return math.MaxInt
	}
	return cmp.Or(marks[p.Set][p.Rule].Place, math.MaxInt)
}

// Answer is the predicted class of a row. First is the number in the list, from 1, of the rule that decided; 0 if none fired.
type Answer struct {
	Class uint8
	First uint16
}

// Answers predicts the class of each row of x. The list is the result of List.
func (c *Classes) Answers(sets []Set, list []RuleRef, x *bitmat.Matrix) []Answer {
	answers := make([]Answer, x.Rows)
	fires, scratch := make([]uint64, bitmat.Words(x.Rows)), make([]uint64, bitmat.Words(x.Rows))
	if c.Codes != nil {
		predicted, codes := make([]uint64, x.Rows), c.codeWords()
		for k, set := range sets {
			set.Match(fires, scratch, x)
			bitmat.EachBit(fires, func(i int) { predicted[i] |= 1 << k })
		}
		for i, word := range predicted {
			answers[i].Class = uint8(c.nearest(word, codes))
		}
		return answers
	}
	for i := range answers {
		answers[i].Class = uint8(c.Default)
	}
	for n, p := range list {
		sets[p.Set][p.Rule].Match(fires, x)
		bitmat.AndNot(fires, fires, scratch)
		bitmat.Or(scratch, scratch, fires)
		bitmat.EachBit(fires, func(i int) { answers[i] = Answer{uint8(p.Set), uint16(n + 1)} })
	}
	return answers
}

// A Passage describes how rows pass along a list of n rules. Both slices have n+1 bitmaps of rows: one for the place before each rule,
// and one for the end of the list.
type Passage struct {
	Reach [][]uint64 // the rows that reach the place, since no earlier rule holds for them
	Same  [][]uint64 // the rows that the rest of the list, with Default, predicts as a given class
}

// Passage passes the rows of x along the list, the result of List. The class is that of Passage.Same.
func (c *Classes) Passage(class int, sets []Set, list []RuleRef, x *bitmat.Matrix) Passage {
	words, n := bitmat.Words(x.Rows), len(list)
	p := Passage{make([][]uint64, n+1), make([][]uint64, n+1)}
	for k := range n + 1 {
		p.Reach[k], p.Same[k] = make([]uint64, words), make([]uint64, words)
	}
	fires := make([][]uint64, n)
	bitmat.Ones(p.Reach[0], x.Rows)
	for k, r := range list {
		fires[k] = make([]uint64, words)
		sets[r.Set][r.Rule].Match(fires[k], x)
		bitmat.AndNot(p.Reach[k+1], p.Reach[k], fires[k])
	}
	if c.Default == class {
		bitmat.Ones(p.Same[n], x.Rows)
	}
	for k, r := range slices.Backward(list) {
		if r.Set == class {
			bitmat.Or(p.Same[k], p.Same[k+1], fires[k])
		} else {
			bitmat.AndNot(p.Same[k], p.Same[k+1], fires[k])
		}
	}
	return p
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

const (
	MaxCodeLength = 64 // limits the digits of a code word

	exhaustive = 5  // up to this number of classes, each split of them into two groups is a column
	fewestBits = 15 // length of the words of more classes; the number of classes if that is larger
	codeTries  = 100
)

// Codes returns a code word for each of at least two classes. The columns are all splits of up to five classes into two groups. For more
// classes the code is the best of codeTries pseudorandom ones, always the same: the one with the largest least distance between words,
// then between a column and another one or its complement.
func Codes(classes int) []string {
	if classes <= exhaustive {
		n := 1<<(classes-1) - 1
		words := make([]uint64, classes)
		for column := range n { // the first class always has a one, so that no column is the complement of another
			for i := range words {
				if i == 0 || column>>(i-1)&1 == 1 {
					words[i] |= 1 << column
				}
			}
		}
		return codeDigits(words, n)
	}
	n := min(max(fewestBits, classes), MaxCodeLength)
	var best []uint64
	rows, columns := -1, -1
	draws := numeric.Sequence(0)
	for range codeTries {
		words := make([]uint64, classes)
		for column := 0; column < n; {
			for i := range words {
				words[i] = words[i]&(1<<column-1) | draws.Next()>>63<<column
			}
			if columnDistance(words, column) > 0 {
				column++
			}
		}
		if r, c := minDistance(words), minColumnDistance(words, n); r > rows || r == rows && c > columns {
			best, rows, columns = words, r, c
		}
	}
	return codeDigits(best, n)
}

// minDistance returns the number of places in which the two nearest words differ.
func minDistance(words []uint64) int {
	least := MaxCodeLength
	for i, a := range words {
		for _, b := range words[:i] {
			least = min(least, bits.OnesCount64(a^b))
		}
	}
	return least
}

// minColumnDistance returns the least number of classes in which two of the first n columns differ, or a column and the
// complement of another. It is 0 if all classes of a column are in one group.
func minColumnDistance(words []uint64, n int) int {
	least := len(words)
	for column := range n {
		least = min(least, columnDistance(words, column))
	}
	return least
}

// columnDistance is minColumnDistance between one column and those before it.
func columnDistance(words []uint64, column int) int {
	least := len(words)
	count := func(of func(word uint64) uint64) {
		ones := 0
		for _, w := range words {
			ones += int(of(w) & 1)
		}
		least = min(least, ones, len(words)-ones)
	}
	count(func(w uint64) uint64 { return w >> column })
	for other := range column {
		count(func(w uint64) uint64 { return w>>column ^ w>>other })
	}
	return least
}

// codeDigits writes words with the first place first.
func codeDigits(words []uint64, n int) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fmt.Sprintf("%0*b", n, bits.Reverse64(w)>>(MaxCodeLength-n))
	}
	return out
}

func (c *Classes) codeWords() []uint64 {
	out := make([]uint64, len(c.Codes))
	for i, code := range c.Codes {
		for k := range code {
			out[i] |= uint64(code[k]-'0') << k
		}
	}
	return out
}

func (c *Classes) validateCodes(sets int) error {
	if len(c.Codes) != len(c.Names) || sets < 1 || sets > MaxCodeLength {
		return fmt.Errorf("rule: there are %d code words for %d classes, and %d sets of rules", len(c.Codes), len(c.Names), sets)
	}
	for i, code := range c.Codes {
		if len(code) != sets || strings.Trim(code, "01") != "" {
			return fmt.Errorf("rule: the code word of class %d is not %d digits 0 and 1", i+1, sets)
		}
	}
	if minDistance(c.codeWords()) == 0 {
		return fmt.Errorf("rule: two classes have the same code word")
	}
	return nil
}

// Ones reports whether the code word of a class has a one in a place.
func (c *Classes) Ones(class, place int) bool { return c.Codes[class][place] == '1' }
