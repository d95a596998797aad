package e2e

import (
	"strings"
	"testing"
)

// The first attempts of an injected script fail without a request.
func TestPolicyHolds(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{base: "/name/"})
	for _, test := range []struct{ name, try string }{
		{"foreign request", `fetch("http://other.example/").then(() => true, () => false)`},
		{"foreign picture", `new Promise((done) => {
			const img = new Image();
			img.onload = () => done(true);
			img.onerror = () => done(false);
			img.src = "http://other.example/x.png";
		})`},
		{"evaluation", `(() => { try { return new Function("return true")() } catch { return false } })()`},
		{"markup", `(() => { try { document.body.innerHTML = "<b>x</b>"; return true } catch { return false } })()`},
		{"other script as worker", `(() => { try { new Worker("app.js"); return true } catch { return false } })()`},
		{"other blob as worker", `(() => { try { new Worker(URL.createObjectURL(new Blob(["1"]))); return true } catch { return false } })()`},
	} {
		if eval[bool](p, test.try) {
			t.Errorf("%s: worked, want it blocked", test.name)
		}
	}
	p.waitFor("reports of violations", func() bool { return len(p.take()) > 0 })
	p.expect("policy violation|Content Security Policy|TrustedScript|TrustedHTML")
}

// A file from the service worker's cache keeps the headers it was sent with.
func TestCacheKeepsHeaders(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{base: "/name/"})
	p.proxy.setOffline(true)
	p.goTo(withoutProgram) // it would close the airlock before the test's requests
	got := eval[string](p, `fetch("").then((r) => r.headers.get("Content-Security-Policy"))`)
	if want := "frame-ancestors 'none'; sandbox allow-scripts allow-same-origin allow-downloads allow-modals"; !strings.HasSuffix(got, want) {
		t.Errorf("policy = %q, want %q at its end", got, want)
	}
	if !eval[bool](p, "crossOriginIsolated") {
		t.Error("crossOriginIsolated = false, want true")
	}
}
