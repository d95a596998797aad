package site

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"drnet/app/browser"
	"drnet/app/core/coretest"
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
