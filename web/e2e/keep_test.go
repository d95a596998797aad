package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"drnet/app/core"
)

// traces holds everything that this site has stored in the browser, by storage type.
type traces struct {
	Databases, Local, Session, Files, Cached []string
	Cookies                                  string
}

// traces reads every kind of storage that a page can use.
func (p *page) traces() traces {
	p.t.Helper()
	return eval[traces](p, `(async () => {
		const files = [];
		for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
		const cached = [];
		for (const name of await caches.keys())
			for (const request of await (await caches.open(name)).keys()) cached.push(name + " " + request.url);
		return {Databases: (await indexedDB.databases()).map((d) => d.name), Local: Object.entries({...localStorage}).flat(),
			Session: Object.entries({...sessionStorage}).flat(), Files: files, Cached: cached.sort(), Cookies: document.cookie};
	})()`)
}

// left returns the traces of a view outside the document: address, title, history and window name.
func (p *page) left() string {
	p.t.Helper()
	return eval[string](p, `decodeURIComponent(location.href) + document.title + JSON.stringify(history.state) + name`)
}

// untouched fails the test if anything has been stored since before.
func (p *page) untouched(before traces) {
	p.t.Helper()
	now := p.traces()
	for where, stored := range map[string][]string{
		"databases": now.Databases, "localStorage": now.Local, "sessionStorage": now.Session, "files": now.Files,
	} {
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

// cards returns the text of the shown rules.
func (p *page) cards() string {
	p.t.Helper()
	p.allDrawn()
	return eval[string](p, `[...document.querySelectorAll("#rules .rule-conditions")].map((c) => c.innerText).join("\n")`)
}

// learn trains on a small table.
func (p *page) learn() {
	p.t.Helper()
	p.load("people.csv", people())
	p.set("Epochs", "300")
	p.train()
}

// tableSize returns the size of the table that learn trains on, as the page formats it.
func tableSize() string { return " (" + core.Bytes(int64(len(people()))) + ")" }

// A saved session is listed after a reload, opened with the same rules, settings and table, and deleted. Before and
// after that nothing is stored.
func TestKeepWork(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1400, height: 900})
	before := p.traces()
	p.learn()
	p.untouched(before)
	p.see("keep-offered", ".keep")
	rules := p.cards()
	p.click("Autosave in this browser")
	p.waitText("#keep-says", "Saved ")
	p.click("Include data in autosave" + tableSize())
	p.waitText("#keep-says", "with data. Changes are saved")
	p.inspect(1)
	p.click("Edit rule 1")
	p.fill("Note", "seen before")
	p.waitText(".own-note", "seen before")
	p.set("Epochs", "400") // for the next run
	p.section("Rules")
	p.waitText("#keep-says", "Changes are saved") // is not shown while one waits
	p.see("kept", ".keep")
	asked := p.leaving.Load()
	p.reload()
	p.ready()
	if p.leaving.Load() != asked {
		t.Error("the browser asks before work is left that is kept")
	}
	p.waitText(".works", "people.csv")
	p.waitText(".works", "with data")
	p.see("works", ".works")
	p.unroll(1400)
	p.accessible("what is kept")
	p.resize(320, 900)
	p.reflows("what is kept")
	p.resize(1400, 900)
	p.waitJS("the button that opens it", `document.querySelector(".kept-work .button")?.click() ?? true`)
	p.rules()
	p.inspect(1)
	p.waitText(".own-note", "seen before")
	if got := p.cards(); got != rules {
		t.Errorf("the rules are\n%s\nwant\n%s", got, rules)
	}
	p.waitText("#score", "test accuracy")
	p.waitText("#keep-says", "with data")
	p.settings()
	if got := eval[string](p, `document.querySelector("#set-epochs").value`); got != "400" {
		t.Errorf("the epochs are %q, want 400", got)
	}
	p.section("Data")
	p.waitText("#data", "people.csv 200 rows")
	p.click("Open something else")
	p.click("Delete all")
	p.see("delete-all", ".works")
	p.unroll(1400)
	p.accessible("a kept work")
	p.resize(1400, 900)
	p.click("Delete all permanently (1 project)")
	p.waitJS("the list to go", `document.querySelector(".works") === null`)
	p.section("Rules")
	p.waitJS("the tick to go", `document.querySelector("#keep-work")?.checked === false`)
	p.untouched(before)
}

