package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// holdProgram blocks the page's program from loading until letGo is called.
const holdProgram = `{
	const fetchAnything = self.fetch;
	const gate = new Promise((open) => { self.letGo = () => { open(); return true; }; });
	self.fetch = async (...request) => {
		if (String(request[0]).endsWith("/app.wasm")) await gate;
		return fetchAnything(...request);
	};
}`

// pasteScript pastes a text into the focused element, as the browser would.
const pasteScript = `((text) => {
	const clipboardData = new DataTransfer();
	clipboardData.setData("text/plain", text);
	(document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
	return true;
})(%q)`

const fewRows = "size,colour,bought\n1,red,no\n2,red,no\n3,blue,yes\n4,blue,yes\n5,red,no\n6,blue,yes\n"

// Actions before the program is loaded run after it has loaded.
func TestAsksBeforeTheProgram(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		ask  func(*page)
		told string // shown at once
		then string // condition that is true afterwards
	}{
		{
			"a file is chosen", func(p *page) { p.setFiles("#file", p.write("people.csv", fewRows)) }, "people.csv",
			`document.querySelector(".file-name")?.textContent === "people.csv"`,
		},
		{
			"a file is dropped", func(p *page) { p.drop("h1", p.write("dropped.csv", fewRows)) }, "dropped.csv",
			`document.querySelector(".file-name")?.textContent === "dropped.csv"`,
		},
		{
			"a table is pasted",
			func(p *page) { eval[bool](p, fmt.Sprintf(pasteScript, strings.ReplaceAll(fewRows, ",", "\t"))) },
			"What you pasted", `document.querySelector(".file-name")?.textContent === "pasted table.csv"`,
		},
		{
			"a built-in table",
			func(p *page) { eval[bool](p, `document.querySelector("[data-sample='monk-1']").click() ?? true`) },
			"The built-in table", `document.querySelector(".file-name")?.textContent === "monk-1.csv"`,
		},
		{
			"the example", func(p *page) { p.click("Watch it train") }, "The built-in table",
			`document.querySelector("#train")?.textContent.includes("Pause")`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, visit{path: withoutProgram})
			p.goWithoutProgram()
			test.ask(p)
			p.waitText("#early-status", test.told)
			if test.told == "people.csv" {
				p.shot("first-early")
			}
			eval[bool](p, `letGo()`)
			p.waitJS(test.name, test.then)
		})
	}
}

// goWithoutProgram opens the page, whose program waits until a script calls letGo.
func (p *page) goWithoutProgram() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: holdProgram})
	p.must(err)
	p.goTo("")
}

// A file is opened even if the program replaced the input field while the file dialog was open.
func TestFileChosenMeanwhile(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: withoutProgram})
	p.goWithoutProgram()
	eval[bool](p, `window.field = document.querySelector("#file"), true`)
	eval[bool](p, `letGo()`)
	p.ready()
	p.waitJS("another field", `!field.isConnected`)
	eval[bool](p, fmt.Sprintf(`(() => {
		const chosen = new DataTransfer();
		chosen.items.add(new File([%q], "late.csv"));
		field.files = chosen.files;
		return field.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, fewRows))
	p.waitJS("the file", `document.querySelector(".file-name")?.textContent === "late.csv"`)
}

// A table is read from the clipboard, unless a field has the focus.
func TestPastes(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{})
	eval[bool](p, fmt.Sprintf(pasteScript, "a;b\n1;2\n3;4\n5;6\n"))
	p.waitJS("the pasted table", `document.querySelector(".file-name")?.textContent === "pasted table.csv"`)
	p.waitText("#data", "3 rows, 2 columns")
}

// The layout does not shift when the program takes over the page.
func TestNothingJumps(t *testing.T) {
	for _, width := range []int64{1440, 768, 390} {
		p := open(t, visit{path: withoutProgram, width: width, height: 900})
		const places = `JSON.stringify([...document.querySelectorAll("h1, .lead, .drop, .paste, .example, .sample, .footer")]
			.map((e) => { const r = e.getBoundingClientRect(); return [e.className, r.x, r.y, r.width, r.height]; }))`
		before := eval[string](p, places)
		p.shot(fmt.Sprintf("first-%d", width))
		p.goTo("")
		p.ready()
		if after := eval[string](p, places); after != before {
			t.Errorf("width %d: places before\n%s\nand after\n%s", width, before, after)
		}
	}
}

// firstTimes are the startup times of the first visit, in milliseconds since navigation.
type firstTimes struct{ Paint, Usable, Interactive, Engine float64 }

const firstTimesScript = `(async () => {
	const mark = (name) => performance.getEntriesByName(name)[0]?.startTime;
	while (!mark("drnet-interactive")) await new Promise((go) => setTimeout(go, 20));
	const airlock = () => document.querySelectorAll("meta[http-equiv=Content-Security-Policy]").length === 2; // just before the engine starts
	while (!airlock()) await new Promise((go) => setTimeout(go, 20));
	const engine = performance.now();
	return {Paint: mark("first-contentful-paint"), Usable: mark("drnet-usable"), Interactive: mark("drnet-interactive"), Engine: engine};
})()`

// measureFirst opens the page in the given number of empty profiles and returns the medians.
func measureFirst(t *testing.T, times int) firstTimes {
	pick := func(all []firstTimes, of func(firstTimes) float64) float64 {
		var values []float64
		for _, one := range all {
			values = append(values, of(one))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	var all []firstTimes
	for range times {
		p := open(t, visit{fresh: true})
		all = append(all, eval[firstTimes](p, firstTimesScript))
		p.ready()
	}
	return firstTimes{
		pick(all, func(f firstTimes) float64 { return f.Paint }), pick(all, func(f firstTimes) float64 { return f.Usable }),
		pick(all, func(f firstTimes) float64 { return f.Interactive }), pick(all, func(f firstTimes) float64 { return f.Engine }),
	}
}

// A file can be dropped before the page's program runs, and the program before the engine starts.
func TestFirstScreenComesInOrder(t *testing.T) {
	got := measureFirst(t, 1)
	if got.Paint > got.Interactive || got.Usable > got.Interactive || got.Interactive > got.Engine {
		t.Errorf("first screen: %+v, want paint and the drop zone, then the program, then the engine", got)
	}
}

// One click trains on a built-in table and shows its rules.
func TestRulesWithinOneClick(t *testing.T) {
	t.Parallel()
	p := open(t, visit{})
	if rules := eval[int](p, `document.querySelectorAll(".example-rules li").length`); rules == 0 {
		t.Error("no rules can be read before the first click")
	}
	p.ready()
	start := time.Now()
	p.click("Watch it train")
	p.waitJS("rules to be learnt", `document.querySelector("[role=status].unseen")?.textContent.startsWith("Done.")`)
	t.Logf("learnt after %.1f s", time.Since(start).Seconds())
	if accuracy := p.figure("#accuracy"); accuracy < 94 {
		t.Errorf("right on %v%% of the test rows, want at least 94", accuracy)
	}
}

// TestBenchFirst prints the medians of five visits.
func TestBenchFirst(t *testing.T) {
	if !*benchFirst {
		t.Skip("it measures only when -first is given")
	}
	got := measureFirst(t, 5)
	fmt.Fprintf(os.Stdout, "{\"paint_ms\":%.0f,\"usable_ms\":%.0f,\"interactive_ms\":%.0f,\"engine_begins_ms\":%.0f}\n",
		got.Paint, got.Usable, got.Interactive, got.Engine)
}
