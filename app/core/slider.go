package core

import (
	"math"
	"strconv"

	"drnet/engine/dataset"
)

// stops are the values of a slider in each power of ten.
var stops = []string{"1", "2", "5"}

// SliderStops is the number of stops of the slider of a pressure, whose places go from 0 to one less: three in each power of
// ten.
func SliderStops(f Field) int {
	least, most := powers(f)
	return (most-least)*len(stops) + 1
}

// powers returns the powers of ten that the slider of a pressure goes from and to. Those beyond, and none, can be typed.
func powers(f Field) (least, most int) {
	if f == Lambda2 {
		return -8, -1
	}
	return -5, 0
}

// SliderText returns what the slider of a pressure types at a place.
func SliderText(f Field, place int) string {
	least, _ := powers(f)
	place = max(0, min(place, SliderStops(f)-1))
	x, _ := strconv.ParseFloat(stops[place%len(stops)]+"e"+strconv.Itoa(least+place/len(stops)), 64)
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// SliderPlace returns the place of the slider that is nearest to what is typed, by its logarithm; the first if it is nothing
// above zero.
func (s Setup) SliderPlace(f Field) int {
	x, ok := dataset.ParseNumber(s.Text(f))
	if !ok || x <= 0 {
		return 0
	}
	best, least := 0, math.Inf(1)
	for place := range SliderStops(f) {
		at, _ := dataset.ParseNumber(SliderText(f, place))
		if away := math.Abs(math.Log(x / at)); away < least {
			best, least = place, away
		}
	}
	return best
}
