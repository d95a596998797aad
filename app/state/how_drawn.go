package state

import (
	"slices"
	"sync"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/sample"
)

// howRow is a row of the example table, with the columns that its planted rules use.
type howRow struct {
	age, cholesterol, pressure float64
	smokes, low                bool
}

// howTable returns the rows of the sample “heart-risk”, generated once.
var howTable = sync.OnceValue(func() []howRow {
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
	rows := make([]howRow, len(ages))
	for i := range rows {
		rows[i] = howRow{ages[i], cholesterol[i], pressure[i], smoker[i] == "yes", risk[i] == "low"}
	}
	return rows
})

// HowAge is the age that the drawing encodes as bits.
const HowAge = 55

// HowCut is a threshold in the drawing of a column.
type HowCut struct {
	Threshold float64
	Text      string
	Yes       bool // whether HowAge satisfies it
	Rows      int  // rows that satisfy it
}

// Cuts returns the ages in the drawing, ascending, and the thresholds of its column.
func (h How) Cuts() (ages []float64, cuts []HowCut) {
	for _, row := range howTable() {
		ages = append(ages, row.age)
	}
	slices.Sort(ages)
	for _, x := range binarize.Quantiles(ages, int(h.Number(HowCuts))) {
		rows := 0
		for _, age := range ages {
			if age <= x {
				rows++
			}
		}
		cuts = append(cuts, HowCut{x, "age ≤ " + dataset.FormatNumber(x), HowAge <= x, rows})
	}
	return ages, cuts
}

// HowNeuron is a rule neuron with three conditions.
type HowNeuron struct {
	Weights    []float64
	Inputs     []bool
	Rule       string
	Activation float64
	Fires      bool
	Broken     []string // the amount that each unmet condition subtracts, in words
}

// Neuron returns the neuron of the drawing.
func (h How) Neuron() HowNeuron {
	names := [][2]string{{"age ≤ 50", "age > 50"}, {"smoker = yes", "smoker = no"}, {"exercise = daily", "exercise ≠ daily"}}
	n := HowNeuron{}
	var weights []float32
	var phrases []string
	for i, f := range []HowField{HowWeight1, HowWeight2, HowWeight3} {
		w, x := h.Number(f), h.Number([]HowField{HowInput1, HowInput2, HowInput3}[i]) >= 0.5
		n.Weights, n.Inputs, weights = append(n.Weights, w), append(n.Inputs, x), append(weights, float32(w))
		if w == 0 {
			continue
		}
		phrase := names[i][0]
		if w < 0 {
			phrase = names[i][1]
		}
		phrases = append(phrases, phrase)
		if w > 0 != x {
			n.Broken = append(n.Broken, "“"+phrase+"” is broken and takes off "+core.OneDecimal(max(w, -w)))
		}
	}
	n.Rule = "always"
	if len(phrases) > 0 {
		n.Rule = joined(phrases, " AND ")
	}
	y, fires := drnet.Activate(weights, n.Inputs)
	n.Activation, n.Fires = float64(y), fires
	return n
}

func joined(list []string, by string) string {
	text := ""
	for i, s := range list {
		if i > 0 {
			text += by
		}
		text += s
	}
	return text
}

// Output returns the output of the OR neuron for the rules that fire. The prediction is positive if it is above 0.
func (h How) Output() (o float64, yes bool) {
	const epsilon = 0.5 // ε of Eq. (4)
	o = float64(int(h.Number(HowFiring))) - epsilon
	return o, o > 0
}

// HowGate is a gate of the drawing.
type HowGate struct{ Open, Still, Drawn float64 }

// Gate returns the gate of the drawing: the probability that it is open, and its value without and with noise.
func (h How) Gate() HowGate {
	at, u := float32(h.Number(HowLocation)), float32(h.Number(HowDraw))
	return HowGate{float64(drnet.Probability(at)), float64(drnet.Gate(at)), float64(drnet.DrawGate(at, u))}
}

// GateCurves returns, for locations from least to most, the probability of an open gate and its value without noise.
func GateCurves() (x, open, still []float64) {
	const points = 121
	n := howNumbers[HowLocation]
	for i := range points {
		at := n.Least + (n.Most-n.Least)*float64(i)/(points-1)
		x = append(x, at)
		open = append(open, float64(drnet.Probability(float32(at))))
		still = append(still, float64(drnet.Gate(float32(at))))
	}
	return x, open, still
}

// HowSteps is the length of the drawn run.
const HowSteps = 20_000

// Phases returns the first step of each phase in the drawing. The first phase fits conditions; then the rule phase and
// the OR phase alternate.
func (h How) Phases() []int {
	var list []int
	for at := 0; at < HowSteps; at += int(h.Number(HowAlternate)) {
		list = append(list, at)
	}
	return list
}

// HowSet is a rule set with its score.
type HowSet struct {
	Text       string
	Complexity int // number of rules and conditions
	Accuracy   float64
	Score      float64 // accuracy minus the cost of the complexity
	Best       bool    // has the highest score of the list
}

// Sets returns rule sets of growing complexity, with their scores at the minimum gain of the drawing.
func (h How) Sets() []HowSet {
	young := func(r howRow) bool { return r.age <= 50 }
	clean := func(r howRow) bool { return !r.smokes }
	fit := func(r howRow) bool { return r.cholesterol <= 130 && r.pressure <= 120 }
	sets := []struct {
		text       string
		complexity int
		rules      []func(howRow) bool
	}{
		{"no rule: always “high”", 0, nil},
		{"smoker = no", 2, []func(howRow) bool{clean}},
		{"cholesterol ≤ 130 AND blood_pressure ≤ 120", 3, []func(howRow) bool{fit}},
		{"smoker = no OR age ≤ 50", 4, []func(howRow) bool{clean, young}},
		{"smoker = no OR cholesterol ≤ 130 AND blood_pressure ≤ 120", 5, []func(howRow) bool{clean, fit}},
		{"smoker = no OR age ≤ 50 OR cholesterol ≤ 130 AND blood_pressure ≤ 120", 7, []func(howRow) bool{clean, young, fit}},
	}
	const percent = 100
	price, best := h.Number(HowPrice)/percent, 0
	var list []HowSet
	for i, set := range sets {
		right := 0
		for _, row := range howTable() {
			if slices.ContainsFunc(set.rules, func(rule func(howRow) bool) bool { return rule(row) }) == row.low {
				right++
			}
		}
		accuracy := float64(right) / float64(len(howTable()))
		list = append(list, HowSet{set.text, set.complexity, accuracy, accuracy - price*float64(set.complexity), false})
		if list[i].Score > list[best].Score {
			best = i
		}
	}
	list[best].Best = true
	return list
}
