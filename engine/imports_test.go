package engine_test

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// data lists the packages whose types occur in messages.
var data = []string{
	"engine/bitmat", "engine/codebook", "engine/dataset", "engine/dataset/twin", "engine/split", "engine/binarize", "engine/rule",
	"engine/drnet", "engine/eval",
}

// features lists the packages of the page's features, which import none of each other.
var features = []string{
	"app/audit",
	"app/compare",
	"app/data",
	"app/explain",
	"app/export",
	"app/learn",
	"app/link",
	"app/network",
	"app/privacy",
	"app/rows",
	"app/rules",
	"app/runs",
	"app/settings",
	"app/storage",
	"app/tradeoff",
	"app/training",
}

// imports lists the allowed imports of each package except the standard library. Packages of the module are listed
// without its name, modules by their path. Imports never point up or back. A pattern may match packages that do not
// exist yet.
var imports = []struct {
	packages string
	may      []string
}{
	{"engine/bitmat", nil},
	{"engine/numeric", nil},
	{"engine/chart", nil},
	{"engine/dataset", []string{
		"engine/dataset/archive", "engine/dataset/csvfile", "engine/dataset/infer", "engine/dataset/jsonfile",
		"engine/dataset/spreadsheet", "engine/dataset/word", "engine/numeric",
	}},
	{"engine/dataset/archive", []string{"engine/dataset/csvfile"}},
	{"engine/dataset/jsonfile", []string{"engine/dataset/csvfile"}},
	{"engine/dataset/csvfile", []string{"engine/dataset/infer", "engine/dataset/word", "engine/dataset/charset"}},
	{"engine/dataset/charset", []string{"golang.org/x/text"}},
	{"engine/dataset/infer", nil},
	{"engine/dataset/spreadsheet", []string{"engine/dataset/csvfile", "engine/dataset/infer"}},
	{"engine/dataset/spreadsheet/booktest", nil}, // only tests import it
	{"engine/dataset/word", nil},
	{"engine/dataset/twin", []string{"engine/dataset"}},
	{"engine/split", []string{"engine/dataset"}},
	{"engine/codebook", nil},
	{"engine/binarize", []string{"engine/codebook", "engine/dataset", "engine/bitmat"}},
	{"engine/rule", []string{"engine/binarize", "engine/bitmat", "engine/dataset", "engine/numeric"}},
	{"engine/rule/refine", []string{"engine/rule", "engine/rule/scorecard", "engine/bitmat", "engine/numeric"}},
	{"engine/rule/scorecard", []string{"engine/rule", "engine/bitmat", "engine/numeric"}},
	{"engine/rule/export", []string{"engine/rule", "engine/binarize", "engine/bitmat", "engine/dataset"}},
	{"engine/drnet", []string{"engine/bitmat", "engine/numeric", "engine/rule", "gonum.org/v1/gonum"}},
	{"engine/baseline", []string{"engine/bitmat", "engine/numeric", "engine/rule", "engine/dataset", "engine/binarize", "gonum.org/v1/gonum"}},
	{"engine/eval", []string{"engine/dataset", "engine/binarize", "engine/bitmat", "engine/rule", "gonum.org/v1/gonum"}},
	{"engine/golden", nil},   // only tests import it
	{"engine/realdata", nil}, // only tests import it
	{"engine/sample", []string{"engine/dataset"}},
	{"engine/protocol", append([]string{"engine/rule/export"}, data...)},
	{"engine/setting", append([]string{"engine/protocol"}, data...)},
	{"engine/prepare", append([]string{"engine/numeric", "engine/protocol"}, data...)},
	{
		"engine/train",
		append([]string{
			"engine/prepare", "engine/baseline", "engine/rule/refine", "engine/rule/scorecard", "engine/numeric", "engine/protocol",
		}, data...),
	},
	{"engine/multiclass", append([]string{"engine/prepare", "engine/train", "engine/protocol", "engine/rule/refine"}, data...)},
	{"engine/crossval", append([]string{
		"engine/baseline", "engine/prepare", "engine/train", "engine/multiclass", "engine/numeric", "engine/protocol",
	}, data...)},
	{"engine/stability", append([]string{
		"engine/prepare", "engine/train", "engine/numeric", "engine/protocol", "engine/rule/refine",
	}, data...)},
	{"engine/query", append([]string{"engine/prepare", "engine/train", "engine/multiclass", "engine/protocol"}, data...)},
	{"engine", append([]string{
		"engine/prepare", "engine/train", "engine/multiclass", "engine/crossval", "engine/query", "engine/stability",
		"engine/rule/export", "engine/sample", "engine/protocol",
	}, data...)},
	{"engine/remote", []string{"engine/protocol"}},
	{"engine/cmd/drnet/console", []string{"engine/dataset", "engine/protocol"}},
	{"engine/cmd/drnet/report", append([]string{"engine/cmd/drnet/console", "engine/protocol"}, data...)},
	{
		"engine/cmd/drnet",
		append([]string{
			"engine/cmd/drnet/console", "engine/cmd/drnet/report", "engine/rule/export", "engine",
			"engine/crossval", "engine/protocol", "engine/sample", "engine/setting",
		}, data...),
	},
	{"engine/worker", []string{"engine", "engine/remote"}},
	{"engine/research/*", []string{"engine/chart", "engine/eval", "engine/protocol"}},
	{"app/core", append([]string{"engine/chart", "engine/protocol", "engine/sample", "engine/setting"}, data...)},
	{"app/kit", []string{"app/core", "engine/chart", "engine/dataset", "engine/protocol", goApp}},
	{"app/core/coretest", append([]string{"app/core", "engine/protocol"}, data...)},
	{
		"app/audit",
		[]string{"app/core", "app/kit", "engine/chart", "engine/dataset", "engine/eval", "engine/protocol", "engine/rule", goApp},
	},
	{"app/compare", []string{"app/core", "app/kit", "engine/chart", "engine/eval", "engine/protocol", goApp}},
	{
		"app/data",
		[]string{
			"app/core", "app/kit", "engine/binarize", "engine/chart", "engine/codebook", "engine/dataset", "engine/dataset/twin",
			"engine/protocol", "engine/setting", goApp,
		},
	},
	{"app/explain", []string{"app/core", "app/kit", "engine/binarize", "engine/protocol", "engine/rule", "engine/setting", goApp}},
	{
		"app/settings",
		append([]string{"app/core", "app/kit", "engine/protocol", "engine/setting", goApp}, data...),
	},
	{"app/export", []string{"app/core", "app/kit", "engine/protocol", goApp}},
	{
		"app/learn",
		append([]string{"app/core", "app/kit", "engine/chart", "engine/protocol", "engine/sample", "engine/setting", goApp}, data...),
	},
	{"app/link", []string{
		"app/core", "app/kit", "engine/codebook", "engine/dataset", "engine/protocol", "engine/sample",
		"engine/setting", goApp, "rsc.io/qr",
	}},
	{
		"app/network",
		append([]string{"app/core", "app/kit", "engine/chart", "engine/protocol", "engine/setting", goApp}, data...),
	},
	{"app/privacy", []string{"app/core", "app/kit", "engine/protocol", goApp}},
	{"app/rows", []string{"app/core", "app/kit", "engine/bitmat", "engine/dataset", "engine/protocol", "engine/rule", goApp}},
	{"app/rules", append([]string{"app/core", "app/kit", "engine/chart", "engine/protocol", "engine/setting", goApp}, data...)},
	{"app/runs", []string{"app/core", "app/kit", "engine/protocol", "engine/setting", goApp}},
	{"app/storage", []string{"app/core", "app/kit", "engine/dataset", "engine/protocol", goApp}},
	{
		"app/tradeoff",
		[]string{"app/core", "app/kit", "engine/chart", "engine/dataset", "engine/eval", "engine/protocol", "engine/rule", goApp},
	},
	{
		"app/training",
		[]string{"app/core", "app/kit", "engine/chart", "engine/drnet", "engine/protocol", "engine/rule", "engine/setting", goApp},
	},
	// state has the list of samples.
	{"app/page/state", slices.Concat([]string{"app/core", "engine/protocol", "engine/sample", "engine/setting"}, features, data)},
	{"app/page", slices.Concat([]string{
		"app/core", "app/kit", "app/page/state", "engine/protocol", "engine/setting", "engine/chart", goApp,
	}, features, data)},
	{"app/browser", []string{"app/core", "app/page/state", "app/storage", "app/page", "engine/remote", "engine/protocol", goApp}},
	// site trains the model of the first screen.
	{"app/site", []string{
		"app/core", "app/privacy", "app/browser", "app/page", "app/page/state", "engine", "engine/protocol", goApp,
		"github.com/andybalholm",
	}},
	{"app", []string{"app/site", "app/browser", "engine/worker"}},
}

