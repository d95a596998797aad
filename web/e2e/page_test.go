package e2e

import (
	"cmp"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is the default time limit of an action or a wait. It is generous, because the machine may be busy, and other pages may
// be training.
const patience = time.Minute

// Paths with settings for short runs. A few epochs are enough to learn rules from a small table. A fixed minimum gain per condition
// makes a run several times as fast, because the gain is otherwise chosen by cross-validation.
const (
	shortRun  = "#e=300&refine=own&price=0.3"
	planted   = shortRun + "&d=heart-risk"
	unrefined = "#refine=off"
)

// A visit says how to open a page. The zero value opens the site at / in a wide window.
type visit struct {
	base     string // base path of the site; "" is "/"
	path     string // below the base path, with query and fragment
	url      string // another server's page instead of the site's
	width    int64  // 0 is 1280
	height   int64  // 0 is 800
	dark     bool
	fresh    bool          // the program is not compiled yet, as for a new user; always so with url
	patience time.Duration // for actions and waits; 0 is a minute
}

// A page is a tab in an empty profile. The test fails if the page reports a problem, sends a request to another server, or sends any
// request after ready.
type page struct {
	*problems
	t         *testing.T
	ctx       context.Context
	url       string // of the site, with the base path
	proxy     *proxy
	patience  time.Duration
	downloads string       // folder
	readyAt   int          // requests to the site when it was ready; -1 before
	leaving   atomic.Int32 // number of the browser's prompts about leaving the page
}

// open opens a page and returns when it has loaded.
func open(t *testing.T, v visit) *page {
	t.Helper()
	if v.base == "" {
		v.base = "/"
	}
	if v.url == "" {
		v.url = siteAt(t, v.base).url
	} else {
		v.fresh = true
	}
	profile := takeProfile(t, v.url, v.fresh)
	p := &page{
		problems: &problems{}, t: t, url: v.url, proxy: profile.proxy,
		patience: cmp.Or(v.patience, patience), downloads: t.TempDir(), readyAt: -1,
	}
	ctx, cancel := chromedp.NewContext(profile.ctx)
	p.ctx = ctx
	t.Cleanup(cancel)
	t.Cleanup(p.check)
	p.must(chromedp.Do(ctx)) // the tab lives as long as the context of its first action
	p.setUp(v)
	p.goTo(v.path)
	return p
}

// openReady opens a page and waits until it is ready.
func openReady(t *testing.T, v visit) *page {
	t.Helper()
	p := open(t, v)
	p.ready()
	return p
}

// setUp prepares the tab before the first document is loaded.
func (p *page) setUp(v visit) {
	p.t.Helper()
	p.watchConsole()
	p.must(p.watchPolicy())
	p.watchLeaving()
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: watchScript})
	p.must(err)
	_, err = chromedp.CallBrowser(p.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior:         cdpbrowser.SetDownloadBehaviorBehaviorAllow,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		DownloadPath:     p.downloads,
		EventsEnabled:    new(true),
	})
	p.must(err)
	// Several pages are open at the same time, and the browser gives the focus only to the newest one.
	_, err = chromedp.Call(p.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	p.must(err)
	p.resize(v.width, v.height)
	if v.dark {
		_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
		})
		p.must(err)
	}
}

// resize sets the size of the viewport in CSS pixels; 0 means 1280 × 800.
func (p *page) resize(width, height int64) {
	p.t.Helper()
	if width == 0 {
		width = 1280
	}
	if height == 0 {
		height = 800
	}
	p.do(chromedp.EmulateViewport(width, height))
}

// goTo loads a path below the base path, with query and fragment.
func (p *page) goTo(path string) {
	p.t.Helper()
	p.readyAt = -1
	p.do(chromedp.Navigate(p.url + path))
}

// reload loads the page again, as a user does.
func (p *page) reload() {
	p.t.Helper()
	p.readyAt = -1
	p.do(chromedp.Reload())
}

// ready waits until the page announces that it has fetched everything it needs. From then on every request to the site
// is a failure.
func (p *page) ready() {
	p.t.Helper()
	p.waitJS("ready", `document.documentElement?.dataset.ready === "true"`)
	p.readyAt = len(p.proxy.ownSince(0))
}

// check fails the test if the page has reported a problem or sent a forbidden request.
func (p *page) check() {
	for _, problem := range p.take() {
		p.t.Errorf("the page reports a problem: %s", problem)
	}
	for _, request := range p.proxy.toOthers() {
		p.t.Errorf("request to another server: %s", request)
	}
	if p.readyAt < 0 {
		return
	}
	for _, request := range p.proxy.ownSince(p.readyAt) {
		if request != p.updateCheck() {
			p.t.Errorf("request after ready: %s", request)
		}
	}
}

// updateCheck is the one request that the browser itself sends: for a new service worker, about a second after
// navigation. A page cannot prevent it, and it does not depend on the page's data.
func (p *page) updateCheck() string {
	site, err := url.Parse(p.url)
	p.must(err)
	return "GET " + site.Path + "app-worker.js"
}

// shot writes a picture of the viewport to the folder that SHOTS names, if any.
func (p *page) shot(name string) {
	p.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	p.must(os.MkdirAll(dir, 0o755))
	p.picture(filepath.Join(dir, name+".png"))
}

// picture writes a picture of the viewport to a file.
func (p *page) picture(path string) {
	p.t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	p.must(err)
	p.must(os.WriteFile(path, png, 0o644))
}

// do runs actions within patience.
func (p *page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, p.patience)
	defer cancel()
	p.must(chromedp.Do(ctx, actions...))
}

func (p *page) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}
