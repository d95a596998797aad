package learn

import (
	"slices"
	"strings"
	"sync"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/sample"
)

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

// cutPoint is a threshold in the drawing of a column.
type cutPoint struct {
	threshold float64
	text      string
	yes       bool // whether exampleAge satisfies it
	rows      int  // rows that satisfy it
}

// cuts returns the ages in the drawing, ascending, and the thresholds of its column.
func (d dials) cuts() (ages []float64, cuts []cutPoint) {
	for _, row := range patients() {
		ages = append(ages, row.age)
	}
	slices.Sort(ages)
	for _, x := range binarize.Quantiles(ages, int(d.number(dialCuts))) {
		rows := 0
		for _, age := range ages {
			if age <= x {
				rows++
			}
		}
		cuts = append(cuts, cutPoint{x, "age ≤ " + dataset.FormatNumber(x), exampleAge <= x, rows})
	}
	return ages, cuts
}

// ruleNeuron is a rule neuron with three conditions.
type ruleNeuron struct {
	weights    []float64
	inputs     []bool
	rule       string
	activation float64
	fires      bool
	broken     []string // the amount that each unmet condition subtracts, in words
}

// neuron returns the neuron of the drawing.
func (d dials) neuron() ruleNeuron {
	names := [][2]string{{"age ≤ 50", "age > 50"}, {"smoker = yes", "smoker = no"}, {"exercise = daily", "exercise ≠ daily"}}
	n := ruleNeuron{}
	var weights []float32
	var phrases []string
	for i, f := range []Dial{dialWeight1, dialWeight2, dialWeight3} {
		w, x := d.number(f), d.number([]Dial{dialInput1, dialInput2, dialInput3}[i]) >= 0.5
		n.weights, n.inputs, weights = append(n.weights, w), append(n.inputs, x), append(weights, float32(w))
		if w == 0 {
			continue
		}
		phrase := names[i][0]
		if w < 0 {
			phrase = names[i][1]
		}
		phrases = append(phrases, phrase)
		if w > 0 != x {
			n.broken = append(n.broken, "“"+phrase+"” is unmet and subtracts "+core.OneDecimal(max(w, -w)))
		}
	}
	n.rule = "always"
	if len(phrases) > 0 {
		n.rule = strings.Join(phrases, " AND ")
	}
	y, fires := drnet.Activate(weights, n.inputs)
	n.activation, n.fires = float64(y), fires
	return n
}

// output returns the output of the OR neuron for the rules that fire. The prediction is positive if it is above 0.
func (d dials) output() (o float64, yes bool) {
	const epsilon = 0.5 // ε of Eq. (4)
	o = float64(int(d.number(dialFiring))) - epsilon
	return o, o > 0
}

// gate is a gate of the drawing.
type gate struct{ open, still, drawn float64 }

// gate returns the gate of the drawing: the probability that it is open, and its value without and with noise.
func (d dials) gate() gate {
	at, u := float32(d.number(dialLocation)), float32(d.number(dialNoise))
	return gate{float64(drnet.Probability(at)), float64(drnet.Gate(at)), float64(drnet.DrawGate(at, u))}
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
	accuracy   float64
	score      float64 // accuracy minus the cost of the complexity
	best       bool    // has the highest score of the list
}

// sets returns rule sets of growing complexity, with their scores at the minimum gain of the drawing.
func (d dials) sets() []candidateSet {
	young := func(r patient) bool { return r.age <= 50 }
	clean := func(r patient) bool { return !r.smokes }
	fit := func(r patient) bool { return r.cholesterol <= 130 && r.pressure <= 120 }
	sets := []struct {
		text       string
		complexity int
		rules      []func(patient) bool
	}{
		{"no rule: always “high”", 0, nil},
		{"smoker = no", 2, []func(patient) bool{clean}},
		{"cholesterol ≤ 130 AND blood_pressure ≤ 120", 3, []func(patient) bool{fit}},
		{"smoker = no OR age ≤ 50", 4, []func(patient) bool{clean, young}},
		{"smoker = no OR cholesterol ≤ 130 AND blood_pressure ≤ 120", 5, []func(patient) bool{clean, fit}},
		{"smoker = no OR age ≤ 50 OR cholesterol ≤ 130 AND blood_pressure ≤ 120", 7, []func(patient) bool{clean, young, fit}},
	}
	const percent = 100
	price, best := d.number(dialPrice)/percent, 0
	var list []candidateSet
	for i, set := range sets {
		right := 0
		for _, row := range patients() {
			if slices.ContainsFunc(set.rules, func(rule func(patient) bool) bool { return rule(row) }) == row.low {
				right++
			}
		}
		accuracy := float64(right) / float64(len(patients()))
		list = append(list, candidateSet{set.text, set.complexity, accuracy, accuracy - price*float64(set.complexity), false})
		if list[i].score > list[best].score {
			best = i
		}
	}
	list[best].best = true
	return list
}
