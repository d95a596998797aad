package dataset

import (
	"fmt"
	"math"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/numeric"
)

// sampler draws a random sample of the rows. The hash of its row number decides whether a row is kept, so that the sample depends
// on nothing else. The zero value keeps all rows.
type sampler struct {
	below      uint64 // rows with a smaller hash are kept; 0 keeps all
	seen, kept int    // rows
}

// sampleSeed makes the sample independent of other uses of row numbers.
const sampleSeed = 0x5a3f1e

// keeps reports whether the next row is in the sample.
func (s *sampler) keeps() bool {
	if s.below == 0 {
		return true
	}
	s.seen++
	if hashRow(uint64(s.seen)+sampleSeed) >= s.below {
		return false
	}
	s.kept++
	return true
}

// report adds the rows that the sample skipped, and a warning, to the table.
func (s *sampler) report(t *Table) {
	if s.below != 0 {
		t.LeftOut += s.seen - s.kept
		t.Warnings = append(t.Warnings, fmt.Sprintf("a random sample: %d of the %d rows", s.kept, s.seen))
	}
}

// hashRow returns output number z, from 1, of the generator SplitMix64 with the seed 0.
func hashRow(z uint64) uint64 { return numeric.Mix(z * numeric.GoldenGamma) }

// plan prepares a sample of about want rows of a file with this many lines. Known is false if the number of lines is unknown.
func (s *sampler) plan(want int, lines float64, known bool) error {
	if !known {
		return csvfile.NewError(TooLarge, "give a file", "a sample cannot be drawn from a stream of unknown length")
	}
	if share := float64(want) / lines; share < 1 {
		s.below = uint64(share * math.MaxUint64)
	}
	return nil
}
