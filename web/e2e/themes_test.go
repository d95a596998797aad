package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// ground is the background color of the page.
const ground = `getComputedStyle(document.body).backgroundColor`

// The theme follows the system until the user chooses one. The choice overrides the theme of the system for the session.
func TestThemeSwitch(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{})
	light := eval[string](p, ground)
	p.media(true, false)
	dark := eval[string](p, ground)
	if light == dark {
		t.Fatalf("both themes have the background %s", light)
	}
	p.click("More")
	p.click("Light")
	p.waitJS("the light theme", fmt.Sprintf("%s === %q", ground, light))
	p.reload()
	p.ready()
	p.click("More")
	p.waitJS("the light theme still",
		fmt.Sprintf(`%s === %q && document.querySelector(".theme[aria-pressed=true] .unseen")?.textContent === "Light"`, ground, light))
	p.media(false, false)
	p.click("Dark")
	p.waitJS("the dark theme", fmt.Sprintf("%s === %q", ground, dark))
	p.click("System theme")
	p.waitJS("the system's theme", fmt.Sprintf("%s === %q", ground, light))
	if kept := eval[string](p, `JSON.stringify({...sessionStorage})`); kept != `{"theme":""}` {
		t.Errorf("the session keeps %s", kept)
	}
}

// The theme can be chosen even if storage is blocked.
func TestThemeWithoutStorage(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: withoutProgram})
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{
		Source: `Object.defineProperty(self, "sessionStorage", {get() { throw new DOMException("blocked", "SecurityError"); }})`,
	})
	p.must(err)
	p.goTo("")
	p.ready()
	p.click("More")
	p.click("Dark")
	p.waitJS("the dark theme", `getComputedStyle(document.documentElement).colorScheme === "dark"`)
}

// Nothing moves if the user prefers reduced motion.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{})
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	p.must(err)
	p.load("people.csv", people())
	slow := eval[[]string](p, `[...document.querySelectorAll("*")].filter((e) => {
		const s = getComputedStyle(e);
		return [s.transitionDuration, s.animationDuration].some((d) => d.split(",").some((x) => parseFloat(x) > 0.001));
	}).map((e) => e.tagName + "." + e.className)`)
	if len(slow) > 0 {
		t.Errorf("these move: %v", slow)
	}
}

// The printed page has the rules, the confusion matrix and the settings on one sheet of paper, without controls. On request it has
// everything on the screen. Nothing is clipped.
func TestPrint(t *testing.T) {
	t.Parallel()
	began := time.Now()
	p := openReady(t, visit{path: "#d=tic-tac-toe", width: 1280, height: 900, dark: true})
	p.waitJS("training to be possible", `document.querySelector("#start")?.disabled === false`)
	p.train()
	p.inspect(1)
	printed := func(want string) {
		t.Helper()
		pdf, err := chromedp.Call(p.ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PreferCSSPageSize: new(true)})
		p.must(err)
		if pages := fmt.Sprintf("%d pages", len(pdfPage.FindAll(pdf.Data, -1))); pages != want {
			t.Errorf("the printout has %s, want %s", pages, want)
		}
		if dir := os.Getenv("SHOTS"); dir != "" {
			p.must(os.WriteFile(filepath.Join(dir, "print-"+want+".pdf"), pdf.Data, 0o644))
		}
	}
	printed("1 pages")
	const paper = 700 // CSS pixels: A4 without its margins
	p.resize(paper, 1000)
	media := func(kind string) {
		_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind})
		p.must(err)
	}
	media("print")
	shown := p.text("main")
	for _, want := range []string{
		"Predict", "test accuracy", "Coverage", "Unique", "no rule holds", "Confusion matrix (test)", "Condition penalty λ₁", "Learned on",
		"fingerprint",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not on paper", want)
		}
	}
	dated := func(day time.Time) bool { return strings.Contains(shown, "Printed "+day.Format("2 January 2006")) }
	if !dated(began) && !dated(time.Now()) { // the day may end during the test
		t.Error("today's date is not on paper")
	}
	count := func(of string) int { return eval[int](p, `document.querySelectorAll("`+of+`").length`) }
	if listed, all := count(".report .rule-line"), count("[data-rule]"); listed < all {
		t.Errorf("%d rules of %d are on paper", listed, all)
	}
	if covering := eval[[]string](p, `[...document.querySelectorAll(".report :is(.rule-line, .rest-line) > *")].filter((e) => {
			const next = e.nextElementSibling?.getBoundingClientRect()
			return next && e.scrollWidth > e.clientWidth + 1 || next && e.getBoundingClientRect().right > next.left + 1
		}).map((e) => e.textContent)`); len(covering) > 0 {
		t.Errorf("these cells cover the next ones: %v", covering)
	}
	if hidden := eval[[]string](p,
		`[...document.querySelectorAll("main button, main input, main summary, .help, .banner, #network, #inspector")]
			.filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80))`); len(hidden) > 0 {
		t.Errorf("these are on paper: %v", hidden)
	}
	if cut := eval[[]string](p, `[...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && !e.matches(".unseen, svg *") &&
		(getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1 ||
			e.getBoundingClientRect().right > innerWidth + 1))
			.map((e) => e.tagName + "." + e.className)`); len(cut) > 0 {
		t.Errorf("these are cut off: %v", cut)
	}
	p.unroll(paper)
	p.shot("print")
	media("")
	p.click("Export")
	p.click("Print the open tab of Rules instead of the one-page summary")
	media("print")
	p.waitJS("the text of the file on paper, without the form", `document.querySelector("#file-preview").checkVisibility() &&
		[...document.querySelectorAll("#panel-export input, #open-runs")].every((e) => !e.checkVisibility())`)
	media("")
	p.click("Rules")
	media("print")
	p.waitJS("the selected rule on paper", `document.querySelector("#inspector")?.checkVisibility()`)
}

// pdfPage matches a page of a PDF file.
var pdfPage = regexp.MustCompile(`/Type\s*/Page\b`)
