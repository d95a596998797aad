package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A damaged file in the cache is detected before use and fetched again from the server.
func TestHealsWhatItKeeps(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{base: "/name/"})
	p.goTo(withoutProgram) // it would close the airlock before the test's requests
	poison := func(path string) {
		eval[bool](p, fmt.Sprintf(`caches.keys().then(([name]) => caches.open(name))
			.then((c) => c.put(new URL(%q, location), new Response("poison"))).then(() => true)`, path))
	}
	poison("style.css")
	if eval[bool](p, `fetch("style.css").then((r) => r.text()).then((text) => text === "poison")`) {
		t.Error("the page got the damaged file")
	}
	p.proxy.setOffline(true)
	if !eval[bool](p, `fetch("style.css").then((r) => r.text()).then((text) => text.includes(".banner"))`) {
		t.Error("the file was not kept again")
	}
	poison("/name/")
	p.expect("503|Failed to load|ERR_")
	p.goTo("")
	p.waitText("body", "Connect to the network and reload this page.")
	p.proxy.setOffline(false)
	p.goTo("")
	p.waitText("h1", "Drop a table")
}

// On a host that does not send our headers the service worker adds them, for the next time that the page is opened.
func TestPlainHost(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	buildSite(t, moduleDir, dir, "/name/", "-plain")
	host := httptest.NewServer(http.StripPrefix("/name", http.FileServer(http.Dir(dir))))
	t.Cleanup(host.Close)
	p := openReady(t, visit{url: host.URL + "/name/"})
	p.sample("Heart risk")
	p.waitText("#data", "2,000 rows")
	p.goTo(withoutProgram)
	if got := eval[string](p, `fetch("").then((r) => r.headers.get("Connection-Allowlist"))`); got != "(response-origin)" {
		t.Errorf("Connection-Allowlist = %q", got)
	}
	if !eval[bool](p, "crossOriginIsolated") {
		t.Error("crossOriginIsolated = false, want true")
	}
}

// A site that drops its service worker deletes the caches of earlier versions.
func TestRetires(t *testing.T) {
	t.Parallel()
	dir := copySite(t)
	site := serveSite(t, dir, "/name/")
	t.Cleanup(site.stop)
	p := openReady(t, visit{url: site.url})
	buildSite(t, moduleDir, dir, "/name/", "-retire")
	p.goTo("") // the browser looks for a new version
	const nothing = `Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then(([r, c]) => r.length + c.length === 0)`
	p.waitJS("nothing to be kept", nothing)
	p.goTo("")
	p.ready()
	p.waitJS("nothing to be kept without a service worker", nothing)
}

// The page meets the browser's requirements for installation.
func TestInstallable(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: withoutProgram}) // browsers check when the page has loaded, before the airlock closes
	found, err := chromedp.Call(p.ctx, cdppage.GetInstallabilityErrors, cdp.Empty{})
	p.must(err)
	for _, e := range found.InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // every test has a profile of that kind
			t.Errorf("not installable: %s %v", e.ErrorID, e.ErrorArguments)
		}
	}
	manifest, err := chromedp.Call(p.ctx, cdppage.GetAppManifest, cdppage.GetAppManifestParams{})
	p.must(err)
	for _, e := range manifest.Errors {
		t.Errorf("manifest: %s", e.Message)
	}
}

// launches simulates the system that opens the installed page with a file.
const launches = `Object.defineProperty(self, "launchQueue", { value: { setConsumer(take) {
	self.launchWith = (name, text) => take({ files: [{ getFile: async () => new File([text], name) }] });
} } });`

// A file that the system opens with the page is read, before the program has loaded and after.
func TestLaunchedWithFile(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: withoutProgram})
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: launches + holdProgram})
	p.must(err)
	p.goTo("")
	launch := func(name string) {
		eval[bool](p, fmt.Sprintf(`(launchWith(%q, %q), true)`, name, fewRows))
	}
	launch("first.csv")
	p.waitText("#early-status", "first.csv")
	eval[bool](p, `letGo()`)
	p.waitText(".file-name", "first.csv")
	launch("second.csv")
	p.waitText(".file-name", "second.csv")
}
