package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"drnet/engine/realdata"
)

// TestByGroup compares groups by keyboard on a narrow window: by one column, then by two. The numbers follow the rules.
func TestByGroup(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 360, height: 800})
	p.patience = 2 * time.Minute
	p.wait("#groups summary")
	eval[bool](p, `document.querySelector("#groups summary").focus(), true`)
	p.press(kb.Enter)
	p.wait("#groups[open]")
	p.choose("Group rows by", "city")
	p.waitText("#groups", "Selection rate: ")
	p.waitText("#groups .group-table", "Selection rate")
	p.choose("and by", "age")
	p.waitText("#groups", "city, age")
	p.waitJS("no overflow", "document.documentElement.scrollWidth <= 360")
	p.waitJS("the group left of its figures, wherever the table is scrolled to", `(() => {
		const table = document.querySelector(".stage-scroll:has(> .group-table)"), left = (e) => e.getBoundingClientRect().left;
		table.scrollLeft = 100;
		return table.scrollLeft > 0 && left(table.querySelector("tbody th")) === left(table);
	})()`)
	p.shot("groups-360")
	before := p.text("#groups")
	p.choose("Group rows by", "–")
	p.waitJS("no groups", `document.querySelector("#groups .group-table") === null`)
	if !strings.Contains(before, "age >") {
		t.Errorf("the groups by age are %q", before)
	}
}

// TestStability learns rules again in the workers, stops that, and does it once more.
func TestStability(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	table.WriteString("x,y,ill\n")
	for row := range 20_000 { // enough that there is time to stop
		x, y := row*7919%101, row*104729%97
		fmt.Fprintf(&table, "%d,%d,%v\n", x, y, (x > 60 || y > 80) != (row%19 == 0))
	}
	p := openReady(t, visit{width: 1440, height: 900, patience: 2 * time.Minute})
	p.drop(".page", p.write("ill.csv", table.String()))
	p.waitText("#data", "20,000 rows")
	p.set("Epochs", "100")
	p.train()
	p.wait("#stability summary")
	eval[bool](p, `document.querySelector("#stability summary").click(), true`)
	p.click("Learn again 20 times")
	p.waitJS("a button to stop", `(document.querySelector("#stability-stop")?.click(), document.querySelector("#stability-stop") !== null)`)
	p.wait("#stability-start:not([disabled])")
	p.waitJS("no result", `document.querySelector("#stability-says") === null`)
	p.click("Learn again 20 times")
	p.wait("#stability-start:not([disabled])")
	p.waitText("#stability-says", "Every rule comes back")
	p.waitText("#stability", "x (20)")
	p.shot("stability")
}

// TestBound keeps the selection rates of the adult table by sex within a ratio of 0.8, with the same figures as natively, and opens
// another point of the trade-off.
func TestBound(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1440, height: 900, patience: 2 * time.Minute})
	p.drop(".page", realdata.Path(t, "adult.csv"))
	p.waitText("#data", "32,561 rows")
	p.settings()
	p.train()
	p.wait("#groups summary")
	eval[bool](p, `document.querySelector("#groups summary").click(), true`)
	p.choose("Group rows by", "sex")
	p.wait("#bound summary")
	eval[bool](p, `document.querySelector("#bound summary").click(), true`)
	p.click("Train with this bound")
	p.waitText("#bound-says", "It holds on the training rows: 0.800 (sex = Female 14.0%, sex = Male 17.5%)")
	p.waitText("#bound-says", "test accuracy 85.0% instead of 86.4%")
	p.waitJS("the rules under the bound to be open", `document.querySelectorAll("#bound-trades tbody tr").length > 5`)
	eval[bool](p, `document.querySelector("#bound").scrollIntoView(), true`)
	p.shot("bound")
	eval[bool](p, `document.querySelector("#bound-open-3").click(), true`)
	p.waitText("#bound-says", "It does not hold on the training rows")
	p.resize(360, 800)
	p.waitJS("no overflow", "document.documentElement.scrollWidth <= 360")
	eval[bool](p, `document.querySelector("#bound").scrollIntoView(), true`)
	p.shot("bound-360")
}
