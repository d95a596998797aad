package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// On a phone, everything from choosing a built-in table to downloading an export works by touch.
func TestTouch(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: "#e=100000", width: 390, height: 760})
	p.touchable()
	p.ready()
	p.tap(".sample")
	p.wait("#plan")
	p.everyEpoch()
	p.tap("#start")
	p.wait("#pause")
	p.tap("#pause")
	p.paused()
	p.tap("#pause")
	p.tap("#stop")
	p.wait("#tab-export")
	p.tap("#tab-export")
	p.waitJS("the file", `document.querySelector("#download-file")?.disabled === false`)
	if name, _ := p.download(func() { p.tap("#download-file") }); name != "rules.txt" {
		t.Errorf("downloaded %q", name)
	}
}

// touchable gives the page a touch screen.
func (p *page) touchable() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled,
		emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 1})
	p.must(err)
}

// tap touches the middle of the first element that matches a CSS selector.
func (p *page) tap(selector string) {
	p.t.Helper()
	p.wait(selector)
	nodes, err := chromedp.Run(p.ctx, chromedp.Nodes(chromedp.CSS(selector)))
	p.must(err)
	x, y := p.centre(nodes[0].BackendNodeID)
	p.touch([][2]float64{{x, y}})
}

// touch moves a finger along some points.
func (p *page) touch(way [][2]float64) {
	p.t.Helper()
	kind := input.DispatchTouchEventTypeTouchStart
	for _, at := range way {
		_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent,
			input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}})
		p.must(err)
		kind = input.DispatchTouchEventTypeTouchMove
	}
	_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent,
		input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
	p.must(err)
}
