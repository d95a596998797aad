package binarize

import (
	"math"
	"math/bits"

	"drnet/engine/dataset"
)

// Special places of a cell in its column. Other places are the index of its value, of the rest after the values, or of the first
// threshold that is not below it.
const (
	unseen       = -1
	missingPlace = -2
	other        = -3 // the second value of two, without a bit
	firstPlace   = other
)

// finder finds the place of a cell in a column.
type finder struct {
	thresholds []float64
	padded     []float64
	texts      map[string]int32
	numbers    map[float64]int32 // the values that are numbers, in any spelling
	stranger   int32             // the place of all other values
}

func (c *EncodedColumn) finder() finder {
	f := finder{thresholds: c.Thresholds, padded: pad(c.Thresholds), stranger: unseen}
	if len(c.Thresholds) > 0 {
		return f
	}
	if len(c.Values) == 0 {
		f.stranger = other // the only feature is Missing
	}
	f.texts, f.numbers = map[string]int32{}, map[float64]int32{}
	for i, v := range c.Values {
		f.add(v, int32(i))
	}
	for _, v := range c.Rest {
		f.add(v, int32(len(c.Values)))
	}
	if c.Other != "" {
		f.add(c.Other, other)
	}
	return f
}

// add assigns a place to a value. Of two spellings of a number, the first one also matches unknown spellings.
func (f *finder) add(value string, place int32) {
	f.texts[value] = place
	if x, ok := dataset.ParseNumber(value); ok {
		if _, taken := f.numbers[x]; !taken {
			f.numbers[x] = place
		}
	}
}

func (f *finder) numberPlace(x float64) int32 {
	if len(f.thresholds) > 0 {
		return f.search(x)
	}
	if place, ok := f.numbers[x]; ok {
		return place
	}
	return f.stranger
}

func (f *finder) textPlace(text string) int32 {
	if place, ok := f.texts[text]; ok {
		return place
	}
	if x, ok := dataset.ParseNumber(text); ok {
		return f.numberPlace(x)
	}
	if f.thresholds != nil {
		return missingPlace // a text in a column of thresholds
	}
	return f.stranger
}

// numberIndices writes the place of the number of each row, less firstPlace, and reports whether one is missing.
func (f *finder) numberIndices(index, rows []int32, numbers []float64) (missed bool) {
	for i, row := range rows {
		x, place := numbers[row], int32(0)
		switch {
		case x != x:
			place, missed = missingPlace, true
		case len(f.padded) > 0:
			place = f.search(x)
		default:
			place = f.numberPlace(x)
		}
		index[i] = place - firstPlace
	}
	return missed
}

// pad appends infinite thresholds up to a power of two minus one.
func pad(thresholds []float64) []float64 {
	padded := make([]float64, 1<<bits.Len(uint(len(thresholds)))-1)
	n := copy(padded, thresholds)
	for i := range padded[n:] {
		padded[n+i] = math.Inf(1)
	}
	return padded
}

// search returns the index of the first threshold that is not below x. Its binary search is branch-free, because
// branches would be mispredicted: the sign bit of a difference is one if x is above the threshold.
func (f *finder) search(x float64) int32 {
	place := 0
	for half := (len(f.padded) + 1) / 2; half > 0; half >>= 1 {
		above := int(int64(math.Float64bits(f.padded[place+half-1]-x)) >> 63)
		place += half & above
	}
	return int32(min(place, len(f.thresholds)))
}
