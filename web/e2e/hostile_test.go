package e2e

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// hostiles returns the names and cells of hostile.txt, and a very long one.
func hostiles(t *testing.T) (texts []string) {
	t.Helper()
	file, err := os.ReadFile(moduleDir + "/engine/testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, `"`) {
			text, err := strconv.Unquote(strings.TrimSpace(line))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			texts = append(texts, text)
		}
	}
	const veryLong = 10_000
	return append(texts, strings.Repeat("<b>", veryLong/3))
}

// hostileName is a hostile file name.
const hostileName = "<img src=x onerror=globalThis.pwned=30>\"'`${x}\u202e.csv"

// hostileTable has the texts as names and as cells, two to a column, and classes that depend on the first columns.
func hostileTable(texts []string, target string, classes ...string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(append(append([]string{"age <i id=pwned-number>"}, texts...), target))
	for i := range 150 {
		bit := func(j int) int { return (i*(2*j+3) + i>>(j%5)) >> 2 & 1 }
		class := (bit(0) + bit(1)*bit(2) + bit(3)*bit(4)) % len(classes)
		row := []string{strconv.Itoa(i * 37 % 100)}
		for j := range texts {
			row = append(row, texts[(j+1+2*bit(j))%len(texts)])
		}
		w.Write(append(row, classes[class]))
	}
	w.Flush()
	return b.String()
}

// watcher checks that the page shows hostile data as data only.
type watcher struct {
	*page
	secrets []string
	seen    map[string]bool // shown texts
}

func watchHostile(t *testing.T, p *page, texts []string) *watcher {
	t.Helper()
	w := &watcher{page: p, seen: map[string]bool{}}
	for _, text := range texts {
		if len(text) > 5 && text != "undefined" && text != "constructor" { // others are ordinary words
			w.secrets = append(w.secrets, text)
		}
	}
	p.hearConsole(func(m chromedp.ConsoleMessage) { w.check("the console", m.String(), w.problems.add) })
	return w
}

// check fails if a text contains a name or a cell.
func (w *watcher) check(where, text string, fail func(string, ...any)) {
	plain := text
	if decoded, err := url.PathUnescape(text); err == nil {
		plain += decoded
	}
	for _, secret := range w.secrets {
		if strings.Contains(plain, secret) || strings.Contains(plain, strconv.Quote(secret)) {
			fail("%s holds %.60q: %.300q", where, secret, text)
		}
	}
}

// strange lists the parts of the document that only data can cause. These are elements and attributes that the page
// never has, and a script that ran.
const strange = `(() => {
	const found = [], ours = "body > script, foreignObject:has(> #weight-card)";
	if (globalThis.pwned !== undefined) found.push("a script ran: " + globalThis.pwned);
	for (const e of document.querySelectorAll("body *")) {
		const name = e.localName;
		if (
			/^(script|iframe|frame|object|embed|base|form|style|link|meta|img|image|video|audio|animate|set|foreignobject|use|template)$/i.test(name)
			&& !e.matches(ours))
			found.push("element " + name + " in " + e.parentElement.outerHTML.slice(0, 200));
		if (e.id.startsWith("pwned")) found.push("an element with the id " + e.id);
		for (const a of e.attributes) {
			if (/^(on|srcdoc|formaction|style$)/i.test(a.name) || !/^[a-z][a-z0-9:-]*$/i.test(a.name))
				found.push("attribute " + a.name + " of " + name);
			if (/^(href|src|action|xlink:href|data|poster)$/.test(a.name) && /evil|^(javascript|data):/i.test(a.value))
				found.push(a.name + "=" + a.value);
		}
	}
	return found;
})()`

// see unfolds everything in a view and checks it.
func (w *watcher) see(view string) {
	w.t.Helper()
	w.allDrawn()
	eval[bool](w.page, `(() => { for (const d of document.querySelectorAll("details:not([open])")) d.open = true; return true; })()`)
	w.allDrawn()
	for _, found := range eval[[]string](w.page, strange) {
		w.t.Errorf("%s: %s", view, found)
	}
	w.check(view+": what outlives the view", w.left()+fmt.Sprint(w.traces()), w.t.Errorf)
	shown := eval[string](w.page,
		`document.body.textContent + [...document.querySelectorAll("input, textarea")].map((e) => e.value).join("\n")`)
	for _, text := range w.secrets {
		w.seen[text] = w.seen[text] || strings.Contains(shown, text)
	}
	w.shot("hostile-" + view)
}

// ask triggers every tooltip and description that appears on hover or focus.
func (w *watcher) ask(within string) {
	w.t.Helper()
	w.allDrawn()
	eval[bool](w.page, fmt.Sprintf(`(() => {
		const at = {bubbles: true, clientX: 5, clientY: 5};
		for (const e of [...document.querySelectorAll(%q)]
			.flatMap((e) => [...e.querySelectorAll("[data-part], [title], [tabindex], button, th")]).slice(0, 100)) {
			for (const type of ["pointerover", "pointerenter", "pointermove"]) e.dispatchEvent(new PointerEvent(type, at));
			for (const type of ["mouseover", "mouseenter", "mousemove"]) e.dispatchEvent(new MouseEvent(type, at));
			e.dispatchEvent(new FocusEvent("focusin", at));
		}
		return true;
	})()`, within))
}

// push clicks the first element that matches a selector, because the names that tests click by are hostile here.
func (w *watcher) push(selector string) {
	w.t.Helper()
	w.allDrawn()
	w.wait(selector)
	eval[bool](w.page, fmt.Sprintf(`document.querySelector(%q).click() ?? true`, selector))
}

// A hundred hostile names and cells, and a hostile file name, go through every view and every export. The page shows
// them without other effects. No script runs, no element or attribute appears, and no server receives a request. The
// address, title, storage, caches and console hold none of them.
func TestHostileTable(t *testing.T) {
	t.Parallel()
	texts := hostiles(t)
	p := open(t, visit{path: shortRun, width: 1440, height: 1000})
	p.patience = 2 * time.Minute
	file := hostileTable(texts, "\"><img src=x onerror=globalThis.pwned=20>", "</script><b id=pwned-yes>", "' onclick='globalThis.pwned=21")
	read, err := dataset.Read(t.Context(), hostileName, strings.NewReader(file), dataset.Options{}) // trims hard blanks, and warns about zeros
	if err != nil || len(read.Columns) != len(texts)+2 {
		t.Fatalf("%d columns, want %d: %v", len(read.Columns), len(texts)+2, err)
	}
	for _, c := range read.Columns {
		texts = append(texts, c.Name)
	}
	w := watchHostile(t, p, append(texts, hostileName))
	p.ready()
	p.drop(".page", p.write(hostileName, file))
	p.waitText("#plan", "features")
	w.push("#preview summary")
	w.ask("#columns, #preview")
	w.see("table")
	for eval[bool](p, `document.querySelector("#columns-behind")?.disabled === false`) {
		before := p.text(".pager")
		w.push("#columns-behind")
		p.waitJS("other columns", fmt.Sprintf(`document.querySelector(".pager").innerText !== %q`, before))
		w.see("columns")
	}
	p.click("Import options")
	w.see("dialect")
	p.set("Epochs", "300")
	w.see("settings")
	p.everyEpoch()
	p.trainUntil(currentRules)
	w.ask("#network")
	w.see("training")
	p.goOn()
	p.rules()
	w.see("rules")
	w.network()
	w.edits(texts)
	w.tabs()
	w.exports()
	_, err = chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.must(err)
	w.see("print")
	for _, c := range read.Columns {
		if slices.Contains(w.secrets, c.Name) && !w.seen[c.Name] {
			t.Errorf("the column %.60q is never shown as it is", c.Name)
		}
	}
}

func (w *watcher) network() {
	w.t.Helper()
	w.section("Train")
	w.wait("#network .net-rule")
	w.click("Trace one row")
	w.waitText("#trace-says", "Row 1: ")
	w.ask("#network")
	w.see("network")
	w.click("Trace one row")
	w.section("Rules")
}

// edits types hostile texts into every field.
func (w *watcher) edits(texts []string) {
	w.t.Helper()
	w.inspect(1)
	w.click("Edit rule 1")
	w.wait("#add-condition")
	w.push("#add-condition")
	w.fill("Note", texts[2])
	w.waitText("#rules .card .own-note", texts[2])
	w.see("edited")
	w.fill("Find", texts[0])
	w.see("found")
	w.fill("Find", "")
	w.click("Close the rule")
	w.push(".confusion-table td button")
	w.wait("#row-table tbody tr")
	w.see("rows")
	w.click("Close the rows")
}

// tabs visits the tabs about the rules.
func (w *watcher) tabs() {
	w.t.Helper()
	w.click("Matrix")
	w.wait("#matrix tbody tr")
	w.ask("#matrix")
	w.see("matrix")
	w.click("What-if")
	w.waitText("#answer", "Row 1 of the table")
	w.waitText("#panel-try", " → ")
	w.see("try")
	w.click("Benchmark")
	w.wait("#benchmark")
	w.see("compare")
	w.click("Share")
	w.waitText("#share-panel", "Share a link")
	w.check("the link", w.text("#link"), w.t.Errorf)
	w.see("share")
	w.click("Share")
}

// exports checks every format, and the predictions.
func (w *watcher) exports() {
	w.t.Helper()
	w.push("#tab-export")
	for _, f := range protocol.Formats {
		w.push("#format-" + f.Name)
		w.waitJS("the file as "+f.Name, `!document.querySelector("#panel-export").innerText.includes("Writing …")`)
		w.see("export-" + f.Name)
	}
	w.click("Score rows")
	w.waitText("#panel-export", "150 rows are scored.")
	w.see("predictions")
}

// A sweep of a few hostile columns is safe too; on a hundred it takes long.
func TestHostileTradeOff(t *testing.T) {
	t.Parallel()
	texts := hostiles(t)
	texts = append(texts[:5:5], texts[len(texts)-1])
	p := open(t, visit{path: shortRun, width: 1440, height: 1000})
	w := watchHostile(t, p, append(texts, hostileName))
	p.ready()
	p.drop(".page", p.write(hostileName, hostileTable(texts, "<i id=pwned-target>", "<b id=pwned-yes>", "no")))
	p.waitText("#plan", "features")
	p.train()
	w.click("Trade-off")
	w.wait("#sweep")
	w.click("Run sweep")
	w.waitJS("two settings", `document.querySelectorAll("#tried tbody tr").length > 3`)
	if eval[bool](w.page, `document.querySelector("#sweep-stop") !== null`) {
		w.push("#sweep-stop")
	}
	w.wait("#sweep:not([disabled])")
	w.click("Compare setting 1")
	w.click("Compare setting 2")
	w.waitText("#compare", "Two settings compared")
	w.ask("#panel-trade")
	w.see("trade-off")
}

// Hostile class names are safe too, with one rule set per class. A table that is not valid UTF-8 and a reopened model
// file are also safe.
func TestHostileClasses(t *testing.T) {
	t.Parallel()
	texts := []string{
		"<img src=x onerror=globalThis.pwned=40>", "\xed\xa0\x80\"><b id=pwned-surrogate>",
		"\xff\xfe</textarea><svg onload=globalThis.pwned=41>", "__proto__", "${globalThis.pwned=42}",
	}
	classes := []string{"<b id=pwned-small>", "__proto__", "');globalThis.pwned=43;('"}
	p := open(t, visit{path: unrefined, width: 1440, height: 1000})
	p.patience = 2 * time.Minute
	w := watchHostile(t, p, append(classes, texts...))
	p.ready()
	p.drop(".page", p.write(hostileName, hostileTable(texts, "constructor", classes...)))
	p.waitText("#plan", "features")
	p.choose("Target column", "constructor (categorical)")
	p.click("One rule set per class")
	p.click("Start training")
	p.wait("#whole-accuracy")
	p.rules()
	w.ask("#classes, #network")
	w.see("classes")
	p.click("What-if")
	p.waitText("#answer", "constructor")
	w.see("classes-row")
	p.click("Rules")
	p.rules()
	_, model := p.download(func() { p.click("Download the model (JSON)") })
	file := p.write("<svg onload=globalThis.pwned=44>.json", string(model))
	p.waitJS("the rules in the address, which the page opens again", `location.hash.endsWith("v=rules")`)
	p.reload()
	p.ready()
	p.setFiles("#open-model", file)
	p.wait(".rule-group .rule-line")
	w.see("model")
	if !w.seen["<b id=pwned-small>"] || !w.seen["');globalThis.pwned=43;('"] {
		t.Errorf("the classes are not shown: %v", w.seen)
	}
}
