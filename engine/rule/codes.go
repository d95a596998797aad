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

// Codes returns a code word for each of at least two classes: for up to five classes all ways to split them into two groups, for
// more the best of some pseudorandom codes, always the same. The best code has words that differ in the most places, then columns
// that differ most from each other and from each other's complements.
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
		var b strings.Builder
		for k := range n {
			b.WriteByte('0' + byte(w>>k&1))
		}
		out[i] = b.String()
	}
	return out
}

// codeWords reads the code words.
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