const (
	module = "drnet"
	goApp  = "github.com/maxence-charriere/go-app"
)

// listed is a subset of the output of go list.
type listed struct {
	ImportPath string
	Imports    []string
}

// list runs go list for a platform in the root of the module.
func list(t *testing.T, goos, goarch string) []listed {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly cannot start the go command; the native tests check the imports of both builds")
	}
	c := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "./...")
	c.Dir, c.Env = "..", append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module+"/")
		all = append(all, p)
	}
}

func TestImportsPointDown(t *testing.T) {
	for _, platform := range []struct{ goos, goarch string }{{runtime.GOOS, runtime.GOARCH}, {"js", "wasm"}} {
		for _, p := range list(t, platform.goos, platform.goarch) {
			if strings.HasPrefix(p.ImportPath, "web/") {
				continue // browser tests
			}
			may, known := allowed(p.ImportPath)
			if !known {
				t.Errorf("%s: the package has no line in the table of imports", p.ImportPath)
				continue
			}
			for _, i := range p.Imports {
				own, isOwn := strings.CutPrefix(i, module+"/")
				standard := !strings.Contains(strings.Split(i, "/")[0], ".")
				if isOwn && !slices.Contains(may, own) ||
					!isOwn && !standard && !slices.ContainsFunc(may, func(m string) bool { return i == m || strings.HasPrefix(i, m+"/") }) {
					t.Errorf("%s on %s imports %s, which it must not", p.ImportPath, platform.goos, i)
				}
			}
		}
	}
}

