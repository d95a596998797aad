package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// wholeLines counts the rules that are fully visible, below the bar and above the tabs.
const wholeLines = `(() => {
	const bar = document.querySelector(".banner").getBoundingClientRect().bottom;
	const steps = document.querySelector(".steps").getBoundingClientRect().top; // in the bar, or at the bottom of a phone
	return [...document.querySelectorAll("[data-rule]")].map((line) => line.getBoundingClientRect())
		.filter((r) => r.top >= bar && r.bottom <= (steps > bar ? steps : innerHeight)).length;
})()`

// firstScreen lists the elements that a run must show without scrolling and that are not fully on the screen.
const firstScreen = `[".numbers .leading", ".plots", ".live-list li:nth-child(2)"].filter((selector) => {
	const r = document.querySelector(selector)?.getBoundingClientRect();
	return !r || r.top < 0 || r.bottom > innerHeight;
})`

// digitsApart is the distance between the right ends of two numbers in a column of the first confusion matrix, in pixels.
const digitsApart = `(() => {
	const ends = [...document.querySelectorAll(".confusion-table tr td:first-of-type")].slice(0, 2).map((cell) => {
		const number = document.createRange();
		number.selectNodeContents(cell.querySelector("button, span").firstChild);
		return number.getBoundingClientRect().right;
	});
	return Math.abs(ends[0] - ends[1]);
})()`

// A run with the default settings shows its rules, figures and charts without scrolling at every window size, and its layout does not
// shift. After it, the rules are on the screen, and no view is longer than three screens of a phone.
func TestViews(t *testing.T) {
	t.Parallel()
	const most, screen = 0.02, 740
	p := openReady(t, visit{path: "#d=tic-tac-toe&review=100", width: 1440, height: 900, patience: 2 * time.Minute})
	p.waitJS("training to be possible", `document.querySelector("#start")?.disabled === false`)
	p.everyEpoch()
	p.watchShifts()
	p.trainUntil(`document.querySelector("#train .live-list li:nth-child(2)")`)
	p.ignoreShifts(true) // resizing the window shifts the layout
	for _, size := range [][2]int64{{1024, 768}, {768, 1024}, {360, 740}, {1440, 900}} {
		p.resize(size[0], size[1])
		p.allDrawn()
		p.shot(fmt.Sprintf("watch-%d", size[0]))
		if missing := eval[[]string](p, firstScreen); len(missing) > 0 {
			t.Errorf("at %d × %d the first screen lacks %q", size[0], size[1], missing)
		}
		lines := eval[int](p, `new Set([...document.querySelectorAll(".watch .numbers dd")].map((e) =>
			Math.round(e.getBoundingClientRect().bottom / 20))).size`)
		if size[0] == 1440 && lines > 1 {
			t.Errorf("at %d × %d the figures take %d lines, want one", size[0], size[1], lines)
		}
		if high := eval[int](p, `document.querySelector(".banner").offsetHeight`); high > 56 {
			t.Errorf("at %d × %d the bar is %d px high, want one row", size[0], size[1], high)
		}
	}
	p.ignoreShifts(false)
	p.goOn()
	p.rules()
	p.ignoreShifts(true)
	moved := eval[float64](p, `e2eMoved.reduce((sum, e) => sum + e.value, 0)`)
	if moved > most {
		t.Errorf("from the start to the rules the layout shifts by %.3f, want at most %v: %q", moved, most,
			eval[[]string](p, `e2eMoved.map((e) => e.value.toFixed(4) + e.where)`))
	}
	p.shot("rules-1440")
	if accuracy := p.figure("#accuracy"); accuracy < 95 {
		t.Errorf("test accuracy %v%%, want at least 95", accuracy)
	}
	all, wide := eval[int](p, `document.querySelectorAll("[data-rule]").length`), eval[int](p, wholeLines)
	if wide < min(all, 8) {
		t.Errorf("%d of %d rules are fully on the screen", wide, all)
	}
	if apart := eval[float64](p, digitsApart); apart > 1 {
		t.Errorf("the digits of a column of the confusion matrix end %.0f px apart", apart)
	}
	controls := eval[int](p, `document.querySelectorAll("#rules .rules-bar :is(select, input, button:not([role=tab])), " +
		"#panel-rules .list-head button").length`)
	p.resize(360, screen)
	eval[bool](p, "scrollTo(0, 0), true")
	p.shot("rules-360")
	sort, besides := eval[float64](p, `document.querySelector("#sort").offsetWidth`), eval[float64](p, `Math.abs(
		document.querySelector("#open-runs").getBoundingClientRect().top - document.querySelector("#sort").getBoundingClientRect().top)`)
	if sort < 150 || besides > 4 {
		t.Errorf("on a phone the order is %.0f px wide and %.0f px below the run, want at least 150 and the same line", sort, besides)
	}
	narrow := eval[int](p, wholeLines)
	if narrow < min(all, 3) {
		t.Errorf("%d of %d rules are fully on the screen of a phone", narrow, all)
	}
	heights := map[string]int64{}
	for _, name := range []string{"Data", "Settings", "Train", "Rules"} {
		p.section(name)
		p.shot("phone-" + name)
		if heights[name] = eval[int64](p, "document.documentElement.scrollHeight"); heights[name] > 3*screen {
			t.Errorf("%s is %d px tall on a phone, want at most %d", name, heights[name], 3*screen)
		}
		if cut := eval[[]string](p, `[...document.querySelectorAll(".step-link, .step-link *")].filter((e) =>
			e.offsetWidth > 1 && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)`); len(cut) > 0 {
			t.Errorf("on a phone these labels of the views are cut: %q", cut)
		}
	}
	t.Logf("whole rules: %d of %d, %d on a phone; %d controls beside the lines; layout shift %.4f; heights on a phone %v",
		wide, all, narrow, controls, moved, heights)
	p.editsInPlace()
}

