package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// firefox is a Firefox with an empty profile. The test drives it by Marionette: messages are JSON lists on a socket, each after its length.
type firefox struct {
	t         *testing.T
	socket    net.Conn
	answers   *bufio.Reader
	calls     int
	proxy     *proxy
	downloads string
}

func findFirefox(t *testing.T) string {
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no Firefox: install the package firefox-esr")
	}
	t.Skip("no Firefox: install the package firefox-esr")
	return ""
}

// preferences switch off the browser's own requests, its questions, and connections that bypass the proxy.
const preferences = `
user_pref("marionette.port", 0);
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.download.dir", %q);
user_pref("browser.download.folderList", 2);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.topsites.contile.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.disable_beforeunload", true);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.proxy.allow_hijacking_localhost", true);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", %s);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", %[2]s);
user_pref("network.proxy.type", 1);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.server", "data:,");
`

// oneFirefox lets one Firefox run at a time: with two, downloads were missed, and the reason is not known.
var oneFirefox sync.Mutex

// openFirefox starts Firefox with a proxy that forwards requests to the site only.
func openFirefox(t *testing.T, site string) *firefox {
	t.Helper()
	path := findFirefox(t)
	address, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	oneFirefox.Lock()
	t.Cleanup(oneFirefox.Unlock)
	f := &firefox{t: t, proxy: newProxy(address.Host), downloads: t.TempDir()}
	t.Cleanup(f.proxy.server.Close)
	_, port, _ := net.SplitHostPort(f.proxy.server.Listener.Addr().String())
	profile, err := os.MkdirTemp(scratch, "firefox-") // removed at the very end: processes of the browser end late
	f.must(err)
	f.must(os.WriteFile(filepath.Join(profile, "user.js"), fmt.Appendf(nil, preferences, f.downloads, port), 0o644))
	cmd := exec.Command(path, "--headless", "--marionette", "--no-remote", "--profile", profile)
	cmd.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	endsWithTest(cmd)
	f.must(cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	f.waitFor("Firefox", func() bool {
		port, err := os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		if err == nil {
			f.socket, err = net.Dial("tcp", "127.0.0.1:"+string(port))
		}
		return err == nil
	})
	t.Cleanup(func() { f.socket.Close() })
	f.answers = bufio.NewReader(f.socket)
	f.read(nil) // its greeting
	f.call("WebDriver:NewSession", map[string]any{"pageLoadStrategy": "none"}, nil)
	f.call("WebDriver:SetTimeouts", map[string]any{"script": patience.Milliseconds()}, nil)
	return f
}

// read reads one message.
func (f *firefox) read(into any) {
	f.t.Helper()
	length, err := f.answers.ReadString(':')
	f.must(err)
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	f.must(err)
	text := make([]byte, n)
	_, err = io.ReadFull(f.answers, text)
	f.must(err)
	if into != nil {
		f.must(json.Unmarshal(text, into))
	}
}

// call has Firefox do something, and decodes its result into a variable, if any.
func (f *firefox) call(name string, arguments map[string]any, into any) {
	f.t.Helper()
	f.must(f.try(name, arguments, into))
}

// try is call, and returns the problem of Firefox.
func (f *firefox) try(name string, arguments map[string]any, into any) error {
	f.t.Helper()
	f.calls++
	text, err := json.Marshal([]any{0, f.calls, name, arguments})
	f.must(err)
	_, err = fmt.Fprintf(f.socket, "%d:%s", len(text), text)
	f.must(err)
	var problem *struct{ Error, Message string }
	result := struct{ Value any }{into}
	answer := []any{new(int), new(int), &problem, &result}
	if into == nil {
		answer[3] = new(any)
	}
	f.read(&answer)
	if problem != nil {
		return fmt.Errorf("%s %v: %s: %s", name, arguments, problem.Error, problem.Message)
	}
	return nil
}

// eval returns the value of an expression in the page. It waits for a promise.
func (f *firefox) eval(expression string, into any) {
	f.t.Helper()
	f.must(f.tryEval(expression, into))
}

func (f *firefox) tryEval(expression string, into any) error {
	f.t.Helper()
	return f.try("WebDriver:ExecuteScript", map[string]any{"script": "return " + expression, "args": []any{}}, into)
}

// waitJS waits until an expression holds in the page. The page may be replaced by another one meanwhile.
func (f *firefox) waitJS(what, expression string) {
	f.t.Helper()
	f.waitFor(what, func() bool {
		var holds bool
		return f.tryEval("Boolean("+expression+")", &holds) == nil && holds
	})
}

func (f *firefox) waitFor(what string, holds func() bool) {
	f.t.Helper()
	for deadline := time.Now().Add(2 * patience); !holds(); time.Sleep(longest) {
		if time.Now().After(deadline) {
			var text string
			f.eval("document.body.innerText", &text)
			f.t.Fatalf("waited for %s; the page says %q", what, text)
		}
	}
}

// waitText waits for a text in the first match of a selector.
func (f *firefox) waitText(selector, text string) {
	f.t.Helper()
	f.waitJS(text, fmt.Sprintf(`document.querySelector(%q)?.innerText.includes(%q)`, selector, text))
}

// click clicks the control with a text or an accessible name.
func (f *firefox) click(name string) {
	f.t.Helper()
	f.waitJS(name, fmt.Sprintf(`((all) => { all[0]?.click(); return all.length > 0; })(
		[...document.querySelectorAll("button:not([disabled]), summary, input, a")].filter((e) =>
			[e.ariaLabel, e.textContent.trim(), e.labels?.[0]?.textContent.trim()].includes(%q)))`, name))
}

// goTo opens an address and waits until the page is ready.
func (f *firefox) goTo(address string) {
	f.t.Helper()
	f.call("WebDriver:Navigate", map[string]any{"url": address}, nil)
	f.ready()
}

// ready waits until the page says that it is ready, and returns the number of requests to the site so far.
func (f *firefox) ready() int {
	f.t.Helper()
	f.waitJS("ready", `document.documentElement?.dataset.ready === "true"`)
	return len(f.proxy.ownSince(0))
}

// choose chooses a file in a file input, as a person does.
func (f *firefox) choose(selector, path string) {
	f.t.Helper()
	var element map[string]string
	f.call("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}, &element)
	for _, id := range element {
		f.call("WebDriver:ElementSendKeys", map[string]any{"id": id, "text": path}, nil)
	}
}

// drop drops a file onto the page.
func (f *firefox) drop(path string) {
	f.t.Helper()
	text, err := os.ReadFile(path)
	f.must(err)
	f.eval(fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([%q], %q));
		for (const type of ["dragenter", "dragover", "drop"]) {
			document.querySelector(".page").dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
		}
	})()`, text, filepath.Base(path)), nil)
}

// download clicks a control and returns the file that is then downloaded.
func (f *firefox) download(control, name string) []byte {
	f.t.Helper()
	const soon = 10 * time.Second
	path, clicked := filepath.Join(f.downloads, name), time.Time{}
	f.waitFor(name, func() bool {
		_, partly := os.Stat(path + ".part")
		info, err := os.Stat(path)
		if partly != nil && err != nil && time.Since(clicked) > soon { // a click while the page draws the control may miss it
			f.click(control)
			clicked = time.Now()
		}
		return partly != nil && err == nil && info.Size() > 0
	})
	content, err := os.ReadFile(path)
	f.must(err)
	f.must(os.Remove(path))
	return content
}

func (f *firefox) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}
