package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// persons returns a table of survey answers with weights.
func persons(rows int) string {
	var b strings.Builder
	b.WriteString("age,smoker,ill,survey_weight\n")
	r := rand.New(rand.NewPCG(2, 1))
	for range rows {
		age, smoker := 20+r.IntN(60), []string{"no", "yes"}[r.IntN(2)]
		ill := age > 50 && smoker == "yes" != (r.IntN(8) == 0)
		fmt.Fprintf(&b, "%d,%s,%s,%.2f\n", age, smoker, map[bool]string{true: "yes", false: "no"}[ill], 0.2+r.ExpFloat64())
	}
	return b.String()
}

// A column that looks like weights is reported and not used. After it is chosen, the rules are scored by weight, and the link contains it.
func TestRowWeights(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.load("persons.csv", persons(800))
	p.settings()
	p.waitText("#settings", "Row weights: none (“survey_weight” looks like weights)")
	p.choose("Row weights", "survey_weight")
	p.waitText("#settings", "Row weights: “survey_weight”")
	p.waitJS("the weights in the address", `location.hash.includes("weight=4")`)
	p.fill("Epochs", "20")
	p.shot("weights-settings")
	p.train()
	p.waitText("#rules", "test accuracy by weight")
	p.waitText("#rules", "equally weighted ones")
	p.accessible("rules with weights")
	p.shot("weights-rules")
}
