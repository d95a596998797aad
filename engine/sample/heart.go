package sample

import (
	"math/rand/v2"
	"strconv"
)

const (
	heartRows = 2000

	// heartSeed makes 50 the second decile of age, and 130 and 120 the fifth deciles of cholesterol and blood pressure.
	// Each is well inside the rows with that value, so that a learner can find the planted rules exactly.
	heartSeed = 1
)

// heartRisk is the example of the paper's introduction, with plausible columns that do not matter.
func heartRisk() Sample {
	return Sample{
		Name:     "heart-risk",
		Title:    "Heart risk (planted rules)",
		Question: "Is the risk of heart disease low?",
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
