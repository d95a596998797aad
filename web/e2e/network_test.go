package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// A rule of the network is shown alone by pointer and by keyboard. The weight of a line is shown and hidden.
func TestNetwork(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: planted, width: 1440, height: 1000})
	p.patience = 2 * time.Minute
	p.ready()
	p.wait("#start")
	p.click("Start training")
	p.wait("#network .net-rule")
	p.rules()
	p.section("Train")
	p.waitJS("the network that was learnt", `document.querySelectorAll("#network li:not([hidden])").length > 0`)
	p.shot("network")

	first := `document.querySelector("#network li:not([hidden]) button")`
	eval[bool](p, first+`.focus(), true`)
	p.waitJS("one rule alone",
		`document.querySelector("#network").dataset.alone === "yes" && document.querySelectorAll('#network [data-part~="net-wire"]').length > 0`)
	p.waitText("#network-said", "training rows)")
	p.press("\r")
	p.waitJS("the rule to be fixed", first+`.getAttribute("aria-pressed") === "true"`)
	p.tabTo(`[data-part~="net-wire"]`)
	p.waitText("#weight-card", "Weight")
	p.waitText("#weight-card", "open with probability")
	p.shot("network-weight")
	if name := eval[string](p, `document.activeElement.getAttribute("aria-label")`); !strings.Contains(name, ", weight ") {
		t.Errorf("the line is called %q", name)
	}
	p.press("\x1b")
	p.waitJS("the card to be gone",
		`document.querySelector("#weight-card") === null && document.querySelector("#network").dataset.alone === "yes"`)
	p.press("\x1b")
	p.waitJS("all rules", `document.querySelector("#network").dataset.alone === "no"`)
	p.changesAWeight()
	p.followsARow()
	p.click("Show as table")
	p.waitText("#network-table", "open with probability")
	p.choose("Colors", "blue and orange, color-blind safe")
	p.waitJS("other colours", `document.querySelector("#network").dataset.palette === "safe"`)
	for _, width := range []int64{320, 768} {
		p.resize(width, 900)
		eval[bool](p, `document.querySelector("#network").scrollIntoView(), true`)
		p.shot(fmt.Sprintf("network-%d", width))
		if inside := eval[int64](p, "document.documentElement.scrollWidth"); inside > width {
			t.Errorf("at a width of %d the page is %d wide", width, inside)
		}
	}
}

// The page stays responsive while a network of 50 rules over 500 features is drawn ten times a second.
func TestLargeNetworkIsSmooth(t *testing.T) {
	// The aim is a task of 50 ms for each update. The wall-clock time of a task depends on other load on the machine.
	// The bound is therefore on processor time, twice the aim.
	const mostBusy = 100 * time.Millisecond
	p := open(t, visit{width: 1440, height: 1000})
	p.patience = 2 * time.Minute
	p.ready()
	p.drop(".page", p.write("wide.csv", wideTable(4000, 5)))
	p.waitText("#data", "4,000 rows, 6 columns")
	p.settings()
	p.choose("Binning method", "quantiles")
	p.fill("Cut points per numeric column", "100")
	p.waitText("#settings", "500 features")
	p.fill("Epochs", "4000")
	p.click("Start training")
	p.wait("#network .net-rule")
	p.waitJS("many rules", `document.querySelectorAll("#network li:not([hidden])").length >= 45`)
	eval[bool](p, `document.querySelector("#network").scrollIntoView(), true`)
	var drawn float64
	tasks := p.traced(func() {
		drawn = eval[float64](p, `new Promise((done) => {
			let times = 0;
			const watch = new MutationObserver(() => times++);
			watch.observe(document.querySelector('[data-part="network"]'), {attributes: true, subtree: true, attributeFilter: ["d"]});
			setTimeout(() => { watch.disconnect(); done(times / 5); }, 5000);
		})`)
	})
	p.shot("network-large")
	t.Logf("%.1f updates a second; the longest tasks were %v", drawn, tasks[:5])
	if drawn < 1 {
		t.Errorf("%.1f updates a second, want about 10", drawn)
	}
	if tasks[0].Processor > mostBusy {
		t.Errorf("the page was busy for %v, want at most %v", tasks[0], mostBusy)
	}
	if paths := eval[int](p, `Math.max(...[...document.querySelectorAll('#network [data-part~="net-neuron"]')]
		.map((g) => [...g.querySelectorAll('path:not([data-part="net-node"])')].length))`); paths > 3 {
		t.Errorf("a rule has %d paths, want 3 at most", paths)
	}
	p.click("Finish now")
	p.wait("#rules .sentence")
}

// wideTable returns a table of numbers, of which a few determine the target.
func wideTable(rows, columns int) string {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for j := range columns {
		fmt.Fprintf(&b, "c%d,", j)
	}
	b.WriteString("answer\n")
	for range rows {
		sum := 0.
		for j := range columns {
			x := random.Float64()
			if j < 3 {
				sum += x
			}
			fmt.Fprintf(&b, "%.4f,", x)
		}
		answer := "no"
		if sum+random.NormFloat64()/4 > 1.5 {
			answer = "yes"
		}
		b.WriteString(answer + "\n")
	}
	return b.String()
}

// changesAWeight switches a rule off and changes the weight of another. The effect is shown, and can be undone and
// kept.
func (p *page) changesAWeight() {
	p.t.Helper()
	p.click("Learn")
	p.click("Teaching mode: edit the weights of the network")
	p.click("Learn")
	p.click("Edit weights")
	eval[bool](p, `document.querySelector("#network li:not([hidden]) button").click(), true`)
	p.waitJS("lines", `document.querySelectorAll('#network [data-part~="net-wire"]').length > 0`)
	eval[bool](p, `document.querySelector('#network [data-part~="net-wire"]').dispatchEvent(new MouseEvent("click", {bubbles: true})), true`)
	p.waitText("#weight-card", "Gate open")
	p.shot("network-edit")
	p.fill("Weight", "-3.5")
	p.waitText("#edited-says", "Edited by hand: train accuracy ")
	p.waitText("#weight-card", "−3.50")
	p.fill("Weight", "many")
	p.waitText("#weight-card", "Type a number from −10 to 10.")
	p.click("Undo all changes")
	p.waitJS("no changes", `document.querySelector("#edited-says") === null`)
	p.click(eval[string](p, `[...document.querySelectorAll("#network button")]
		.find((b) => /^Switch R\d+ off$/.test(b.textContent)).textContent`))
	p.waitText("#edited-says", "Edited by hand: train accuracy ")
	p.shot("network-edited")
	p.click("Show these rules")
	p.waitText("#rules", "edited by hand")
	p.section("Train")
}

// followsARow steps through the prediction for a row by keyboard.
func (p *page) followsARow() {
	p.t.Helper()
	p.click("Trace one row")
	p.waitText("#forward-says", "Row 1: ")
	eval[bool](p, `document.querySelector("#forward-on").focus(), true`)
	p.press("\r")
	p.waitText("#forward-says", "y = ")
	p.waitJS("the rule alone", `document.querySelector("#network").dataset.alone === "yes"`)
	p.shot("network-forward")
	p.click("To the OR neuron")
	p.waitText("#forward-says", "o = ")
	p.click("Next")
	p.waitText("#forward-says", "The label is ")
	p.fill("Row", "7")
	p.waitText("#forward-says", "The label is ")
}
