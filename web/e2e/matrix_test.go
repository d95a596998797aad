package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// The matrix shows the rules of a built-in table column by column. Rules with low coverage are hidden, by pointer or by
// keys. A pair of rules links to its rows.
func TestMatrix(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: planted, width: 1440, height: 1000})
	p.waitJS("training to be possible", `document.querySelector("#start")?.disabled === false`)
	p.patience = 2 * time.Minute
	p.train()
	p.click("Matrix")
	p.waitJS("rows", `document.querySelectorAll("#matrix tbody tr").length > 1`)
	p.waitJS("distributions", `document.querySelectorAll('#matrix [data-part="strip-inside"]').length > 1`)
	p.wait("#times")
	eval[bool](p, `document.querySelector("#panel-matrix").scrollIntoView(), true`)
	p.shot("matrix-1440")
	rules := `document.querySelectorAll("#matrix tbody tr").length`
	n := eval[int](p, rules)
	p.tabTo("#least")
	p.press(kb.End)
	p.waitJS("fewer rules", rules+` === 1`)
	p.press(kb.Home)
	p.waitJS("all rules again", fmt.Sprintf("%s === %d", rules, n))
	eval[bool](p, `document.querySelector("#times").scrollIntoView(), true`)
	p.shot("overlap-1440")
	p.accessible("matrix")
	p.click(eval[string](p, `document.querySelector(".pairs li button").textContent.trim()`))
	p.waitText("#rows-title", "hold")
	p.waitText("#rows-words", "row")
	p.resize(360, 740)
	eval[bool](p, `document.querySelector("#panel-matrix").scrollIntoView(), true`)
	p.shot("matrix-360")
	const hint = `getComputedStyle(document.querySelector(".matrix-hint")).visibility`
	for _, test := range []struct{ to, want string }{{"0", "visible"}, {"1e6", "hidden"}} {
		eval[bool](p, `document.querySelector(".matrix-scroll").scrollLeft = `+test.to+`, true`)
		p.waitJS("the hint at "+test.to, hint+` === "`+test.want+`"`)
	}
	p.fits("matrix")
}
