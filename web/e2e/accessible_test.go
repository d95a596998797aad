package e2e

import (
	"slices"
	"testing"
)

// axe reports no violation in any view, and enough contrast in the dark theme. Every control is large enough, and a
// window of 320 px, as at 400% zoom, needs no horizontal scrolling. The browser is offline: every view works without a network.
func TestAccessible(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]func(*page, func(string)){"views": walk, "classes": walkClasses} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{base: "/name/", path: shortRun, width: 1440, height: 900})
			p.ready()
			p.proxy.setOffline(true)
			way(p, func(view string) {
				p.unroll(1440)
				p.accessible(view)
				p.media(true, false) // only the colors differ
				p.violates(view+", dark", p.findings("color-contrast"))
				p.media(false, false)
				p.unroll(320)
				p.accessible(view + " at 320 px")
				p.resize(320, 256)
				p.reflows(view)
				eval[bool](p, spaced)
				p.reflows(view + " with wide letters")
				eval[bool](p, `document.adoptedStyleSheets = [], true`)
				p.resize(1440, 900)
			})
		})
	}
}

// spaced applies the letter, word, line and paragraph spacing that readers may set (WCAG 2.2, 1.4.12).
const spaced = `(() => {
	const s = new CSSStyleSheet();
	s.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; " +
		"word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }");
	document.adoptedStyleSheets = [s];
	return true;
})()`

// reflows checks that the page is not wider than the window.
func (p *page) reflows(view string) {
	p.t.Helper()
	if inside := eval[int](p, "document.documentElement.scrollWidth"); inside > 320 {
		p.t.Errorf("%s: the page is %d px wide in a window of 320 px", view, inside)
	}
}

func (p *page) accessible(view string) {
	p.t.Helper()
	eval[bool](p, "scrollTo(0, 0), true") // where the bar of steps covers no other control
	p.violates(view, p.findings(""))
	small := eval[[]string](p, smallTargets)
	slices.Sort(small)
	for _, target := range slices.Compact(small) {
		p.t.Errorf("%s: %s", view, target)
	}
}

// violates fails the test once for each finding.
func (p *page) violates(view string, findings []string) {
	p.t.Helper()
	for _, finding := range findings {
		p.t.Errorf("%s: %s", view, finding)
	}
}

// smallTargets lists the controls less than 24 px wide or high, with their labels (WCAG 2.2, 2.5.8). Handles in a
// drawing are exempt: input fields next to them are the equivalent.
const smallTargets = `[...document.querySelectorAll("button, select, summary, input, textarea, a[href], " +
	"[role=tab], [role=slider]:not(svg *)")]
	.flatMap((e) => {
	if (!e.checkVisibility({visibilityProperty: true})) return [];
	const boxes = [e, ...(e.labels ?? [])].map((x) => x.getBoundingClientRect()).filter((r) => r.width > 1);
	const width = Math.max(...boxes.map((r) => r.right)) - Math.min(...boxes.map((r) => r.left));
	const height = Math.max(...boxes.map((r) => r.bottom)) - Math.min(...boxes.map((r) => r.top));
	return width < 24 || height < 24 ? [e.tagName + " " + (e.id || e.textContent.slice(0, 40)) + " is " +
		width.toFixed(1) + " × " + height.toFixed(1) + " px"] : [];
})`
