package e2e

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

// oneFile builds the page of one file once, and returns its path.
var oneFile = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "one file", "drnet-lab.html")
	_, err := command(appCommand, "single", path).CombinedOutput()
	return path, err
})

// The page of one file, opened from a disk, sends no request: it trains in the worker and its helpers, saves work, and learns the
// same model as the command.
func TestOneFile(t *testing.T) {
	t.Parallel()
	path, err := oneFile()
	if err != nil {
		t.Fatal(err)
	}
	const most = 6 << 20
	if info, err := os.Stat(path); err != nil || info.Size() > most {
		t.Errorf("the file has %d bytes, want at most %d: %v", info.Size(), most, err)
	}
	p := open(t, visit{url: "file://" + path, path: planted, width: 1440, height: 900})
	p.ready()
	p.wait("#start")
	p.settings()
	p.fill("Seed", "7")
	p.click("Start training")
	p.rules()
	_, file := p.download(func() { p.click("Download the model (JSON)") })
	model, err := protocol.ReadModel(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := trainNatively(t, "heart-risk", model.Learned.Request); string(file) != string(want) {
		t.Errorf("the model of the page is\n%s\nwant that of the native engine\n%s", file, want)
	}
	p.click("Private · Verify")
	p.waitText("#asked", "This page is one file, and nothing else was loaded. 0 requests")
	p.expect("Content Security Policy|violat|Refused|Failed to load|connect-src")
	p.click("Test the block: try to send a request")
	p.waitText("#tried", "Refused.")
	if panel := eval[string](p, `document.querySelector("#privacy-panel").textContent`); strings.Contains(panel, "service worker") ||
		strings.Contains(panel, "the server") || strings.Contains(panel, "What your browser lacks") {
		t.Errorf("the panel mentions parts that one file lacks: %s", panel)
	}
	p.shot("one-file-privacy")
	p.press("\x1b")
	p.waitText("#keep-says", "Other pages that you open from a disk may read stored projects")
	p.click("Autosave in this browser")
	p.waitText("#keep-says", "Changes are saved")
	p.reload()
	p.ready()
	p.wait("#start")
	p.goTo("")
	p.ready()
	p.waitText(".kept-work", "heart-risk")
}

// tables are the tables for the page of one file: a generated one, and a real one where it is available.
var tables = []struct {
	name, shape string
	path        func(t *testing.T) string
}{
	{"people.csv", "400 rows, 4 columns", func(t *testing.T) string {
		path := filepath.Join(t.TempDir(), "people.csv")
		if err := os.WriteFile(path, []byte(incomes(0, 400, false)), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}},
	{"adult.csv", "32,561 rows, 15 columns", func(t *testing.T) string { return realdata.Path(t, "adult.csv") }},
}

// A table is dropped on the page of one file in Chromium and in Firefox, and on the site in Chromium. The rules are shown and exported,
// the model equals that of the command byte for byte, and no request is sent.
func TestOneFileLearns(t *testing.T) {
	t.Parallel()
	file, err := oneFile()
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		for _, page := range []struct{ name, url, asked string }{
			{"the site", "", "0 requests since the page was ready"},
			{"one file", "file://" + file, "This page is one file, and nothing else was loaded. 0 requests"},
		} {
			t.Run("Chromium "+page.name+" "+table.name, func(t *testing.T) {
				t.Parallel()
				path := table.path(t)
				p := open(t, visit{url: page.url, width: 1440, height: 900})
				p.patience = 4 * patience
				p.ready()
				p.drop(".page", path)
				p.waitText("#data", table.shape)
				p.click("Start training")
				p.rules()
				_, model := p.download(func() { p.click("Download the model (JSON)") })
				isNative(t, path, model)
				p.click("Export")
				p.click("SQL")
				p.waitJS("the file to be written", `document.querySelector("#download-file")?.disabled === false`)
				_, exported := p.download(func() { p.click("Download") })
				isSQL(t, exported)
				p.click("Private · Verify")
				p.waitText("#asked", page.asked)
			})
		}
		t.Run("Firefox "+table.name, func(t *testing.T) {
			t.Parallel()
			path := table.path(t)
			f := openFirefox(t, "http://nowhere.invalid/")
			f.goTo("file://" + file)
			f.drop(path)
			f.waitText("body", table.shape)
			f.trains(path)
			f.click("Export")
			f.click("SQL")
			f.waitText("body", "rules.sql,")
			isSQL(t, f.download("Download", "rules.sql"))
			f.click("Autosave in this browser")
			f.waitText("#keep-says", "Changes are saved")
			f.verifies()
			f.waitText("#asked", "This page is one file, and nothing else was loaded. 0 requests")
			f.reachedNobody()
		})
	}
}

// isNative compares a model that a page learned from a table with that of the native engine.
func isNative(t *testing.T, table string, file []byte) {
	t.Helper()
	model, err := protocol.ReadModel(file)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	want := nativeModel(t, protocol.Load{File: content, Name: filepath.Base(table)}, model.Learned.Request)
	t.Logf("the model has the SHA-256 %x", sha256.Sum256(want))
	if string(file) != string(want) {
		t.Error("the page and the native engine learned different models")
	}
}

// isSQL checks that an exported file contains rules.
func isSQL(t *testing.T, file []byte) {
	t.Helper()
	if !strings.Contains(string(file), "WHEN") || !strings.Contains(string(file), "education") {
		t.Errorf("not rules as SQL: %s", file)
	}
}
