package binarize

import (
	"math"
	"math/bits"

	"drnet/engine/dataset"
)

// places of a cell among the bits of its column, besides the index of its value, that of the rest behind the values, or
// the first threshold it is at most.
const (
	unseen     = -1
	missing    = -2
	other      = -3 // the second value of two, which has no bit
	firstPlace = other
)

// finder finds the place of a cell in a column.
type finder struct {
	thresholds []float64
	padded     []float64
	texts      map[string]int32
	numbers    map[float64]int32 // the values that are numbers, however they are spelled
	stranger   int32             // the place of all others
}

func (c *Column) finder() finder {
	f := finder{thresholds: c.Thresholds, padded: pad(c.Thresholds), stranger: unseen}
	if len(c.Thresholds) > 0 {
		return f
	}
	if len(c.Values) == 0 {
		f.stranger = other // the only question is whether there is a value
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

// add gives a value its place; of two spellings of one number, the first one stands for unknown spellings.
func (f *finder) add(value string, place int32) {
	f.texts[value] = place
	if x, ok := dataset.ParseNumber(value); ok {
		if _, taken := f.numbers[x]; !taken {
			f.numbers[x] = place
		}
	}
}

// codes returns the place of missing cells, and behind it that of each code of a column.
func (f *finder) codes(from *dataset.Column) []int32 {
	if from.Values == nil {
		places := make([]int32, len(from.Levels)+1)
		for code, x := range from.Levels {
			places[code+1] = f.number(x)
		}
		places[0] = missing
		return places
	}
	places := make([]int32, len(from.Values)+1)
	for code, text := range from.Values {
		places[code+1] = f.text(text)
	}
	places[0] = missing
	return places
}

func (f *finder) number(x float64) int32 {
	if len(f.thresholds) > 0 {
		return f.search(x)
	}
	if place, ok := f.numbers[x]; ok {
		return place
	}
	return f.stranger
}

func (f *finder) text(text string) int32 {
	if place, ok := f.texts[text]; ok {
		return place
	}
	if x, ok := dataset.ParseNumber(text); ok {
		return f.number(x)
	}
	if f.thresholds != nil {
		return missing // no number where the rules ask for one
	}
	return f.stranger
}

// numberIndices writes the place of the number of each row, less firstPlace, and reports whether one is missing.
func (f *finder) numberIndices(index, rows []int32, numbers []float64) (missed bool) {
	for i, row := range rows {
		x, place := numbers[row], int32(0)
		switch {
		case x != x:
			place, missed = missing, true
		case len(f.padded) > 0:
			place = f.search(x)
		default:
			place = f.number(x)
		}
		index[i] = place - firstPlace
	}
	return missed
}

// pad returns the thresholds with infinite ones behind them, one less than a power of two.
func pad(thresholds []float64) []float64 {
	padded := make([]float64, 1<<bits.Len(uint(len(thresholds)))-1)
	n := copy(padded, thresholds)
	for i := range padded[n:] {
		padded[n+i] = math.Inf(1)
	}
	return padded
}

// search returns the index of the first threshold that x is at most. It halves without a branch, which could not be
// foretold: the sign of a difference is one if x is above the threshold.
func (f *finder) search(x float64) int32 {
	place := 0
	for half := (len(f.padded) + 1) / 2; half > 0; half >>= 1 {
		above := int(int64(math.Float64bits(f.padded[place+half-1]-x)) >> 63)
		place += half & above
	}
	return int32(min(place, len(f.thresholds)))
}
