package e2e

import (
	"strings"
	"testing"
	"time"
)

// Learners are compared on the same folds, one of them is stopped separately, and the rules of another are opened and
// exported. Undo restores the rules of DR-Net.
func TestLearnersCompared(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1400, height: 1000})
	before := p.text("#accuracy")
	p.set("Epochs", "40")
	p.section("Rules")
	p.click("Benchmark")
	p.waitText("#panel-compare", "It takes about")
	p.click("random forest")
	p.click("BRS")
	p.click("CART on numbers")
	p.click("Run benchmark")
	p.wait("#stop-condition")
	p.click("Stop one condition")
	p.patience = 2 * time.Minute
	p.waitJS("the learners", `document.querySelector("#benchmark") !== null && document.querySelectorAll("#learners tbody tr").length === 8`)
	rows := eval[[]string](p, `[...document.querySelectorAll("#learners tbody tr")].map(r => r.innerText.replace(/\s+/g, " "))`)
	stopped := 0
	for _, row := range rows {
		switch {
		case strings.Contains(row, "stopped"):
			stopped++
		case !strings.Contains(row, "% ±"):
			t.Errorf("not measured: %q", row)
		}
	}
	if stopped != 1 {
		t.Errorf("%d learners are stopped, want 1: %q", stopped, rows)
	}
	p.waitText("#benchmark-says", "DR-Net is")
	p.waitJS("the picture", `document.querySelectorAll('#panel-compare [data-part~="mark"]').length >= 5`)
	eval[bool](p, `document.querySelector("#benchmark-says").scrollIntoView(), true`)
	p.shot("benchmark-1400")
	p.accessible("benchmark")
	if _, numbers := p.download(func() { p.click("Download the numbers (CSV)") }); strings.Count(string(numbers), "\n") != 8 {
		t.Errorf("the numbers are\n%s", numbers)
	}
	p.click("Open the rules of CART")
	p.click("Export")
	p.waitJS("the file", `document.querySelector("#file-preview")?.textContent.includes("buys")`)
	p.click("Rules")
	p.waitJS("other rules", `document.querySelector("#accuracy")?.textContent !== "`+before+`"`)
	p.click("Undo")
	p.waitJS("the rules from before", `document.querySelector("#accuracy")?.textContent === "`+before+`"`)
	p.fits("benchmark")
}
