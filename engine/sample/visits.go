package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
)

const patients, visitsEach, visitsSeed = 150, 6, 1

// visits is the table of the lesson about rows that belong together. It is not among All, because a random split misjudges it.
var visits = Sample{
	Name: "visits", Title: "Visits · synthetic, six of each patient", Question: "Which patients have a relapse?",
	Target: "relapse", Positive: "yes", Rows: patients * visitsEach, Columns: 10, Seconds: 3, records: visitRecords,
}

// visitRecords are the visits of patients. A relapse is a property of the patient: 75% of the smokers have one, and 25% of the
// others. The other measures of a patient say nothing about it, but together they identify the patient.
func visitRecords() [][]string {
	const smokers = 75
	g := generator{rand.New(rand.NewPCG(visitsSeed, 0))}
	records := [][]string{{"patient", "age", "sex", "smoker", "height", "weight", "cholesterol", "visit", "pulse", "relapse"}}
	for n := range patients {
		smoker := g.choose(50, "yes", "no")
		patient := []string{
			fmt.Sprintf("P%03d", n+1), strconv.Itoa(20 + g.below(65)), g.choose(50, "female", "male"), smoker,
			strconv.Itoa(g.bell(1700, 90)), strconv.Itoa(g.bell(750, 130)), strconv.Itoa(g.bell(2000, 350)),
		}
		relapse := g.choose(smokers, smoker, map[string]string{"yes": "no", "no": "yes"}[smoker])
		for visit := range visitsEach {
			records = append(records, append(slices.Clip(patient),
				strconv.Itoa(visit+1), strconv.Itoa(g.bell(720, 90)), relapse))
		}
	}
	return records
}
