package sample

import (
	"math/bits"
	"math/rand/v2"
	"strconv"
)

const (
	heartRows = 2000

	// heartSeed makes 50 the second decile of age, and 130 and 120 the fifth deciles of cholesterol and blood pressure, each
	// well inside the rows with that value: a learner can find the planted rules exactly.
	heartSeed = 1
)

// heartRisk is the example of the paper's introduction, with plausible columns that do not matter.
func heartRisk() Sample {
	return Sample{
		Name:     "heart-risk",
		Title:    "Heart risk (planted rules)",
		Question: "Who has a low risk of heart disease?",
		Target:   "risk",
		Positive: "low",
		Rows:     heartRows,
		Columns:  9,
		Seconds:  3,
		Truth:    []string{"age ≤ 50", "smoker = no", "cholesterol ≤ 130 AND blood_pressure ≤ 120"},
		records:  heartRecords,
	}
}

func heartRecords() [][]string {
	g := generator{rand.New(rand.NewPCG(heartSeed, 0))}
	records := [][]string{{"age", "sex", "smoker", "cholesterol", "blood_pressure", "bmi", "exercise", "resting_pulse", "risk"}}
	for range heartRows {
		age := g.bell(620, 140)
		smoker := g.choose(25, "no", "yes")
		// Measured in steps of 5, so that the deciles of any part of the rows are those of the whole.
		cholesterol, pressure := fives(g.bell(1300, 240)), fives(g.bell(1200, 150))
		risk := "high"
		if age <= 50 || smoker == "no" || cholesterol <= 130 && pressure <= 120 {
			risk = "low"
		}
		records = append(records, []string{
			strconv.Itoa(age), g.choose(50, "female", "male"), smoker, strconv.Itoa(cholesterol), strconv.Itoa(pressure),
			tenths(g.bell(2650, 420)) /* 26.5 ± 4.2 */, g.choose(40, "none", g.choose(60, "weekly", "daily")), strconv.Itoa(g.bell(700, 90)), risk,
		})
	}
	return records
}

// generator draws plausible values with integers alone, so that every machine draws the same ones.
type generator struct{ *rand.Rand }

// below returns a number in [0, n).
func (g generator) below(n uint64) int {
	hi, _ := bits.Mul64(g.Uint64(), n)
	return int(hi)
}

// choose returns a with a probability in percent, else b.
func (g generator) choose(percent int, a, b string) string {
	if g.below(100) < percent {
		return a
	}
	return b
}

// bell returns a whole number that is nearly normal, with mean and deviation in tenths: the sum of twelve uniform
// numbers has the deviation 1.
func (g generator) bell(mean, deviation int) int {
	const uniforms, one = 12, 1 << 16
	sum := -uniforms / 2 * one
	for range uniforms {
		sum += g.below(one)
	}
	value := mean*one + deviation*sum
	return (value + 5*one) / (10 * one) // rounded: values are positive
}

// fives rounds a positive number to a multiple of five.
func fives(n int) int { return (n + 2) / 5 * 5 }

// tenths writes a number of tenths as a decimal.
func tenths(n int) string { return strconv.Itoa(n/10) + "." + strconv.Itoa(n%10) }
