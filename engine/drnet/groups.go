package drnet

import "drnet/engine/bitmat"

// The code of a pattern has codeBits bits, so that a word holds inWord codes.
const (
	mostPatterns = bitmat.MostPatterns

	codeBits = 6
	inWord   = 64 / codeBits
)

// groups divide the features of a table into groups with few different patterns of bits. If the sum of weights is known for each pattern
// of each group, the sum for a row takes one look-up for each group.
type groups struct {
	flips [][]bitmat.Flip // of each group
	total int             // number of flips of all groups
	words int             // number of words of codes for each row
	// codes has the code of the pattern that each row has in each group. Group k is in word k/inWord of the row, from bit
	// k%inWord*codeBits on.
	codes []uint64
}

// newGroups groups the features of a table.
func newGroups(x *bitmat.Matrix) *groups {
	list := x.Groups()
	var g groups
	for _, group := range list {
		g.flips, g.total = append(g.flips, group.Flips), g.total+len(group.Flips)
	}
	g.words = (len(list) + inWord - 1) / inWord
	g.codes = make([]uint64, x.Rows*g.words)
	for k, group := range list {
		word, shift := k/inWord, k%inWord*codeBits
		for i, code := range group.Codes {
			g.codes[i*g.words+word] |= uint64(code) << shift
		}
	}
	return &g
}

// gather copies the codes of rows.
func (g *groups) gather(dst []uint64, index []int32) {
	for i, row := range index {
		to, from := dst[i*g.words:(i+1)*g.words], g.codes[int(row)*g.words:]
		for k := range to { // one or two words, for which the call of copy would take longer
			to[k] = from[k]
		}
	}
}

// work estimates the cost of looking up the sums of some rows, for one of four rules, in units of one row visited by addBroken. The
// constants were measured.
func (g *groups) work(rows int) int {
	const ofRow, ofFlip = 6, 3 // in addition to the look-ups
	return (rows*(len(g.flips)+ofRow) + ofFlip*g.total) / lanes
}