// Without autosave, no cell, column name or file name remains in storage, title, address or console.
func TestLeavesNoTrace(t *testing.T) {
	t.Parallel()
	p := open(t, visit{width: 1400, height: 900})
	var mu sync.Mutex
	var said []string
	p.hearConsole(func(m chromedp.ConsoleMessage) {
		mu.Lock()
		said = append(said, fmt.Sprint(m))
		mu.Unlock()
	})
	p.ready()
	before := p.traces()
	eval[bool](p, `console.log("the console is heard") ?? true`)
	p.drop(".page", p.write("clinic.csv", "salary,diagnosis\n"+strings.Repeat("31337,measles\n42424,mumps\n", 40)))
	p.waitText("#data", "clinic.csv 80 rows")
	p.train()
	p.click("What-if")
	p.wait("#panel-try .verdict")
	p.click("Export")
	p.waitJS("the file to be written", `document.querySelector("#download-file")?.disabled === false`)
	p.download(func() { p.click("Download project") })
	p.untouched(before)
	shown := p.left()
	p.waitFor("the console", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(strings.Join(said, "\n"), "the console is heard")
	})
	mu.Lock()
	shown += strings.Join(said, "\n")
	mu.Unlock()
	for _, secret := range []string{"clinic", "salary", "diagnosis", "measles", "mumps", "31337", "42424"} {
		if strings.Contains(shown, secret) {
			t.Errorf("%q is in the address, the title or the console: %s", secret, shown)
		}
	}
	p.reload()
	p.ready()
	p.untouched(before)
}

// see writes a picture of a part of the page in two widths, if pictures are requested.
func (p *page) see(name, selector string) {
	p.t.Helper()
	if os.Getenv("SHOTS") == "" {
		return
	}
	for _, width := range []int64{1400, 390} {
		p.resize(width, 900)
		p.allDrawn()
		eval[bool](p, fmt.Sprintf(`document.querySelector(%q).scrollIntoView({block: "center"}), true`, selector))
		p.shot(fmt.Sprintf("%s-%d", name, width))
	}
	p.resize(1400, 900)
}

// A project is saved with its table and opened on another computer, where its runs are listed again. A project without the table
// waits for it.
func TestProjectRoundTrip(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1400, height: 900})
	p.learn()
	rules := p.cards()
	p.set("Epochs", "3")
	p.click("Train again")
	p.rules()
	p.allDrawn()
	second := p.cards()
	p.click("Run 2 ▾")
	p.click("Open run 1")
	p.waitText("#open-runs", "Run 1")
	p.same(rules)
	name, bare := p.download(func() { p.click("Download project") })
	p.click("Include data" + tableSize())
	_, whole := p.download(func() { p.click("Download project") })
	if name != "project.json" || len(whole) < len(bare)+len(people()) {
		t.Errorf("%s has %d bytes, with the table %d", name, len(bare), len(whole))
	}
	if strings.Contains(string(bare), "Bern;") {
		t.Error("the project without its table has rows of it")
	}

	q := open(t, visit{width: 1400, height: 900})
	q.ready()
	before := q.traces()
	q.drop(".page", q.write("mine.TXT", string(bare)))
	q.section("Data")
	q.waitText("#data", "The rules of people.csv are open.")
	q.drop(".page", q.write("people.csv", people()))
	q.waitText(".table-button", "people.csv")
	q.same(rules)
	q.drop(".page", q.write("broken.json", string(whole[:len(whole)-100])))
	q.waitText("#rules .problem", "its table is truncated")
	q.waitText("#rules .problem", "Your current work is unchanged.")
	q.same(rules)

	q.goTo("")
	q.ready()
	q.drop(".page", q.write("mine.json", string(whole)))
	q.waitText(".table-button", "people.csv")
	q.same(rules)
	q.click("Run 1 ▾")
	q.click("Compare run 1")
	q.click("Compare run 2")
	q.waitJS("the rows to be compared",
		`/Both models predict the same class|Their predictions differ/.test(document.querySelector("#runs-compared-differ")?.textContent)`)
	q.click("Open run 2")
	q.waitText("#open-runs", "Run 2")
	if got := q.cards(); got != second {
		t.Errorf("run 2 is\n%s\nwant\n%s", got, second)
	}
	q.section("Train")
	q.waitText("#train", "comes from a project")
	q.shot("restored-train")
	q.untouched(before)
}

// same checks that the shown rules belong to this table, and the settings that they were learned with.
func (p *page) same(rules string) {
	p.t.Helper()
	p.rules()
	p.waitText("#score", "test accuracy")
	if got := p.cards(); got != rules {
		p.t.Errorf("the rules are\n%s\nwant\n%s", got, rules)
	}
	if text := p.text("#rules"); strings.Contains(text, "are applied to") {
		p.t.Error("the rules count as those of another table")
	}
	p.settings()
	if got := eval[string](p, `document.querySelector("#set-epochs").value`); got != "300" {
		p.t.Errorf("the epochs are %q, want 300", got)
	}
	p.section("Rules")
}

