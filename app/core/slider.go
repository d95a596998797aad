package core

import (
	"math"
	"strconv"

	"drnet/engine/dataset"
	"drnet/engine/setting"
)

// stops are the digits of a slider's values in each power of ten.
var stops = []string{"1", "2", "5"}

// SliderStops returns the number of stops of a penalty's slider. Positions start at 0, with three in each power of ten.
func SliderStops(f setting.Key) int {
	least, most := powers(f)
	return (most-least)*len(stops) + 1
}

// powers returns the lowest and the highest power of ten on a penalty's slider. Other values, including 0, can be
// typed.
func powers(f setting.Key) (least, most int) {
	if f == setting.Lambda2 {
		return -8, -1
	}
	return -5, 0
}

// SliderText returns the value at a position of a penalty's slider, as text.
func SliderText(f setting.Key, place int) string {
	least, _ := powers(f)
	place = max(0, min(place, SliderStops(f)-1))
	x, _ := strconv.ParseFloat(stops[place%len(stops)]+"e"+strconv.Itoa(least+place/len(stops)), 64)
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// SliderPlace returns the slider position nearest to the typed value on a logarithmic scale. It is 0 for a text that is
// not a positive number.
func (s Setup) SliderPlace(f setting.Key) int {
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
