package learn

import (
	"math"
	"strconv"

	"drnet/app/core"
	"drnet/engine/dataset"
)

// Dial names a number of a drawing of the explanation.
type Dial string

// dials holds the typed texts of numbers. The zero value selects the defaults in dialTable.
type dials map[Dial]string

// with returns the dials with another text of a number.
func (d dials) with(dial Dial, text string) dials {
	next := dials{dial: text}
	for other, text := range d { // the order does not matter: each dial occurs once
		if other != dial {
			next[other] = text
		}
	}
	return next
}

// text returns the text of a number, as typed or by default.
func (d dials) text(f Dial) string {
	if text, ok := d[f]; ok {
		return text
	}
	return core.Shortest(dialTable[f].value)
}

// number returns a number of a drawing within its bounds. A text that is not a number gives the default.
func (d dials) number(f Dial) float64 {
	n := dialTable[f]
	x, ok := dataset.ParseNumber(d.text(f))
	if !ok {
		return n.value
	}
	return max(n.least, min(x, n.most))
}

// The numbers of the drawings.
const (
	dialCuts      Dial = "cuts" // thresholds of a column
	dialWeight1   Dial = "w1"   // weights of a rule neuron, and whether its three conditions hold
	dialWeight2   Dial = "w2"
	dialWeight3   Dial = "w3"
	dialInput1    Dial = "x1"
	dialInput2    Dial = "x2"
	dialInput3    Dial = "x3"
	dialFiring    Dial = "firing"    // rules that fire
	dialLocation  Dial = "location"  // of a gate
	dialNoise     Dial = "draw"      // the random number of a gate
	dialAlternate Dial = "alternate" // steps before the other layer trains
	dialPrice     Dial = "price"     // minimum gain of a condition, in percent of the rows
)

// dialRange describes a number of a drawing: its label, default, bounds and step.
type dialRange struct {
	label                    string
	value, least, most, step float64
}

var dialTable = map[Dial]dialRange{
	dialCuts:     {"Thresholds", 3, 1, 9, 1},
	dialWeight1:  {"Weight of “age ≤ 50”", 1.5, -2, 2, 0.1},
	dialWeight2:  {"Weight of “smoker = yes”", -1.2, -2, 2, 0.1},
	dialWeight3:  {"Weight of “daily exercise”", 0, -2, 2, 0.1},
	dialInput1:   {"age ≤ 50 (1 is yes)", 1, 0, 1, 1},
	dialInput2:   {"smoker = yes (1 is yes)", 0, 0, 1, 1},
	dialInput3:   {"daily exercise (1 is yes)", 0, 0, 1, 1},
	dialFiring:   {"Rules that fire", 1, 0, 3, 1},
	dialLocation: {"Location of the gate", 0, -5, 5, 0.1}, dialNoise: {"Random number of this step", 0.5, 0.01, 0.99, 0.01},
	dialAlternate: {"Steps per phase", 2000, 500, 10_000, 500},
	dialPrice:     {"Minimum gain of a condition or a rule, in % of the rows", 1, 0, 20, 0.2},
}

// steps returns the position of a number on its slider and the number of steps. It never exceeds 100, the largest value
// that a slider accepts before its maximum is set.
func (d dials) steps(f Dial) (at, all int) {
	n := dialTable[f]
	return int(math.Round((d.number(f) - n.least) / n.step)), int(math.Round((n.most - n.least) / n.step))
}

// slid returns the text of the number at a slider position.
func (f Dial) slid(at string) string {
	n := dialTable[f]
	steps, _ := strconv.Atoi(at)
	const exact = 1e6 // removes the rounding error of the steps
	return core.Shortest(math.Round(exact*(n.least+n.step*float64(steps))) / exact)
}
