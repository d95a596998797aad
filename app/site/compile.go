package site

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// vectorToolchain is the first Go release with vector instructions for WebAssembly (GOEXPERIMENT=simd), fetched by the module proxy.
const vectorToolchain = "go1.27.3"

// coldPackages lists packages that are compiled without inlining, which makes the program smaller. Most of their functions run a few times
// per request or event, not per row. Packages that read workbooks and JSON are included, although reading then takes a twelfth longer.
var coldPackages = []string{
	"archive/zip", "compress/gzip", "context", "encoding/base64", "encoding/csv", "encoding/hex", "encoding/json", "fmt", "html",
	"internal/bisect", "internal/fmtsort", "internal/godebug", "internal/poll", "internal/reflectlite", "io/fs", "net/...", "os", "path/...",
	"reflect", "syscall/...", "time", "github.com/...", "gonum.org/...", "rsc.io/...", "drnet/app/...", "drnet/engine", "drnet/engine/chart",
	"drnet/engine/codebook", "drnet/engine/crossval", "drnet/engine/dataset/archive", "drnet/engine/dataset/jsonfile",
	"drnet/engine/dataset/spreadsheet", "drnet/engine/eval", "drnet/engine/multiclass", "drnet/engine/prepare", "drnet/engine/protocol",
	"drnet/engine/query", "drnet/engine/remote", "drnet/engine/rule", "drnet/engine/rule/export", "drnet/engine/sample",
	"drnet/engine/setting", "drnet/engine/split", "drnet/engine/stability", "drnet/engine/train", "drnet/engine/worker",
}

// runGo runs a go command with more environment variables and returns its output. The error includes the messages of the command.
func runGo(settings []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), settings...)
	var problems strings.Builder
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", args[0], err, problems.String())
	}
	return strings.TrimSpace(string(text)), err
}

// go-app links its server into the page, with net/http: more than half a megabyte that never runs. The program is therefore built from a
// copy of the modules in which files of the server are replaced by those in slimParts, which fit one version.
const (
	slimParts   = "app/site/_goapp"
	slimModule  = "github.com/maxence-charriere/go-app/v9"
	slimVersion = "v9.8.0"
)

// slimmed lists what slimParts replaces in the copy: four files of go-app, and the whole package uuid.
var slimmed = []string{
	slimModule + "/pkg/app/crypto.go", slimModule + "/pkg/app/http.go", slimModule + "/pkg/app/resource.go",
	slimModule + "/pkg/app/route.go", "github.com/google/uuid",
}

// generatedElements is the file of go-app that has a type for each tag of HTML.
const generatedElements = slimModule + "/pkg/app/html_gen.go"

// elementDeclaration matches the declarations of generatedElements: the interface of a tag, its type, and one of its methods.
var elementDeclaration = regexp.MustCompile(
	`(?ms)^(?:type HTML(\w+) interface|type html(\w+) struct|func \(e \*html(\w+)\) (\w+)).*?^\}\n`)

// ownElements lists the tags that keep their own type: go-app asserts that of the body, and writes a textarea's text as an attribute.
var ownElements = []string{"Body", "Textarea"}

// shareElement returns generatedElements with one type for all tags but ownElements. The methods of the 110 types differ in that type only.
func shareElement(source string) string {
	seen := map[string]bool{}
	return elementDeclaration.ReplaceAllStringFunc(source, func(declaration string) string {
		m := elementDeclaration.FindStringSubmatch(declaration)
		tag, method := m[1]+m[2]+m[3], m[4]
		switch {
		case slices.Contains(ownElements, tag) || m[2] == "Elem":
			return declaration
		case m[1] != "":
			return "type HTML" + tag + " = *htmlElem\n"
		case m[2] != "":
			return "type html" + tag + " = htmlElem\n"
		case seen[method]:
			return ""
		}
		seen[method] = true
		return declaration
	})
}

// compileProgram builds the program of the page and the engine: with vector instructions, or without them where that toolchain is
// not available. The results are the same, but training is slower. It logs which one it was. The program contains neither the
// folder nor the commit, so that the same sources give the same bytes.
func compileProgram(log io.Writer) ([]byte, error) {
	dir, err := os.MkdirTemp("", "drnet-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	project, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	workspace := "GOWORK=" + filepath.Join(dir, "go.work") // makes the toolchain build from the copy
	for _, args := range [][]string{{"work", "init", project}, {"work", "vendor"}} {
		if _, err := runGo([]string{workspace}, args...); err != nil {
			return nil, fmt.Errorf("copy the modules: %w", err)
		}
	}
	if err := slim(filepath.Join(dir, "vendor")); err != nil {
		return nil, err
	}
	out := filepath.Join(dir, programFile)
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out}
	for _, name := range coldPackages {
		args = append(args, "-gcflags="+name+"=-l")
	}
	args = append(args, "./app")
	settings := []string{workspace, "GOOS=js", "GOARCH=wasm"}
	// The older JSON codec is smaller.
	_, err = runGo(append(settings, "GOTOOLCHAIN="+vectorToolchain, "GOEXPERIMENT=simd,nojsonv2"), args...)
	if err == nil {
		fmt.Fprintf(log, "%s: with vector instructions, by %s\n", programFile, vectorToolchain)
		return os.ReadFile(out)
	}
	fmt.Fprintf(log, "%s: without vector instructions, because %s cannot be used: %v\n", programFile, vectorToolchain, err)
	if _, err := runGo(settings, args...); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// slim replaces files in a copy of the modules. It returns an error if go-app has another version than the replacements.
func slim(modules string) error {
	list, err := os.ReadFile(filepath.Join(modules, "modules.txt"))
	if err != nil {
		return err
	}
	if !strings.Contains(string(list), "# "+slimModule+" "+slimVersion+"\n") {
		return fmt.Errorf("%s is not %s: check that the files of %s fit the new version, and change slimVersion",
			slimModule, slimVersion, slimParts)
	}
	for _, path := range slimmed {
		if err := os.RemoveAll(filepath.Join(modules, path)); err != nil {
			return err
		}
	}
	elements := filepath.Join(modules, generatedElements)
	source, err := os.ReadFile(elements)
	if err != nil {
		return err
	}
	if err := os.WriteFile(elements, []byte(shareElement(string(source))), 0o644); err != nil {
		return err
	}
	return os.CopyFS(modules, os.DirFS(slimParts))
}
