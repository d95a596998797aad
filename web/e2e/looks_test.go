package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// Nothing is clipped or scrolls horizontally, from the narrowest phone on; the pictures are for visual review.
func TestFitsEveryWidth(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1440, height: 900})
	p.fits("welcome")
	p.sample("MONK's problem 1")
	p.wait("#start")
	p.fits("table")
	p.set("Epochs", "200")
	p.fill("Batch size", "0")
	p.waitText("#settings", "Type a whole number from 1")
	p.fits("complaint")
	p.fill("Batch size", "100000")
	p.train()
	p.section("Train")
	p.waitText("#train", "The batch of 100,000 was more than there are rows; using 346.")
	p.fits("trained")
	p.section("Rules")
	p.click("Precision, recall and other metrics")
	p.fits("rules")
}

// fits checks the page in several widths.
func (p *page) fits(name string) {
	p.t.Helper()
	for _, width := range []int64{320, 390, 768, 1024, 1440} {
		p.resize(width, 900)
		p.shot(fmt.Sprintf("%s-%d", name, width))
		if inside := eval[int64](p, "document.documentElement.scrollWidth"); inside > width {
			p.t.Errorf("%s at a width of %d: the page is %d wide; %s", name, width, inside,
				eval[string](p, `[...document.querySelectorAll("*")]
					.filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".rows-scroll, .matrix-scroll, .scroll, .stage-scroll"))
					.map((e) => e.tagName + "." + e.className + "#" + e.id).slice(0, 8).join(" ")`))
		}
	}
}

// All views begin at the same edge. On a phone, the tab chosen elsewhere is visible, and names with hyphens are not broken.
func TestEdges(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1440, height: 900})
	var b strings.Builder
	b.WriteString("capital-gain-of-year,marital-status,over-limit\n")
	for i := range 300 {
		status := []string{"Married-civ-spouse-with-kids", "Never-married", "Separated-long-ago"}[i%3]
		fmt.Fprintf(&b, "%d,%s,%v\n", i*37%5000, status, i%3 == 0 && i*37%5000 > 2000)
	}
	p.load("names.csv", b.String())
	const edge = `document.querySelector(%q).getBoundingClientRect().left`
	want := eval[float64](p, fmt.Sprintf(edge, ".aim"))
	p.section("Settings")
	if got := eval[float64](p, fmt.Sprintf(edge, ".presets")); got != want {
		t.Errorf("Settings begin at %v, Data at %v", got, want)
	}
	p.section("Data")
	if wide := eval[float64](p, `(document.documentElement.style.fontSize = "200%", document.documentElement.scrollWidth)`); wide > 1440 {
		t.Errorf("with letters twice as large, Data is %v wide", wide)
	}
	eval[bool](p, `(document.documentElement.style.fontSize = "", true)`)
	p.resize(360, 740)
	p.train()
	p.section("Rules")
	p.wait(".rule-line .word")
	eval[bool](p, `(document.querySelector("#tab-export").click(), true)`)
	const right = `document.querySelector("#tab-export[aria-selected=true]")?.getBoundingClientRect().right`
	p.waitJS("the chosen tab in sight", right+` <= innerWidth`)
	const over = `[...document.querySelectorAll(".matrix .word")].filter((e) => {
		return e.getBoundingClientRect().right > e.closest("td, th").getBoundingClientRect().right;
	}).map((e) => e.innerText).join()`
	const broken = `[...document.querySelectorAll(".word")].filter((e) => e.getClientRects().length > 1).map((e) => e.innerText).join()`
	for _, width := range []int64{320, 360, 1024} {
		p.resize(width, 740)
		for _, view := range [][2]string{{"Rules", ".rule-line .word"}, {"Matrix", ".asks .word"}, {"What-if", "#panel-try .word"}} {
			tab := view[0]
			p.click(tab)
			p.wait(view[1])
			p.allDrawn()
			if got := eval[string](p, broken); got != "" {
				t.Errorf("%s at %d: broken: %s", tab, width, got)
			}
			if got := eval[string](p, over); got != "" {
				t.Errorf("%s at %d: in the next cell: %s", tab, width, got)
			}
		}
	}
}

// The page reports an error with the next step, and keeps the previous table.
func TestWrongFiles(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{})
	p.drop(".page", p.write("photo.csv", "\x89PNG\r\n\x1a\n\x00\x00"))
	p.waitText(".problem", "picture")
	p.drop(".page", p.write("rows.json", "[{\"a\": 1},\n{\"a\": 2"))
	p.waitText(".problem", "Line 2")
	p.drop(".page", p.write("open.csv", "a,b\n1,2\n\"1,2\n"))
	p.waitText("#data", "1 row has a stray quote, kept as text (line 3)")
	p.drop(".page", p.write("good.csv", "size,ok\n1,yes\n2,yes\n3,no\n4,no\n5,no\n"))
	p.waitText("#data", "good.csv 5 rows, 2 columns")
	p.drop(".page", p.write("empty.csv", ""))
	p.waitText("#data .problem", "empty")
	p.waitText("#data", "good.csv 5 rows, 2 columns")
	p.train()
	p.section("Data")
	p.choose("Target column", "size (numeric)")
	p.fill("Number that splits the target", "9")
	p.waitText("#data", "No row is beyond this bound: the values range from 1 to 5.")
	p.section("Rules")
	p.waitText("#rules", "Settings changed – rules are out of date.")
}
