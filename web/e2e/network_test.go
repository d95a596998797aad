package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// One rule of the network is highlighted: the first, or the one with the focus or under the pointer. Tracing a row highlights its path.
func TestNetwork(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: planted, width: 1440, height: 900, patience: 2 * time.Minute})
	p.wait("#start")
	p.train()
	p.section("Train")
	p.waitText("#network-said", "R1: IF ")
	p.waitText("#network-said", " training rows.")
	p.shot("network")
	if same := eval[bool](p, `document.querySelector("#network .net-layers").offsetHeight === 420`); !same {
		t.Error("the drawing is not 420 px high")
	}
	if missing := eval[string](p, `[...document.querySelectorAll("#network .net-columns > li")].filter((node) =>
		!node.querySelector("[data-part=strip-all]")).map((node) => node.textContent).join(", ")`); missing != "" {
		t.Errorf("these columns have no distribution: %s", missing)
	}
	if shaded := eval[bool](p, `document.querySelector("#network [data-part=strip-shade]") !== null`); !shaded {
		t.Error("no interval of the highlighted rule is shaded")
	}
	second := eval[string](p, `document.querySelectorAll("#network .net-rule")[1].dataset.rule`)
	eval[bool](p, `document.querySelectorAll("#network .net-rule")[1].focus(), true`)
	p.waitText("#network-said", "R"+second+": IF ")
	p.leavesTheFocus(second)
	p.press("\x1b")
	p.waitText("#network-said", "R1: IF ")
	p.followsARow()
	p.changesAWeight()
	p.choose("Colors", "blue and orange, color-blind safe")
	p.waitJS("other colours", `document.querySelector("#network").dataset.palette === "safe"`)
	for _, width := range []int64{320, 360, 768} {
		p.resize(width, 740)
		eval[bool](p, `document.querySelector("#network").scrollIntoView(), true`)
		p.shot(fmt.Sprintf("network-%d", width))
		if inside := eval[int64](p, "document.documentElement.scrollWidth"); inside > width {
			t.Errorf("at a width of %d the page is %d wide", width, inside)
		}
		if outside := eval[string](p, `[...document.querySelectorAll("#network .net-layers *")].filter((e) => {
			const box = e.getBoundingClientRect(), of = document.querySelector("#network .net-layers").getBoundingClientRect();
			const node = e.closest(".net-columns > li")?.getBoundingClientRect() ?? of;
			return box.width > 0 && !e.closest(".unseen") && (box.left < of.left - 1 || box.right > of.right + 1 ||
				box.top < node.top - 1 || box.bottom > node.bottom + 1);
		}).map((e) => e.outerHTML.slice(0, 80)).join("\n")`); outside != "" {
			t.Errorf("at a width of %d these are outside of the drawing: %s", width, outside)
		}
	}
}

// leavesTheFocus rests the mouse on the first rule while the page scrolls under it: the rule with the focus stays highlighted.
func (p *page) leavesTheFocus(focused string) {
	p.t.Helper()
	place := eval[[]float64](p, `(() => {
		document.querySelector("#network .net-layers").scrollIntoView({block: "center"});
		const box = document.querySelectorAll("#network .net-rule")[0].getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`)
	mouse := func(y float64) {
		_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent,
			input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: place[0], Y: y})
		p.must(err)
	}
	mouse(place[1] - 3)
	mouse(place[1])
	p.waitText("#network-said", "R1: IF ")
	eval[bool](p, `[0, 1].forEach((at) => document.querySelectorAll("#network .net-rule")[at].focus()) ?? true`)
	p.waitText("#network-said", "R"+focused+": IF ")
	for _, by := range []int{-20, 20, 300, -300} {
		said := eval[string](p, fmt.Sprintf(`new Promise((done) => {
			document.addEventListener("mouseover", () => setTimeout(seen, 300), {once: true});
			const late = setTimeout(seen, 2000);
			function seen() {
				clearTimeout(late); // or it fires when the test has left the drawing
				done(document.querySelector("#network-said").textContent);
			}
			scrollBy({top: %d, behavior: "instant"});
		})`, by))
		if !strings.HasPrefix(said, "R"+focused+": IF ") {
			p.t.Errorf("after scrolling by %d under the mouse the drawing shows %s", by, said)
		}
	}
}

