package drnet

import "drnet/engine/bitmat"

// Codes of patterns take codeBits, so that a word holds inWord of them.
const (
	mostPatterns = bitmat.MostPatterns

	codeBits = 6
	inWord   = 64 / codeBits
)

// groups are those of the features of a table: sums for every pattern of a group give the sum of a row in one step for each.
type groups struct {
	flips [][]bitmat.Flip // of each group
	total int             // number of flips
	words int             // in a row of codes
	// codes are those of each row: group k has the bits from k%inWord*codeBits on of word k/inWord.
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
		for k := range to { // one or two words: copy would cost more in its call
			to[k] = from[k]
		}
	}
}

// work estimates the cost for one of four rules of looking up the sums of rows, in visits of a row. The constants were measured.
func (g *groups) work(rows int) int {
	const ofRow, ofFlip = 6, 3 // in addition to the look-ups
	return (rows*(len(g.flips)+ofRow) + ofFlip*g.total) / lanes
}
