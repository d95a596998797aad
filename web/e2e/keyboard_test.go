package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A keyboard is enough, from choosing a file to a downloaded export. The focus is always visible and never under a bar,
// in a wide window and in a narrow one.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1280, 800}, {390, 700}} {
		t.Run(fmt.Sprintf("%d px", size[0]), func(t *testing.T) {
			p := open(t, visit{path: shortRun, width: size[0], height: size[1]})
			p.ready()
			p.tabTo("#file")
			p.chooseFile(p.write("people.csv", people()))
			p.wait("#plan")
			p.allDrawn()
			p.tabTo("#start")
			p.section("Train")
			p.tabTo("#step") // trains one epoch and pauses, so that the machine's speed does not matter
			p.press("\r")
			p.paused()
			p.do(chromedp.KeyEvent("\t", chromedp.KeyModifiers(chromedp.ModifierShift)))
			p.waitJS("the focus on the button before", `document.activeElement.id === "pause"`)
			p.press("\r")
			p.wait("#tab-rules")
			p.allDrawn()
			p.tabTo("#tab-rules")
			p.press(kb.End)
			p.waitJS("the last tab", `document.activeElement.id === "tab-export"`)
			p.waitJS("the file", `document.querySelector("#download-file")?.disabled === false`)
			p.tabTo("#download-file")
			if name, content := p.download(func() { p.press("\r") }); name != "rules.txt" || len(content) == 0 {
				t.Errorf("downloaded %q with %d bytes", name, len(content))
			}
		})
	}
}

// The steps lead to each section by keyboard, number keys do too, and Back and Forward move between them.
func TestSections(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 390, height: 700})
	p.drop(".page", p.write("people.csv", people()))
	p.wait("#data #plan")
	p.waitJS("the section in the address", `location.hash.endsWith("&v=data")`)
	p.tabTo(".step-list li:nth-child(2) .step-link")
	p.press("\r")
	p.waitJS("the focus on the settings", `document.activeElement.id === "settings-title"`)
	p.waitJS("the section in the address", `location.hash.endsWith("&v=settings")`)
	p.train()
	p.waitJS("the top of the rules", `scrollY === 0 && document.activeElement.id === "rules-title"`)
	p.waitJS("the section in the address", `location.hash.endsWith("&v=rules")`)
	p.unfocus()
	for _, step := range []struct{ key, section string }{{"3", "train"}, {"1", "data"}} {
		p.press(step.key)
		p.wait("#" + step.section)
		p.waitJS("the section in the address", fmt.Sprintf(`location.hash.endsWith("&v=%s")`, step.section))
	}
	for _, step := range []struct{ way, section string }{{"back", "train"}, {"back", "rules"}, {"forward", "train"}, {"forward", "data"}} {
		eval[bool](p, `(history.`+step.way+`(), true)`)
		p.wait("#" + step.section)
	}
}

// chooseFile opens the dialog of the focused file input by a key, and chooses a file there.
func (p *page) chooseFile(path string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, p.patience)
	defer cancel()
	_, err := chromedp.Call(ctx, cdppage.SetInterceptFileChooserDialog, cdppage.SetInterceptFileChooserDialogParams{Enabled: true})
	p.must(err)
	opened := chromedp.Events(ctx, cdppage.FileChooserOpened)
	p.press("\r")
	for event, err := range opened {
		p.must(err)
		_, err = chromedp.Call(ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: event.BackendNodeID})
		p.must(err)
		return
	}
}

// tabTo presses Tab until an element that matches a CSS selector has the focus. It checks that the focus is visible at
// every step.
func (p *page) tabTo(selector string) {
	p.t.Helper()
	for range 150 {
		p.press("\t")
		p.seesFocus(selector)
		if eval[bool](p, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	p.t.Fatalf("Tab does not reach %s", selector)
}

// seesFocus checks that the focused element shows its focus and is not under a bar (WCAG 2.2, 2.4.7 and 2.4.11).
func (p *page) seesFocus(towards string) {
	p.t.Helper()
	wrong := ""
	for range 40 { // drawing during a run may move it for a moment
		if wrong = eval[string](p, hiddenFocus); wrong == "" {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	p.t.Errorf("on the way to %s: %s", towards, wrong)
}

// hiddenFocus describes the problem with the focus: nothing shows it, or other elements cover it. An invisible file
// input shows its focus by its label.
const hiddenFocus = `(() => {
	const e = document.activeElement, name = e.tagName + " " + (e.id || e.textContent.slice(0, 40));
	if (e === document.body) return "";
	const shows = (x) => getComputedStyle(x).outlineStyle !== "none";
	const drawn = e.closest("svg") !== null; // shows it by its own lines
	const heading = e.tabIndex < 0; // got the focus from a link to it
	if (!shows(e) && !drawn && !heading && !(e.matches(".file") && shows(e.closest("label"))))
		return name + " has the focus and nothing shows it";
	const box = e.getBoundingClientRect();
	const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth),
		top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
	if (left >= right || top >= bottom) return name + " has the focus out of sight";
	for (const fx of [0.1, 0.5, 0.9]) for (const fy of [0.1, 0.5, 0.9]) {
		const at = document.elementFromPoint(left + fx * (right - left), top + fy * (bottom - top));
		if (at && (e.contains(at) || at.contains(e) || [...(e.labels ?? [])].some((l) => l.contains(at)))) return "";
	}
	const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	return name + " has the focus under " + over?.tagName + " " + (over?.id || over?.getAttribute("class") || over?.dataset?.part);
})()`
