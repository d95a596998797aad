package core

import (
	"maps"
	"math"
	"strconv"

	"drnet/engine/dataset"
	"drnet/engine/setting"
)

// Preset is a choice between short and accurate rules.
type Preset struct {
	Name, Hint string
	fields     map[setting.Key]string
}

// Presets lists all presets. Their values were measured on four tables; see "What do the three presets set?" in
// RATIONALE.md.
var Presets = []Preset{
	preset("Short rules", "A few short rules, often at the cost of some accuracy. A condition must improve accuracy by at least 0.3 points.",
		"own", "0.3", "1"),
	preset("Balanced", "Shortest rules whose accuracy is not significantly worse.", "auto", "0.01", "1"),
	preset("Accurate", "More and longer rules, from 3 restarts. Takes up to three times as long.", "own", "0.02", "3"),
}

func preset(name, hint, refining, price, effort string) Preset {
	return Preset{name, hint, map[setting.Key]string{
		setting.Lambda1: "0.01", setting.Lambda2: "0.00001",
		setting.Refining: refining, setting.Price: price, setting.Effort: effort,
	}}
}

// Preset returns the index in Presets of the preset that the settings match, or -1 for none. An unused minimum gain is
// ignored.
func (s Setup) Preset() int {
	for i, p := range Presets {
		same := true
		for f, text := range p.fields {
			same = same && (s.Text(f) == text || f == setting.Price && s.Fields[setting.Refining] != "own")
		}
		if same {
			return i
		}
	}
	return -1
}

// UsePreset applies a preset to the settings it covers.
func (s *Setup) UsePreset(i int) {
	if i < 0 || i >= len(Presets) {
		return
	}
	s.Fields = maps.Clone(s.Fields)
	maps.Copy(s.Fields, Presets[i].fields)
}

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
