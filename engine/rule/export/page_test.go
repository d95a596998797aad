package export_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drnet/engine/rule/export"
)

// TestPageRuns opens pages in Chromium, under their own policy. The script runs, predicts for the empty form and tests
// itself; names and values are always text.
func TestPageRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	chromium := program(t, "chromium", false)
	dir := t.TempDir()
	for i, w := range []world{probed(t, "people", people()), probed(t, "hostile", hostile()), probed(t, "never", never())} {
		path := filepath.Join(dir, fmt.Sprintf("rules%d.html", i))
		write(t, dir, filepath.Base(path), exported(t, w, export.HTML))
		dom := run(t, dir, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking",
			"--disable-component-update", "--disable-sync", "--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom", "file://"+path+"#test")
		tested := regexp.MustCompile(`<output id="tested" aria-live="polite">(\d+) of (\d+) rows are answered`).FindStringSubmatch(dom)
		if tested == nil || tested[1] != tested[2] || tested[1] == "0" {
			t.Errorf("%s: the page tests itself as %q:\n%s", w.name, tested, dom)
		}
		answer := regexp.MustCompile(`<output id="answer" aria-live="polite">(.+?)</output>`).FindStringSubmatch(
			strings.ReplaceAll(dom, "\n", " "),
		)
		unknown := fmt.Sprintf("Not known: %d of %[1]d column", len(w.columns))
		if answer == nil || !strings.Contains(answer[1], "hold") || strings.Contains(answer[1], unknown) != (len(w.columns) > 0) {
			t.Errorf("%s: the page answers %q", w.name, answer)
		}
		if n := strings.Count(dom, "<script>"); n != 1 {
			t.Errorf("%s: %d scripts, want 1", w.name, n)
		}
	}
}

// TestPageReadsTypedNumbers runs the function that reads the fields, under Node.
func TestPageReadsTypedNumbers(t *testing.T) {
	node := program(t, "node", false)
	script, err := os.ReadFile("runtime/page.js")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "typed.js", string(script)+`
console.log(["9,000", "€9,000", " 1,234,567.5 ", "48%", "48 %", "-5", "9,00,0", "1,5", "old", ""].map(typed).join("|"));`)
	if got, want := strings.TrimSuffix(run(t, dir, node, "typed.js"), "\n"), "9000|9000|1234567.5|48|48|-5|9,00,0|1,5|old|"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

var quoted = regexp.MustCompile(`"[^"]*"`)

// tags returns the tags of a page without text and attribute values.
func tags(page string) string {
	return strings.Join(regexp.MustCompile(`<[^>]*>`).FindAllString(quoted.ReplaceAllString(page, `""`), -1), "\n")
}

// TestPageIsLabelled: every field has its own label, and nothing is fetched.
func TestPageIsLabelled(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, w := range []world{probed(t, "people", people()), probed(t, "hostile", hostile())} {
		page := exported(t, w, export.HTML)
		for j := range w.columns {
			id := fmt.Sprintf("c%d", j+1)
			if strings.Count(page, `<label for="`+id+`">`) != 1 || strings.Count(page, ` id="`+id+`"`) != 1 {
				t.Errorf("%s: field %s has not one label", w.name, id)
			}
		}
		head, _, _ := strings.Cut(page, "<script>")
		_, style, styled := strings.Cut(head, "<style>")
		style, _, ended := strings.Cut(style, "</style>")
		if !styled || !ended {
			t.Fatalf("%s: the page has no style", w.name)
		}
		for _, fetches := range []string{" src=", " href=", "@import", "url(", "<link", "<img", " style="} {
			if strings.Contains(tags(head)+style, fetches) {
				t.Errorf("%s: the page has %q", w.name, fetches)
			}
		}
		for _, directive := range []string{
			"default-src 'none'", "script-src 'sha256-", "style-src 'sha256-",
			"form-action 'none'", "base-uri 'none'",
		} {
			if !strings.Contains(head, directive) {
				t.Errorf("%s: the policy has no %q", w.name, directive)
			}
		}
	}
}
