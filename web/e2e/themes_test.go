package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// ground is the background color of the page.
const ground = `getComputedStyle(document.body).backgroundColor`

// The theme follows the system until the user chooses one. The choice overrides the system's, and is kept for the
// session.
func TestThemeSwitch(t *testing.T) {
	t.Parallel()
	p := open(t, visit{})
	p.ready()
	light := eval[string](p, ground)
	p.media(true, false)
	dark := eval[string](p, ground)
	if light == dark {
		t.Fatalf("both themes have the ground %s", light)
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
	p := open(t, visit{})
	p.ready()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	p.must(err)
	p.drop(".page", p.write("people.csv", people()))
	p.wait("#plan")
	slow := eval[[]string](p, `[...document.querySelectorAll("*")].filter((e) => {
		const s = getComputedStyle(e);
		return [s.transitionDuration, s.animationDuration].some((d) => d.split(",").some((x) => parseFloat(x) > 0.001));
	}).map((e) => e.tagName + "." + e.className)`)
	if len(slow) > 0 {
		t.Errorf("these move: %v", slow)
	}
}

// The printed page has the rules, their numbers and the settings; nothing is clipped.
func TestPrint(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: shortRun, width: 1280, height: 900, dark: true})
	p.ready()
	p.drop(".page", p.write("people.csv", people()))
	p.wait("#plan")
	p.click("Start training")
	p.rules()
	const paper = 700 // CSS pixels: A4 without its margins
	p.resize(paper, 1000)
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.must(err)
	p.waitText(".used", "Condition penalty λ₁")
	p.waitText(".used", "Learned on people.csv, 200 rows")
	shown := p.text("main")
	for _, want := range []string{"Predict", "Precision (test)", "no rule holds", "Train acc.", "Confusion matrix (test)"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not on paper", want)
		}
	}
	if hidden := eval[[]string](p,
		`[...document.querySelectorAll(".banner, .tabs, .card-acts, .next, .toast")]
			.filter((e) => e.checkVisibility()).map((e) => e.className)`); len(hidden) > 0 {
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
}
