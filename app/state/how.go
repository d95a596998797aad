package state

import (
	"math"
	"strconv"

	"drnet/engine/dataset"
)

// How is what the drawings of the explanation are of, as it is typed or slid. The zero value stands for the values of
// howDefaults.
type How struct{ typed map[HowField]string }

// HowField names a number of a drawing.
type HowField string

// HowTyped changes a number of a drawing.
type HowTyped struct {
	Field HowField
	Text  string
}

func (HowTyped) msg() {}

// change takes a number, and reports whether the message was about one.
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

// Text returns what was typed of a number.
func (h How) Text(f HowField) string {
	if text, ok := h.typed[f]; ok {
		return text
	}
	return linkNumber(howNumbers[f].Value)
}

// Number returns a number of a drawing within its bounds; one that is none is as if nothing had been typed.
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
	HowAlternate HowField = "alternate" // steps until the other layer learns
	HowPrice     HowField = "price"     // of a condition, in percent of the rows
)

// HowNumber bounds a number of a drawing.
type HowNumber struct {
	Label                    string
	Value, Least, Most, Step float64
}

var howNumbers = map[HowField]HowNumber{
	HowCuts:    {"Thresholds", 3, 1, 9, 1},
	HowWeight1: {"Weight of “age ≤ 50”", 1.5, -2, 2, 0.1}, HowWeight2: {"Weight of “smoker = yes”", -1.2, -2, 2, 0.1}, HowWeight3: {"Weight of “daily exercise”", 0, -2, 2, 0.1},
	HowInput1: {"age ≤ 50 (1 is yes)", 1, 0, 1, 1}, HowInput2: {"smoker = yes (1 is yes)", 0, 0, 1, 1}, HowInput3: {"daily exercise (1 is yes)", 0, 0, 1, 1},
	HowFiring:   {"Rules that fire", 1, 0, 3, 1},
	HowLocation: {"Location of the gate", 0, -5, 5, 0.1}, HowDraw: {"Random number of this step", 0.5, 0.01, 0.99, 0.01},
	HowAlternate: {"Steps until the other layer learns", 2000, 500, 10_000, 500},
	HowPrice:     {"Price of a condition or a rule, in % of the rows", 1, 0, 20, 0.2},
}

// Bounds returns what is known of a number of a drawing.
func (f HowField) Bounds() HowNumber { return howNumbers[f] }

// Steps returns how many steps of its slider a number is from the least one, and how many there are: never more than 100,
// because a slider takes no more before it has been told its greatest value.
func (h How) Steps(f HowField) (at, all int) {
	n := howNumbers[f]
	return int(math.Round((h.Number(f) - n.Least) / n.Step)), int(math.Round((n.Most - n.Least) / n.Step))
}

// Slid returns the text of the number that a slider is at.
func (f HowField) Slid(at string) string {
	n := howNumbers[f]
	steps, _ := strconv.Atoi(at)
	const exact = 1e6 // what rounding of the steps leaves
	return linkNumber(math.Round(exact*(n.Least+n.Step*float64(steps))) / exact)
}
