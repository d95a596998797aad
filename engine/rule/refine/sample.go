package refine

import "drnet/engine/numeric"

// maxBits bounds rows × features of a search, except for tables with very many features.
const (
	maxBits             = 16 << 20
	leastRows, mostRows = 4_096, 32_768
)

// MaxRows returns the number of rows beyond which a search samples: more rows say little about rules of this size and take
// long. Of a larger table, search a SampleRows and Prune the result on all rows.
func MaxRows(features int) int {
	return min(max(maxBits/max(features, 1), leastRows), mostRows)
}

// SampleRows returns positions of at most most rows, ascending, the same for the same numbers.
func SampleRows(rows, most int) []int32 {
	out := make([]int32, 0, min(rows, most))
	draws := numeric.Stream(0)
	for i := range rows { // row i is taken with the share of rows still wanted
		left := most - len(out)
		if draws.Below(i, rows-i) < left {
			out = append(out, int32(i))
		}
	}
	return out
}
