package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

// Every run stays in the list. An earlier run is opened and compared with the next one, and a run is deleted and restored.
func TestRuns(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1440, height: 900})
	before := p.text(".rules-head")
	p.set("Epochs", "3")
	p.click("Train again")
	p.rules()
	p.allDrawn()
	p.click("Run 2 ▾")
	p.waitText("#runs-panel", "Run 1")
	p.click("Compare run 1")
	p.click("Compare run 2")
	p.waitJS("the rows to be compared",
		`/Both models predict the same class|Their predictions differ/.test(document.querySelector("#runs-compared-differ")?.textContent)`)
	p.shot("runs-1440")
	p.accessible("runs")
	p.resize(360, 740)
	p.shot("runs-360")
	p.fits("runs")
	p.resize(1440, 900)
	p.click("Delete run 2")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.waitJS("the run again", `document.activeElement.id === "run-2-delete"`)
	p.click("Delete run 2")
	p.click("Restore run 2")
	p.click("Open run 1")
	p.waitText("#open-runs", "Run 1")
	p.waitJS("the rules of the first run", `document.querySelector(".rules-head").innerText === `+strconv.Quote(before))
	p.section("Train")
	p.waitText("#train", " rules of epoch ")
	p.shot("run-1-train")
}
