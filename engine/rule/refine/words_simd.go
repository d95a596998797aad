//go:build goexperiment.simd && wasm

package refine

import "simd/archsimd"

const (
	mostBlocks   = 1<<16/128 - 1 // of a feature that are counted at once: their counts, at most 128 each, are added up in 16 bits
	wordsPerCode = 1.8           // that are counted in about the time of one code
)

// addCommon is the form with vectors. It adds the bits of the first seven pairs of words of a block with full adders (Harley and
// Seal), and counts the set bits of three sums, of 1, 2 and 4, instead of those of seven pairs.
func addCommon(each []counts, features, set []block, length int, weight counts) {
	for f := range each {
		column := features[f*length:][:len(set)]
		var total archsimd.Uint16x8
		for i := range set {
			x, y := &set[i], &column[i]
			a, a2 := add(common(x, y, 0), common(x, y, 1), common(x, y, 2))
			b, b2 := add(common(x, y, 3), common(x, y, 4), common(x, y, 5))
			ones, c2 := add(a, b, common(x, y, 6))
			twos, fours := add(a2, b2, c2)
			n := setBits(fours)
			n = n.Add(n).Add(setBits(twos))
			n = n.Add(n).Add(setBits(ones)).Add(setBits(common(x, y, 7)))
			total = total.Add(n.ToBits().ExtendLo8ToUint16()).Add(n.ToBits().ExtendHi8ToUint16())
		}
		four := total.ExtendLo4ToUint32().Add(total.ExtendHi4ToUint32())
		each[f] += counts(four.GetElem(0)+four.GetElem(1)+four.GetElem(2)+four.GetElem(3)) * weight
	}
}

func common(x, y *block, pair int) archsimd.Uint64x2 {
	return archsimd.LoadUint64x2Array((*[2]uint64)(x[2*pair:])).And(archsimd.LoadUint64x2Array((*[2]uint64)(y[2*pair:])))
}

// add adds three bits at each place.
func add(a, b, c archsimd.Uint64x2) (ones, twos archsimd.Uint64x2) {
	odd := a.Xor(b)
	return odd.Xor(c), a.And(b).Or(odd.And(c))
}

// setBits counts those of each byte.
func setBits(x archsimd.Uint64x2) archsimd.Int8x16 {
	return x.ReshapeToUint8s().BitsToInt8().OnesCount()
}
