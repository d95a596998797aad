package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fixture is a page with the controls that the actions need.
const fixture = `<!DOCTYPE html><title>fixture</title>
<button aria-label="Press me" onclick="result.textContent = 'pressed'">x</button>
<label>Number <input value="1" onchange="result.textContent = 'number ' + value"></label>
<label>Colour <select onchange="result.textContent = 'colour ' + value"><option>red<option>blue</select></label>
<input id="files" type="file" onchange="result.textContent = 'chosen ' + files[0].name">
<div id="zone" ondragover="event.preventDefault()"
  ondrop="event.preventDefault(); result.textContent = 'dropped ' + event.dataTransfer.files[0].name">zone</div>
<a href="data:text/plain,content" download="file.txt">Save</a>
<output id="result"></output>`

// openHTML opens a page from a server of its own.
func openHTML(t *testing.T, html string) *page {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, html)
	}))
	t.Cleanup(server.Close)
	return open(t, visit{url: server.URL + "/"})
}

func TestActions(t *testing.T) {
	t.Parallel()
	p := openHTML(t, fixture)
	file := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(file, []byte("a,b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		act  func()
		want string
	}{
		{func() { p.click("Press me") }, "pressed"},
		{func() { p.fill("Number", "42") }, "number 42"},
		{func() { p.choose("Colour", "blue") }, "colour blue"},
		{func() { p.setFiles("#files", file) }, "chosen table.csv"},
		{func() { p.drop("#zone", file) }, "dropped table.csv"},
	} {
		test.act()
		p.waitText("#result", test.want)
	}
	name, content := p.download(func() { p.click("Save") })
	if name != "file.txt" || string(content) != "content" {
		t.Errorf("download = %q with %q, want file.txt with content", name, content)
	}
}

// A page waits for its own download, whatever other pages download meanwhile.
func TestDownloadsOfTwoPages(t *testing.T) {
	t.Parallel()
	p, other := openHTML(t, fixture), openHTML(t, fixture)
	eval[bool](other, `document.querySelector("a").download = "other.txt", true`)
	name, _ := p.download(func() {
		other.click("Save")
		p.click("Save")
	})
	if name != "file.txt" {
		t.Errorf("the download is %q, want file.txt", name)
	}
}

func TestNoticesForeignRequest(t *testing.T) {
	t.Parallel()
	p := openHTML(t, fixture)
	p.expect("Failed to load resource")
	eval[bool](p, `fetch("http://other.example/?secret").catch(() => true)`)
	if got, want := p.proxy.toOthers(), "GET http://other.example/?secret"; !slices.Contains(got, want) {
		t.Errorf("requests to others = %q, want %q among them", got, want)
	}
	p.proxy.forgetOthers()
}

func TestNoticesComplaints(t *testing.T) {
	t.Parallel()
	p := openHTML(t, fixture)
	eval[bool](p, `console.error("an error"), setTimeout(() => { throw new Error("an exception") }), true`)
	var got string
	p.waitFor("both complaints", func() bool {
		got += strings.Join(p.take(), "\n")
		return strings.Contains(got, "an error") && strings.Contains(got, "an exception")
	})
}

func TestMeasuresLongTasks(t *testing.T) {
	p := openHTML(t, fixture)
	p.resetTasks()
	const busy = 120 * time.Millisecond
	eval[bool](p, fmt.Sprintf(`new Promise((done) => setTimeout(() => {
		for (const end = performance.now() + %d; performance.now() < end;);
		done(true);
	}))`, busy.Milliseconds()))
	p.waitFor("a long task", func() bool { return p.longestTask() >= busy })
}

// Tests take turns with a profile, and each finds it empty.
func TestProfilesAreEmpty(t *testing.T) {
	const left = `Promise.all([caches.keys(), indexedDB.databases(), navigator.serviceWorker.getRegistrations()])
		.then((all) => all.flat().length + localStorage.length + sessionStorage.length)`
	for _, turn := range []string{"first", "second"} {
		t.Run(turn, func(t *testing.T) {
			p := open(t, visit{path: withoutProgram})
			if n := eval[int](p, left); n > 0 {
				t.Errorf("%d things are left by an earlier test", n)
			}
			p.goTo("")
			p.ready()
			eval[bool](p, `(localStorage.setItem("a", "b"), indexedDB.open("c"), true)`)
			p.waitJS("something to be left", left+".then((n) => n > 2)")
		})
	}
}
