package learn

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/sample"
)

// Dial names a number of a drawing of the explanation.
type Dial string

// dials holds the typed texts of numbers. The zero value selects the defaults in dialTable.
type dials map[Dial]string

// with returns the dials with another text of a number.
func (d dials) with(dial Dial, text string) dials {
	next := dials{}
	maps.Copy(next, d)
	next[dial] = text
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
	dialCuts:      {"Thresholds", 3, 1, 9, 1},
	dialWeight1:   {"Weight of “age ≤ 50”", 1.5, -2, 2, 0.1},
	dialWeight2:   {"Weight of “smoker = yes”", -1.2, -2, 2, 0.1},
	dialWeight3:   {"Weight of “daily exercise”", 0, -2, 2, 0.1},
	dialInput1:    {"age ≤ 50 (1 is yes)", 1, 0, 1, 1},
	dialInput2:    {"smoker = yes (1 is yes)", 0, 0, 1, 1},
	dialInput3:    {"daily exercise (1 is yes)", 0, 0, 1, 1},
	dialFiring:    {"Rules that fire", 1, 0, 3, 1},
	dialLocation:  {"Location of the gate", 0, -5, 5, 0.1},
	dialNoise:     {"Random number of this step", 0.5, 0.01, 0.99, 0.01},
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

// patient is a row of the example table, with the columns that its planted rules use.
type patient struct {
	age, cholesterol, pressure float64
	smokes, low                bool
}

// patients returns the rows of the sample “heart-risk”, generated once.
var patients = sync.OnceValue(func() []patient {
	s, _ := sample.Find("heart-risk")
	number := func(name string) []float64 {
		var list []float64
		for _, text := range s.Column(name) {
			x, _ := dataset.ParseNumber(text)
			list = append(list, x)
		}
		return list
	}
	ages, cholesterol, pressure := number("age"), number("cholesterol"), number("blood_pressure")
	smoker, risk := s.Column("smoker"), s.Column("risk")
	rows := make([]patient, len(ages))
	for i := range rows {
		rows[i] = patient{ages[i], cholesterol[i], pressure[i], smoker[i] == "yes", risk[i] == "low"}
	}
	return rows
})

// exampleAge is the age that the drawing encodes as bits.
const exampleAge = 55

// cuts returns the ages in the drawing, ascending, and the thresholds of its column.
func (d dials) cuts() (ages, cuts []float64) {
	for _, row := range patients() {
		ages = append(ages, row.age)
	}
	slices.Sort(ages)
	return ages, binarize.Quantiles(ages, int(d.number(dialCuts)))
}

// neuronInput is a feature of the drawn neuron, with its weight.
type neuronInput struct {
	name, opposite string
	weight         float64
	on             bool
}

// ruleNeuron is a rule neuron with three conditions.
type ruleNeuron struct {
	inputs     []neuronInput
	rule       string
	activation float64
	fires      bool
	broken     []string // the amount that each unmet condition subtracts, in words
}

// neuron returns the neuron of the drawing.
func (d dials) neuron() ruleNeuron {
	n := ruleNeuron{inputs: []neuronInput{
		{"age ≤ 50", "age > 50", d.number(dialWeight1), d.number(dialInput1) >= 0.5},
		{"smoker = yes", "smoker = no", d.number(dialWeight2), d.number(dialInput2) >= 0.5},
		{"exercise = daily", "exercise ≠ daily", d.number(dialWeight3), d.number(dialInput3) >= 0.5},
	}}
	var weights []float32
	var on []bool
	var phrases []string
	for _, in := range n.inputs {
		weights, on = append(weights, float32(in.weight)), append(on, in.on)
		if in.weight == 0 {
			continue
		}
		phrase := in.name
		if in.weight < 0 {
			phrase = in.opposite
		}
		phrases = append(phrases, phrase)
		if in.weight > 0 != in.on {
			n.broken = append(n.broken, unmetInWords(phrase, in.weight))
		}
	}
	n.rule = cmp.Or(strings.Join(phrases, " AND "), "always")
	y, fires := drnet.Activate(weights, on)
	n.activation, n.fires = float64(y), fires
	return n
}

// gateCurves returns, for locations from least to most, the probability of an open gate and its value without noise.
func gateCurves() (x, open, still []float64) {
	const points = 121
	n := dialTable[dialLocation]
	for i := range points {
		at := n.least + (n.most-n.least)*float64(i)/(points-1)
		x = append(x, at)
		open = append(open, float64(drnet.Probability(float32(at))))
		still = append(still, float64(drnet.Gate(float32(at))))
	}
	return x, open, still
}

// exampleSteps is the length of the drawn run.
const exampleSteps = 20_000

// phases returns the first step of each phase in the drawing. The first phase fits conditions; then the rule phase and
// the OR phase alternate.
func (d dials) phases() []int {
	var list []int
	for at := 0; at < exampleSteps; at += int(d.number(dialAlternate)) {
		list = append(list, at)
	}
	return list
}

// candidateSet is a rule set with its score.
type candidateSet struct {
	text       string
	complexity int // number of rules and conditions
	rules      []func(patient) bool
	accuracy   float64
	score      float64 // accuracy minus the cost of the complexity
	best       bool    // has the highest score of the list
}

// sets returns rule sets of growing complexity, with their scores at the minimum gain of the drawing.
func (d dials) sets() []candidateSet {
	young := func(r patient) bool { return r.age <= 50 }
	clean := func(r patient) bool { return !r.smokes }
	fit := func(r patient) bool { return r.cholesterol <= 130 && r.pressure <= 120 }
	set := func(text string, complexity int, rules ...func(patient) bool) candidateSet {
		return candidateSet{text: text, complexity: complexity, rules: rules}
	}
	sets := []candidateSet{
		set("no rule: always “high”", 0), set("smoker = no", 2, clean),
		set("cholesterol ≤ 130 AND blood_pressure ≤ 120", 3, fit), set("smoker = no OR age ≤ 50", 4, clean, young),
		set("smoker = no OR cholesterol ≤ 130 AND blood_pressure ≤ 120", 5, clean, fit),
		set("smoker = no OR age ≤ 50 OR cholesterol ≤ 130 AND blood_pressure ≤ 120", 7, clean, young, fit),
	}
	const percent = 100
	price, best := d.number(dialPrice)/percent, 0
	for i := range sets {
		set := &sets[i]
		right := 0
		for _, row := range patients() {
			if slices.ContainsFunc(set.rules, func(rule func(patient) bool) bool { return rule(row) }) == row.low {
				right++
			}
		}
		set.accuracy = float64(right) / float64(len(patients()))
		if set.score = set.accuracy - price*float64(set.complexity); set.score > sets[best].score {
			best = i
		}
	}
	sets[best].best = true
	return sets
}