// watchShifts records the layout shifts in e2eMoved from now on.
func (p *page) watchShifts() {
	p.t.Helper()
	eval[bool](p, `(globalThis.e2eMoved = [], globalThis.e2eIgnores = false, globalThis.e2eNote = (entries) => {
		for (const e of entries.filter((e) => !e.hadRecentInput && !e2eIgnores))
			e2eMoved.push({value: e.value, where: e.sources.map((s) => " " + (s.node?.className || s.node?.id || s.node?.nodeName))});
	}, globalThis.e2eShifts = new PerformanceObserver((list) => e2eNote(list.getEntries())), e2eShifts.observe({type: "layout-shift"}), true)`)
}

// ignoreShifts starts or stops ignoring layout shifts. Those of the current frame still count as before.
func (p *page) ignoreShifts(ignores bool) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
		e2eNote(e2eShifts.takeRecords());
		e2eIgnores = %v;
		done(true);
	})))`, ignores))
}

// editsInPlace checks that neither an edit nor undo moves a line of the list in any frame until the rules are scored again.
func (p *page) editsInPlace() {
	p.t.Helper()
	for _, size := range [][2]int64{{360, 740}, {1440, 900}} {
		p.resize(size[0], size[1])
		p.inspect(1)
		eval[bool](p, `(globalThis.e2eTops = {}, globalThis.e2eLook = () => {
			document.querySelectorAll("#rules .rules-bar, .list-head:not(.report *), [data-rule]").forEach((line, i) =>
				(e2eTops[i + " " + line.className] ??= new Set()).add(Math.round(line.getBoundingClientRect().top + scrollY)));
			e2eFrame = requestAnimationFrame(e2eLook);
		}, e2eLook(), true)`)
		for _, act := range []func(){func() { p.click("On rule 1") }, func() { p.click("Undo") }} {
			before := p.text(".rules-head")
			act()
			p.waitJS("other rules, measured", fmt.Sprintf(
				`document.querySelector("#accuracy") !== null && document.querySelector(".rules-head").innerText !== %q`, before))
			p.allDrawn()
		}
		if moved := eval[[]string](p, `(cancelAnimationFrame(e2eFrame), Object.entries(e2eTops).filter(([, tops]) => tops.size > 1)
			.map(([line, tops]) => line + ": " + [...tops].join(" ")))`); len(moved) > 0 {
			p.t.Errorf("at a width of %d an edit moves lines: %q", size[0], moved)
		}
		p.press(kb.Escape)
		p.waitJS("no rule in the inspector", `document.querySelector('[data-rule][aria-pressed="true"]') === null`)
	}
}
