package site

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"drnet/app/browser"
	"drnet/app/privacy"
	"drnet/engine/sample"
)

// The page lists the modules of its program and of the command, with their versions, and no others.
func TestWorksAreAllModules(t *testing.T) {
	t.Chdir("../..")
	const format = "{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}{{end}}{{end}}"
	page, err := runGo([]string{"GOOS=js", "GOARCH=wasm"}, "list", "-deps", "-f", format, "./app")
	if err != nil {
		t.Fatal(err)
	}
	command, err := runGo(nil, "list", "-deps", "-f", format, "./engine/cmd/drnet")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, p := range privacy.Dependencies {
		if p.Module != privacy.StandardLibrary {
			named = append(named, p.Module+"@"+p.Version)
		}
	}
	used := strings.Fields(page + "\n" + command)
	slices.Sort(used)
	slices.Sort(named)
	if want := slices.Compact(used); !slices.Equal(named, want) {
		t.Errorf("privacy.Dependencies has %q, want %q", named, want)
	}
}

// Each license text appears under its title.
func TestLicenses(t *testing.T) {
	t.Chdir("../..")
	text, err := licenses()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"DR-Net Lab: LICENSE\n\nMIT", "Go: LICENSE\n\nCopyright", "go-app: LICENSE\n\nMIT", "uuid: LICENSE", "Gonum: LICENSE",
		"Go text: LICENSE", "Gonum, parts of others: Cephes-LICENSE",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the licenses lack %q", want)
		}
	}
}

// The rules of the first screen are trained, and equal the rules that generated the sample.
func TestExampleIsTrained(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	e, err := learnExample()
	if err != nil {
		t.Fatal(err)
	}
	built, _ := sample.Find(shownSample)
	if e.Rows != built.Rows || e.Columns != built.Columns ||
		e.Unseen != 400 || len(e.Rules) == 0 || len(e.Rules) > 3 || e.Right != "100%" {
		t.Errorf("example = %+v", e)
	}
	const source = `<meta content="{{.Example}}"><progress max="{{.Length}}">{{.Root}}`
	page, err := indexPage(files{indexFile: []byte(source), "app.wasm": make([]byte, 123)}, "/", e)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Watch it train", "example-network", `max="123"`, "{&#34;sample&#34;:&#34;heart-risk&#34;",
		`data-sample="monk-1"`, `id="paste"`,
	} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if strings.Contains(string(page), "style=") {
		t.Error("the page has a style attribute, which its policy blocks")
	}
}

// The policy of the running page blocks pictures of the server: the manifest holds the icon that a browser may request late.
func TestManifestHoldsTheIcon(t *testing.T) {
	p := parts{files: files{indexFile: nil, manifestFile: []byte(`["icon.svg", "icon-maskable.svg"]`), "icon.svg": []byte("<svg/>")}}
	s, err := p.page("/", browser.Cached)
	if want := `["data:image/svg+xml;base64,PHN2Zy8+", "icon-maskable.svg"]`; err != nil || string(s[manifestFile]) != want {
		t.Errorf("the manifest is %s, %v, want %s", s[manifestFile], err, want)
	}
}
