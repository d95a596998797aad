package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// clinic returns visits of patients whose measurements identify them. The label is a property of the patient.
func clinic(patients, each int) string {
	var b strings.Builder
	b.WriteString("patient,a,b,c,d,e,visit,ill\n")
	r := rand.New(rand.NewPCG(1, 1))
	for p := range patients {
		cells := fmt.Sprintf("P%03d", p)
		for range 5 {
			cells += fmt.Sprintf(",%.2f", r.NormFloat64())
		}
		ill := []string{"no", "yes"}[r.IntN(2)]
		for visit := range each {
			fmt.Fprintf(&b, "%s,%d,%s\n", cells, visit+1, ill)
		}
	}
	return b.String()
}

// A split by group is proposed and chosen, and the page draws both sides. The honest estimate can be stopped. Its result also says, here
// and in the settings, which accuracy a random split would have claimed. The link contains the split.
func TestSplitByGroup(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.load("clinic.csv", clinic(60, 5))
	p.settings()
	p.waitText("#proposed-split", "Column “patient” has 60 values with 5.0 rows each on average")
	p.click("Split by group: “patient”")
	p.waitText("#split figcaption", "values of “patient”")
	p.waitText("#split", "measured by “Honest estimate”")
	if sides := p.text("#split figcaption"); !strings.Contains(sides, "Training: ") || !strings.Contains(sides, "Test: ") {
		t.Errorf("the sides are %q", sides)
	}
	p.waitJS("the split in the address", `location.hash.includes("group=1")`)
	p.fill("Epochs", "20")
	p.shot("split-1400")
	p.train()
	p.click("Trade-off")
	p.waitText("#panel-trade", "80 runs of 3 settings, about")
	p.click("Honest estimate")
	p.wait("#honest-stop")
	p.click("Stop")
	p.wait("#honest:not([disabled])")
	p.click("Honest estimate")
	p.patience = 5 * time.Minute
	p.waitText("#honest-says", "rows of the same patient leak.")
	if says := p.text("#honest-says"); !strings.Contains(says, "95% interval") || !strings.Contains(says, "The single test split says") {
		t.Errorf("the estimate says %q", says)
	}
	if n := eval[int](p, `document.querySelectorAll("#chosen tbody tr").length`); n != 3 {
		t.Errorf("%d settings are listed, want 3", n)
	}
	p.accessible("honest")
	p.shot("honest-1400")
	p.settings()
	p.waitText("#split", "rows of the same patient leak.")
	p.choose("Split the rows", "at random")
	p.waitJS("no split in the address", `!location.hash.includes("group=")`)
}