// openModel opens a model without a table.
func (p *page) openModel() {
	p.t.Helper()
	p.drop(".page", filepath.Join(moduleDir, "engine/protocol/testdata/model_1.json"))
	p.wait("#keep-work")
}

// If the browser refuses storage, the page reports it, clears the checkbox and continues to work.
func TestKeepRefused(t *testing.T) {
	t.Parallel()
	const throws = `Object.defineProperty(self, "indexedDB", {get() { throw new DOMException("blocked", "SecurityError"); }})`
	blocked := "blocks storage for this page"
	for _, test := range []struct{ name, script, want string }{
		{"the access throws", throws, blocked},
		{"there is no such thing", `Object.defineProperty(self, "indexedDB", {value: undefined})`, blocked},
		{"opening throws", `IDBFactory.prototype.open = () => { throw new DOMException("no", "InvalidStateError"); }`, blocked},
		{"opening is refused", `IDBFactory.prototype.open = () => {
			const request = new EventTarget();
			request.error = new DOMException("no", "UnknownError");
			setTimeout(() => request.onerror(new Event("error")));
			return request;
		}`, blocked},
		{"there is no room", `IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }`, "is full"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, visit{path: withoutProgram})
			_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
				cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: test.script})
			p.must(err)
			p.goTo("")
			p.ready()
			p.openModel()
			p.click("Autosave in this browser")
			p.waitText(".keep .problem", test.want)
			p.waitJS("the tick to go", `document.querySelector("#keep-work")?.checked === false`)
			p.see("refused-"+test.name, ".keep")
			name, file := p.download(func() { p.click("Download project") })
			if name != "project.json" || !strings.Contains(string(file), "drnet.project/1") {
				t.Errorf("downloaded %s: %s", name, file)
			}
		})
	}
}

// Another window deletes the saved data, and this window reports it. A browser that does not list its databases gets
// none created by the query.
func TestKeepInTwoWindows(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: withoutProgram})
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{
		Source: `self.listed = () => IDBFactory.prototype.hidden.call(indexedDB);
			IDBFactory.prototype.hidden = IDBFactory.prototype.databases;
			delete IDBFactory.prototype.databases`,
	})
	p.must(err)
	p.goTo("")
	p.ready()
	p.openModel()
	databases := `listed().then((l) => l.length)`
	if n := eval[int](p, databases); n != 0 {
		t.Errorf("%d databases before anything is kept", n)
	}
	p.click("Autosave in this browser")
	p.waitText("#keep-says", "Changes are saved")
	eval[bool](p, `new Promise(async (done) => {
		for (const d of await listed()) {
			const r = indexedDB.deleteDatabase(d.name);
			r.onsuccess = () => done(true);
			r.onblocked = () => done(false);
		}
	}) `)
	p.inspect(1)
	p.click("Edit rule 1")
	p.fill("Note", "seen before")
	p.waitText(".keep .problem", "was deleted, perhaps in another window")
	if n := eval[int](p, databases); n != 0 {
		t.Errorf("%d databases after all were deleted", n)
	}
	p.click("Autosave in this browser")
	p.waitText("#keep-says", "Changes are saved")
	p.click("Autosave in this browser")
	p.waitText("#keep-says", "Nothing is saved")
	p.waitJS("the database to go", `listed().then((l) => l.length === 0)`)
}

// Leaving the page asks for confirmation if rules would be lost, and only then.
func TestLeavingAsks(t *testing.T) {
	t.Parallel()
	p := open(t, visit{})
	leaves := func(what string, asks bool) {
		t.Helper()
		before := p.leaving.Load()
		p.reload()
		p.ready()
		if got := p.leaving.Load() > before; got != asks {
			t.Errorf("%s: the browser asks: %v, want %v", what, got, asks)
		}
	}
	p.ready()
	p.load("people.csv", people())
	p.settings()
	leaves("nothing learnt", false)
	p.learn()
	leaves("rules learnt", true)
	p.openModel()
	p.inspect(1)
	p.click("Edit rule 1") // a click that changes nothing
	leaves("a model opened", false)
	p.openModel()
	p.inspect(1)
	p.click("Edit rule 1")
	p.fill("Note", "seen before")
	p.waitText(".own-note", "seen before")
	p.download(func() { p.click("Download the model (JSON)") })
	leaves("a model edited and saved", false)
	p.openModel()
	p.inspect(1)
	p.click("Edit rule 1")
	p.fill("Note", "seen before")
	p.waitText(".own-note", "seen before")
	leaves("a model edited", true)
}
