package e2e

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"
)

// A sweep evaluates settings; the rules of one are opened and undone. The chart and the numbers are downloaded, and the current settings
// are cross-validated.
func TestTradeOff(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1400, height: 1000})
	before := p.text("#accuracy")
	p.set("Epochs", "40")
	p.section("Rules")
	p.click("Trade-off")
	p.waitText("#panel-trade", "12 settings × 4 runs, about")
	p.click("Run sweep")
	p.wait("#sweep-stop")
	p.click("Stop")
	p.wait("#sweep:not([disabled])")
	p.click("Run sweep")
	p.patience = 2 * time.Minute
	p.waitJS("settings to be tried", `document.querySelectorAll("#tried .tried").length > 1`)
	p.waitJS("a mark for each", `document.querySelectorAll('#panel-trade [data-part~="mark"]').length ===
		document.querySelectorAll("#tried tbody tr").length`)
	p.waitText("#recommended", "Recommended: ")
	eval[bool](p, `document.querySelector("#recommended").scrollIntoView(),
		document.querySelector('[role="button"][data-part~="dot"]').focus(), true`)
	p.waitText("#point", "CV accuracy")
	p.wait(".tried.pointed")
	p.shot("trade-1400")
	p.waitJS("what they are held against", `document.querySelectorAll("#tried .reference").length === 2`)
	for _, name := range eval[[]string](p, `[...document.querySelectorAll("#tried .compare-box label")].map((l) => l.textContent)`)[:2] {
		p.click(name)
	}
	p.waitText("#compare", "Two settings compared")
	p.waitJS("the rows to be compared",
		`/Both models predict the same class|Their predictions differ/.test(document.querySelector("#compare-differ").textContent)`)
	eval[bool](p, `document.querySelector("#compare").scrollIntoView(), true`)
	p.shot("compare-1400")
	p.accessible("compare")
	p.click("Show rows with different predictions")
	p.waitText("#rows-title", "The two models disagree")
	p.waitJS("rows", `document.querySelectorAll("#row-table tbody tr").length > 0`)
	p.click("Close the rows")

	p.click("Open the rules of setting 1")
	p.waitJS("the rules of setting 1", `document.querySelector("#dot-0").textContent === "Shown"`)
	p.click("Number of rules")
	p.waitJS("another axis", `document.querySelector("#panel-trade svg").getAttribute("aria-label").includes("number of rules")`)
	name, picture := p.download(func() { p.click("Download the picture (SVG)") })
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%s is not XML: %v", name, err)
		}
	}
	if _, numbers := p.download(func() { p.click("Download the numbers (CSV)") }); strings.Count(string(numbers), "\n") != 13 {
		t.Errorf("the numbers are\n%s", numbers)
	}
	p.click("Rules")
	p.click("Undo")
	p.waitJS("the rules from before", `document.querySelector("#accuracy").textContent === "`+before+`"`)

	p.click("Trade-off")
	p.click("Cross-validate (5-fold)")
	p.waitText("#folded", "mean and standard error of 5 folds")
	p.shot("folds-1400")
	if far := eval[float64](p, `(() => { // from the left end of the last head to that of the cells below
			const start = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect().left; };
			const table = document.querySelector(".result-table:has(.meaning)");
			return Math.abs(start(table.querySelector("th:last-child")) - start(table.querySelector(".meaning")));
		})()`); far > 1 {
		t.Errorf("the head “Meaning” is %g pixels from its column", far)
	}
	p.fits("trade")
}
