package e2e

import (
	"context"
	"net/url"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// A profile is a profile of the browser for the pages of one server, with a proxy and a process of its own. Tests take
// turns with it, and find it empty. Its first tab stays open and keeps the site's compiled programs: compiling them is
// most of the work of opening a page.
type profile struct {
	ctx    context.Context // of the first tab
	close  func()
	server string // its address with the base path
	proxy  *proxy
}

var (
	profilesMu sync.Mutex
	profiles   = map[string][]*profile{} // by server, those that no test has
)

// takeProfile returns a profile that the test has until its end. If the server is of this test alone, so is the profile.
func takeProfile(t *testing.T, server string, alone bool) *profile {
	t.Helper()
	profilesMu.Lock()
	defer profilesMu.Unlock()
	free := profiles[server]
	if len(free) == 0 {
		free = []*profile{newProfile(t, server)}
	}
	last := len(free) - 1
	p := free[last]
	profiles[server] = free[:last]
	t.Cleanup(func() {
		if alone || t.Failed() || p.clear() != nil {
			p.close()
			return
		}
		profilesMu.Lock()
		defer profilesMu.Unlock()
		profiles[server] = append(profiles[server], p)
	})
	return p
}

// keepPrograms compiles the programs of the site, if the server has them. The browser shares the result with the other
// tabs of the process as long as this tab refers to it.
const keepPrograms = `Promise.all(["app.wasm", "engine.wasm"].map((name) => WebAssembly.compileStreaming(fetch(name))))
	.then((programs) => (globalThis.programs = programs).length, () => 0)`

func newProfile(t *testing.T, server string) *profile {
	t.Helper()
	p := &profile{server: server, proxy: newProxy()}
	p.ctx, p.close = chromedp.NewContext(browser, chromedp.WithNewBrowserContext(func(c *target.CreateBrowserContextParams) {
		c.ProxyServer = p.proxy.server.URL
		c.ProxyBypassList = "<-loopback>" // sends requests to the local server through the proxy too
	}))
	err := p.proxy.begin(server)
	if err == nil {
		err = chromedp.Do(p.ctx, chromedp.Navigate(server+"icon.svg"))
	}
	if err == nil {
		_, err = chromedp.Run(p.ctx, chromedp.Evaluate[int](keepPrograms, chromedp.EvalAwaitPromise))
	}
	if err == nil {
		err = p.clear()
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// clear removes what a test has left.
func (p *profile) clear() error {
	address, err := url.Parse(p.server)
	if err != nil {
		return err
	}
	_, err = chromedp.Call(p.ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
		Origin: address.Scheme + "://" + address.Host, StorageTypes: "all",
	})
	if err != nil {
		return err
	}
	if _, err = chromedp.Call(p.ctx, network.ClearBrowserCache, cdp.Empty{}); err != nil {
		return err
	}
	return p.proxy.begin(p.server)
}
