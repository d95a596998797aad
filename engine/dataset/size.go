package dataset

import (
	"bytes"
	"fmt"
	"math"

	"drnet/engine/numeric"
)

// sampler keeps rows at random. A row's number decides, not a stream of random numbers, so that the sample is the same
// whatever else is read.
type sampler struct {
	below   uint64 // rows whose hash is less are kept; 0 keeps all
	seen, n int    // rows, and those kept
}

// sampleSeed makes the sample independent of other uses of row numbers.
const sampleSeed = 0x5a3f1e

func (s *sampler) keeps() bool {
	if s.below == 0 {
		return true
	}
	s.seen++
	if hashRow(uint64(s.seen)+sampleSeed) >= s.below {
		return false
	}
	s.n++
	return true
}

// hashRow returns output z of SplitMix64 from the state 0, counted from 1.
func hashRow(z uint64) uint64 { return numeric.Mix(z * numeric.GoldenGamma) }

func (s *sampler) say(t *Table) {
	if s.below == 0 {
		return
	}
	t.LeftOut += s.seen - s.n
	t.warn("a random sample: %d of the %d rows", s.n, s.seen)
}

// plan prepares a sample. How many rows there are is estimated from the lines at the beginning.
func (rd *reader) plan() error {
	want := rd.options.Sample
	if want <= 0 {
		return nil
	}
	lines := max(bytes.Count(rd.window.text(), []byte{'\n'}), bytes.Count(rd.window.text(), []byte{'\r'}), 1)
	rows := float64(lines)
	if !rd.window.whole {
		if rd.options.Size <= 0 {
			return &Error{Kind: TooLarge, Message: "a sample cannot be drawn from a stream of unknown length", Hint: "give a file"}
		}
		rows *= rd.textSize() / float64(len(rd.window.text()))
	}
	if share := float64(want) / rows; share < 1 {
		rd.sample.below = uint64(share * math.MaxUint64)
	}
	return nil
}

// textSize estimates the length of the file as text, from how far its first bytes grew.
func (rd *reader) textSize() float64 {
	size := float64(rd.options.Size)
	if read := float64(rd.source.packed.n); read > 0 && rd.source.unpacked != nil {
		return size * float64(rd.source.unpacked.n) / read
	}
	return size
}

// expected estimates the bytes that the table will take, from its first rows; 0 if the length of the file is not known.
func (rd *reader) expected() float64 {
	rows := rd.expectedRows()
	perRow := 0.0
	for _, b := range rd.builders {
		perRow += b.perRow()
	}
	return rows * perRow
}

// expectedRows estimates the rows of the table from those so far, 0 if the length of the file is not known.
func (rd *reader) expectedRows() float64 {
	if rd.options.Size <= 0 || rd.used == 0 {
		return 0
	}
	return float64(rd.t.Rows) * rd.textSize() / float64(rd.used)
}

// reserve makes room for the rows that are expected, and some more: growing by and by costs twice the memory.
func (rd *reader) reserve() {
	const more = 1.02
	rows := int(more * rd.expectedRows())
	for _, b := range rd.builders {
		b.codes.reserve(rows)
	}
}

// held returns the bytes that the table takes so far.
func (rd *reader) held() float64 {
	sum := 0
	for _, b := range rd.builders {
		sum += b.held()
	}
	return float64(sum)
}

// afford refuses a table that takes more bytes than it may, and says how many rows would fit.
func (rd *reader) afford(need float64) error {
	limit := float64(rd.options.Memory)
	if limit == 0 || need <= limit {
		return nil
	}
	rows := max(float64(rd.t.Rows), rd.expectedRows())
	fits := round(rows * limit / need / 2) // half, to be on the safe side
	return &Error{
		Kind: TooLarge, Message: fmt.Sprintf("the table needs about %.1f GB of memory and may take %.1f GB", need/1e9, limit/1e9),
		Hint: fmt.Sprintf("read a random sample of %d rows, or leave columns out of the file", fits),
	}
}

// round returns a round number of rows, at most n.
func round(n float64) int {
	power := math.Pow(10, math.Floor(math.Log10(max(n, 1))))
	for _, first := range []float64{5, 2} {
		if first*power <= n {
			return int(first * power)
		}
	}
	return int(power)
}
