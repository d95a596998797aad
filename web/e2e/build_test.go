package e2e

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The build is reproducible: the same sources in another folder give the same bytes.
func TestBuildIsReproducible(t *testing.T) {
	t.Parallel()
	first := siteAt(t, "/").dir
	second := filepath.Join(t.TempDir(), "site")
	buildSite(t, copySources(t), second, "/")
	want, got := readFiles(t, first), readFiles(t, second)
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

// A first visit fetches every file once, compressed. The test bounds the sum; the best quality of Brotli, with which a site is
// published, saves another tenth.
func TestFirstVisitIsSmall(t *testing.T) {
	t.Parallel()
	files := readFiles(t, siteAt(t, "/").dir)
	for suffix, limit := range map[string]int{".br": 3_570_000, ".gz": 4_180_000} {
		sum := 0
		for name, content := range files {
			if packed, ok := files[name+suffix]; ok {
				content = packed
			}
			if ext := filepath.Ext(name); ext != ".br" && ext != ".gz" {
				sum += len(content)
			}
		}
		t.Logf("%d bytes with %s", sum, suffix)
		if sum > limit {
			t.Errorf("a first visit fetches %d bytes with %s, at most %d are allowed", sum, suffix, limit)
		}
	}
}

// The browser accepts Brotli and gets the program as the build has compressed it.
func TestBrowserGetsBrotli(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{fresh: true})
	got := eval[int](p, `performance.getEntriesByType("resource").find((r) => r.name.endsWith("/app.wasm")).encodedBodySize`)
	if want := len(readFiles(t, siteAt(t, "/").dir)["app.wasm.br"]); got != want {
		t.Errorf("the browser got %d bytes, want the %d of app.wasm.br", got, want)
	}
}

// A new version is fetched during use of the old one, and replaces it completely on the next reload.
func TestUpdatesWithinOneReload(t *testing.T) {
	t.Parallel()
	sources, dir := copySources(t), copySite(t)
	site := serveSite(t, dir, "/name/")
	t.Cleanup(site.stop)
	p := openReady(t, visit{url: site.url})

	style := filepath.Join(sources, "web", "style", "privacy.css")
	if err := os.WriteFile(style, []byte("/* the new version */\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	buildSite(t, sources, dir, "/name/")
	p.goTo("") // the browser looks for a new version
	isNew := `fetch("style.css").then((r) => r.text()).then((text) => text.includes("new version"))`
	if eval[bool](p, isNew) {
		t.Error("the old page got a file of the new version")
	}
	p.waitJS("the new version to wait", `navigator.serviceWorker.getRegistration().then((r) => r.waiting)`)
	p.waitText("#new-version", "It starts when you reload this page")
	p.reload()
	p.waitJS("the new version", isNew)
	p.waitJS("only the new version's files", `caches.keys().then((names) => names.length === 1)`)
}

// copySources copies the inputs of a build to another folder.
func copySources(t *testing.T) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "sources")
	err := filepath.WalkDir(moduleDir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(moduleDir, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name == "dist" || name == "node_modules" ||
				strings.HasPrefix(below, ".") && below != "." || name == "testdata" {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, below), 0o755)
		}
		if !entry.Type().IsRegular() { // a link to tools elsewhere
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, below), content, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// copySite returns a copy of the site at /name/, which the test may build again.
func copySite(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(dir, os.DirFS(siteAt(t, "/name/").dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func readFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, entry := range entries {
		if files[entry.Name()], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
