package learn

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/sample"
)

// dial is a number of a drawing of the explanation: its name, label, default, bounds and step.
type dial struct {
	name, label              string
	value, least, most, step float64
}

// The numbers of the drawings. Weights and inputs are those of the conditions of a rule neuron.
var (
	cutsDial   = dial{"cuts", "Thresholds", 3, 1, 9, 1}
	weightDial = [...]dial{
		{"w1", "Weight of “age ≤ 50”", 1.5, -2, 2, 0.1},
		{"w2", "Weight of “smoker = yes”", -1.2, -2, 2, 0.1},
		{"w3", "Weight of “daily exercise”", 0, -2, 2, 0.1},
	}
	inputDial = [...]dial{
		{"x1", "age ≤ 50 (1 is yes)", 1, 0, 1, 1},
		{"x2", "smoker = yes (1 is yes)", 0, 0, 1, 1},
		{"x3", "daily exercise (1 is yes)", 0, 0, 1, 1},
	}
	holdingDial   = dial{"holding", "Rules that hold", 1, 0, 3, 1}
	locationDial  = dial{"location", "Location of the gate", 0, -5, 5, 0.1}
	noiseDial     = dial{"draw", "Random number of this step", 0.5, 0.01, 0.99, 0.01}
	alternateDial = dial{"alternate", "Steps per phase", 2000, 500, 10_000, 500}
	priceDial     = dial{"price", "Minimum gain of a condition or a rule, in % of the rows", 1, 0, 20, 0.2}
)

// dials holds the typed texts of numbers by name. The zero value selects the defaults.
type dials map[string]string

func (d dials) text(n dial) string {
	if text, ok := d[n.name]; ok {
		return text
	}
	return core.Shortest(n.value)
}

// number returns the number that a drawing uses: the typed one, rounded to the steps of its slider, so that texts need few decimals.
func (d dials) number(n dial) float64 {
	at, _ := d.steps(n)
	return n.at(at)
}

// steps returns the position on the slider that is nearest to the typed number or, if the text is not a number, to the default. All is the
// number of steps: at most 100, because a slider whose maximum is not set yet would limit a larger value to 100.
func (d dials) steps(n dial) (at, all int) {
	x, ok := dataset.ParseNumber(d.text(n))
	if !ok {
		x = n.value
	}
	x = max(n.least, min(x, n.most))
	return int(math.Round((x - n.least) / n.step)), int(math.Round((n.most - n.least) / n.step))
}

func (n dial) at(steps int) float64 {
	const exact = 1e6 // removes the rounding error of the steps
	return math.Round(exact*(n.least+n.step*float64(steps))) / exact
}

func (n dial) slid(steps int) string { return core.Shortest(n.at(steps)) }

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

const exampleAge = 55

// cuts returns the ages in the drawing, ascending, and the thresholds of its column.
func (d dials) cuts() (ages, cuts []float64) {
	for _, row := range patients() {
		ages = append(ages, row.age)
	}
	slices.Sort(ages)
	return ages, binarize.Quantiles(ages, int(d.number(cutsDial)))
}

type ruleNeuron struct {
	names      []string // of the features
	weights    []float32
	on         []bool
	rule       string
	activation float64
	fires      bool
	broken     []string // the amount that each unmet condition subtracts, in words
}

func (d dials) neuron() (n ruleNeuron) {
	var phrases []string
	for i, in := range [...]struct{ name, opposite string }{
		{"age ≤ 50", "age > 50"}, {"smoker = yes", "smoker = no"}, {"exercise = daily", "exercise ≠ daily"},
	} {
		weight, on := d.number(weightDial[i]), d.number(inputDial[i]) >= 0.5
		n.names, n.weights, n.on = append(n.names, in.name), append(n.weights, float32(weight)), append(n.on, on)
		if weight == 0 {
			continue
		}
		phrase := in.name
		if weight < 0 {
			phrase = in.opposite
		}
		phrases = append(phrases, phrase)
		if weight > 0 != on {
			n.broken = append(n.broken, "“"+phrase+"” is unmet and subtracts "+core.OneDecimal(math.Abs(weight)))
		}
	}
	n.rule = cmp.Or(strings.Join(phrases, " AND "), "always")
	y, fires := drnet.Activate(n.weights, n.on)
	n.activation, n.fires = float64(y), fires
	return n
}

// gateCurves returns two curves over the location of a gate: the probability that it is open, and its value without noise. The x values
// are the locations minus the least one, because the axis of a chart starts at 0.
func gateCurves() (x, open, still []float64) {
	const points = 121
	n := locationDial
	for i := range points {
		away := (n.most - n.least) * float64(i) / (points - 1)
		at := float32(n.least + away)
		x, open, still = append(x, away), append(open, float64(drnet.Probability(at))), append(still, float64(drnet.Gate(at)))
	}
	return x, open, still
}

const exampleSteps = 20_000

// phases returns the first step of each phase in the drawing: the first phase fits conditions, then rule and OR phases alternate.
func (d dials) phases() []int {
	var list []int
	for at := 0; at < exampleSteps; at += int(d.number(alternateDial)) {
		list = append(list, at)
	}
	return list
}

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
	type rules = []func(patient) bool
	sets := []candidateSet{
		{text: "no rule: always “high”"},
		{text: "smoker = no", complexity: 2, rules: rules{clean}},
		{text: "cholesterol ≤ 130 AND blood_pressure ≤ 120", complexity: 3, rules: rules{fit}},
		{text: "smoker = no OR age ≤ 50", complexity: 4, rules: rules{clean, young}},
		{text: "smoker = no OR cholesterol ≤ 130 AND blood_pressure ≤ 120", complexity: 5, rules: rules{clean, fit}},
		{text: "smoker = no OR age ≤ 50 OR cholesterol ≤ 130 AND blood_pressure ≤ 120", complexity: 7, rules: rules{clean, young, fit}},
	}
	const percent = 100
	price, best := d.number(priceDial)/percent, 0
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
