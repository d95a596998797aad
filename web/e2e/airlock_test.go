package e2e

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Once the page is ready, no script in it reaches a server, not even its own, by any way that the platform has. Without the header
// Connection-Allowlist, as in other browsers and in a page of one file, only WebRTC sends data, and a script can make the browser look up
// names of servers or connect to them.
func TestAirlock(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		header      bool
		sent, names []string
	}{
		{"with the header", true, nil, nil},
		{"without the header", false, []string{"WebRTC by STUN", "WebRTC by TURN"}, []string{
			"dns-prefetch", "frame", "iframe", "iframe's location", "preconnect",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := openAirlock(t, test.header)
			tried := 0
			for _, where := range []string{"page", "worker"} {
				for _, way := range eval[[]string](a.page, `Object.keys(exits.`+where+`)`) {
					tried++
					a.try(where, way)
				}
			}
			sent, names := a.reached()
			t.Logf("%d ways tried, %d reached a server: %q; %d named one only: %q", tried, len(sent), sent, len(names), names)
			if !slices.Equal(sent, test.sent) {
				t.Errorf("a server was reached by %q, want %q", sent, test.sent)
			}
			if slices.ContainsFunc(names, func(way string) bool { return !slices.Contains(test.names, way) }) {
				t.Errorf("a server was named by %q, want at most %q", names, test.names)
			}
		})
	}
}

// An airlock is a page in a browser without a proxy. Its test servers record the name of each way by which a script reaches them.
type airlock struct {
	*page
	netLog string // what the browser looked up, written at its end
	front  string // the site's address

	mu    sync.Mutex
	found map[string]bool // by way: whether something was sent to a server, not only its name looked up or a connection opened
}

// inWorkers runs before the page's scripts. It adds the ways to the script of the worker, which inherits the policies of the page.
const inWorkers = `(() => {
	const Original = Blob;
	self.Blob = class extends Original {
		constructor(parts, options) {
			const worker = options?.type === "text/javascript" && String(parts[0]).includes("EngineStart");
			super(worker ? [self.e2eExits, parts[0]] : parts, options);
		}
	};
	self.Worker = class extends Worker {
		constructor(url) {
			super(url);
			self.e2eWorker ??= this;
		}
	};
	self.e2eExits = text + ";addEventListener('message', (event) => {" +
		"if (event.data.way === undefined) return;" +
		"event.stopImmediatePropagation();" +
		"exits.worker[event.data.way](event.data.to);" +
	"});";
})();`

// openAirlock opens the page, with the header Connection-Allowlist or without, until it is ready.
func openAirlock(t *testing.T, header bool) *airlock {
	a := &airlock{found: map[string]bool{}, netLog: filepath.Join(t.TempDir(), "net.json")}
	site, err := url.Parse(siteAt(t, "/").url)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			a.note(r.In.URL.Query().Get("way"), true)
			r.SetURL(site)
		},
		ModifyResponse: func(r *http.Response) error {
			if !header {
				r.Header.Del("Connection-Allowlist")
			}
			return nil
		},
	})
	t.Cleanup(front.Close)
	path, err := findChromium()
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := startChromium(path, t.TempDir(), chromedp.Flag("log-net-log", a.netLog))
	if err != nil {
		t.Fatal(err)
	}
	a.page = &page{
		problems: &problems{}, t: t, ctx: ctx, url: front.URL + "/", proxy: newProxy(""), patience: patience, downloads: t.TempDir(),
	}
	a.front = a.url
	a.expect(".")
	a.setUp(visit{})
	exits, err := os.ReadFile("testdata/exits.js")
	a.must(err)
	_, err = chromedp.Call(a.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{
		Source: string(exits) + fmt.Sprintf("const text = %q;", exits) + inWorkers,
	})
	a.must(err)
	a.goTo("")
	a.ready()
	return a
}

// note records a way that has found a server, and whether it has sent data.
func (a *airlock) note(way string, sent bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if way != "" {
		a.found[way] = a.found[way] || sent
	}
}

// try tries a way in the page or its worker. Each way has another server of its own, which records every connection.
func (a *airlock) try(where, way string) {
	a.t.Helper()
	a.ready() // an earlier way may have reloaded the page
	name := way
	if where == "worker" {
		name += " in the worker"
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	a.must(err)
	a.t.Cleanup(func() { tcp.Close() })
	go func() {
		for {
			connection, err := tcp.Accept()
			if err != nil {
				return
			}
			_, err = connection.Read(make([]byte, 1))
			a.note(name, err == nil)
			connection.Close()
		}
	}()
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	a.must(err)
	a.t.Cleanup(func() { udp.Close() })
	go func() {
		if _, _, err := udp.ReadFrom(make([]byte, 1)); err == nil {
			a.note(name, true)
		}
	}()
	to := fmt.Sprintf(`{own: %q, other: "http://%s/", host: %q, tcp: %[2]q, udp: %[4]q}`, a.front+"?way="+url.QueryEscape(name), tcp.Addr(),
		hostOf(name), udp.LocalAddr())
	run := fmt.Sprintf(`exits.page[%q](%s)`, way, to)
	if where == "worker" {
		run = fmt.Sprintf(`e2eWorker.postMessage({way: %q, to: %s})`, way, to)
	}
	eval[bool](a.page, `Promise.race([(async () => `+run+`)(), new Promise((on) => setTimeout(on, 200))]).then(() => true, () => true)`)
	a.waitJS("the address / after "+name, `location.pathname + location.search === "/"`) // a way may reload the page
}

// hostOf returns the host that only this way looks up.
func hostOf(way string) string {
	return regexp.MustCompile(`[^a-z]+`).ReplaceAllString(strings.ToLower(way), "-") + ".exit.invalid"
}

// reached closes the browser. It returns the ways that sent data to a server, and those that only looked up the name of one.
func (a *airlock) reached() (sent, named []string) {
	a.t.Helper()
	const late = time.Second // some requests wait for an idle moment
	time.Sleep(late)
	a.must(chromedp.Cancel(a.ctx))
	log, err := os.ReadFile(a.netLog)
	a.must(err)
	if strings.Contains(string(log), hostOf("dns-prefetch")) {
		a.note("dns-prefetch", false)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, way := range slices.Sorted(maps.Keys(a.found)) {
		if a.found[way] {
			sent = append(sent, way)
		} else {
			named = append(named, way)
		}
	}
	return sent, named
}
