package rule

import (
	"fmt"
	"math/bits"
	"strings"

	"drnet/engine/numeric"
)

// MaxCodeLength bounds the length of a code word.
const MaxCodeLength = 64

const (
	exhaustive = 5  // classes up to which every split of them into two groups has a column
	fewestBits = 15 // of the words of more classes, where there is one for each class if that is more
	codeTries  = 100
)

// Codes returns a code word for each of so many classes, two at least: for up to five all ways to make two groups of them,
// for more the best of some random codes, always the same. The better one has words that differ in more places, and then
// columns that differ more from each other and from each other's opposites.
func Codes(classes int) []string {
	if classes <= exhaustive {
		n := 1<<(classes-1) - 1
		words := make([]uint64, classes)
		for column := range n { // the first class always has a one, so that no column is another's opposite
			for i := range words {
				if i == 0 || column>>(i-1)&1 == 1 {
					words[i] |= 1 << column
				}
			}
		}
		return digits(words, n)
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
			if apartFrom(words, column) > 0 {
				column++
			}
		}
		if r, c := apart(words), apartColumns(words, n); r > rows || r == rows && c > columns {
			best, rows, columns = words, r, c
		}
	}
	return digits(best, n)
}

// apart returns in how many places the two nearest words differ.
func apart(words []uint64) int {
	least := MaxCodeLength
	for i, a := range words {
		for _, b := range words[:i] {
			least = min(least, bits.OnesCount64(a^b))
		}
	}
	return least
}

// apartColumns returns in how many classes the two of the first n columns differ that are nearest to each other or to the
// other's opposite; 0 also if a column has all classes in one group.
func apartColumns(words []uint64, n int) int {
	least := len(words)
	for column := range n {
		least = min(least, apartFrom(words, column))
	}
	return least
}

// apartFrom is apartColumns for one column and those before it.
func apartFrom(words []uint64, column int) int {
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

// digits writes words with the first place in front.
func digits(words []uint64, n int) []string {
	out := make([]string, len(words))
	for i, w := range words {
		var b strings.Builder
		for k := range n {
			b.WriteByte('0' + byte(w>>k&1))
		}
		out[i] = b.String()
	}
	return out
}

// words reads the code words.
func (c *Classes) words() []uint64 {
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
	if apart(c.words()) == 0 {
		return fmt.Errorf("rule: two classes have the same code word")
	}
	return nil
}

// Ones reports whether the code word of a class has a one in a place.
func (c *Classes) Ones(class, place int) bool { return c.Codes[class][place] == '1' }
