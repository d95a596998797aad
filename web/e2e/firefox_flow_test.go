package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drnet/engine/protocol"
)

// In Firefox, a file is opened and another dropped, trained on, the rules read, exported and edited, and the page reloaded without a
// network. The model is that of the command, byte for byte. The page requests nothing after it is ready, and says what Firefox
// lacks.
func TestFirefox(t *testing.T) {
	t.Parallel()
	site := siteAt(t, "/")
	f := openFirefox(t, site.url)
	f.goTo(site.url + shortRun)
	before := f.ready()
	first := filepath.Join(t.TempDir(), "first.csv")
	f.must(os.WriteFile(first, []byte(incomes(0, 200, false)), 0o644))
	f.choose("#file", first)
	f.waitText("body", "200 rows, 4 columns")
	table := tables[0].path(t)
	f.drop(table)
	f.waitText("body", tables[0].shape)
	f.trains(table)

	f.eval(`document.querySelector('[data-rule="1"]').click()`, nil)
	f.click("On rule 1")
	f.waitText("#rules", "edited by hand")
	if model, err := protocol.ReadModel(f.download("Download the model (JSON)", "model.json")); err != nil || !model.Edited {
		t.Errorf("the model after the edit is not marked: %v", err)
	}
	f.verifies()
	if late := f.proxy.ownSince(before); slices.ContainsFunc(late, func(r string) bool { return r != "GET /app-worker.js" }) {
		t.Errorf("requests after ready: %q", late)
	}

	f.proxy.setOffline(true)
	f.eval("setTimeout(() => location.reload())", nil) // WebDriver's own reload bypasses the service worker
	f.waitJS("a new page", `document.querySelector("#rules .sentence") === null`)
	f.ready()
	f.drop(table)
	f.waitText("body", tables[0].shape)
	f.trains(table)
	f.reachedNobody()
}

// reachedNobody fails the test for each request to another server than the site's.
func (f *firefox) reachedNobody() {
	f.t.Helper()
	for _, request := range f.proxy.toOthers() {
		if !strings.Contains(request, "mozilla") { // the browser's own
			f.t.Errorf("request to another server: %s", request)
		}
	}
}

// trains trains on a table, reads the rules and compares the model with that of the command.
func (f *firefox) trains(table string) {
	f.t.Helper()
	f.click("Start training")
	f.waitJS("rules", `([...document.querySelectorAll("#toast button")].find((b) => b.textContent.startsWith("Show the rules"))?.click(),
		document.querySelector("#rules .sentence"))`)
	f.waitText("#rules", "education")
	isNative(f.t, table, f.download("Download the model (JSON)", "model.json"))
}

// verifies opens the panel “Private”. The panel lists exactly the features that this browser lacks, and a request is refused.
func (f *firefox) verifies() {
	f.t.Helper()
	f.click("Private · Verify")
	f.click("Test the block: try to send a request")
	f.waitText("#tried", "Refused.")
	var panel string
	f.eval(`document.querySelector("#privacy-panel").innerText`, &panel)
	_, lacks, _ := strings.Cut(panel, "What your browser lacks")
	var installable bool
	f.eval(`location.protocol !== "file:"`, &installable)
	for _, feature := range []struct{ global, sentence string }{
		{"trustedTypes", "Trusted Types, a second check"},
		{"navigation", "The Navigation API, by which"},
		{"launchQueue", "File handlers, by which"},
	} {
		var known bool
		f.eval(`"`+feature.global+`" in window`, &known)
		f.t.Logf("Firefox knows %s: %v", feature.global, known)
		applies := feature.global != "launchQueue" || installable
		if strings.Contains(lacks, feature.sentence) != (applies && !known) {
			f.t.Errorf("the browser knows %s: %v, and the page says it lacks %q", feature.global, known, lacks)
		}
	}
}
