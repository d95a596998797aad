package e2e

import "testing"

// Once the page is ready, not even its own scripts can send anything to its server.
func TestAirlock(t *testing.T) {
	t.Parallel()
	p := open(t, visit{})
	p.ready()
	for _, channel := range []string{
		`fetch(location.pathname + "?secret", {method: "POST", body: "secret"}).then(() => "sent", () => "refused")`,
		`new Promise((done) => { const i = new Image();
			i.onload = () => done("sent"); i.onerror = () => done("refused"); i.src = "icon.svg?secret"; })`,
		`new Promise((done) => { const l = document.createElement("link"); l.rel = "stylesheet";
			l.onload = () => done("sent"); l.onerror = () => done("refused"); l.href = "style.css?secret";
			document.head.append(l); })`,
	} {
		p.expect(`Content Security Policy|violat|Refused|Failed to load|connect-src|img-src|style-src`)
		if got := eval[string](p, channel); got != "refused" {
			t.Errorf("%s: %s", channel, got)
		}
	}
}
