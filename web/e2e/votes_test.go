package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// With a setting, several rules must hold for a prediction. The head of the rules, the drawing and the explanation of a row state how
// many.
func TestVotes(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	table.WriteString("smoker,active,young,slim,calm,risk\n")
	for row := range 640 { // every combination twenty times; one label in nineteen is wrong
		yes, line := 0, ""
		for k := range 5 {
			yes += row >> k & 1
			line += []string{"no,", "yes,"}[row>>k&1]
		}
		fmt.Fprintf(&table, "%s%s\n", line, map[bool]string{true: "low", false: "high"}[(yes >= 3) != (row%19 == 0)])
	}
	p := openReady(t, visit{width: 1440, height: 900, patience: 2 * time.Minute})
	p.drop(".page", p.write("votes.csv", table.String()))
	p.waitText("#data", "640 rows, 6 columns")
	p.set("Epochs", "100")
	p.choose("Rules that must hold", "several, chosen by training")
	p.train()
	p.waitText("#rules .sentence", "if at least 3 of 5 rules hold, otherwise")
	p.waitText("#rules .rest-line", "fewer than 3 rules hold")
	p.shot("votes")
	p.section("Train")
	p.waitText("#network .net-join", "3 of 5")
	p.section("Rules")
	p.click("What-if")
	p.waitText("#panel-try", "At least 3 must.")
	p.shot("votes-what-if")
}