func allowed(name string) (may []string, known bool) {
	for _, rule := range imports {
		if ok, _ := path.Match(rule.packages, name); ok {
			return slices.Clone(rule.may), true
		}
	}
	return nil, false
}

// TestEngineKeepsToItself checks that learning depends only on bytes and settings: its packages must not import the
// clock, the machine or the browser.
func TestEngineKeepsToItself(t *testing.T) {
	outside := []string{
		"engine/remote", "engine/cmd/drnet", "engine/cmd/drnet/console", "engine/worker",
		"engine/research/ablation", "engine/research/paper", "engine/golden", "engine/realdata",
	}
	// charset asks the browser for characters, whose tables would enlarge the program by a tenth.
	decoder := "engine/dataset/charset"
	// word loads eight bytes at once, which the compiler for WebAssembly does not do itself.
	words := "engine/dataset/word"
	for _, p := range list(t, "js", "wasm") {
		if !strings.HasPrefix(p.ImportPath, "engine") || p.ImportPath == "engine/remote" {
			continue
		}
		for _, i := range p.Imports {
			switch i {
			case "syscall/js":
				if p.ImportPath != decoder {
					t.Errorf("%s imports %s: only engine/remote may", p.ImportPath, i)
				}
			case "time", "os", "net", "net/http", "math/rand", "crypto/rand", "runtime", "unsafe":
				if !slices.Contains(outside, p.ImportPath) && !(i == "unsafe" && p.ImportPath == words) {
					t.Errorf("%s imports %s, and its results must depend on nothing outside", p.ImportPath, i)
				}
			}
		}
	}
}

// TestNoFusedMultiplyAdd compiles for a machine with fused multiply-add, which rounds once. A fused result differs in
// the last bit from other machines, and so do the rules of a seed.
func TestNoFusedMultiplyAdd(t *testing.T) {
	slow(t)
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly cannot start the go command; the native tests check the machine code")
	}
	packages := []string{
		"numeric", "dataset", "bitmat", "binarize", "drnet", "rule", "rule/refine", "rule/scorecard", "sample",
		"eval", "protocol", "prepare", "train", "multiclass", "crossval", "query", ".",
	}
	args := []string{"build", "-gcflags=-S"}
	for _, p := range packages {
		args = append(args, "./"+p)
	}
	c := exec.Command("go", args...) // one command for all: each one reads the whole module
	c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	code, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	seen, name := 0, ""
	for line := range strings.Lines(string(code)) {
		if after, ok := strings.CutPrefix(line, "# "); ok {
			name = strings.TrimSpace(after)
			seen++
		}
		for _, instruction := range []string{"\tFMADD", "\tFMSUB", "\tFNMADD", "\tFNMSUB"} {
			if strings.Contains(line, instruction) {
				t.Errorf("%s is fused here: %s", name, strings.TrimSpace(line))
			}
		}
	}
	if seen != len(packages) {
		t.Errorf("the machine code is of %d packages, want %d", seen, len(packages))
	}
}
