package state

import (
	"math"
	"strconv"

	"drnet/app/core"
	"drnet/engine/dataset"
)

// How holds the numbers typed or set for the drawings of the explanation. The zero value selects the defaults in
// howNumbers.
type How struct{ typed map[HowField]string }

// HowField names a number of a drawing.
type HowField string

// HowTyped changes a number of a drawing.
type HowTyped struct {
	Field HowField
	Text  string
}

func (HowTyped) msg() {}

// change stores a number; it returns false for other messages.
func (h *How) change(m Msg) bool {
	typed, ok := m.(HowTyped)
	if !ok {
		return false
	}
	h.typed = withField(h.typed, typed.Field, typed.Text)
	return true
}

func withField(m map[HowField]string, f HowField, text string) map[HowField]string {
	out := map[HowField]string{f: text}
	for key, value := range m {
		if key != f {
			out[key] = value
		}
	}
	return out
}

// Text returns the text of a number, as typed or by default.
func (h How) Text(f HowField) string {
	if text, ok := h.typed[f]; ok {
		return text
	}
	return core.Shortest(howNumbers[f].Value)
}

// Number returns a number of a drawing within its bounds. A text that is not a number gives the default.
func (h How) Number(f HowField) float64 {
	n := howNumbers[f]
	x, ok := dataset.ParseNumber(h.Text(f))
	if !ok {
		return n.Value
	}
	return max(n.Least, min(x, n.Most))
}

// The numbers of the drawings.
const (
	HowCuts      HowField = "cuts" // thresholds of a column
	HowWeight1   HowField = "w1"   // weights of a rule neuron, and whether its three conditions hold
	HowWeight2   HowField = "w2"
	HowWeight3   HowField = "w3"
	HowInput1    HowField = "x1"
	HowInput2    HowField = "x2"
	HowInput3    HowField = "x3"
	HowFiring    HowField = "firing"    // rules that fire
	HowLocation  HowField = "location"  // of a gate
	HowDraw      HowField = "draw"      // the random number of a gate
	HowAlternate HowField = "alternate" // steps before the other layer trains
	HowPrice     HowField = "price"     // minimum gain of a condition, in percent of the rows
)

// HowNumber describes a number of a drawing: its label, default, bounds and step.
type HowNumber struct {
	Label                    string
	Value, Least, Most, Step float64
}

var howNumbers = map[HowField]HowNumber{
	HowCuts:     {"Thresholds", 3, 1, 9, 1},
	HowWeight1:  {"Weight of “age ≤ 50”", 1.5, -2, 2, 0.1},
	HowWeight2:  {"Weight of “smoker = yes”", -1.2, -2, 2, 0.1},
	HowWeight3:  {"Weight of “daily exercise”", 0, -2, 2, 0.1},
	HowInput1:   {"age ≤ 50 (1 is yes)", 1, 0, 1, 1},
	HowInput2:   {"smoker = yes (1 is yes)", 0, 0, 1, 1},
	HowInput3:   {"daily exercise (1 is yes)", 0, 0, 1, 1},
	HowFiring:   {"Rules that fire", 1, 0, 3, 1},
	HowLocation: {"Location of the gate", 0, -5, 5, 0.1}, HowDraw: {"Random number of this step", 0.5, 0.01, 0.99, 0.01},
	HowAlternate: {"Steps until the other layer learns", 2000, 500, 10_000, 500},
	HowPrice:     {"Price of a condition or a rule, in % of the rows", 1, 0, 20, 0.2},
}

// Bounds returns the bounds of a number of a drawing.
func (f HowField) Bounds() HowNumber { return howNumbers[f] }

// Steps returns the position of a number on its slider and the number of steps. It never exceeds 100, the largest value
// that a slider accepts before its maximum is set.
func (h How) Steps(f HowField) (at, all int) {
	n := howNumbers[f]
	return int(math.Round((h.Number(f) - n.Least) / n.Step)), int(math.Round((n.Most - n.Least) / n.Step))
}

// Slid returns the text of the number at a slider position.
func (f HowField) Slid(at string) string {
	n := howNumbers[f]
	steps, _ := strconv.Atoi(at)
	const exact = 1e6 // removes the rounding error of the steps
	return core.Shortest(math.Round(exact*(n.Least+n.Step*float64(steps))) / exact)
}