// The page stays responsive while a run of 50 rules over 500 features is drawn. The drawing changes at most once a second.
func TestLargeNetworkIsSmooth(t *testing.T) {
	p := openReady(t, visit{width: 1440, height: 1000, patience: 2 * time.Minute})
	p.drop(".page", p.write("wide.csv", wideTable(4000, 5)))
	p.waitText("#data", "4,000 rows, 6 columns")
	p.settings()
	p.choose("Binning method", "quantiles")
	p.fill("Cut points per numeric column", "100")
	p.waitText("#settings", "500 features")
	p.fill("Epochs", "4000")
	p.click("Start training")
	p.wait("#network .net-rule")
	eval[bool](p, `document.querySelector("#network").scrollIntoView(), true`)
	title := `document.querySelector("#network-title").nextSibling.textContent`
	p.waitJS("the next drawing", fmt.Sprintf("%s !== %q", title, eval[string](p, title)))
	const seconds = 5
	type drawings struct{ Drawn, Seconds float64 } // a busy machine ends it late
	var watched drawings
	tasks := p.traced(func() {
		watched = eval[drawings](p, fmt.Sprintf(`new Promise((done) => {
			const titles = new Set(), begun = performance.now();
			const watch = new MutationObserver(() => titles.add(%s));
			watch.observe(document.querySelector("#network"), {characterData: true, childList: true, subtree: true});
			setTimeout(() => {
				watch.disconnect();
				done({Drawn: titles.size, Seconds: (performance.now() - begun) / 1000});
			}, %d);
		})`, title, 1000*seconds))
	})
	p.shot("network-large")
	if watched.Drawn < 2 || watched.Drawn > watched.Seconds+1 {
		t.Errorf("%v drawings in %.1f s, want several, and one a second at most", watched.Drawn, watched.Seconds)
	}
	p.measured("longest task while a network of 500 features is drawn", tasks[0].Processor, longestAim)
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

// changesAWeight switches a neuron off and changes a weight. The effect is shown, and can be undone and kept.
func (p *page) changesAWeight() {
	p.t.Helper()
	p.click("Learn")
	p.click("Teaching mode: edit the weights of the network")
	p.click("Learn")
	p.click("Edit weights")
	p.wait("#network-weights")
	p.shot("network-edit")
	if signed := eval[int](p, `[...document.querySelectorAll("#network-weights input")].
		filter((e) => /^[-−]0\.00$/.test(e.value)).length`); signed > 0 {
		p.t.Errorf("%d weights are a zero with a sign", signed)
	}
	first := eval[string](p, `document.querySelector("#network-weights label").textContent`)
	p.fill(first, "-3.5")
	p.waitText("#edited-says", "Edited by hand: train accuracy ")
	p.waitText("#network", "Rules of the edited weights")
	p.fill(first, "many")
	p.waitText("#network", "Type a number from −10 to 10.")
	p.click("Undo all changes")
	p.waitJS("no changes", `document.querySelector("#edited-says") === null`)
	p.click("Switch it off")
	p.waitText("#edited-says", "Edited by hand: train accuracy ")
	p.shot("network-edited")
	p.click("Show these rules")
	p.waitText("#rules", "edited by hand")
	p.section("Train")
}

// followsARow traces a row through the drawing.
func (p *page) followsARow() {
	p.t.Helper()
	p.click("Trace one row")
	p.waitText("#trace-says", "Row 1: ")
	p.waitText("#trace-says", "The label is ")
	p.waitJS("the cells of the row", `[...document.querySelectorAll("#network .net-cell")].every((cell) => cell.textContent !== "")`)
	if fires := eval[bool](p, `document.querySelector("#network .net-rule.fires") !== null ||
		document.querySelector("#trace-says").textContent.includes("no rule holds")`); !fires {
		p.t.Error("no rule is lit up")
	}
	p.shot("network-traced")
	p.fill("Row", "7")
	p.waitText("#trace-says", "Row 7: ")
	p.click("Trace one row")
}
