package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
)

const patients, visitsEach, visitsSeed = 150, 6, 1

// visits is the table of the lesson about groups of rows. It is not in All, because a random split overestimates the accuracy on it.
var visits = Sample{
	Name: "visits", Title: "Visits · synthetic, six of each patient", Question: "Which patients have a relapse?",
	Target: "relapse", Positive: "yes", Rows: patients * visitsEach, Columns: 10, records: visitRecords,
}

// visitRecords draws visits of patients. All visits of a patient have the same label: 75% of the smokers have a relapse, and 25% of the
// other patients. The other columns are independent of the relapse, but together they identify the patient.
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
