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

// A profile is a browser profile for the pages of one server, with its own proxy and process. Tests use it one after another, each of
// them without stored data. Its first tab stays open and keeps the compiled programs of the site, because compiling them takes most of
// the time of opening a page.
type profile struct {
	ctx    context.Context // of the first tab
	cancel context.CancelFunc
	site   *url.URL
	proxy  *proxy
}

var (
	profilesMu sync.Mutex
	profiles   = map[string][]*profile{} // unused ones, by URL of the site
)

// takeProfile reserves a profile until the test ends. A fresh profile is a new one without compiled programs, and is not reused.
func takeProfile(t *testing.T, site string, fresh bool) *profile {
	t.Helper()
	if fresh {
		p := newProfile(t, site)
		t.Cleanup(p.close)
		return p
	}
	p := freeProfile(site)
	if p == nil {
		p = newProfile(t, site)
		p.keepProgram(t)
	}
	t.Cleanup(func() {
		if t.Failed() || p.clear() != nil {
			p.close()
			return
		}
		profilesMu.Lock()
		defer profilesMu.Unlock()
		profiles[site] = append(profiles[site], p)
	})
	return p
}

// freeProfile takes an unused profile of the site from the list, nil if there is none.
func freeProfile(site string) *profile {
	profilesMu.Lock()
	defer profilesMu.Unlock()
	free := profiles[site]
	if len(free) == 0 {
		return nil
	}
	last := len(free) - 1
	profiles[site] = free[:last]
	return free[last]
}

func newProfile(t *testing.T, site string) *profile {
	t.Helper()
	address, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	p := &profile{site: address, proxy: newProxy(address.Host)}
	p.ctx, p.cancel = chromedp.NewContext(browser, chromedp.WithNewBrowserContext(func(c *target.CreateBrowserContextParams) {
		c.ProxyServer = p.proxy.server.URL
		c.ProxyBypassList = "<-loopback>" // sends requests to the local server through the proxy too
	}))
	if err := chromedp.Do(p.ctx); err != nil {
		t.Fatal(err)
	}
	return p
}

// keepProgram compiles the program of the site in the first tab. The browser shares the result with the other tabs of
// the process as long as this tab refers to it.
func (p *profile) keepProgram(t *testing.T) {
	t.Helper()
	const script = `WebAssembly.compileStreaming(fetch("app.wasm")).then((program) => (globalThis.program = program) !== undefined)`
	err := chromedp.Do(p.ctx, chromedp.Navigate(p.site.JoinPath("icon.svg").String()))
	if err == nil {
		_, err = chromedp.Run(p.ctx, chromedp.Evaluate[bool](script, chromedp.EvalAwaitPromise))
	}
	if err == nil {
		err = p.clear()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// clear removes everything that a test has stored.
func (p *profile) clear() error {
	_, err := chromedp.Call(p.ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
		Origin: p.site.Scheme + "://" + p.site.Host, StorageTypes: "all",
	})
	if err != nil {
		return err
	}
	p.proxy.forget()
	_, err = chromedp.Call(p.ctx, network.ClearBrowserCache, cdp.Empty{})
	return err
}

func (p *profile) close() {
	p.cancel()
	p.proxy.server.Close()
}
