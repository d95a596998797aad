package e2e

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// The matrix shows the rules of a built-in table column by column. Rules with low coverage are hidden, by pointer or by
// keys. A pair of rules links to its rows.
func TestMatrix(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: planted, width: 1440, height: 1000})
	p.ready()
	p.waitJS("training to be possible", `document.querySelector("#start")?.disabled === false`)
	p.patience = 2 * time.Minute
	p.click("Start training")
	p.rules()
	p.click("Matrix")
	p.waitJS("rows", `document.querySelectorAll("#matrix tbody tr").length > 1`)
	p.waitJS("distributions", `document.querySelectorAll('#matrix [data-part="strip-inside"]').length > 1`)
	p.wait("#times")
	eval[bool](p, `document.querySelector("#panel-matrix").scrollIntoView(), true`)
	p.shot("matrix-1440")
	rules := `document.querySelectorAll("#matrix tbody tr").length`
	n := eval[int](p, rules)
	p.fill("Rows that a rule covers at least", "100000")
	p.waitJS("no rule", rules+` === 0`)
	p.fill("Rows that a rule covers at least", "")
	p.waitJS("all rules", rules+` > 1`)
	p.tabTo("#least-slider")
	p.press(kb.End)
	p.waitJS("fewer rules", rules+` === 1`)
	p.press(kb.Home)
	p.waitJS("all rules again", rules+` > 1`)
	if now := eval[int](p, rules); now != n {
		t.Errorf("%d rules, want %d", now, n)
	}
	eval[bool](p, `document.querySelector("#times").scrollIntoView(), true`)
	p.shot("overlap-1440")
	p.accessible("matrix")
	if eval[bool](p, `document.querySelector(".pairs li button") !== null`) {
		p.click(eval[string](p, `document.querySelector(".pairs li button").textContent.trim()`))
		p.waitText("#rows-title", "match")
		p.waitText("#rows-words", "row")
	}
	p.resize(390, 900)
	eval[bool](p, `document.querySelector("#panel-matrix").scrollIntoView(), true`)
	p.shot("matrix-390")
	p.fits("matrix")
}
