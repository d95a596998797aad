package site

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/browser"
	"drnet/app/core/coretest"
	"drnet/app/privacy"
)

// goroot returns the folder of the toolchain.
func goroot(t *testing.T) string {
	t.Helper()
	dir, err := runGo(nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestWasmExecIsTheToolchains(t *testing.T) {
	want := coretest.File(t, filepath.Join(goroot(t), "lib", "wasm", wasmExecFile))
	coretest.Equal(t, coretest.File(t, "../../"+wasmExecFile),
		want, "wasm_exec.js is not the copy of the toolchain's: copy it again")
}

func TestParseBase(t *testing.T) {
	for _, base := range []string{"/", "/name/", "/a/b-c_d.e~f/"} {
		if _, err := parseBase(base); err != nil {
			t.Errorf("parseBase(%q) = %v, want no error", base, err)
		}
	}
	for _, base := range []string{"", "name/", "/name", "//", "/a b/", "/%2f/", `/"/`, "/<b>/"} {
		if _, err := parseBase(base); err == nil {
			t.Errorf("parseBase(%q) = nil, want an error", base)
		}
	}
}

func TestWriteReplacesOnlyASite(t *testing.T) {
	dir := t.TempDir()
	first := files{digestsFile: {}, "old.js": {}}
	if err := first.write(dir); err != nil {
		t.Fatalf("write to an empty folder: %v", err)
	}
	second := files{digestsFile: {}}
	if err := second.write(dir); err != nil {
		t.Fatalf("write over a site: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "old.js")); !os.IsNotExist(err) {
		t.Error("a file of the old site is still there")
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := second.write(other); err == nil {
		t.Error("write over a folder of other files: no error")
	}
}

// The loader contains neither a time nor a host.
func TestLoader(t *testing.T) {
	script, err := loader("/name/", browser.Cached)
	if err != nil {
		t.Fatal(err)
	}
	coretest.Contains(t, "app.js", string(script),
		`"/name/app.wasm"`, `"/name/app-worker.js"`, `"GOAPP_ROOT_PREFIX":"/name"`, `"DRNET_OFFLINE":"kept"`, "self.drnetProgram = wasm.module;",
	)
	if bytes.Contains(script, []byte("http")) {
		t.Error("app.js names a server")
	}
}

func TestRunStatus(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want int
	}{
		{"nothing", nil, 2},
		{"no folder", []string{"build"}, 2},
		{"unknown command", []string{"bake", "dist"}, 2},
		{"unknown flag", []string{"build", "dist", "-fast"}, 2},
		{"bad quality", []string{"build", "dist", "-brotli", "12"}, 2},
		{"bad base path", []string{"build", "dist", "-base", "name"}, 1},
		{"no site", []string{"serve", "localhost:0", "-dir", "testdata/none"}, 1},
	} {
		coretest.Equal(t, Run(test.args, io.Discard, io.Discard), test.want, "%s: Run(%q)", test.name, test.args)
	}
}

// Another version of go-app than that of the replaced files is rejected, with what to change.
func TestSlimRefusesAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	list := "# " + slimModule + " v9.8.1\n## explicit; go 1.26\n"
	if err := os.WriteFile(filepath.Join(dir, "modules.txt"), []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := slim(dir); err == nil || !strings.Contains(err.Error(), "slimVersion") {
		t.Errorf("slim() = %v, want what to change", err)
	}
}

func TestMendMarkup(t *testing.T) {
	for _, test := range []struct {
		name string
		ui   app.UI
		want string
	}{
		{"order", app.Div().ID("b").Class("a").Lang("en"), `<div class="a" id="b" lang="en"></div>`},
		{"quotes", app.Div().Title("say \"a < b\"\n\\"), "<div title=\"say &#34;a &lt; b&#34;\n\\\"></div>"},
		{"text", app.P().Text("a < b > c"), "<p>a &lt; b &gt; c</p>"},
		{"self-closing", app.Img().Alt("").Src("x.png"), `<img alt src="x.png">`},
		{"false boolean", app.Button().Disabled(false), `<button></button>`},
		{"true boolean", app.Button().Disabled(true), `<button disabled></button>`},
		{"aria", app.Span().Aria("hidden", true).Aria("busy", false), `<span aria-busy="false" aria-hidden="true"></span>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := mendMarkup(app.HTMLString(test.ui))
			if err != nil || got != test.want {
				t.Errorf("mendMarkup() = %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestMendMarkupRefuses(t *testing.T) {
	for _, printed := range []string{"<p", "<p id", "<p id=x>", `<p id="x>`, `<p id="x"`} {
		if got, err := mendMarkup(printed); err == nil {
			t.Errorf("mendMarkup(%q) = %q, want an error", printed, got)
		}
	}
}

func FuzzMendMarkup(f *testing.F) {
	f.Add(`<p class="a" id="b">text</p>`)
	f.Add("<input disabled=\"false\" aria-hidden>\n")
	f.Fuzz(func(t *testing.T, printed string) {
		mendMarkup(printed) // must not panic
	})
}

// An archive has the files with their contents, and the same bytes whenever it is made.
func TestZip(t *testing.T) {
	s := files{"b.txt": []byte("second"), "a.txt": []byte("first"), "empty": nil}
	first, err := s.zip()
	if err != nil {
		t.Fatal(err)
	}
	second, _ := s.zip()
	if !bytes.Equal(first, second) {
		t.Error("two archives of the same files differ")
	}
	z, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	coretest.Equal(t, len(z.File), len(s), "files")
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, s[f.Name]) {
			t.Errorf("%s: %q, %v", f.Name, got, err)
		}
	}
}

// The list of parts names every dependency with a version, a license and an address.
func TestBillOfMaterials(t *testing.T) {
	t.Chdir("../..")
	text, err := billOfMaterials()
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		BOMFormat  string `json:"bomFormat"`
		Components []component
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if list.BOMFormat != "CycloneDX" || len(list.Components) != len(privacy.Dependencies) {
		t.Errorf("%q with %d components, want %d", list.BOMFormat, len(list.Components), len(privacy.Dependencies))
	}
	for _, c := range list.Components {
		if c.Version == "" || (c.PURL == "") != (c.Name == privacy.StandardLibrary) || c.Licenses[0].License.ID == "" {
			t.Errorf("incomplete: %+v", c)
		}
	}
}
